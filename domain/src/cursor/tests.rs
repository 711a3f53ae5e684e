//! The cursor against a model of tmux's history: trims of a tenth, clears, resizes, equal lines.

#![expect(
    clippy::cast_possible_truncation,
    reason = "the numbers of these tests are small"
)]

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;

use proptest::prelude::*;

use super::*;
use crate::capture::{Position, Row, Spot};
use crate::id::{PaneId, ServerIdentity};
use crate::run::Runs;

const HEIGHT: u64 = 5;

/// A pane as tmux keeps it: rows with a serial number that no reader sees.
#[derive(Debug, Clone)]
struct Pane {
    limit: u64,
    history: VecDeque<(u64, String)>,
    screen: Vec<(u64, String)>,
    serial: u64,
    pid: u32,
    width: u32,
}

impl Pane {
    fn new(limit: u64) -> Self {
        Self {
            limit,
            history: VecDeque::new(),
            screen: Vec::new(),
            serial: 0,
            pid: 1,
            width: 80,
        }
    }

    fn print(&mut self, text: &str) {
        self.serial += 1;
        self.screen.push((self.serial, text.to_string()));
        // The text cursor is on the row below the last printed one.
        while self.screen.len() as u64 >= HEIGHT {
            if self.history.len() as u64 >= self.limit {
                for _ in 0..(self.limit / 10).max(1) {
                    self.history.pop_front();
                }
            }
            let row = self.screen.remove(0);
            if self.limit > 0 {
                self.history.push_back(row);
            }
        }
    }

    fn rows(&self) -> Vec<(u64, String)> {
        self.history.iter().chain(&self.screen).cloned().collect()
    }

    fn capture(&self, ranges: &[(u64, u64)]) -> Capture {
        let rows = self.rows();
        let total = self.history.len() as u64 + HEIGHT;
        let excerpts = ranges.iter().map(|(first, end)| Excerpt {
            first: (*first).min(total),
            rows: (*first..(*end).min(total))
                .map(|row| Row {
                    text: rows
                        .get(row as usize)
                        .map_or_else(String::new, |(_, text)| text.clone()),
                    wrapped: false,
                })
                .collect(),
        });
        Capture {
            identity: ServerIdentity {
                pid: 1,
                start_time: 1,
            },
            pane: PaneId::new(0),
            pid: self.pid,
            dead: false,
            position: Position {
                history_size: self.history.len() as u64,
                history_limit: self.limit,
                width: self.width,
                height: HEIGHT as u32,
                text_cursor: Spot {
                    x: 0,
                    y: self.screen.len() as u32,
                },
                alternate_screen: false,
            },
            runs: Runs::default(),
            excerpts: excerpts.collect(),
        }
    }

    fn whole(&self) -> Capture {
        self.capture(&[(0, u64::MAX)])
    }
}

fn newest(capture: &Capture) -> Cursor {
    let excerpt = &capture.excerpts[0];
    // The lines of the model never wrap.
    Cursor::behind(capture, excerpt, capture.position.cursor_row())
}

/// The serials of the finished lines behind `from`.
fn delivered(pane: &Pane, from: u64) -> Vec<u64> {
    pane.rows()
        .iter()
        .skip(from as usize)
        .map(|(serial, _)| *serial)
        .collect()
}

#[test]
fn a_token_parses_as_it_prints_and_nothing_else_does() {
    let mut pane = Pane::new(100);
    (0..30).for_each(|n| pane.print(&format!("line {n}")));
    let cursor = newest(&pane.whole());
    let token = cursor.to_string();
    assert_eq!(token.parse(), Ok(cursor));
    assert_eq!(token.len(), "ltxc1.".len() + 32 + ".30".len());
    for bad in [
        "",
        "ltxc1",
        "ltxc1..",
        "ltxc2.0",
        &token.to_uppercase(),
        &format!("{token} "),
        &token.replace("ltxc1.", "ltxc1.g"),
    ] {
        assert!(bad.parse::<Cursor>().is_err(), "{bad}");
    }
    // A count beyond the anchor is no token of ours: nobody could answer it.
    let bad = format!("ltxc1.{}ff{}.3", "0".repeat(14), "0".repeat(16));
    assert!(bad.parse::<Cursor>().is_err());
}

