//! `wait_for_text`: a race between patterns, stops, idleness, the deadline, the pane's death and the server's.

use std::collections::BTreeSet;
use std::time::Duration;

use domain::capture::{CaptureRequest, Excerpt, Line, LineRange};
use domain::cursor::{Cursor, Doubt};
use domain::matcher::Patterns;
use domain::{Budget, Kind, PaneId, PaneWatch, TmuxError, Toolset, WatchEvent};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep_until};

use crate::catalog::{Output, Row, Tool};
use crate::context::Context;
use crate::error::ToolError;
use crate::tools::look::{Look, Since, doubt_note, look, shown};
use crate::tools::rows::{is_zero_u64, seconds};
use crate::tools::scalars::{CursorArg, PaneArg};

/// The tools of this file.
#[must_use]
pub fn tools() -> Vec<Tool> {
    vec![Tool::new(
        Row {
            outputs: &[Output::TmuxMetadata, Output::TerminalContent],
            ..Row::new(
                "wait_for_text",
                Toolset::Inspect,
                "Wait until a pane shows a pattern: text, or with regex: true a regular expression, on one logical line. \
                 Pass the cursor of an earlier answer (send_keys gives one) so that nothing after it is missed; without, \
                 only text that arrives after the call matches, and text already visible answers present_at_entry. stop: \
                 patterns that end the wait as a failure. idle_ms: also end once the screen did not change so long. Echo \
                 of what was typed never matches. To run a command and get its exit status use run_shell_command.",
            )
        },
        |context, arguments| Box::pin(wait_for_text(context, arguments)),
    )]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct WaitForText {
    pane_id: PaneArg,
    /// Needed unless idle_ms is given.
    #[schemars(length(min = 1, max = 16))]
    patterns: Option<Vec<String>>,
    #[schemars(length(min = 1, max = 16))]
    stop: Option<Vec<String>>,
    regex: Option<bool>,
    /// Seconds, default 30.
    #[schemars(range(min = 0), extend("x-clamped" = true))]
    timeout: Option<f64>,
    cursor: Option<CursorArg>,
    #[schemars(range(min = 1, max = 10_000), extend("x-clamped" = true))]
    max_lines: Option<u64>,
    #[schemars(range(min = 1))]
    idle_ms: Option<u64>,
}

/// How a wait ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Matched,
    Stopped,
    PresentAtEntry,
    Idle,
    TimedOut,
    PaneDied,
    ServerGone,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Waited {
    outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
    lines: Vec<String>,
    #[serde(skip_serializing_if = "is_zero_u64")]
    dropped_lines: u64,
    #[serde(skip_serializing_if = "is_zero_u64")]
    dropped_chars: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    continuous: Option<bool>,
    effective_timeout: f64,
    elapsed_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// A line that ended the wait.
#[derive(Debug)]
struct Hit {
    outcome: Outcome,
    pattern: String,
    line: String,
}

/// What a wait looks for, and what it knows.
#[derive(Debug)]
struct Wait<'a> {
    context: &'a Context,
    pane: PaneId,
    written: Vec<String>,
    patterns: Patterns,
    written_stops: Vec<String>,
    stops: Patterns,
    idle: Option<Duration>,
    /// The caller's cursor, or where the pane stood at entry.
    cursor: Option<Cursor>,
    /// Whether the caller gave it.
    given: bool,
    /// The lines that the screen showed at entry: text that stood there has not arrived since.
    at_entry: BTreeSet<String>,
    /// Whether the entry was taken in.
    entered: bool,
    /// The pane's process at entry.
    pid: u32,
    /// What the screen showed at the last look, and since when.
    screen: (Vec<String>, Instant),
    started: Instant,
}

/// A look for a wait: the lines behind the cursor, and the screen.
#[derive(Debug)]
struct Glance {
    look: Look,
    screen: Vec<Line>,
}

async fn wait_for_text(context: &Context, arguments: WaitForText) -> Result<Waited, ToolError> {
    let timeout = context.limits.wait(arguments.timeout);
    let started = Instant::now();
    let budget = context.limits.budget(arguments.max_lines);
    let mut wait = Wait::new(context, arguments, started)?;
    // Watched before the first look, so that nothing falls between; a dead pane can be looked at all the same.
    let mut watch = context.port.watch(wait.pane).await?;
    let entry = wait.glance().await?;
    let ended = match wait.enter(&entry) {
        Some(hit) => Ended::Hit(hit),
        None if entry.look.capture.dead => Ended::Died(None),
        None => wait.race(watch.as_mut(), started + timeout).await?,
    };
    drop(watch);
    Ok(wait.answer(ended, &entry, timeout, budget).await)
}

/// Why the race is over.
#[derive(Debug)]
enum Ended {
    Hit(Hit),
    Idle,
    TimedOut,
    Died(Option<&'static str>),
    ServerGone,
}

impl<'a> Wait<'a> {
    fn new(
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

    async fn glance(&self) -> Result<Glance, ToolError> {
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
    fn enter(&mut self, glance: &Glance) -> Option<Hit> {
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
            let place = self.patterns.first_match(&shown(line))?;
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
        let matched = self
            .patterns
            .first_match(&text)
            .and_then(|place| self.written.get(place));
        let (outcome, pattern) = match matched {
            Some(pattern) => (Outcome::Matched, pattern),
            None => (
                Outcome::Stopped,
                self.stops
                    .first_match(&text)
                    .and_then(|place| self.written_stops.get(place))?,
            ),
        };
        Some(Hit {
            outcome,
            pattern: pattern.clone(),
            line: text,
        })
    }

    /// Everything races the deadline; the condition is checked once more after it.
    async fn race(
        &mut self,
        watch: &mut dyn PaneWatch,
        deadline: Instant,
    ) -> Result<Ended, ToolError> {
        loop {
            let idle_at = self.idle.map(|idle| self.screen.1 + idle);
            let wake = idle_at.map_or(deadline, |idle_at| idle_at.min(deadline));
            let event = tokio::select! {
                event = watch.next() => Some(event),
                () = sleep_until(wake) => None,
            };
            match event {
                Some(Ok(WatchEvent::Gone) | Err(TmuxError::NoSuchPane { .. })) => {
                    return Ok(Ended::Died(Some("The pane is gone.")));
                }
                Some(Err(error)) if over(&error) => return Ok(Ended::ServerGone),
                Some(Err(error)) => return Err(error.into()),
                Some(Ok(WatchEvent::Changed)) | None => {}
            }
            let glance = match self.glance().await {
                Ok(glance) => glance,
                Err(error) => return self.failed(error, deadline),
            };
            if let Some(ended) = self.look_again(&glance, deadline) {
                return Ok(ended);
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
    fn failed(&self, error: ToolError, deadline: Instant) -> Result<Ended, ToolError> {
        match error.kind {
            Kind::NoSuchTarget => Ok(Ended::Died(Some("The pane is gone."))),
            Kind::ServerGone | Kind::NoServer => Ok(Ended::ServerGone),
            Kind::Unresponsive if Instant::now() >= deadline => Ok(Ended::TimedOut),
            _ => Err(error),
        }
    }

    async fn answer(
        &self,
        ended: Ended,
        entry: &Glance,
        timeout: Duration,
        budget: Budget,
    ) -> Waited {
        let idle_for = self.screen.1.elapsed();
        let elapsed = self.started.elapsed();
        let (outcome, hit, note) = match ended {
            Ended::Hit(hit) => (hit.outcome, Some(hit), None),
            Ended::Idle => (Outcome::Idle, None, None),
            Ended::TimedOut => (
                Outcome::TimedOut,
                None,
                self.idle.map(|_| {
                    format!(
                        "The screen was still changing: last {:.1} s before the end.",
                        idle_for.as_secs_f64()
                    )
                }),
            ),
            Ended::Died(words) => (Outcome::PaneDied, None, Some(self.epitaph(words).await)),
            Ended::ServerGone => (Outcome::ServerGone, None, None),
        };
        let note = match outcome {
            Outcome::PresentAtEntry => Some(
                "It stood there at entry. To wait for the next one, call again with this cursor."
                    .to_owned(),
            ),
            _ => note,
        };
        // The pane may be gone by now: then what was seen last is told.
        let last = match outcome {
            Outcome::ServerGone | Outcome::PresentAtEntry => None,
            _ => self.glance().await.ok(),
        };
        let seen = last.as_ref().unwrap_or(entry);
        let kept = budget.newest(seen.look.lines().iter().map(shown));
        let doubt = seen.look.doubt;
        Waited {
            outcome,
            pattern: hit.as_ref().map(|hit| hit.pattern.clone()),
            line: hit.map(|hit| hit.line),
            cursor: seen
                .look
                .cursor(self.cursor.as_ref())
                .map(|cursor| cursor.to_string()),
            continuous: self.given.then_some(doubt.is_none()),
            note: note.or_else(|| doubt.map(|doubt| doubt_note(doubt).to_owned())),
            lines: kept.lines,
            dropped_lines: kept.dropped_lines,
            dropped_chars: kept.dropped_chars,
            effective_timeout: seconds(timeout),
            elapsed_seconds: seconds(elapsed),
        }
    }

    /// What to say of a pane that is no more.
    async fn epitaph(&self, words: Option<&'static str>) -> String {
        if let Some(words) = words {
            return words.to_owned();
        }
        let observed = self
            .context
            .port
            .observe(domain::Scope::Pane(self.pane))
            .await;
        let pane = observed
            .ok()
            .and_then(|topology| topology.pane(self.pane).cloned().ok());
        match pane.map(|pane| (pane.dead_status, pane.dead_signal)) {
            Some((Some(status), _)) => {
                format!("Its program exited with {status}; the pane is kept and can be read.")
            }
            Some((None, Some(signal))) => {
                format!("Signal {signal} ended its program; the pane is kept and can be read.")
            }
            _ => "Its program has ended; the pane is kept and can be read.".to_owned(),
        }
    }
}

/// Whether the server is no more.
#[must_use]
pub fn over(error: &TmuxError) -> bool {
    matches!(error.kind(), Kind::ServerGone | Kind::NoServer)
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
