//! Where a run stands, and the wait for its end.

use std::time::Duration;

use domain::TmuxError;
use domain::run::RunState;
use tokio::time::{Instant, sleep_until};

use super::signal::Signal;
use super::{End, Finish, Run, output};
use crate::context::Context;
use crate::error::ToolError;

/// How often a run is looked at beside its signal: for the pane's death, and for a signal that a given-up waiter took.
const LOOK_AFTER: Duration = Duration::from_millis(400);

/// Where a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Running,
    Ended(End),
    Unknown,
}

pub(super) async fn state(context: &Context, run: &Run) -> Result<Standing, ToolError> {
    let topology = match context.port.observe(domain::Scope::Pane(run.pane)).await {
        Ok(topology) => topology,
        Err(TmuxError::NoSuchPane { .. }) => return Ok(Standing::Ended(gone(context, run).await)),
        Err(error) if error.ends_all() => return Ok(Standing::Ended(End::ServerGone)),
        Err(error) => return Err(error.into()),
    };
    if topology.server.identity != run.identity {
        return Ok(Standing::Ended(End::ServerGone));
    }
    let pane = topology.pane(run.pane)?;
    Ok(match pane.runs.state(run.frame.nonce()) {
        Some(RunState::Ended(status)) => Standing::Ended(End::Completed(status)),
        _ if pane.dead => Standing::Ended(End::PaneDied),
        Some(RunState::Running) => Standing::Running,
        // Respawned, with the word still there: whoever did it knows nothing of it.
        Some(RunState::Lost) => Standing::Ended(End::PaneDied),
        None => Standing::Unknown,
    })
}

/// A pane that is not there: it died, or its server did and another one answers.
async fn gone(context: &Context, run: &Run) -> End {
    match context.port.identity().await {
        Ok(identity) if identity == run.identity => End::PaneDied,
        _ => End::ServerGone,
    }
}

/// The run's signal against the deadline, the pane's death and the server's; what stands there after the deadline counts.
pub(super) async fn wait(
    context: &Context,
    run: &Run,
    mut signal: Signal<'_>,
    deadline: Instant,
) -> Result<Finish, ToolError> {
    let mut look_at = Instant::now() + LOOK_AFTER;
    loop {
        tokio::select! {
            answer = signal.next() => {
                // The status stands in the very capture that holds the output. Without it, the look tells what woke us.
                let read = if answer.is_ok() { output::read(context, run, true).await.ok() } else { None };
                if let Some((status, read)) = read.and_then(|read| Some((read.status(run)?, read))) {
                    return Ok(Finish { end: End::Completed(status), read: Some(read) });
                }
            }
            () = sleep_until(look_at.min(deadline)) => {}
        }
        let late = Instant::now() >= deadline;
        match state(context, run).await {
            Ok(Standing::Ended(end)) => return Ok(end.into()),
            // Respawned: its words were cleared with the process that ran it.
            Ok(Standing::Unknown) => return Ok(End::PaneDied.into()),
            Ok(Standing::Running) if late => return take_back(context, run).await,
            Err(error) if late && error.retryable => return Err(run.unseen(error)),
            Err(error) if !error.retryable => return Err(error),
            Ok(Standing::Running) | Err(_) => {}
        }
        look_at = Instant::now() + LOOK_AFTER;
    }
}

/// A line that no shell has read by the deadline must not hold the pane.
pub(super) async fn take_back(context: &Context, run: &Run) -> Result<Finish, ToolError> {
    let buffer = run.frame.buffer();
    let taken = context.port.withdraw(run.pane, run.frame.nonce(), &buffer);
    let end = match taken.await {
        Ok(true) => End::Unread,
        Ok(false) => End::TimedOut,
        Err(TmuxError::NoSuchPane { .. }) => gone(context, run).await,
        Err(error) if error.ends_all() => End::ServerGone,
        Err(error) => return Err(run.unseen(error.into())),
    };
    Ok(end.into())
}