#[test]
fn the_hash_of_an_anchor_never_changes() {
    // Tokens outlive releases: this value may not move.
    let mut pane = Pane::new(100);
    (0..3).for_each(|n| pane.print(&format!("line {n}")));
    assert_eq!(
        newest(&pane.whole()).to_string(),
        "ltxc1.ecd1d9478700500383568a238fe6da0d.3"
    );
}

#[test]
fn equal_lines_past_a_full_history_are_not_claimed() {
    let mut pane = Pane::new(50);
    (0..80).for_each(|_| pane.print("same"));
    let cursor = newest(&pane.whole());
    (0..20).for_each(|_| pane.print("same"));
    assert_eq!(
        cursor.follow(&pane.whole()),
        Follow::Unproven(Doubt::Ambiguous)
    );
}

#[test]
fn equal_lines_below_the_limit_are_certain_by_their_place() {
    let mut pane = Pane::new(1000);
    (0..80).for_each(|_| pane.print("same"));
    let cursor = newest(&pane.whole());
    (0..20).for_each(|_| pane.print("same"));
    assert_eq!(cursor.follow(&pane.whole()), Follow::Proven { from: 80 });
}

#[test]
fn another_process_in_the_pane_is_elsewhere() {
    let mut pane = Pane::new(100);
    pane.print("a");
    let cursor = newest(&pane.whole());
    pane.pid = 2;
    assert_eq!(
        cursor.follow(&pane.whole()),
        Follow::Unproven(Doubt::Elsewhere)
    );
}

#[test]
fn a_cursor_without_an_anchor_proves_nothing() {
    let mut pane = Pane::new(100);
    let cursor = newest(&pane.whole());
    pane.print("a");
    assert_eq!(
        cursor.follow(&pane.whole()),
        Follow::Unproven(Doubt::NoAnchor)
    );
}

#[test]
fn a_capture_that_does_not_reach_the_anchor_says_how_far_it_must() {
    let mut pane = Pane::new(1000);
    (0..50).for_each(|n| pane.print(&n.to_string()));
    let cursor = newest(&pane.whole());
    (50..200).for_each(|n| pane.print(&n.to_string()));
    let screen = pane.capture(&[(196, u64::MAX)]);
    assert_eq!(
        cursor.follow(&screen),
        Follow::Further(Reach::Above(vec![50]))
    );
    // Rows up to the place are not enough: the anchor stands above it, behind one line that may be cut.
    assert_eq!(
        cursor.follow(&pane.capture(&[(34, u64::MAX)])),
        Follow::Further(Reach::Above(vec![50]))
    );
    assert_eq!(
        cursor.follow(&pane.capture(&[(33, u64::MAX)])),
        Follow::Proven { from: 50 }
    );
    // An excerpt of its own, away from the screen, does as well.
    assert_eq!(
        cursor.follow(&pane.capture(&[(196, u64::MAX), (20, 51)])),
        Follow::Proven { from: 50 }
    );
}

#[test]
fn after_a_clear_of_the_history_the_rows_still_on_the_screen_prove_it() {
    let mut pane = Pane::new(100);
    (0..30).for_each(|n| pane.print(&n.to_string()));
    let mut few = pane.capture(&[(26, u64::MAX)]);
    few.position.text_cursor.y = HEIGHT as u32 - 1;
    let cursor = newest(&few);
    pane.history.clear();
    pane.print("new");
    assert!(matches!(
        cursor.follow(&pane.whole()),
        Follow::Proven { .. }
    ));
}

