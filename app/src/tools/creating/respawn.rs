//! `respawn_pane`.

use domain::guard::Reach;
use domain::{Change, Pane, PaneId, Scope, TmuxError, Topology};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::ToolError;
use crate::tools::arranging::arranged;
use crate::tools::input::TRIES;
use crate::tools::scalars::PaneArg;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RespawnPane {
    pane_id: PaneArg,
    kill_first: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Respawned {
    pane_id: String,
    pid: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

pub(super) async fn respawn_pane(
    context: &Context,
    arguments: RespawnPane,
) -> Result<Respawned, ToolError> {
    let PaneArg(pane) = arguments.pane_id;
    let kill_first = arguments.kill_first.unwrap_or(false);
    let mut tries = 1;
    let after = loop {
        match respawn(context, pane, kill_first).await {
            // The pane changed between the look and the act.
            Err(error) if error.kind == domain::Kind::Busy && error.retryable && tries < TRIES => {
                tries += 1;
            }
            done => break done?,
        }
    };
    let found = after.pane(pane)?;
    if found.start_command.is_empty() {
        // A shell that starts up, like that of a pane we made: run_shell_command waits for it.
        context.created.remember(after.server.identity, pane);
    }
    Ok(Respawned {
        pane_id: pane.to_string(),
        pid: found.pid,
        note: ended_at_once(found),
    })
}

async fn respawn(context: &Context, pane: PaneId, kill_first: bool) -> Result<Topology, ToolError> {
    let before = context.port.observe(Scope::Pane(pane)).await?;
    let expected = context
        .guard(&before)
        .admit(&before, pane, Reach::Respawn)?;
    if !kill_first && !before.pane(pane)?.dead {
        return Err(TmuxError::StillActive { pane }.into());
    }
    let change = Change::RespawnPane {
        expected,
        kill_first,
    };
    arranged(context, &change).await
}

fn ended_at_once(pane: &Pane) -> Option<String> {
    let status = pane.dead_status;
    let status = status.map_or_else(String::new, |status| format!(", with {status}"));
    pane.dead
        .then(|| format!("Its program ended again at once{status}."))
}
