//! The field cases of what `run_shell_command` gives back: shells, blanks, bytes, wide characters, volume, drawing.

use rstest::rstest;
use serde_json::{Value, json};
use support::pane::ended;
use support::tmux::Server;
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
#[case::at_80(80)]
#[case::at_20(20)]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn f15_blank_lines_and_full_rows_are_neither_lost_nor_invented(#[case] width: u32) {
    let bench = Bench::shell("bash", width, 2000).await;
    let full = "x".repeat(width as usize);
    let short = full.replacen('x', "", 1);
    for (command, output) in [
        (
            "printf 'a   \\n\\n\\nb\\n'".to_owned(),
            vec!["a", "", "", "b"],
        ),
        ("printf '\\n\\n\\n'".to_owned(), vec!["", "", ""]),
        ("printf '\\n'".to_owned(), vec![""]),
        ("printf ''".to_owned(), vec![]),
        ("printf 'a\\n\\n'".to_owned(), vec!["a", ""]),
        ("printf '\\n\\na'".to_owned(), vec!["", "", "a"]),
        (
            format!("echo {full}; echo {short}; echo z"),
            vec![&full, &short, "z"],
        ),
        (format!("printf {full}"), vec![&full]),
        (
            format!("echo {full}; echo; echo {full}"),
            vec![&full, "", &full],
        ),
        (format!("printf '{full}\\n\\n'"), vec![&full, ""]),
        (format!("echo {full}{full}"), vec![]),
    ] {
        let answer = bench.run(&command).await;
        if output.is_empty() && command.starts_with("echo") {
            ended(&answer, 0, &[&format!("{full}{full}")]);
        } else {
            ended(&answer, 0, &output);
        }
    }
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn f17_bytes_that_are_no_text_break_nothing() {
    let bench = Bench::shell("bash", 80, 5000).await;
    let answer = bench.run("printf 'a\\377b\\200c\\342\\202d\\n'").await;
    assert_eq!(answer["exit_status"], 0, "{answer}");
    let line = answer["output"][0].as_str().unwrap();
    let letters: String = line.chars().filter(char::is_ascii_alphabetic).collect();
    assert_eq!(letters, "abcd", "{answer}");
    let command = "i=0; while [ $i -lt 300 ]; do printf '\\346'; printf '\\227'; printf '\\245'; \
                   printf '\\346\\234\\254\\n'; i=$((i+1)); done";
    let answer = bench.run(command).await;
    let output = strings(&answer["output"]);
    assert_eq!(output.len(), 300, "{answer}");
    assert!(output.iter().all(|line| *line == "日本"), "{answer}");
    for _ in 0..5 {
        let answer = bench.run("head -c 300 /dev/urandom").await;
        assert_eq!(answer["outcome"], "completed", "{answer}");
        assert_eq!(answer["exit_status"], 0, "{answer}");
        // What it drew may have switched the terminal's character set or modes: a reset mends that.
        bench.run("printf '\\033c\\033[!p\\017'").await;
    }
    bench.is_usable().await;
}

