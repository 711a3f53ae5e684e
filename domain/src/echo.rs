//! Telling the echo of what was typed from what programs print.
//!
//! A terminal shows typed text where the text cursor stood; a line editor shows it, once more after a redraw, behind its
//! prompt; one that redraws by moving the cursor leaves rows that no wrap mark joins. Blanks are passed over throughout:
//! they fall off at row ends.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use crate::capture::{Capture, Line};

/// How many rows a typed text may be spread over.
const ROWS_MAX: usize = 128;

/// The longest text that is remembered, in characters; more is no line that anybody types.
const CHARS_MAX: usize = 4096;

/// What prompts end with.
const PROMPT_ENDS: [char; 10] = ['$', '#', '%', '>', '❯', '»', 'λ', '➜', '⟩', '→'];

/// One line that was typed into a pane, and where its text cursor stood before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedLine {
    squashed: String,
    row: u64,
    width: u32,
}

impl TypedLine {
    /// The lines of a typed text; `before` is the pane as it was captured before.
    #[must_use]
    pub fn of_text(text: &str, before: &Capture) -> Vec<Self> {
        let position = &before.position;
        let rows = position.cursor_row()..;
        let lines = text.split(['\n', '\r']).zip(rows);
        let lines = lines.map(|(line, row)| Self {
            squashed: squash(line),
            row,
            width: position.width,
        });
        lines
            .filter(|line| (1..=CHARS_MAX).contains(&line.squashed.chars().count()))
            .collect()
    }
}

fn squash(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .collect()
}

/// Which of these consecutive lines of a capture are echo of what was typed, a flag for each.
#[must_use]
pub fn echoes(lines: &[Line], capture: &Capture, typed: &[TypedLine]) -> Vec<bool> {
    let mut flags = vec![false; lines.len()];
    if typed.is_empty() {
        return flags;
    }
    let squashed: Vec<String> = lines.iter().map(|line| squash(&line.written)).collect();
    for text in typed {
        for start in 0..lines.len() {
            let Some(line) = lines.get(start) else { break };
            // Rows are where they were only while nothing was trimmed or rewrapped.
            let rows_hold = text.width == capture.position.width && capture.untrimmed();
            let at_its_place = rows_hold && (line.first..line.end).contains(&text.row);
            let being_drawn = |place: usize| {
                lines.get(place).is_some_and(|line| {
                    (line.first..line.end).contains(&capture.position.cursor_row())
                })
            };
            if let Some(end) = spread(
                squashed.get(start..).unwrap_or_default(),
                text,
                at_its_place,
                |n| being_drawn(start + n),
            ) {
                flags
                    .iter_mut()
                    .skip(start)
                    .take(end)
                    .for_each(|flag| *flag = true);
            }
        }
    }
    flags
}

/// Over how many of these lines, from the first, the text is spread; `None` where it does not begin in the first.
fn spread(
    lines: &[String],
    text: &TypedLine,
    at_its_place: bool,
    being_drawn: impl Fn(usize) -> bool,
) -> Option<usize> {
    let first = lines.first()?;
    // The longest end of the first line that the text begins with, behind something that may stand before it.
    let starts = first.char_indices().map(|(at, _)| at);
    let mut rest = starts.into_iter().find_map(|at| {
        let (before, shown) = first.split_at(at);
        let may_begin = at_its_place || before.ends_with(PROMPT_ENDS);
        text.squashed.strip_prefix(shown).filter(|_| may_begin)
    })?;
    let mut used = 1;
    while !rest.is_empty() {
        // A row that is still being drawn shows a part of it.
        if being_drawn(used - 1) {
            return Some(used);
        }
        let next = lines
            .get(used)
            .filter(|next| !next.is_empty() && used < ROWS_MAX)?;
        rest = rest.strip_prefix(next.as_str())?;
        used += 1;
    }
    Some(used)
}

/// The text that these keys type, where they type any: single characters by their own names.
#[must_use]
pub fn text_of_keys(keys: &[String]) -> String {
    keys.iter()
        .filter(|key| key.chars().count() == 1)
        .map(ToString::to_string)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capture::{Excerpt, Position, Row, Spot};
    use crate::id::{PaneId, ServerIdentity};
    use crate::run::Runs;
    use rstest::rstest;

    /// Rows from absolute row 0 with the text cursor in the last of them.
    fn capture(rows: &[&str]) -> Capture {
        let y = u32::try_from(rows.len()).unwrap() - 1;
        Capture {
            identity: ServerIdentity {
                pid: 1,
                start_time: 1,
            },
            pane: PaneId::new(0),
            pid: 1,
            dead: false,
            position: Position {
                history_size: 0,
                history_limit: 1000,
                width: 20,
                height: 24,
                text_cursor: Spot { x: 0, y },
                alternate_screen: false,
            },
            runs: Runs::default(),
            excerpts: vec![Excerpt {
                first: 0,
                rows: rows
                    .iter()
                    .map(|row| Row {
                        text: (*row).to_string(),
                        wrapped: false,
                    })
                    .collect(),
            }],
        }
    }

    fn flags(before: &[&str], typed: &str, after: &[&str]) -> Vec<bool> {
        let typed = TypedLine::of_text(typed, &capture(before));
        let capture = capture(after);
        echoes(&capture.excerpts[0].lines(), &capture, &typed)
    }

    #[rstest]
    #[case::behind_a_prompt(&["$ "], "sleep 4; echo TERMINE", &["$ sleep 4; echo TERMINE", ""], &[true, false])]
    #[case::then_the_output(&["$ "], "sleep 4; echo TERMINE", &["$ sleep 4; echo TERMINE", "TERMINE", "$ "], &[true, false, false])]
    #[case::redrawn_over_rows(&["host% "], "sleep 4; echo TERMINE", &["host% sleep 4; echo", " TERM", "INE", "TERMINE", ""], &[true, true, true, false, false])]
    #[case::of_a_terminal_alone(&[""], "hello", &["hello", "hello", ""], &[true, false, false])]
    #[case::behind_a_question(&["Name: "], "bob", &["Name: bob", "status: bob", ""], &[true, false, false])]
    #[case::half_drawn(&["$ "], "echo TERMINE", &["$ echo TERM"], &[true])]
    #[case::drawn_again_after_a_clear(&["", "", "", "$ "], "make", &["$ make", "ok", ""], &[true, false, false])]
    #[case::several_lines(&["> "], "one\ntwo", &["> one", "> two", "two", ""], &[true, true, false, false])]
    #[case::output_that_ends_alike(&["$ "], "ok", &["$ ok", "status ok", ""], &[true, false, false])]
    fn echo_is_where_typing_shows(
        #[case] before: &[&str],
        #[case] typed: &str,
        #[case] after: &[&str],
        #[case] expected: &[bool],
    ) {
        assert_eq!(flags(before, typed, after), expected);
    }

    #[test]
    fn an_output_equal_to_what_was_typed_is_no_echo_elsewhere() {
        assert_eq!(
            flags(&["$ "], "yes", &["$ yes", "yes", "yes", ""]),
            [true, false, false, false]
        );
    }
}
