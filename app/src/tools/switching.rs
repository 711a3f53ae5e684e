//! The tools that set options: `set_mouse_enabled`, `set_history_limit` and `set_synchronize_panes`.

use domain::{Change, Changed, Scope, ServerIdentity, SessionId, TmuxError, Toolset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::arranging::{arranged, row};
use crate::context::Context;
use crate::error::ToolError;
use crate::tool::{Effect, Row, Tool};
use crate::tools::scalars::{SessionArg, WindowArg};

/// The tools that set options of sessions, in the order of the catalogue.
#[must_use]
pub fn sessions() -> Vec<Tool> {
    vec![
        Tool::new(
            row(
                "set_mouse_enabled",
                "Switch tmux's mouse, for a session or as the default of all.",
            ),
            |context, arguments| Box::pin(set_mouse_enabled(context, arguments)),
        ),
        Tool::new(
            row(
                "set_history_limit",
                "Set how many lines a new pane keeps above its screen, for a session or as the default of all. Call it \
                 before the pane is made whose output is long.",
            ),
            |context, arguments| Box::pin(set_history_limit(context, arguments)),
        ),
    ]
}

/// The tool that sets an option of a window.
#[must_use]
pub fn windows() -> Vec<Tool> {
    vec![Tool::new(
        Row {
            effects: &[Effect::Change],
            amplifies_future_input: true,
            ..Row::new(
                "set_synchronize_panes",
                Toolset::Execute,
                "Make keys typed into one pane of a window go to all its panes (send_keys then types into each), or stop \
                 that; run_shell_command needs it off.",
            )
        },
        |context, arguments| Box::pin(set_synchronize_panes(context, arguments)),
    )]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SetMouse {
    enabled: bool,
    session: Option<SessionArg>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Mouse {
    value: bool,
}

async fn set_mouse_enabled(context: &Context, arguments: SetMouse) -> Result<Mouse, ToolError> {
    let (identity, session) = of_session(context, arguments.session.as_ref()).await?;
    let change = Change::SetMouse {
        identity,
        session,
        enabled: arguments.enabled,
    };
    Ok(Mouse {
        value: value(context, &change).await? == "on",
    })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SetHistoryLimit {
    #[schemars(range(min = 0, max = 1_000_000))]
    lines: u32,
    session: Option<SessionArg>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct HistoryLimit {
    value: u32,
    note: &'static str,
}

async fn set_history_limit(
    context: &Context,
    arguments: SetHistoryLimit,
) -> Result<HistoryLimit, ToolError> {
    let (identity, session) = of_session(context, arguments.session.as_ref()).await?;
    let change = Change::SetHistoryLimit {
        identity,
        session,
        lines: arguments.lines,
    };
    let garbled = |_| TmuxError::Garbled {
        detail: "a history limit that is no number",
    };
    Ok(HistoryLimit {
        value: value(context, &change).await?.parse().map_err(garbled)?,
        note: "It applies to panes created from now on; from tmux 3.7 on to all panes at once, and those that hold more lose their oldest lines.",
    })
}

async fn of_session(
    context: &Context,
    session: Option<&SessionArg>,
) -> Result<(ServerIdentity, Option<SessionId>), ToolError> {
    let Some(SessionArg(session)) = session else {
        return Ok((context.port.identity().await?, None));
    };
    let seen = context.port.observe(Scope::Sessions).await?;
    Ok((seen.server.identity, Some(seen.session(session)?.id)))
}

async fn value(context: &Context, change: &Change) -> Result<String, ToolError> {
    match context.port.change(change).await? {
        Changed::Value(value) => Ok(value),
        Changed::Session { .. }
        | Changed::Pane { .. }
        | Changed::Window { .. }
        | Changed::Arranged(_)
        | Changed::Ended { .. } => Err(TmuxError::Garbled {
            detail: "something else than a value",
        }
        .into()),
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SetSynchronizePanes {
    window_id: WindowArg,
    enabled: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Synchronized {
    value: bool,
    pane_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

async fn set_synchronize_panes(
    context: &Context,
    arguments: SetSynchronizePanes,
) -> Result<Synchronized, ToolError> {
    let before = context.port.observe(Scope::Everything).await?;
    let window = before.window(arguments.window_id.0)?.id;
    let enabled = arguments.enabled;
    let change = Change::SetSynchronizePanes {
        identity: before.server.identity,
        window,
        enabled,
    };
    let after = arranged(context, &change).await?;
    after.window(window)?;
    let own = after
        .panes_of(window)
        .any(|pane| pane.synchronized != enabled);
    Ok(Synchronized {
        value: enabled,
        pane_ids: after
            .panes_of(window)
            .filter(|pane| pane.synchronized)
            .map(|pane| pane.id.to_string())
            .collect(),
        note: own.then(|| "Some panes have a value of their own, which counts.".to_owned()),
    })
}
