//! What an agent does with a tmux elsewhere, end to end: the program on this machine, over stdio, and tmux there.

use serde_json::{Value, json};
use support::nest::Nest;
use support::stdio::{self, Client};

/// The same program as the one that ships.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_libtmux-mcp-under-test");

/// Every toolset.
const ALL: &str = "inspect,manage,execute,teardown";

/// A client of a server on this socket, there, past its handshake.
pub(crate) fn serve(nest: &Nest, via: &str, socket: &str, backend: &str) -> Client {
    let words = [
        "--via",
        via,
        "--socket",
        socket,
        "--backend",
        backend,
        "--toolsets",
        ALL,
        "--command-timeout",
        "3",
    ];
    stdio::open(nest.program(PROGRAM, &words))
}

/// Texts that a shell, or two, might take apart.
pub(crate) const AWKWARD: [&str; 6] = [
    "it's \"quoted\" 'twice'",
    "$HOME ${x:-y} `id` $(id) \\$z",
    "back\\slash \\\\ two \\n",
    "two\nlines; three | four & > /dev/null",
    "gr\u{fc}\u{df}e \u{65e5}\u{672c} \u{1f980}",
    "#{pid} %0 ~ * ? [a] {b,c} !! =ls",
];

/// Creates, runs, types, waits, reads and ends.
pub(crate) fn travel(client: &mut Client) {
    let made = client.call(
        "create_session",
        json!({ "name": "work", "width": 100, "height": 30 }),
    );
    let pane = made["pane_id"].as_str().unwrap().to_owned();
    let listed = client.call("list_sessions", json!({}));
    assert_eq!(listed["sessions"][0]["name"], "work", "{listed}");

    let ran = run(client, &pane, "echo out; echo err >&2; exit 3");
    assert_eq!(ran["exit_status"], 3, "{ran}");
    assert_eq!(ran["output"], json!(["out", "err"]), "{ran}");
    for text in AWKWARD {
        let quoted = text.replace('\'', "'\\''");
        let ran = run(client, &pane, &format!("printf '%s\\n' '{quoted}'"));
        let lines: Vec<&str> = text.split('\n').collect();
        assert_eq!(ran["output"], json!(lines), "{ran}");
        assert_eq!(ran["framed"], true, "{ran}");
    }

    let since = client.call("capture_since", json!({ "pane_id": pane }));
    let typed = client.call(
        "send_keys",
        json!({ "pane_id": pane, "text": "sleep 0.3; echo \"it's\" done$((1+1))", "enter": true }),
    );
    let waited = client.call(
        "wait_for_text",
        json!({ "pane_id": pane, "patterns": ["it's done2"], "timeout": 20,
                "cursor": typed["cursor"] }),
    );
    assert_eq!(waited["outcome"], "matched", "{waited}");
    let news = client.call(
        "capture_since",
        json!({ "pane_id": pane, "cursor": since["cursor"] }),
    );
    assert_eq!(news["continuous"], true, "{news}");
    assert!(news["lines"].to_string().contains("it's done2"), "{news}");

    let killed = client.call("kill_session", json!({ "session": "work" }));
    assert_eq!(killed["server_ended"], true, "{killed}");
}

/// Runs a command in this pane, and waits for its end.
pub(crate) fn run(client: &mut Client, pane: &str, command: &str) -> Value {
    let arguments = json!({ "pane_id": pane, "command": command, "timeout": 20 });
    let ran = client.call("run_shell_command", arguments);
    assert_eq!(ran["outcome"], "completed", "{command:?}: {ran}");
    ran
}
