//! Runs whose pane, process or server ends under them, and panes where no shell answers.

use std::time::{Duration, Instant};

use rstest::rstest;
use serde_json::{Value, json};
use support::pane::ended;
use support::tools::Bench;
use tokio::join;

/// A run that never ends by itself, with what happens to it; the answer, and how long it took after that.
async fn run_while(bench: &Bench, act: impl AsyncFnOnce()) -> (Value, Duration) {
    let (answer, acted) = join!(bench.run("echo begun; sleep 300"), async {
        bench.server.until_screen("\nbegun").await;
        act().await;
        Instant::now()
    });
    (answer, acted.elapsed())
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn a_server_killed_hard_ends_a_run_within_a_second() {
    let bench = Bench::shell("bash", 80, 2000).await;
    let pid = bench.server.pid().to_string();
    let (answer, after) = run_while(&bench, async || {
        let killed = std::process::Command::new("kill")
            .args(["-9", &pid])
            .status();
        assert!(killed.unwrap().success());
    })
    .await;
    assert_eq!(answer["outcome"], "server_gone", "{answer}");
    assert!(after < Duration::from_secs(1), "{after:?}");
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn a_run_whose_shell_dies_in_a_kept_pane_ends_with_pane_died() {
    let bench = Bench::shell("bash", 80, 2000).await;
    bench
        .server
        .raw(&["set-option", "-g", "remain-on-exit", "on"]);
    let (answer, after) = run_while(&bench, async || {
        let pid = bench.server.says(&["display-message", "-p", "#{pane_pid}"]);
        let killed = std::process::Command::new("kill")
            .args(["-9", &pid])
            .status();
        assert!(killed.unwrap().success());
    })
    .await;
    assert_eq!(answer["outcome"], "pane_died", "{answer}");
    assert!(after < Duration::from_secs(1), "{after:?}");
    bench.server.until_nothing_is_left().await;
}

/// A pane whose shell will not answer: by hand so, and made to answer again by these keys.
#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash_loop("bash", "while :; do :; done", true)]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash_ps2("bash", "echo 'open", false)]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh_loop("zsh", "while :; do :; done", true)]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh_ps2("zsh", "echo 'open", false)]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash_loop("dash", "while :; do :; done", true)]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash_ps2("dash", "echo 'open", false)]
#[tokio::test]
async fn where_no_shell_answers_the_line_is_taken_back_and_does_nothing_later(
    #[case] shell: &str,
    #[case] stuck: &str,
    #[case] loops: bool,
) {
    let bench = Bench::shell(shell, 80, 2000).await;
    let made = bench.server.directory.path().join("made");
    bench.server.typed(stuck);
    let tail = &stuck[stuck.len() - 4..];
    bench.server.until_screen(tail).await;
    let arguments = json!({
        "pane_id": "%0", "command": format!("touch '{}'", made.display()), "timeout": 1,
    });
    let answer = bench.call("run_shell_command", arguments).await;
    assert_eq!(answer["outcome"], "timed_out", "{answer}");
    assert!(answer["resume"].is_null(), "{answer}");
    let note = answer["note"].as_str().unwrap();
    assert!(note.contains("No shell answered"), "{answer}");
    bench.server.until_nothing_is_left().await;
    let words = bench
        .server
        .says(&["display-message", "-p", "-t", "%0", "#{@libtmux_mcp_runs}"]);
    assert_eq!(words, "", "the run word is withdrawn");
    // The shell comes back and reads what was typed.
    if !loops {
        bench.server.typed("'");
    }
    bench.server.pressed("", &["C-c"]);
    bench.by_hand("true").await;
    bench.is_usable().await;
    assert!(!made.exists(), "the line did something");
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn a_run_that_was_started_and_never_read_can_be_resumed_and_is_taken_back() {
    let bench = Bench::shell("bash", 80, 2000).await;
    bench.server.typed("while :; do :; done");
    bench.server.until_screen("done").await;
    let token = bench.start("touch never").await;
    let answer = bench.resume(&token, 0.5).await;
    assert_eq!(answer["outcome"], "timed_out", "{answer}");
    assert!(answer["resume"].is_null(), "{answer}");
    bench.server.pressed("", &["C-c"]);
    bench.by_hand("true").await;
    bench.is_usable().await;
    ended(&bench.run("ls never 2>/dev/null; true").await, 0, &[]);
    bench.server.until_nothing_is_left().await;
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn nothing_is_left_of_a_run_that_a_signal_ends() {
    let bench = Bench::shell("bash", 80, 2000).await;
    let answer = bench.run("sh -c 'kill -9 $$'").await;
    assert_eq!(answer["exit_status"], 137, "{answer}");
    bench.server.until_nothing_is_left().await;
}
