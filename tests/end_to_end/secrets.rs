//! F56: what is typed is in no log, no command line, no environment, no buffer and no file.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use serde_json::{Value, json};
use support::nest::Nest;
use support::process::{all, until};

use super::{ALL, serve};

/// No other test, and no other process, knows it.
fn secret() -> String {
    format!("hunter2-{}", std::process::id())
}

/// Looks at the command lines and environments of all processes until it is told to stop.
struct Sampler {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<(usize, Vec<String>)>,
}

impl Sampler {
    fn start(secret: String) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        let own = std::process::id();
        let thread = std::thread::spawn(move || {
            let (mut looks, mut found) = (0, Vec::new());
            while !told.load(Ordering::Relaxed) {
                for pid in all().filter(|pid| *pid != own) {
                    for file in ["cmdline", "environ"] {
                        let raw = std::fs::read(format!("/proc/{pid}/{file}")).unwrap_or_default();
                        let text = String::from_utf8_lossy(&raw).into_owned();
                        if text.contains(&secret) {
                            found.push(format!("{file}: {text}"));
                        }
                    }
                }
                looks += 1;
            }
            (looks, found)
        });
        Self { stop, thread }
    }

    fn found(self) -> (usize, Vec<String>) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap()
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f56_what_is_typed_is_in_no_log_no_command_line_no_buffer_and_no_file() {
    let nest = Nest::with_server();
    let secret = secret();
    let cat = nest.pane(&["cat"]);
    let words = [
        "--socket",
        &nest.socket(),
        "--toolsets",
        ALL,
        "--log",
        "trace",
    ];
    let mut client = serve(&nest, &words);
    let sampler = Sampler::start(secret.clone());
    for _ in 0..5 {
        for command in [
            format!("echo {secret}; exit 3"),
            format!("cat <<'END'\n{secret}\nEND\n"),
            format!("x='{secret}'; echo \"${{#x}}\" \t ok"),
        ] {
            client.call(
                "run_shell_command",
                json!({ "pane_id": "%0", "command": command }),
            );
        }
        client.call(
            "send_keys",
            json!({ "pane_id": cat, "text": secret, "enter": true }),
        );
        client.call(
            "paste_text",
            json!({ "pane_id": cat, "text": format!("{secret}\n{secret}"), "enter": true }),
        );
        let wait = json!({ "pane_id": cat, "patterns": [secret], "timeout": 0.1 });
        client.call("wait_for_text", wait);
        client.call("capture_pane", json!({ "pane_id": cat }));
    }
    let (looks, found) = sampler.found();
    assert!(looks > 3, "{looks} looks");
    assert_eq!(found, [""; 0]);
    client.leave();
    assert!(!client.log().contains(&secret), "{}", client.log());
    assert_no_trace(&nest, &secret, &cat);
}

/// Neither a buffer, nor a file, nor an option holds it.
fn assert_no_trace(nest: &Nest, secret: &str, pane: &str) {
    assert!(!nest.says(&["list-buffers"]).contains("libtmux"));
    let left: Vec<_> = std::fs::read_dir(nest.path("tmp")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
    for scope in [
        &["-s"][..],
        &["-g"],
        &["-p", "-t", "%0"],
        &["-p", "-t", pane],
    ] {
        let options = nest.says(&[&["show-options"], scope].concat());
        assert!(!options.contains(secret), "{options}");
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn f52_a_rejected_secret_is_in_no_error_and_no_log() {
    let nest = Nest::with_server();
    let secret = format!("{} s3cr3t", secret());
    let words = [
        "--socket",
        &nest.socket(),
        "--toolsets",
        ALL,
        "--log",
        "trace",
    ];
    let mut client = serve(&nest, &words);
    for (tool, arguments) in [
        (
            "run_shell_command",
            json!({ "command": { "secret": secret } }),
        ),
        ("run_shell_command", json!({ "command": [secret] })),
        (
            "run_shell_command",
            json!({ "command": format!("{secret}\u{0}") }),
        ),
        (
            "run_shell_command",
            json!({ "pane_id": "%0", "command": "x", "resume": secret }),
        ),
        ("run_shell_command", json!({ "resume": secret })),
        ("send_keys", json!({ "pane_id": secret, "text": "x" })),
        (
            "send_keys",
            json!({ "pane_id": "%0", "text": { "a": secret } }),
        ),
        ("send_keys", json!({ "pane_id": "%0", "enter": secret })),
        ("send_keys", json!({ "pane_id": "%77", "text": secret })),
        ("paste_text", json!({ "pane_id": "%77", "text": secret })),
        (
            "paste_text",
            json!({ "pane_id": "%0", "text": secret, "bracketed": secret }),
        ),
        (
            "wait_for_text",
            json!({ "pane_id": "%0", "patterns": { "a": secret } }),
        ),
        (
            "capture_since",
            json!({ "pane_id": "%0", "cursor": secret }),
        ),
    ] {
        let error = client.refused(tool, arguments);
        assert!(!error.to_string().contains("s3cr3t"), "{tool}: {error}");
    }
    for line in [
        json!({ "jsonrpc": "2.0", "id": 900, "method": "tools/call", "params": { "name": 5, "arguments": secret } }),
        json!({ "jsonrpc": "2.0", "id": 901, "method": "tools/call", "params": { "name": "list_panes", "arguments": [secret] } }),
        json!({ "jsonrpc": "2.0", "id": 902, "password": secret }),
        json!([secret]),
        Value::from(secret.clone()),
    ] {
        client.raw(line.to_string().as_bytes());
        let answer = client
            .next_message(support::process::PATIENCE)
            .expect("an answer");
        assert!(
            answer["error"].is_object() && !answer.to_string().contains("s3cr3t"),
            "{answer}"
        );
    }
    client.raw(format!("{{\"x\": \"{secret}").as_bytes());
    let answer = client
        .next_message(support::process::PATIENCE)
        .expect("an answer");
    assert!(!answer.to_string().contains("s3cr3t"), "{answer}");
    client.leave();
    assert!(!client.log().contains("s3cr3t"), "{}", client.log());
    until("nothing was typed", || {
        !nest.screen("%0").contains("s3cr3t")
    });
}
