//! `run_shell_command`: finds the pane, types the frame, waits for its end, and cuts the answer out of the terminal.
//!
//! What is typed and how output is cut is [`domain::frame`]; where a run stands is [`domain::run`].

mod dispatch;
mod output;
mod signal;
mod standing;
mod target;
mod token;

use std::time::Duration;

use domain::frame::Frame;
use domain::policy::ProcessReach;
use domain::{Kind, PaneId, Position, ServerIdentity, TmuxError, Toolset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::context::Context;
use crate::error::ToolError;
use crate::tool::{Effect, Output, Row, Tool};
use crate::tools::rows::{is_false, is_zero_u64, seconds};
use crate::tools::scalars::{PaneArg, SessionArg, SessionIdArg, WindowArg};
use output::Read;
use signal::Signal;
use standing::{Standing, state, take_back, wait};
use token::Resume;

/// The longest command, in bytes.
const COMMAND_BYTES_MAX: usize = 64 << 10;

/// The tools of this file.
#[must_use]
pub fn tools() -> Vec<Tool> {
    vec![Tool::new(
        Row {
            process_reach: ProcessReach::PaneCommand,
            effects: &[Effect::Change],
            outputs: &[Output::TmuxMetadata, Output::TerminalContent],
            also_called: Some("run_command"),
            ..Row::new(
                "run_shell_command",
                Toolset::Execute,
                "Run a shell command in a pane and get its exit status and exactly its output. Runs in a subshell: cd and \
                 export last for this call only. Without a target: the only pane, or a new session. On timed_out it still \
                 runs: call again with resume instead of command. timeout: 0 starts it and returns. framed: false = only \
                 part of the output is left (screen cleared, history outrun). For programs that ask questions use send_keys.",
            )
        },
        |context, arguments| Box::pin(run_shell_command(context, arguments)),
    )]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct RunShellCommand {
    command: Option<String>,
    pane_id: Option<PaneArg>,
    window_id: Option<WindowArg>,
    /// Session id ($1) or exact name.
    session: Option<SessionArg>,
    session_id: Option<SessionIdArg>,
    session_name: Option<String>,
    /// Seconds, default 30.
    #[schemars(range(min = 0), extend("x-clamped" = true))]
    timeout: Option<f64>,
    #[schemars(range(min = 1, max = 10_000), extend("x-clamped" = true))]
    max_lines: Option<u64>,
    /// Default true.
    suppress_history: Option<bool>,
    /// Token of a timed-out run.
    resume: Option<String>,
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Completed,
    TimedOut,
    PaneDied,
    ServerGone,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Ran {
    outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_status: Option<u8>,
    output: Vec<String>,
    framed: bool,
    #[serde(skip_serializing_if = "is_false")]
    output_truncated: bool,
    #[serde(skip_serializing_if = "is_zero_u64")]
    output_truncated_lines: u64,
    #[serde(skip_serializing_if = "is_zero_u64")]
    dropped_chars: u64,
    pane_id: String,
    elapsed_seconds: f64,
    effective_timeout: f64,
    timed_out: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resume: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// A run that was typed, by this call or an earlier one.
#[derive(Debug)]
struct Run {
    identity: ServerIdentity,
    pane: PaneId,
    frame: Frame,
    /// Where its output begins, where this call typed it.
    typed: Option<Place>,
    /// What the answer has to say beside the rest.
    note: Option<String>,
}

impl Run {
    /// What goes on with it later.
    fn token(&self) -> Resume {
        Resume {
            identity: self.identity,
            pane: self.pane,
            nonce: self.frame.nonce().clone(),
        }
    }

    /// An error that leaves open how it stands: the same call would run the command twice, so the token goes on with it.
    fn unseen(&self, error: ToolError) -> ToolError {
        let token = self.token();
        ToolError {
            recovery: format!(
                "Call again with resume: \"{token}\", and without command: it was typed."
            ),
            retryable: false,
            ..error
        }
    }
}

/// How a run stands at the end of a call, and what of its output is read already.
#[derive(Debug)]
struct Finish {
    end: End,
    read: Option<Read>,
}

impl From<End> for Finish {
    fn from(end: End) -> Self {
        Self { end, read: None }
    }
}

/// Where a run was typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    /// The row that the text cursor was on.
    row: u64,
    /// How many rows its echo and its start marker take at the most.
    rows: u64,
}

impl Place {
    /// Rows for prompts that are drawn anew and for line breaks.
    const SLACK: u64 = 8;

    /// For a line of so many bytes.
    fn new(position: &Position, bytes: usize) -> Self {
        let columns = u64::from(position.width.max(1));
        Self {
            row: position.cursor_row(),
            rows: bytes as u64 / columns + Self::SLACK,
        }
    }

    /// Whether output that begins at this row is the run's: further down, a command printed its pane's own content.
    fn fits(self, first: u64) -> bool {
        (self.row..=self.row + self.rows).contains(&first)
    }
}

/// How waiting for a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Completed(u8),
    TimedOut,
    /// No shell read the line: it was taken back.
    Unread,
    PaneDied,
    ServerGone,
}

async fn run_shell_command(
    context: &Context,
    arguments: RunShellCommand,
) -> Result<Ran, ToolError> {
    let started = Instant::now();
    let timeout = context.limits.wait(arguments.timeout);
    let deadline = started + timeout;
    let budget = context.limits.budget(arguments.max_lines);
    let (run, finish) = match (&arguments.command, &arguments.resume) {
        (Some(command), None) => {
            check_command(command)?;
            let frame = Frame::new(context.nonce());
            let channel = frame.nonce().channel();
            let called = Called {
                arguments: &arguments,
                command,
                deadline,
            };
            let run = dispatch::dispatch(context, called, frame).await?;
            // Started and no more: nothing is waited for, and nothing is taken back.
            let finish = if timeout.is_zero() {
                End::TimedOut.into()
            } else {
                // A signal that comes before the wait stands is latched (tmux-facts 4.1); beside the typing, the wait's
                // own process would hold that up.
                wait(context, &run, Signal::of(context, &channel), deadline).await?
            };
            (run, finish)
        }
        (None, Some(token)) => resume(context, token, deadline, timeout).await?,
        (Some(_), Some(_)) => {
            return Err(ToolError::invalid(
                "resume",
                "and \"command\" were both given",
                "Pass resume alone to go on with the run it names.",
            ));
        }
        (None, None) => {
            return Err(ToolError::invalid(
                "command",
                "is missing",
                "Pass a shell command, as \"cargo test\".",
            ));
        }
    };
    if finish.end == End::PaneDied {
        // Nobody reads the line any more; the pane may be there all the same.
        drop(take_back(context, &run).await);
    }
    let took = Took { started, timeout };
    Ok(output::answer(context, run, finish, budget, &took).await)
}

/// When a call began, and how long it was allowed to take.
#[derive(Debug, Clone, Copy)]
struct Took {
    started: Instant,
    timeout: Duration,
}

impl Took {
    fn elapsed(&self) -> f64 {
        seconds(self.started.elapsed())
    }
}

/// What a call asks for.
#[derive(Debug, Clone, Copy)]
struct Called<'a> {
    arguments: &'a RunShellCommand,
    command: &'a str,
    deadline: Instant,
}

fn check_command(command: &str) -> Result<(), ToolError> {
    if command.trim().is_empty() {
        return Err(ToolError::invalid(
            "command",
            "is empty",
            "Pass a shell command, as \"cargo test\".",
        ));
    }
    if command.contains('\0') {
        return Err(ToolError::invalid(
            "command",
            "holds a NUL, which no shell takes",
            "Write it as an escape of printf.",
        ));
    }
    if command.len() > COMMAND_BYTES_MAX {
        return Err(ToolError::new(
            Kind::TooLarge,
            format!(
                "argument \"command\" has {} bytes; the most is {COMMAND_BYTES_MAX}",
                command.len()
            ),
            "Write a script file first, in parts, and run that.",
        ));
    }
    Ok(())
}

async fn resume(
    context: &Context,
    token: &str,
    deadline: Instant,
    timeout: Duration,
) -> Result<(Run, Finish), ToolError> {
    let Resume {
        identity,
        pane,
        nonce,
    } = token.parse()?;
    let run = Run {
        identity,
        pane,
        frame: Frame::new(nonce),
        typed: None,
        note: None,
    };
    let finish = match state(context, &run).await? {
        Standing::Ended(end) => end.into(),
        Standing::Running if timeout.is_zero() => End::TimedOut.into(),
        Standing::Running => {
            let channel = run.frame.nonce().channel();
            wait(context, &run, Signal::of(context, &channel), deadline).await?
        }
        Standing::Unknown => {
            return Err(TmuxError::NoSuchRun {
                pane,
                nonce: run.frame.nonce().clone(),
            }
            .into());
        }
    };
    Ok((run, finish))
}
