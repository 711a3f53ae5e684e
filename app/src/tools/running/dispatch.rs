//! Typing a framed command: both preflights, and the wait for a shell that is still coming up.

use std::time::Duration;

use domain::frame::{Frame, FrameClient, Shell};
use domain::guard::Reach;
use domain::port::{Handover, Stroke, Typed};
use domain::{Kind, Pane, PaneId, TmuxError};
use tokio::time::{Instant, sleep};

use super::token::Resume;
use super::{Called, Place, Run, target};
use crate::context::Context;
use crate::error::ToolError;
use crate::process::{Foreground, foreground, is_interactive_shell};
use crate::tools::input::{Before, TRIES};

/// How long the shell of an earlier command has to leave the foreground.
const SETTLING: Duration = Duration::from_millis(300);

/// Types the command into its pane, once.
pub(super) async fn dispatch(
    context: &Context,
    called: Called<'_>,
    frame: Frame,
) -> Result<Run, ToolError> {
    let Called {
        arguments,
        command,
        deadline,
    } = called;
    let pane = target::resolve(context, arguments).await?;
    let leading_space = arguments
        .suppress_history
        .unwrap_or(context.suppress_history);
    for _ in 0..TRIES {
        let (before, shell) = ready(context, pane, deadline).await?;
        let client = client(context, &before).await?;
        let composed = frame.compose(shell, command, &client, pane);
        context.echo.remember(&before.capture, &composed.line);
        let composed_bytes = composed.line.len();
        let target = before.topology.pane(pane)?;
        let strokes = Frame::strokes(&composed, leading_space);
        let typed = typed(&before, target, strokes, &frame, composed.script);
        match context.port.type_keys(&typed).await {
            Ok(()) => {
                let foreign = shell
                    .is_foreign()
                    .then(|| format!("{} ran it through /bin/sh.", target.command));
                return Ok(Run {
                    identity: before.topology.server.identity,
                    pane,
                    frame,
                    typed: Some(Place::new(&before.capture.position, composed_bytes)),
                    note: foreign,
                });
            }
            // The pane changed since the look: look again, nothing was typed.
            Err(TmuxError::Stale { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(TmuxError::Stale { pane }.into())
}

fn typed(
    before: &Before,
    target: &Pane,
    strokes: Vec<Stroke>,
    frame: &Frame,
    script: String,
) -> Typed {
    Typed {
        expected: before.expected.clone(),
        strokes,
        handover: Some(Handover {
            nonce: frame.nonce().clone(),
            buffer: frame.buffer(),
            script,
            runs: target.runs.with(frame.nonce()),
        }),
    }
}

async fn client(context: &Context, before: &Before) -> Result<FrameClient, ToolError> {
    let program = match (&context.facts.tmux, &context.far_tmux) {
        (None, Some(far)) => far.path().await?,
        (here, _) => here.clone().unwrap_or_default(),
    };
    FrameClient::new(&program, &before.topology.server.socket_path).map_err(|error| {
        ToolError::new(
            Kind::Unsupported,
            error.to_string(),
            "Ask the operator for a plain path with --tmux or --socket.",
        )
    })
}

/// The pane as it is when a supported shell is in its foreground. In a pane that this process created that is waited
/// for: its startup files may still run. In one that has run a command before, the shell of that one may still be on its
/// way out, so it gets a moment.
async fn ready(
    context: &Context,
    pane: PaneId,
    deadline: Instant,
) -> Result<(Before, Shell), ToolError> {
    let settled = Instant::now() + SETTLING;
    let mut pause = Duration::from_millis(2);
    loop {
        let before = Before::look(context, pane, Reach::Command).await?;
        let target = before.topology.pane(pane)?;
        let ours = context
            .created
            .contains(before.topology.server.identity, pane);
        let patient_until = match (ours, target.runs.is_empty()) {
            (true, _) => deadline.max(settled),
            (false, false) => settled,
            (false, true) => Instant::now(),
        };
        match shell(context, target, before.topology.server.identity) {
            Ok(shell) => return Ok((before, shell)),
            Err(NotReady::Starting(error)) if Instant::now() >= patient_until => return Err(error),
            Err(NotReady::Taken(error)) => return Err(error),
            Err(NotReady::Starting(_)) => {}
        }
        sleep(pause).await;
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

enum NotReady {
    /// A program that is no shell: in a new pane its startup.
    Starting(ToolError),
    /// An earlier run.
    Taken(ToolError),
}

fn shell(
    context: &Context,
    pane: &Pane,
    identity: domain::ServerIdentity,
) -> Result<Shell, NotReady> {
    if let Some(nonce) = pane.runs.running() {
        let resume = Resume {
            identity,
            pane: pane.id,
            nonce: nonce.clone(),
        };
        return Err(NotReady::Taken(
            ToolError::new(
                Kind::Busy,
                format!("an earlier command still runs in pane {}", pane.id),
                format!("Call run_shell_command with resume: \"{resume}\" to wait for it, or send_keys C-c to interrupt it."),
            )
            .passing(),
        ));
    }
    let name = domain::text::shortened(&domain::text::printable(&pane.command), 40);
    let Some(shell) = Shell::of_process(&pane.command) else {
        return Err(NotReady::Starting(occupied(
            pane.id,
            &format!("{name}, which is none of the shells {}", Shell::KNOWN),
        )));
    };
    match context.is_local.then(|| foreground(pane.pid)).flatten() {
        Some(Foreground::Leader(words)) if !is_interactive_shell(&words) => Err(
            NotReady::Starting(occupied(pane.id, &format!("a {name} script"))),
        ),
        Some(Foreground::Left(program)) => {
            let program = domain::text::shortened(&domain::text::printable(&program), 40);
            Err(NotReady::Starting(occupied(pane.id, &program)))
        }
        Some(Foreground::Leader(_)) | None => Ok(shell),
    }
}

fn occupied(pane: PaneId, what: &str) -> ToolError {
    ToolError::new(
        Kind::Busy,
        format!("pane {pane} runs {what}"),
        "Use another pane (create_session, split_window), or send_keys to talk to that program.",
    )
    .passing()
}
