//! The states of the tools that arrange, switch, wait for channels, respawn and clear.

use serde_json::{Value, json};

use super::Checked;

/// Each of them, at a window of its own with two panes.
pub(super) fn all(checked: &mut Checked) {
    let made = checked.check("success", "create_window", json!({ "session": "work" }));
    let (window, pane) = (made["window_id"].clone(), made["pane_id"].clone());
    let split = json!({ "pane_id": pane, "direction": "below" });
    let other = checked.check("success", "split_window", split)["pane_id"].clone();
    for (tool, rest) in at_window() {
        checked.check("success", tool, with(rest, "window_id", &window));
    }
    for (tool, rest) in at_pane(&other) {
        checked.check("success", tool, with(rest, "pane_id", &pane));
    }
    for (state, tool, arguments) in [
        ("success", "set_mouse_enabled", json!({ "enabled": true })),
        ("success", "set_history_limit", json!({ "lines": 3000 })),
        ("success", "signal_channel", json!({ "channel": "c" })),
        ("success", "wait_for_channel", json!({ "channel": "c" })),
        (
            "timed out",
            "wait_for_channel",
            json!({ "channel": "c", "timeout": 0 }),
        ),
        (
            "success",
            "rename_session",
            json!({ "session": "work", "name": "work" }),
        ),
    ] {
        checked.check(state, tool, arguments);
    }
    let rows = json!([{ "pane_id": pane, "text": "x" }, { "pane_id": "%999", "text": "x" }]);
    let sent = json!({ "operations": rows });
    checked.check("success", "send_keys_batch", sent);
    checked.check("success", "kill_window", json!({ "window_id": window }));
}

fn at_window() -> [(&'static str, Value); 7] {
    [
        ("rename_window", json!({ "name": "named" })),
        ("select_window", json!({})),
        ("select_layout", json!({ "layout": "tiled" })),
        ("resize_window", json!({ "width": 90, "height": 30 })),
        ("move_window", json!({ "session": "work", "index": 40 })),
        ("set_synchronize_panes", json!({ "enabled": true })),
        ("set_synchronize_panes", json!({ "enabled": false })),
    ]
}

fn at_pane(other: &Value) -> [(&'static str, Value); 6] {
    [
        ("select_pane", json!({})),
        ("resize_pane", json!({ "height": 5000 })),
        ("swap_pane", json!({ "with_pane_id": other })),
        ("set_pane_title", json!({ "title": "titled" })),
        ("clear_pane_scrollback", json!({})),
        ("respawn_pane", json!({ "kill_first": true })),
    ]
}

/// Arguments that nothing but the server's absence speaks against; `None` for a tool of another file.
pub(super) fn plain(tool: &str) -> Option<Value> {
    let found = |(name, rest): &(&str, Value), target: &str, id: &str| {
        (*name == tool).then(|| with(rest.clone(), target, &json!(id)))
    };
    let window = at_window();
    let pane = at_pane(&json!("%1"));
    window
        .iter()
        .find_map(|call| found(call, "window_id", "@0"))
        .or_else(|| pane.iter().find_map(|call| found(call, "pane_id", "%0")))
        .or_else(|| match tool {
            "set_mouse_enabled" => Some(json!({ "enabled": true })),
            "set_history_limit" => Some(json!({ "lines": 1 })),
            "signal_channel" | "wait_for_channel" => Some(json!({ "channel": "c" })),
            "rename_session" => Some(json!({ "session": "work", "name": "x" })),
            "create_window" => Some(json!({ "session": "work" })),
            "kill_window" => Some(json!({ "window_id": "@0" })),
            _ => None,
        })
}

fn with(mut arguments: Value, target: &str, id: &Value) -> Value {
    arguments[target] = id.clone();
    arguments
}
