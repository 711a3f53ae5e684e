//! One look at a pane: which finished lines follow a cursor, read in as few invocations as tell it.
//!
//! Which rows follow is decided in [`domain::cursor`]; here is how far back to ask. tmux counts rows from the top of the
//! screen, so an absolute row becomes an argument only with the history size, which the same look returns: the first
//! look guesses from the last one, the second asks with slack, the third asks for everything and always tells.

use std::time::Duration;

use domain::PaneId;
use domain::capture::{Capture, CaptureRequest, Excerpt, Line, LineRange};
use domain::cursor::{Cursor, Doubt, Follow, Reach};
use domain::text::printable;
use tokio::time::{Instant, sleep};

use crate::context::Context;
use crate::error::ToolError;

/// Rows above a place that hold its anchor in most panes: 16 lines, few of them wrapped.
const MARGIN: u64 = 64;

/// Rows that may be printed between two invocations before a third is needed.
const SLACK: u64 = 128;

/// How long after a look that failed the next one comes.
const LOOK_AFTER: Duration = Duration::from_millis(200);

/// Looks again where a look failed for a moment: a lost connection or a busy server ends no wait before its deadline.
///
/// # Errors
///
/// What no later look cures, and at the deadline what the last one said.
pub async fn patiently<T, F: Future<Output = Result<T, ToolError>>>(
    deadline: Instant,
    look: impl Fn() -> F,
) -> Result<T, ToolError> {
    loop {
        match look().await {
            Err(error) if error.retryable && Instant::now() + LOOK_AFTER < deadline => {
                tracing::debug!(message = error.message, "a look failed");
                sleep(LOOK_AFTER).await;
            }
            seen => return seen,
        }
    }
}

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub enum Since<'a> {
    /// All finished lines that the pane holds.
    Beginning,
    /// The finished lines behind this cursor.
    Cursor(&'a Cursor),
    /// None: where the pane stands now.
    Now,
}

/// What one look found.
#[derive(Debug)]
pub struct Look {
    /// The capture; its first excerpts are this look's own, those asked for beside it are the last.
    pub capture: Capture,
    /// The excerpt that holds the lines that follow.
    main: usize,
    /// The first absolute row of the lines that follow.
    pub from: u64,
    /// The first absolute row that is not finished.
    pub finished: u64,
    /// Why the lines cannot be proven to follow the cursor.
    pub doubt: Option<Doubt>,
}

impl Look {
    fn excerpt(&self) -> Option<&Excerpt> {
        self.capture.excerpts.get(self.main)
    }

    fn tail(&self) -> Option<&Excerpt> {
        self.capture.excerpts.first()
    }

    /// The finished lines that follow, oldest first.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        let Some(excerpt) = self.excerpt() else {
            return Vec::new();
        };
        // The last line of a page may go on below it.
        let end = if self.cut_short() {
            excerpt.line_start(excerpt.end().saturating_sub(1))
        } else {
            self.finished
        };
        let lines = excerpt.lines().into_iter();
        lines
            .filter(|line| line.first >= self.from && line.end <= end)
            .collect()
    }

    /// Whether finished lines follow beyond those that were read.
    #[must_use]
    pub fn cut_short(&self) -> bool {
        self.excerpt()
            .is_some_and(|excerpt| excerpt.end() < self.finished)
    }

    /// The logical line that the text cursor is on, where it shows anything.
    #[must_use]
    pub fn unfinished(&self) -> Option<Line> {
        let lines = self.tail()?.lines();
        let drawn = lines.into_iter().find(|line| line.end > self.finished)?;
        (drawn.first <= self.capture.position.cursor_row() && !drawn.text().is_empty())
            .then_some(drawn)
    }

    /// The cursor behind the newest finished line, or behind what was already read where nothing is finished since.
    #[must_use]
    pub fn cursor(&self, before: Option<&Cursor>) -> Option<Cursor> {
        match before {
            // The text cursor moved up: rows that were finished are being drawn again.
            Some(before) if self.doubt.is_none() && self.from > self.finished => Some(*before),
            _ => Some(Cursor::behind(&self.capture, self.tail()?, self.finished)),
        }
    }

    /// The cursor behind a line of [`Look::lines`].
    #[must_use]
    pub fn cursor_behind(&self, line: &Line) -> Option<Cursor> {
        Some(Cursor::behind(&self.capture, self.excerpt()?, line.end))
    }
}

