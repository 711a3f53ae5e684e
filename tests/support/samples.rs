//! Texts that are easily damaged, and a call of every tool that succeeds, on a server made for it. A tool without one fails the tests that walk the registry.

use serde_json::{Value, json};

use crate::backend::Backend;
use crate::release::{Release, three};
use crate::tools::Bench;

/// Texts that tmux, a shell, a line editor or a careless quoting would change.
pub const TEXTS: [&str; 18] = [
    "ls;",
    ";",
    "a;;",
    "a\\;",
    "find . -exec ls {} \\;",
    "Enter",
    "Space",
    "C-c",
    "-----BEGIN KEY-----",
    "--help",
    "-l",
    "#{pid} #(touch x) #H %H %%",
    "it's \"quoted\" `back` $HOME ${x} \\n",
    "{ brace } } {",
    "~ * ? [a] !x",
    "tab\there",
    "日本語 é 👨‍👩‍👧",
    "  blanks around  ",
];

/// The same as a pane of this release shows them behind so many columns: no blanks at the end, and a tab as blanks up to
/// the next eighth column. From 3.6 on a captured tab is a tab (tmux-facts 10).
pub fn drawn(text: &str, columns: usize, release: Release) -> String {
    let blanks = " ".repeat(5 - columns);
    let shown = if release >= three(6) {
        text.to_owned()
    } else {
        text.replace("tab\t", &format!("tab{blanks}"))
    };
    shown.trim_end().to_owned()
}

/// A server with the sessions `alpha` (`$0`: window `@0` with the panes `%0` and `%1`, both bash) and `beta` (`$1`: `@1`,
/// `%2`).
pub async fn stage(on: Backend) -> Bench {
    let server = on.none();
    let bash = "exec bash --norc --noprofile";
    let options = [
        "start-server",
        ";",
        "set-option",
        "-g",
        "default-command",
        bash,
    ];
    let alpha = [
        ";",
        "new-session",
        "-d",
        "-s",
        "alpha",
        "-x",
        "120",
        "-y",
        "40",
        ";",
        "split-window",
        "-t",
        "$0:",
    ];
    let beta = [
        ";",
        "new-session",
        "-d",
        "-s",
        "beta",
        "-x",
        "120",
        "-y",
        "40",
    ];
    let made = server.raw(&[&options[..], &alpha[..], &beta[..]].concat());
    assert!(made.status.success(), "{made:?}");
    for pane in ["%0", "%1", "%2"] {
        server
            .until(&["capture-pane", "-p", "-t", pane], |text| {
                !text.trim().is_empty()
            })
            .await;
    }
    Bench::over(server)
}

/// Arguments with which this tool succeeds on the stage.
#[expect(clippy::too_many_lines, reason = "a row a tool")]
pub fn arguments(tool: &str) -> Value {
    match tool {
        "list_sessions" | "list_windows" | "list_panes" | "get_server_info"
        | "show_environment" | "show_hooks" => json!({}),
        "get_session_info" => json!({ "session": "alpha" }),
        "get_window_info" => json!({ "window_id": "@0" }),
        "get_pane_info"
        | "capture_pane"
        | "capture_since"
        | "snapshot_pane"
        | "select_pane"
        | "clear_pane_scrollback" => {
            json!({ "pane_id": "%0" })
        }
        "kill_pane" => json!({ "pane_id": "%1" }),
        "search_panes" => json!({ "pattern": "bash" }),
        "find_pane_by_position" => json!({ "window_id": "@0", "corner": "top-left" }),
        "wait_for_text" => {
            json!({ "pane_id": "%0", "patterns": ["bash"], "stop": ["never"], "timeout": 0 })
        }
        "get_tmux_variables" => json!({ "names": ["pane_width"], "pane_id": "%0" }),
        "show_option" => json!({ "name": "status", "scope": "session", "target": "alpha" }),
        "call_read_tools_batch" => {
            json!({ "operations": [{ "tool": "list_sessions", "arguments": {} }] })
        }
        "rename_session" => json!({ "session": "beta", "name": "gamma" }),
        "rename_window" => json!({ "window_id": "@1", "name": "gamma" }),
        "select_window" => json!({ "window_id": "@0", "session": "alpha" }),
        "select_layout" => json!({ "window_id": "@0", "layout": "tiled" }),
        "resize_window" => json!({ "window_id": "@1", "width": 100, "height": 30 }),
        "resize_pane" => json!({ "pane_id": "%0", "height": 10 }),
        "move_window" => json!({ "window_id": "@1", "session": "alpha" }),
        "swap_pane" => json!({ "pane_id": "%0", "with_pane_id": "%1" }),
        "set_pane_title" => json!({ "pane_id": "%0", "title": "mine" }),
        "wait_for_channel" => json!({ "channel": "never", "timeout": 0 }),
        "signal_channel" => json!({ "channel": "done" }),
        "set_mouse_enabled" => json!({ "enabled": true, "session": "alpha" }),
        "set_history_limit" => json!({ "lines": 500, "session": "alpha" }),
        "create_session" => json!({ "name": "delta", "window_name": "w", "start_directory": "/" }),
        "create_window" => json!({ "session": "alpha", "name": "w", "start_directory": "/" }),
        "split_window" => json!({ "pane_id": "%2", "direction": "below", "start_directory": "/" }),
        "respawn_pane" => json!({ "pane_id": "%1", "kill_first": true }),
        "run_shell_command" => json!({ "pane_id": "%0", "command": "true" }),
        "send_keys" => json!({ "pane_id": "%0", "text": "x", "keys": ["BSpace"] }),
        "send_keys_batch" => {
            json!({ "operations": [{ "pane_id": "%0", "text": "x", "keys": ["BSpace"] }] })
        }
        "paste_text" => json!({ "pane_id": "%0", "text": "x" }),
        "set_synchronize_panes" => json!({ "window_id": "@1", "enabled": true }),
        "kill_window" => json!({ "window_id": "@1" }),
        "kill_session" => json!({ "session": "beta" }),
        other => panic!("{other} has no sample: every tool needs one"),
    }
}
