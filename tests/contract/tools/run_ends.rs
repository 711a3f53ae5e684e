//! Runs whose pane, process or server ends under them, and panes where no shell answers.

use std::time::Duration;

use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::tools::Bench;
use tokio::join;
use tokio::time::Instant;

use crate::every_backend;

/// A run that never ends by itself, with what happens to it; the answer, and how long it took after that.
async fn run_while(bench: &Bench, act: impl AsyncFnOnce()) -> (Value, Duration) {
    let (answer, acted) = join!(bench.run("echo begun; sleep 300"), async {
        bench.server.until_screen("\nbegun").await;
        act().await;
        Instant::now()
    });
    (answer, acted.elapsed())
}

#[apply(every_backend)]
async fn a_run_ends_within_a_second_of(
    #[case] on: Backend,
    #[values(
        (&["kill-pane", "-t", "%0"][..], "pane_died"),
        (&["kill-window", "-t", "@0"][..], "pane_died"),
        (&["respawn-pane", "-k", "-t", "%0"][..], "pane_died"),
        (&["kill-server"][..], "server_gone"),
    )]
    case: (&[&str], &str),
) {
    let (act, outcome) = case;
    let bench = on.bash().await;
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
    let soon = bench.server.patience(Duration::from_secs(1));
    assert!(after < soon, "{after:?}");
    if outcome == "pane_died" {
        bench.server.until_nothing_is_left().await;
    }
}

#[apply(every_backend)]
async fn a_token_of_an_ended_pane_or_another_life_says_so(#[case] on: Backend) {
    let bench = on.bash().await;
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
                .raw(&["new-session", "-d", "exec bash --norc"])
                .status
                .success()
        })
        .await;
    let answer = bench.resume(&token, 30.0).await;
    assert_eq!(answer["outcome"], "server_gone", "{answer}");
}

#[apply(every_backend)]
async fn after_a_respawn_the_pane_is_not_busy_with_the_run_of_before(#[case] on: Backend) {
    let bench = on.bash().await;
    bench.start("sleep 300").await;
    let respawned = bench.server.raw(&["respawn-pane", "-k", "-t", "%0"]);
    assert!(respawned.status.success());
    bench.server.until_command("bash").await;
    bench.is_usable().await;
}

#[apply(every_backend)]
async fn f56_nothing_is_left_of_a_run_and_the_owners_buffer_stays_on_top(
    #[case] on: Backend,
    #[values("true", "exit 3", "echo 'open", "large", "sleep 300", "cancelled")] command: &str,
) {
    let bench = on.bash().await;
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
