//! One consistent observation of a tmux server: its sessions, windows, panes and clients, and the look-ups over them.
//!
//! Nothing here asks tmux; a [`Topology`] is what one invocation answered. Whether something may be done to what it
//! shows is decided in [`crate::guard`].

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::capture::Spot;
use crate::error::TmuxError;
use crate::id::{PaneId, ServerIdentity, SessionId, WindowId};
use crate::layout::{Area, Corner, pane_in_corner};
use crate::run::Runs;

/// How much of a server one observation takes in; every scope names the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The sessions alone.
    Sessions,
    /// Sessions, windows, panes and clients.
    Everything,
    /// All panes [in brief](Pane::in_brief), where their windows are, and the clients: what a list of panes shows. Sessions
    /// and windows are left out.
    Panes,
    /// The window of one pane: its placements, all its panes, and the clients. Sessions are left out.
    Pane(PaneId),
}

/// The server that answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// Which life of which server.
    pub identity: ServerIdentity,
    /// Its release, as `3.3a`: the server's own, not the client executable's.
    pub version: String,
    /// Where it listens, as it knows the path itself.
    pub socket_path: String,
    /// The host name that it gives new panes as their title.
    pub host: String,
}

/// A session row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// Its name; unique at any moment.
    pub name: String,
    /// How many windows are linked into it.
    pub windows: u32,
    /// How many clients are attached to it, control clients included, but for those of the backend that answers.
    pub attached: u32,
    /// When it was created, in seconds since 1970.
    pub created: u64,
    /// When it last saw activity, in seconds since 1970.
    pub activity: u64,
    /// Its session group, where it is in one.
    pub group: Option<String>,
}

/// One placement of a window in a session; a window linked into several sessions has several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// The window.
    pub id: WindowId,
    /// The session that this placement is in.
    pub session: SessionId,
    /// Its index there.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// How many panes it has.
    pub panes: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Whether it is the current window of this session.
    pub active: bool,
    /// Whether its active pane is zoomed.
    pub zoomed: bool,
    /// Whether it is linked into more than one session.
    pub linked: bool,
    /// When it last saw activity, in seconds since 1970.
    pub activity: u64,
    /// The layout string of the unzoomed tree.
    pub layout: String,
}

/// That a window is in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The window.
    pub window: WindowId,
    /// The session.
    pub session: SessionId,
}

impl From<&Window> for Place {
    fn from(placement: &Window) -> Self {
        Self {
            window: placement.id,
            session: placement.session,
        }
    }
}

/// A pane row. A pane is listed once, however many sessions its window is linked into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pane {
    /// Its id.
    pub id: PaneId,
    /// Its window.
    pub window: WindowId,
    /// Its index in the window; changes as neighbours come and go.
    pub index: u32,
    /// The title that its program set; the host's name until one does.
    pub title: String,
    /// The foreground process, by name.
    pub command: String,
    /// The foreground process's working directory.
    pub path: String,
    /// What the pane was started with; empty for the default shell.
    pub start_command: String,
    /// The process that the pane was started with; of a dead pane, the one that ended.
    pub pid: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Column of its left edge in the window, from 0.
    pub left: u32,
    /// Row of its top edge in the window, from 0.
    pub top: u32,
    /// Whether it is its window's active pane.
    pub active: bool,
    /// Whether its process ended and `remain-on-exit` kept it.
    pub dead: bool,
    /// The exit status of a dead pane, where tmux knows it.
    pub dead_status: Option<i32>,
    /// The signal that ended a dead pane (tmux from 3.3).
    pub dead_signal: Option<i32>,
    /// The mode it is in, as `copy-mode`.
    pub mode: Option<String>,
    /// In copy mode, how many rows it is scrolled back.
    pub scroll_position: Option<u32>,
    /// Whether a full-screen program has the alternate screen.
    pub alternate_screen: bool,
    /// The effective value of `synchronize-panes`.
    pub synchronized: bool,
    /// Whether its input was switched off (`select-pane -d`).
    pub input_off: bool,
    /// The terminal's own cursor.
    pub text_cursor: Spot,
    /// Whether the text cursor is shown.
    pub text_cursor_visible: bool,
    /// Rows above the screen.
    pub history_size: u64,
    /// The most rows that the history holds.
    pub history_limit: u64,
    /// The runs that it remembers.
    pub runs: Runs,
}

impl Pane {
    /// The same without what a list of panes does not show: where it is in its window, its text cursor, its history, what
    /// it was started with, its runs, how far it is scrolled back, and whether its input is off.
    #[must_use]
    pub fn in_brief(self) -> Self {
        Self {
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
            ..self
        }
    }

    /// What it covers of its window.
    #[must_use]
    pub const fn area(&self) -> Area {
        Area {
            width: self.width,
            height: self.height,
            left: self.left,
            top: self.top,
        }
    }
}

/// A client that is attached to a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// Its process.
    pub pid: u32,
    /// The session it is attached to.
    pub session: SessionId,
    /// The window that it shows: the current one of its session.
    pub window: WindowId,
    /// The active pane of that window.
    pub pane: PaneId,
    /// Whether that window is zoomed, so that this pane alone is seen.
    pub zoomed: bool,
    /// Whether it is a control client: a program, not a person.
    pub control: bool,
}

/// One consistent observation; what the [`Scope`] left out is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topology {
    /// The server that answered.
    pub server: Server,
    /// Its sessions, in tmux's order (by name, byte-wise).
    pub sessions: Vec<Session>,
    /// Where its windows are, in tmux's order, for [`Scope::Panes`] alone: elsewhere the windows' rows tell.
    pub places: Vec<Place>,
    /// Its windows, a row per placement, by session and index.
    pub windows: Vec<Window>,
    /// Its panes, each once, in the order of their windows and then of their layout.
    pub panes: Vec<Pane>,
    /// The attached clients, but for those of the backend that answers.
    pub clients: Vec<Client>,
}