#[rstest]
#[case(199)]
#[case(200)]
#[case(201)]
#[case(1000)]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn f18_a_cut_falls_between_characters_and_is_counted(#[case] max_chars: usize) {
    let mut bench = Bench::shell("bash", 80, 5000).await;
    bench.context.limits.max_chars = max_chars;
    let answer = bench
        .run("for i in $(seq 1 20000); do printf '─'; done; echo")
        .await;
    assert_eq!(answer["exit_status"], 0, "{answer}");
    assert_eq!(answer["output_truncated"], true, "{answer}");
    let line = answer["output"][0].as_str().unwrap();
    assert!(line.chars().all(|c| c == '─'), "{answer}");
    let kept = line.chars().count();
    assert!(kept <= max_chars, "{kept}");
    assert_eq!(answer["dropped_chars"], 20_000 - kept, "{answer}");
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn f18_wide_characters_at_the_edge_are_joined_whole() {
    let bench = Bench::shell("bash", 9, 5000).await;
    let answer = bench.run("echo 12345678日本語終").await;
    ended(&answer, 0, &["12345678日本語終"]);
    let bench = Bench::shell("bash", 80, 5000).await;
    let answer = bench.run("printf '👨‍👩‍👧 e\\314\\201 ⚠️\\n'").await;
    let line = answer["output"][0].as_str().unwrap();
    assert!(line.contains("e\u{301}"), "{line:?}");
    assert!(line.starts_with('👨'), "{line:?}");
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

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn f47_what_was_cut_is_paged_through_from_the_start_cursor() {
    let bench = Bench::shell("bash", 80, 50_000).await;
    let arguments = json!({ "pane_id": "%0", "command": "seq 1 5000" });
    let answer = bench.call("run_shell_command", arguments).await;
    assert_eq!(answer["output_truncated_lines"], 4800, "{answer}");
    let mut cursor = answer["start_cursor"].clone();
    let mut paged = Vec::new();
    loop {
        let page = bench
            .call(
                "capture_since",
                json!({ "pane_id": "%0", "cursor": cursor, "keep": "oldest", "max_lines": 700 }),
            )
            .await;
        assert_eq!(page["continuous"], true, "{page}");
        paged.extend(strings(&page["lines"]).into_iter().map(str::to_owned));
        cursor = page["cursor"].clone();
        if page["more"].is_null() {
            break;
        }
    }
    let numbers: Vec<String> = (1..=5000).map(|n| n.to_string()).collect();
    assert_eq!(paged[..5000], numbers[..]);
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn f47_a_capture_of_fifty_thousand_lines_is_bounded() {
    let bench = Bench::shell("bash", 80, 50_000).await;
    bench.by_hand("seq 1 50000").await;
    let captured = bench
        .call(
            "capture_pane",
            json!({ "pane_id": "%0", "history": true, "max_lines": 1_000_000 }),
        )
        .await;
    let lines = strings(&captured["lines"]);
    assert!(lines.len() <= 10_000, "{}", lines.len());
    assert!(captured["dropped_lines"].as_u64().unwrap() > 39_000);
    assert!(lines.contains(&"50000"));
    let characters: usize = lines.iter().map(|line| line.chars().count()).sum();
    assert!(characters <= 32_000, "{characters}");
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn f47_a_listing_of_many_panes_has_a_row_for_each() {
    let server = Server::none();
    server.start("exec sleep 1000", 200, 200);
    let mut line: Vec<&str> = Vec::new();
    for _ in 0..149 {
        line.extend(["new-window", "-d", "sleep 1000", ";"]);
    }
    line.pop();
    assert!(server.raw(&line).status.success());
    let bench = Bench::over(server);
    let rows = bench.call("list_panes", json!({})).await;
    assert_eq!(rows["panes"].as_array().unwrap().len(), 150);
    let per_row = rows.to_string().len() / 150;
    assert!(per_row < 220, "{per_row}");
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn f49_what_was_drawn_over_is_gone_and_text_stays() {
    let bench = Bench::shell("bash", 80, 2000).await;
    let answer = bench
        .run("for i in $(seq 1 5000); do printf '\\r%d%%' $i; done; echo")
        .await;
    ended(&answer, 0, &["5000%"]);
    let coloured = "printf '\\033[31mred\\033[0m \\033]8;;http://x\\033\\\\link\\033]8;;\\033\\\\ <name>[K] \\\\033[0m\\n'";
    let answer = bench.run(coloured).await;
    ended(&answer, 0, &["red link <name>[K] \\033[0m"]);
    let captured = bench
        .call("capture_pane", json!({ "pane_id": "%0", "escapes": true }))
        .await;
    let whole = captured["lines"].to_string();
    assert!(whole.contains("\\u001b[31mred"), "{whole}");
    let plain = bench.call("capture_pane", json!({ "pane_id": "%0" })).await;
    assert!(!plain.to_string().contains("\\u001b"), "{plain}");
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
    let own = format!("command tmux -S {socket} capture-pane -p -t %0 -S -");
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
async fn at_a_full_history_too_the_first_start_marker_counts() {
    let bench = Bench::shell("bash", 80, 2000).await;
    bench.by_hand("seq 1 3000").await;
    let socket = bench.server.socket.clone();
    let own = format!("tmux -S {socket} capture-pane -p -t %0 -S - | tail -100");
    for round in 0..6 {
        let answer = bench.run(&format!("echo begins; {own}; exit 5")).await;
        assert_eq!(answer["exit_status"], 5, "{answer}");
        assert_eq!(answer["framed"], true, "{answer}");
        let output = strings(&answer["output"]);
        assert_eq!(output[0], "begins", "{round}: {answer}");
        assert_eq!(output.len(), 101, "{round}: {answer}");
    }
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
