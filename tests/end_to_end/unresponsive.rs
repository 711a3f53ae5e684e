//! F27: a tmux server that is stopped. Calls fail within their deadline, the program still ends, nothing is replayed.

use std::time::Duration;

use serde_json::json;
use support::nest::Nest;
use support::process::{signal, until};

use super::{ALL, SOON, lines, serve, timed};

/// The deadline of one tmux request in these tests.
const DEADLINE: &str = "0.5";

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn f27_each_call_on_a_stopped_server_is_unresponsive_and_nothing_is_replayed() {
    let nest = Nest::with_server();
    let words = [
        "--socket",
        &nest.socket(),
        "--toolsets",
        ALL,
        "--command-timeout",
        DEADLINE,
    ];
    let mut client = serve(&nest, &words);
    client.call("list_panes", json!({}));
    let server = nest.server_pid();
    signal("STOP", server);
    for (tool, arguments) in [
        ("list_sessions", json!({})),
        ("capture_pane", json!({ "pane_id": "%0" })),
        (
            "run_shell_command",
            json!({ "pane_id": "%0", "command": "touch replayed-run" }),
        ),
        (
            "send_keys",
            json!({ "pane_id": "%0", "text": "touch replayed-keys", "enter": true }),
        ),
        (
            "paste_text",
            json!({ "pane_id": "%0", "text": "touch replayed-paste\n" }),
        ),
        ("create_session", json!({ "name": "replayed" })),
        ("kill_session", json!({ "session": "work" })),
        (
            "wait_for_text",
            json!({ "pane_id": "%0", "patterns": ["x"], "timeout": 60 }),
        ),
    ] {
        let (error, took) = timed(|| client.refused(tool, arguments));
        assert_eq!(error["kind"], "unresponsive", "{tool}: {error}");
        assert_eq!(error["retryable"], true, "{tool}: {error}");
        assert!(took < SOON, "{tool}: {took:?}");
        client.ping();
    }
    signal("CONT", server);
    let mut listed = json!(null);
    until("the server answers again", || {
        let result = client.result("list_sessions", json!({}));
        listed = result["structuredContent"].clone();
        result["isError"] != true
    });
    assert_eq!(listed["sessions"].as_array().unwrap().len(), 1, "{listed}");
    let ran = client.call(
        "run_shell_command",
        json!({ "pane_id": "%0", "command": "ls; echo end" }),
    );
    let output = lines(&ran, "output");
    assert!(
        !output.iter().any(|line| line.contains("replayed")),
        "{output:?}"
    );
    assert!(
        !nest.screen("%0").contains("touch replayed"),
        "{}",
        nest.screen("%0")
    );
    client.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f27_the_end_of_input_ends_the_program_while_the_server_is_stopped() {
    let nest = Nest::with_server();
    for dedicated in [false, true] {
        let socket = nest.socket();
        let words = if dedicated {
            vec![]
        } else {
            vec!["--socket", socket.as_str()]
        };
        let mut client = serve(&nest, &words);
        let info = client.call("get_server_info", json!({}));
        let server = u32::try_from(info["pid"].as_u64().unwrap()).unwrap();
        signal("STOP", server);
        client.ask("list_panes", json!({}));
        client.ask("list_sessions", json!({}));
        client.close();
        assert!(client.ended(Duration::from_secs(4)).success());
        until("none of its processes is left", || {
            nest.left_with("source-file")
                .into_iter()
                .all(|pid| pid == server)
        });
        signal("CONT", server);
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_server_stopped_in_the_middle_of_a_run_gives_its_result_once_it_goes_on() {
    let nest = Nest::with_server();
    let words = ["--socket", &nest.socket(), "--command-timeout", DEADLINE];
    let mut client = serve(&nest, &words);
    let run =
        json!({ "pane_id": "%0", "command": "sleep 0.5; echo through; exit 4", "timeout": 60 });
    let id = client.ask("run_shell_command", run);
    nest.until_is("%0", "#{?#{@libtmux_mcp_runs},typed,}", "typed");
    let server = nest.server_pid();
    signal("STOP", server);
    // Looks fail meanwhile, and that is no end of the run.
    let error = client.refused("list_panes", json!({}));
    assert_eq!(error["kind"], "unresponsive");
    assert_eq!(client.answer_or_none(id, Duration::from_millis(800)), None);
    signal("CONT", server);
    let ran = client.answer(id)["result"]["structuredContent"].clone();
    assert_eq!(
        (&ran["outcome"], &ran["exit_status"]),
        (&json!("completed"), &json!(4)),
        "{ran}"
    );
    assert_eq!(lines(&ran, "output"), ["through"]);
}
