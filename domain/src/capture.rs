//! Text read out of a pane together with where it stood: rows, their wrap joins, and the pane's position.
//!
//! Rows count absolutely: row 0 is the oldest that the pane holds, `history_size` is the top of the screen. tmux's own
//! scale (0 at the top of the screen, negative into history) appears in [`LineRange`] alone.

use alloc::string::String;
use alloc::vec::Vec;

use crate::id::{PaneId, ServerIdentity};
use crate::run::Runs;

/// A place on a screen, from its top left corner, both from 0. `x` equals the width where a row was just filled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spot {
    /// Column.
    pub x: u32,
    /// Row.
    pub y: u32,
}

/// Rows on tmux's scale, both ends included; ends out of reach are clamped by tmux, reversed ones swapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineRange {
    /// The first row; `None` is the oldest that is held.
    pub start: Option<i64>,
    /// The last row; `None` is the last of the screen.
    pub end: Option<i64>,
}

impl LineRange {
    /// The visible screen.
    pub const SCREEN: Self = Self {
        start: Some(0),
        end: None,
    };
    /// All that the pane holds.
    pub const ALL: Self = Self {
        start: None,
        end: None,
    };

    /// From this row to the end of the screen.
    #[must_use]
    pub const fn from(start: i64) -> Self {
        Self {
            start: Some(start),
            end: None,
        }
    }

    /// The absolute rows that tmux prints for this range at this position: first, and one past the last.
    #[must_use]
    pub fn rows_at(&self, position: &Position) -> (u64, u64) {
        let last = (position.history_size + u64::from(position.height)).saturating_sub(1);
        let absolute = |row: i64| {
            let row = i128::from(position.history_size) + i128::from(row);
            u64::try_from(row.max(0)).unwrap_or(u64::MAX).min(last)
        };
        let start = self.start.map_or(0, absolute);
        let end = self.end.map_or(last, absolute);
        (start.min(end), start.max(end) + 1)
    }
}

/// Which screen is read while a full-screen program has the alternate one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screen {
    /// The screen that is shown.
    Shown,
    /// The main screen, behind the alternate one where that is shown; its rows follow the history.
    Main,
}

/// One part of a pane that a capture reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaptureRequest {
    /// Which rows.
    pub range: LineRange,
    /// Of which screen. Of [`Screen::Main`] the position, too, is the main screen's: its saved text cursor.
    pub screen: Screen,
    /// Whether the rows keep the colours and attributes, as the SGR sequences that tmux writes.
    pub escapes: bool,
}

impl CaptureRequest {
    /// These rows of the shown screen, as plain text.
    #[must_use]
    pub const fn shown(range: LineRange) -> Self {
        Self {
            range,
            screen: Screen::Shown,
            escapes: false,
        }
    }

    /// These rows with the main screen below the history, as plain text.
    #[must_use]
    pub const fn main(range: LineRange) -> Self {
        Self {
            range,
            screen: Screen::Main,
            escapes: false,
        }
    }
}

/// Where a pane stood when it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Rows above the screen.
    pub history_size: u64,
    /// The most rows that the history holds; at that, tmux drops a tenth (at least one row) at once.
    pub history_limit: u64,
    /// Columns.
    pub width: u32,
    /// Rows of the screen.
    pub height: u32,
    /// The terminal's own cursor, on the screen that was read.
    pub text_cursor: Spot,
    /// Whether a full-screen program has the alternate screen.
    pub alternate_screen: bool,
}

impl Position {
    /// The absolute row that the text cursor is on.
    #[must_use]
    pub fn cursor_row(&self) -> u64 {
        self.history_size + u64::from(self.text_cursor.y)
    }

    /// How many rows tmux drops when the history is full (grid.c, `grid_collect_history`).
    #[must_use]
    pub fn trim(&self) -> u64 {
        (self.history_limit / 10).max(1)
    }
}

/// One row of a pane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its text with the blanks that were written at its end; trailing blanks that never were are not there.
    pub text: String,
    /// Whether the next row continues it.
    pub wrapped: bool,
}

/// Consecutive rows of a pane.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The absolute number of its first row.
    pub first: u64,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A logical line: rows joined where the terminal wrapped them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its text, with the blanks that were written at its end.
    pub written: String,
    /// The absolute number of its first row in the excerpt.
    pub first: u64,
    /// The absolute number behind its last row.
    pub end: u64,
}

impl Line {
    /// Its text without trailing blanks.
    #[must_use]
    pub fn text(&self) -> &str {
        self.written.trim_end_matches([' ', '\t'])
    }
}

impl Excerpt {
    /// The absolute number behind its last row.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.first + self.rows.len() as u64
    }

    /// The row with this absolute number.
    #[must_use]
    pub fn row(&self, absolute: u64) -> Option<&Row> {
        usize::try_from(absolute.checked_sub(self.first)?)
            .ok()
            .and_then(|place| self.rows.get(place))
    }

    /// The rows of it from `first` up to `end`, where it holds them all.
    #[must_use]
    pub fn part(&self, first: u64, end: u64) -> Option<Self> {
        let place = |row: u64| usize::try_from(row.checked_sub(self.first)?).ok();
        let rows = self.rows.get(place(first)?..place(end)?)?.to_vec();
        Some(Self { first, rows })
    }

    /// Its logical lines. The first may be the end of one that began above the excerpt.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut open: Option<Line> = None;
        for (row, absolute) in self.rows.iter().zip(self.first..) {
            let line = open.get_or_insert_with(|| Line {
                written: String::new(),
                first: absolute,
                end: absolute,
            });
            line.written.push_str(&row.text);
            line.end = absolute + 1;
            if !row.wrapped {
                lines.extend(open.take());
            }
        }
        lines.extend(open);
        lines
    }

    /// Where the logical line that holds `absolute` begins, as far up as the excerpt reaches.
    #[must_use]
    pub fn line_start(&self, absolute: u64) -> u64 {
        let mut start = absolute;
        while start > self.first && self.row(start - 1).is_some_and(|row| row.wrapped) {
            start -= 1;
        }
        start
    }
}

/// What one invocation read of a pane: text and position belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Capture {
    /// The server that answered.
    pub identity: ServerIdentity,
    /// The pane.
    pub pane: PaneId,
    /// The pane's process, by which a respawned pane is told from the one before.
    pub pid: u32,
    /// Whether the pane is dead.
    pub dead: bool,
    /// Where it stood.
    pub position: Position,
    /// The runs that it remembers.
    pub runs: Runs,
    /// The rows asked for, an excerpt for each request.
    pub excerpts: Vec<Excerpt>,
}

impl Capture {
    /// The first absolute row that is not finished: where the logical line under the text cursor begins.
    ///
    /// The excerpt must hold the row of the text cursor. `None` where the line may begin above the excerpt.
    #[must_use]
    pub fn finished_end(&self, excerpt: &Excerpt) -> Option<u64> {
        let start = excerpt.line_start(self.position.cursor_row().min(excerpt.end()));
        (start > excerpt.first || start == 0).then_some(start)
    }

    /// Whether tmux dropped no row since the history was last cleared.
    ///
    /// A trim leaves more than `limit - limit/10` rows, and a taller window takes rows back to the screen: below that,
    /// screen included, none happened.
    #[must_use]
    pub fn untrimmed(&self) -> bool {
        let position = &self.position;
        position.history_size + u64::from(position.height)
            < position.history_limit - position.history_limit / 10
    }
}
