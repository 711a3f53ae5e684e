//! What tmux 3.3a was seen to do (tmux-facts 12), on the simulator.

use domain::capture::{Excerpt, Row, Screen};
use domain::{CaptureRequest, LineRange, Spot};
use rstest::rstest;

use super::Terminal;
use crate::fake::profile::{Profile, Release};
use crate::fake::program::Size;

const WIDTH: u32 = 20;
const HEIGHT: u32 = 6;

fn terminal() -> Terminal {
    sized(WIDTH, HEIGHT, 100)
}

fn sized(width: u32, height: u32, limit: u64) -> Terminal {
    Terminal::new(Size { width, height }, limit, "host")
}

fn fed(bytes: impl AsRef<[u8]>) -> Terminal {
    let mut terminal = terminal();
    terminal.feed(bytes.as_ref());
    terminal
}

fn read(terminal: &Terminal, range: LineRange) -> Excerpt {
    terminal.excerpt(&CaptureRequest::shown(range))
}

/// All rows, without the empty ones at the end.
fn rows(terminal: &Terminal) -> Vec<String> {
    let excerpt = read(terminal, LineRange::ALL);
    let mut texts: Vec<String> = excerpt.rows.into_iter().map(|row| row.text).collect();
    while texts.last().is_some_and(String::is_empty) {
        texts.pop();
    }
    texts
}

fn cursor(terminal: &Terminal) -> (u32, u32) {
    let Spot { x, y } = terminal.position(Screen::Shown).text_cursor;
    (x, y)
}

fn history(terminal: &Terminal) -> u64 {
    terminal.position(Screen::Shown).history_size
}

#[rstest]
#[case::a_full_row_leaves_the_cursor_behind_it("", (20, 0))]
#[case::carriage_return_stays_in_the_row("\r", (0, 0))]
#[case::backspace_goes_over_the_last_column("\u{8}", (19, 0))]
#[case::line_feed_makes_no_extra_row("\n", (20, 1))]
#[case::one_more_character_wraps("x", (1, 1))]
#[case::a_move_to_the_right_goes_back_into_the_row("\u{1b}[C", (19, 0))]
fn behind_a_full_row(#[case] more: &str, #[case] expected: (u32, u32)) {
    let full = "abcdefghijklmnopqrst";
    assert_eq!(cursor(&fed(format!("{full}{more}"))), expected);
}

#[test]
fn a_wrapped_row_is_marked_and_a_full_one_that_ends_is_not() {
    let long = fed("abcdefghijklmnopqrstuv\r\nabcdefghijklmnopqrst\r\nx");
    let marks: Vec<bool> = read(&long, LineRange::SCREEN)
        .rows
        .iter()
        .map(|row| row.wrapped)
        .collect();
    assert_eq!(marks, [true, false, false, false, false, false]);
}

#[test]
fn without_wrapping_the_last_column_is_written_over() {
    let terminal = fed("\u{1b}[?7labcdefghijklmnopqrstuvw");
    assert_eq!(rows(&terminal), ["abcdefghijklmnopqrsw"]);
    assert_eq!(cursor(&terminal), (19, 0));
}

#[test]
fn tabs_stop_every_eight_columns_and_at_the_last_one() {
    let terminal = fed("a\tb\tc\td");
    assert_eq!(rows(&terminal), ["a       b       c  d"]);
    assert_eq!(cursor(&terminal), (20, 0));
}

#[test]
fn a_wide_character_wraps_whole() {
    let terminal = fed("abcdefghijklmnopqrs世");
    assert_eq!(rows(&terminal), ["abcdefghijklmnopqrs", "世"]);
    assert!(read(&terminal, LineRange::SCREEN).rows[0].wrapped);
}

#[rstest]
#[case::one_that_leads_is_dropped("\u{301}a", "a", 1)]
#[case::one_joins_the_cell_before("e\u{301}x", "e\u{301}x", 2)]
#[case::a_joiner_takes_the_next_along("👨\u{200d}👩x", "👨\u{200d}👩x", 3)]
#[case::a_cell_holds_no_more_than_21_bytes(
    "a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    1
)]
fn combining_characters(#[case] written: &str, #[case] text: &str, #[case] x: u32) {
    let terminal = fed(written);
    assert_eq!(rows(&terminal), [text]);
    assert_eq!(cursor(&terminal).0, x);
}

#[test]
fn half_a_wide_character_is_never_left() {
    assert_eq!(rows(&fed("a世b\u{1b}[3Gx")), ["a xb"]);
    assert_eq!(rows(&fed("a世b\u{1b}[2Gx")), ["ax b"]);
}

