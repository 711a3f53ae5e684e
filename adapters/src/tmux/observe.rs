//! The rows of a server, its sessions, windows, panes and clients: what is asked for, and how it is read.

use std::collections::{HashMap, HashSet};

use domain::{
    Client, Pane, PaneId, Place, Runs, Scope, Server, ServerIdentity, Session, Spot, TmuxError,
    Topology, Window,
};

use self::formats::{
    CLIENT, PANE, PLACED, SESSION, WHOLE, WINDOW, clients, pane_format, placed_format, sessions,
    whole_format, window_format,
};
pub(crate) use self::formats::{SERVER, server};
use super::failure::Failure;
use super::quote::quoted;
use super::rows::{END, Output, Row, Token};
use super::{sequence, version};

mod formats;

/// The server, and whether it is about to end.
#[derive(Debug, Clone)]
pub(crate) struct Life {
    pub(crate) server: Server,
    exit_empty: bool,
    empty: bool,
}

impl Life {
    /// Reads the row that [`server`] asks for. Every way to a server begins with this row or ends with it, so a release
    /// that is not supported is refused here.
    pub(crate) fn read(row: &mut Row<'_>) -> Result<Self, TmuxError> {
        let identity = ServerIdentity {
            pid: row.value()?,
            start_time: row.value()?,
        };
        let version = row.some_word()?.unwrap_or_default();
        if !version::is_supported(&version) {
            return Err(TmuxError::OldServer { version });
        }
        let exit_empty = row.flag()?;
        let empty = row.some_word()?.is_none();
        Ok(Self {
            server: Server {
                identity,
                version,
                socket_path: row.text()?,
                host: row.text()?,
            },
            exit_empty,
            empty,
        })
    }

    /// Whether it has no session left, and ends for that.
    pub(crate) const fn ending(&self) -> bool {
        self.exit_empty && self.empty
    }
}

/// The condition that picks one pane out of a list.
pub(crate) fn only(pane: PaneId) -> String {
    quoted(&format!("#{{==:#{{pane_id}},{pane}}}"))
}

/// The commands for a scope. The server and its sessions come first: a server without a session fails what follows them
/// (tmux-facts 1.1). How many are attached to a session counts `own` clients too, which are then to be listed.
pub(crate) fn parts(token: &Token, scope: Scope, own: bool) -> Vec<String> {
    let server = server(token);
    match scope {
        Scope::Sessions if own => vec![server, sessions(token), clients(token)],
        Scope::Sessions => vec![server, sessions(token)],
        Scope::Everything | Scope::Panes => vec![
            server,
            sessions(token),
            format!("list-windows -a -F {}", window_format(token)),
            format!("list-panes -a -F {}", pane_format(token)),
            clients(token),
        ],
        Scope::Pane(pane) => vec![
            server,
            // A row for each place that the pane's window has: a window may be linked into several sessions.
            format!(
                "list-panes -a -f {} -F {}",
                only(pane),
                window_format(token)
            ),
            format!("list-panes -t {pane} -F {}", pane_format(token)),
            clients(token),
        ],
    }
}

/// The commands for a scope, as one line with its end mark.
pub(crate) fn commands(token: &Token, scope: Scope, own: bool) -> String {
    let mut parts = parts(token, scope, own);
    parts.push(token.mark(END));
    sequence(parts)
}

/// A shorter way to some scopes, which ends with the server's row: it holds only where that came, and where
/// [`is_whole`] says so.
pub(crate) fn shortly(token: &Token, scope: Scope) -> Option<String> {
    let panes = match scope {
        Scope::Sessions | Scope::Everything => return None,
        Scope::Panes => format!("list-panes -a -F {}", placed_format(token)),
        Scope::Pane(pane) => format!("list-panes -t {pane} -F {}", whole_format(token)),
    };
    Some(sequence([panes, clients(token), server(token)]))
}

/// Whether what [`shortly`] asked for is all: it is not without the server's row, nor for a window that may have other
/// places than the one that was met.
pub(crate) fn is_whole(output: &Output) -> Result<bool, TmuxError> {
    for mut row in output.rows(WHOLE) {
        window(&mut row)?;
        pane(&mut row)?;
        if row.flag()? || row.flag()? {
            return Ok(false);
        }
    }
    Ok(output.has(SERVER))
}

/// Whether an observation that was not finished is that of a server without a session.
pub(crate) fn is_empty(output: &Output, words: &str) -> bool {
    output.has(SERVER)
        && !output.has(SESSION)
        && matches!(Failure::read(words), Failure::NoTarget(_))
}

