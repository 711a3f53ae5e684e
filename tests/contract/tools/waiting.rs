//! `wait_for_text` on a real tmux: what matches, what never does, and what ends it.

use std::time::Duration;

use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::tools::{Bench, strings};
use tokio::time::Instant;

use crate::every_backend;

fn elapsed(answer: &Value) -> f64 {
    answer["elapsed_seconds"].as_f64().unwrap()
}

#[apply(every_backend)]
async fn f09_the_typed_command_line_does_not_match(
    #[case] on: Backend,
    #[values("sleep 0.7; echo TERMINE", "sleep 0.7; echo TERM\"\"INE")] line: &str,
) {
    let bench = on.bash().await;
    bench.type_line(line).await;
    let answer = bench
        .wait_for(json!({ "patterns": ["TERMINE"], "timeout": 10 }))
        .await;
    assert_eq!(
        (&answer["outcome"], &answer["line"]),
        (&json!("matched"), &json!("TERMINE")),
        "{answer}"
    );
    assert!(elapsed(&answer) > 0.2, "{answer}");
}

#[apply(every_backend)]
async fn a_framed_command_line_is_echo_too(#[case] on: Backend) {
    let bench = on.bash().await;
    let run = bench
        .call(
            "run_shell_command",
            json!({ "pane_id": "%0", "command": bench.server.later("echo FRAMED-MARK"), "timeout": 0 }),
        )
        .await;
    assert_eq!(run["timed_out"], true, "{run}");
    let answer = bench
        .wait_for(json!({ "patterns": ["FRAMED-MARK"], "timeout": 10 }))
        .await;
    assert_eq!(
        (&answer["outcome"], &answer["line"]),
        (&json!("matched"), &json!("FRAMED-MARK")),
        "{answer}"
    );
}

#[apply(every_backend)]
async fn f14_a_pattern_across_the_pane_edge_is_found_on_its_logical_line(#[case] on: Backend) {
    let bench = on.shell(30, 2_000).await;
    bench
        .type_line(
            &bench
                .server
                .later("echo xxxxxxxxxxxxxxxx Build fail\"\"ed: module not found"),
        )
        .await;
    let line = "xxxxxxxxxxxxxxxx Build failed: module not found";
    let answer = bench
        .wait_for(json!({ "patterns": ["Build failed: module not found"], "timeout": 10 }))
        .await;
    assert_eq!(
        (&answer["outcome"], &answer["line"]),
        (&json!("matched"), &json!(line)),
        "{answer}"
    );
    let answer = bench
        .wait_for(json!({ "patterns": ["module not found$"], "regex": true, "timeout": 0 }))
        .await;
    assert_eq!(answer["outcome"], "present_at_entry", "{answer}");
}

#[apply(every_backend)]
async fn text_that_scrolled_past_between_looks_is_found(#[case] on: Backend) {
    let bench = on.bash().await;
    bench
        .type_line(&bench.server.later("seq 1 200; echo NEED\"\"LE; seq 1 1500"))
        .await;
    let answer = bench
        .wait_for(json!({ "patterns": ["NEEDLE"], "timeout": 10 }))
        .await;
    assert_eq!(
        (&answer["outcome"], &answer["line"]),
        (&json!("matched"), &json!("NEEDLE")),
        "{answer}"
    );
}

#[apply(every_backend)]
async fn the_row_being_drawn_counts(#[case] on: Backend) {
    let bench = on.bash().await;
    bench
        .type_line(&bench.server.later("printf Pass; printf 'word: '; read x"))
        .await;
    let answer = bench
        .wait_for(json!({ "patterns": ["Password:"], "timeout": 10 }))
        .await;
    assert_eq!(
        (&answer["outcome"], &answer["line"]),
        (&json!("matched"), &json!("Password:")),
        "{answer}"
    );
}

#[apply(every_backend)]
async fn what_stands_there_at_entry_answers_at_once_and_with_the_cursor_the_next_one_is_waited_for(
    #[case] on: Backend,
) {
    let bench = on.bash().await;
    bench.run("echo READY").await;
    let present = bench
        .wait_for(json!({ "patterns": ["nope", "READY"], "timeout": 10 }))
        .await;
    assert_eq!(
        (&present["outcome"], &present["pattern"], &present["line"]),
        (&json!("present_at_entry"), &json!("READY"), &json!("READY")),
        "{present}"
    );
    assert!(present["note"].as_str().unwrap().contains("cursor"));
    let ready = bench.server.later("echo REA\"\"DY");
    bench.type_line(&ready).await;
    let next = bench
        .wait_for(json!({ "patterns": ["READY"], "cursor": present["cursor"], "timeout": 10 }))
        .await;
    assert_eq!(
        (&next["outcome"], &next["continuous"]),
        (&json!("matched"), &json!(true)),
        "{next}"
    );
    assert!(elapsed(&next) > 0.1, "{next}");
    // What follows a cursor counts although it stands there already.
    let again = bench
        .wait_for(json!({ "patterns": ["READY"], "cursor": present["cursor"], "timeout": 10 }))
        .await;
    assert_eq!(again["outcome"], "matched", "{again}");
}

