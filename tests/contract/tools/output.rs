//! The field cases of what `run_shell_command` gives back: shells, blanks, bytes, wide characters, volume, drawing.

use rstest_reuse::apply;
use serde_json::json;
use support::backend::Backend;
use support::pane::ended;
use support::samples::{TEXTS, drawn};
use support::tools::{Bench, strings};

use crate::every_backend;

#[apply(every_backend)]
async fn f15_blank_lines_and_full_rows_are_neither_lost_nor_invented(
    #[case] on: Backend,
    #[values(80, 20)] width: u32,
) {
    let bench = on.shell(width, 2000).await;
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

#[apply(every_backend)]
async fn f17_bytes_that_are_no_text_break_nothing(#[case] on: Backend) {
    let bench = on.shell(80, 5000).await;
    let answer = bench.run("printf 'a\\377b\\200c\\342\\202d\\n'").await;
    assert_eq!(answer["exit_status"], 0, "{answer}");
    let line = answer["output"][0].as_str().unwrap();
    let letters: String = line.chars().filter(char::is_ascii_alphabetic).collect();
    assert_eq!(letters, "abcd", "{answer}");
    // Three bytes at a time, in two writes or more.
    let command =
        "printf '\\346'; printf '\\227'; printf '\\245'; printf '\\346\\234\\254\\n'; ".repeat(30);
    let answer = bench.run(&command).await;
    ended(&answer, 0, &["日本"; 30]);
}

#[apply(every_backend)]
async fn f18_a_cut_falls_between_characters_and_is_counted(
    #[case] on: Backend,
    #[values(199, 200, 201, 1000)] max_chars: usize,
) {
    let mut bench = on.shell(80, 5000).await;
    bench.context.limits.max_chars = max_chars;
    let answer = bench
        .run(&format!("printf '%s\\n' '{}'", "─".repeat(20_000)))
        .await;
    assert_eq!(answer["exit_status"], 0, "{answer}");
    assert_eq!(answer["output_truncated"], true, "{answer}");
    let line = answer["output"][0].as_str().unwrap();
    assert!(line.chars().all(|c| c == '─'), "{answer}");
    let kept = line.chars().count();
    assert!(kept <= max_chars, "{kept}");
    assert_eq!(answer["dropped_chars"], 20_000 - kept, "{answer}");
}

#[apply(every_backend)]
async fn f18_wide_characters_at_the_edge_are_joined_whole(#[case] on: Backend) {
    let bench = on.shell(9, 5000).await;
    let answer = bench.run("echo 12345678日本語終").await;
    ended(&answer, 0, &["12345678日本語終"]);
    let bench = on.shell(80, 5000).await;
    let answer = bench.run("printf '👨‍👩‍👧 e\\314\\201 ⚠️\\n'").await;
    let line = answer["output"][0].as_str().unwrap();
    assert!(line.contains("e\u{301}"), "{line:?}");
    assert!(line.starts_with('👨'), "{line:?}");
}

#[apply(every_backend)]
async fn f47_a_capture_of_fifty_thousand_lines_is_bounded(#[case] on: Backend) {
    let bench = on.shell(80, 50_000).await;
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

#[apply(every_backend)]
async fn f47_a_listing_of_many_panes_has_a_row_for_each(#[case] on: Backend) {
    let server = on.none();
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

#[apply(every_backend)]
async fn f49_what_was_drawn_over_is_gone_and_text_stays(#[case] on: Backend) {
    let bench = on.bash().await;
    let frames: Vec<String> = (1..=500).map(|n| format!("\\r{n}%%")).collect();
    let frames = frames.concat();
    let answer = bench.run(&format!("printf '{frames}'; echo")).await;
    ended(&answer, 0, &["500%"]);
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

#[apply(every_backend)]
async fn f04_what_ends_the_command_does_not_end_the_shell(#[case] on: Backend) {
    let bench = on.bash().await;
    let shell = bench.is("%0", "#{pane_pid}");
    for (command, status) in [("exit 3", 3), ("exec false", 1), ("set -e; false", 1)] {
        ended(&bench.run(command).await, status, &[]);
    }
    ended(&bench.run("echo alive").await, 0, &["alive"]);
    assert_eq!(bench.is("%0", "#{pane_pid}"), shell);
}

#[apply(every_backend)]
async fn f11_output_without_a_last_line_break_is_whole_and_the_prompt_is_no_output(
    #[case] on: Backend,
) {
    let bench = on.bash().await;
    ended(&bench.run("printf abc").await, 0, &["abc"]);
    ended(&bench.run("true").await, 0, &[]);
    ended(&bench.run("printf 'a\\nbc'; false").await, 1, &["a", "bc"]);
}

#[apply(every_backend)]
async fn f33_no_line_editor_changes_the_command(#[case] on: Backend) {
    let bench = on.bash().await;
    for text in TEXTS {
        let quoted = text.replace('\'', "'\\''");
        let answer = bench.run(&format!("printf '[%s\\n' '{quoted}'")).await;
        let drawn = drawn(text, 1, bench.server.release());
        ended(&answer, 0, &[&format!("[{drawn}")]);
    }
    ended(&bench.run("echo \"hi!there\"").await, 0, &["hi!there"]);
}

#[apply(every_backend)]
async fn f59_what_hooks_and_panes_print_is_no_reply(#[case] on: Backend) {
    let bench = on.bash().await;
    for hook in [
        "after-list-panes",
        "after-display-message",
        "after-capture-pane",
    ] {
        let command = "display-message -p '%end 1 1 0'";
        bench.server.does(&["set-hook", "-g", hook, command]);
    }
    let lines = ["%end 1 1 0", "%output %0 x", "%exit"];
    let command = "printf '%s\\n' '%end 1 1 0' '%output %0 x' '%exit'";
    for _ in 0..20 {
        ended(&bench.run(command).await, 0, &lines);
        let captured = bench.call("capture_pane", json!({ "pane_id": "%0" })).await;
        assert!(strings(&captured["lines"]).contains(&"%exit"), "{captured}");
        let rows = bench.call("list_panes", json!({})).await;
        assert_eq!(rows["panes"].as_array().unwrap().len(), 1, "{rows}");
    }
}
