//! Runs that outlive their call: what a timeout answers, what a token gives, and what holds the pane meanwhile.

use std::time::Duration;

use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::pane::{ended, token};
use support::tools::{Bench, strings};
use tokio::time::Instant;

use crate::every_backend;

/// A command that goes on until the test lets it: it reads a line, whose echo is an empty line of its output.
fn held(before: &str, after: &str) -> String {
    format!("{before}; read x; {after}")
}

/// Lets a held command go on, once it has printed this line: before that, the Enter would be no part of its output.
async fn let_go(bench: &Bench, printed: &str) {
    bench.server.until_screen(&format!("\n{printed}")).await;
    bench.server.typed("");
}

#[apply(every_backend)]
async fn a_timed_out_run_answers_what_it_printed_and_a_token_that_gives_the_rest(
    #[case] on: Backend,
) {
    let bench = on.bash().await;
    let command = held("echo one; echo two", "echo three; exit 9");
    let answer = bench.run_for(&command, 1.0).await;
    assert_eq!(answer["outcome"], "timed_out", "{answer}");
    assert_eq!(answer["timed_out"], true, "{answer}");
    assert_eq!(answer["exit_status"], Value::Null, "{answer}");
    assert_eq!(strings(&answer["output"]), ["one", "two"], "{answer}");
    let token = token(&answer);
    let_go(&bench, "two").await;
    ended(
        &bench.resume(&token, 30.0).await,
        9,
        &["one", "two", "", "three"],
    );
    // More than once, and from a second process.
    ended(
        &bench.resume(&token, 0.0).await,
        9,
        &["one", "two", "", "three"],
    );
    let arguments = json!({ "resume": token });
    let (answer, is_error) = bench
        .try_call_in(&bench.stranger(), "run_shell_command", arguments)
        .await;
    assert!(!is_error, "{answer}");
    ended(&answer, 9, &["one", "two", "", "three"]);
    bench.is_usable().await;
    bench.server.until_nothing_is_left().await;
}

#[apply(every_backend)]
async fn timeout_0_starts_the_command_and_answers_at_once(#[case] on: Backend) {
    let bench = on.bash().await;
    let started = Instant::now();
    let answer = bench.run_for(&held("echo a", "exit 3"), 0.0).await;
    assert!(started.elapsed() < Duration::from_secs(1));
    assert_eq!(answer["outcome"], "timed_out", "{answer}");
    assert_eq!(answer["effective_timeout"], 0.0, "{answer}");
    let token = token(&answer);
    let again = bench.resume(&token, 0.0).await;
    assert_eq!(again["outcome"], "timed_out", "{again}");
    assert_eq!(again["resume"], json!(token), "the same token goes on");
    let_go(&bench, "a").await;
    ended(&bench.resume(&token, 30.0).await, 3, &["a", ""]);
}

#[apply(every_backend)]
async fn f02_each_token_gives_its_own_status_and_output_in_any_order(#[case] on: Backend) {
    let bench = on.bash().await;
    let letters = ["A", "B", "C", "D"];
    let mut tokens = Vec::new();
    for (status, letter) in (1..).zip(letters) {
        let command = held(&format!("echo {letter}"), &format!("(exit {status})"));
        let first = bench.start(&command).await;
        // The next ones are refused as long as this one runs, and the refusal names it.
        for _ in 0..2 {
            let arguments = json!({ "pane_id": "%0", "command": "echo X; touch x", "timeout": 0 });
            let error = bench.refused("run_shell_command", arguments).await;
            assert_eq!(error["kind"], "busy", "{error}");
            assert_eq!(error["retryable"], true, "{error}");
            let recovery = error["recovery"].as_str().unwrap();
            assert!(recovery.contains(&first), "{error}");
        }
        let_go(&bench, letter).await;
        let answer = bench.resume(&first, 30.0).await;
        assert_eq!(answer["exit_status"], status, "{answer}");
        tokens.push(first);
    }
    for place in [3, 0, 2, 1, 3] {
        let answer = bench.resume(&tokens[place], 0.0).await;
        ended(&answer, place as u64 + 1, &[letters[place], ""]);
    }
}

#[apply(every_backend)]
async fn another_process_is_busy_too_and_gets_the_token(#[case] on: Backend) {
    let bench = on.bash().await;
    let first = bench.start(&held("echo a", "exit 6")).await;
    let arguments = json!({ "pane_id": "%0", "command": "echo X" });
    let (error, is_error) = bench
        .try_call_in(&bench.stranger(), "run_shell_command", arguments)
        .await;
    assert!(is_error, "{error}");
    assert_eq!(error["kind"], "busy", "{error}");
    assert!(
        error["recovery"].as_str().unwrap().contains(&first),
        "{error}"
    );
    let_go(&bench, "a").await;
    ended(&bench.resume(&first, 30.0).await, 6, &["a", ""]);
}

