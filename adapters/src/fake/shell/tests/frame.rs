//! The product's own frame, typed into the shell as the product types it.

use domain::frame::{Frame, FrameClient, Shell};
use domain::port::Stroke;
use domain::{Nonce, PaneId};

use super::Desk;
use crate::fake::program::Answer;

/// Types the frame of a command.
fn typed(desk: Desk, command: &str) -> Desk {
    let client = FrameClient::new("/usr/bin/tmux", "/tmp/s").unwrap();
    let nonce = Nonce::from_bytes([7; 10]);
    let frame = Frame::new(nonce);
    let pane = PaneId::new(0);
    let composed = frame.compose(Shell::Own, command, &client, pane);
    let script = composed.script.clone();
    let mut desk = desk.answering(move |words| Answer {
        output: if words.iter().any(|word| word == "show-buffer") {
            script.clone().into_bytes()
        } else {
            Vec::new()
        },
        ..Answer::default()
    });
    for stroke in Frame::strokes(&composed, true) {
        match stroke {
            Stroke::Key(key) => desk.send(match key.as_str() {
                "C-k" => "\x0b",
                "C-u" => "\x15",
                _ => "\r",
            }),
            Stroke::Text(text) => desk.send(text),
        }
    }
    desk
}

/// The lines of a command's output and its status, as they stand between the markers.
fn framed(seen: &str) -> (Vec<String>, String) {
    let nonce = Nonce::from_bytes([7; 10]);
    let start = format!("\n{nonce}:s\n");
    let (_, behind) = seen
        .split_once(&start)
        .unwrap_or_else(|| panic!("no start: {seen:?}"));
    let (output, end) = behind
        .split_once(&format!("\n{nonce}:e:"))
        .unwrap_or_else(|| panic!("no end: {seen:?}"));
    let status = end.lines().next().unwrap().to_owned();
    let output = output.strip_suffix('\n').unwrap_or(output);
    let lines = output.lines().map(str::to_owned).collect();
    (lines, status)
}

/// What a command prints and how it ends.
fn ran(command: &str) -> (Vec<String>, String) {
    let mut desk = typed(Desk::shell(), command);
    desk.pass(2.0);
    framed(&desk.seen())
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn status_and_output_are_those_of_a_real_shell() {
    let table: &[(&str, &str, &[&str])] = &[
        ("true", "0", &[]),
        ("printf abc", "0", &["abc"]),
        ("printf 'a   \\n\\n\\nb\\n'", "0", &["a   ", "", "", "b"]),
        (
            "echo out; echo err >&2; echo out2",
            "0",
            &["out", "err", "out2"],
        ),
        ("exit 3", "3", &[]),
        ("false", "1", &[]),
        ("exec false", "1", &[]),
        ("sh -c 'kill -TERM $$'", "143", &["Terminated"]),
        ("sh -c 'kill -KILL $$'", "137", &["Killed"]),
        ("echo a\necho b", "0", &["a", "b"]),
        ("for i in 1 2 3\ndo\n  echo $i\ndone", "0", &["1", "2", "3"]),
        (
            "cat <<'X'\none 'two' \"three\" $HOME\nX",
            "0",
            &["one 'two' \"three\" $HOME"],
        ),
        ("cat <<X\n$((1 + 1))\nX\n", "0", &["2"]),
        ("echo hi # a comment", "0", &["hi"]),
        ("sleep 0.01 &", "0", &[]),
        ("echo a\\", "0", &["a\\"]),
        ("echo \"hi!there\"", "0", &["hi!there"]),
        ("echo it\\'s !x 'a!b'", "0", &["it's !x a!b"]),
        (
            "echo '#{pid} #(touch x) ; %H'",
            "0",
            &["#{pid} #(touch x) ; %H"],
        ),
        ("echo a;", "0", &["a"]),
        ("set -e; false; echo no", "1", &[]),
        (
            "set -u; echo $nothing; echo no",
            "1",
            &["bash: nothing: unbound variable"],
        ),
        ("set -x; echo traced", "0", &["+ echo traced", "traced"]),
        (
            "printf() { echo HIJACK; }; tmux() { echo HIJACK; }; echo ok",
            "0",
            &["ok"],
        ),
        ("echo `echo bq` $(echo sub)", "0", &["bq sub"]),
        ("echo ${_ltm-unset}", "0", &["unset"]),
        ("cd /tmp; export A=1; pwd", "0", &["/tmp"]),
        ("nothing", "127", &["bash: nothing: command not found"]),
    ];
    for (command, status, lines) in table {
        let (output, ended) = ran(command);
        assert_eq!(
            (output.as_slice(), ended.as_str()),
            (
                &lines
                    .iter()
                    .map(|line| (*line).to_owned())
                    .collect::<Vec<_>>()[..],
                *status
            ),
            "{command}"
        );
    }
}

#[test]
fn unbalanced_text_is_an_error_with_status_2_and_leaves_no_prompt_for_more() {
    for command in [
        "echo 'open",
        "echo (x",
        "if true",
        "echo $(",
        "echo \"x",
        "}",
        "a | | b",
    ] {
        let (output, status) = ran(command);
        assert_eq!(status, "2", "{command}: {output:?}");
        assert!(
            output.join("").contains("bash: eval: line 1: "),
            "{output:?}"
        );
    }
}

#[test]
fn c_c_ends_the_command_and_not_the_frame() {
    let mut desk = typed(Desk::shell(), "sleep 60; echo no");
    assert_eq!(desk.program.command(), "bash");
    desk.pass(1.0);
    desk.send("\x03");
    let seen = desk.seen();
    assert_eq!(framed(&seen), (vec!["^C".to_owned()], "130".to_owned()));
    assert!(seen.ends_with("$ "), "{seen}");
    assert!(desk.calls.last().unwrap().concat().contains(":130"));
    assert_eq!(desk.line("echo usable"), "usable\n");
}

#[test]
fn nothing_of_a_run_outlives_it() {
    let mut desk = typed(Desk::shell(), "cd /tmp; export LEFT=1; f() { :; }; set -u");
    desk.pass(1.0);
    assert_eq!(
        desk.line("pwd; echo ${LEFT-gone}; echo $not_set; f"),
        "/work\ngone\n\nbash: f: command not found\n"
    );
}

#[test]
fn a_run_that_reads_gets_what_is_typed_next() {
    let mut desk = typed(Desk::shell(), "read x; echo got $x");
    desk.pass(1.0);
    desk.send("some words\r");
    assert_eq!(framed(&desk.seen()).0, ["some words", "got some words"]);
}

#[test]
fn options_of_the_pane_do_not_end_the_frame() {
    for option in [
        "set -e",
        "set -x",
        "set -u",
        "trap 'echo trapped' EXIT",
        "printf() { echo HIJACK; }",
        "alias printf='echo HIJACK'",
    ] {
        let mut desk = Desk::shell();
        desk.line(option);
        let mut desk = typed(desk, "false");
        desk.pass(1.0);
        let (_, status) = framed(&desk.seen());
        assert_eq!(status, "1", "{option}");
        assert_eq!(desk.ended, None, "{option}");
    }
}

#[test]
fn the_typed_line_is_not_remembered() {
    let mut desk = Desk::shell();
    desk.line("echo first");
    let mut desk = typed(desk, "echo second");
    desk.pass(1.0);
    desk.seen();
    desk.send("\x1b[A");
    assert_eq!(desk.seen(), "echo first");
}