impl Topology {
    /// The pane with this id.
    ///
    /// # Errors
    /// [`TmuxError::NoSuchPane`] where it is not in this observation.
    pub fn pane(&self, id: PaneId) -> Result<&Pane, TmuxError> {
        self.panes
            .iter()
            .find(|pane| pane.id == id)
            .ok_or(TmuxError::NoSuchPane { pane: id })
    }

    /// The first placement of the window with this id.
    ///
    /// # Errors
    /// [`TmuxError::NoSuchWindow`] where it is not in this observation.
    pub fn window(&self, id: WindowId) -> Result<&Window, TmuxError> {
        self.placements(id)
            .next()
            .ok_or(TmuxError::NoSuchWindow { window: id })
    }

    /// The session with this id, or with exactly this name.
    ///
    /// Text of the form `$1` is an id and nothing else: a session of that very name is reached by its own id.
    ///
    /// # Errors
    /// [`TmuxError::NoSuchSession`], naming the sessions that exist.
    pub fn session(&self, wanted: &str) -> Result<&Session, TmuxError> {
        let found = match wanted.parse::<SessionId>() {
            Ok(id) => self.sessions.iter().find(|session| session.id == id),
            Err(_) => self.sessions.iter().find(|session| session.name == wanted),
        };
        found.ok_or_else(|| TmuxError::NoSuchSession {
            session: wanted.to_owned(),
            existing: self
                .sessions
                .iter()
                .map(|session| session.name.clone())
                .collect(),
        })
    }

    /// The sessions that a window is in, each once, in tmux's order.
    pub fn sessions_of(&self, window: WindowId) -> impl Iterator<Item = SessionId> {
        let mut seen = Vec::new();
        let rows = self.windows.iter().map(Place::from);
        rows.chain(self.places.iter().copied())
            .filter(move |place| place.window == window)
            .map(|place| place.session)
            .filter(move |session| {
                let first = !seen.contains(session);
                seen.push(*session);
                first
            })
    }

    /// Every placement of a window, in tmux's order.
    pub fn placements(&self, id: WindowId) -> impl Iterator<Item = &Window> {
        self.windows.iter().filter(move |window| window.id == id)
    }

    /// The windows of a session, by index.
    pub fn windows_of(&self, session: SessionId) -> impl Iterator<Item = &Window> {
        self.windows
            .iter()
            .filter(move |window| window.session == session)
    }

    /// The panes of a window, in layout order.
    pub fn panes_of(&self, window: WindowId) -> impl Iterator<Item = &Pane> {
        self.panes.iter().filter(move |pane| pane.window == window)
    }

    /// The pane in a corner of a window, by the unzoomed tree: in a zoomed window the pane that is there once the zoom
    /// ends.
    ///
    /// The layout string decides, because a zoomed pane's own edges are the window's; where it cannot be read, the pane
    /// whose corner is nearest.
    ///
    /// # Errors
    /// [`TmuxError::NoSuchWindow`] where the window is not in this observation.
    pub fn pane_in_corner(&self, window: WindowId, corner: Corner) -> Result<&Pane, TmuxError> {
        let placed = self.window(window)?;
        let by_layout = pane_in_corner(&placed.layout, corner)
            .and_then(|id| self.panes_of(window).find(|pane| pane.id == id));
        let whole = Area {
            width: placed.width,
            height: placed.height,
            left: 0,
            top: 0,
        };
        let nearest = || {
            self.panes_of(window)
                .min_by_key(|pane| pane.area().distance(corner, &whole))
        };
        by_layout
            .or_else(nearest)
            .ok_or(TmuxError::NoSuchWindow { window })
    }

    /// The active pane of a window.
    ///
    /// # Errors
    /// [`TmuxError::NoSuchWindow`] where the window is not in this observation.
    pub fn active_pane(&self, window: WindowId) -> Result<&Pane, TmuxError> {
        self.panes_of(window)
            .find(|pane| pane.active)
            .ok_or(TmuxError::NoSuchWindow { window })
    }

    /// The active pane of a session's current window.
    ///
    /// # Errors
    /// [`TmuxError::NoSuchWindow`] or [`TmuxError::NoSuchSession`] where the observation does not hold it.
    pub fn current_pane(&self, session: &Session) -> Result<&Pane, TmuxError> {
        let current = self.windows_of(session.id).find(|window| window.active);
        let window = current.ok_or_else(|| TmuxError::NoSuchSession {
            session: session.name.clone(),
            existing: self
                .sessions
                .iter()
                .map(|session| session.name.clone())
                .collect(),
        })?;
        self.active_pane(window.id)
    }

    /// Whether a person sees this pane: a terminal client shows its window, and no other pane of it is zoomed.
    #[must_use]
    pub fn attended(&self, pane: &Pane) -> bool {
        self.clients.iter().any(|client| {
            !client.control
                && client.window == pane.window
                && (!client.zoomed || client.pane == pane.id)
        })
    }

    /// How many of these clients show this window, control clients included.
    #[must_use]
    pub fn viewers(&self, window: WindowId) -> usize {
        self.clients
            .iter()
            .filter(|client| client.window == window)
            .count()
    }

    /// The panes that a key typed into this one reaches: itself, and where it is synchronized every synchronized pane
    /// of its window. Members in a mode are among them, although tmux skips those.
    #[must_use]
    pub fn cohort<'a>(&'a self, pane: &'a Pane) -> Vec<&'a Pane> {
        if !pane.synchronized {
            return alloc::vec![pane];
        }
        self.panes_of(pane.window)
            .filter(|member| member.synchronized)
            .collect()
    }
}
