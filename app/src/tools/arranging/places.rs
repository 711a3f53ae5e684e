//! `move_window`, `swap_pane`.

use domain::{Change, Kind, Scope, Session, SessionId, TmuxError, Topology, WindowId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::arranged;
use crate::context::Context;
use crate::error::ToolError;
use crate::tools::rows::PaneRow;
use crate::tools::scalars::{PaneArg, SessionArg, WindowArg};

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct MoveWindow {
    window_id: WindowArg,
    session: SessionArg,
    index: Option<u32>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Moved {
    window_id: String,
    session_id: String,
    index: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

pub(super) async fn move_window(
    context: &Context,
    arguments: MoveWindow,
) -> Result<Moved, ToolError> {
    let before = context.port.observe(Scope::Everything).await?;
    let window = before.window(arguments.window_id.0)?.id;
    let session = before.session(&arguments.session.0)?.id;
    let from = origin(&before, window, session)?;
    let wanted = arguments.index;
    let there = |topology: &Topology| {
        let held = |index: u32| wanted.is_none_or(|wanted| wanted == index);
        topology
            .windows_of(session)
            .find(|placed| placed.id == window && held(placed.index))
            .map(|placed| placed.index)
    };
    let moved = |index, note| Moved {
        window_id: window.to_string(),
        session_id: session.to_string(),
        index,
        note,
    };
    if let (Some(_), Some(index)) = (wanted, there(&before)) {
        return Ok(moved(index, Some("It stood there already.".to_owned())));
    }
    let taken = |index: &u32| before.windows_of(session).any(|held| held.index == *index);
    if let Some(index) = wanted.filter(taken) {
        return Err(TmuxError::IndexInUse { index }.into());
    }
    let change = Change::MoveWindow {
        identity: before.server.identity,
        window,
        from,
        session,
        index: wanted,
    };
    let after = arranged(context, &change).await?;
    let index = there(&after).ok_or(TmuxError::NoSuchWindow { window })?;
    let ended = after.sessions.iter().all(|held| held.id != from);
    let note = ended.then(|| format!("Session {from} ended: this was its last window."));
    Ok(moved(index, note))
}

/// The session that the moved placement is taken from: the goal itself where the window is there, else the only one.
fn origin(topology: &Topology, window: WindowId, goal: SessionId) -> Result<SessionId, ToolError> {
    let mut holders: Vec<SessionId> = topology
        .placements(window)
        .map(|placement| placement.session)
        .collect();
    if holders.contains(&goal) {
        return Ok(goal);
    }
    holders.dedup();
    let group = |id: &SessionId| {
        let own = |session: &&Session| session.id == *id;
        let session = topology.sessions.iter().find(own);
        session.and_then(|session| session.group.as_deref())
    };
    match holders.as_slice() {
        [only] => Ok(*only),
        // The sessions of a group hold the same windows.
        [first, rest @ ..]
            if group(first).is_some() && rest.iter().all(|id| group(id) == group(first)) =>
        {
            Ok(*first)
        }
        several => {
            let listed: Vec<String> = several.iter().map(ToString::to_string).collect();
            Err(ToolError::new(
                Kind::AmbiguousTarget,
                format!(
                    "window {window} is linked into several sessions, {}: which placement moves cannot be told",
                    listed.join(", ")
                ),
                "Pass one of these sessions to move it there, or ask the operator to unlink it.",
            ))
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SwapPane {
    pane_id: PaneArg,
    with_pane_id: PaneArg,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Swapped {
    panes: Vec<PaneRow>,
}

pub(super) async fn swap_pane(
    context: &Context,
    arguments: SwapPane,
) -> Result<Swapped, ToolError> {
    let (PaneArg(pane), PaneArg(with)) = (arguments.pane_id, arguments.with_pane_id);
    if pane == with {
        return Err(ToolError::invalid(
            "with_pane_id",
            "is the same pane as \"pane_id\"",
            "Pass another pane; list_panes shows them.",
        ));
    }
    let before = context.port.observe(Scope::Everything).await?;
    before.pane(pane)?;
    before.pane(with)?;
    let change = Change::SwapPane {
        identity: before.server.identity,
        pane,
        with,
    };
    let after = arranged(context, &change).await?;
    let caller = context.caller(&after);
    let row = |id| Ok(PaneRow::new(after.pane(id)?, &after, caller));
    let panes: Result<Vec<PaneRow>, TmuxError> = [pane, with].into_iter().map(row).collect();
    Ok(Swapped { panes: panes? })
}
