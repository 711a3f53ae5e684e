//! The parser: what is a command, what is missing, what cannot be.

use proptest::prelude::*;

use super::source::Trouble;
use super::*;

/// How reading a text to its end goes.
fn read(text: &str) -> Result<usize, Trouble> {
    let mut source = Source::new(text);
    let mut items = 0;
    while let Some(list) = source.next()? {
        items += list.len();
    }
    Ok(items)
}

#[test]
fn commands_are_counted_line_by_line() {
    for (text, items) in [
        ("", 0),
        ("\n\n", 0),
        ("# only a comment", 0),
        ("a", 1),
        ("a; b", 2),
        ("a;", 1),
        ("a & b", 2),
        ("a && b || ! c", 1),
        ("a | b | c", 1),
        ("(a; b)", 1),
        ("{ a; b; }", 1),
        ("if a; then b; elif c; then d; else e; fi", 1),
        ("while a; do b; done", 1),
        ("until a\ndo b\ndone", 1),
        ("for x in 1 2; do a; done", 1),
        ("for x; do a; done", 1),
        ("for x\nin 1\ndo a; done", 1),
        ("case $x in a|b) c;; *) d;; esac", 1),
        ("case x in (a) b\nesac", 1),
        ("f() { a; }; f", 2),
        ("f ()\n(\na\n)", 1),
        ("x=1 y=$x a >f 2>&1 <g", 1),
        (">f", 1),
        ("a <<X\nb\nX\nc", 2),
        ("a <<-'X' | b\n\tc\n\tX", 1),
        ("echo $(a; b) `c` ${d:-e} $((1+2)) \"$f\" '$g' \\h", 1),
        ("a \\\n b", 1),
        ("echo a#b # c", 1),
        ("echo }", 1),
        ("echo $((1 + (2)))", 1),
        ("echo $( (a) )", 1),
        ("echo if then fi", 1),
        ("a&&\nb", 1),
        ("a |\nb", 1),
        ("! ! a", 1),
    ] {
        assert_eq!(read(text), Ok(items), "{text}");
    }
}

#[test]
fn what_is_not_complete_wants_more() {
    for text in [
        "echo 'a",
        "echo \"a",
        "echo `a",
        "echo $(a",
        "echo ${a",
        "(a",
        "{ a",
        "if a",
        "if a; then b",
        "while a; do b",
        "for x in 1",
        "case x in",
        "case x in a) b;;",
        "a &&",
        "a |",
        "f() {",
        "f()",
        "echo $((1",
        "echo \"$(echo 'a\")\"",
    ] {
        let trouble = read(text).unwrap_err();
        assert!(trouble.wants_more(), "{text}: {trouble:?}");
    }
    let mut source = Source::typed("a <<X\nb\n");
    assert!(source.next().unwrap_err().wants_more());
}

#[test]
fn what_cannot_be_names_the_word() {
    for (text, word) in [
        (")", ")"),
        ("}", "}"),
        ("a;;", ";;"),
        ("a | | b", "|"),
        ("&& a", "&&"),
        ("fi", "fi"),
        ("if; then", ";"),
        ("(a) b", "b"),
        ("( )", ")"),
        ("for 1 in a; do b; done", "1"),
        ("a >", "newline"),
        ("a <\nb", "newline"),
        ("then", "then"),
        ("; a", ";"),
    ] {
        match read(&format!("{text}\n")) {
            Err(Trouble::Unexpected(named)) => assert_eq!(named, word, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert_eq!(read("echo ${a!b}"), Err(Trouble::Substitution));
}

#[test]
fn nothing_nests_without_end() {
    for (open, close) in [
        ("(", ")"),
        ("{ ", "; }"),
        ("$(", ")"),
        ("\"${a:-", "}\""),
        ("if ", ""),
        ("f()", ""),
        ("! ", ""),
    ] {
        let text = format!("{}a{}", open.repeat(5000), close.repeat(5000));
        // Whatever it is, it comes back.
        let _ = read(&text);
    }
    assert_eq!(read(&"(".repeat(1000)), Err(Trouble::Deep));
}

#[test]
fn an_alias_is_spelled_out_once() {
    let mut source = Source::new("ll x; ll");
    source.aliases.insert("ll".to_owned(), "ll -l;".to_owned());
    assert_eq!(source.next().unwrap().unwrap().len(), 3);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[ -~\n\té]{0,80}") {
        let _ = read(&text);
    }

    #[test]
    fn any_heap_of_pieces_is_read_or_refused(pieces in prop::collection::vec(
        prop::sample::select(vec![
            "if ", "then ", "fi", "while ", "do ", "done", "case ", "in ", "esac", ";;", ";", "&", "&&", "|", "||", "(", ")", "{ ",
            "}", "'", "\"", "`", "$", "$(", "${", "$((", "))", "\\", "\n", "<<X\n", "X\n", "<<", ">", ">&", "2>", "<", "a", "x=1",
            "#", " ", "for ", "f()", "!", "[", "]", "*", "é", "\t",
        ]), 0..40)) {
        let text: String = pieces.concat();
        let _ = read(&text);
        let mut source = Source::typed(&text);
        while let Ok(Some(_)) = source.next() {}
    }
}
