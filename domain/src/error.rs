//! Why tmux did not do what was asked: one error, a variant per situation, a kind per next step.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::time::Duration;

use crate::id::{Nonce, PaneId, SessionId, WindowId};
use crate::refusal::Refusal;

/// What the caller does next; the `kind` of an error record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The call itself is wrong: change the argument that the message names.
    InvalidArgument,
    /// What was named is not there: list what is.
    NoSuchTarget,
    /// Several things could be meant: name one by id.
    AmbiguousTarget,
    /// A guard holds it back.
    Refused,
    /// Something else has the pane: wait for it, or use another.
    Busy,
    /// The server went away; its ids mean nothing any more.
    ServerGone,
    /// No server answers on this socket, or tmux cannot be started.
    NoServer,
    /// No reply within the deadline.
    Unresponsive,
    /// This tmux cannot do it.
    Unsupported,
    /// The answer or the input outgrows a limit.
    TooLarge,
    /// Anything else, in tmux's own words.
    Tmux,
}

impl Kind {
    /// Every kind, in the order of the catalogue.
    pub const ALL: [Self; 11] = [
        Self::InvalidArgument,
        Self::NoSuchTarget,
        Self::AmbiguousTarget,
        Self::Refused,
        Self::Busy,
        Self::ServerGone,
        Self::NoServer,
        Self::Unresponsive,
        Self::Unsupported,
        Self::TooLarge,
        Self::Tmux,
    ];

    /// The word that an answer carries.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidArgument => "invalid_argument",
            Self::NoSuchTarget => "no_such_target",
            Self::AmbiguousTarget => "ambiguous_target",
            Self::Refused => "refused",
            Self::Busy => "busy",
            Self::ServerGone => "server_gone",
            Self::NoServer => "no_server",
            Self::Unresponsive => "unresponsive",
            Self::Unsupported => "unsupported",
            Self::TooLarge => "too_large",
            Self::Tmux => "tmux",
        }
    }
}

