//! A search under way: pane after pane, the newest lines first, within bounds of lines, bytes, time and matches.

use std::time::Duration;

use domain::matcher::Patterns;
use domain::text::printable;
use domain::{Capture, CaptureRequest, LineRange, Pane, TmuxError};
use tokio::time::Instant;

use super::{Found, Match, SearchPanes, Stop};
use crate::context::Context;
use crate::error::ToolError;

/// The most logical lines that one search reads.
const LINES_MAX: usize = 20_000;

/// The most bytes that one search reads.
const BYTES_MAX: usize = 1_000_000;

/// How long one search may take.
const TIME_MAX: Duration = Duration::from_secs(5);

/// Rows above those asked for that are read too: the first line may begin there.
const MARGIN: i64 = 64;

/// The most characters of a matching line that are shown, and how many of them stand before the match.
const SHOWN_CHARS: usize = 1_000;
const SHOWN_BEFORE: usize = 300;

/// The most bytes of one logical line that are looked at.
const LINE_BYTES: usize = 32_000;

/// After how many lines the other calls of this process get their turn.
const TURN: usize = 64;

/// A search under way.
#[derive(Debug)]
pub(super) struct Search {
    patterns: Patterns,
    /// Rows of the history that are asked for.
    rows: u64,
    per_pane: usize,
    in_all: usize,
    /// Characters of one match.
    chars_max: usize,
    chars_left: usize,
    deadline: Instant,
    bytes: usize,
    /// Panes in which more lines match than are told.
    pub(super) fuller: Vec<String>,
    pub(super) found: Found,
}

/// What a look at one line came to.
#[derive(Debug)]
enum Looked {
    Nothing,
    /// It matches, from this byte on.
    Match(usize),
    /// A limit was reached before it was looked at.
    Over(Stop),
}

impl Search {
    /// A search that has read nothing yet.
    pub(super) fn new(context: &Context, patterns: Patterns, arguments: &SearchPanes) -> Self {
        Self {
            patterns,
            rows: arguments.scrollback_lines.unwrap_or(0),
            per_pane: count(arguments.max_matches_per_pane, 5),
            in_all: context.limits.budget(arguments.max_lines).max_lines(),
            chars_max: context.limits.max_chars.min(SHOWN_CHARS),
            chars_left: context.limits.max_chars,
            deadline: Instant::now() + TIME_MAX,
            bytes: 0,
            fuller: Vec::new(),
            found: Found::default(),
        }
    }

    /// The first reason counts.
    pub(super) fn stop(&mut self, by: Stop) {
        self.found.stopped_by.get_or_insert(by);
    }

    /// Searches a pane; `false` where the search is over.
    pub(super) async fn pane(&mut self, context: &Context, pane: &Pane) -> Result<bool, ToolError> {
        if Instant::now() >= self.deadline {
            self.stop(Stop::Time);
            return Ok(false);
        }
        let rows = self.rows.min(LINES_MAX as u64);
        let first = i64::try_from(rows).unwrap_or(0).saturating_neg();
        let Some(capture) = self.read(context, pane, first).await? else {
            return Ok(true);
        };
        self.found.panes_searched += 1;
        if self.rows > rows && capture.position.history_size > rows {
            self.stop(Stop::Lines);
        }
        let top = i64::try_from(capture.position.history_size).unwrap_or(i64::MAX);
        let scale = |row: u64| i64::try_from(row).unwrap_or(i64::MAX).saturating_sub(top);
        let excerpt = capture.excerpts.into_iter().next().unwrap_or_default();
        let lines = excerpt.lines();
        let lines: Vec<(i64, &str)> = lines
            .iter()
            .rev()
            // The blank rows below the last line are none.
            .skip_while(|line| line.text().is_empty())
            .take_while(|line| scale(line.end) > first)
            .map(|line| (scale(line.first), line.text()))
            .collect();
        Ok(self.lines(pane, &lines).await)
    }

    /// The rows of a pane; `None` where it has gone meanwhile.
    async fn read(
        &mut self,
        context: &Context,
        pane: &Pane,
        first: i64,
    ) -> Result<Option<Capture>, ToolError> {
        let range = LineRange::from(first.saturating_sub(MARGIN));
        let read = |range| async move {
            let request = CaptureRequest::shown(range);
            context.port.capture(pane.id, &[request]).await
        };
        let read = match read(range).await {
            Err(TmuxError::TooLarge { .. }) => {
                self.stop(Stop::Bytes);
                read(LineRange::SCREEN).await
            }
            read => read,
        };
        match read {
            Ok(capture) => Ok(Some(capture)),
            Err(TmuxError::NoSuchPane { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Searches the lines of a pane, the newest first; `false` where the search is over.
    async fn lines(&mut self, pane: &Pane, lines: &[(i64, &str)]) -> bool {
        let before = self.found.matches.len();
        let mut goes_on = true;
        for (place, (line, text)) in lines.iter().enumerate() {
            if place % TURN == TURN - 1 {
                tokio::task::yield_now().await;
            }
            let at = match self.look(text) {
                Looked::Nothing => continue,
                Looked::Match(at) => at,
                Looked::Over(stop) => {
                    self.stop(stop);
                    goes_on = false;
                    break;
                }
            };
            let count = self.found.matches.len();
            if count - before == self.per_pane {
                self.fuller.push(pane.id.to_string());
                self.stop(Stop::Matches);
                break;
            }
            let text = around(text, at, self.chars_max);
            let chars = text.chars().count();
            if count == self.in_all || chars > self.chars_left {
                self.stop(Stop::Matches);
                goes_on = false;
                break;
            }
            self.chars_left -= chars;
            self.found.matches.push(Match {
                pane_id: pane.id.to_string(),
                window_id: pane.window.to_string(),
                line: *line,
                text,
            });
        }
        if let Some(own) = self.found.matches.get_mut(before..) {
            own.reverse();
        }
        goes_on
    }

    fn look(&mut self, text: &str) -> Looked {
        if self.found.lines_searched == LINES_MAX {
            return Looked::Over(Stop::Lines);
        }
        if self.bytes + text.len() > BYTES_MAX {
            return Looked::Over(Stop::Bytes);
        }
        if Instant::now() >= self.deadline {
            return Looked::Over(Stop::Time);
        }
        self.found.lines_searched += 1;
        self.bytes += text.len();
        // One line alone must not hold up the process.
        let searched = text.get(..text.floor_char_boundary(LINE_BYTES));
        if text.len() > LINE_BYTES {
            self.stop(Stop::Bytes);
        }
        searched
            .and_then(|text| self.patterns.find(text))
            .map_or(Looked::Nothing, Looked::Match)
    }
}

/// The line, or so much of it around the match.
fn around(text: &str, at: usize, most: usize) -> String {
    let before = text.get(..at).unwrap_or_default().chars().count();
    let skipped = if text.chars().count() <= most {
        0
    } else {
        before.saturating_sub(SHOWN_BEFORE.min(most / 2))
    };
    let part: String = text.chars().skip(skipped).take(most).collect();
    printable(&part)
}

fn count(given: Option<u64>, default: usize) -> usize {
    given.map_or(default, |given| {
        usize::try_from(given).unwrap_or(usize::MAX)
    })
}
