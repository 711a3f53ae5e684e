//! `run_shell_command` in panes whose owner changed the ground: options, functions, aliases, prompts, half-typed text.

use rstest::rstest;
use serde_json::json;
use support::pane::ended;
use support::tools::{Bench, strings};

/// What holds in any pane, whatever its owner set up in it.
async fn runs_are_exact(bench: &Bench, what: &str) {
    let rows: [(&str, u64, &[&str]); 6] = [
        ("echo hi", 0, &["hi"]),
        ("true", 0, &[]),
        ("exit 3", 3, &[]),
        ("printf abc", 0, &["abc"]),
        ("sh -c 'exit 42'", 42, &[]),
        ("seq 1 30 | tail -2", 0, &["29", "30"]),
    ];
    for (command, status, output) in rows {
        let answer = bench.run(command).await;
        assert_eq!(answer["exit_status"], status, "{what}, {command}: {answer}");
        assert_eq!(
            strings(&answer["output"]),
            output,
            "{what}, {command}: {answer}"
        );
        assert_eq!(answer["framed"], true, "{what}, {command}: {answer}");
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
async fn functions_and_aliases_of_the_pane_own_nothing_of_the_frame(
    #[case] shell: &str,
    #[values(
        "printf() { echo HIJACK; }; tmux() { echo HIJACK; }; echo() { command printf '%s\\n' \"$*\"; }",
        "alias printf='echo HIJACK' tmux='echo HIJACK' eval='echo HIJACK' exit='echo HIJACK' trap='echo HIJACK'"
    )]
    setting: &str,
) {
    let bench = Bench::shell(shell, 80, 2000).await;
    bench.by_hand(setting).await;
    for (command, status) in [("true", 0), ("sh -c 'exit 42'", 42), ("false", 1)] {
        ended(&bench.run(command).await, status, &[]);
    }
    ended(&bench.run("cat <<X\nhi\nX").await, 0, &["hi"]);
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
async fn errexit_and_nounset_of_the_pane_end_the_command_and_not_the_shell(#[case] shell: &str) {
    let bench = Bench::shell(shell, 80, 2000).await;
    bench.by_hand("set -eu").await;
    let pid = bench.server.says(&["display-message", "-p", "#{pane_pid}"]);
    runs_are_exact(&bench, "set -eu").await;
    // The command itself runs under the pane's options.
    let answer = bench.run("false; echo not reached").await;
    ended(&answer, 1, &[]);
    let answer = bench.run("echo \"$no_such_thing\"; echo not reached").await;
    assert_ne!(answer["exit_status"], 0, "{answer}");
    assert!(
        !answer["output"].to_string().contains("not reached"),
        "{answer}"
    );
    bench.is_usable().await;
    let same = bench.server.says(&["display-message", "-p", "#{pane_pid}"]);
    assert_eq!(pid, same, "the shell is the one from before");
}

#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash("bash")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh("zsh")]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash("dash")]
#[tokio::test]
async fn f10_the_trace_holds_the_command_and_nothing_of_the_frame(
    #[case] shell: &str,
    #[values("set -x", "set -v", "set -xv", "PS4='+trace '; set -x")] setting: &str,
) {
    let bench = Bench::shell(shell, 200, 2000).await;
    bench.by_hand(setting).await;
    for command in ["echo hi", "printf 'hi\\n'", "( echo hi )"] {
        let answer = bench.run(command).await;
        assert_eq!(answer["exit_status"], 0, "{answer}");
        assert_eq!(answer["framed"], true, "{answer}");
        let output = strings(&answer["output"]);
        assert!(output.contains(&"hi"), "{answer}");
        let whole = output.join("\n");
        // zsh names the place before the command in its trace; the rest is the command's own words.
        for plumbing in ["_ltm", ":s", ":e:", "wait-for", "set-option", "unalias"] {
            assert!(!whole.contains(plumbing), "{plumbing}: {answer}");
        }
    }
}

#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash("bash", "PS1='\\n┌─\\w\\n└─$ '")]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash_coloured("bash", "PS1='\\[\\e[1;32m\\]\\u@\\h\\[\\e[0m\\]:\\w\\$ '")]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash_counting("bash", "PROMPT_COMMAND='echo from the prompt'")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh_right("zsh", "RPROMPT='[%T]'")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh_marks("zsh", "setopt PROMPT_SP PROMPT_CR; PROMPT_EOL_MARK='%S%%%s'")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh_hooks(
    "zsh",
    "precmd() { print from precmd }; preexec() { print from preexec }"
)]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash("dash", "PS1='# prompt > '")]
#[cfg_attr(any(no_tmux, no_fish), ignore = "needs tmux and fish")]
#[case::fish("fish", "function fish_right_prompt; date +%T; end")]
#[tokio::test]
async fn f11_neither_prompt_nor_partial_line_mark_is_output(
    #[case] shell: &str,
    #[case] setting: &str,
    #[values(80, 21)] width: u32,
) {
    let bench = Bench::shell(shell, width, 2000).await;
    bench.by_hand(setting).await;
    for _ in 0..2 {
        runs_are_exact(&bench, setting).await;
    }
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
async fn half_typed_text_is_discarded_wherever_its_cursor_stands(#[case] shell: &str) {
    let bench = Bench::shell(shell, 80, 2000).await;
    for keys in [&[] as &[&str], &["Left", "Left", "Left"], &["Home"]] {
        // A terminal in line mode has no cursor to move.
        if shell == "dash" && !keys.is_empty() {
            continue;
        }
        bench.server.pressed("touch half-typed 'quote", keys);
        bench.server.until_screen("half-typed").await;
        ended(&bench.run("echo hi").await, 0, &["hi"]);
        bench.is_usable().await;
    }
    ended(
        &bench.run("ls half-typed 2>/dev/null || echo none").await,
        0,
        &["none"],
    );
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn what_a_run_sets_does_not_outlive_it() {
    let bench = Bench::shell("bash", 80, 2000).await;
    bench.by_hand("cd /; export KEPT=before").await;
    let answer = bench
        .run("cd /tmp; export KEPT=after; set -e; set -x; printf() { :; }; trap 'echo bye' EXIT")
        .await;
    assert_eq!(answer["exit_status"], 0, "{answer}");
    let answer = bench.run("pwd; echo $KEPT $-; printf 'real\\n'").await;
    let output = strings(&answer["output"]);
    assert_eq!((output[0], output[2]), ("/", "real"), "{answer}");
    assert!(output[1].starts_with("before "), "{answer}");
    assert!(
        !output[1].contains(['e', 'x']) || !output[1].ends_with(['e', 'x']),
        "{answer}"
    );
}

#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[tokio::test]
async fn zsh_options_that_change_the_language_change_no_frame() {
    let bench = Bench::shell("zsh", 80, 2000).await;
    for option in [
        "setopt KSH_ARRAYS",
        "setopt SH_WORD_SPLIT",
        "setopt NO_UNSET",
        "setopt XTRACE PRINT_EXIT_VALUE",
        "setopt NO_MULTIOS NOCLOBBER",
        "setopt INTERACTIVE_COMMENTS RC_QUOTES",
        "setopt CSH_JUNKIE_QUOTES",
        "setopt IGNORE_BRACES",
    ] {
        bench.by_hand(option).await;
        let answer = bench.run("false").await;
        assert_eq!(answer["exit_status"], 1, "{option}: {answer}");
        assert_eq!(answer["framed"], true, "{option}: {answer}");
    }
}

#[rstest]
#[case::vi("set -o vi")]
#[case::posix("set -o posix")]
#[case::no_brace_expansion("set +B; set -f")]
#[case::no_clobber("set -C -o pipefail")]
#[case::notify("set -b; shopt -s histverify")]
#[case::no_path("PATH=; TMUX=; unset TMUX_PANE; IFS=x")]
#[case::debug_trap("set -T; trap 'x=1' DEBUG ERR RETURN")]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn bash_options_of_the_pane_change_no_frame(#[case] setting: &str) {
    let bench = Bench::shell("bash", 80, 2000).await;
    bench.by_hand(setting).await;
    ended(&bench.run("(exit 5)").await, 5, &[]);
    ended(&bench.run("echo 'a b'; exit 3").await, 3, &["a b"]);
    ended(&bench.run("echo one\necho two").await, 0, &["one", "two"]);
    bench.server.until_nothing_is_left().await;
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn the_pane_shell_keeps_its_own_last_status_and_jobs() {
    let bench = Bench::shell("bash", 80, 2000).await;
    bench.by_hand("sleep 300 & true").await;
    ended(&bench.run("echo hi").await, 0, &["hi"]);
    bench.by_hand("jobs").await;
    assert!(
        bench.server.held().contains("Running"),
        "{}",
        bench.server.held()
    );
    let answer = bench
        .call(
            "run_shell_command",
            json!({ "pane_id": "%0", "command": "echo hi", "suppress_history": false }),
        )
        .await;
    ended(&answer, 0, &["hi"]);
    bench.by_hand("kill %1").await;
}