/// Why tmux did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum TmuxError {
    /// The pane is not there; often an ordinary race with whoever closed it.
    #[error("pane {pane} does not exist")]
    NoSuchPane {
        /// The pane that was named.
        pane: PaneId,
    },
    /// The window is not there.
    #[error("window {window} does not exist")]
    NoSuchWindow {
        /// The window that was named.
        window: WindowId,
    },
    /// No session has this id or exactly this name.
    #[error("session {session:?} does not exist; {}", existing_sessions(.existing))]
    NoSuchSession {
        /// What was named.
        session: String,
        /// The names of those that exist.
        existing: Vec<String>,
    },
    /// The name is taken.
    #[error("a session named {name:?} exists already")]
    DuplicateSession {
        /// The name, as tmux would have stored it.
        name: String,
    },
    /// The pane does not remember this run.
    #[error("pane {pane} does not remember the run {nonce}: it keeps its last 16")]
    NoSuchRun {
        /// The pane.
        pane: PaneId,
        /// The run.
        nonce: Nonce,
    },
    /// tmux knows no option of this whole name.
    #[error("tmux has no option named {name:?} in this scope")]
    NoSuchSetting {
        /// The name.
        name: String,
    },
    /// The index is taken.
    #[error("index {index} of the session is taken")]
    IndexInUse {
        /// The index.
        index: u32,
    },
    /// The program of the pane still runs.
    #[error("the program of pane {pane} still runs")]
    StillActive {
        /// The pane.
        pane: PaneId,
    },
    /// A guard holds it back.
    #[error("{0}")]
    Refused(Refusal),
    /// Between the look and the act the pane changed; nothing was sent.
    #[error("pane {pane} changed at the very moment of the call, so nothing was sent")]
    Stale {
        /// The pane.
        pane: PaneId,
    },
    /// The pane cannot be divided any further.
    #[error("pane {pane} has no space for another pane")]
    NoSpace {
        /// The pane that was to be split.
        pane: PaneId,
    },
    /// The window is too small for an arrangement that tmux would end itself over (3.3a, tried).
    #[error("window {window} is too small to tile its panes")]
    NoRoom {
        /// The window.
        window: WindowId,
    },
    /// The created session was gone at once.
    #[error("the session {session} was created and ended at once")]
    Vanished {
        /// Its id.
        session: SessionId,
        /// Its name.
        name: String,
    },
    /// Nothing listens on the socket.
    #[error("no tmux server on {socket}")]
    NoServer {
        /// The socket.
        socket: String,
    },
    /// The socket cannot be used or created.
    #[error("the tmux socket {socket} cannot be used: {words}")]
    BadSocket {
        /// The socket.
        socket: String,
        /// tmux's own words.
        words: String,
    },
    /// The executable is missing or is no tmux.
    #[error("tmux cannot be run: {looked}")]
    NoTmux {
        /// Where it was looked for, and what happened.
        looked: String,
    },
    /// The server ended, or another one answers on its socket.
    #[error("the tmux server is gone: {words}")]
    ServerGone {
        /// What tells it: tmux's words, or the identity that answers now.
        words: String,
    },
    /// The other machine or container was not reached, or the connection was lost; the server there may well run on.
    #[error("tmux is not reached: {words}{}", if *.effect_unknown { "; whether it took effect is unknown" } else { "" })]
    Unreached {
        /// The words of the command that leads there.
        words: String,
        /// Whether something that changes may have happened.
        effect_unknown: bool,
    },
    /// Nothing came back within the deadline.
    #[error("tmux did not answer within {:.1} s{}", .after.as_secs_f64(), if *.effect_unknown { "; whether it took effect is unknown" } else { "" })]
    Unresponsive {
        /// The deadline.
        after: Duration,
        /// Whether the request may have taken effect all the same.
        effect_unknown: bool,
    },
    /// The tmux executable is of a release that is not supported; nothing is asked of it.
    #[error("the tmux executable is too old: it is tmux {version}, and 3.2a or newer is needed")]
    OldExecutable {
        /// Its release.
        version: String,
    },
    /// The server is of a release that is not supported, whatever the executable is.
    #[error("the tmux server is too old: it is tmux {version}, and 3.2a or newer is needed")]
    OldServer {
        /// Its release.
        version: String,
    },
    /// The reply outgrew what is held at once.
    #[error("the reply of tmux is larger than {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// tmux refused, in words that nothing above stands for.
    #[error("tmux says: {words}")]
    Command {
        /// tmux's own words.
        words: String,
    },
    /// The reply was not what the request asks for: output of a hook or another program's.
    #[error("the reply of tmux cannot be read: {detail}")]
    Garbled {
        /// What was missing or wrong.
        detail: &'static str,
    },
    /// The link to tmux failed.
    #[error("the link to tmux failed: {source}")]
    Link {
        /// What failed.
        source: Box<dyn core::error::Error + Send + Sync>,
    },
}

fn existing_sessions(existing: &[String]) -> String {
    const SHOWN: usize = 10;
    if existing.is_empty() {
        return "the server holds no session".to_string();
    }
    let names: Vec<String> = existing
        .iter()
        .take(SHOWN)
        .map(|name| format!("{name:?}"))
        .collect();
    let more = existing.len().saturating_sub(SHOWN);
    let more = if more == 0 {
        String::new()
    } else {
        format!(" and {more} more")
    };
    format!("there is {}{more}", names.join(", "))
}

