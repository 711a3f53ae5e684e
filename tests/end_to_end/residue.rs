//! F59, F60: what is left running, and what is not.

use std::os::unix::fs::MetadataExt;

use serde_json::json;
use support::nest::Nest;
use support::process::{self, children, signal, state, until};
use support::stdio;

use super::{PROGRAM, on_server};

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f60_three_hundred_mixed_calls_leave_no_defunct_child() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    let mut open = Vec::new();
    for round in 0..30 {
        for (tool, arguments) in [
            ("list_panes", json!({})),
            ("list_sessions", json!({})),
            ("capture_pane", json!({ "pane_id": "%0" })),
            ("get_pane_info", json!({ "pane_id": "%99" })),
            ("snapshot_pane", json!({ "pane_id": "%0" })),
            ("send_keys", json!({ "pane_id": "%0", "text": " " })),
            (
                "wait_for_text",
                json!({ "pane_id": "%0", "patterns": ["never"], "timeout": 60 }),
            ),
            (
                "capture_since",
                json!({ "pane_id": "%0", "wait_ms": 60_000 }),
            ),
            (
                "run_shell_command",
                json!({ "pane_id": "%0", "command": "" }),
            ),
            ("get_server_info", json!({})),
        ] {
            open.push((
                client.ask(tool, arguments),
                matches!(tool, "wait_for_text" | "capture_since"),
            ));
        }
        // Some are answered, some are called off, some at once.
        for (id, waits) in open.drain(..) {
            if waits || round % 5 == 4 {
                client.cancel(id);
            } else {
                client.answer(id);
            }
        }
    }
    let defunct = |client: &stdio::Client| {
        let mut defunct = children(client.pid());
        defunct.retain(|pid| state(*pid) == Some('Z'));
        defunct
    };
    client.ping();
    until("no child is defunct, and none runs", || {
        defunct(&client).is_empty() && children(client.pid()).is_empty()
    });
    client.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f60_the_server_that_is_born_holds_no_lock_no_pipe_and_no_terminal_of_ours() {
    let nest = Nest::new();
    let lock = nest.text("lock");
    let mut command = nest.command("sh");
    command.args(["-c", &format!("exec 9>{lock}; exec {PROGRAM}")]);
    let mut client = stdio::open(command);
    client.call("create_session", json!({}));
    let info = client.call("get_server_info", json!({}));
    let server = u32::try_from(info["pid"].as_u64().unwrap()).unwrap();
    client.leave();
    assert_eq!(process::holders(nest.path("lock").as_path()), [0; 0]);
    for descriptor in 0..3 {
        let open = std::fs::read_link(format!("/proc/{server}/fd/{descriptor}")).unwrap();
        assert_eq!(open.to_str(), Some("/dev/null"), "{descriptor}");
    }
    // It survives, in a session of its own, without a parent of ours.
    assert!(process::runs(server));
    assert_eq!(
        nest.says_on(
            &nest.dedicated(),
            &["list-sessions", "-F", "#{session_windows}"]
        ),
        "1"
    );
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f59_starts_and_kills_leave_no_client_no_session_and_no_process() {
    let nest = Nest::with_server();
    let sessions = nest.says(&["list-sessions"]);
    for _ in 0..10 {
        let mut client = on_server(&nest);
        client.call("list_panes", json!({}));
        client.ask(
            "wait_for_text",
            json!({ "pane_id": "%0", "patterns": ["never"], "timeout": 100 }),
        );
        client.ping();
        signal("KILL", client.pid());
    }
    assert_eq!(nest.says(&["list-clients"]), "");
    assert_eq!(nest.says(&["list-sessions"]), sessions);
    let server = nest.server_pid();
    until("no process is left but the server's", || {
        nest.left_with("tmux").into_iter().all(|pid| pid == server)
    });
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn what_waits_for_a_run_of_a_killed_program_ends_with_the_run() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    client.ask(
        "run_shell_command",
        json!({ "pane_id": "%0", "command": "sleep 1; exit 7", "timeout": 100 }),
    );
    nest.until_is("%0", "#{?#{@libtmux_mcp_runs},typed,}", "typed");
    signal("KILL", client.pid());
    let server = nest.server_pid();
    until("the run has ended, and its waiting tmux with it", || {
        let told = nest.says(&["show-options", "-p", "-v", "-t", "%0", "@libtmux_mcp_runs"]);
        told.ends_with(":7")
            && nest
                .left_with("source-file")
                .into_iter()
                .all(|pid| pid == server)
    });
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f60_a_program_that_ignores_its_hang_up_is_told_of() {
    let nest = Nest::with_server();
    let pane = nest.pane(&[
        "sh",
        "-c",
        "trap '' HUP; echo trapped; while :; do sleep 1; done",
    ]);
    nest.until_shown(&pane, "trapped");
    let pid = nest.says(&["display-message", "-p", "-t", &pane, "#{pane_pid}"]);
    let mut client = on_server(&nest);
    let ended = client.call("kill_pane", json!({ "pane_id": pane }));
    assert!(ended["note"].as_str().unwrap().contains(&pid), "{ended}");
    assert!(process::runs(pid.parse().unwrap()));
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn no_file_is_left_and_the_socket_is_the_owners_alone() {
    let nest = Nest::new();
    let mut client = stdio::open(nest.program(PROGRAM, &[]));
    client.call("create_session", json!({}));
    client.call(
        "run_shell_command",
        json!({ "command": "echo one\necho two" }),
    );
    client.call(
        "paste_text",
        json!({ "pane_id": "%0", "text": "x".repeat(100_000) }),
    );
    client.leave();
    let left: Vec<_> = std::fs::read_dir(nest.path("tmp")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(nest.says_on(&nest.dedicated(), &["list-buffers"]), "");
    assert_eq!(
        std::fs::metadata(nest.dedicated()).unwrap().mode() & 0o007,
        0
    );
}
