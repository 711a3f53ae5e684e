//! `wait_for_text`: a race between patterns, stops, idleness, the deadline, the pane's death and the server's.

mod race;

use std::time::Duration;

use domain::{Budget, Toolset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::context::Context;
use crate::error::ToolError;
use crate::tool::{Output, Row, Tool};
use crate::tools::look::{doubt_note, shown};
use crate::tools::rows::{is_zero_u64, seconds};
use crate::tools::scalars::{CursorArg, PaneArg};
use race::{Ended, Glance, Wait};

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
    /// Needed unless `idle_ms` is given.
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

async fn wait_for_text(context: &Context, arguments: WaitForText) -> Result<Waited, ToolError> {
    let timeout = context.limits.wait(arguments.timeout);
    let started = Instant::now();
    let budget = context.limits.budget(arguments.max_lines);
    let mut wait = Wait::new(context, arguments, started)?;
    // Watched before the first look, so that nothing falls between; a dead pane can be looked at all the same.
    let mut watch = context.port.watch(wait.pane).await?;
    let entry = wait.glance().await?;
    let (ended, seen) = match wait.enter(&entry) {
        Some(hit) => (Ended::Hit(hit), None),
        None if entry.look.capture.dead => (Ended::Died(None), None),
        None => wait.race(watch.as_mut(), started + timeout).await?,
    };
    drop(watch);
    let seen = seen.as_ref().unwrap_or(&entry);
    Ok(wait.answer(ended, seen, timeout, budget).await)
}

impl Wait<'_> {
    async fn answer(
        &self,
        ended: Ended,
        seen: &Glance,
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