impl TmuxError {
    /// What the caller does next.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::NoSuchPane { .. }
            | Self::NoSuchWindow { .. }
            | Self::NoSuchSession { .. }
            | Self::NoSuchRun { .. }
            | Self::NoSuchSetting { .. } => Kind::NoSuchTarget,
            Self::DuplicateSession { .. }
            | Self::NoSpace { .. }
            | Self::NoRoom { .. }
            | Self::IndexInUse { .. } => Kind::InvalidArgument,
            Self::Refused(_) => Kind::Refused,
            Self::Stale { .. } | Self::StillActive { .. } => Kind::Busy,
            Self::ServerGone { .. } | Self::Unreached { .. } => Kind::ServerGone,
            Self::NoServer { .. } | Self::BadSocket { .. } | Self::NoTmux { .. } => Kind::NoServer,
            Self::Unresponsive { .. } => Kind::Unresponsive,
            Self::OldExecutable { .. } | Self::OldServer { .. } => Kind::Unsupported,
            Self::TooLarge { .. } => Kind::TooLarge,
            Self::Vanished { .. }
            | Self::Command { .. }
            | Self::Garbled { .. }
            | Self::Link { .. } => Kind::Tmux,
        }
    }

    /// Whether the server is no more, so that nothing which names its ids can go on.
    #[must_use]
    pub const fn ends_all(&self) -> bool {
        matches!(self.kind(), Kind::ServerGone | Kind::NoServer)
            && !matches!(self, Self::Unreached { .. })
    }

    /// One imperative sentence that names the next call.
    #[must_use]
    pub fn recovery(&self) -> String {
        match self {
            Self::NoSuchPane { .. } => "Call list_panes for the panes that exist.".to_string(),
            Self::NoSuchWindow { .. } => "Call list_windows for the windows that exist.".to_string(),
            Self::NoSuchSession { .. } => "Call list_sessions and pass a session id or an exact name.".to_string(),
            Self::NoSuchRun { .. } => "Run the command again, or read the pane with capture_pane.".to_string(),
            Self::DuplicateSession { .. } => "Pass another name, or use the session that exists.".to_string(),
            Self::NoSpace { .. } => "Split a larger pane, or make room with kill_pane.".to_string(),
            Self::NoRoom { .. } => "Call resize_window first, or pass another layout.".to_string(),
            Self::NoSuchSetting { .. } => {
                "Pass the whole name of an option and its scope; user options begin with @.".to_string()
            }
            Self::IndexInUse { .. } => "Leave index out for the lowest free one, or call list_windows.".to_string(),
            Self::StillActive { .. } => "Pass kill_first: true to end it first.".to_string(),
            Self::Refused(refusal) => refusal.recovery(),
            Self::Stale { .. } => "Call get_pane_info to see what it runs now, then call again.".to_string(),
            Self::Vanished { .. } => {
                "Ask the operator about the tmux options destroy-unattached, default-shell and default-command.".to_string()
            }
            Self::NoServer { .. } => "Call create_session to start one, or ask the operator for the right socket.".to_string(),
            Self::BadSocket { .. } => "Ask the operator to mend the socket's directory or to name another socket, and to restart this process.".to_string(),
            Self::NoTmux { .. } => {
                "Ask the operator to install tmux 3.2a or newer (package \"tmux\"), or to name it with --tmux (LIBTMUX_TMUX_BIN).".to_string()
            }
            Self::ServerGone { .. } => "Call list_sessions: ids from before mean nothing any more.".to_string(),
            Self::Unreached { effect_unknown: false, .. } => {
                "Call again, or ask the operator to look after the connection: ids hold if the server ran on.".to_string()
            }
            Self::Unreached { effect_unknown: true, .. }
            | Self::Unresponsive { effect_unknown: true, .. } => {
                "Look before you repeat it: call list_panes once the server answers.".to_string()
            }
            Self::Unresponsive { effect_unknown: false, .. } => {
                "Call again later, or ask the operator whether the tmux server is stopped.".to_string()
            }
            Self::OldExecutable { .. } => {
                "Ask the operator to install tmux 3.2a or newer, or to name one with --tmux (LIBTMUX_TMUX_BIN), and to restart this process.".to_string()
            }
            Self::OldServer { .. } => {
                "Ask the operator to start the tmux server anew with tmux 3.2a or newer, or to name another socket, and to restart this process.".to_string()
            }
            Self::TooLarge { .. } => "Ask for fewer lines.".to_string(),
            Self::Command { .. } | Self::Garbled { .. } | Self::Link { .. } => {
                "Call get_server_info to see whether the server answers.".to_string()
            }
        }
    }

    /// Whether the very same call may succeed later.
    #[must_use]
    pub const fn retryable(&self) -> bool {
        match self {
            Self::Stale { .. }
            | Self::Unreached { .. }
            | Self::Unresponsive { .. }
            | Self::Garbled { .. }
            | Self::Link { .. } => true,
            Self::Refused(refusal) => refusal.passing(),
            Self::NoSuchPane { .. }
            | Self::NoSuchWindow { .. }
            | Self::NoSuchSession { .. }
            | Self::NoSuchRun { .. }
            | Self::NoSuchSetting { .. }
            | Self::IndexInUse { .. }
            | Self::StillActive { .. }
            | Self::DuplicateSession { .. }
            | Self::NoSpace { .. }
            | Self::NoRoom { .. }
            | Self::Vanished { .. }
            | Self::NoServer { .. }
            | Self::BadSocket { .. }
            | Self::NoTmux { .. }
            | Self::ServerGone { .. }
            | Self::OldExecutable { .. }
            | Self::OldServer { .. }
            | Self::TooLarge { .. }
            | Self::Command { .. } => false,
        }
    }
}
