//! `select_window`, `select_pane`, `select_layout`.

use std::collections::BTreeSet;

use domain::layout::{Layout, NAMED};
use domain::text::printable;
use domain::{Change, Kind, Scope, SessionId, Topology, WindowId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::arranged;
use crate::context::Context;
use crate::error::ToolError;
use crate::tools::scalars::{PaneArg, SessionArg, WindowArg};

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SelectWindow {
    window_id: WindowArg,
    session: Option<SessionArg>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SelectedWindow {
    window_id: String,
    session_id: String,
}

pub(super) async fn select_window(
    context: &Context,
    arguments: SelectWindow,
) -> Result<SelectedWindow, ToolError> {
    let before = context.port.observe(Scope::Everything).await?;
    let window = before.window(arguments.window_id.0)?.id;
    let session = place(&before, window, arguments.session.as_ref())?;
    let change = Change::SelectWindow {
        identity: before.server.identity,
        session,
        window,
    };
    arranged(context, &change).await?;
    Ok(SelectedWindow {
        window_id: window.to_string(),
        session_id: session.to_string(),
    })
}

/// The session in which a window is meant: the one named, or the only one that holds it.
fn place(
    topology: &Topology,
    window: WindowId,
    named: Option<&SessionArg>,
) -> Result<SessionId, ToolError> {
    let holders: BTreeSet<SessionId> = topology
        .placements(window)
        .map(|placement| placement.session)
        .collect();
    let listed: Vec<String> = holders.iter().map(ToString::to_string).collect();
    let listed = listed.join(", ");
    match named {
        Some(SessionArg(named)) => {
            let session = topology.session(named)?.id;
            if holders.contains(&session) {
                return Ok(session);
            }
            Err(ToolError::new(
                Kind::NoSuchTarget,
                format!("window {window} is not in session {session}, but in {listed}"),
                "Pass a session that holds it, or move_window first.",
            ))
        }
        None => match holders.first() {
            Some(session) if holders.len() == 1 => Ok(*session),
            _ => Err(ToolError::new(
                Kind::AmbiguousTarget,
                format!("window {window} is in several sessions: {listed}"),
                "Pass session too.",
            )),
        },
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SelectPane {
    pane_id: PaneArg,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SelectedPane {
    pane_id: String,
}

pub(super) async fn select_pane(
    context: &Context,
    arguments: SelectPane,
) -> Result<SelectedPane, ToolError> {
    let PaneArg(pane) = arguments.pane_id;
    let before = context.port.observe(Scope::Pane(pane)).await?;
    before.pane(pane)?;
    let change = Change::SelectPane {
        identity: before.server.identity,
        pane,
    };
    arranged(context, &change).await?;
    Ok(SelectedPane {
        pane_id: pane.to_string(),
    })
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SelectLayout {
    window_id: WindowArg,
    layout: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LaidOut {
    window_id: String,
    layout: String,
}

pub(super) async fn select_layout(
    context: &Context,
    arguments: SelectLayout,
) -> Result<LaidOut, ToolError> {
    let layout: Layout = arguments.layout.parse().map_err(|error| {
        let recovery = format!(
            "Pass one of {}, or the layout that get_window_info gave.",
            NAMED.join(", ")
        );
        ToolError::invalid("layout", &format!("cannot be taken: {error}"), recovery)
    })?;
    let before = context.port.observe(Scope::Everything).await?;
    let window = before.window(arguments.window_id.0)?.id;
    let panes = before.panes_of(window).count();
    if let Some(cells) = layout.cells().filter(|cells| *cells < panes) {
        return Err(ToolError::invalid(
            "layout",
            &format!("has {cells} cells, and window {window} has {panes} panes"),
            "Pass a layout with a cell for each pane, or a named one, as tiled.",
        ));
    }
    let change = Change::SelectLayout {
        identity: before.server.identity,
        window,
        layout,
    };
    let after = arranged(context, &change).await?;
    Ok(LaidOut {
        window_id: window.to_string(),
        layout: printable(&after.window(window)?.layout),
    })
}
