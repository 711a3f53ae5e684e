//! `resize_window`, `resize_pane`.

use domain::refusal::Refusal;
use domain::{Change, Pane, Scope, TmuxError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::arranged;
use crate::context::Context;
use crate::error::ToolError;
use crate::tools::scalars::{PaneArg, WindowArg};

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ResizeWindow {
    window_id: WindowArg,
    #[schemars(range(min = 1, max = 10_000))]
    width: u32,
    #[schemars(range(min = 1, max = 10_000))]
    height: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Resized {
    width: u32,
    height: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

pub(super) async fn resize_window(
    context: &Context,
    arguments: ResizeWindow,
) -> Result<Resized, ToolError> {
    let before = context.port.observe(Scope::Everything).await?;
    let window = before.window(arguments.window_id.0)?.id;
    let seen = |pane: &&Pane| before.attended(pane);
    if let Some(pane) = before.panes_of(window).find(seen)
        && !context.allow_attended
    {
        let pane = pane.id;
        return Err(TmuxError::Refused(Refusal::Attended { pane }).into());
    }
    let change = Change::ResizeWindow {
        identity: before.server.identity,
        window,
        width: arguments.width,
        height: arguments.height,
        viewers: before.viewers(window),
    };
    let after = arranged(context, &change).await?;
    let window = after.window(window)?;
    let note = "tmux keeps this size from now on, whoever attaches; the operator undoes that with tmux set-option -wu -t";
    Ok(Resized {
        width: window.width,
        height: window.height,
        note: Some(format!("{note} {} window-size.", window.id)),
    })
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ResizePane {
    pane_id: PaneArg,
    #[schemars(range(min = 1, max = 10_000))]
    width: Option<u32>,
    #[schemars(range(min = 1, max = 10_000))]
    height: Option<u32>,
    zoom: Option<bool>,
}

pub(super) async fn resize_pane(
    context: &Context,
    arguments: ResizePane,
) -> Result<Resized, ToolError> {
    let ResizePane {
        pane_id: PaneArg(pane),
        width,
        height,
        zoom,
    } = arguments;
    let sized = width.is_some() || height.is_some();
    if sized == zoom.is_some() {
        let message = if sized {
            "excludes \"width\" and \"height\": a zoomed pane has the whole window"
        } else {
            "is missing, and so are \"width\" and \"height\""
        };
        let recovery = "Pass width, height or both, or zoom alone.";
        return Err(ToolError::invalid("zoom", message, recovery));
    }
    let before = context.port.observe(Scope::Pane(pane)).await?;
    let alone = before.panes_of(before.pane(pane)?.window).count() == 1;
    let change = Change::ResizePane {
        identity: before.server.identity,
        pane,
        width,
        height,
        zoom,
    };
    let after = arranged(context, &change).await?;
    let pane = after.pane(pane)?;
    let fits = width.is_none_or(|width| width == pane.width)
        && height.is_none_or(|height| height == pane.height);
    let note = if fits {
        None
    } else if alone {
        Some("It is alone in its window and fills it; resize_window changes that.".to_owned())
    } else {
        Some("What was asked does not fit; tmux came as near as its neighbours let it.".to_owned())
    };
    Ok(Resized {
        width: pane.width,
        height: pane.height,
        note,
    })
}
