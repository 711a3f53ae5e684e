//! Runs that outlive their call: what a timeout answers, what a token gives, and what holds the pane meanwhile.

use rstest::rstest;
use serde_json::{Value, json};
use support::pane::{ended, token};
use support::tools::{Bench, strings};

/// A command that goes on until the test lets it, by making the file `go` in the server's directory.
fn held(bench: &Bench, before: &str, after: &str) -> String {
    let go = bench.server.directory.path().join("go");
    format!(
        "{before}; while ! [ -e '{}' ]; do sleep 0.02; done; {after}",
        go.display()
    )
}

fn let_go(bench: &Bench) {
    std::fs::write(bench.server.directory.path().join("go"), "").unwrap();
}

#[rstest]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh("zsh")]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash("dash")]
#[cfg_attr(any(no_tmux, no_fish), ignore = "needs tmux and fish")]
#[case::fish("fish")]
#[tokio::test]
async fn a_timed_out_run_answers_what_it_printed_and_a_token_that_gives_the_rest(
    #[case] shell: &str,
) {
    let bench = Bench::shell(shell, 80, 2000).await;
    let command = held(&bench, "echo one; echo two", "echo three; exit 9");
    let answer = bench.run_for(&command, 1.0).await;
    assert_eq!(answer["outcome"], "timed_out", "{answer}");
    assert_eq!(answer["timed_out"], true, "{answer}");
    assert_eq!(answer["exit_status"], Value::Null, "{answer}");
    assert_eq!(strings(&answer["output"]), ["one", "two"], "{answer}");
    let token = token(&answer);
    let_go(&bench);
    ended(
        &bench.resume(&token, 30.0).await,
        9,
        &["one", "two", "three"],
    );
    // More than once, and from a second process.
    ended(
        &bench.resume(&token, 0.0).await,
        9,
        &["one", "two", "three"],
    );
    let arguments = json!({ "resume": token });
    let (answer, is_error) = bench
        .try_call_in(&bench.stranger(), "run_shell_command", arguments)
        .await;
    assert!(!is_error, "{answer}");
    ended(&answer, 9, &["one", "two", "three"]);
    bench.is_usable().await;
    bench.server.until_nothing_is_left().await;
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn a_second_process_waits_for_the_run_of_a_first() {
    let bench = Bench::shell("bash", 80, 2000).await;
    let token = bench.start(&held(&bench, "echo a", "echo b; exit 2")).await;
    let stranger = bench.stranger();
    let wait = bench.try_call_in(
        &stranger,
        "run_shell_command",
        json!({ "resume": token, "timeout": 30 }),
    );
    let own = bench.resume(&token, 30.0);
    // Both wait, and the end wakes both.
    let (theirs, ours, ()) = tokio::join!(wait, own, async {
        bench
            .server
            .becomes("both wait", |server| server.waiters() >= 2)
            .await;
        let_go(&bench);
    });
    assert!(!theirs.1, "{theirs:?}");
    ended(&theirs.0, 2, &["a", "b"]);
    ended(&ours, 2, &["a", "b"]);
    bench.server.until_nothing_is_left().await;
}

#[rstest]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh("zsh", 50)]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash("dash", 50)]
#[tokio::test]
async fn a_run_that_outran_the_history_gives_its_status_and_what_is_left(
    #[case] shell: &str,
    #[case] limit: u32,
) {
    let bench = Bench::shell(shell, 80, limit).await;
    let last = u64::from(limit) * 3;
    let command = held(&bench, &format!("seq 1 {last}"), "exit 4");
    let answer = bench.run_for(&command, 0.5).await;
    let token = token(&answer);
    bench.server.until_screen(&format!("\n{last}")).await;
    let going = bench.resume(&token, 0.0).await;
    assert_eq!(going["outcome"], "timed_out", "{going}");
    assert_eq!(going["framed"], false, "{going}");
    let_go(&bench);
    let answer = bench.resume(&token, 30.0).await;
    assert_eq!(answer["exit_status"], 4, "{answer}");
    assert_eq!(answer["framed"], false, "{answer}");
    let output = strings(&answer["output"]);
    let first: u64 = output[0].parse().unwrap();
    let left: Vec<String> = (first..=last).map(|n| n.to_string()).collect();
    assert_eq!(output, left, "consecutive, up to the last");
    bench.is_usable().await;
    // What was said of the run holds when it is asked for once more, with another run behind it.
    let answer = bench.resume(&token, 0.0).await;
    assert_eq!(answer["exit_status"], 4, "{answer}");
    assert_eq!(strings(&answer["output"]).last(), output.last(), "{answer}");
}
