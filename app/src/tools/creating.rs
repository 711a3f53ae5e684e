//! The tools that make something new: `create_session`, `create_window`, `split_window` and `respawn_pane`.

mod respawn;
mod window;

use std::time::Duration;

use domain::change::{Direction, Split};
use domain::policy::ProcessReach;
use domain::{Change, Changed, Kind, PaneId, Scope, ServerIdentity, TmuxError, Toolset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep};

use crate::context::Context;
use crate::error::ToolError;
use crate::tool::{Effect, Literalization, Row, Tool};
use crate::tools::checks::{check_directory, check_name, check_session_name, stored_otherwise};
use crate::tools::scalars::PaneArg;

/// Columns and rows of a session where the call does not say.
const WIDTH: u32 = 200;
const HEIGHT: u32 = 50;

/// How long a new shell has to come up before its directory is judged.
const START_GRACE: Duration = Duration::from_millis(500);

/// The tools of this file, in the order of the catalogue.
#[must_use]
pub fn tools() -> Vec<Tool> {
    let mut tools = wholes();
    tools.extend(panes());
    tools
}

const fn row(name: &'static str, description: &'static str) -> Row {
    Row {
        process_reach: ProcessReach::ConfiguredProcess,
        effects: &[Effect::Change],
        ..Row::new(name, Toolset::Execute, description)
    }
}

fn wholes() -> Vec<Tool> {
    vec![
        Tool::new(
            Row {
                input_literalization: &[
                    ("name", Literalization::DoubleHashOnce),
                    ("window_name", Literalization::DoubleHashOnce),
                    ("start_directory", Literalization::DoubleHashOnce),
                ],
                ..row(
                    "create_session",
                    "New detached session with one pane running the configured shell; run commands in it with \
                     run_shell_command.",
                )
            },
            |context, arguments| Box::pin(create_session(context, arguments)),
        ),
        Tool::new(
            Row {
                input_literalization: &[
                    ("name", Literalization::DoubleHashOnce),
                    ("start_directory", Literalization::DoubleHashOnce),
                ],
                ..row(
                    "create_window",
                    "New window running the configured shell; select: true also shows it to the session's people.",
                )
            },
            |context, arguments| Box::pin(window::create_window(context, arguments)),
        ),
    ]
}