#[test]
fn a_wrapped_line_counts_once_and_is_never_cut() {
    let capture = |width: u32| {
        let text = "abcdefghijklmnopqrst";
        let mut rows: Vec<Row> = Vec::new();
        for line in [text, "x", "qrstuvwxyzabcdefghij"] {
            let mut rest = line;
            while !rest.is_empty() {
                let (row, behind) = rest.split_at(rest.len().min(width as usize));
                rows.push(Row {
                    text: row.to_string(),
                    wrapped: !behind.is_empty(),
                });
                rest = behind;
            }
        }
        rows.push(Row {
            text: String::new(),
            wrapped: false,
        });
        let mut capture = Pane::new(100).whole();
        capture.position.width = width;
        capture.position.history_size = rows.len() as u64 - 1;
        capture.position.height = 1;
        capture.position.text_cursor.y = 0;
        capture.excerpts = vec![Excerpt { first: 0, rows }];
        capture
    };
    let narrow = capture(6);
    let end = narrow.finished_end(&narrow.excerpts[0]);
    assert_eq!(end, Some(9));
    let narrow = Cursor::behind(&narrow, &narrow.excerpts[0], 9);
    // Rewrapped at another width, the same lines end elsewhere.
    assert_eq!(narrow.follow(&capture(10)), Follow::Proven { from: 5 });
}

#[derive(Debug, Clone)]
enum Step {
    Print(u64),
    PrintSame(u64),
    ClearHistory,
    Respawn,
    Rewrap(u32),
    Look { from_screen: bool },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (1_u64..40).prop_map(Step::Print),
        4 => (1_u64..40).prop_map(Step::PrintSame),
        1 => Just(Step::ClearHistory),
        1 => Just(Step::Respawn),
        1 => (40_u32..43).prop_map(Step::Rewrap),
        6 => any::<bool>().prop_map(|from_screen| Step::Look { from_screen }),
    ];
    proptest::collection::vec(step, 1..60)
}

proptest! {

    #[test]
    fn while_proven_nothing_is_lost_or_repeated(steps in steps(), limit in prop_oneof![Just(0_u64), Just(5), Just(50), Just(200)]) {
        let mut pane = Pane::new(limit);
        let mut reader: Option<(Cursor, u64)> = None;
        let (mut clears, mut alike) = (0, false);
        for step in steps {
            match step {
                Step::Print(n) => (0..n).for_each(|_| { let text = format!("line {}", pane.serial); pane.print(&text) }),
                Step::PrintSame(n) => {
                    (0..n).for_each(|_| pane.print(&format!("same {clears}")));
                    alike = true;
                }
                // What no reader can see is left out: equal lines before a clear, and lines after it equal to those before.
                Step::ClearHistory => {
                    pane.history.clear();
                    clears += 1;
                    reader = reader.filter(|_| !alike);
                    alike = false;
                }
                Step::Respawn => pane.pid += 1,
                Step::Rewrap(width) => pane.width = width,
                Step::Look { from_screen } => {
                    let whole = pane.whole();
                    if let Some((cursor, seen)) = &reader {
                        let first = if from_screen { pane.capture(&[(pane.history.len() as u64, u64::MAX)]) } else { whole.clone() };
                        let verdict = match cursor.follow(&first) {
                            Follow::Further(_) => cursor.follow(&whole),
                            verdict => verdict,
                        };
                        match verdict {
                            Follow::Proven { from } => {
                                let expected: Vec<u64> = (seen + 1..=pane.serial).collect();
                                prop_assert_eq!(delivered(&pane, from), expected);
                            }
                            Follow::Unproven(_) => {}
                            Follow::Further(_) => prop_assert!(false, "a whole capture must decide"),
                        }
                    }
                    reader = Some((newest(&whole), pane.serial));
                }
            }
        }
    }

    #[test]
    fn distinct_lines_that_are_still_held_are_always_proven(
        before in 1_u64..120, between in 0_u64..30, limit in prop_oneof![Just(50_u64), Just(200), Just(2000)],
    ) {
        let mut pane = Pane::new(limit);
        (0..before).for_each(|n| pane.print(&format!("line {n}")));
        let cursor = newest(&pane.whole());
        (0..between).for_each(|n| pane.print(&format!("more {n}")));
        let whole = pane.whole();
        let Follow::Proven { from } = cursor.follow(&whole) else { return Err(TestCaseError::fail("not proven")) };
        prop_assert_eq!(delivered(&pane, from).len() as u64, between);
    }

    #[test]
    fn any_text_parses_or_is_refused_without_panic(text in "\\PC{0,60}", row: u64) {
        let _ = text.parse::<Cursor>();
        let _ = format!("ltxc1.{text}.{row}").parse::<Cursor>();
    }
}
