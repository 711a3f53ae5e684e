//! Text out of a pane: rows, their wrap joins, and the position, all of one invocation.

use domain::capture::Excerpt;
use domain::run::RUNS_OPTION;
use domain::{
    Capture, CaptureRequest, LineRange, PaneId, Position, Row, Runs, Screen, ServerIdentity, Spot,
    TmuxError,
};

use super::observe::only;
use super::quote::quoted;
use super::rows::{self, END, Output, Token};
use super::wrap::wraps;
use super::{Tmux, sequence, version};
use crate::link::{Group, Link};

const POSITION: char = 'o';
const SECTION: char = 'm';
/// What tmux reads as a row number; beyond it the text would be ignored.
const ROWS: std::ops::RangeInclusive<i64> = -2_147_483_647..=32_767;

impl<L: Link> Tmux<L> {
    /// The port's `capture`, behind whatever `first` asks for in the same invocation.
    ///
    /// Whether a full-screen program has the screen is not known beforehand, so the main screen behind it is asked for
    /// only once that is seen.
    pub(super) async fn read_pane(
        &self,
        pane: PaneId,
        requests: &[CaptureRequest],
        first: impl Fn(&Token) -> Vec<String> + Send + Sync,
    ) -> Result<(Output, Capture), TmuxError> {
        let token = Token::random()?;
        let read = self
            .read_once(&token, first(&token), pane, (requests, false))
            .await?;
        let wants_main = requests
            .iter()
            .any(|request| request.screen == Screen::Main);
        if wants_main && read.1.position.alternate_screen {
            let token = Token::random()?;
            return self
                .read_once(&token, first(&token), pane, (requests, true))
                .await;
        }
        Ok(read)
    }

    async fn read_once(
        &self,
        token: &Token,
        mut commands: Vec<String>,
        pane: PaneId,
        (requests, behind): (&[CaptureRequest], bool),
    ) -> Result<(Output, Capture), TmuxError> {
        commands.push(position(token, pane));
        commands.push(token.mark(SECTION));
        for request in requests {
            for part in parts(request, behind) {
                part.ask(token, pane, &mut commands);
            }
        }
        commands.push(token.mark(SECTION));
        commands.push(token.mark(END));
        let group = Group::reading(sequence(commands));
        let output = self.ask(token, group, Some(pane)).await?;
        let capture = Answer::new(&output, behind)?.capture(pane, requests)?;
        Ok((output, capture))
    }
}

/// The position, from a command that fails where the pane is gone: `display-message` would not (tmux-facts 7.3).
fn position(token: &Token, pane: PaneId) -> String {
    let words = [
        "pid",
        "start_time",
        "pane_pid",
        "pane_dead",
        "history_size",
        "history_limit",
        "pane_width",
        "pane_height",
        "cursor_x",
        "cursor_y",
        "alternate_on",
        "alternate_saved_x",
        "alternate_saved_y",
    ];
    let format = quoted(&token.format(POSITION, &words, &[RUNS_OPTION]));
    format!("list-panes -t {pane} -f {} -F {format}", only(pane))
}

/// Rows of one grid.
#[derive(Debug, Clone, Copy)]
struct Part {
    range: LineRange,
    saved: bool,
    escapes: bool,
}

/// What a request reads: its rows; and for the main screen behind another the history with one row of what is shown,
/// which tells whether the last row of history goes on, and the saved screen.
fn parts(request: &CaptureRequest, behind: bool) -> Vec<Part> {
    let part = |range, saved| Part {
        range,
        saved,
        escapes: request.escapes,
    };
    let mut parts = vec![part(request.range, false)];
    if behind && request.screen == Screen::Main {
        let history = LineRange {
            start: request.range.start.map(|start| start.min(0)),
            end: Some(0),
        };
        parts.push(part(history, false));
        parts.push(part(LineRange::SCREEN, true));
    }
    parts
}

impl Part {
    /// How many sections it prints.
    const fn sections(self) -> usize {
        if self.escapes { 3 } else { 2 }
    }

    fn ask(self, token: &Token, pane: PaneId, commands: &mut Vec<String>) {
        let row = |row: Option<i64>| {
            row.map_or_else(
                || "-".to_owned(),
                |row| row.clamp(*ROWS.start(), *ROWS.end()).to_string(),
            )
        };
        // `-q`: the program may have given the alternate screen back since.
        let grid = if self.saved { " -a -q" } else { "" };
        let range = format!("-S {} -E {}", row(self.range.start), row(self.range.end));
        let capture = |form: &str| format!("capture-pane -p{grid} {form} {range} -t {pane}");
        let written = |form: &str| {
            let (old, new) = (capture(form), capture(&format!("{form} -T")));
            format!(
                "if-shell -F {} {} {}",
                quoted(version::PADS),
                quoted(&new),
                quoted(&old)
            )
        };
        let forms = [written("-N"), capture("-J"), written("-e -N")];
        for form in forms.into_iter().take(self.sections()) {
            commands.push(token.mark(SECTION));
            commands.push(form);
        }
    }
}

/// What came back, cut into sections.
#[derive(Debug)]
struct Answer<'a> {
    identity: ServerIdentity,
    pid: u32,
    dead: bool,
    position: Position,
    saved: Option<Spot>,
    runs: Runs,
    sections: std::vec::IntoIter<Vec<&'a [u8]>>,
    behind: bool,
}

