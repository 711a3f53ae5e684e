//! The tools: what they print, when, and how much.

use super::Desk;

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn tools_print_what_their_models_print() {
    let mut desk = Desk::shell();
    for (line, output) in [
        ("seq 3", "1\n2\n3\n"),
        ("seq 2 2 6 | tr '\\n' ' '", "2 4 6 "),
        ("seq 3 -1 1 | head -n1", "3\n"),
        (
            "seq x",
            "seq: needs one to three whole numbers, and a step that is not 0\n",
        ),
        ("printf 'a b\\nc\\n' | wc", "      2       3       6\n"),
        ("printf '%20s\\n' x | tr ' ' y", "yyyyyyyyyyyyyyyyyyyx\n"),
        (
            "printf 'a  b\\n' | tr -s ' '; echo abc | tr -d b; echo abc | tr a-c A-C",
            "a b\nac\nABC\n",
        ),
        (
            "echo a,b,c | cut -d, -f1,3; echo x | cut -d , -f 2",
            "a,c\nx\n",
        ),
        (
            "printf 'b\\na\\nb\\n' | sort -u; printf 'b\\na\\n' | sort -r",
            "a\nb\nb\na\n",
        ),
        (
            "printf 'ab\\nAc\\n' | grep -i a; printf 'ab\\n' | grep -q x; echo $?; printf 'a\\nb\\n' | grep -vc a",
            "ab\nAc\n1\n1\n",
        ),
        (
            "printf 'x\\ny' | cat - ; echo; printf 1 | tee t; cat t",
            "x\ny\n11",
        ),
        (
            "echo; touch u; ls; ls none",
            "\nt\nu\nls: cannot access 'none': No such file or directory\n",
        ),
        (
            "A=1 env | grep ^A; env B=2 sh -c 'echo $B'; printenv HOME",
            "A=1\n2\n/home/user\n",
        ),
        (
            "hostname; whoami; tty; pwd; /bin/echo path; date +%F",
            "fake\nuser\n/dev/pts/0\n/work\npath\n2026-01-01\n",
        ),
        (
            "cd /none; cd /tmp; pwd; cd -; pwd",
            "bash: cd: /none: No such file or directory\n/tmp\n/work\n",
        ),
        (
            "tput cols; tput nothing; stty size; stty nothing",
            "200\ntput: unknown terminfo capability 'nothing'\n24 200\nstty: invalid argument 'nothing'\n",
        ),
        (
            "sleep; sleep x; sleep 0.1 0.1s",
            "sleep: missing operand\nsleep: invalid time interval 'x'\n",
        ),
        (
            "head -n 1 nothing; echo $?",
            "head: nothing: No such file or directory\n1\n",
        ),
    ] {
        assert_eq!(desk.line(line), output, "{line}");
    }
    desk.raw();
    desk.send("clear\r");
    assert!(
        desk.raw()
            .contains("\x1b[?2004l\r\x1b[H\x1b[J\x1b[3J\x1b[?2004h$ ")
    );
}

#[test]
fn sleep_lasts_as_long_as_it_says() {
    let mut desk = Desk::shell();
    for (word, seconds) in [("0.5", 0.5), ("2s", 2.0), ("1m", 60.0)] {
        desk.send(format!("sleep {word}; echo over\r"));
        desk.seen();
        desk.pass(seconds - 0.01);
        assert!(!desk.seen().contains("over\n"), "{word}");
        desk.pass(0.01);
        assert!(desk.seen().contains("over\n"), "{word}");
    }
    desk.send("sleep infinity\r");
    desk.pass(1e8);
    assert_eq!(desk.program.command(), "sleep");
}

#[test]
fn what_prints_for_ever_prints_a_bounded_amount_at_a_time() {
    let mut desk = Desk::shell();
    desk.seen();
    desk.send("yes\r");
    let first = desk.printed.len();
    assert!((1000..20_000).contains(&first), "{first}");
    assert!(desk.program.due().is_some());
    desk.pass(1.0);
    let second = desk.printed.len();
    assert!((500_000..2_000_000).contains(&second), "{second}");
    desk.seen();
    desk.send("\x03");
    desk.pass(0.1);
    assert_eq!(desk.seen(), "^C\n$ ");
}

#[test]
fn what_loops_for_ever_yields_and_keeps_nothing() {
    let mut desk = Desk::shell();
    desk.send("while :; do :; done\r");
    desk.seen();
    desk.pass(0.5);
    assert_eq!(desk.seen(), "");
    desk.send("\x03");
    desk.pass(0.1);
    assert_eq!(desk.seen(), "^C\n$ ");
    desk.send("x=a; while :; do x=$x$x; done\r");
    desk.pass(2.0);
    let seen = desk.seen();
    assert!(
        seen.contains("variables hold more than 1048576 bytes together"),
        "{}",
        seen.len()
    );
    desk.send("\x03");
    desk.seen();
    desk.send("f() { f | f & }; f\r");
    desk.pass(0.5);
    assert!(
        desk.seen()
            .contains("fork: Resource temporarily unavailable")
    );
}
