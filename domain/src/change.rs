//! What can be done to a server beside typing: one [`Change`] for each operation that arranges, creates or ends.
//!
//! A change names ids and the server life they were observed under; an adapter refuses it where that life is over. A new
//! variant does not compile until every adapter handles it.

use alloc::string::String;

use crate::id::{PaneId, ServerIdentity, SessionId, WindowId};
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
    /// Something was ended: what is left, or `None` where the server ended with it.
    Ended {
        /// Everything that is still there.
        left: Option<Topology>,
    },
}
