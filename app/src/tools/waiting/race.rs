//! The race of a wait: what it looks at, what counts as arrived, and what ends it.

use std::collections::BTreeSet;
use std::time::Duration;

use domain::capture::{CaptureRequest, Excerpt, Line, LineRange};
use domain::cursor::{Cursor, Doubt};
use domain::matcher::Patterns;
use domain::text::printable;
use domain::{Kind, PaneId, PaneWatch, TmuxError, WatchEvent};
use tokio::time::{Instant, sleep_until};

use super::{Outcome, WaitForText};
use crate::context::Context;
use crate::error::ToolError;
use crate::tools::look::{Look, Since, look, patiently, shown};
use crate::tools::scalars::CursorArg;

/// A line that ended the wait.
#[derive(Debug)]
pub(super) struct Hit {
    pub(super) outcome: Outcome,
    pub(super) pattern: String,
    pub(super) line: String,
}

/// What a wait looks for, and what it knows.
#[derive(Debug)]
pub(super) struct Wait<'a> {
    pub(super) context: &'a Context,
    pub(super) pane: PaneId,
    pub(super) written: Vec<String>,
    pub(super) patterns: Patterns,
    pub(super) written_stops: Vec<String>,
    pub(super) stops: Patterns,
    pub(super) idle: Option<Duration>,
    /// The caller's cursor, or where the pane stood at entry.
    pub(super) cursor: Option<Cursor>,
    /// Whether the caller gave it.
    pub(super) given: bool,
    /// The lines that the screen showed at entry: text that stood there has not arrived since.
    pub(super) at_entry: BTreeSet<String>,
    /// Whether the entry was taken in.
    pub(super) entered: bool,
    /// The pane's process at entry.
    pub(super) pid: u32,
    /// What the screen showed at the last look, and since when.
    pub(super) screen: (Vec<String>, Instant),
    pub(super) started: Instant,
}

/// A look for a wait: the lines behind the cursor, and the screen.
#[derive(Debug)]
pub(super) struct Glance {
    pub(super) look: Look,
    pub(super) screen: Vec<Line>,
}

/// Why the race is over.
#[derive(Debug)]
pub(super) enum Ended {
    Hit(Hit),
    Idle,
    TimedOut,
    Died(Option<&'static str>),
    ServerGone,
}

impl<'a> Wait<'a> {
    pub(super) fn new(
        context: &'a Context,
        arguments: WaitForText,
        started: Instant,
    ) -> Result<Self, ToolError> {
        let regex = arguments.regex.unwrap_or(false);
        let written = arguments.patterns.unwrap_or_default();
        let written_stops = arguments.stop.unwrap_or_default();
        if written.is_empty() && arguments.idle_ms.is_none() {
            return Err(ToolError::invalid(
                "patterns",
                "is missing, and so is \"idle_ms\": there is nothing to wait for",
                "Pass patterns, as [\"BUILD SUCCESSFUL\"], or idle_ms, as 1000.",
            ));
        }
        Ok(Self {
            context,
            pane: arguments.pane_id.0,
            patterns: compiled("patterns", &written, regex)?,
            stops: compiled("stop", &written_stops, regex)?,
            written,
            written_stops,
            idle: arguments.idle_ms.map(Duration::from_millis),
            given: arguments.cursor.is_some(),
            cursor: arguments.cursor.map(|CursorArg(cursor)| cursor),
            at_entry: BTreeSet::new(),
            entered: false,
            pid: 0,
            screen: (Vec::new(), started),
            started,
        })
    }

    pub(super) async fn glance(&self) -> Result<Glance, ToolError> {
        let since = self.cursor.as_ref().map_or(Since::Now, Since::Cursor);
        let screen = CaptureRequest::shown(LineRange::SCREEN);
        let look = look(self.context, self.pane, since, None, &[screen]).await?;
        let screen = look
            .capture
            .excerpts
            .last()
            .map(Excerpt::lines)
            .unwrap_or_default();
        Ok(Glance { look, screen })
    }

    /// Takes in what stands there at entry; a hit where the wait is over at once.
    pub(super) fn enter(&mut self, glance: &Glance) -> Option<Hit> {
        self.pid = glance.look.capture.pid;
        self.screen = (texts(&glance.screen), Instant::now());
        let hit = if self.given {
            self.find(glance)
        } else {
            self.cursor = glance.look.cursor(None);
            self.present(glance)
        };
        self.at_entry = self.screen.0.iter().cloned().collect();
        self.entered = true;
        hit
    }

    /// A pattern that the screen shows at entry, the newest line first.
    fn present(&self, glance: &Glance) -> Option<Hit> {
        let echo = self
            .context
            .echo
            .flags(&glance.look.capture, &glance.screen);
        let lines = glance.screen.iter().zip(echo).rev();
        lines.filter(|(_, echo)| !echo).find_map(|(line, _)| {
            let place = first_match(&self.patterns, line)?;
            Some(Hit {
                outcome: Outcome::PresentAtEntry,
                pattern: self.written.get(place)?.clone(),
                line: shown(line),
            })
        })
    }

