//! What carries a group of commands to tmux and brings back what it printed.
//!
//! A link knows processes and deadlines, and nothing of tmux's answers: those are read in [`crate::tmux`].

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use domain::{PaneId, TmuxError};
use tokio::sync::Notify;

use self::hearing::Ear;

pub mod control;
mod directory;
pub mod hearing;
pub mod refused;
pub mod subprocess;
mod turns;

/// Whether a group may start the server that it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// A socket where nothing listens is an error.
    Never,
    /// A server is started with the operator's configuration.
    Operator,
    /// A server is started without any configuration, and with this variable in its environment.
    ///
    /// A server that runs already never sees the variable: that is what tells who started it.
    Bare {
        /// The variable's name.
        name: &'static str,
        /// The variable's value.
        value: String,
    },
}

/// Commands that run as one: nothing comes between them, and the first error ends them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    line: String,
    start: Start,
    effect: bool,
    apart: bool,
    in_turn: bool,
    end: Option<String>,
}

impl Group {
    /// A group that only reads: `line` is `a ; b ; c` in tmux's quoting, without a newline.
    #[must_use]
    pub fn reading(line: String) -> Self {
        Self {
            line,
            start: Start::Never,
            effect: false,
            apart: false,
            in_turn: false,
            end: None,
        }
    }

    /// A group that changes something: past the deadline its effect is unknown.
    #[must_use]
    pub fn changing(line: String) -> Self {
        Self {
            line,
            start: Start::Never,
            effect: true,
            apart: false,
            in_turn: false,
            end: None,
        }
    }

    /// The same group, with the leave to start a server.
    #[must_use]
    pub fn starting(mut self, start: Start) -> Self {
        self.start = start;
        self
    }

    /// The same group, for a client of its own that is attached to nothing: what is created takes its directory from
    /// the client that asks, or from the session that this is attached to.
    #[must_use]
    pub fn set_apart(mut self) -> Self {
        self.apart = true;
        self
    }

    /// The same group, which may begin or end a session, so it takes turns with clients that come and go.
    #[must_use]
    pub fn taking_turns(mut self) -> Self {
        self.in_turn = true;
        self
    }

    /// The same group, whose last command prints a line that begins so, and nothing else does. None of its commands runs
    /// others, so it is over with that line or with the first error.
    #[must_use]
    pub fn ending_with(mut self, start: String) -> Self {
        self.end = Some(start);
        self
    }

    /// What the last thing that it prints begins with, where that tells its end.
    #[must_use]
    pub fn end(&self) -> Option<&str> {
        self.end.as_deref()
    }

    /// The commands.
    #[must_use]
    pub fn line(&self) -> &str {
        &self.line
    }

    /// Whether a server may be started.
    #[must_use]
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// Whether it changes something.
    #[must_use]
    pub const fn effect(&self) -> bool {
        self.effect
    }

    /// Whether it takes turns with clients that come and go.
    #[must_use]
    pub const fn in_turn(&self) -> bool {
        self.in_turn
    }

    /// Whether it is for a client of its own.
    #[must_use]
    pub const fn apart(&self) -> bool {
        self.apart
    }
}

/// What came back. Whether the group succeeded shows in its output alone: tmux's exit status is no proof
/// (tmux-facts 11.3).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reply {
    /// What the commands printed, hooks' output in between.
    pub output: Vec<u8>,
    /// tmux's words about what failed; empty where nothing did.
    pub words: String,
}

/// Carries groups to one server. Safe to drop at any await.
#[async_trait]
pub trait Link: fmt::Debug + Send + Sync + 'static {
    /// Runs a group within the deadline.
    ///
    /// # Errors
    /// [`TmuxError::Unresponsive`], [`TmuxError::Unreached`], [`TmuxError::TooLarge`], [`TmuxError::NoTmux`],
    /// [`TmuxError::Link`]; never what tmux itself says, which is in [`Reply::words`].
    async fn run(&self, group: &Group) -> Result<Reply, TmuxError>;

    /// Runs a group that waits, without a deadline, and in nobody's way.
    ///
    /// # Errors
    /// As [`Link::run`], but never [`TmuxError::Unresponsive`].
    async fn wait(&self, group: &Group) -> Result<Reply, TmuxError>;

    /// Listens to a pane for as long as the answer lives; `None` where this link hears nothing, so that panes are to be
    /// looked at. `stirred` is notified where anything but printing may have happened to the pane, and where a stream
    /// begins or ends to tell of it.
    fn listen(&self, pane: PaneId, stirred: &Arc<Notify>) -> Option<Ear>;

    /// The processes of this link's own clients, as the server lists them: they are nobody who is attached. `None` where
    /// it never has any.
    fn own_clients(&self) -> Option<Vec<u32>>;
}
