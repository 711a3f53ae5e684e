//! What interrupts a run, what it asks of the terminal, and what it leaves for the next command in its pane.

use rstest::rstest;
use serde_json::json;
use support::pane::ended;
use support::tools::{Bench, strings};
use tokio::join;

/// Runs in the first pane while something else goes on.
async fn run(bench: &Bench, command: &str) -> serde_json::Value {
    bench.run(command).await
}

async fn press(bench: &Bench, key: &str) {
    bench
        .call("send_keys", json!({ "pane_id": "%0", "keys": [key] }))
        .await;
}

#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash("bash")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh("zsh")]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash("dash")]
#[cfg_attr(any(no_tmux, no_fish), ignore = "needs tmux and fish")]
#[case::fish("fish")]
#[tokio::test]
async fn an_interrupted_run_ends_with_130_and_leaves_the_pane_usable(#[case] shell: &str) {
    let bench = Bench::shell(shell, 80, 2000).await;
    let (answer, ()) = join!(run(&bench, "echo begun; sleep 300"), async {
        bench.server.until_screen("\nbegun").await;
        press(&bench, "C-c").await;
    });
    assert_eq!(answer["exit_status"], 130, "{answer}");
    assert_eq!(answer["framed"], true, "{answer}");
    assert_eq!(strings(&answer["output"])[0], "begun", "{answer}");
    bench.is_usable().await;
    bench.server.until_nothing_is_left().await;
}

#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash("bash")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh("zsh")]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash("dash")]
#[tokio::test]
async fn a_second_interrupt_loses_no_status(#[case] shell: &str) {
    let bench = Bench::shell(shell, 80, 2000).await;
    for round in 0..5 {
        let (answer, ()) = join!(run(&bench, "echo begun; sleep 300"), async {
            bench.server.until_screen("\nbegun").await;
            press(&bench, "C-c").await;
            press(&bench, "C-c").await;
        });
        assert_eq!(answer["outcome"], "completed", "{round}: {answer}");
        assert_eq!(answer["exit_status"], 130, "{round}: {answer}");
        bench.is_usable().await;
        bench.by_hand("printf '\\033[H\\033[2J'").await;
    }
}

#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash("bash")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh("zsh")]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash("dash")]
#[tokio::test]
async fn a_command_that_catches_the_interrupt_decides_itself(#[case] shell: &str) {
    let bench = Bench::shell(shell, 80, 2000).await;
    let command = "trap 'echo caught; exit 9' INT; echo set; while :; do sleep 0.1; done";
    let (answer, ()) = join!(run(&bench, command), async {
        bench.server.until_screen("\nset").await;
        press(&bench, "C-c").await;
    });
    assert_eq!(answer["exit_status"], 9, "{answer}");
    assert!(
        strings(&answer["output"])
            .iter()
            .any(|line| line.ends_with("caught")),
        "{answer}"
    );
    bench.is_usable().await;
}

#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash("bash")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh("zsh")]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash("dash")]
#[cfg_attr(any(no_tmux, no_fish), ignore = "needs tmux and fish")]
#[case::fish("fish")]
#[tokio::test]
async fn a_command_that_reads_the_terminal_is_answered_by_send_keys(#[case] shell: &str) {
    let bench = Bench::shell(shell, 80, 2000).await;
    let command = "printf 'name? '; read x; echo \"hello $x\"; exit 4";
    let (answer, ()) = join!(run(&bench, command), async {
        bench.server.until_screen("\nname?").await;
        bench
            .call(
                "send_keys",
                json!({ "pane_id": "%0", "text": "you", "enter": true }),
            )
            .await;
    });
    ended(&answer, 4, &["name? you", "hello you"]);
    bench.is_usable().await;
}

#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash("bash")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh("zsh")]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash("dash")]
#[cfg_attr(any(no_tmux, no_fish), ignore = "needs tmux and fish")]
#[case::fish("fish")]
#[tokio::test]
async fn where_the_screen_was_cleared_the_status_is_exact_and_the_rest_is_told(
    #[case] shell: &str,
    #[values(
        "printf '\\033[H\\033[2J\\033[3J'",
        "clear",
        "printf '\\033c'",
        "tput clear"
    )]
    clear: &str,
) {
    let bench = Bench::shell(shell, 80, 2000).await;
    let answer = bench
        .run(&format!("echo before; {clear}; echo after; exit 6"))
        .await;
    assert_eq!(answer["outcome"], "completed", "{answer}");
    assert_eq!(answer["exit_status"], 6, "{answer}");
    let output = strings(&answer["output"]);
    assert_eq!(output.last(), Some(&"after"), "{answer}");
    // Where the start is still held it is framed, and then nothing is missing.
    if answer["framed"] == true {
        assert_eq!(output[0], "before", "{answer}");
    } else {
        assert_eq!(output, ["after"], "{answer}");
        assert!(answer["note"].as_str().is_some(), "{answer}");
    }
    bench.is_usable().await;
}

