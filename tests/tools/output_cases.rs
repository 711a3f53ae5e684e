//! The field cases of what `run_shell_command` gives back: shells, blanks, bytes, wide characters, volume, drawing.

use rstest::rstest;
use serde_json::{Value, json};
use support::pane::ended;
use support::tools::{Bench, strings};

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
async fn f04_the_command_ends_and_the_shell_does_not(#[case] shell: &str) {
    let bench = Bench::shell(shell, 80, 2000).await;
    let pid = bench.server.says(&["display-message", "-p", "#{pane_pid}"]);
    for (command, status) in [
        ("exit 3", 3),
        ("exec false", 1),
        ("set -e; false", 1),
        ("exec sh -c 'exit 42'", 42),
        ("kill -9 $(sh -c 'echo $PPID')", 137),
        ("return 4 2>/dev/null; exit 4", 4),
    ] {
        let answer = bench.run(command).await;
        assert_eq!(answer["outcome"], "completed", "{command}: {answer}");
        assert_eq!(answer["exit_status"], status, "{command}: {answer}");
    }
    ended(&bench.run("echo alive").await, 0, &["alive"]);
    let same = bench.server.says(&["display-message", "-p", "#{pane_pid}"]);
    assert_eq!(pid, same);
}

#[cfg_attr(any(no_tmux, no_bash, no_fish), ignore = "needs tmux, bash and fish")]
#[tokio::test]
async fn f06_a_shell_started_by_hand_in_another_is_told_and_used() {
    let bench = Bench::shell("bash", 80, 2000).await;
    bench.server.typed("fish --no-config");
    bench.server.until_command("fish").await;
    for (command, status) in [("false", 1), ("sh -c 'exit 42'", 42), ("true", 0)] {
        let answer = bench.run(command).await;
        ended(&answer, status, &[]);
        assert!(
            answer["note"].as_str().unwrap().contains("/bin/sh"),
            "{answer}"
        );
    }
    bench.server.typed("exit");
    bench.server.until_command("bash").await;
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
async fn f47_the_tail_of_a_flood_is_kept_and_the_rest_counted(#[case] shell: &str) {
    let bench = Bench::shell(shell, 80, 50_000).await;
    let arguments = json!({ "pane_id": "%0", "command": "seq 1 200000; (exit 3)" });
    let answer = bench.call("run_shell_command", arguments).await;
    assert_eq!(answer["exit_status"], 3, "{answer}");
    assert_eq!(answer["framed"], false, "{answer}");
    let output = strings(&answer["output"]);
    assert_eq!(output.last(), Some(&"200000"));
    assert_eq!(output.len(), 200);
    assert_eq!(answer["output_truncated"], true, "{answer}");
    assert!(
        answer["output_truncated_lines"].as_u64().unwrap() > 40_000,
        "{answer}"
    );
    assert!(
        answer.to_string().len() < 40_000,
        "{}",
        answer.to_string().len()
    );
    let arguments = json!({
        "pane_id": "%0", "command": "head -c 500000 /dev/zero | tr '\\0' x; exit 4",
    });
    let answer = bench.call("run_shell_command", arguments).await;
    assert_eq!(answer["exit_status"], 4, "{}", answer["note"]);
    let output = strings(&answer["output"]);
    assert_eq!(output.len(), 1, "one logical line");
    assert_eq!(output[0].len(), 32_000);
    assert_eq!(answer["dropped_chars"], 500_000 - 32_000);
    assert_eq!(answer["framed"], true, "{}", answer["note"]);
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
async fn a_command_that_prints_the_panes_own_content_is_cut_out_whole(
    #[case] shell: &str,
    #[values(80, 12)] width: u32,
) {
    let bench = Bench::shell(shell, width, 2000).await;
    let socket = bench.server.socket.clone();
    let tmux = support::release::tmux();
    let own = format!("command {tmux} -S {socket} capture-pane -p -t %0 -S -");
    bench.run("echo before").await;
    for _ in 0..3 {
        let answer = bench.run(&format!("{own}; echo end; exit 5")).await;
        assert_eq!(answer["exit_status"], 5, "{answer}");
        assert_eq!(answer["framed"], true, "{answer}");
        let output = strings(&answer["output"]);
        assert_eq!(output.last(), Some(&"end"), "{answer}");
        assert!(output.contains(&"before"), "{answer}");
    }
    bench.is_usable().await;
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn what_a_background_job_prints_later_is_outside_the_frame_of_the_next() {
    let bench = Bench::shell("bash", 80, 2000).await;
    let go = bench.server.directory.path().join("go");
    let wait = format!("until [ -e '{}' ]; do sleep 0.02; done", go.display());
    let answer = bench
        .run(&format!("( {wait}; echo late ) & echo now"))
        .await;
    assert_eq!(answer["exit_status"], 0, "{answer}");
    assert_eq!(strings(&answer["output"]).last(), Some(&"now"), "{answer}");
    std::fs::write(go, "").unwrap();
    // Behind the prompt, or on a row of its own; the echo of what was typed shows the word too.
    let shown = |line: &str| {
        ["late", "# late", "$ late"]
            .iter()
            .any(|end| line == *end || line.ends_with(end) && !line.contains("echo"))
    };
    bench
        .server
        .until(&["capture-pane", "-p", "-J", "-t", "%0"], |text| {
            text.lines().any(|line| shown(line.trim_end()))
        })
        .await;
    bench.is_usable().await;
    let answer: Value = bench.run("true").await;
    ended(&answer, 0, &[]);
}
