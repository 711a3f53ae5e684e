//! What the domain asks of tmux: traits and the records they carry. Implementations live in `adapters`.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use async_trait::async_trait;

use crate::capture::{Capture, CaptureRequest};
use crate::change::{Change, Changed};
use crate::error::TmuxError;
pub use crate::expected::{Expected, ExpectedShell, Member};
use crate::id::{Channel, Nonce, PaneId, ServerIdentity};
use crate::setting::{SettingQuery, Settings};
use crate::topology::{Scope, Topology};

/// One step of typed input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stroke {
    /// Text, sent as it is.
    Text(String),
    /// A key by tmux's name for it; checked by the caller.
    Key(String),
}

/// The parts of a framed command that tmux holds for the shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handover {
    /// The run.
    pub nonce: Nonce,
    /// The private buffer that the typed line reads back and deletes.
    pub buffer: String,
    /// What the buffer holds.
    pub script: String,
    /// The run words once this run is typed.
    pub runs: String,
}

/// Keys for a pane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typed {
    /// What must still hold.
    pub expected: Expected,
    /// What is typed, in order.
    pub strokes: Vec<Stroke>,
    /// What else a framed command needs in the same invocation.
    pub handover: Option<Handover>,
}

/// Text for a pane, as one paste.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paste {
    /// What must still hold.
    pub expected: Expected,
    /// The private buffer that carries it; deleted however the paste ends.
    pub buffer: String,
    /// The text; not empty.
    pub text: String,
    /// Whether the program is told that it is a paste, where it asked to be.
    pub bracketed: bool,
    /// Whether Enter follows.
    pub enter: bool,
}

/// Why a watch woke.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchEvent {
    /// The pane may have changed: look again.
    Changed,
    /// The pane is gone from a server that still runs.
    Gone,
}

/// Wakes when a pane may have changed. Dropping it ends the watch.
#[async_trait]
pub trait PaneWatch: fmt::Debug + Send {
    /// Waits for the next change; changes since the last call count, so none is missed between two.
    ///
    /// # Errors
    /// - **Must** be [`TmuxError::ServerGone`] within a second of the server's death.
    async fn next(&mut self) -> Result<WatchEvent, TmuxError>;
}

/// What the domain asks of tmux. Each **must** is a case in `tests/contract`.
///
/// Every method but [`TmuxPort::await_signal`] and a watch's `next` answers within the adapter's deadline, or is
/// [`TmuxError::Unresponsive`]. All are safe to drop at any await. A socket where nothing listens is
/// [`TmuxError::NoServer`], a server that went away during a call [`TmuxError::ServerGone`].
#[async_trait]
pub trait TmuxPort: fmt::Debug + Send + Sync {
    /// Which life of which server answers.
    ///
    /// # Errors
    /// - **Must** be [`TmuxError::NoServer`] where nothing listens.
    async fn identity(&self) -> Result<ServerIdentity, TmuxError>;

    /// Reads what `scope` names, in one invocation. A server without a session is an empty observation.
    ///
    /// # Errors
    /// - **Must** be [`TmuxError::NoSuchPane`] for [`Scope::Pane`] of a pane that is not there.
    async fn observe(&self, scope: Scope) -> Result<Topology, TmuxError>;

    /// Reads parts of `pane`, text and position in one invocation; an excerpt for each request, in order.
    ///
    /// # Errors
    /// - **Must** be [`TmuxError::NoSuchPane`] once the pane was killed, never an empty capture.
    /// - [`TmuxError::TooLarge`] where the rows outgrow what the adapter holds at once.
    async fn capture(
        &self,
        pane: PaneId,
        requests: &[CaptureRequest],
    ) -> Result<Capture, TmuxError>;

    /// Observes [`Scope::Pane`] and captures, all in one invocation.
    ///
    /// # Errors
    /// As [`TmuxPort::observe`] and [`TmuxPort::capture`].
    async fn view(
        &self,
        pane: PaneId,
        requests: &[CaptureRequest],
    ) -> Result<(Topology, Capture), TmuxError>;

    /// Reads settings, in one invocation.
    ///
    /// # Errors
    /// - **Must** be [`TmuxError::NoSuchSetting`] for an option that tmux does not know by this whole name.
    /// - The `NoSuch` of the session, window or pane that the query names.
    async fn settings(&self, query: &SettingQuery) -> Result<Settings, TmuxError>;

    /// Types into a pane, if what the caller observed still holds.
    ///
    /// # Errors
    /// - **Must** be [`TmuxError::Stale`], with nothing typed and no buffer left, where it does not hold.
    async fn type_keys(&self, typed: &Typed) -> Result<(), TmuxError>;

    /// Pastes into a pane, if what the caller observed still holds.
    ///
    /// # Errors
    /// - **Must** be [`TmuxError::Stale`], with nothing pasted and no buffer left, where it does not hold.
    async fn paste(&self, paste: &Paste) -> Result<(), TmuxError>;

    /// Takes back a framed line that no shell has read yet: its buffer and its run word go.
    ///
    /// `false` where a shell has taken the buffer: then the command runs or has run, and nothing was changed.
    ///
    /// # Errors
    /// - **Must** be [`TmuxError::NoSuchPane`] once the pane was killed.
    async fn withdraw(&self, pane: PaneId, nonce: &Nonce, buffer: &str) -> Result<bool, TmuxError>;

    /// Arranges, creates or ends.
    ///
    /// # Errors
    /// - **Must** be [`TmuxError::ServerGone`] where another life of the server answers than the change names.
    async fn change(&self, change: &Change) -> Result<Changed, TmuxError>;

    /// Signals a channel; without a waiter the next wait on it returns at once.
    ///
    /// # Errors
    /// As every method.
    async fn signal(&self, channel: &Channel) -> Result<(), TmuxError>;

    /// Waits until the channel is signalled. No deadline: the caller drops it.
    ///
    /// Dropped, a waiter may stay behind in tmux and take the next signal, so a channel is for one wait.
    ///
    /// # Errors
    /// - **Must** be [`TmuxError::ServerGone`] where the server ends first, though tmux reports success then.
    async fn await_signal(&self, channel: &Channel) -> Result<(), TmuxError>;

    /// Watches a pane for as long as the answer lives.
    ///
    /// # Errors
    /// - **Must** be [`TmuxError::NoSuchPane`] where it is not there.
    async fn watch(&self, pane: PaneId) -> Result<Box<dyn PaneWatch>, TmuxError>;
}
