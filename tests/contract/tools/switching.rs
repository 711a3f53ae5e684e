//! The tools that set options.

use rstest_reuse::apply;
use serde_json::json;
use support::backend::Backend;
use support::tools::{said, strings};

use crate::every_backend;

#[apply(every_backend)]
async fn the_mouse_is_switched_for_one_session_or_for_all(#[case] on: Backend) {
    let bench = on.bench().await;
    let answer = bench
        .call("set_mouse_enabled", json!({ "enabled": true }))
        .await;
    assert_eq!(answer, json!({ "value": true }));
    assert_eq!(bench.server.says(&["show-options", "-gv", "mouse"]), "on");
    let answer = bench
        .call(
            "set_mouse_enabled",
            json!({ "enabled": false, "session": "0" }),
        )
        .await;
    assert_eq!(answer, json!({ "value": false }));
    assert_eq!(bench.server.says(&["show-options", "-gv", "mouse"]), "on");
    assert_eq!(
        bench
            .server
            .says(&["show-options", "-v", "-t", "$0:", "mouse"]),
        "off"
    );
    let error = bench
        .refused(
            "set_mouse_enabled",
            json!({ "enabled": true, "session": "none" }),
        )
        .await;
    assert_eq!(said(&error).0, "no_such_target", "{error}");
}

#[apply(every_backend)]
async fn a_history_limit_holds_for_the_panes_that_come(#[case] on: Backend) {
    let bench = on.bench().await;
    let answer = bench
        .call("set_history_limit", json!({ "lines": 1234 }))
        .await;
    assert_eq!(answer["value"], 1234);
    assert!(
        answer["note"].as_str().unwrap().contains("from now on"),
        "{answer}"
    );
    let (pane, _) = bench.window();
    assert_eq!(bench.is(&pane, "#{history_limit}"), "1234");
    let zero = json!({ "lines": 0, "session": "$0" });
    assert_eq!(bench.call("set_history_limit", zero).await["value"], 0);
    for lines in [json!(-1), json!(1_000_001), json!(1.5)] {
        let error = bench
            .refused("set_history_limit", json!({ "lines": lines }))
            .await;
        assert_eq!(said(&error).0, "invalid_argument", "{error}");
    }
}

#[apply(every_backend)]
async fn synchronized_panes_are_those_that_have_it_on(#[case] on: Backend) {
    let bench = on.bench().await;
    for _ in 0..2 {
        bench
            .server
            .says(&["split-window", "-d", "-t", "%0", "cat"]);
    }
    let on = json!({ "window_id": "@0", "enabled": true });
    let answer = bench.call("set_synchronize_panes", on.clone()).await;
    assert_eq!(answer["value"], true);
    assert_eq!(answer["pane_ids"].as_array().unwrap().len(), 3, "{answer}");
    let sent = bench
        .call("send_keys", json!({ "pane_id": "%0", "text": "x" }))
        .await;
    assert_eq!(sent["pane_ids"].as_array().unwrap().len(), 3, "{sent}");
    bench
        .server
        .says(&["set-option", "-p", "-t", "%1", "synchronize-panes", "off"]);
    let answer = bench.call("set_synchronize_panes", on).await;
    assert!(!strings(&answer["pane_ids"]).contains(&"%1"), "{answer}");
    assert!(
        answer["note"].as_str().unwrap().contains("of their own"),
        "{answer}"
    );
    let off = json!({ "window_id": "@0", "enabled": false });
    let answer = bench.call("set_synchronize_panes", off).await;
    assert_eq!(answer, json!({ "value": false, "pane_ids": [] }));
}
