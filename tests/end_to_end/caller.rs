//! F40, F55: the program runs inside a pane of the very server that it serves, and spares that pane.

use std::fmt::Write;

use serde_json::{Value, json};
use support::nest::Nest;
use support::process::until;

use super::{ALL, PROGRAM};

/// What a call printed, and its exit status.
type Called = (Value, i32);

/// Runs the tools in a pane of the operator's server, through `call`; `PANE` in the arguments is that pane's own id.
/// Its session is `inside`; `before` stands in front of the program, `socket` is the server it is for.
fn inside(nest: &Nest, before: &str, socket: &str, calls: &[(&str, Value)]) -> Vec<Called> {
    let mut script = String::from("own=$TMUX_PANE\n");
    for (number, (tool, arguments)) in calls.iter().enumerate() {
        std::fs::write(
            nest.path(&format!("arguments.{number}")),
            arguments.to_string(),
        )
        .unwrap();
        writeln!(
            script,
            "{before} {PROGRAM} --socket {socket} --toolsets {ALL} call {tool} \
             \"$(sed \"s/PANE/$own/\" arguments.{number})\" >answer.{number} 2>>log\n\
             echo $? >status.{number}"
        )
        .unwrap();
    }
    script.push_str("touch done\nexec cat\n");
    let script = nest.script("inside", &script);
    nest.says(&[
        "new-session",
        "-d",
        "-s",
        "inside",
        "-x",
        "80",
        "-y",
        "24",
        &script,
    ]);
    until("all was called from inside the pane", || {
        nest.path("done").exists()
    });
    let read = |name: String| std::fs::read_to_string(nest.path(&name)).unwrap();
    (0..calls.len())
        .map(|number| {
            let answer = read(format!("answer.{number}"));
            let answer = serde_json::from_str(&answer)
                .unwrap_or_else(|_| panic!("{answer:?}; log: {}", read("log".to_owned())));
            (
                answer,
                read(format!("status.{number}")).trim().parse().unwrap(),
            )
        })
        .collect()
}

/// The pane that a listing marks as the caller's.
fn marked(listed: &Value) -> Vec<String> {
    let panes = listed["panes"].as_array().unwrap();
    let own = panes.iter().filter(|pane| pane["caller"] == true);
    own.map(|pane| pane["pane_id"].as_str().unwrap().to_owned())
        .collect()
}

/// What must be refused in the own pane.
fn risky() -> Vec<(&'static str, Value)> {
    vec![
        ("send_keys", json!({ "pane_id": "PANE", "keys": ["C-d"] })),
        ("paste_text", json!({ "pane_id": "PANE", "text": "exit\n" })),
        (
            "run_shell_command",
            json!({ "pane_id": "PANE", "command": "exit" }),
        ),
        ("kill_pane", json!({ "pane_id": "PANE" })),
        ("kill_session", json!({ "session": "inside" })),
    ]
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f40_the_own_pane_is_marked_and_neither_typed_into_nor_ended_with_or_without_the_variables() {
    for before in [
        "",
        "env -u TMUX -u TMUX_PANE",
        "env -u TMUX",
        "env -u TMUX_PANE",
        "env TMUX=stale,1,0",
    ] {
        let nest = Nest::with_server();
        let mut calls = vec![("list_panes", json!({}))];
        calls.extend(risky());
        let answers = inside(&nest, before, &nest.socket(), &calls);
        let own = nest.says(&["list-panes", "-t", "=inside", "-F", "#{pane_id}"]);
        assert_eq!(marked(&answers[0].0), [own.as_str()], "{before:?}");
        for ((tool, _), (error, status)) in calls.iter().zip(&answers).skip(1) {
            assert_eq!(
                (&error["kind"], *status),
                (&json!("refused"), 1),
                "{before:?} {tool}: {error}"
            );
            assert!(
                error["message"].as_str().unwrap().contains(&own),
                "{tool}: {error}"
            );
        }
        assert_eq!(
            nest.says(&["list-sessions", "-F", "#{session_name}"]),
            "inside\nwork"
        );
        assert_eq!(nest.screen(&own).trim(), "", "something was typed");
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f40_the_same_pane_id_on_another_socket_is_not_the_own_pane() {
    let nest = Nest::new();
    let other = nest.text("other");
    nest.says_on(
        &other,
        &[
            "new-session",
            "-d",
            "-s",
            "elsewhere",
            "-x",
            "80",
            "-y",
            "24",
            "cat",
        ],
    );
    let answers = inside(
        &nest,
        "",
        &other,
        &[
            ("list_panes", json!({})),
            (
                "send_keys",
                json!({ "pane_id": "%0", "text": "typed", "enter": true }),
            ),
            ("kill_pane", json!({ "pane_id": "%0" })),
        ],
    );
    assert_eq!(nest.says(&["list-panes", "-a", "-F", "#{pane_id}"]), "%0");
    assert_eq!(marked(&answers[0].0), [""; 0]);
    assert_eq!(answers[1].1, 0, "{}", answers[1].0);
    assert_eq!(answers[2].0["pane_ids"], json!(["%0"]), "{}", answers[2].0);
    assert_eq!(nest.screen("%0").trim(), "");
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f55_other_panes_are_free_and_an_explicit_word_ends_the_own_one() {
    let nest = Nest::with_server();
    let free = nest.pane(&["cat"]);
    let answers = inside(
        &nest,
        "",
        &nest.socket(),
        &[
            (
                "run_shell_command",
                json!({ "pane_id": "%0", "command": "exit 3" }),
            ),
            ("kill_pane", json!({ "pane_id": free })),
            (
                "kill_pane",
                json!({ "pane_id": "PANE", "confirm_self": false }),
            ),
        ],
    );
    assert_eq!(answers[0].0["exit_status"], 3, "{}", answers[0].0);
    assert_eq!(answers[1].0["pane_ids"], json!([free]), "{}", answers[1].0);
    let refused = &answers[2].0;
    assert!(
        refused["recovery"]
            .as_str()
            .unwrap()
            .contains("confirm_self"),
        "{refused}"
    );
    // Confirmed, the pane ends, and this program with it: nothing is left to write an answer to.
    let script = nest.script(
        "confirmed",
        &format!(
            "exec {PROGRAM} --socket {} --toolsets {ALL} call kill_pane \
             \"{{\\\"pane_id\\\":\\\"$TMUX_PANE\\\",\\\"confirm_self\\\":true}}\"",
            nest.socket()
        ),
    );
    nest.says(&["new-session", "-d", "-s", "confirmed", &script]);
    until("the confirmed ending has come", || {
        !nest
            .raw(&["has-session", "-t", "=confirmed"])
            .status
            .success()
    });
}
