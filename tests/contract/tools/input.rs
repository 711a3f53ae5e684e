//! `send_keys` and `paste_text`: bytes arrive exactly, keys are keys, and nothing of ours stays behind.

use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::samples::{TEXTS, drawn};
use support::tools::strings;

use crate::every_backend;

#[apply(every_backend)]
async fn f28_f29_every_text_arrives_as_it_is(#[case] on: Backend) {
    let bench = on.bench().await;
    let mut wanted = Vec::new();
    // As many as the screen holds, both ways.
    for texts in TEXTS.chunks(9) {
        for text in texts {
            bench.keys(json!({ "text": text, "enter": true })).await;
            bench.paste(text, true).await;
            let shown = drawn(text, 0, bench.server.release());
            wanted.extend([shown.clone(), shown]);
        }
        bench.keys(json!({ "text": "END" })).await;
        bench.server.until_screen("END").await;
        bench.keys(json!({ "enter": true })).await;
        wanted.push("END".to_owned());
    }
    let arguments = json!({ "pane_id": "%0", "history": true });
    let answer = bench.call("capture_pane", arguments).await;
    assert_eq!(strings(&answer["lines"]), wanted);
    assert_eq!(bench.server.buffers(), "");
}

#[apply(every_backend)]
async fn f29_what_is_no_key_is_refused_and_nothing_is_sent(
    #[case] on: Backend,
    #[values(
        json!({ "keys": ["Foo"] }),
        json!({ "keys": ["Enter", "ls -l"] }),
        json!({ "keys": ["0x41"] }),
        json!({}),
        json!({ "text": "", "keys": null, "enter": false }),
        json!({ "text": "a\u{0}b" }),
    )]
    arguments: Value,
) {
    let bench = on.bench().await;
    let mut arguments = arguments;
    arguments["pane_id"] = json!("%0");
    let error = bench.refused("send_keys", arguments).await;
    assert_eq!(error["kind"], "invalid_argument", "{error}");
    assert!(!error["recovery"].as_str().unwrap().is_empty(), "{error}");
    bench.keys(json!({ "text": "end" })).await;
    bench.server.until_screen("end").await;
    assert_eq!(bench.server.text().await, "end");
}

#[apply(every_backend)]
async fn f29_a_key_interrupts_without_an_enter_of_its_own(#[case] on: Backend) {
    let bench = on.bash().await;
    bench.by_hand("PS1='ready> '; clear").await;
    bench.server.typed("sleep 300");
    bench.server.until_command("sleep").await;
    bench.keys(json!({ "keys": ["C-c"] })).await;
    bench.server.until_command("bash").await;
    bench.keys(json!({ "text": "echo x$?" })).await;
    bench.server.until_screen("ready> echo x$?").await;
    let screen = bench.server.says(&["capture-pane", "-p", "-t", "%0"]);
    assert_eq!(screen.matches("ready> ").count(), 2, "{screen}");
    bench.keys(json!({ "enter": true })).await;
    bench.server.until_screen("\nx130").await;
}

#[apply(every_backend)]
async fn f31_nothing_of_a_paste_runs_before_enter_and_the_owners_buffer_stays(#[case] on: Backend) {
    let bench = on.bash().await;
    bench.server.raw(&["set-buffer", "MINE"]);
    bench.paste("echo one\necho two", false).await;
    bench.server.until_screen("echo two").await;
    let held = bench.server.held();
    assert!(!held.contains("\none"), "{held}");
    bench.keys(json!({ "enter": true })).await;
    bench.server.until_screen("\none\ntwo").await;
    assert_eq!(bench.server.says(&["show-buffer"]), "MINE");
    assert_eq!(bench.server.buffers().lines().count(), 1);
}

#[apply(every_backend)]
async fn f52_unambiguous_arguments_are_taken(
    #[case] on: Backend,
    #[values(
        ("run_shell_command", json!({ "pane_id": "%0", "command": "echo a", "timeout": "5" })),
        ("run_shell_command", json!({ "paneId": "%0", "command": "echo a", "timeout": 5.0 })),
        ("run_shell_command", json!({ "pane_id": "%0", "command": "echo a", "maxLines": "20.0" })),
        ("run_shell_command", json!({ "pane_id": "%0", "command": "echo a", "resume": null, "session": null })),
        ("send_keys", json!({ "pane_id": "%0", "text": "# a", "enter": "true" })),
        ("send_keys", json!({ "pane_id": "%0", "keys": "q" })),
    )]
    case: (&str, Value),
) {
    let (tool, arguments) = case;
    let bench = on.bash().await;
    bench.call(tool, arguments).await;
}

#[apply(every_backend)]
async fn f52_mistaken_arguments_are_named_and_nothing_is_typed(
    #[case] on: Backend,
    #[values(
        ("send_keys", json!({ "pane_id": 0, "text": "x" }), "pane_id"),
        ("send_keys", json!({ "pane_id": "0", "text": "x" }), "pane_id"),
        ("paste_text", json!({ "pane_id": "main", "text": "x" }), "pane_id"),
        ("run_shell_command", json!({ "pane_id": "%0", "comand": "x" }), "comand"),
        ("run_shell_command", json!({ "pane_id": "%0", "paneId": "%0", "command": "x" }), "pane_id"),
        ("run_shell_command", json!({ "pane_id": "%0", "command": { "secret": "hunter2" } }), "command"),
        ("run_shell_command", json!({ "pane_id": "%0", "command": "x", "timeout": "soon" }), "timeout"),
        ("send_keys", json!({}), "pane_id"),
    )]
    case: (&str, Value, &str),
) {
    let (tool, arguments, named) = case;
    let bench = on.bash().await;
    let before = bench.server.everything();
    let error = bench.refused(tool, arguments).await;
    assert_eq!(error["kind"], "invalid_argument", "{error}");
    assert!(
        error["message"].as_str().unwrap().contains(named),
        "{error}"
    );
    assert!(!error.to_string().contains("hunter2"), "{error}");
    assert_eq!(bench.server.everything(), before);
}

#[apply(every_backend)]
async fn f30_a_line_beyond_line_mode_is_warned_about(#[case] on: Backend) {
    let bench = on.bench().await;
    let pasted = bench.paste(&"x".repeat(5000), true).await;
    assert!(
        pasted["note"].as_str().unwrap().contains("4095"),
        "{pasted}"
    );
    let sent = bench.keys(json!({ "text": "x".repeat(5000) })).await;
    assert!(sent["note"].as_str().unwrap().contains("4095"), "{sent}");
}
