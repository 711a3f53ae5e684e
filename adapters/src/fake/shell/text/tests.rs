//! What the printing commands print.

use super::*;

fn said(words: &[&str]) -> (String, i32) {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let said = say(&words, &|path| (path == "file", path == "folder"));
    (
        String::from_utf8_lossy(&said.output).into_owned(),
        said.status,
    )
}

#[test]
fn echo_knows_its_options_and_backslashes() {
    for (words, output) in [
        (&["echo", "a", "b"][..], "a b\n"),
        (&["echo"], "\n"),
        (&["echo", "-n", "a"], "a"),
        (&["echo", "a\\tb"], "a\\tb\n"),
        (&["echo", "-e", "a\\tb\\x41\\0101\\e[m"], "a\tbAA\x1b[m\n"),
        (&["echo", "-ne", "a\\cb"], "a"),
        (&["echo", "-x", "-n"], "-x -n\n"),
        (&["echo", "-"], "-\n"),
    ] {
        assert_eq!(said(words), (output.to_owned(), 0), "{words:?}");
    }
}

#[test]
fn printf_fills_its_format_as_often_as_there_are_words() {
    for (words, output) in [
        (&["printf", "%s\\n", "a", "b"][..], "a\nb\n"),
        (
            &["printf", "%d %x %o %c|", "10", "255", "8", "xyz"],
            "10 ff 10 x|",
        ),
        (
            &["printf", "%5s|%-5s|%05d|%+d", "a", "b", "42", "7"],
            "    a|b    |00042|+7",
        ),
        (&["printf", "%.2s|%.3f", "abc", "1.5"], "ab|1.500"),
        (&["printf", "%b|%s", "a\\tb", "a\\tb"], "a\tb|a\\tb"),
        (&["printf", "100%%\\n"], "100%\n"),
        (&["printf", "%s-%s\\n", "a"], "a-\n"),
        (&["printf", "%d", "0x10"], "16"),
        (&["printf", "%d", "'A"], "65"),
        (&["printf", "%*d", "4", "7"], "   7"),
        (&["printf", "a\\nb\\033[m\\141"], "a\nb\x1b[ma"),
        (&["printf", "%s", "-5"], "-5"),
        (&["printf", "%d", "-5"], "-5"),
        (&["printf", "no words", "left"], "no words"),
    ] {
        assert_eq!(said(words), (output.to_owned(), 0), "{words:?}");
    }
    assert_eq!(said(&["printf", "%d", "x"]), ("0".to_owned(), 1));
    assert_eq!(said(&["printf", "%y", "x"]).1, 1);
    assert_eq!(said(&["printf"]).1, 2);
    assert_eq!(said(&["printf", "%99999999999d", "1"]).0.len(), 100_000);
}

#[test]
fn test_tells_strings_numbers_and_files() {
    for (words, status) in [
        (&["a"][..], 0),
        (&[""], 1),
        (&[], 1),
        (&["-n", "a"], 0),
        (&["-z", "a"], 1),
        (&["a", "=", "a"], 0),
        (&["a", "!=", "a"], 1),
        (&["3", "-gt", "2"], 0),
        (&["3", "-lt", "x"], 2),
        (&["!", "a"], 1),
        (&["!"], 0),
        (&["-f", "file"], 0),
        (&["-d", "file"], 1),
        (&["-d", "folder"], 0),
        (&["-e", "none"], 1),
        (&["a", "-a", ""], 1),
        (&["", "-o", "a"], 0),
        (&["(", "a", "=", "b", ")"], 1),
        (&["-n"], 0),
        (&["a", "b"], 2),
        (&["(", "a"], 2),
        (&["!", "=", "!"], 0),
    ] {
        let all: Vec<&str> = std::iter::once("test")
            .chain(words.iter().copied())
            .collect();
        assert_eq!(said(&all).1, status, "{words:?}");
    }
    assert_eq!(said(&["[", "a", "]"]).1, 0);
    assert_eq!(said(&["[", "a"]).1, 2);
    let deep: Vec<&str> = std::iter::once("test")
        .chain(std::iter::repeat_n("!", 10_000))
        .collect();
    assert_eq!(said(&deep).1, 2);
}
