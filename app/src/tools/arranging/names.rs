//! `rename_session`, `rename_window`, `set_pane_title`.

use domain::text::printable;
use domain::{Change, Scope, TmuxError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::arranged;
use crate::context::Context;
use crate::error::ToolError;
use crate::tools::checks::{check_name, check_session_name, stored_otherwise};
use crate::tools::scalars::{PaneArg, SessionArg, WindowArg};

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RenameSession {
    session: SessionArg,
    name: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct NamedSession {
    session_id: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

pub(super) async fn rename_session(
    context: &Context,
    arguments: RenameSession,
) -> Result<NamedSession, ToolError> {
    check_session_name(&arguments.name)?;
    let before = context.port.observe(Scope::Sessions).await?;
    let session = before.session(&arguments.session.0)?.id;
    let taken = |held: &&domain::Session| held.name == arguments.name && held.id != session;
    if let Some(held) = before.sessions.iter().find(taken) {
        let name = held.name.clone();
        return Err(TmuxError::DuplicateSession { name }.into());
    }
    let change = Change::RenameSession {
        identity: before.server.identity,
        session,
        name: arguments.name.clone(),
    };
    let after = arranged(context, &change).await?;
    let stored = &after.session(&session.to_string())?.name;
    Ok(NamedSession {
        session_id: session.to_string(),
        name: printable(stored),
        note: stored_otherwise(Some(&arguments.name), stored),
    })
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RenameWindow {
    window_id: WindowArg,
    name: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct NamedWindow {
    window_id: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

pub(super) async fn rename_window(
    context: &Context,
    arguments: RenameWindow,
) -> Result<NamedWindow, ToolError> {
    check_name("name", &arguments.name)?;
    let before = context.port.observe(Scope::Everything).await?;
    let window = before.window(arguments.window_id.0)?.id;
    let change = Change::RenameWindow {
        identity: before.server.identity,
        window,
        name: arguments.name.clone(),
    };
    let after = arranged(context, &change).await?;
    let stored = &after.window(window)?.name;
    Ok(NamedWindow {
        window_id: window.to_string(),
        name: printable(stored),
        note: stored_otherwise(Some(&arguments.name), stored),
    })
}

/// A program may set one at any time; from 3.7 on tmux doubles backslashes in a title, as in any name.
const OTHER_TITLE: &str = "The pane holds another title than this: tmux stores it otherwise, or a program has set one since.";

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SetPaneTitle {
    pane_id: PaneArg,
    title: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Titled {
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

pub(super) async fn set_pane_title(
    context: &Context,
    arguments: SetPaneTitle,
) -> Result<Titled, ToolError> {
    const CHARS_MAX: usize = 256;
    let title = arguments.title;
    if title.chars().any(char::is_control) || title.chars().nth(CHARS_MAX).is_some() {
        return Err(ToolError::invalid(
            "title",
            &format!("is longer than {CHARS_MAX} characters, or has control characters"),
            "Pass one short printable line.",
        ));
    }
    let PaneArg(pane) = arguments.pane_id;
    let before = context.port.observe(Scope::Pane(pane)).await?;
    before.pane(pane)?;
    let change = Change::SetPaneTitle {
        identity: before.server.identity,
        pane,
        title: title.clone(),
    };
    let after = arranged(context, &change).await?;
    let stored = &after.pane(pane)?.title;
    Ok(Titled {
        title: printable(stored),
        note: (*stored != title).then(|| OTHER_TITLE.to_owned()),
    })
}
