//! `clear_pane_scrollback`.

use domain::{Change, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::ToolError;
use crate::tools::arranging::arranged;
use crate::tools::scalars::PaneArg;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ClearScrollback {
    pane_id: PaneArg,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Cleared {
    pane_id: String,
    cleared_lines: u64,
}

pub(super) async fn clear_pane_scrollback(
    context: &Context,
    arguments: ClearScrollback,
) -> Result<Cleared, ToolError> {
    let PaneArg(pane) = arguments.pane_id;
    let before = context.port.observe(Scope::Pane(pane)).await?;
    let held = before.pane(pane)?.history_size;
    let change = Change::ClearScrollback {
        identity: before.server.identity,
        pane,
    };
    let after = arranged(context, &change).await?;
    Ok(Cleared {
        pane_id: pane.to_string(),
        cleared_lines: held.saturating_sub(after.pane(pane)?.history_size),
    })
}