#[apply(every_backend)]
async fn a_token_holds_after_later_runs_and_after_the_seventeenth_no_more(#[case] on: Backend) {
    let bench = on.bash().await;
    let token = bench.start("echo first; exit 3").await;
    ended(&bench.resume(&token, 30.0).await, 3, &["first"]);
    for later in 1..16 {
        ended(
            &bench.run(&format!("echo {later}")).await,
            0,
            &[&later.to_string()],
        );
    }
    ended(&bench.resume(&token, 0.0).await, 3, &["first"]);
    bench.run("true").await;
    let error = bench
        .refused("run_shell_command", json!({ "resume": token }))
        .await;
    assert_eq!(error["kind"], "no_such_target", "{error}");
    assert!(error["recovery"].as_str().is_some(), "{error}");
}

#[apply(every_backend)]
async fn a_run_that_outran_the_history_gives_its_status_and_what_is_left(
    #[case] on: Backend,
    #[values(50, 2000)] limit: u32,
) {
    let bench = on.shell(80, limit).await;
    let last = u64::from(limit) * 3;
    let command = held(&format!("seq 1 {last}"), "exit 4");
    let answer = bench.run_for(&command, 0.5).await;
    let token = token(&answer);
    bench.server.until_screen(&format!("\n{last}")).await;
    let going = bench.resume(&token, 0.0).await;
    assert_eq!(going["outcome"], "timed_out", "{going}");
    assert_eq!(going["framed"], false, "{going}");
    let_go(&bench, &last.to_string()).await;
    let answer = bench.resume(&token, 30.0).await;
    assert_eq!(answer["exit_status"], 4, "{answer}");
    assert_eq!(answer["framed"], false, "{answer}");
    let output = strings(&answer["output"]);
    let first: u64 = output[0].parse().unwrap();
    let mut left: Vec<String> = (first..=last).map(|n| n.to_string()).collect();
    left.push(String::new());
    assert_eq!(output, left, "consecutive, up to the last");
    bench.is_usable().await;
    // What was said of the run holds when it is asked for once more, with another run behind it.
    let answer = bench.resume(&token, 0.0).await;
    assert_eq!(answer["exit_status"], 4, "{answer}");
    assert_eq!(strings(&answer["output"]).last(), output.last(), "{answer}");
}

#[apply(every_backend)]
async fn what_a_still_running_command_printed_is_told_when_its_beginning_is_out_of_reach(
    #[case] on: Backend,
) {
    let bench = on.shell(80, 50).await;
    let command = held("seq 1 500", "true");
    let answer = bench.run_for(&command, 1.0).await;
    assert_eq!(answer["outcome"], "timed_out", "{answer}");
    let output = strings(&answer["output"]);
    assert_eq!(output.last(), Some(&"500"), "{answer}");
    assert_eq!(answer["framed"], false, "{answer}");
    let_go(&bench, "500").await;
    assert_eq!(bench.resume(&token(&answer), 30.0).await["exit_status"], 0);
}

#[apply(every_backend)]
async fn command_and_resume_together_or_neither_are_invalid(#[case] on: Backend) {
    let bench = on.bash().await;
    let token = bench.start("true").await;
    bench.resume(&token, 30.0).await;
    // The prompt may come after the answer.
    let column = ["display-message", "-p", "-t", "%0", "#{cursor_x}"];
    bench.server.until(&column, |column| column != "0").await;
    let before = bench.server.everything();
    for arguments in [
        json!({ "command": "touch x", "resume": token }),
        json!({}),
        json!({ "pane_id": "%0", "command": "" }),
        json!({ "pane_id": "%0", "command": "echo a\u{0}b" }),
        json!({ "resume": "nonsense" }),
        json!({ "resume": format!("{token}0x") }),
    ] {
        let error = bench.refused("run_shell_command", arguments).await;
        assert_eq!(error["kind"], "invalid_argument", "{error}");
    }
    let arguments = json!({ "pane_id": "%0", "command": "x".repeat((64 << 10) + 1) });
    let error = bench.refused("run_shell_command", arguments).await;
    assert_eq!(error["kind"], "too_large", "{error}");
    assert_eq!(bench.server.everything(), before, "nothing was typed");
}