/// What a look asks tmux for.
#[derive(Debug, Clone)]
struct Plan {
    /// How many rows above the screen the tail reaches; `None` is all.
    above: Option<u64>,
    /// Other ranges of rows.
    apart: Vec<LineRange>,
}

impl Plan {
    const EVERYTHING: Self = Self {
        above: None,
        apart: Vec::new(),
    };

    fn tail(above: u64) -> Self {
        Self {
            above: Some(above),
            apart: Vec::new(),
        }
    }

    fn requests(&self, beside: &[CaptureRequest]) -> Vec<CaptureRequest> {
        let up = |rows: u64| i64::try_from(rows).unwrap_or(i64::MAX).saturating_neg();
        let tail = self
            .above
            .map_or(LineRange::ALL, |above| LineRange::from(up(above)));
        let own = std::iter::once(tail).chain(self.apart.iter().copied());
        own.map(CaptureRequest::main)
            .chain(beside.iter().copied())
            .collect()
    }
}

/// A look at `pane`, with `beside` captured in the same invocation. `at_most` lines bound how many rows behind a far cursor are
/// read, where a reader takes the oldest first.
///
/// # Errors
/// Those of [`domain::TmuxPort::capture`].
pub async fn look(
    context: &Context,
    pane: PaneId,
    since: Since<'_>,
    at_most: Option<usize>,
    beside: &[CaptureRequest],
) -> Result<Look, ToolError> {
    let mut plan = first_plan(context.heights.last(pane), since);
    let mut attempts = 0;
    loop {
        attempts += 1;
        let capture = context.port.capture(pane, &plan.requests(beside)).await?;
        context
            .heights
            .remember(pane, capture.position.history_size);
        let own = 1 + plan.apart.len();
        let pages = at_most.is_some();
        let next = match judge(capture, own, since, plan.above.is_none(), pages) {
            Judged::Seen(look) => return Ok(*look),
            Judged::Needs(needs, capture) => needs.plan(&capture, at_most),
        };
        plan = if attempts < 3 { next } else { Plan::EVERYTHING };
    }
}

fn first_plan(height: Option<u64>, since: Since<'_>) -> Plan {
    match (since, height) {
        (Since::Beginning, _) => Plan::EVERYTHING,
        (Since::Now, _) | (Since::Cursor(_), None) => Plan::tail(MARGIN),
        (Since::Cursor(cursor), Some(height)) => {
            let distance = height.saturating_sub(cursor.row());
            Plan::tail(distance + MARGIN + if distance == 0 { 0 } else { SLACK })
        }
    }
}

/// What the next attempt must hold.
#[derive(Debug)]
enum Needs {
    /// The tail, from above the logical line that is being drawn.
    Taller,
    /// The lines above these absolute rows, and all rows behind the place expected.
    Above { rows: Vec<u64>, expected: u64 },
    /// All rows from this one on.
    From(u64),
    /// All.
    Everything,
}

impl Needs {
    fn plan(&self, capture: &Capture, at_most: Option<usize>) -> Plan {
        let height = capture.position.history_size;
        match self {
            Self::Everything => Plan::EVERYTHING,
            Self::Taller => Plan::tail(MARGIN * 32),
            Self::From(row) => Plan::tail(height.saturating_sub(*row) + MARGIN + SLACK),
            Self::Above { rows, expected } => {
                let up = |row: u64| height.saturating_sub(row) + MARGIN + SLACK;
                let window = |row: u64, behind: u64| {
                    let start = i64::try_from(up(row)).unwrap_or(i64::MAX).saturating_neg();
                    let length = i64::try_from(MARGIN + SLACK + behind).unwrap_or(i64::MAX);
                    LineRange {
                        start: Some(start),
                        end: Some(start.saturating_add(length)),
                    }
                };
                let distance = up(*expected);
                // A trim moves the place up; places further down are in the tail.
                let others = rows.iter().copied().filter(|row| row < expected);
                let mut apart: Vec<LineRange> = others.map(|row| window(row, SLACK)).collect();
                match at_most.map(|lines| (lines as u64) * 2 + 2 * SLACK) {
                    Some(rows) if rows + MARGIN + SLACK < distance => {
                        apart.insert(0, window(*expected, rows));
                        Plan {
                            above: Some(MARGIN),
                            apart,
                        }
                    }
                    _ => Plan {
                        above: Some(distance),
                        apart,
                    },
                }
            }
        }
    }
}

