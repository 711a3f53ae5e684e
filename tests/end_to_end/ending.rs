//! How the program ends: with its client, within two seconds, with status 0, and with nothing left behind.

use std::fs::File;
use std::process::Stdio;
use std::time::Duration;

use serde_json::json;
use support::nest::Nest;
use support::process::{self, PATIENCE, children, signal, ticks, until};
use support::stdio;

use super::{PROGRAM, on_server, serve, timed};

/// Two seconds are promised; the rest is for a busy machine.
const END: Duration = Duration::from_secs(4);

/// Nothing of the program is left, and the user's sessions are.
fn assert_clean(nest: &Nest) {
    until("no process of the program is left", || {
        nest.left_with(PROGRAM).is_empty() && nest.left_with("source-file").is_empty()
    });
    assert_eq!(nest.says(&["has-session", "-t", "=work"]), "");
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn closing_the_input_ends_the_program_with_status_0() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    client.call("list_panes", json!({}));
    client.close();
    let (status, took) = timed(|| client.ended(END));
    assert_eq!(status.code(), Some(0));
    assert!(took < END, "{took:?}");
    assert_clean(&nest);
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn closing_the_input_in_the_middle_of_waits_and_runs_ends_them_too() {
    let nest = Nest::with_server();
    let other = nest.pane(&["cat"]);
    let mut client = on_server(&nest);
    let run = json!({ "pane_id": "%0", "command": "sleep 600", "timeout": 100 });
    client.ask("run_shell_command", run);
    let wait = json!({ "pane_id": other, "patterns": ["never"], "timeout": 100 });
    client.ask("wait_for_text", wait);
    nest.until_is("%0", "#{?#{@libtmux_mcp_runs},typed,}", "typed");
    until("a tmux waits", || !children(client.pid()).is_empty());
    client.close();
    assert_eq!(client.ended(END).code(), Some(0));
    assert_clean(&nest);
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn waits_for_channels_that_are_parked_end_with_the_program() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    for channel in ["a", "b", "c"] {
        let wait = json!({ "channel": channel, "timeout": 0 });
        let answer = client.call("wait_for_channel", wait);
        assert_eq!(answer["outcome"], "timed_out", "{answer}");
    }
    client.ask("wait_for_channel", json!({ "channel": "d" }));
    until("four wait", || children(client.pid()).len() == 4);
    client.close();
    let (status, took) = timed(|| client.ended(END));
    assert_eq!(status.code(), Some(0));
    assert!(took < END, "{took:?}");
    assert_clean(&nest);
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_quick_call_that_was_accepted_is_answered_before_the_end() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    client.call("list_panes", json!({}));
    let run = json!({ "pane_id": "%0", "command": "sleep 0.2; echo done" });
    let (list, run) = (
        client.ask("list_panes", json!({})),
        client.ask("run_shell_command", run),
    );
    client.close();
    assert!(client.answer_within(list, END)["result"].is_object());
    let ran = client.answer_within(run, END);
    assert_eq!(
        ran["result"]["structuredContent"]["exit_status"], 0,
        "{ran}"
    );
    assert_eq!(client.ended(END).code(), Some(0));
    assert_clean(&nest);
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn an_input_without_a_byte_ends_the_program_with_status_0() {
    let nest = Nest::with_server();
    for words in [vec![], vec!["--socket".to_owned(), nest.socket()]] {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut command = nest.program(PROGRAM, &words);
        command.stdin(File::open("/dev/null").unwrap());
        let (output, took) = timed(|| command.output().unwrap());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(output.stdout, b"");
        assert!(took < END, "{took:?}");
    }
    assert_clean(&nest);
    assert!(nest.left_with("libtmux-mcp").is_empty());
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_signal_ends_the_program_with_status_0_in_the_middle_of_a_run() {
    for name in ["TERM", "INT", "HUP"] {
        let nest = Nest::with_server();
        let mut client = on_server(&nest);
        let run = json!({ "pane_id": "%0", "command": "sleep 600", "timeout": 100 });
        client.ask("run_shell_command", run);
        nest.until_is("%0", "#{?#{@libtmux_mcp_runs},typed,}", "typed");
        signal(name, client.pid());
        assert_eq!(client.ended(END).code(), Some(0), "{name}");
        assert_clean(&nest);
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_client_killed_in_the_middle_of_a_wait_takes_the_program_with_it() {
    let nest = Nest::with_server();
    // The client: a shell that holds both ends of the program's pipes, and asks it for a long wait.
    let request = |id: u32, method: &str, params: serde_json::Value| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
    };
    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": { "name": "x", "version": "1" } });
    let wait = json!({ "name": "wait_for_text",
        "arguments": { "pane_id": "%0", "patterns": ["never"], "timeout": 100 } });
    let asked = format!(
        "{}\n{}\n",
        request(1, "initialize", hello),
        request(2, "tools/call", wait)
    );
    std::fs::write(nest.path("asked"), asked).unwrap();
    let script = format!(
        "mkfifo in out\n{PROGRAM} --socket {} <in >out 2>/dev/null &\nexec 3>in 4<out\ncat asked >&3\nread -r line <&4\necho \"$line\" >answered\nread -r line <&4",
        nest.socket()
    );
    let client = nest.script("client", &script);
    let mut child = nest.command(&client).spawn().unwrap();
    until("the program has answered its client", || {
        nest.path("answered")
            .metadata()
            .is_ok_and(|file| file.len() > 0)
    });
    assert!(!nest.left_with(PROGRAM).is_empty());
    child.kill().unwrap();
    child.wait().unwrap();
    process::until_within(END, "the program is gone", || {
        nest.left_with(PROGRAM).is_empty()
    });
    assert_clean(&nest);
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_client_that_stops_reading_for_good_ends_the_program_without_a_spin() {
    let nest = Nest::with_server();
    let mut command = nest.program(PROGRAM, &["--socket", &nest.socket()]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    drop(std::io::Write::write_all(
        &mut stdin,
        format!("{ping}\n").as_bytes(),
    ));
    let mut used = 0;
    until("the program ends though its input is open", || {
        if process::runs(child.id()) {
            used = ticks(child.id());
        }
        child.try_wait().unwrap().is_some()
    });
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(used < 100, "{used} ticks");
    assert_clean(&nest);
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_client_that_does_not_read_for_a_while_loses_no_answer() {
    let nest = Nest::with_server();
    let mut command = nest.program(PROGRAM, &["--socket", &nest.socket()]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    // Far more than a pipe holds, before the first byte is read.
    let writer = std::thread::spawn(move || {
        for id in 0..400 {
            let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": { "name": "x", "version": "1" } });
            let (method, params) = if id == 0 {
                ("initialize", params)
            } else {
                ("tools/list", json!({}))
            };
            let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
            std::io::Write::write_all(&mut stdin, format!("{request}\n").as_bytes()).unwrap();
        }
        stdin
    });
    assert!(process::holds_for(Duration::from_millis(300), || {
        process::runs(child.id())
    }));
    let mut read = std::io::BufReader::new(stdout);
    let mut answers = 0;
    while answers < 400 {
        let mut line = String::new();
        assert!(std::io::BufRead::read_line(&mut read, &mut line).unwrap() > 0);
        assert!(line.contains("\"result\""), "{line}");
        answers += 1;
    }
    drop(writer.join().unwrap());
    process::until_within(PATIENCE, "it ends", || child.try_wait().unwrap().is_some());
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_client_that_leaves_before_the_handshake_ends_the_program_too() {
    let nest = Nest::with_server();
    let mut client = stdio::start(nest.program(PROGRAM, &["--socket", &nest.socket()]));
    client.raw(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    assert!(client.answer_within(1, PATIENCE)["result"].is_object());
    client.close();
    assert_eq!(client.ended(END).code(), Some(0));
    assert_clean(&nest);
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f60_a_session_that_the_program_made_outlives_it() {
    let nest = Nest::with_server();
    let mut client = serve(&nest, &["--socket", &nest.socket()]);
    client.call("create_session", json!({ "name": "kept" }));
    client.leave();
    assert_eq!(nest.says(&["has-session", "-t", "=kept"]), "");
    assert_clean(&nest);
}
