//! What can be done to a server beside typing: one [`Change`] for each operation that arranges, creates or ends.
//!
//! A change names ids and the server life they were observed under; an adapter refuses it where that life is over. A new
//! variant does not compile until every adapter handles it.

use alloc::string::String;

use crate::expected::Expected;
use crate::id::{PaneId, ServerIdentity, SessionId, WindowId};
use crate::layout::Layout;

use crate::topology::Topology;

/// Where a new pane goes, seen from the one that is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To its right.
    Right,
    /// To its left.
    Left,
    /// Above it.
    Above,
    /// Below it.
    Below,
}

/// How large a new pane is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Split {
    /// Half, as tmux divides it.
    Half,
    /// This share of the split pane, 1 to 99.
    Percent(u8),
    /// This many columns or rows; tmux makes it smaller where it does not fit.
    Cells(u32),
}

/// An operation on the server. Text in it is literal: an adapter sees to it that tmux expands none of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Makes a detached session with one window and the configured shell.
    CreateSession {
        /// The server life it was decided on; `None` where no server runs yet and one is started.
        identity: Option<ServerIdentity>,
        /// Its name, left to tmux where `None`.
        name: Option<String>,
        /// Its window's name.
        window_name: Option<String>,
        /// Where the shell starts.
        start_directory: Option<String>,
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// Splits a pane; the active pane stays the active one.
    SplitWindow {
        /// The server life that the pane was seen in.
        identity: ServerIdentity,
        /// The pane that gives up space.
        pane: PaneId,
        /// Where the new one goes.
        direction: Direction,
        /// How large it is to be.
        size: Split,
        /// Where its shell starts.
        start_directory: Option<String>,
    },
    /// Makes a window with the configured shell, at the lowest free index.
    CreateWindow {
        /// The server life that the session was seen in.
        identity: ServerIdentity,
        /// The session.
        session: SessionId,
        /// The window's name, left to tmux where `None`.
        name: Option<String>,
        /// Where the shell starts.
        start_directory: Option<String>,
        /// Whether it becomes the session's current window.
        select: bool,
    },
    /// Starts a pane's program anew and forgets the runs that the pane remembered.
    RespawnPane {
        /// What must still hold of the pane.
        expected: Expected,
        /// Whether a program that still runs is ended first.
        kill_first: bool,
    },
    /// Gives a session another name.
    RenameSession {
        /// The server life that the session was seen in.
        identity: ServerIdentity,
        /// The session.
        session: SessionId,
        /// Its new name.
        name: String,
    },
    /// Gives a window another name, which its program changes no more.
    RenameWindow {
        /// The server life that the window was seen in.
        identity: ServerIdentity,
        /// The window.
        window: WindowId,
        /// Its new name.
        name: String,
    },
    /// Makes a window the current one of a session.
    SelectWindow {
        /// The server life that both were seen in.
        identity: ServerIdentity,
        /// The session.
        session: SessionId,
        /// The window, which must be linked into it.
        window: WindowId,
    },
    /// Makes a pane the active one of its window.
    SelectPane {
        /// The server life that the pane was seen in.
        identity: ServerIdentity,
        /// The pane.
        pane: PaneId,
    },
    /// Arranges the panes of a window.
    SelectLayout {
        /// The server life that the window was seen in.
        identity: ServerIdentity,
        /// The window.
        window: WindowId,
        /// How.
        layout: Layout,
    },
    /// Gives a window a size; tmux keeps the size manual from then on.
    ResizeWindow {
        /// The server life that the window was seen in.
        identity: ServerIdentity,
        /// The window.
        window: WindowId,
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
        /// How many clients showed it, control clients included: must still be so.
        viewers: usize,
    },
    /// Gives a pane a size, or zooms it.
    ResizePane {
        /// The server life that the pane was seen in.
        identity: ServerIdentity,
        /// The pane.
        pane: PaneId,
        /// Columns.
        width: Option<u32>,
        /// Rows.
        height: Option<u32>,
        /// Whether it is to have the whole window.
        zoom: Option<bool>,
    },
    /// Moves a window's placement into a session.
    MoveWindow {
        /// The server life that all were seen in.
        identity: ServerIdentity,
        /// The window.
        window: WindowId,
        /// The session that the placement is taken from.
        from: SessionId,
        /// The session that it goes into.
        session: SessionId,
        /// The index there; the lowest free one where `None`.
        index: Option<u32>,
    },
    /// Exchanges two panes.
    SwapPane {
        /// The server life that both were seen in.
        identity: ServerIdentity,
        /// One.
        pane: PaneId,
        /// The other.
        with: PaneId,
    },
    /// Gives a pane a title.
    SetPaneTitle {
        /// The server life that the pane was seen in.
        identity: ServerIdentity,
        /// The pane.
        pane: PaneId,
        /// The title.
        title: String,
    },
    /// Switches the mouse.
    SetMouse {
        /// The server life that the session was seen in.
        identity: ServerIdentity,
        /// The session; all that have no value of their own where `None`.
        session: Option<SessionId>,
        /// On or off.
        enabled: bool,
    },
    /// Sets how many rows above the screen new panes hold.
    SetHistoryLimit {
        /// The server life that the session was seen in.
        identity: ServerIdentity,
        /// The session; all that have no value of their own where `None`.
        session: Option<SessionId>,
        /// Rows.
        lines: u32,
    },
    /// Switches synchronized input for a window.
    SetSynchronizePanes {
        /// The server life that the window was seen in.
        identity: ServerIdentity,
        /// The window.
        window: WindowId,
        /// On or off.
        enabled: bool,
    },
    /// Forgets the rows above a pane's screen.
    ClearScrollback {
        /// The server life that the pane was seen in.
        identity: ServerIdentity,
        /// The pane.
        pane: PaneId,
    },
    /// Ends a window in every session, and those that it was the last of.
    KillWindow {
        /// The server life that the window was seen in.
        identity: ServerIdentity,
        /// The window.
        window: WindowId,
    },
    /// Ends a pane, and its window and session where it is the last.
    KillPane {
        /// The server life that the pane was seen in.
        identity: ServerIdentity,
        /// The pane.
        pane: PaneId,
    },
    /// Ends a session; windows linked elsewhere live on.
    KillSession {
        /// The server life that the session was seen in.
        identity: ServerIdentity,
        /// The session.
        session: SessionId,
    },
}

/// What a [`Change`] brought about, read in the same invocation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changed {
    /// A session, its window and its pane came to be.
    Session {
        /// The server life it was created in.
        identity: ServerIdentity,
        /// The session.
        session: SessionId,
        /// Its window.
        window: WindowId,
        /// Its pane.
        pane: PaneId,
        /// The session's name as tmux stored it.
        name: String,
    },
    /// A pane came to be.
    Pane {
        /// The pane.
        pane: PaneId,
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A window came to be.
    Window {
        /// The window.
        window: WindowId,
        /// Its pane.
        pane: PaneId,
        /// Its index in the session.
        index: u32,
    },
    /// Something was arranged: everything as it is now.
    Arranged(Topology),
    /// An option has this value now, in tmux's words.
    Value(String),
    /// Something was ended: what is left, or `None` where the server ended with it.
    Ended {
        /// Everything that is still there.
        left: Option<Topology>,
    },
}
