//! The tools that show what exists: sessions, windows, panes and the server itself.

#[cfg(test)]
mod tests;

use domain::{Pane, Scope, Toolset, Topology};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::ToolError;
use crate::tool::{Row, Tool};
use crate::tools::rows::{PaneRow, SessionRow, TextCursor, WindowRow, instant};
use crate::tools::scalars::{PaneArg, SessionArg, WindowArg};

/// The tools of this file, in the order of the catalogue.
#[must_use]
pub fn tools() -> Vec<Tool> {
    let mut tools = lists();
    tools.extend(infos());
    tools
}

const fn row(name: &'static str, description: &'static str) -> Row {
    Row::new(name, Toolset::Inspect, description)
}

fn lists() -> Vec<Tool> {
    vec![
        Tool::new(
            row(
                "list_sessions",
                "All sessions of the tmux server. Times are RFC 3339.",
            ),
            |context, Nothing {}| Box::pin(list_sessions(context)),
        ),
        Tool::new(
            row(
                "list_windows",
                "Windows, of all sessions or of one; a window linked into several sessions has a row for each.",
            ),
            |context, arguments| Box::pin(list_windows(context, arguments)),
        ),
        Tool::new(
            Row {
                aliases: &[("window", "window_id")],
                ..row(
                    "list_panes",
                    "Panes, each once: what runs in it (command), where (path), its size. attended: a person sees it now; \
                     caller: this server runs in it. Flags that are false are left out, as is a title nobody set.",
                )
            },
            |context, arguments| Box::pin(list_panes(context, arguments)),
        ),
    ]
}

fn infos() -> Vec<Tool> {
    vec![
        Tool::new(
            row(
                "get_server_info",
                "The tmux server: socket, version, counts, and which toolsets this process offers.",
            ),
            |context, Nothing {}| Box::pin(get_server_info(context)),
        ),
        Tool::new(
            row(
                "get_session_info",
                "One session, with the ids of its windows.",
            ),
            |context, arguments| Box::pin(get_session_info(context, arguments)),
        ),
        Tool::new(
            row(
                "get_window_info",
                "One window, with its layout string and the ids of its panes.",
            ),
            |context, arguments| Box::pin(get_window_info(context, arguments)),
        ),
        Tool::new(
            row(
                "get_pane_info",
                "One pane in full: the row of list_panes, its text cursor (0-based), history size and limit, what it was \
                 started with, and input_cohort: the panes that keys typed here reach, where that is more than one.",
            ),
            |context, arguments| Box::pin(get_pane_info(context, arguments)),
        ),
    ]
}

/// No arguments.
#[derive(Debug, Deserialize, JsonSchema)]
struct Nothing {}

