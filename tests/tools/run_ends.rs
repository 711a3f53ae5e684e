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

#[rstest]
#[case::killed(&["kill-pane", "-t", "%0"], "pane_died")]
#[case::its_window_killed(&["kill-window", "-t", "@0"], "pane_died")]
#[case::respawned(&["respawn-pane", "-k", "-t", "%0"], "pane_died")]
#[case::server_killed(&["kill-server"], "server_gone")]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn a_run_ends_within_a_second_of(#[case] act: &[&str], #[case] outcome: &str) {
    let bench = Bench::shell("bash", 80, 2000).await;
    // The server outlives this pane.
    let kept = bench.server.raw(&["new-session", "-d", "-s", "kept"]);
    assert!(kept.status.success());
    let (answer, after) = run_while(&bench, async || {
        bench.server.raw(act);
    })
    .await;
    assert_eq!(answer["outcome"], outcome, "{answer}");
    assert!(answer["exit_status"].is_null(), "{answer}");
    assert!(answer["resume"].is_null(), "{answer}");
    assert!(after < Duration::from_secs(1), "{after:?}");
    if outcome == "pane_died" {
        bench.server.until_nothing_is_left().await;
    }
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

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn a_token_of_an_ended_pane_or_another_life_says_so() {
    let bench = Bench::shell("bash", 80, 2000).await;
    bench.server.raw(&["new-session", "-d", "-s", "kept"]);
    let token = bench.start("sleep 300").await;
    bench.server.raw(&["respawn-pane", "-k", "-t", "%0"]);
    let (answer, is_error) = bench
        .try_call("run_shell_command", json!({ "resume": token }))
        .await;
    assert!(
        (is_error && answer["kind"] == "no_such_target") || answer["outcome"] == "pane_died",
        "{answer}"
    );
    bench.server.raw(&["kill-pane", "-t", "%0"]);
    let answer = bench.resume(&token, 30.0).await;
    assert_eq!(answer["outcome"], "pane_died", "{answer}");
    bench.server.raw(&["kill-server"]);
    // Nobody answers; then another life with the same pane id does.
    let answer = bench.resume(&token, 30.0).await;
    assert_eq!(answer["outcome"], "server_gone", "{answer}");
    bench
        .server
        .becomes("a second life", |server| {
            server
                .raw(&["new-session", "-d", "bash --norc"])
                .status
                .success()
        })
        .await;
    let answer = bench.resume(&token, 30.0).await;
    assert_eq!(answer["outcome"], "server_gone", "{answer}");
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn after_a_respawn_the_pane_is_not_busy_with_the_run_of_before() {
    let bench = Bench::shell("bash", 80, 2000).await;
    bench.start("sleep 300").await;
    let respawned = bench.server.raw(&["respawn-pane", "-k", "-t", "%0"]);
    assert!(respawned.status.success());
    bench.server.until_command("bash").await;
    bench.is_usable().await;
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

#[rstest]
#[case::completed("true")]
#[case::failed("exit 3")]
#[case::a_signal("sh -c 'kill -9 $$'")]
#[case::a_syntax_error("echo 'open")]
#[case::a_large_one("large")]
#[case::timed_out("sleep 300")]
#[case::cancelled("cancelled")]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn nothing_is_left_of_a_run_and_the_owners_buffer_stays_on_top(#[case] command: &str) {
    let bench = Bench::shell("bash", 80, 2000).await;
    bench.server.raw(&["set-buffer", "MINE"]);
    let large = format!("true {}", "x".repeat(40 << 10));
    let command = if command == "large" { &large } else { command };
    let arguments = json!({ "pane_id": "%0", "command": command, "timeout": 1 });
    if command == "cancelled" {
        let arguments = json!({ "pane_id": "%0", "command": "echo begun; sleep 300" });
        let call = bench.call("run_shell_command", arguments);
        tokio::select! {
            answer = call => panic!("{answer}"),
            () = bench.server.until_screen("\nbegun") => {}
        }
    } else {
        bench.call("run_shell_command", arguments).await;
    }
    bench.server.until_nothing_is_left().await;
    assert_eq!(bench.server.says(&["show-buffer"]), "MINE");
    assert_eq!(bench.server.buffers().lines().count(), 1);
}