#[apply(every_backend)]
async fn a_stop_ends_the_wait_but_never_by_what_stood_there_at_entry(#[case] on: Backend) {
    let bench = on.bash().await;
    bench.run("echo ERROR: old").await;
    let error = bench.server.later("echo ERR\"\"OR: new");
    bench.type_line(&error).await;
    let answer = bench
        .wait_for(json!({ "patterns": ["DONE"], "stop": ["ERROR"], "timeout": 10 }))
        .await;
    assert_eq!(
        (&answer["outcome"], &answer["pattern"], &answer["line"]),
        (&json!("stopped"), &json!("ERROR"), &json!("ERROR: new")),
        "{answer}"
    );
}

#[apply(every_backend)]
async fn f53_zero_looks_once_and_a_huge_timeout_is_clamped(#[case] on: Backend) {
    let bench = on.bash().await;
    let answer = bench
        .wait_for(json!({ "patterns": ["NEVER"], "timeout": 0 }))
        .await;
    assert_eq!(
        (&answer["outcome"], &answer["effective_timeout"]),
        (&json!("timed_out"), &json!(0.0)),
        "{answer}"
    );
    bench.run("echo THERE").await;
    let answer = bench
        .wait_for(json!({ "patterns": ["THERE"], "timeout": 1e9 }))
        .await;
    assert_eq!(answer["effective_timeout"], 120.0, "{answer}");
}

#[apply(every_backend)]
async fn text_drawn_on_the_alternate_screen_is_found(#[case] on: Backend) {
    let bench = on.bash().await;
    let drawn = bench.server.later("printf '\\033[5;5HMe''nu'; read x");
    bench
        .type_line(&format!("printf '\\033[?1049h\\033[H'; {drawn}"))
        .await;
    let answer = bench
        .wait_for(json!({ "patterns": ["Menu"], "timeout": 10 }))
        .await;
    assert_eq!(answer["outcome"], "matched", "{answer}");
}

#[apply(every_backend)]
async fn f21_a_killed_pane_ends_the_wait_within_a_second(#[case] on: Backend) {
    let bench = on.bash().await;
    bench.server.raw(&["new-session", "-d", "sleep 99"]);
    let (answer, since) = while_waiting(&bench, &["kill-pane", "-t", "%0"]).await;
    assert_eq!(answer["outcome"], "pane_died", "{answer}");
    assert!(since < soon(&bench), "{since}");
}

#[apply(every_backend)]
async fn f21_a_respawned_pane_ends_the_wait_and_the_note_says_so(#[case] on: Backend) {
    let bench = on.bash().await;
    let (answer, since) =
        while_waiting(&bench, &["respawn-pane", "-k", "-t", "%0", "sleep 99"]).await;
    assert_eq!(answer["outcome"], "pane_died", "{answer}");
    assert!(
        answer["note"].as_str().unwrap().contains("respawned"),
        "{answer}"
    );
    assert!(since < soon(&bench), "{since}");
}

#[apply(every_backend)]
async fn f21_a_dead_pane_ends_the_wait_with_its_last_lines(#[case] on: Backend) {
    let bench = on.bash().await;
    bench
        .server
        .raw(&["set-option", "-w", "-t", "@0", "remain-on-exit", "on"]);
    let (answer, since) = while_waiting(
        &bench,
        &["send-keys", "-t", "%0", "echo last; exit 7", "Enter"],
    )
    .await;
    assert_eq!(answer["outcome"], "pane_died", "{answer}");
    assert!(strings(&answer["lines"]).contains(&"last"), "{answer}");
    let note = answer["note"].as_str().unwrap();
    // 3.3a loses the status now and then (tmux-facts 5.6).
    assert!(
        note.contains("exited with 7") || note.contains("has ended"),
        "{note}"
    );
    assert!(since < soon(&bench), "{since}");
}

#[apply(every_backend)]
async fn a_dead_server_ends_the_wait_within_a_second(#[case] on: Backend) {
    let bench = on.bash().await;
    let (answer, since) = while_waiting(&bench, &["kill-server"]).await;
    assert_eq!(answer["outcome"], "server_gone", "{answer}");
    assert!(since < soon(&bench), "{since}");
}

/// Within a second, in seconds.
fn soon(bench: &Bench) -> f64 {
    bench.server.patience(Duration::from_secs(1)).as_secs_f64()
}

/// Waits for what never comes, while a raw tmux does something; the seconds that the answer took after that.
async fn while_waiting(bench: &Bench, args: &[&str]) -> (Value, f64) {
    let waiting = bench.wait_for(json!({ "patterns": ["NEVER"], "timeout": 20 }));
    tokio::pin!(waiting);
    // Polled until it is looking: the first looks take a few milliseconds.
    let looking = bench.server.patience(Duration::from_millis(300));
    let begun = tokio::time::timeout(looking, &mut waiting).await;
    assert!(begun.is_err(), "{begun:?}");
    let done = Instant::now();
    bench.server.raw(args);
    let answer = waiting.await;
    (answer, done.elapsed().as_secs_f64())
}

