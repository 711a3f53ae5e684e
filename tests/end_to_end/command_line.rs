//! The command line: what it prints, where, and the exit status.

use std::process::{Output, Stdio};

use serde_json::{Value, json};
use support::nest::Nest;
use support::process::{children, signal, until};

use super::PROGRAM;

fn run(nest: &Nest, words: &[&str]) -> (i32, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = nest.program(PROGRAM, words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        status.code().expect("an exit status"),
        text(stdout),
        text(stderr),
    )
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn call_prints_the_answer_and_ends_with_0_1_or_2() {
    let nest = Nest::with_server();
    let socket = nest.socket();
    let call = |words: &[&str]| {
        run(
            &nest,
            &[&["--socket", socket.as_str(), "call"], words].concat(),
        )
    };
    let (status, out, err) = call(&["list_panes"]);
    assert_eq!((status, err.as_str()), (0, ""));
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["panes"][0]["pane_id"], "%0");
    let (status, out, _) = call(&[
        "run_shell_command",
        r#"{"pane_id":"%0","command":"exit 9"}"#,
    ]);
    let answer: Value = serde_json::from_str(&out).unwrap();
    // The tool's own success: the command's status is in the answer.
    assert_eq!((status, &answer["exit_status"]), (0, &json!(9)));
    let (status, out, _) = call(&["get_pane_info", r#"{"pane_id":"%99"}"#]);
    let error: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &error["kind"]), (1, &json!("no_such_target")));
    for (words, said) in [
        (&["list_pains"][..], "list_panes"),
        (&["kill_pane", r#"{"pane_id":"%0"}"#], "LIBTMUX_TOOLSETS"),
        (&["list_panes", "{"], "not JSON"),
        (&["list_panes", "[]"], "JSON object"),
        (&[], "--help"),
    ] {
        let (status, out, err) = call(words);
        assert_eq!((status, out.as_str()), (2, ""), "{words:?}");
        assert!(err.contains(said), "{words:?}: {err}");
    }
    assert_eq!(nest.says(&["list-panes", "-a", "-F", "#{pane_id}"]), "%0");
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn call_resumes_in_a_second_process_what_the_first_began() {
    let nest = Nest::with_server();
    let socket = nest.socket();
    let call = |tool: &str, arguments: Value| -> Value {
        let (_, out, err) = run(
            &nest,
            &["--socket", &socket, "call", tool, &arguments.to_string()],
        );
        serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out} {err}"))
    };
    let begun = call(
        "run_shell_command",
        json!({ "command": "sleep 0.3; echo late; exit 4", "timeout": 0 }),
    );
    assert_eq!(begun["outcome"], "timed_out", "{begun}");
    let ended = call("run_shell_command", json!({ "resume": begun["resume"] }));
    assert_eq!(
        (&ended["exit_status"], &ended["output"]),
        (&json!(4), &json!(["late"]))
    );
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn an_interrupted_call_ends_at_once_and_leaves_no_process() {
    let arguments = json!({ "pane_id": "%0", "patterns": ["never"], "timeout": 100 }).to_string();
    for (name, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let nest = Nest::with_server();
        let words = ["-S", &nest.socket(), "call", "wait_for_text", &arguments];
        let mut command = nest.program(PROGRAM, &words);
        let mut child = command.stdout(Stdio::null()).spawn().unwrap();
        // Its first tmux is that of the start, or already one that looks.
        until("it asks tmux", || !children(child.id()).is_empty());
        signal(name, child.id());
        assert_eq!(child.wait().unwrap().code(), Some(status), "{name}");
        let server = nest.server_pid();
        until("nothing is left", || {
            let mut left = nest.left_with("source-file").into_iter();
            left.all(|pid| pid == server)
        });
    }
}

#[test]
fn tools_are_listed_for_people_and_for_programs_without_tmux() {
    let nest = Nest::new();
    let (status, out, _) = run(&nest, &["--tmux", "/nonexistent", "tools"]);
    assert_eq!(status, 0);
    for tool in ["list_panes", "run_shell_command", "kill_pane"] {
        assert!(
            out.lines().any(|line| line.starts_with(tool)),
            "{tool}: {out}"
        );
    }
    let (status, out, _) = run(&nest, &["--socket-name", "x", "tools"]);
    let hidden = out
        .lines()
        .find(|line| line.starts_with("kill_pane"))
        .unwrap();
    assert!(status == 0 && hidden.contains("(hidden)"), "{hidden}");
    let (status, out, _) = run(&nest, &["--toolsets", "inspect", "tools", "--json"]);
    let listed: Value = serde_json::from_str(&out).unwrap();
    let tools = listed["tools"].as_array().unwrap();
    assert!(
        status == 0
            && tools
                .iter()
                .all(|tool| tool["inputSchema"]["type"] == "object")
    );
    assert!(!tools.iter().any(|tool| tool["name"] == "send_keys"));
    assert!(nest.left().is_empty());
}

#[test]
fn version_and_help_go_to_standard_output_with_status_0() {
    let nest = Nest::new();
    let (status, out, err) = run(&nest, &["--version"]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.starts_with("libtmux-mcp 0."), "{out}");
    for words in [&["--help"][..], &["call", "--help"]] {
        let (status, out, err) = run(&nest, words);
        assert_eq!((status, err.as_str()), (0, ""));
        for flag in [
            "--socket",
            "LIBTMUX_SOCKET_PATH",
            "--toolsets",
            "LIBTMUX_TOOLSETS",
        ] {
            assert!(out.contains(flag), "{words:?}: {flag}");
        }
    }
    let (status, out, err) = run(&nest, &["no-such-command"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("no-such-command"), "{err}");
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn the_demo_plays_a_whole_session_and_cleans_up_after_itself() {
    let nest = Nest::new();
    let (status, out, err) = run(&nest, &["demo"]);
    assert_eq!(status, 0, "{out} {err}");
    for tool in ["create_session", "run_shell_command", "wait_for_text"] {
        assert!(out.contains(&format!("-> {tool} ")), "{tool}: {out}");
    }
    until("nothing of it runs", || nest.left().is_empty());
    assert_eq!(std::fs::read_dir(nest.path("tmp")).unwrap().count(), 0);
    let (status, out, err) = run(&nest, &["--tmux", "/nonexistent", "demo"]);
    assert!(
        status == 0 && out.contains("apt-get install tmux"),
        "{out} {err}"
    );
}