#[test]
fn a_line_feed_at_the_bottom_scrolls_into_the_history() {
    let terminal = fed("1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7");
    assert_eq!(history(&terminal), 1);
    assert_eq!(rows(&terminal), ["1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(read(&terminal, LineRange::SCREEN).first, 1);
}

#[test]
fn a_scroll_region_sends_its_first_row_into_the_history() {
    let terminal = fed("a\r\nb\r\nc\r\nd\u{1b}[2;3r\u{1b}[3;1H\nx");
    assert_eq!(rows(&terminal), ["b", "a", "c", "x", "d"]);
    assert_eq!(history(&terminal), 1);
}

#[rstest]
#[case::scroll_up_keeps_the_row("\u{1b}[S", 1, &["a", "b"])]
#[case::reverse_index_at_the_top_makes_room("\u{1b}[H\u{1b}M", 0, &["", "a", "b"])]
#[case::ed_2_sends_the_used_rows_away("\u{1b}[2J", 2, &["a", "b"])]
#[case::reset_does_so_too("\u{1b}c", 2, &["a", "b"])]
#[case::ed_3_clears_the_history_alone("\u{1b}[S\u{1b}[3J", 0, &["b"])]
#[case::ed_0_from_the_corner_sends_them_away("\u{1b}[H\u{1b}[J", 2, &["a", "b"])]
#[case::ed_0_from_elsewhere_erases("\u{1b}[2H\u{1b}[J", 0, &["a"])]
#[case::an_unknown_sequence_does_nothing("\u{1b}[!p\u{1b}[5y", 0, &["a", "b"])]
fn rows_that_leave(#[case] more: &str, #[case] size: u64, #[case] left: &[&str]) {
    let terminal = fed(format!("a\r\nb{more}"));
    assert_eq!(history(&terminal), size);
    assert_eq!(rows(&terminal), left);
}

#[test]
fn a_full_history_loses_a_tenth_and_takes_one() {
    let mut terminal = sized(20, 2, 100);
    let mut seen = Vec::new();
    for number in 1..=120 {
        terminal.feed(format!("\r\nL{number}").as_bytes());
        seen.push(history(&terminal));
    }
    assert_eq!(seen[98..104], [98, 99, 100, 91, 92, 93]);
    assert_eq!(rows(&terminal)[0], "L20");
    assert_eq!(history(&terminal), 99);
}

#[rstest]
#[case::none(0, 0)]
#[case::one(1, 1)]
#[case::fewer_than_ten(5, 5)]
fn small_limits(#[case] limit: u64, #[case] size: u64) {
    let mut terminal = sized(20, 2, limit);
    for number in 0..20 {
        terminal.feed(format!("{number}\r\n").as_bytes());
    }
    assert_eq!(history(&terminal), size);
}

#[test]
fn the_alternate_screen_leaves_no_trace() {
    let mut terminal = fed("one\r\ntwo");
    terminal.feed(b"\x1b[?1049h\x1b[Hfull\r\n\n\n\n\n\n\n\nscreen");
    assert!(terminal.position(Screen::Shown).alternate_screen);
    assert_eq!(history(&terminal), 0);
    let main = terminal.excerpt(&CaptureRequest::main(LineRange::SCREEN));
    assert_eq!(main.rows[1].text, "two");
    let saved = terminal.position(Screen::Main).text_cursor;
    assert_eq!(saved, Spot { x: 3, y: 1 });
    terminal.feed(b"\x1b[?1049l");
    assert_eq!(rows(&terminal), ["one", "two"]);
    assert_eq!(cursor(&terminal), (3, 1));
}

#[test]
fn a_resize_behind_the_alternate_screen_wraps_the_main_one_when_it_is_back() {
    let mut terminal = fed("abcdefghij\u{1b}[?1049h");
    let size = Size {
        width: 5,
        height: 6,
    };
    terminal.resize(size);
    terminal.feed(b"\x1b[?1049l");
    assert_eq!(rows(&terminal), ["abcde", "fghij"]);
}

#[test]
fn another_width_wraps_anew_and_back() {
    let mut terminal = fed("abcdefghijklmnopqrstuvwxyz\r\nshort");
    for (width, expected) in [
        (10, vec!["abcdefghij", "klmnopqrst", "uvwxyz", "short"]),
        (40, vec!["abcdefghijklmnopqrstuvwxyz", "short"]),
    ] {
        let height = HEIGHT;
        terminal.resize(Size { width, height });
        assert_eq!(rows(&terminal), expected);
        assert_eq!(cursor(&terminal).0, 5);
    }
}

#[test]
fn a_lower_screen_loses_rows_below_the_cursor_first_and_a_higher_one_takes_rows_back() {
    let mut terminal = fed("1\r\n2\r\n3\r\n4\u{1b}[3H");
    let resize = |terminal: &mut Terminal, height| terminal.resize(Size { width: 20, height });
    resize(&mut terminal, 3);
    assert_eq!((history(&terminal), cursor(&terminal)), (0, (0, 2)));
    resize(&mut terminal, 2);
    assert_eq!((history(&terminal), cursor(&terminal)), (1, (0, 1)));
    resize(&mut terminal, 4);
    assert_eq!((history(&terminal), cursor(&terminal)), (0, (0, 2)));
    assert_eq!(rows(&terminal), ["1", "2", "3"]);
}

#[test]
fn blanks_that_were_written_are_kept_and_others_are_not() {
    assert_eq!(
        rows(&fed("ab  \u{1b}[10Cx\u{1b}[K\r\nab\u{1b}[5C")),
        ["ab            x", "ab"]
    );
}

#[test]
fn colours_are_written_as_tmux_writes_them() {
    let terminal =
        fed("\u{1b}[1;31mred\u{1b}[m \u{1b}[38;5;99;48;2;1;2;3mx\u{1b}(0q\u{1b}[m\u{1b}[4:3;53my");
    let request = CaptureRequest {
        range: LineRange::SCREEN,
        screen: Screen::Shown,
        escapes: true,
    };
    assert_eq!(
        terminal.excerpt(&request).rows[0],
        Row {
            text: "\u{1b}[1m\u{1b}[31mred\u{1b}[0m\u{1b}[39m\u{1b}[49m \
                \u{1b}[38;5;99m\u{1b}[48;2;1;2;3mx\u{e}q\
                \u{1b}[4:3;5:3m\u{1b}[39m\u{1b}[49my"
                .to_owned(),
            wrapped: false,
        }
    );
}

#[test]
fn titles_come_by_three_ways_and_a_stack_keeps_them() {
    let mut terminal = terminal();
    assert_eq!(terminal.title(), "host");
    terminal.feed(b"\x1b]2;one\x07\x1b[22t\x1b[22;0t\x1b_two\x1b\\");
    assert_eq!(terminal.title(), "two");
    terminal.feed(b"\x1bkname\x1b\\\x1b]0;\xff\x07\x1b[23;0t");
    assert_eq!(terminal.title(), "one");
    terminal.set_title("three");
    assert_eq!(terminal.title(), "three");
    assert!(rows(&terminal).is_empty());
}

#[test]
fn questions_are_answered_once() {
    let mut terminal = fed("ab\u{1b}[6n\u{1b}[c\u{1b}[>c\u{1b}[5n");
    let expected = b"\x1b[1;3R\x1b[?1;2c\x1b[>84;0;0c\x1b[0n";
    assert_eq!(terminal.take_replies(), expected);
    assert!(terminal.take_replies().is_empty());
}

#[test]
fn modes_are_told_and_a_reset_forgets_them() {
    let mut terminal = fed("\u{1b}[?1;2004h\u{1b}[?25l");
    let modes = |terminal: &Terminal| {
        (
            terminal.application_cursor(),
            terminal.bracketed_paste(),
            terminal.cursor_visible(),
        )
    };
    assert_eq!(modes(&terminal), (true, true, false));
    terminal.feed(b"\x1bc");
    assert_eq!(modes(&terminal), (false, false, true));
}

#[test]
fn a_new_program_finds_an_empty_screen_under_the_old_history() {
    let mut terminal = fed("1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\u{1b}[2;3r\u{1b}[?1049h\u{1b}[31");
    terminal.respawn();
    terminal.feed(b"x");
    assert_eq!(rows(&terminal), ["1", "x"]);
    assert!(!terminal.position(Screen::Shown).alternate_screen);
}

#[test]
fn bytes_may_arrive_one_by_one() {
    let bytes = "é世\u{1b}[31;1mx\u{1b}]2;t\u{7}\u{1b}[2;5Hy".as_bytes();
    let mut terminal = terminal();
    for byte in bytes {
        terminal.feed(&[*byte]);
    }
    assert_eq!(rows(&terminal), rows(&fed(bytes)));
    assert_eq!(terminal.title(), "t");
}

#[rstest]
#[case::a_control_sequence(b"\x1b[1m", "世")]
#[case::a_string(b"\x1b]1;x\x07", "世")]
#[case::delete(b"\x7f", "世")]
#[case::a_control_character(b"\r", "")]
#[case::text(b"a", "a")]
fn a_character_in_two_parts_bears_only_sequences_between(
    #[case] between: &[u8],
    #[case] text: &str,
) {
    let bytes = [b"\xe4\xb8", between, b"\x96"].concat();
    assert_eq!(rows(&fed(bytes)).concat(), text);
}

#[test]
fn later_releases_keep_tabs_and_show_what_is_no_utf_8() {
    let old = fed(b"a\tb\xff");
    assert_eq!(rows(&old), ["a       b"]);
    let mut new = terminal().with_profile(Profile::of(Release::V3_6a));
    new.feed(b"a\tb\xff");
    assert_eq!(rows(&new), ["a\tb\u{fffd}"]);
}

#[test]
fn a_live_limit_counts_from_3_7() {
    for (release, size) in [(Release::V3_3a, 14), (Release::V3_7c, 5)] {
        let mut terminal = sized(20, 2, 100).with_profile(Profile::of(release));
        terminal.feed("\r\n".repeat(15).as_bytes());
        terminal.set_history_limit(5);
        assert_eq!(history(&terminal), size);
    }
}