#[derive(Debug, Deserialize, JsonSchema)]
struct ListWindows {
    session: Option<SessionArg>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ListPanes {
    session: Option<SessionArg>,
    window_id: Option<WindowArg>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct OneSession {
    session: SessionArg,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct OneWindow {
    window_id: WindowArg,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct OnePane {
    pane_id: PaneArg,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Sessions {
    sessions: Vec<SessionRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Windows {
    windows: Vec<WindowRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Panes {
    panes: Vec<PaneRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ServerInfo {
    socket_path: String,
    tmux_version: String,
    pid: u32,
    started: String,
    sessions: usize,
    windows: usize,
    panes: usize,
    clients: Clients,
    backend: &'static str,
    provenance: &'static str,
    toolsets: Vec<&'static str>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Clients {
    terminal: usize,
    control: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SessionInfo {
    #[serde(flatten)]
    row: SessionRow,
    window_ids: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct WindowInfo {
    #[serde(flatten)]
    row: WindowRow,
    layout: String,
    pane_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct PaneInfo {
    #[serde(flatten)]
    row: PaneRow,
    text_cursor: TextCursor,
    history_size: u64,
    history_limit: u64,
    #[serde(skip_serializing_if = "String::is_empty")]
    start_command: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    input_cohort: Vec<String>,
}

async fn list_sessions(context: &Context) -> Result<Sessions, ToolError> {
    let topology = context.port.observe(Scope::Sessions).await?;
    Ok(Sessions {
        sessions: topology.sessions.iter().map(SessionRow::new).collect(),
        note: without_session(&topology),
    })
}

async fn list_windows(context: &Context, arguments: ListWindows) -> Result<Windows, ToolError> {
    let topology = context.port.observe(Scope::Everything).await?;
    let windows = match arguments.session {
        None => topology.windows.iter().map(WindowRow::new).collect(),
        Some(SessionArg(session)) => {
            let session = topology.session(&session)?.id;
            topology.windows_of(session).map(WindowRow::new).collect()
        }
    };
    Ok(Windows {
        windows,
        note: without_session(&topology),
    })
}

async fn list_panes(context: &Context, arguments: ListPanes) -> Result<Panes, ToolError> {
    let filtered = arguments.session.is_some() || arguments.window_id.is_some();
    let scope = if filtered {
        Scope::Everything
    } else {
        Scope::Panes
    };
    let topology = context.port.observe(scope).await?;
    let session = match arguments.session {
        None => None,
        Some(SessionArg(session)) => Some(topology.session(&session)?.id),
    };
    let window = match arguments.window_id {
        None => None,
        Some(WindowArg(window)) => Some(topology.window(window)?.id),
    };
    let placed = |pane: &Pane| {
        session.is_none_or(|session| {
            topology
                .sessions_of(pane.window)
                .any(|holder| holder == session)
        })
    };
    let wanted = |pane: &&Pane| window.is_none_or(|window| pane.window == window) && placed(pane);
    let caller = context.caller(&topology);
    let panes: Vec<PaneRow> = topology
        .panes
        .iter()
        .filter(wanted)
        .map(|pane| PaneRow::new(pane, &topology, caller))
        .collect();
    let apart = match (session, window) {
        (Some(session), Some(window)) if panes.is_empty() => {
            Some(format!("Window {window} is not in session {session}."))
        }
        _ => None,
    };
    Ok(Panes {
        panes,
        note: apart.or_else(|| without_session(&topology)),
    })
}

async fn get_server_info(context: &Context) -> Result<ServerInfo, ToolError> {
    let topology = context.port.observe(Scope::Everything).await?;
    let mut windows: Vec<_> = topology.windows.iter().map(|window| window.id).collect();
    windows.sort_unstable();
    windows.dedup();
    let control = topology
        .clients
        .iter()
        .filter(|client| client.control)
        .count();
    let server = &topology.server;
    Ok(ServerInfo {
        socket_path: domain::text::printable(&server.socket_path),
        tmux_version: domain::text::printable(&server.version),
        pid: server.identity.pid,
        started: instant(server.identity.start_time),
        sessions: topology.sessions.len(),
        windows: windows.len(),
        panes: topology.panes.len(),
        clients: Clients {
            terminal: topology.clients.len() - control,
            control,
        },
        backend: context.facts.backend,
        provenance: context.facts.provenance.as_str(),
        toolsets: context
            .policy
            .toolsets()
            .iter()
            .map(|set| set.as_str())
            .collect(),
    })
}

async fn get_session_info(
    context: &Context,
    arguments: OneSession,
) -> Result<SessionInfo, ToolError> {
    let topology = context.port.observe(Scope::Everything).await?;
    let session = topology.session(&arguments.session.0)?;
    Ok(SessionInfo {
        row: SessionRow::new(session),
        window_ids: topology
            .windows_of(session.id)
            .map(|window| window.id.to_string())
            .collect(),
    })
}

async fn get_window_info(context: &Context, arguments: OneWindow) -> Result<WindowInfo, ToolError> {
    let topology = context.port.observe(Scope::Everything).await?;
    let window = topology.window(arguments.window_id.0)?;
    let others: Vec<String> = topology
        .placements(window.id)
        .skip(1)
        .map(|placement| format!("{} at index {}", placement.session, placement.index))
        .collect();
    Ok(WindowInfo {
        row: WindowRow::new(window),
        layout: domain::text::printable(&window.layout),
        pane_ids: topology
            .panes_of(window.id)
            .map(|pane| pane.id.to_string())
            .collect(),
        note: (!others.is_empty()).then(|| format!("Linked into {} too.", others.join(", "))),
    })
}

async fn get_pane_info(context: &Context, arguments: OnePane) -> Result<PaneInfo, ToolError> {
    let PaneArg(id) = arguments.pane_id;
    let topology = context.port.observe(Scope::Pane(id)).await?;
    let pane = topology.pane(id)?;
    let cohort = topology.cohort(pane);
    Ok(PaneInfo {
        row: PaneRow::new(pane, &topology, context.caller(&topology)),
        text_cursor: TextCursor {
            x: pane.text_cursor.x,
            y: pane.text_cursor.y,
            visible: pane.text_cursor_visible,
        },
        history_size: pane.history_size,
        history_limit: pane.history_limit,
        start_command: domain::text::printable(&pane.start_command),
        input_cohort: if cohort.len() > 1 {
            cohort.iter().map(|member| member.id.to_string()).collect()
        } else {
            Vec::new()
        },
    })
}

/// The one sentence that an empty list cannot say.
fn without_session(topology: &Topology) -> Option<String> {
    (topology.sessions.is_empty() && topology.panes.is_empty())
        .then(|| "The server holds no session; call create_session.".to_owned())
}
