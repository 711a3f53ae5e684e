//! Signals: who gets them, what is left, and what a shell says of it.

use super::Desk;
use crate::fake::program::Ended;

#[test]
fn c_c_ends_what_runs_and_brings_the_prompt_back() {
    for line in [
        "sleep 60",
        "sleep 60; echo no",
        "cat",
        "yes >/dev/null",
        "while :; do :; done",
        "read x",
        "sh -c 'sleep 60; echo no'",
        "(sleep 60; echo no)",
        "sleep 60 | cat",
        "seq 100000000 >/dev/null",
        "echo $(sleep 60)",
        "wait",
        "until false; do sleep 1; done",
    ] {
        let mut desk = Desk::shell();
        desk.line("sleep 100 &");
        desk.send(format!("{line}\r"));
        desk.pass(0.1);
        desk.seen();
        desk.send("\x03");
        desk.pass(0.1);
        assert_eq!(desk.seen(), "^C\n$ ", "{line}");
        assert_eq!(desk.line("echo $?"), "130\n", "{line}");
    }
}

#[test]
fn c_c_at_a_prompt_throws_the_line_away() {
    let mut desk = Desk::shell();
    desk.raw();
    desk.send("half");
    desk.send("\x03");
    assert_eq!(
        desk.raw(),
        "half^C\x1b[?2004l\r\x1b[?2004h\x1b[?2004l\r\r\n\x1b[?2004h$ "
    );
    assert_eq!(desk.line("echo $?"), "130\n");
}

#[test]
fn traps_answer_signals_and_the_end() {
    let mut desk = Desk::shell();
    for (line, output) in [
        (
            "sh -c 'trap \"echo caught\" TERM; kill -TERM $$; echo on'",
            "caught\non\n",
        ),
        ("sh -c 'trap \"\" TERM; kill -TERM $$; echo on'", "on\n"),
        (
            "sh -c 'trap \"echo bye\" EXIT; echo in; exit 3'; echo $?",
            "in\nbye\n3\n",
        ),
        (
            "sh -c 'trap \"echo x\" TERM; trap - TERM; kill $$; echo no'; echo $?",
            "Terminated\n143\n",
        ),
        ("(trap 'echo sub' EXIT); echo $?", "sub\n0\n"),
        (
            "(trap '' INT; sh -c 'trap : INT; kill -INT $$; echo on')",
            "on\n",
        ),
        (
            "trap 'echo t' USR1; kill -USR1 $$; trap",
            "t\ntrap -- 'echo t' SIGUSR1\n",
        ),
        ("kill -0 99999", "bash: kill: (99999) - No such process\n"),
        ("kill -TERM $$; echo alive", "alive\n"),
        (
            "sh -c 'kill -SEGV $$'; echo $?",
            "Segmentation fault\n139\n",
        ),
    ] {
        assert_eq!(desk.line(line), output, "{line}");
    }
    desk.send("sh -c 'trap \"echo int\" INT; sleep 5; echo after'\r");
    desk.pass(0.1);
    desk.seen();
    desk.send("\x03");
    assert_eq!(desk.seen(), "^Cint\nafter\n$ ");
}

#[test]
fn a_background_command_does_not_hear_c_c() {
    let mut desk = Desk::shell();
    desk.send("(sleep 1; echo there) &\rsleep 60\r");
    desk.send("\x03");
    desk.seen();
    desk.pass(1.1);
    assert_eq!(desk.seen(), "there\n");
}

#[test]
fn c_backslash_quits_and_c_z_does_nothing() {
    let mut desk = Desk::shell();
    desk.send("sleep 60\r");
    desk.seen();
    desk.send("\x1a");
    assert_eq!(desk.seen(), "^Z");
    assert_eq!(desk.program.command(), "sleep");
    desk.send("\x1c");
    assert_eq!(desk.seen(), "^\\Quit\n$ ");
}

#[test]
fn a_program_that_is_cut_short_leaves_the_terminal_sane() {
    let mut desk = Desk::shell();
    desk.send("sh -c 'stty -echo; sleep 60'\r");
    desk.send("\x03");
    desk.seen();
    desk.send("echo seen\r");
    assert!(desk.seen().starts_with("echo seen\n"));
}

#[test]
fn a_hangup_ends_the_pane_and_so_does_a_kill() {
    let mut desk = Desk::shell();
    desk.send("sleep 60\r");
    desk.signal(1);
    assert_eq!(desk.ended, Some(Ended::Signal(1)));
    let mut desk = Desk::shell();
    desk.send("kill -9 $$\r");
    assert_eq!(desk.ended, Some(Ended::Signal(9)));
    let mut desk = Desk::of(&["sleep", "60"]);
    desk.signal(15);
    assert_eq!(desk.ended, Some(Ended::Signal(15)));
    assert_eq!(desk.program.due(), None);
}

#[test]
fn a_call_of_tmux_that_was_interrupted_leaves_the_next_one_its_answer() {
    use crate::fake::program::{Act, Answer, Event};
    let mut desk = Desk::shell();
    desk.program
        .handle(Event::Input(b"tmux wait-for x\r"), desk.now);
    let mut acts = std::iter::from_fn(|| desk.program.next(desk.now)).collect::<Vec<_>>();
    assert_eq!(
        acts.pop(),
        Some(Act::Tmux(vec!["wait-for".to_owned(), "x".to_owned()]))
    );
    desk.program.handle(Event::Input(b"\x03"), desk.now);
    desk.program
        .handle(Event::Input(b"/usr/bin/tmux ls\r"), desk.now);
    let acts = std::iter::from_fn(|| desk.program.next(desk.now)).collect::<Vec<_>>();
    assert!(
        !acts.iter().any(|act| matches!(act, Act::Tmux(_))),
        "one call at a time: {acts:?}"
    );
    desk.program.handle(
        Event::Answer(Answer {
            status: 9,
            ..Answer::default()
        }),
        desk.now,
    );
    assert_eq!(
        desk.program.next(desk.now),
        Some(Act::Tmux(vec!["ls".to_owned()]))
    );
    let answer = Answer {
        status: 1,
        output: b"out\n".to_vec(),
        words: b"err\n".to_vec(),
    };
    desk.program.handle(Event::Answer(answer), desk.now);
    desk.settle();
    assert!(desk.seen().ends_with("out\nerr\n$ "));
    assert_eq!(desk.line("echo $?"), "1\n");
}
