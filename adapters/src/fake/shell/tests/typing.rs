//! What typing leaves on the screen. The bytes were compared with those of bash 5.2, the rows with a real terminal's.

use super::Desk;
use crate::fake::program::{Event, Size};
use crate::fake::script::Scene;

#[test]
fn a_prompt_asks_for_bracketed_paste_and_shows_what_is_typed() {
    let mut desk = Desk::shell();
    assert_eq!(desk.raw(), "\x1b[?2004h$ ");
    desk.send("echo hi");
    assert_eq!(desk.raw(), "echo hi");
    desk.send("\r");
    assert_eq!(desk.raw(), "\r\n\x1b[?2004l\rhi\r\n\x1b[?2004h$ ");
}

#[test]
fn keys_edit_the_line() {
    for (keys, line) in [
        ("abc\x15x", "x"),
        ("abc def\x17x", "abc x"),
        ("abc\x02\x02X", "aXbc"),
        ("abc\x01X\x05Y", "XabcY"),
        ("abc\x01\x0bx", "x"),
        ("abc\x7f\x08x", "ax"),
        ("abc\x1b[D\x1b[DX\x1b[CY", "aXbYc"),
        ("abc\x1b[HX\x1b[FY", "XabcY"),
        ("abc\x01\x04\x1b[3~", "c"),
        ("ab cd\x17\x01\x19", "cdab "),
        ("ab cd\x1bbX\x01\x1bfY", "abY Xcd"),
        ("a\x16\x03b", "a\x03b"),
        ("é日\x7fx", "éx"),
        ("\x1b[200~a\rb\x1b[201~", "a\nb"),
        ("a\x1b[99~b\x1bOCc", "abc"),
    ] {
        let mut editor = crate::fake::shell::editor::Editor::new(80, "$ ", true);
        let history = std::collections::VecDeque::new();
        for byte in keys.bytes() {
            assert_eq!(
                editor.take(byte, &history),
                crate::fake::shell::editor::Typed::More
            );
        }
        let end = if keys.contains("200~") { b'\n' } else { b'\r' };
        let typed = editor.take(end, &history);
        assert_eq!(
            typed,
            crate::fake::shell::editor::Typed::Line(line.to_owned()),
            "{keys:?}"
        );
    }
}

#[test]
fn earlier_lines_come_back() {
    let mut desk = Desk::shell();
    for line in ["echo first", "echo second", " echo hidden", "echo second"] {
        desk.line(line);
    }
    desk.send("half\x1b[A");
    assert!(desk.seen().ends_with("echo second"));
    desk.send("\x1b[A");
    assert!(desk.seen().ends_with("first"));
    desk.send("\x1b[A");
    assert_eq!(desk.raw(), "\x07");
    desk.send("\x1b[B\x1b[B");
    assert!(desk.seen().ends_with("half"));
}

#[test]
fn pasted_lines_run_at_enter_and_not_before() {
    let mut desk = Desk::shell();
    desk.seen();
    desk.send("\x1b[200~echo 1\necho 2\n\x1b[201~");
    assert_eq!(desk.seen(), "echo 1\necho 2\n");
    desk.send("\r");
    assert_eq!(desk.seen(), "\n1\n2\n$ ");
}

#[test]
fn a_full_row_wraps_at_once_and_leaves_no_empty_row_behind() {
    let mut desk = Desk::in_scene(&[], 12, Scene::default());
    desk.raw();
    desk.send("echo 67890");
    assert_eq!(desk.raw(), "echo 67890 \r");
    desk.send("\r");
    assert_eq!(
        desk.raw(),
        "\x1b[1A\r\x1b[11C0\r\n\x1b[?2004l\r67890\r\n\x1b[?2004h$ "
    );
}

#[test]
fn a_prompt_is_drawn_anew_at_another_width() {
    let mut desk = Desk::shell();
    desk.send("echo abc");
    desk.raw();
    let size = Size {
        width: 20,
        height: 24,
    };
    desk.program.handle(Event::Resized(size), desk.now);
    desk.settle();
    assert_eq!(desk.raw(), "\r\x1b[K$ echo abc");
    assert!(desk.line("; stty size").ends_with("24 20\n"));
}

#[test]
fn c_l_clears_and_c_d_leaves() {
    let mut desk = Desk::shell();
    desk.raw();
    desk.send("ab\x0c");
    assert_eq!(desk.raw(), "ab\x1b[H\x1b[J$ ab");
    desk.send("\x04");
    assert_eq!(desk.raw(), "\x07");
    desk.send("\x15(exit 4)\r\x04");
    assert!(desk.raw().ends_with("$ \x1b[?2004l\r\r\nexit\r\n"));
    assert_eq!(desk.ended, Some(crate::fake::program::Ended::Status(4)));
}

#[test]
fn a_program_gets_lines_from_the_terminal_and_what_it_leaves_goes_to_the_prompt() {
    let mut desk = Desk::shell();
    desk.seen();
    desk.send("cat\r");
    desk.send("ab\x7fc\r");
    assert_eq!(desk.raw(), "cat\r\n\x1b[?2004l\rab\x08 \x08c\r\nac\r\n");
    desk.send("\x04");
    assert_eq!(desk.seen(), "$ ");
    desk.send("sleep 1\r");
    desk.send("echo ahead\r");
    assert_eq!(desk.seen(), "sleep 1\necho ahead\n");
    desk.pass(1.0);
    assert_eq!(desk.seen(), "$ echo ahead\nahead\n$ ");
}

#[test]
fn without_echo_nothing_typed_is_shown() {
    let mut desk = Desk::shell();
    desk.line("stty -echo");
    desk.send("echo secret\r");
    assert_eq!(desk.seen(), "\nsecret\n$ ");
    desk.send("stty sane\r");
    desk.seen();
    desk.send("stty raw -echo; cat\r");
    desk.seen();
    desk.send("a\r\x03\x04");
    assert_eq!(desk.raw(), "a\r\x03\x04");
}

#[test]
fn a_long_paste_reaches_a_program_that_reads() {
    let mut desk = Desk::shell();
    desk.line("stty raw -echo");
    desk.send("cat >f\r");
    desk.send("x".repeat(100_000));
    desk.pass(1.0);
    desk.signal(2);
    assert_eq!(desk.line("stty sane; wc -c f").trim(), "100000 f");
}