#[derive(Debug)]
enum Judged {
    Seen(Box<Look>),
    Needs(Needs, Box<Capture>),
}

/// What a capture of `own` excerpts says; `whole` where nothing more can be asked for, `pages` where the lines that follow
/// need not be all.
fn judge(capture: Capture, own: usize, since: Since<'_>, whole: bool, pages: bool) -> Judged {
    let needs = |needs, capture| Judged::Needs(needs, Box::new(capture));
    let Some(tail) = capture.excerpts.first() else {
        return needs(Needs::Everything, capture);
    };
    let Some(finished) = capture.finished_end(tail) else {
        let taller = if tail.end() - tail.first > MARGIN * 32 {
            Needs::Everything
        } else {
            Needs::Taller
        };
        return needs(taller, capture);
    };
    // A tail that begins with the first row is all that there is.
    let whole = whole || tail.first == 0;
    let (from, doubt) = match begin(&capture, tail, finished, since, whole) {
        Ok(begin) => begin,
        Err(reach) => return needs(reach, capture),
    };
    let holds = |excerpt: &Excerpt| excerpt.first <= from && from <= excerpt.end();
    let reaches = |excerpt: &Excerpt| excerpt.end() >= finished;
    let own_excerpts = || capture.excerpts.iter().take(own).enumerate();
    let main = own_excerpts()
        .find(|(_, excerpt)| holds(excerpt) && reaches(excerpt))
        .or_else(|| {
            own_excerpts().find(|(_, excerpt)| pages && holds(excerpt) && from < excerpt.end())
        });
    let Some((main, _)) = main else {
        // Nothing new, and the place behind the anchor lies below the rows that were read.
        return if from >= finished {
            seen(capture, 0, from, finished, doubt)
        } else {
            needs(Needs::From(from), capture)
        };
    };
    let look = Look {
        capture,
        main,
        from,
        finished,
        doubt,
    };
    // A at_most that ends inside its first line tells nothing.
    if look.cut_short() && look.lines().is_empty() {
        return Judged::Needs(Needs::Everything, Box::new(look.capture));
    }
    Judged::Seen(Box::new(look))
}

/// Where the lines that follow begin, and why that cannot be proven.
fn begin(
    capture: &Capture,
    tail: &Excerpt,
    finished: u64,
    since: Since<'_>,
    whole: bool,
) -> Result<(u64, Option<Doubt>), Needs> {
    let thin = !whole && Cursor::behind(capture, tail, finished).wants_more(tail);
    match since {
        Since::Now if thin && tail.rows.len() as u64 <= MARGIN * 16 => Err(Needs::Taller),
        Since::Now => Ok((finished, None)),
        Since::Beginning => Ok((0, None)),
        Since::Cursor(cursor) => match cursor.follow(capture) {
            Follow::Proven { from } => Ok((from, None)),
            Follow::Unproven(doubt) if whole => Ok((0, Some(doubt))),
            Follow::Further(Reach::Above(rows)) => Err(Needs::Above {
                rows,
                expected: cursor.row(),
            }),
            Follow::Unproven(_) | Follow::Further(Reach::Everything) => Err(Needs::Everything),
        },
    }
}

fn seen(capture: Capture, main: usize, from: u64, finished: u64, doubt: Option<Doubt>) -> Judged {
    Judged::Seen(Box::new(Look {
        capture,
        main,
        from,
        finished,
        doubt,
    }))
}

/// A line as an answer shows it.
#[must_use]
pub fn shown(line: &Line) -> String {
    printable(line.text())
}

/// What to say of lines that cannot be proven to follow.
#[must_use]
pub const fn doubt_note(doubt: Doubt) -> &'static str {
    match doubt {
        Doubt::Elsewhere => {
            "The cursor is of another pane, another process in it, or a server before a restart."
        }
        Doubt::NoAnchor => {
            "The cursor was taken before any line was finished, so nothing proves what followed."
        }
        Doubt::Lost => {
            "What stood before the cursor is gone: cleared, or pushed out of the history. Lines may be missing."
        }
        Doubt::Ambiguous => {
            "Equal lines repeat here and the history is full or was cleared, so lines may be missing."
        }
    }
}
