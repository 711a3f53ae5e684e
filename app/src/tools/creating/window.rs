//! `create_window`.

use domain::{Change, Changed, Scope, TmuxError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::started_elsewhere;
use crate::context::Context;
use crate::error::ToolError;
use crate::tools::checks::{check_directory, check_name};
use crate::tools::scalars::SessionArg;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CreateWindow {
    session: SessionArg,
    name: Option<String>,
    /// Absolute path.
    start_directory: Option<String>,
    select: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct NewWindow {
    window_id: String,
    pane_id: String,
    index: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

pub(super) async fn create_window(
    context: &Context,
    arguments: CreateWindow,
) -> Result<NewWindow, ToolError> {
    if let Some(name) = &arguments.name {
        check_name("name", name)?;
    }
    let directory = arguments.start_directory.as_deref();
    directory.map(check_directory).transpose()?;
    let before = context.port.observe(Scope::Sessions).await?;
    let identity = before.server.identity;
    let change = Change::CreateWindow {
        identity,
        session: before.session(&arguments.session.0)?.id,
        name: arguments.name,
        start_directory: arguments.start_directory.clone(),
        select: arguments.select.unwrap_or(false),
    };
    let Changed::Window {
        window,
        pane,
        index,
    } = context.port.change(&change).await?
    else {
        return Err(TmuxError::Garbled {
            detail: "something else than a window",
        }
        .into());
    };
    context.created.remember(identity, pane);
    Ok(NewWindow {
        window_id: window.to_string(),
        pane_id: pane.to_string(),
        index,
        note: started_elsewhere(context, pane, directory).await,
    })
}
