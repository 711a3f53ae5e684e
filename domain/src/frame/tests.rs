//! The frame's text, and its cut, on excerpts written by hand. What shells make of it is tested on a real tmux.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the numbers of these tests are small"
)]

use alloc::string::ToString;
use alloc::vec::Vec;

use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::capture::{Row, Spot};

fn frame() -> Frame {
    Frame::new(Nonce::from_bytes([0xab; 10]))
}

fn client() -> FrameClient {
    FrameClient::new("/usr/bin/tmux", "/tmp/tmux-0/s").unwrap()
}

fn excerpt(rows: &[(&str, bool)]) -> Excerpt {
    let rows = rows.iter().map(|(text, wrapped)| Row {
        text: (*text).to_string(),
        wrapped: *wrapped,
    });
    Excerpt {
        first: 10,
        rows: rows.collect(),
    }
}

fn at(row: u32) -> Position {
    Position {
        history_size: 10,
        history_limit: 100,
        width: 80,
        height: 24,
        text_cursor: Spot { x: 0, y: row },
        alternate_screen: false,
    }
}

fn texts(cut: &Cut) -> Vec<&str> {
    cut.lines.iter().map(Line::text).collect()
}

const START: (&str, bool) = ("abababababababababab:s", false);
const END: (&str, bool) = ("abababababababababab:e:3", false);

#[rstest]
#[case::nothing(&[], &[])]
#[case::final_newline(&[("a", false), ("", false)], &["a"])]
#[case::no_final_newline(&[("a", false)], &["a"])]
#[case::only_blank_lines(&[("", false), ("", false), ("", false)], &["", ""])]
#[case::blanks_without_newline(&[("   ", false)], &[""])]
#[case::wrapped(&[("ab", true), ("cd", false), ("", false)], &["abcd"])]
#[case::own_content(&[START, ("x", false), ("", false)], &["abababababababababab:s", "x"])]
#[case::almost_markers(&[("abababababababababab:e:", false), ("abababababababababab:e:1000", false), (" abababababababababab:e:1", false)],
    &["abababababababababab:e:", "abababababababababab:e:1000", " abababababababababab:e:1"])]
fn output_is_what_stands_between_the_markers(
    #[case] output: &[(&str, bool)],
    #[case] expected: &[&str],
) {
    let mut rows = alloc::vec![("$ typed", false), ("", false), START];
    rows.extend(output);
    rows.extend([END, ("$ ", false)]);
    let cut = frame().cut(&excerpt(&rows), &at(rows.len() as u32 - 1));
    assert_eq!(texts(&cut), expected);
    assert!(cut.framed());
    assert_eq!(cut.first, 13);
}

#[test]
fn markers_that_wrap_are_whole_lines_all_the_same() {
    let rows = [
        ("ababababab", true),
        ("ababababab", true),
        (":s", false),
        ("out", false),
        ("ababababab", true),
        ("ababababab", true),
        (":e:0", false),
    ];
    let cut = frame().cut(&excerpt(&rows), &at(6));
    assert_eq!((texts(&cut), cut.framed()), (alloc::vec!["out"], true));
}

#[test]
fn without_a_start_marker_all_that_is_held_is_the_output() {
    let cut = frame().cut(
        &excerpt(&[
            ("tail 1", false),
            ("tail 2", false),
            ("", false),
            END,
            ("$ ", false),
        ]),
        &at(4),
    );
    assert_eq!(texts(&cut), ["tail 1", "tail 2"]);
    assert!(cut.ended && !cut.started && !cut.framed());
}

#[test]
fn while_it_runs_the_row_being_drawn_is_output_and_the_rows_below_are_not() {
    let rows = [
        START,
        ("a", false),
        ("pass", false),
        ("", false),
        ("", false),
    ];
    assert_eq!(texts(&frame().cut(&excerpt(&rows), &at(2))), ["a", "pass"]);
    let rows = [START, ("a", false), ("", false), ("", false)];
    assert_eq!(texts(&frame().cut(&excerpt(&rows), &at(2))), ["a"]);
}

#[test]
fn without_any_marker_nothing_is_claimed() {
    let cut = frame().cut(&excerpt(&[("$ ls", false), ("a", false)]), &at(1));
    assert_eq!(
        (texts(&cut), cut.started, cut.ended),
        (Vec::<&str>::new(), false, false)
    );
}

#[rstest]
#[case("cargo test", "cargo test")]
#[case("a\nb", "a b ...")]
#[case("tab\there", "tab here ...")]
#[case("echo é", "echo ...")]
fn the_line_leads_with_the_command(#[case] command: &str, #[case] shown: &str) {
    let composed = frame().compose(Shell::Own, command, &client(), PaneId::new(3));
    let lead = format!("( : '{shown}'; ");
    assert!(composed.line.starts_with(&lead), "{}", composed.line);
}

#[test]
fn a_path_that_a_shell_would_take_apart_is_quoted_and_one_with_control_characters_refused() {
    let client = FrameClient::new("/opt/my tmux/it's", "/tmp/s").unwrap();
    assert_eq!(client.call(), "'/opt/my tmux/it'\\''s' -S /tmp/s");
    assert!(FrameClient::new("tmux", "/tmp/s").is_err());
    assert!(FrameClient::new("/usr/bin/tmux", "/tmp/a\nb").is_err());
}

proptest! {
    #[test]
    fn the_line_is_short_printable_and_tells_no_marker(command in "(?s).{0,300}", fish: bool) {
        let shell = if fish { Shell::Fish } else { Shell::Own };
        let composed = frame().compose(shell, &command, &client(), PaneId::new(3));
        prop_assert!(composed.line.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        // A terminal in line mode keeps 4,095 bytes of a line.
        prop_assert!(composed.line.len() < 2000);
        prop_assert!(!composed.line.contains(frame().nonce().as_str()));
        let script = composed.script;
        prop_assert!(script.contains(&sh_quoted(&command)));
        let marker = |line: &&str| *line == START.0 || line.starts_with(END.0);
        prop_assert_eq!(script.lines().filter(marker).count(), 0);
    }

    #[test]
    fn any_rows_are_cut_without_panic(rows in proptest::collection::vec(("[ab:s0-9 ]{0,24}", any::<bool>()), 0..20), y in 0_u32..30) {
        let rows: Vec<(&str, bool)> = rows.iter().map(|(text, wrapped)| (text.as_str(), *wrapped)).collect();
        let _ = frame().cut(&excerpt(&rows), &at(y));
    }
}
