//! Selections and layouts, and what all tools that arrange say of targets that are not there.

use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::tools::said;

use crate::every_backend;

#[apply(every_backend)]
async fn a_target_that_is_not_there_is_told_as_such_and_a_number_is_no_id(#[case] on: Backend) {
    let bench = on.bench().await;
    let calls: [(&str, &str, Value); 14] = [
        ("rename_session", "session", json!({ "name": "x" })),
        ("rename_window", "window_id", json!({ "name": "x" })),
        ("select_window", "window_id", json!({})),
        ("select_pane", "pane_id", json!({})),
        ("select_layout", "window_id", json!({ "layout": "tiled" })),
        (
            "resize_window",
            "window_id",
            json!({ "width": 9, "height": 9 }),
        ),
        ("resize_pane", "pane_id", json!({ "width": 9 })),
        ("move_window", "window_id", json!({ "session": "$0" })),
        ("swap_pane", "pane_id", json!({ "with_pane_id": "%0" })),
        ("set_pane_title", "pane_id", json!({ "title": "x" })),
        ("create_window", "session", json!({})),
        ("respawn_pane", "pane_id", json!({ "kill_first": true })),
        (
            "set_synchronize_panes",
            "window_id",
            json!({ "enabled": true }),
        ),
        ("kill_window", "window_id", json!({})),
    ];
    for (tool, target, rest) in calls {
        let missing = match target {
            "pane_id" => "%99",
            "window_id" => "@99",
            _ => "$99",
        };
        let with = |value: &str| {
            let mut arguments = rest.clone();
            arguments[target] = json!(value);
            arguments
        };
        let error = bench.refused(tool, with(missing)).await;
        let (kind, message) = said(&error);
        assert_eq!(kind, "no_such_target", "{tool}: {error}");
        assert!(message.contains(missing), "{tool}: {error}");
        if target != "session" {
            let error = bench.refused(tool, with("0")).await;
            assert_eq!(said(&error).0, "invalid_argument", "{tool}: {error}");
        }
    }
}

#[apply(every_backend)]
async fn a_selected_window_is_the_current_one_of_its_session_alone(#[case] on: Backend) {
    let bench = on.bench().await;
    let (_, window) = bench.window();
    let answer = bench
        .call("select_window", json!({ "window_id": window }))
        .await;
    assert_eq!(answer, json!({ "window_id": window, "session_id": "$0" }));
    assert_eq!(bench.is("$0:", "#{window_id}"), window);
    bench
        .server
        .raw(&["new-session", "-d", "-s", "other", "cat"]);
    bench
        .server
        .says(&["link-window", "-d", "-s", "@0", "-t", "other:7"]);
    let error = bench
        .refused("select_window", json!({ "window_id": "@0" }))
        .await;
    let (kind, message) = said(&error);
    assert_eq!(kind, "ambiguous_target", "{error}");
    assert!(message.contains("$0, $1"), "{error}");
    let error = bench
        .refused(
            "select_window",
            json!({ "window_id": window, "session": "other" }),
        )
        .await;
    assert_eq!(said(&error).0, "no_such_target", "{error}");
    let both = json!({ "window_id": "@0", "session": "other" });
    let answer = bench.call("select_window", both).await;
    assert_eq!(answer["session_id"], "$1");
    assert_eq!(bench.is("$1:", "#{window_id}"), "@0");
    assert_eq!(bench.is("$0:", "#{window_id}"), window);
}

#[apply(every_backend)]
async fn a_selected_pane_is_the_active_one(#[case] on: Backend) {
    let bench = on.bench().await;
    bench
        .server
        .says(&["split-window", "-d", "-t", "%0", "cat"]);
    let answer = bench.call("select_pane", json!({ "pane_id": "%1" })).await;
    assert_eq!(answer, json!({ "pane_id": "%1" }));
    assert_eq!(bench.is("%1", "#{pane_active}"), "1");
}

#[apply(every_backend)]
async fn a_layout_is_set_by_its_name_and_restored_from_its_string(#[case] on: Backend) {
    let bench = on.bench().await;
    for _ in 0..2 {
        bench
            .server
            .says(&["split-window", "-d", "-t", "%0", "cat"]);
    }
    let info = bench
        .call("get_window_info", json!({ "window_id": "@0" }))
        .await;
    let before = info["layout"].clone();
    for name in [
        "even-horizontal",
        "even-vertical",
        "main-horizontal",
        "main-vertical",
        "tiled",
    ] {
        let answer = bench
            .call(
                "select_layout",
                json!({ "window_id": "@0", "layout": name }),
            )
            .await;
        assert_eq!(answer["window_id"], "@0");
        assert_eq!(answer["layout"], bench.is("@0", "#{window_layout}"));
        assert_ne!(answer["layout"], before, "{name}");
    }
    let restored = bench
        .call(
            "select_layout",
            json!({ "window_id": "@0", "layout": before }),
        )
        .await;
    assert_eq!(restored["layout"], before);
}

#[apply(every_backend)]
async fn no_layout_text_ends_the_server(#[case] on: Backend) {
    let bench = on.bench().await;
    let pid = bench.server.pid();
    bench
        .server
        .says(&["split-window", "-d", "-t", "%0", "cat"]);
    for layout in [
        "",
        "not-a-layout",
        "main",
        "even",
        "zzzz,80x24,0,0,0",
        "b25e,80x24,0,0,0",
        "tiled ",
        "-E",
        "b25d,80x24,0,0,0", // one cell for two panes
    ] {
        let error = bench
            .refused(
                "select_layout",
                json!({ "window_id": "@0", "layout": layout }),
            )
            .await;
        let (kind, message) = said(&error);
        assert_eq!(kind, "invalid_argument", "{layout}: {error}");
        assert!(message.contains("\"layout\""), "{error}");
    }
    // What passes its checksum and reads as cells is tmux's to take or to refuse; it lives in any case.
    for tree in [
        "0x0,0,0{0x0,0,0,0,0x0,0,0,1}",
        "80x24,0,0{1x1,0,0,0,1x1,0,0,1}",
        "999999x999999,0,0{499999x999999,0,0,0,499999x999999,500000,0,1}",
        "80x24,0,0{40x24,0,0,0,39x24,41,0[39x12,41,0,1,39x11,41,13,2]}",
        "80x24,0,0[80x12,0,0,0,80x11,0,13,1]",
        "80x24,9999,9999{40x24,0,0,7,39x24,41,0,7}",
    ] {
        let sum = tree.bytes().fold(0_u16, |sum, byte| {
            sum.rotate_right(1).wrapping_add(u16::from(byte))
        });
        let layout = format!("{sum:04x},{tree}");
        let (answer, _) = bench
            .try_call(
                "select_layout",
                json!({ "window_id": "@0", "layout": layout }),
            )
            .await;
        assert_eq!(bench.server.pid(), pid, "{layout}: {answer}");
    }
}