#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash("bash")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh("zsh")]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash("dash")]
#[cfg_attr(any(no_tmux, no_fish), ignore = "needs tmux and fish")]
#[case::fish("fish")]
#[tokio::test]
async fn where_the_history_was_outrun_the_status_is_exact_and_the_newest_is_left(
    #[case] shell: &str,
    #[values(50, 2000)] limit: u32,
) {
    let bench = Bench::shell(shell, 80, limit).await;
    let last = u64::from(limit) * 3;
    let answer = bench.run(&format!("seq 1 {last}; exit 5")).await;
    assert_eq!(answer["outcome"], "completed", "{answer}");
    assert_eq!(answer["exit_status"], 5, "{answer}");
    assert_eq!(answer["framed"], false, "{answer}");
    let output = strings(&answer["output"]);
    let first: u64 = output[0].parse().unwrap();
    let expected: Vec<String> = (first..=last).map(|n| n.to_string()).collect();
    assert_eq!(output, expected, "consecutive, up to the last");
    assert!(output.len() > limit as usize * 8 / 10, "{}", output.len());
    bench.is_usable().await;
}

#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash("bash")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh("zsh")]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash("dash")]
#[tokio::test]
async fn the_alternate_screen_comes_and_goes_without_a_trace(#[case] shell: &str) {
    let bench = Bench::shell(shell, 80, 2000).await;
    let command = "echo a; printf '\\033[?1049h'; echo inside; printf '\\033[?1049l'; echo b";
    let answer = bench.run(command).await;
    assert_eq!(answer["exit_status"], 0, "{answer}");
    if answer["framed"] == true {
        assert_eq!(strings(&answer["output"]), ["a", "b"], "{answer}");
    }
    // A program that leaves the alternate screen on.
    let answer = bench
        .run("printf '\\033[?1049h'; echo inside; exit 2")
        .await;
    assert_eq!(answer["exit_status"], 2, "{answer}");
    let answer = bench.run("printf '\\033[?1049l'").await;
    assert_eq!(answer["exit_status"], 0, "{answer}");
    bench.is_usable().await;
}

#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash("bash")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh("zsh")]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash("dash")]
#[tokio::test]
async fn a_terminal_left_in_another_state_disturbs_no_later_run(
    #[case] shell: &str,
    #[values("stty -echo", "printf '\\033[?7l'", "printf '\\033[5;10r'")] spoil: &str,
) {
    disturbs_no_later_run(shell, spoil).await;
}

/// Without a line editor nobody mends a raw terminal: Enter ends no line there, for a person neither.
#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash("bash")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh("zsh")]
#[tokio::test]
async fn a_terminal_left_raw_is_mended_by_the_line_editor(#[case] shell: &str) {
    disturbs_no_later_run(shell, "stty raw -echo").await;
}

async fn disturbs_no_later_run(shell: &str, spoil: &str) {
    let bench = Bench::shell(shell, 80, 2000).await;
    let answer = bench.run(spoil).await;
    assert_eq!(answer["exit_status"], 0, "{answer}");
    let answer = bench.run("exit 8").await;
    assert_eq!(answer["outcome"], "completed", "{spoil}: {answer}");
    assert_eq!(answer["exit_status"], 8, "{spoil}: {answer}");
}

#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case("bash")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case("zsh")]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case("dash")]
#[tokio::test]
async fn a_text_cursor_moved_up_is_told_and_disturbs_no_later_command(#[case] shell: &str) {
    let bench = Bench::shell(shell, 80, 2_000).await;
    let moved = bench.run("seq 30; printf '\\033[H'; exit 4").await;
    assert_eq!(moved["exit_status"], 4, "{moved}");
    // zsh erases what stands below its prompt, and with it all that tells.
    assert!(shell == "zsh" || moved["framed"] == false, "{moved}");
    for command in ["printf 'x\\n'", "printf 'x\\n\\n\\ny\\n'", "seq 1 40"] {
        let answer = bench.run(command).await;
        let lines = strings(&answer["output"]).join("\n");
        let expected = match command {
            "seq 1 40" => (1..=40)
                .map(|n| n.to_string())
                .collect::<Vec<_>>()
                .join("\n"),
            "printf 'x\\n'" => "x".to_owned(),
            _ => "x\n\n\ny".to_owned(),
        };
        assert_eq!(
            (lines, &answer["framed"]),
            (expected, &json!(true)),
            "{command}: {answer}"
        );
    }
}
