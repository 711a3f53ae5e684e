//! Sessions and panes: what is made, what ends, and what a user's configuration does to it.

use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::tools::Bench;

use crate::every_backend;

#[apply(every_backend)]
async fn a_new_session_has_the_size_and_the_directory_that_were_asked_for(#[case] on: Backend) {
    let bench = on.bash().await;
    let arguments =
        json!({ "name": "build-1", "width": 123, "height": 17, "start_directory": "/" });
    let made = bench.call("create_session", arguments).await;
    assert!(made["note"].is_null(), "{made}");
    let run = json!({ "pane_id": made["pane_id"], "command": "pwd" });
    let answer = bench.call("run_shell_command", run).await;
    assert_eq!(answer["output"], json!(["/"]), "{answer}");
    let size = async |made: &Value| {
        let pane = json!({ "pane_id": made["pane_id"] });
        let info = bench.call("get_pane_info", pane).await;
        (info["width"].clone(), info["height"].clone())
    };
    assert_eq!(size(&made).await, (json!(123), json!(17)));
    let made = bench.call("create_session", json!({})).await;
    assert_eq!(size(&made).await, (json!(200), json!(50)));
}

#[apply(every_backend)]
async fn split_window_divides_as_asked_and_leaves_the_active_pane_active(#[case] on: Backend) {
    let bench = on.bash().await;
    let split = |direction: &str, more: Value| {
        let mut arguments = json!({ "pane_id": "%0", "direction": direction });
        arguments
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        arguments
    };
    let right = bench
        .call("split_window", split("right", json!({ "percent": 25 })))
        .await;
    assert_eq!(right["pane_id"], "%1");
    assert_eq!(right["width"], 20, "{right}");
    let above = bench
        .call("split_window", split("above", json!({ "size": 5 })))
        .await;
    assert_eq!(above["height"], 5, "{above}");
    let place = |pane: &str, what: &str| {
        bench
            .server
            .says(&["display-message", "-p", "-t", pane, what])
    };
    assert_eq!(place("%2", "#{pane_top}"), "0");
    let left = bench.call("split_window", split("left", json!({}))).await;
    assert_eq!(place("%3", "#{pane_left}"), "0", "{left}");
    bench
        .call("split_window", split("below", json!({ "size": 3 })))
        .await;
    assert_eq!(
        place("%0", "#{pane_active}"),
        "1",
        "the active pane stays active"
    );
    let answer = bench
        .call(
            "run_shell_command",
            json!({ "pane_id": "%1", "command": "echo $TMUX_PANE" }),
        )
        .await;
    assert_eq!(answer["output"], json!(["%1"]), "{answer}");
    let panes = bench.server.says(&["list-panes", "-a", "-F", "#{pane_id}"]);
    assert_eq!(panes.lines().count(), 5, "{panes}");
}

#[apply(every_backend)]
async fn a_mistaken_split_makes_no_pane(#[case] on: Backend) {
    let bench = Bench::over(on.sessions(&["a"]));
    for (arguments, kind) in [
        (
            json!({ "pane_id": "%99", "direction": "right" }),
            "no_such_target",
        ),
        (
            json!({ "pane_id": "%0", "direction": "up" }),
            "invalid_argument",
        ),
        (
            json!({ "pane_id": "%0", "direction": "right", "percent": 10, "size": 3 }),
            "invalid_argument",
        ),
        (
            json!({ "pane_id": "0", "direction": "right" }),
            "invalid_argument",
        ),
    ] {
        let error = bench.refused("split_window", arguments).await;
        assert_eq!(error["kind"], kind, "{error}");
    }
    let panes = bench.server.says(&["list-panes", "-a", "-F", "#{pane_id}"]);
    assert_eq!(panes, "%0");
}

#[apply(every_backend)]
async fn killing_names_what_ended_and_says_when_the_server_went_too(#[case] on: Backend) {
    let bench = Bench::over(on.sessions(&["a", "b"]));
    bench
        .server
        .does(&["split-window", "-d", "-t", "%0", "exec sleep 1000"]);
    let ended = bench.call("kill_pane", json!({ "pane_id": "%2" })).await;
    assert_eq!(ended, json!({ "pane_ids": ["%2"] }));
    let ended = bench.call("kill_pane", json!({ "pane_id": "%0" })).await;
    let all = json!({ "session_ids": ["$0"], "window_ids": ["@0"], "pane_ids": ["%0"] });
    assert_eq!(ended, all);
    let error = bench.refused("kill_pane", json!({ "pane_id": "%0" })).await;
    assert_eq!(error["kind"], "no_such_target", "{error}");
    let ended = bench.call("kill_session", json!({ "session": "b" })).await;
    assert_eq!(ended["server_ended"], true, "{ended}");
    let error = bench
        .refused("kill_session", json!({ "session": "b" }))
        .await;
    assert_eq!(error["kind"], "no_server", "{error}");
}

#[apply(every_backend)]
async fn f37_a_session_that_vanishes_at_once_is_reported_with_the_option(#[case] on: Backend) {
    let bench = Bench::over(on.sessions(&["kept"]));
    bench
        .server
        .does(&["set-option", "-t", "kept", "destroy-unattached", "off"]);
    bench
        .server
        .does(&["set-option", "-g", "destroy-unattached", "on"]);
    let error = bench
        .refused("create_session", json!({ "name": "mine" }))
        .await;
    assert!(
        error["recovery"]
            .as_str()
            .unwrap()
            .contains("destroy-unattached"),
        "{error}"
    );
}
