//! `move_window` and `swap_pane`.

use rstest_reuse::apply;
use serde_json::json;
use support::backend::Backend;
use support::tools::said;

use crate::every_backend;

#[apply(every_backend)]
async fn a_window_moves_to_the_index_or_to_the_lowest_free_one(#[case] on: Backend) {
    let bench = on.bench().await;
    let (_, window) = bench.window();
    bench
        .server
        .raw(&["new-session", "-d", "-s", "other", "cat"]);
    let to = |session: &str, index: Option<u32>| json!({ "window_id": window, "session": session, "index": index });
    let answer = bench.call("move_window", to("$0", Some(9))).await;
    assert_eq!(
        answer,
        json!({ "window_id": window, "session_id": "$0", "index": 9 })
    );
    let answer = bench.call("move_window", to("other", None)).await;
    assert_eq!(
        answer,
        json!({ "window_id": window, "session_id": "$1", "index": 1 })
    );
    assert_eq!(bench.is(&window, "#{session_id}:#{window_index}"), "$1:1");
    let error = bench.refused("move_window", to("$0", Some(0))).await;
    assert_eq!(said(&error).0, "invalid_argument", "{error}");
    assert!(
        error["message"].as_str().unwrap().contains("index 0"),
        "{error}"
    );
    let answer = bench.call("move_window", to("$1", Some(1))).await;
    assert!(
        answer["note"].as_str().unwrap().contains("already"),
        "{answer}"
    );
}

#[apply(every_backend)]
async fn the_session_that_loses_its_last_window_ends_and_the_answer_says_so(#[case] on: Backend) {
    let bench = on.bench().await;
    bench
        .server
        .raw(&["new-session", "-d", "-s", "other", "cat"]);
    let answer = bench
        .call(
            "move_window",
            json!({ "window_id": "@0", "session": "other", "index": 5 }),
        )
        .await;
    assert_eq!(answer["index"], 5);
    assert!(
        answer["note"].as_str().unwrap().contains("$0 ended"),
        "{answer}"
    );
    assert_eq!(
        bench.server.says(&["list-sessions", "-F", "#{session_id}"]),
        "$1"
    );
}

#[apply(every_backend)]
async fn of_a_linked_window_the_placement_in_the_goal_moves_or_none(#[case] on: Backend) {
    let bench = on.bench().await;
    bench.window();
    for name in ["b", "c"] {
        bench.server.raw(&["new-session", "-d", "-s", name, "cat"]);
    }
    bench
        .server
        .says(&["link-window", "-d", "-s", "@0", "-t", "b:7"]);
    let error = bench
        .refused("move_window", json!({ "window_id": "@0", "session": "c" }))
        .await;
    assert_eq!(said(&error).0, "ambiguous_target", "{error}");
    let answer = bench
        .call(
            "move_window",
            json!({ "window_id": "@0", "session": "b", "index": 8 }),
        )
        .await;
    assert_eq!(answer["index"], 8);
    let places = bench.server.says(&[
        "list-windows",
        "-a",
        "-F",
        "#{window_id} #{session_name}:#{window_index}",
    ]);
    assert!(
        places.contains("@0 b:8") && places.contains("@0 0:0"),
        "{places}"
    );
}

#[apply(every_backend)]
async fn two_panes_exchange_their_places_also_between_windows(#[case] on: Backend) {
    let bench = on.bench().await;
    let (pane, window) = bench.window();
    let answer = bench
        .call(
            "swap_pane",
            json!({ "pane_id": "%0", "with_pane_id": pane }),
        )
        .await;
    let rows = answer["panes"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(
        (&rows[0]["pane_id"], &rows[0]["window_id"]),
        (&json!("%0"), &json!(window))
    );
    assert_eq!(
        (&rows[1]["pane_id"], &rows[1]["window_id"]),
        (&json!(pane), &json!("@0"))
    );
    for (with, kind) in [("%0", "invalid_argument"), ("%99", "no_such_target")] {
        let error = bench
            .refused(
                "swap_pane",
                json!({ "pane_id": "%0", "with_pane_id": with }),
            )
            .await;
        assert_eq!(said(&error).0, kind, "{error}");
    }
}