#[apply(every_backend)]
async fn f26_a_spinner_is_not_idle_and_the_note_says_when_it_last_changed(#[case] on: Backend) {
    let bench = on.bench().await;
    let spin = async {
        loop {
            bench.server.pressed("x", &[]);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let answer = tokio::select! {
        answer = bench.wait_for(json!({ "idle_ms": 800, "timeout": 2 })) => answer,
        () = spin => unreachable!(),
    };
    assert_eq!(answer["outcome"], "timed_out", "{answer}");
    assert!(
        answer["note"].as_str().unwrap().contains("changing"),
        "{answer}"
    );
}

#[apply(every_backend)]
async fn f26_a_slow_program_is_idle_only_once_it_stops(#[case] on: Backend) {
    let bench = on.bash().await;
    bench
        .type_line("echo 1; sleep .5; echo 2; sleep .5; echo 3; cat")
        .await;
    bench.server.until_screen("\n1").await;
    let answer = bench
        .wait_for(json!({ "idle_ms": 900, "timeout": 10 }))
        .await;
    assert_eq!(answer["outcome"], "idle", "{answer}");
    assert!(elapsed(&answer) > 1.5, "{answer}");
}

#[apply(every_backend)]
async fn f26_a_silent_pane_is_idle_after_just_so_long(#[case] on: Backend) {
    let bench = on.bash().await;
    let answer = bench
        .wait_for(json!({ "idle_ms": 500, "timeout": 10 }))
        .await;
    assert_eq!(answer["outcome"], "idle", "{answer}");
    let late = 0.5 + soon(&bench);
    assert!((0.5..late).contains(&elapsed(&answer)), "{answer}");
}

#[apply(every_backend)]
async fn a_wrong_wait_is_told_what_is_wrong(
    #[case] on: Backend,
    #[values(
        (json!({}), "patterns"),
        (json!({ "patterns": [""] }), "patterns"),
        (json!({ "patterns": ["ok", "("], "regex": true }), "pattern 1"),
        (json!({ "patterns": ["x"], "cursor": "ltxc1.zz.1" }), "cursor"),
    )]
    case: (Value, &str),
) {
    let (arguments, names) = case;
    let bench = on.bash().await;
    let mut arguments = arguments;
    arguments["pane_id"] = json!("%0");
    let error = bench.refused("wait_for_text", arguments).await;
    assert_eq!(error["kind"], "invalid_argument", "{error}");
    assert!(
        error["message"].as_str().unwrap().contains(names),
        "{error}"
    );
}

#[apply(every_backend)]
async fn a_wait_in_copy_mode_reads_the_live_screen(#[case] on: Backend) {
    let bench = on.bash().await;
    let live = bench.server.later("echo LI\"\"VE");
    bench.type_line(&live).await;
    bench.server.raw(&["copy-mode", "-t", "%0"]);
    let answer = bench
        .wait_for(json!({ "patterns": ["LIVE"], "timeout": 10 }))
        .await;
    assert_eq!(answer["outcome"], "matched", "{answer}");
}

#[apply(every_backend)]
async fn a_prompt_is_found_with_the_blank_that_it_ends_with(#[case] on: Backend) {
    let bench = on.bash().await;
    for (pattern, regex) in [("[$#] $", true), ("[$#]$", true)] {
        let arguments = json!({ "patterns": [pattern], "regex": regex, "timeout": 0 });
        let answer = bench.wait_for(arguments).await;
        assert_eq!(answer["outcome"], "present_at_entry", "{pattern}: {answer}");
    }
}

#[apply(every_backend)]
async fn f24_eight_waits_hold_up_neither_looks_nor_keys_nor_runs(#[case] on: Backend) {
    let bench = on.bash().await;
    let mut panes = Vec::new();
    for _ in 0..8 {
        let made = ["new-window", "-d", "-P", "-F", "#{pane_id}", "exec cat"];
        panes.push(bench.server.says(&made));
    }
    let waits = panes.iter().map(|pane| {
        let arguments = json!({ "pane_id": pane, "patterns": ["NEVER"], "timeout": 3 });
        bench.call("wait_for_text", arguments)
    });
    let meanwhile = async {
        tokio::task::yield_now().await;
        let started = Instant::now();
        bench.call("list_panes", json!({})).await;
        let keys = json!({ "pane_id": "%1", "keys": ["x"] });
        bench.call("send_keys", keys).await;
        support::pane::ended(&bench.run("echo hi").await, 0, &["hi"]);
        started.elapsed()
    };
    let (waited, took) = tokio::join!(futures::future::join_all(waits), meanwhile);
    let soon = bench.server.patience(Duration::from_secs(2));
    assert!(took < soon, "{took:?}");
    for answer in waited {
        assert_eq!(answer["outcome"], "timed_out", "{answer}");
    }
}
