//! The tools that end things: `clear_pane_scrollback`, `kill_pane`, `kill_window` and `kill_session`.

mod scrollback;

use std::collections::BTreeSet;

use domain::guard::admit_ending;
use domain::text::printable;
use domain::{Change, Changed, PaneId, Scope, SessionId, Toolset, Topology, WindowId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::ToolError;
use crate::tool::{Effect, Row, Tool};
use crate::tools::rows::is_false;
use crate::tools::scalars::{PaneArg, SessionArg, WindowArg};

/// The tools of this file, in the order of the catalogue.
#[must_use]
pub fn tools() -> Vec<Tool> {
    let row = |name, description| Row {
        effects: &[Effect::Delete],
        ..Row::new(name, Toolset::Teardown, description)
    };
    vec![
        Tool::new(
            row(
                "clear_pane_scrollback",
                "Forget the lines above a pane's screen, for good; cursors from before then say that lines are missing.",
            ),
            |context, arguments| Box::pin(scrollback::clear_pane_scrollback(context, arguments)),
        ),
        Tool::new(
            row(
                "kill_pane",
                "End a pane and its program; its window and session end with their last pane.",
            ),
            |context, arguments| Box::pin(kill_pane(context, arguments)),
        ),
        Tool::new(
            row(
                "kill_window",
                "End a window with its panes, in every session that it is linked into.",
            ),
            |context, arguments| Box::pin(kill_window(context, arguments)),
        ),
        Tool::new(
            row(
                "kill_session",
                "End a session with its windows, save those linked into other sessions.",
            ),
            |context, arguments| Box::pin(kill_session(context, arguments)),
        ),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct KillPane {
    pane_id: PaneArg,
    /// End it even if this server runs in it.
    confirm_self: Option<bool>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct KillWindow {
    window_id: WindowArg,
    /// End it even if this server runs in it.
    confirm_self: Option<bool>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct KillSession {
    session: SessionArg,
    /// End it even if this server runs in it.
    confirm_self: Option<bool>,
}

/// What ended.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Ending {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    session_ids: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    window_ids: Vec<String>,
    pane_ids: Vec<String>,
    #[serde(skip_serializing_if = "is_false")]
    #[serde(rename = "server_ended")]
    with_server: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

async fn kill_pane(context: &Context, arguments: KillPane) -> Result<Ending, ToolError> {
    let before = context.port.observe(Scope::Everything).await?;
    let pane = before.pane(arguments.pane_id.0)?.id;
    let change = Change::KillPane {
        identity: before.server.identity,
        pane,
    };
    end(context, &before, &[pane], arguments.confirm_self, &change).await
}

async fn kill_window(context: &Context, arguments: KillWindow) -> Result<Ending, ToolError> {
    let before = context.port.observe(Scope::Everything).await?;
    let window = before.window(arguments.window_id.0)?.id;
    let change = Change::KillWindow {
        identity: before.server.identity,
        window,
    };
    let panes: Vec<PaneId> = before.panes_of(window).map(|pane| pane.id).collect();
    let mut ended = end(context, &before, &panes, arguments.confirm_self, &change).await?;
    let lost = losers(&before, window);
    ended.note = match (lost, ended.note) {
        (Some(lost), Some(alive)) => Some(format!("{lost} {alive}")),
        (lost, alive) => lost.or(alive),
    };
    Ok(ended)
}

/// What to say of a window that is in several sessions.
fn losers(topology: &Topology, window: WindowId) -> Option<String> {
    let mut names: Vec<String> = topology
        .placements(window)
        .map(|placement| placement.session)
        .filter_map(|id| topology.sessions.iter().find(|session| session.id == id))
        .map(|session| format!("{} ({})", session.id, printable(&session.name)))
        .collect();
    names.dedup();
    (names.len() > 1).then(|| format!("It was linked into {}: all lose it.", names.join(", ")))
}

async fn kill_session(context: &Context, arguments: KillSession) -> Result<Ending, ToolError> {
    let before = context.port.observe(Scope::Everything).await?;
    let session = before.session(&arguments.session.0)?.id;
    let change = Change::KillSession {
        identity: before.server.identity,
        session,
    };
    let panes = panes_that_end_with(&before, session);
    end(context, &before, &panes, arguments.confirm_self, &change).await
}

/// The panes of the windows that are in no other session.
fn panes_that_end_with(topology: &Topology, session: SessionId) -> Vec<PaneId> {
    let elsewhere = |window: WindowId| {
        topology
            .placements(window)
            .any(|placement| placement.session != session)
    };
    let own = topology
        .windows_of(session)
        .map(|placement| placement.id)
        .filter(|window| !elsewhere(*window));
    let windows: BTreeSet<WindowId> = own.collect();
    topology
        .panes
        .iter()
        .filter(|pane| windows.contains(&pane.window))
        .map(|pane| pane.id)
        .collect()
}

async fn end(
    context: &Context,
    before: &Topology,
    panes: &[PaneId],
    confirmed: Option<bool>,
    change: &Change,
) -> Result<Ending, ToolError> {
    admit_ending(context.caller(before), panes, confirmed.unwrap_or(false))?;
    // What outlives its hang-up can only be told while the panes' processes are known.
    let pids: Vec<u32> = before
        .panes
        .iter()
        .filter(|pane| panes.contains(&pane.id) && !pane.dead)
        .map(|pane| pane.pid)
        .collect();
    let changed = context.port.change(change).await?;
    let Changed::Ended { left } = changed else {
        return Err(domain::TmuxError::Garbled {
            detail: "something else than an ending",
        }
        .into());
    };
    let mut ended = difference(before, left.as_ref());
    ended.note = survivors(context, &pids).await;
    Ok(ended)
}

fn difference(before: &Topology, left: Option<&Topology>) -> Ending {
    let sessions: BTreeSet<SessionId> = left
        .into_iter()
        .flat_map(|left| left.sessions.iter().map(|session| session.id))
        .collect();
    let windows: BTreeSet<WindowId> = left
        .into_iter()
        .flat_map(|left| left.windows.iter().map(|window| window.id))
        .collect();
    let panes: BTreeSet<PaneId> = left
        .into_iter()
        .flat_map(|left| left.panes.iter().map(|pane| pane.id))
        .collect();
    let gone: BTreeSet<WindowId> = before
        .windows
        .iter()
        .map(|window| window.id)
        .filter(|window| !windows.contains(window))
        .collect();
    Ending {
        session_ids: before
            .sessions
            .iter()
            .filter(|session| !sessions.contains(&session.id))
            .map(|session| session.id.to_string())
            .collect(),
        window_ids: gone.iter().map(ToString::to_string).collect(),
        pane_ids: before
            .panes
            .iter()
            .filter(|pane| !panes.contains(&pane.id))
            .map(|pane| pane.id.to_string())
            .collect(),
        with_server: left.is_none(),
        note: None,
    }
}

/// Says which of these processes are still there a moment after their pane's hang-up.
async fn survivors(context: &Context, pids: &[u32]) -> Option<String> {
    if !context.is_local {
        return None;
    }
    let alive = crate::process::outliving(pids).await;
    if alive.is_empty() {
        return None;
    }
    let pids: Vec<String> = alive.iter().map(ToString::to_string).collect();
    Some(format!(
        "Still running, for they ignore the hang-up: process {}.",
        pids.join(", ")
    ))
}