/// Reads what [`commands`] or [`shortly`] printed.
pub(crate) fn topology(output: &Output) -> Result<Topology, TmuxError> {
    let mut found = Topology {
        server: Life::read(&mut output.row(SERVER)?)?.server,
        sessions: Vec::new(),
        places: Vec::new(),
        windows: Vec::new(),
        panes: Vec::new(),
        clients: Vec::new(),
    };
    for (kind, mut row) in output.all() {
        match kind {
            SESSION => found.sessions.push(session(&mut row)?),
            WINDOW => found.windows.push(window(&mut row)?),
            PANE => found.panes.push(pane(&mut row)?),
            PLACED => {
                let session = row.value()?;
                let pane = brief(&mut row)?;
                found.places.push(Place {
                    window: pane.window,
                    session,
                });
                found.panes.push(pane);
            }
            WHOLE => {
                found.windows.push(window(&mut row)?);
                found.panes.push(pane(&mut row)?);
            }
            CLIENT => found.clients.push(client(&mut row)?),
            _ => {}
        }
    }
    // Each row of panes repeats its window, and each place of a window its panes.
    let mut listed = HashSet::new();
    found
        .windows
        .retain(|window| listed.insert((window.session, window.index)));
    let mut listed = HashSet::new();
    found.panes.retain(|pane| listed.insert(pane.id));
    link(&mut found.windows);
    // A window's panes follow each other.
    found.places.dedup();
    Ok(found)
}

/// Takes these clients out of an observation.
pub(crate) fn leave_out(topology: &mut Topology, own: &[u32]) {
    let is_own = |client: &Client| client.control && own.contains(&client.pid);
    for session in &mut topology.sessions {
        let clients = topology.clients.iter();
        let ours = clients.filter(|client| client.session == session.id && is_own(client));
        let ours = u32::try_from(ours.count()).unwrap_or(u32::MAX);
        session.attached = session.attached.saturating_sub(ours);
    }
    topology.clients.retain(|client| !is_own(client));
}

/// Tells which windows are linked into several sessions. `window_linked` counts references, and right after a change
/// the notification of it holds one (notify.c, `notify_add`, seen in 3.3a).
fn link(windows: &mut [Window]) {
    let places: HashSet<_> = windows.iter().map(|at| (at.id, at.session)).collect();
    let mut sessions: HashMap<_, usize> = HashMap::new();
    for (window, _) in places {
        *sessions.entry(window).or_default() += 1;
    }
    for window in windows {
        window.linked = sessions.get(&window.id).is_some_and(|count| *count > 1);
    }
}

fn session(row: &mut Row<'_>) -> Result<Session, TmuxError> {
    Ok(Session {
        id: row.value()?,
        windows: row.value()?,
        attached: row.value()?,
        created: row.value()?,
        activity: row.value()?,
        name: row.text()?,
        group: Some(row.text()?).filter(|group| !group.is_empty()),
    })
}

fn window(row: &mut Row<'_>) -> Result<Window, TmuxError> {
    Ok(Window {
        id: row.value()?,
        session: row.value()?,
        index: row.value()?,
        panes: row.value()?,
        width: row.value()?,
        height: row.value()?,
        active: row.flag()?,
        zoomed: row.flag()?,
        // Known once all rows are.
        linked: false,
        activity: row.value()?,
        layout: row.text()?,
        name: row.text()?,
    })
}

fn pane(row: &mut Row<'_>) -> Result<Pane, TmuxError> {
    let pane = brief(row)?;
    Ok(Pane {
        left: row.value()?,
        top: row.value()?,
        scroll_position: row.optional()?,
        input_off: row.flag()?,
        text_cursor: Spot {
            x: row.value()?,
            y: row.value()?,
        },
        text_cursor_visible: row.flag()?,
        history_size: row.value()?,
        history_limit: row.value()?,
        start_command: row.text()?,
        runs: Runs::parse(&row.text()?, pane.pid),
        ..pane
    })
}

fn brief(row: &mut Row<'_>) -> Result<Pane, TmuxError> {
    Ok(Pane {
        id: row.value()?,
        window: row.value()?,
        index: row.value()?,
        pid: row.value()?,
        width: row.value()?,
        height: row.value()?,
        active: row.flag()?,
        dead: row.flag()?,
        dead_status: row.optional()?,
        dead_signal: row.optional()?,
        mode: row.some_word()?,
        alternate_screen: row.flag()?,
        synchronized: row.flag()?,
        title: row.text()?,
        command: row.text()?,
        path: row.text()?,
        start_command: String::new(),
        left: 0,
        top: 0,
        scroll_position: None,
        input_off: false,
        text_cursor: Spot { x: 0, y: 0 },
        text_cursor_visible: false,
        history_size: 0,
        history_limit: 0,
        runs: Runs::default(),
    })
}

fn client(row: &mut Row<'_>) -> Result<Client, TmuxError> {
    Ok(Client {
        pid: row.value()?,
        session: row.value()?,
        window: row.value()?,
        pane: row.value()?,
        zoomed: row.flag()?,
        control: row.flag()?,
    })
}
