//! Text out of a pane: rows, their wrap joins, and the position, all of one invocation.

use domain::capture::Excerpt;
use domain::{
    Capture, CaptureRequest, LineRange, PaneId, Position, Row, Runs, Screen, ServerIdentity, Spot,
    TmuxError,
};

use self::asked::{POSITION, SECTION, holder, parts, position};
use super::gates::Decided;
use super::rows::{self, END, Output, Token};
use super::wrap::wraps;
use super::{Tmux, sequence};
use crate::link::{Group, Link};

mod asked;

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
        let read = self.read_once(&first, pane, (requests, false)).await?;
        let wants_main = requests
            .iter()
            .any(|request| request.screen == Screen::Main);
        if wants_main && read.1.position.alternate_screen {
            return self.read_once(&first, pane, (requests, true)).await;
        }
        Ok(read)
    }

    /// Reads in the form that this server's release takes, where that is known.
    async fn read_once(
        &self,
        first: &(impl Fn(&Token) -> Vec<String> + Send + Sync),
        pane: PaneId,
        asked: (&[CaptureRequest], bool),
    ) -> Result<(Output, Capture), TmuxError> {
        let Some(decided) = self.gates.decided() else {
            return self.read_in_form(first, pane, asked, None).await;
        };
        match self.read_in_form(first, pane, asked, Some(decided)).await {
            // Another server answers, and its release may take another form, or fail over ours: 3.3a without a word.
            Ok((_, capture)) if capture.identity != decided.identity => {}
            Err(TmuxError::Command { .. } | TmuxError::ServerGone { .. }) => {}
            read => return read,
        }
        self.gates.remember(None);
        self.read_in_form(first, pane, asked, None).await
    }

    async fn read_in_form(
        &self,
        first: &(impl Fn(&Token) -> Vec<String> + Send + Sync),
        pane: PaneId,
        (requests, behind): (&[CaptureRequest], bool),
        decided: Option<Decided>,
    ) -> Result<(Output, Capture), TmuxError> {
        let token = &Token::random()?;
        let mut commands = first(token);
        commands.push(position(token, pane, behind, decided.is_some()));
        for (place, request) in requests.iter().enumerate() {
            if behind || holder(requests, place).is_none() {
                for part in parts(request, behind) {
                    part.ask(token, pane, decided, &mut commands);
                }
            }
        }
        commands.push(token.mark(END));
        let mut group = Group::reading(sequence(commands));
        // Until the gates are decided, tmux decides by running one of two commands.
        if decided.is_some() {
            group = group.ending_with(token.start(END));
        }
        let output = self.ask(token, group, Some(pane)).await?;
        let answer = Answer::new(&output, pane, behind, decided.is_some())?;
        if let Some(pads) = answer.pads {
            let identity = answer.identity;
            self.gates.remember(Some(Decided { identity, pads }));
        }
        let capture = answer.capture(pane, requests)?;
        Ok((output, capture))
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
    /// How the server decides what is gated, where it was asked.
    pads: Option<bool>,
    sections: std::vec::IntoIter<Vec<&'a [u8]>>,
    behind: bool,
}

impl<'a> Answer<'a> {
    fn new(output: &'a Output, pane: PaneId, behind: bool, known: bool) -> Result<Self, TmuxError> {
        let mut row = output.row(POSITION)?;
        if row.optional()? != Some(pane) {
            return Err(TmuxError::NoSuchPane { pane });
        }
        let identity = ServerIdentity {
            pid: row.value()?,
            start_time: row.value()?,
        };
        let pid = row.value()?;
        let dead = row.flag()?;
        let position = Position {
            history_size: row.value()?,
            history_limit: row.value()?,
            width: row.value()?,
            height: row.value()?,
            text_cursor: Spot {
                x: row.value()?,
                y: row.value()?,
            },
            alternate_screen: row.flag()?,
        };
        let runs = Runs::parse(&row.text()?, pid);
        let saved = if behind {
            saved_cursor(&mut row)?
        } else {
            None
        };
        let pads = if known { None } else { Some(row.flag()?) };
        // What a hook prints behind every mark and row of ours, which all are printed by one command.
        let noise = row.remainder().matches('\n').count().saturating_sub(1);
        Ok(Self {
            identity,
            pid,
            dead,
            position,
            saved,
            runs,
            pads,
            sections: sections(output, noise).into_iter(),
            behind,
        })
    }

    fn capture(mut self, pane: PaneId, requests: &[CaptureRequest]) -> Result<Capture, TmuxError> {
        let mut excerpts: Vec<Excerpt> = Vec::with_capacity(requests.len());
        let mut main = false;
        for (place, request) in requests.iter().enumerate() {
            let held = holder(requests, place).filter(|_| !self.behind);
            if let Some(outer) = held.and_then(|place| excerpts.get(place)) {
                excerpts.push(within(outer, request.range.rows_at(&self.position)));
                continue;
            }
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

/// These rows of an excerpt that holds them.
fn within(outer: &Excerpt, (first, end): (u64, u64)) -> Excerpt {
    let rows = outer
        .rows
        .iter()
        .skip(count(first.saturating_sub(outer.first)));
    Excerpt {
        first,
        rows: rows.take(count(end - first)).cloned().collect(),
    }
}

fn saved_cursor(row: &mut rows::Row<'_>) -> Result<Option<Spot>, TmuxError> {
    let (x, y) = (row.optional()?, row.optional()?);
    Ok(x.zip(y).map(|(x, y)| Spot { x, y }))
}

/// The lines of each section, without as many of `noise` at its beginning.
fn sections(output: &Output, noise: usize) -> Vec<Vec<&[u8]>> {
    let sections = output.pieces().filter(|(kind, _)| *kind == SECTION);
    sections
        .map(|(_, text)| {
            let text = text.strip_prefix(b"\n").unwrap_or(text);
            let text = text.strip_suffix(b"\n");
            let lines = text
                .into_iter()
                .flat_map(|text| text.split(|byte| *byte == b'\n'));
            lines.skip(noise).collect()
        })
        .collect()
}

fn count(rows: u64) -> usize {
    usize::try_from(rows).unwrap_or(usize::MAX)
}