fn panes() -> Vec<Tool> {
    vec![
        Tool::new(
            Row {
                input_literalization: &[("start_directory", Literalization::DoubleHashOnce)],
                ..row(
                    "split_window",
                    "Split a pane; the new one runs the configured shell. The active pane stays active.",
                )
            },
            |context, arguments| Box::pin(split_window(context, arguments)),
        ),
        Tool::new(
            Row {
                effects: &[Effect::Change, Effect::Delete],
                ..row(
                    "respawn_pane",
                    "Start a pane's program anew, as of a dead pane; one that still runs is ended only with kill_first. \
                     Resume tokens of the pane are void then.",
                )
            },
            |context, arguments| Box::pin(respawn::respawn_pane(context, arguments)),
        ),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct CreateSession {
    name: Option<String>,
    window_name: Option<String>,
    /// Absolute path.
    start_directory: Option<String>,
    /// Default 200.
    #[schemars(range(min = 1, max = 10_000))]
    width: Option<u32>,
    /// Default 50.
    #[schemars(range(min = 1, max = 10_000))]
    height: Option<u32>,
}

/// A new session.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Created {
    /// The session.
    pub session_id: String,
    /// Its window.
    pub window_id: String,
    /// Its pane.
    pub pane_id: String,
    /// Its name, as tmux stored it.
    pub name: String,
    /// What the other fields cannot say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

async fn create_session(context: &Context, arguments: CreateSession) -> Result<Created, ToolError> {
    if let Some(name) = &arguments.name {
        check_session_name(name)?;
    }
    if let Some(name) = &arguments.window_name {
        check_name("window_name", name)?;
    }
    let directory = arguments.start_directory.as_deref();
    directory.map(check_directory).transpose()?;
    let identity = running_server(context, arguments.name.as_deref()).await?;
    let change = Change::CreateSession {
        identity,
        name: arguments.name.clone(),
        window_name: arguments.window_name,
        start_directory: arguments.start_directory.clone(),
        width: arguments.width.unwrap_or(WIDTH),
        height: arguments.height.unwrap_or(HEIGHT),
    };
    let (created, pane) = make_session(context, &change).await?;
    let note = stored_otherwise(arguments.name.as_deref(), &created.name);
    let elsewhere = started_elsewhere(context, pane, directory).await;
    Ok(Created {
        note: note.or(elsewhere),
        ..created
    })
}

/// The server that runs, if one does, and holds no session of this name.
async fn running_server(
    context: &Context,
    name: Option<&str>,
) -> Result<Option<ServerIdentity>, ToolError> {
    let topology = match context.port.observe(Scope::Sessions).await {
        Ok(topology) => topology,
        Err(TmuxError::NoServer { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    match topology
        .sessions
        .iter()
        .find(|session| Some(session.name.as_str()) == name)
    {
        Some(session) => Err(TmuxError::DuplicateSession {
            name: session.name.clone(),
        }
        .into()),
        None => Ok(Some(topology.server.identity)),
    }
}

/// Makes a session and remembers its pane as one of ours.
///
/// # Errors
/// Those of [`domain::TmuxPort::change`].
pub async fn make_session(
    context: &Context,
    change: &Change,
) -> Result<(Created, PaneId), ToolError> {
    let Changed::Session {
        identity,
        session,
        window,
        pane,
        name,
    } = context.port.change(change).await?
    else {
        return Err(TmuxError::Garbled {
            detail: "something else than a session",
        }
        .into());
    };
    context.created.remember(identity, pane);
    let created = Created {
        session_id: session.to_string(),
        window_id: window.to_string(),
        pane_id: pane.to_string(),
        name: domain::text::printable(&name),
        note: None,
    };
    Ok((created, pane))
}

/// The change that makes a session with nothing chosen.
#[must_use]
pub const fn plain_session(identity: ServerIdentity) -> Change {
    Change::CreateSession {
        identity: Some(identity),
        name: None,
        window_name: None,
        start_directory: None,
        width: WIDTH,
        height: HEIGHT,
    }
}

/// Where a new pane goes, seen from the one that is split.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Side {
    Right,
    Left,
    Above,
    Below,
}

impl From<Side> for Direction {
    fn from(side: Side) -> Self {
        match side {
            Side::Right => Self::Right,
            Side::Left => Self::Left,
            Side::Above => Self::Above,
            Side::Below => Self::Below,
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SplitWindow {
    pane_id: PaneArg,
    direction: Side,
    #[schemars(range(min = 1, max = 99))]
    percent: Option<u8>,
    /// Columns or rows, instead of percent.
    #[schemars(range(min = 1, max = 10_000))]
    size: Option<u32>,
    /// Absolute path.
    start_directory: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct NewPane {
    pane_id: String,
    width: u32,
    height: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

async fn split_window(context: &Context, arguments: SplitWindow) -> Result<NewPane, ToolError> {
    let size = size(&arguments)?;
    let directory = arguments.start_directory.as_deref();
    directory.map(check_directory).transpose()?;
    let PaneArg(split) = arguments.pane_id;
    let topology = context.port.observe(Scope::Pane(split)).await?;
    topology.pane(split)?;
    let identity = topology.server.identity;
    let change = Change::SplitWindow {
        identity,
        pane: split,
        direction: arguments.direction.into(),
        size,
        start_directory: arguments.start_directory.clone(),
    };
    let Changed::Pane {
        pane,
        width,
        height,
    } = context.port.change(&change).await?
    else {
        return Err(TmuxError::Garbled {
            detail: "something else than a pane",
        }
        .into());
    };
    context.created.remember(identity, pane);
    let smaller = match size {
        Split::Cells(wanted) if wanted > width.max(height) => {
            Some(format!("{wanted} did not fit; tmux made it smaller."))
        }
        _ => None,
    };
    let elsewhere = started_elsewhere(context, pane, directory).await;
    Ok(NewPane {
        pane_id: pane.to_string(),
        width,
        height,
        note: elsewhere.or(smaller),
    })
}

fn size(arguments: &SplitWindow) -> Result<Split, ToolError> {
    match (arguments.percent, arguments.size) {
        (None, None) => Ok(Split::Half),
        (Some(percent), None) => Ok(Split::Percent(percent)),
        (None, Some(cells)) => Ok(Split::Cells(cells)),
        (Some(_), Some(_)) => Err(ToolError::invalid(
            "percent",
            "and \"size\" both say how large",
            "Pass one of them.",
        )),
    }
}

/// What to say where tmux did not start a pane in the directory that was asked for: tmux itself says nothing.
async fn started_elsewhere(
    context: &Context,
    pane: PaneId,
    wanted: Option<&str>,
) -> Option<String> {
    let wanted = wanted?;
    if !context.is_local {
        return None;
    }
    // A link's target is what the pane's process reports.
    let Ok(resolved) = std::fs::canonicalize(wanted) else {
        return Some("start_directory cannot be entered, so tmux started elsewhere.".to_owned());
    };
    let deadline = Instant::now() + START_GRACE;
    let mut pause = Duration::from_millis(2);
    loop {
        let path = match context.port.observe(Scope::Pane(pane)).await {
            Ok(topology) => topology.pane(pane).ok()?.path.clone(),
            Err(error) if error.kind() == Kind::NoSuchTarget => {
                return Some("The pane's program ended at once.".to_owned());
            }
            Err(_) => return None,
        };
        if std::path::Path::new(&path) == resolved {
            return None;
        }
        if Instant::now() >= deadline {
            return Some(format!(
                "tmux started in {}, not in start_directory.",
                domain::text::printable(&path)
            ));
        }
        sleep(pause).await;
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}