    /// The first line that arrived and ends the wait: behind the cursor, being drawn, or anywhere on the screen where
    /// it was not at entry (programs draw above the text cursor, and on the alternate screen).
    fn find(&self, glance: &Glance) -> Option<Hit> {
        let capture = &glance.look.capture;
        let stood = |line: &Line| self.at_entry.contains(&shown(line));
        let mut behind = match glance.look.doubt {
            // Where the entry is found twice, lines that scrolled by long before it may follow the wrong one.
            Some(Doubt::Ambiguous) if !self.given => Vec::new(),
            Some(_) if !self.given => glance
                .look
                .lines()
                .into_iter()
                .filter(|line| !stood(line))
                .collect(),
            _ => glance.look.lines(),
        };
        behind.extend(glance.look.unfinished());
        let echo = self.context.echo.flags(capture, &behind);
        let arrived = behind
            .iter()
            .zip(echo)
            .filter(|(_, echo)| !echo)
            .find_map(|(line, _)| self.judge(line));
        if arrived.is_some() || !self.entered {
            return arrived;
        }
        let echo = self.context.echo.flags(capture, &glance.screen);
        let drawn = glance
            .screen
            .iter()
            .zip(echo)
            .filter(|(line, echo)| !echo && !stood(line));
        drawn
            .map(|(line, _)| line)
            .find_map(|line| self.judge(line))
    }

    fn judge(&self, line: &Line) -> Option<Hit> {
        let text = shown(line);
        let matched = first_match(&self.patterns, line).and_then(|place| self.written.get(place));
        let (outcome, pattern) = match matched {
            Some(pattern) => (Outcome::Matched, pattern),
            None => (
                Outcome::Stopped,
                first_match(&self.stops, line).and_then(|place| self.written_stops.get(place))?,
            ),
        };
        Some(Hit {
            outcome,
            pattern: pattern.clone(),
            line: text,
        })
    }

    /// Everything races the deadline; the condition is checked once more after it. What was seen last is told with it,
    /// where anything was: the pane may be gone by now.
    pub(super) async fn race(
        &mut self,
        watch: &mut dyn PaneWatch,
        deadline: Instant,
    ) -> Result<(Ended, Option<Glance>), ToolError> {
        let mut last = None;
        loop {
            let idle_at = self.idle.map(|idle| self.screen.1 + idle);
            let wake = idle_at.map_or(deadline, |idle_at| idle_at.min(deadline));
            let event = tokio::select! {
                event = watch.next() => Some(event),
                () = sleep_until(wake) => None,
            };
            let ended = match event {
                Some(Ok(WatchEvent::Gone) | Err(TmuxError::NoSuchPane { .. })) => {
                    Some(Ended::Died(Some("The pane is gone.")))
                }
                Some(Err(error)) if error.ends_all() => Some(Ended::ServerGone),
                Some(Err(error)) => return Err(error.into()),
                Some(Ok(WatchEvent::Changed)) | None => {
                    match patiently(deadline, || self.glance()).await {
                        Ok(glance) => self.look_again(last.insert(glance), deadline),
                        Err(error) => Some(Self::failed(error, deadline)?),
                    }
                }
            };
            if let Some(ended) = ended {
                return Ok((ended, last));
            }
        }
    }

    fn look_again(&mut self, glance: &Glance, deadline: Instant) -> Option<Ended> {
        let now = Instant::now();
        let screen = texts(&glance.screen);
        if screen != self.screen.0 {
            self.screen = (screen, now);
        }
        if glance.look.capture.pid != self.pid {
            return Some(Ended::Died(Some(
                "The pane was respawned: another process has it.",
            )));
        }
        if let Some(hit) = self.find(glance) {
            return Some(Ended::Hit(hit));
        }
        if glance.look.capture.dead {
            return Some(Ended::Died(None));
        }
        if self.idle.is_some_and(|idle| now >= self.screen.1 + idle) {
            return Some(Ended::Idle);
        }
        (now >= deadline).then_some(Ended::TimedOut)
    }

    /// What a failed look means for the wait.
    fn failed(error: ToolError, deadline: Instant) -> Result<Ended, ToolError> {
        match error.kind {
            Kind::NoSuchTarget => Ok(Ended::Died(Some("The pane is gone."))),
            // A server that is only not reached may answer later.
            Kind::ServerGone | Kind::NoServer if !error.retryable => Ok(Ended::ServerGone),
            Kind::Unresponsive if Instant::now() >= deadline => Ok(Ended::TimedOut),
            _ => Err(error),
        }
    }
}

/// The first pattern that the line matches, without its trailing blanks or with those that were written: a prompt ends
/// with one.
fn first_match(patterns: &Patterns, line: &Line) -> Option<usize> {
    let written = || patterns.first_match(&printable(&line.written));
    patterns.first_match(&shown(line)).or_else(written)
}

fn texts(lines: &[Line]) -> Vec<String> {
    lines.iter().map(shown).collect()
}

fn compiled(argument: &str, written: &[String], regex: bool) -> Result<Patterns, ToolError> {
    if written.iter().any(String::is_empty) {
        return Err(ToolError::invalid(
            argument,
            "has an empty pattern, which everything matches",
            "Leave it out.",
        ));
    }
    Patterns::new(written, regex).map_err(|error| {
        ToolError::invalid(
            argument,
            &format!("has a fault: {error}"),
            "Mend the regular expression, or leave regex out to take the patterns literally.",
        )
    })
}
