//! `kill_window` and `clear_pane_scrollback`.

use app::caller::Ancestry;
use rstest_reuse::apply;
use serde_json::json;
use support::backend::Backend;
use support::tools::said;

use crate::every_backend;

#[apply(every_backend)]
async fn a_window_ends_with_its_panes(#[case] on: Backend) {
    let bench = on.bench().await;
    let (pane, window) = bench.window();
    let answer = bench
        .call("kill_window", json!({ "window_id": window }))
        .await;
    assert_eq!(
        answer,
        json!({ "window_ids": [window], "pane_ids": [pane] })
    );
    let answer = bench
        .call("kill_window", json!({ "window_id": "@0" }))
        .await;
    assert_eq!(
        (&answer["session_ids"], &answer["server_ended"]),
        (&json!(["$0"]), &json!(true)),
        "{answer}"
    );
}

#[apply(every_backend)]
async fn a_linked_window_ends_in_every_session_and_the_answer_names_them(#[case] on: Backend) {
    let bench = on.bench().await;
    let (pane, window) = bench.window();
    bench
        .server
        .raw(&["new-session", "-d", "-s", "other", "cat"]);
    bench
        .server
        .says(&["link-window", "-d", "-s", &window, "-t", "other:7"]);
    let answer = bench
        .call("kill_window", json!({ "window_id": window }))
        .await;
    assert_eq!(
        (&answer["window_ids"], &answer["pane_ids"]),
        (&json!([window]), &json!([pane]))
    );
    let note = answer["note"].as_str().unwrap();
    assert!(
        note.contains("$0 (0)") && note.contains("$1 (other)"),
        "{note}"
    );
    let left = bench
        .server
        .says(&["list-windows", "-a", "-F", "#{window_id}"]);
    assert!(!left.contains(&window), "{left}");
}

#[apply(every_backend)]
async fn a_window_with_its_own_pane_ends_only_when_that_is_confirmed(#[case] on: Backend) {
    let mut bench = on.bench().await;
    let (pane, window) = bench.window();
    let pid = bench.is(&pane, "#{pane_pid}").parse().unwrap();
    bench.context.evidence.ancestry = Ancestry::Whole(vec![pid]);
    let error = bench
        .refused("kill_window", json!({ "window_id": window }))
        .await;
    assert_eq!(said(&error).0, "refused", "{error}");
    bench
        .call(
            "kill_window",
            json!({ "window_id": window, "confirm_self": true }),
        )
        .await;
}

#[apply(every_backend)]
async fn the_lines_above_the_screen_go_and_the_screen_stays(#[case] on: Backend) {
    let bench = on.bash().await;
    bench.run("seq 1 100").await;
    let before: u64 = bench.is("%0", "#{history_size}").parse().unwrap();
    assert!(before > 70);
    let since = bench
        .call("capture_since", json!({ "pane_id": "%0" }))
        .await;
    let answer = bench
        .call("clear_pane_scrollback", json!({ "pane_id": "%0" }))
        .await;
    assert_eq!(answer, json!({ "pane_id": "%0", "cleared_lines": before }));
    assert_eq!(bench.is("%0", "#{history_size}"), "0");
    bench.server.until_screen("100").await;
    let on = json!({ "pane_id": "%0", "cursor": since["cursor"] });
    assert_eq!(bench.call("capture_since", on).await["continuous"], true);
    let again = bench
        .call("clear_pane_scrollback", json!({ "pane_id": "%0" }))
        .await;
    assert_eq!(again["cleared_lines"], 0);
}