impl<'a> Answer<'a> {
    fn new(output: &'a Output, behind: bool) -> Result<Self, TmuxError> {
        let mut row = output.row(POSITION)?;
        let identity = ServerIdentity {
            pid: row.value()?,
            start_time: row.value()?,
        };
        let pid = row.value()?;
        Ok(Self {
            identity,
            pid,
            dead: row.flag()?,
            position: Position {
                history_size: row.value()?,
                history_limit: row.value()?,
                width: row.value()?,
                height: row.value()?,
                text_cursor: Spot {
                    x: row.value()?,
                    y: row.value()?,
                },
                alternate_screen: row.flag()?,
            },
            saved: saved_cursor(&mut row)?,
            runs: Runs::parse(&row.text()?, pid),
            sections: sections(output).into_iter(),
            behind,
        })
    }

    fn capture(mut self, pane: PaneId, requests: &[CaptureRequest]) -> Result<Capture, TmuxError> {
        let mut excerpts = Vec::with_capacity(requests.len());
        let mut main = false;
        for request in requests {
            let shown = self.excerpt(request)?;
            let behind = self.behind && request.screen == Screen::Main;
            let saved = behind.then(|| self.saved_excerpt(request)).transpose()?;
            if self.position.alternate_screen
                && let Some(saved) = saved
            {
                main = true;
                excerpts.push(saved);
            } else {
                excerpts.push(shown);
            }
        }
        if let Some(spot) = self.saved.filter(|_| main) {
            self.position.text_cursor = Spot {
                x: spot.x.min(self.position.width),
                y: spot.y.min(self.position.height.saturating_sub(1)),
            };
        }
        Ok(Capture {
            identity: self.identity,
            pane,
            pid: self.pid,
            dead: self.dead,
            position: self.position,
            runs: self.runs,
            excerpts,
        })
    }

    fn excerpt(&mut self, request: &CaptureRequest) -> Result<Excerpt, TmuxError> {
        let (first, end) = request.range.rows_at(&self.position);
        let rows = self.rows(count(end - first), request.escapes)?;
        Ok(Excerpt { first, rows })
    }

    /// The main screen's rows: the history without the shown row that was read with it, then the saved screen, which
    /// may have another height after a resize (seen on 3.3a).
    fn saved_excerpt(&mut self, request: &CaptureRequest) -> Result<Excerpt, TmuxError> {
        let range = LineRange {
            start: request.range.start.map(|start| start.min(0)),
            end: Some(0),
        };
        let (top, end) = range.rows_at(&self.position);
        let mut rows = self.rows(count(end - top), request.escapes)?;
        rows.pop();
        let saved = self.rows(usize::MAX, request.escapes)?;
        let height = count(u64::from(self.position.height));
        let blank = Row {
            text: String::new(),
            wrapped: false,
        };
        let blanks = std::iter::repeat(blank);
        rows.extend(saved.into_iter().chain(blanks).take(height));
        let (first, end) = request.range.rows_at(&self.position);
        let rows = rows
            .into_iter()
            .skip(count(first.saturating_sub(top)))
            .take(count(end - first))
            .collect();
        Ok(Excerpt { first, rows })
    }

    /// At most so many rows out of the next sections.
    fn rows(&mut self, at_most: usize, escapes: bool) -> Result<Vec<Row>, TmuxError> {
        const MISSING: TmuxError = TmuxError::Garbled {
            detail: "captured rows are missing",
        };
        let mut plain = self.sections.next().ok_or(MISSING)?;
        let joined = self.sections.next().ok_or(MISSING)?;
        if at_most != usize::MAX && plain.len() < at_most {
            return Err(MISSING);
        }
        plain.truncate(at_most);
        let marks = wraps(&plain, &joined);
        let coloured = if escapes { self.sections.next() } else { None };
        let texts = coloured.unwrap_or(plain);
        Ok(texts
            .into_iter()
            .zip(marks)
            .map(|(text, wrapped)| Row {
                text: String::from_utf8_lossy(text).into_owned(),
                wrapped,
            })
            .collect())
    }
}

fn saved_cursor(row: &mut rows::Row<'_>) -> Result<Option<Spot>, TmuxError> {
    let (x, y) = (row.optional()?, row.optional()?);
    Ok(x.zip(y).map(|(x, y)| Spot { x, y }))
}

/// The lines of each section. Between the first two marks stands what a hook prints behind every mark: so many lines
/// are skipped in each section.
fn sections(output: &Output) -> Vec<Vec<&[u8]>> {
    let mut sections = output
        .pieces()
        .filter(|(kind, _)| *kind == SECTION)
        .map(|(_, text)| {
            let text = text.strip_prefix(b"\n").unwrap_or(text);
            let text = text.strip_suffix(b"\n");
            text.map_or_else(Vec::new, |text| text.split(|byte| *byte == b'\n').collect())
        });
    let noise = sections.next().map_or(0, |lines: Vec<&[u8]>| lines.len());
    sections
        .map(|mut lines| {
            lines.drain(..noise.min(lines.len()));
            lines
        })
        .collect()
}

fn count(rows: u64) -> usize {
    usize::try_from(rows).unwrap_or(usize::MAX)
}
