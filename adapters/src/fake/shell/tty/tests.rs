//! The line discipline, held against what Linux does.

use super::*;

fn typed(tty: &mut Tty, bytes: &[u8]) -> String {
    String::from_utf8(tty.input(bytes).echo).unwrap()
}

fn lines(tty: &mut Tty) -> Vec<String> {
    std::iter::from_fn(|| tty.read(100))
        .map(|bytes| String::from_utf8(bytes).unwrap())
        .collect()
}

#[test]
fn a_line_is_read_whole_and_shown_as_it_is_typed() {
    let mut tty = Tty::new();
    assert_eq!(typed(&mut tty, b"ab"), "ab");
    assert_eq!(tty.read(10), None);
    assert_eq!(typed(&mut tty, b"c\r"), "c\r\n");
    assert_eq!(lines(&mut tty), ["abc\n"]);
}

#[test]
fn erasing_takes_characters_words_and_lines_back() {
    let mut tty = Tty::new();
    assert_eq!(typed(&mut tty, b"ab\x7fc\x08d\r"), "ab\x08 \x08c^Hd\r\n");
    assert_eq!(lines(&mut tty), ["ac\x08d\n"]);
    let echo = typed(&mut tty, b"foo bar\x17baz\x15qux\r");
    assert!(echo.ends_with("qux\r\n"), "{echo:?}");
    assert_eq!(echo.matches("\x08 \x08").count(), 3 + 7);
    assert_eq!(lines(&mut tty), ["qux\n"]);
    assert_eq!(typed(&mut tty, "é\x7f".as_bytes()), "é\x08 \x08");
    assert_eq!(
        typed(&mut tty, b"\x01\x7f"),
        "^A\x08 \x08\x08 \x08",
        "two columns were shown"
    );
    assert_eq!(typed(&mut tty, b"\x7f\x7f\x15\x17"), "");
    assert_eq!(
        typed(&mut tty, b"a\t\x7f"),
        "a\t\x08\x08\x08\x08\x08\x08\x08"
    );
}

#[test]
fn signals_are_shown_and_take_the_line_with_them() {
    let mut tty = Tty::new();
    tty.input(b"first\rsecond");
    let taken = tty.input(b"\x03");
    assert_eq!(
        (taken.echo, taken.signals),
        (b"^C".to_vec(), vec![INTERRUPT])
    );
    assert_eq!(tty.input(b"\x1c").signals, [QUIT]);
    assert_eq!(
        tty.input(b"\x1a"),
        Taken {
            echo: b"^Z".to_vec(),
            signals: vec![]
        }
    );
    tty.input(b"\r");
    assert_eq!(lines(&mut tty), ["\n"]);
}

#[test]
fn end_of_file_ends_a_read_and_only_at_the_beginning_of_a_line_all_reads() {
    let mut tty = Tty::new();
    assert_eq!(typed(&mut tty, b"ab\x04"), "ab");
    assert_eq!(tty.read(10), Some(b"ab".to_vec()));
    tty.input(b"\x04");
    assert_eq!(tty.read(10), Some(Vec::new()));
    assert_eq!(tty.read(10), None);
}

#[test]
fn raw_mode_hands_on_every_byte_and_keeps_echo_apart() {
    let mut tty = Tty::new();
    tty.input(b"half");
    tty.set_mode(Mode {
        echo: false,
        ..Mode::RAW
    });
    assert_eq!(tty.input(b"\x03\r\x7f"), Taken::default());
    assert_eq!(lines(&mut tty), ["half\x03\r\x7f"]);
    assert_eq!(tty.output(b"a\nb"), b"a\nb");
    tty.set_mode(Mode::SANE);
    assert_eq!(tty.output(b"a\nb"), b"a\r\nb");
}

#[test]
fn the_next_character_can_be_literal() {
    let mut tty = Tty::new();
    assert_eq!(typed(&mut tty, b"\x16\x03\r"), "^\x08^C\r\n");
    assert_eq!(lines(&mut tty), ["\x03\n"]);
}

#[test]
fn what_nobody_reads_is_bounded() {
    let mut tty = Tty::new();
    for _ in 0..100 {
        tty.input(&[b'x'; 1000]);
        tty.input(b"\r");
    }
    let kept: usize = lines(&mut tty).iter().map(String::len).sum();
    assert!(kept <= WAITING_BYTES_MAX, "{kept}");
    tty.set_mode(Mode::RAW);
    tty.input(&b"y".repeat(100_000));
    let kept: usize = std::iter::from_fn(|| tty.read(50))
        .map(|bytes| bytes.len())
        .sum();
    assert_eq!(kept, WAITING_BYTES_MAX);
}
