//! A tmux that is too old is refused before anything is asked of it; one that is newer than all that are known is used.

use serde_json::{Value, json};
use support::nest::Nest;
use support::release::{release, tmux};
use support::stdio::{self, Client};

use super::{ALL, PROGRAM, serve, soon};

/// A tmux that says another release of itself, and writes down what else it is asked.
fn posing(nest: &Nest, version: &str) -> String {
    let (asked, tmux) = (nest.text("asked"), tmux());
    let script = format!(
        "[ \"$1\" = -V ] && echo 'tmux {version}' && exit\necho x >> {asked}\nexec {tmux} \"$@\""
    );
    nest.script(&format!("bin/{version}"), &script)
}

fn check_refused(client: &mut Client, tool: &str, arguments: Value, words: &[&str]) {
    let error = soon(tool, || client.refused(tool, arguments));
    assert_eq!(error["kind"], "unsupported", "{tool}: {error}");
    assert_eq!(error["retryable"], false, "{tool}: {error}");
    for word in words {
        assert!(
            error.to_string().contains(word),
            "{tool}: {word:?} is not in {error}"
        );
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_tmux_before_3_2a_is_refused_and_starts_no_server() {
    let nest = Nest::new();
    for version in ["3.1c", "3.2", "2.9a", "1.8"] {
        let old = posing(&nest, version);
        let operator = nest.socket();
        for choice in [vec![], vec!["--socket", &operator, "--toolsets", ALL]] {
            let words = [&["--tmux", &old], &choice[..]].concat();
            let mut client = stdio::start(nest.program(PROGRAM, &words));
            client.initialize();
            let said = [
                format!("tmux {version},"),
                "3.2a or newer".into(),
                "--tmux".into(),
            ];
            let said: Vec<&str> = said.iter().map(String::as_str).collect();
            for (tool, arguments) in [
                ("list_sessions", json!({})),
                ("get_server_info", json!({})),
                ("create_session", json!({})),
                ("send_keys", json!({ "pane_id": "%0", "text": "x" })),
                (
                    "run_shell_command",
                    json!({ "pane_id": "%0", "command": "true" }),
                ),
            ] {
                check_refused(&mut client, tool, arguments, &said);
            }
            assert!(client.log().contains("too old"), "{}", client.log());
            client.leave();
        }
    }
    assert!(
        !nest.path("asked").exists(),
        "something was asked of an old tmux"
    );
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_release_that_nobody_knows_yet_is_used() {
    let nest = Nest::with_server();
    for version in ["3.99", "next-4.1", "5.0a", "openbsd-9.9"] {
        let unknown = posing(&nest, version);
        let mut client = serve(
            &nest,
            &[
                "--tmux",
                &unknown,
                "--socket",
                &nest.socket(),
                "--toolsets",
                ALL,
            ],
        );
        let ran = client.call(
            "run_shell_command",
            json!({ "pane_id": "%0", "command": "echo here" }),
        );
        assert_eq!(ran["output"], json!(["here"]), "{version}: {ran}");
        client.leave();
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_server_before_3_2a_is_refused_whatever_the_executable_is() {
    let nest = Nest::with_server();
    // What the server says of itself comes back as an old one's would; a release of as many characters, for rows say how
    // long they are.
    let known = release().to_string();
    let old = ["3.0", "3.1c", "3.1xx"]
        .into_iter()
        .find(|old| old.len() == known.len());
    let (old, tmux) = (old.unwrap(), tmux());
    let script = format!(
        "[ \"$1\" = -V ] && exec {tmux} -V\n{tmux} \"$@\" | LC_ALL=C sed 's/{known}/{old}/g'"
    );
    let posing = nest.script("bin/posing", &script);
    let words = ["--tmux", &posing, "--socket", &nest.socket()].map(str::to_owned);
    let words: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .chain(["--toolsets", ALL])
        .collect();
    let mut client = serve(&nest, &words);
    for (tool, arguments) in [
        ("list_panes", json!({})),
        ("get_server_info", json!({})),
        ("capture_pane", json!({ "pane_id": "%0" })),
        ("create_session", json!({})),
        ("send_keys", json!({ "pane_id": "%0", "text": "x" })),
        ("kill_pane", json!({ "pane_id": "%0" })),
        (
            "run_shell_command",
            json!({ "pane_id": "%0", "command": "true" }),
        ),
    ] {
        let said = ["server is too old", old, "3.2a or newer"];
        check_refused(&mut client, tool, arguments, &said);
    }
    assert_eq!(nest.says(&["list-panes", "-a", "-F", "#{pane_id}"]), "%0");
    client.leave();
}
