//! Bad input is answered within a second in the error form, and nothing is typed anywhere; what is clear is taken.

use serde_json::{Value, json};
use support::nest::Nest;
use support::process::until;
use support::stdio::Client;

use super::{SOON, lines, on_server, soon};

/// A pane whose program writes down all that is typed into it.
pub(super) fn witness(nest: &Nest, name: &str) -> String {
    let pane = nest.pane(&[
        "sh",
        "-c",
        &format!("stty raw -echo; echo ready; exec cat >{name}"),
    ]);
    nest.until_shown(&pane, "ready");
    nest.until_is(&pane, "#{pane_current_command}", "cat");
    pane
}

pub(super) fn written(nest: &Nest, name: &str) -> String {
    std::fs::read_to_string(nest.path(name)).unwrap()
}

/// Calls that must be refused with this kind and these words, soon.
pub(super) fn check(client: &mut Client, tool: &str, arguments: Value, kind: &str, words: &[&str]) {
    let shown = format!("{tool} {arguments}");
    let error = soon(&shown, || client.refused(tool, arguments));
    assert_eq!(error["kind"], kind, "{shown}: {error}");
    for word in words {
        assert!(
            error.to_string().contains(word),
            "{shown}: {word:?} is not in {error}"
        );
    }
    assert!(
        !error["message"].as_str().unwrap().contains('\n'),
        "{error}"
    );
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn unknown_mistyped_and_missing_arguments_are_named_and_nothing_is_typed() {
    let nest = Nest::with_server();
    let pane = witness(&nest, "typed");
    let mut client = on_server(&nest);
    let invalid = "invalid_argument";
    for (tool, arguments, words) in [
        (
            "send_keys",
            json!({ "pane_id": pane, "text": "x", "entr": true }),
            &["entr", "enter"][..],
        ),
        (
            "send_keys",
            json!({ "pane_id": pane, "txt": "x" }),
            &["txt", "text"],
        ),
        (
            "send_keys",
            json!({ "text": "x", "enter": true }),
            &["pane_id", "list_panes"],
        ),
        (
            "send_keys",
            json!({ "pane_id": pane, "text": ["x"] }),
            &["text"],
        ),
        (
            "send_keys",
            json!({ "pane_id": pane, "text": "x", "enter": "perhaps" }),
            &["enter", "true or false"],
        ),
        (
            "send_keys",
            json!({ "pane_id": pane, "text": "x", "enter": 1 }),
            &["enter"],
        ),
        ("send_keys", json!({ "pane_id": pane }), &["text", "keys"]),
        (
            "send_keys",
            json!({ "pane_id": pane, "text": "x", "keys": ["Foo"] }),
            &["Foo", "C-c"],
        ),
        (
            "send_keys",
            json!({ "pane_id": pane, "text": "x", "keys": ["C-c", "M-é$(x)"] }),
            &["keys"],
        ),
        (
            "send_keys",
            json!({ "pane_id": pane, "text": "x", "keys": [] }),
            &["keys", "1 to 256"],
        ),
        (
            "send_keys",
            json!({ "pane_id": pane, "text": "a\u{0}b" }),
            &["NUL"],
        ),
        (
            "send_keys",
            json!({ "pane_id": pane, "paneId": pane, "text": "x" }),
            &["pane_id"],
        ),
        (
            "paste_text",
            json!({ "pane_id": pane, "text": "" }),
            &["text"],
        ),
        (
            "paste_text",
            json!({ "pane_id": pane, "text": 5.5, "bracketed": "x" }),
            &["bracketed"],
        ),
        (
            "run_shell_command",
            json!({ "pane_id": pane }),
            &["command"],
        ),
        (
            "run_shell_command",
            json!({ "pane_id": pane, "command": "  \n " }),
            &["command", "empty"],
        ),
        (
            "run_shell_command",
            json!({ "pane_id": pane, "command": "true\u{0}" }),
            &["NUL"],
        ),
        (
            "run_shell_command",
            json!({ "pane_id": pane, "command": "true", "timeout": "soon" }),
            &["timeout"],
        ),
        (
            "run_shell_command",
            json!({ "pane_id": pane, "command": "true", "resume": "x" }),
            &["resume"],
        ),
        (
            "run_shell_command",
            json!({ "resume": "garbage" }),
            &["resume"],
        ),
        (
            "wait_for_text",
            json!({ "pane_id": pane }),
            &["patterns", "idle_ms"],
        ),
        (
            "wait_for_text",
            json!({ "pane_id": pane, "patterns": ["(a"], "regex": true }),
            &["patterns"],
        ),
        (
            "wait_for_text",
            json!({ "pane_id": pane, "patterns": [""] }),
            &["empty"],
        ),
        (
            "wait_for_text",
            json!({ "pane_id": pane, "patterns": ["a"], "cursor": "garbage" }),
            &["cursor"],
        ),
        (
            "capture_since",
            json!({ "pane_id": pane, "keep": "middle" }),
            &["newest", "oldest"],
        ),
        (
            "capture_pane",
            json!({ "pane_id": pane, "start": 1.5 }),
            &["start"],
        ),
        ("create_session", json!({ "name": "a.b:c" }), &["name"]),
        ("create_session", json!({ "name": "$1" }), &["name"]),
        ("create_session", json!({ "name": "" }), &["name"]),
        (
            "create_session",
            json!({ "name": "work" }),
            &["work", "exists"],
        ),
        (
            "create_session",
            json!({ "start_directory": "relative" }),
            &["absolute"],
        ),
        ("create_session", json!({ "width": 0 }), &["width"]),
        (
            "split_window",
            json!({ "pane_id": pane, "direction": "sideways" }),
            &["right", "below"],
        ),
        (
            "split_window",
            json!({ "pane_id": pane, "direction": "right", "percent": 50, "size": 5 }),
            &["size"],
        ),
    ] {
        check(&mut client, tool, arguments, invalid, words);
    }
    let long = json!({ "pane_id": pane, "command": format!("echo {}", "x".repeat(70_000)) });
    check(
        &mut client,
        "run_shell_command",
        long,
        "too_large",
        &["65536"],
    );
    assert_eq!(written(&nest, "typed"), "");
    assert_eq!(
        nest.says(&["list-sessions", "-F", "#{session_id}"]),
        "$1\n$0"
    );
    assert_eq!(nest.says(&["list-buffers"]), "");
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn what_does_not_exist_and_what_is_no_id_touch_no_pane() {
    let nest = Nest::with_server();
    let pane = witness(&nest, "typed");
    let mut client = on_server(&nest);
    let typing = |target: Value| {
        [
            (
                "send_keys",
                json!({ "pane_id": target, "text": "x", "enter": true }),
            ),
            ("paste_text", json!({ "pane_id": target, "text": "x" })),
            (
                "run_shell_command",
                json!({ "pane_id": target, "command": "x" }),
            ),
            ("capture_pane", json!({ "pane_id": target })),
            (
                "wait_for_text",
                json!({ "pane_id": target, "patterns": ["x"], "timeout": 30 }),
            ),
            ("kill_pane", json!({ "pane_id": target })),
            (
                "split_window",
                json!({ "pane_id": target, "direction": "right" }),
            ),
        ]
    };
    for (tool, arguments) in typing(json!("%4711")) {
        check(
            &mut client,
            tool,
            arguments,
            "no_such_target",
            &["%4711", "list_panes"],
        );
    }
    for target in [
        json!("1"),
        json!(1),
        json!("0"),
        json!("work"),
        json!("work:0.0"),
        json!("@0"),
        json!("%"),
        json!("%1x"),
        json!("{last}"),
        json!(""),
    ] {
        for (tool, arguments) in typing(target) {
            check(
                &mut client,
                tool,
                arguments,
                "invalid_argument",
                &["pane_id", "list_panes"],
            );
        }
    }
    check(
        &mut client,
        "get_pane_info",
        json!({ "pane_id": "1" }),
        "invalid_argument",
        &["index"],
    );
    // F34: a session is its id or its exact name.
    for session in ["wor", "wo*", "work2", "=work", "work:", "$77", "%0"] {
        check(
            &mut client,
            "kill_session",
            json!({ "session": session }),
            "no_such_target",
            &["work"],
        );
        let run = json!({ "session": session, "command": "x" });
        check(
            &mut client,
            "run_shell_command",
            run,
            "no_such_target",
            &["list_sessions"],
        );
    }
    check(
        &mut client,
        "kill_session",
        json!({ "session": "" }),
        "invalid_argument",
        &["session"],
    );
    check(
        &mut client,
        "get_window_info",
        json!({ "window_id": "@77" }),
        "no_such_target",
        &["@77"],
    );
    check(
        &mut client,
        "run_shell_command",
        json!({ "command": "x" }),
        "ambiguous_target",
        &["%0", &pane],
    );
    assert_eq!(written(&nest, "typed"), "");
    assert_eq!(
        nest.says(&["list-panes", "-a", "-F", "#{pane_id}"]),
        format!("{pane}\n%0")
    );
    assert!(!nest.screen("%0").contains('x'), "{}", nest.screen("%0"));
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn an_unknown_tool_is_a_protocol_error_with_the_nearest_name() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    for (tool, near) in [
        ("list_pane", "list_panes"),
        ("run_shel_command", "run_shell_command"),
        ("", ""),
        ("xyzzy", ""),
    ] {
        let id = client.ask(tool, json!({}));
        let error = client.answer_within(id, SOON)["error"].clone();
        assert_eq!(error["code"], -32602, "{error}");
        assert!(error["message"].as_str().unwrap().contains(near), "{error}");
    }
    client.ping();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f52_what_clients_really_send_is_taken_where_it_is_clear() {
    let nest = Nest::with_server();
    let pane = witness(&nest, "typed");
    let mut client = on_server(&nest);
    for timeout in [json!("5"), json!(5.0), json!(5), json!("5.0"), Value::Null] {
        let ran = client.call(
            "run_shell_command",
            json!({ "pane_id": "%0", "command": "true", "timeout": timeout, "resume": null }),
        );
        let wanted = if timeout.is_null() { 30.0 } else { 5.0 };
        assert_eq!(ran["effective_timeout"].as_f64(), Some(wanted), "{timeout}");
    }
    client.call(
        "send_keys",
        json!({ "pane_id": pane, "text": 12, "enter": "true" }),
    );
    client.call("send_keys", json!({ "paneId": pane, "keys": "q" }));
    client.call(
        "send_keys",
        json!({ "pane_id": pane, "keys": ["w", 7], "enter": "False", "text": null }),
    );
    until("all of it arrives", || written(&nest, "typed") == "12\rqw7");
    let since = client.call(
        "capture_since",
        json!({ "paneId": "%0", "maxLines": "3", "waitMs": 0.0 }),
    );
    assert!(lines(&since, "lines").len() <= 3, "{since}");
    let capture =
        json!({ "pane_id": "%0", "start": "-5", "join_wrapped": "true", "max_lines": 1e9 });
    client.call("capture_pane", capture);
    // Neither `arguments` nor an empty one is needed where nothing is.
    let bare = client.request("tools/call", json!({ "name": "list_panes" }));
    assert!(client.answer(bare)["result"]["structuredContent"]["panes"].is_array());
    let null = client.request(
        "tools/call",
        json!({ "name": "list_panes", "arguments": null }),
    );
    assert!(client.answer(null)["result"]["structuredContent"]["panes"].is_array());
    // tmux's own names of sessions are numbers.
    nest.says(&["new-session", "-d", "-s", "7", "cat"]);
    let info = client.call("get_session_info", json!({ "session": 7 }));
    assert_eq!(info["name"], "7");
}
