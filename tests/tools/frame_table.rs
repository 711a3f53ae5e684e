//! The frame's case table: exit status and output are exact in every shell, at every width.

use rstest::rstest;
use serde_json::Value;
use support::tools::{Bench, strings};

/// What a case expects of the output.
#[derive(Debug, Clone)]
enum Lines {
    /// Exactly these.
    Are(Vec<String>),
    /// Something that holds this.
    Hold(&'static str),
    /// Whatever.
    Any,
}

fn are(lines: &[&str]) -> Lines {
    Lines::Are(lines.iter().map(|line| (*line).to_owned()).collect())
}

/// Command, exit status (`None`: any but 0), output.
#[expect(clippy::too_many_lines, reason = "a table")]
fn table() -> Vec<(String, Option<u64>, Lines)> {
    let tmux = support::release::tmux();
    let numbers: Vec<String> = (1..=5000).map(|n| n.to_string()).collect();
    let long = format!("{}x", "y".repeat(699));
    let row = |command: &str, status: u64, lines: Lines| (command.to_owned(), Some(status), lines);
    vec![
        row("true", 0, are(&[])),
        row("printf abc", 0, are(&["abc"])),
        row("printf '\\n\\n\\n'", 0, are(&["", "", ""])),
        row("printf 'a   \\n\\n\\nb\\n'", 0, are(&["a", "", "", "b"])),
        row("seq 1 5000", 0, Lines::Are(numbers)),
        row("printf '%700s\\n' x | tr ' ' y", 0, are(&[&long])),
        row(
            "echo 日本語日本語日本語日本語日本語日本語終",
            0,
            are(&["日本語日本語日本語日本語日本語日本語終"]),
        ),
        row("printf '👨‍👩‍👧 e\\314\\201 ok\\n'", 0, Lines::Hold("ok")),
        row(
            "echo out; echo err >&2; echo out2",
            0,
            are(&["out", "err", "out2"]),
        ),
        row("exit 3", 3, are(&[])),
        row("false", 1, are(&[])),
        row("exec false", 1, are(&[])),
        row("sh -c 'kill -TERM $$'", 143, Lines::Any),
        row("sh -c 'kill -KILL $$'", 137, Lines::Any),
        row("echo a\necho b", 0, are(&["a", "b"])),
        row(
            "for i in 1 2 3\ndo\n  echo $i\ndone",
            0,
            are(&["1", "2", "3"]),
        ),
        row(
            "cat <<'X'\none 'two' \"three\" $HOME\nX",
            0,
            are(&["one 'two' \"three\" $HOME"]),
        ),
        row("cat <<X\n$((1 + 1))\nX\n", 0, are(&["2"])),
        row("echo hi # a comment", 0, are(&["hi"])),
        row("sleep 0.01 &", 0, Lines::Any),
        row("echo a\\", 0, Lines::Hold("a")),
        (
            ("echo 'open").to_owned(),
            None,
            Lines::Hold("nmatched").or("nterminated").or("EOF"),
        ),
        (("echo (x").to_owned(), None, Lines::Any),
        row("echo \"hi!there\"", 0, are(&["hi!there"])),
        row("echo it\\'s !x 'a!b'", 0, are(&["it's !x a!b"])),
        row(
            "printf 'a\tb\\n' | od -An -c | tr -s ' '",
            0,
            are(&[" a \\t b \\n"]),
        ),
        row(
            "echo '#{pid} #(touch x) ; %H'",
            0,
            are(&["#{pid} #(touch x) ; %H"]),
        ),
        row("echo a;", 0, are(&["a"])),
        row("set -e; false; echo no", 1, are(&[])),
        row("set -x; echo traced", 0, Lines::Hold("traced")),
        row(
            "printf() { echo HIJACK; }; tmux() { echo HIJACK; }; echo ok",
            0,
            are(&["ok"]),
        ),
        row("echo `echo bq` $(echo sub)", 0, are(&["bq sub"])),
        row("echo ${_ltm-unset}", 0, are(&["unset"])),
        row("printf 'tail\\r'", 0, are(&["tail"])),
        row(
            "printf '\\033[31mred\\033[0m <name>[K]\\n'",
            0,
            are(&["red <name>[K]"]),
        ),
        row(
            &format!(
                "{tmux} -S \"$(echo $TMUX | cut -d, -f1)\" capture-pane -p -t $TMUX_PANE | tail -3 | head -1 | wc -l"
            ),
            0,
            Lines::Hold("1"),
        ),
    ]
}

impl Lines {
    fn or(self, _: &'static str) -> Self {
        // Shells word it differently; the words are told apart below.
        self
    }

    fn check(&self, output: &[&str], what: &str) {
        match self {
            Self::Are(lines) => assert_eq!(
                output,
                lines.iter().map(String::as_str).collect::<Vec<_>>(),
                "{what}"
            ),
            Self::Hold(text) => {
                let whole = output.join("");
                let worded = ["nmatched", "nterminated", "EOF"];
                let held = if worded.contains(text) {
                    worded.iter().any(|text| whole.contains(text))
                } else {
                    whole.contains(text)
                };
                assert!(held, "{what}: {output:?}");
            }
            Self::Any => {}
        }
    }
}

fn check(answer: &Value, status: Option<u64>, lines: &Lines, what: &str) {
    assert_eq!(answer["outcome"], "completed", "{what}: {answer}");
    match status {
        Some(status) => assert_eq!(answer["exit_status"], status, "{what}: {answer}"),
        None => assert_ne!(answer["exit_status"], 0, "{what}: {answer}"),
    }
    assert_eq!(answer["framed"], true, "{what}: {answer}");
    lines.check(&strings(&answer["output"]), what);
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
async fn status_and_output_are_exact(#[case] shell: &str, #[values(200, 80, 40, 12)] width: u32) {
    let bench = Bench::shell(shell, width, 50_000).await;
    for (command, status, lines) in table() {
        let answer = bench.run(&command).await;
        check(
            &answer,
            status,
            &lines,
            &format!("{shell} at {width}: {command:?}"),
        );
    }
    // The pane is as usable as before.
    check(
        &bench.run("echo still here").await,
        Some(0),
        &are(&["still here"]),
        shell,
    );
}
