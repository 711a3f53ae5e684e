//! How a pane's program is started, and what its foreground is called.

use super::Desk;
use crate::fake::program::Ended;

#[test]
fn nothing_one_word_and_several_words_start_as_tmux_starts_them() {
    assert_eq!(Desk::of(&[]).program.command(), "bash");
    assert_eq!(Desk::of(&["sleep 9"]).program.command(), "sleep");
    assert_eq!(Desk::of(&["sleep 9; true"]).program.command(), "bash");
    assert_eq!(Desk::of(&["sleep", "9"]).program.command(), "sleep");
    assert_eq!(Desk::of(&["/bin/cat"]).program.command(), "cat");
    assert_eq!(
        Desk::of(&["sh", "-c", "while :; do :; done"])
            .program
            .command(),
        "sh"
    );
    let mut desk = Desk::of(&["echo $((1 + 1)); exit 3"]);
    assert_eq!(desk.seen(), "2\n");
    assert_eq!(desk.ended, Some(Ended::Status(3)));
    assert_eq!(
        Desk::of(&["no-such-thing", "x"]).ended,
        Some(Ended::Status(127))
    );
    let mut desk = Desk::of(&["nothing"]);
    assert_eq!(
        (desk.seen().as_str(), desk.ended),
        (
            "bash: line 1: nothing: command not found\n",
            Some(Ended::Status(127))
        )
    );
}

#[test]
fn the_foreground_is_called_by_what_runs_there() {
    let mut desk = Desk::shell();
    for (line, name) in [
        ("sleep 9", "sleep"),
        ("cat", "cat"),
        ("(sleep 9; true)", "bash"),
        ("sh -c 'sleep 9; true'", "sh"),
        ("sh -c 'sleep 9'", "sleep"),
        ("bash --norc", "bash"),
        ("env sleep 9", "sleep"),
        ("sleep 9 | cat", "bash"),
    ] {
        desk.send(format!("{line}\r"));
        assert_eq!(desk.program.command(), name, "{line}");
        if line == "bash --norc" {
            desk.send("\x04");
        } else {
            desk.send("\x03");
        }
        assert_eq!(desk.program.command(), "bash", "{line}");
    }
    desk.send("cd /tmp\r");
    assert_eq!(desk.program.directory(), "/tmp");
    desk.send("exec cat\r");
    assert_eq!(desk.program.command(), "cat");
    desk.send("\x04");
    assert_eq!(desk.ended, Some(Ended::Status(0)));
}

#[test]
fn shells_have_options_names_and_scripts() {
    let mut desk = Desk::shell();
    for (line, output) in [
        ("sh -c 'echo $0 $1' name arg", "name arg\n"),
        ("sh -ec 'false; echo no'; echo $?", "1\n"),
        (
            "bash -c 'nothing'",
            "bash: line 1: nothing: command not found\n",
        ),
        ("echo 'echo in $1' >s; sh s one; . ./s", "in one\nin\n"),
        ("echo 'echo piped' | sh", "piped\n"),
        ("sh -q", "sh: -q: invalid option\n"),
        ("sh none", "sh: none: No such file or directory\n"),
        (
            "sh -c 'echo )'",
            "sh: -c: line 1: syntax error near unexpected token `)'\n",
        ),
    ] {
        assert_eq!(desk.line(line), output, "{line}");
    }
}

#[test]
fn a_shell_in_a_shell_has_a_prompt_of_its_own() {
    let mut desk = Desk::shell();
    desk.send("PS1='\\w:\\W>\\$ ' bash --norc\r");
    assert!(desk.seen().ends_with("/work:work>$ "));
    desk.send("exit 5\r");
    assert!(desk.seen().ends_with("exit\n$ "));
    assert_eq!(desk.line("echo $?"), "5\n");
    desk.send("unset PS1; exec sh\r");
    assert!(desk.seen().ends_with("sh-5.2$ "));
}
