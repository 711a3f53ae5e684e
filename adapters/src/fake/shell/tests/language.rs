//! The language: what lines print, as bash 5.2 prints it.

use super::Desk;

/// Holds what lines print, one after the other in the same shell, against what is expected.
fn check(table: &[(&str, &str)]) {
    let mut desk = Desk::shell();
    for (line, output) in table {
        assert_eq!(desk.line(line), *output, "{line}");
    }
}

#[test]
fn words_are_quoted_and_expanded() {
    check(&[
        (
            "echo a   b 'c   d' \"e   f\" g\\ \\ h",
            "a b c   d e   f g  h\n",
        ),
        (
            "x='1  2'; echo $x \"$x\" '$x' \\$x ${x}y",
            "1 2 1  2 $x $x 1 2y\n",
        ),
        (
            "echo \"a\\\"b\\$c\\d `echo e` $(echo f)\"",
            "a\"b$c\\d e f\n",
        ),
        (
            "echo ${#x} ${y:-d} ${y-d} ${y:+e} ${x:+e} ${y:=f} $y",
            "4 d d e f f\n",
        ),
        (
            "p=/a/b.c.d; echo ${p##*/} ${p#*/} ${p%.*} ${p%%.*}",
            "b.c.d a/b.c.d /a/b.c /a/b\n",
        ),
        (
            "echo $((1 + 2 * 3)) $((x = 5, 1))",
            "bash: x = 5, 1: syntax error in expression (error token is \", 1\")\n",
        ),
        ("echo $((n = 4)) $n $((n += 1))", "4 4 5\n"),
        (
            "set -- a 'b c' d; echo $# $1 \"$2\" ; for i in \"$@\"; do echo \"<$i>\"; done",
            "3 a b c\n<a>\n<b c>\n<d>\n",
        ),
        (
            "for i in $@; do echo \"<$i>\"; done; shift; echo $* \"$*\"",
            "<a>\n<b>\n<c>\n<d>\nb c d b c d\n",
        ),
        ("set --; for i in \"$@\"; do echo no; done; echo $#", "0\n"),
        (
            "IFS=:; v=a:b::c; for i in $v; do echo \"<$i>\"; done; unset IFS",
            "<a>\n<b>\n<>\n<c>\n",
        ),
        ("echo ~ ~/x a~", "/home/user /home/user/x a~\n"),
        ("echo $$ $- $0", "4000 i bash\n"),
        ("echo ${nothing?gone}; echo no", "bash: nothing: gone\n"),
        ("echo \"\" '' x | wc -c", "4\n"),
        ("echo *.none [a] {a,b}", "*.none [a] {a,b}\n"),
    ]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn commands_follow_each_other() {
    check(&[
        (
            "true && echo yes || echo no; false && echo yes || echo no",
            "yes\nno\n",
        ),
        ("! false && echo not", "not\n"),
        ("(exit 3); echo $?; { false; }; echo $?", "3\n1\n"),
        (
            "if false; then echo a; elif true; then echo b; else echo c; fi",
            "b\n",
        ),
        (
            "i=0; while [ $i -lt 3 ]; do i=$((i+1)); [ $i = 2 ] && continue; echo $i; done",
            "1\n3\n",
        ),
        ("until [ $i = 0 ]; do i=$((i-1)); done; echo $i", "0\n"),
        (
            "for a in 1 2; do for b in 1 2; do [ $b = 2 ] && continue 2; echo $a$b; done; done",
            "11\n21\n",
        ),
        (
            "for a in 1 2 3; do [ $a = 2 ] && break; echo $a; done",
            "1\n",
        ),
        (
            "case abc in x) echo x;; a*|b) echo ab;; *) echo other;; esac",
            "ab\n",
        ),
        (
            "case '*' in '\\*') echo no;; \"*\") echo star;; esac",
            "star\n",
        ),
        (
            "f() { local v=in; echo $1 $v; return 4; }; v=out; f arg; echo $? $v",
            "arg in\n4 out\n",
        ),
        ("f() (exit 5); f; echo $?", "5\n"),
        (
            "x=1; (x=2; echo $x); echo $x; x=3 sh -c 'echo $x'; echo $x",
            "2\n1\n3\n1\n",
        ),
        (
            "eval 'a=1;' echo '$a'; eval \"echo 'x\"; echo $?",
            "1\nbash: eval: line 1: unexpected EOF while looking for matching `''\n2\n",
        ),
        ("a=$(echo x; exit 7); echo $a $?", "x 7\n"),
        ("alias hi='echo hello'", ""),
        (
            "hi you; unalias hi; \\hi",
            "hello you\nbash: hi: command not found\n",
        ),
        ("readonly r=1; r=2", "bash: r: readonly variable\n"),
        (
            "export E=1; sh -c 'echo $E'; unset E; echo ${E-unset}",
            "1\nunset\n",
        ),
        (
            "set -e; set +e; set -o pipefail; false | true; echo $?; set +o pipefail; false | true; echo $?",
            "1\n0\n",
        ),
        (
            "set -u; echo $not_there",
            "bash: not_there: unbound variable\n",
        ),
        ("echo $?; set +u", "1\n"),
        (
            "set -x; echo 'a b'; set +x",
            "+ echo 'a b'\na b\n+ set +x\n",
        ),
        (
            "type echo f; command -v nothing || echo none; command echo direct",
            "echo is a shell builtin\nf is a function\nnone\ndirect\n",
        ),
        (
            "exec nothing; echo still",
            "bash: nothing: command not found\nstill\n",
        ),
        (
            "f() { f; }; f; echo back",
            "bash: maximum nesting level exceeded (60)\n",
        ),
    ]);
}

#[test]
fn output_goes_where_it_is_sent() {
    check(
        &[
            (
                "echo hidden >/dev/null; echo shown >&2 2>/dev/null",
                "shown\n",
            ),
            (
                "echo one >f; echo two >>f; cat f; cat <f; wc -l <f",
                "one\ntwo\none\ntwo\n2\n",
            ),
            ("{ echo out; echo err >&2; } 2>&1 >/dev/null | cat", "err\n"),
            (
                "(echo a; echo b) >g; cat g; rm g; cat g",
                "a\nb\ncat: g: No such file or directory\n",
            ),
            (
                "echo x >/etc; cat </none; echo $?",
                "bash: /etc: Is a directory\nbash: /none: No such file or directory\n1\n",
            ),
            (
                "exec 3>h; echo three >&3; exec 3>&-; cat h; echo x >&3",
                "three\nbash: 3: Bad file descriptor\n",
            ),
            (
                "seq 3 | while read n; do echo \"<$n>\"; done | tail -n 2",
                "<2>\n<3>\n",
            ),
            ("yes | head -2; seq 1 100000 | tail -1", "y\ny\n100000\n"),
            ("echo a:b | { IFS=: read x y; echo $y $x; }", "b a\n"),
            (
                "read x <<E; echo $x\r$y two\\tw\rE",
                "$y two\\tw\r> $y two\\tw\n",
            ),
        ][..9],
    );
    let mut desk = Desk::shell();
    desk.line("y=value");
    desk.send("cat <<A; cat <<'B'\r$y `echo q`\\\r$(echo r)\rA\r$y\rB\r");
    desk.pass(0.1);
    let seen = desk.seen();
    assert!(seen.ends_with("value qr\n$y\n$ "), "{seen:?}");
}

#[test]
fn the_background_goes_on_beside_the_prompt() {
    let mut desk = Desk::shell();
    desk.send("(sleep 1; echo later) & echo now\r");
    let seen = desk.seen();
    assert!(seen.ends_with("[1] 4001\nnow\n$ "), "{seen:?}");
    assert_eq!(desk.program.command(), "bash");
    desk.pass(1.5);
    assert_eq!(desk.seen(), "later\n");
    desk.send("\r");
    assert_eq!(
        desk.seen(),
        "\n[1]+  Done                    (sleep 1; echo later)\n$ "
    );
    assert_eq!(
        desk.line("sleep 0.5 & wait $!; echo $?"),
        "[1] 4004
0
[1]+  Done                    sleep 0.5
"
    );
    assert_eq!(
        desk.line("sh -c 'exit 3' & wait $!; echo $?"),
        "[1] 4006
3
[1]+  Exit 3                  sh -c 'exit 3'
"
    );
}

#[test]
fn a_typed_line_that_is_not_complete_is_asked_on() {
    let mut desk = Desk::shell();
    desk.seen();
    desk.send("for i in 1 2\rdo\recho $i\rdone\r");
    desk.pass(0.1);
    assert_eq!(
        desk.seen(),
        "for i in 1 2\n> do\n> echo $i\n> done\n1\n2\n$ "
    );
    desk.send("echo 'a\r");
    desk.send("\x03");
    desk.pass(0.1);
    assert!(desk.seen().ends_with("> ^C\n$ "));
    assert_eq!(
        desk.line("echo )"),
        "bash: syntax error near unexpected token `)'\n"
    );
    assert_eq!(desk.line("echo $?"), "2\n");
}
