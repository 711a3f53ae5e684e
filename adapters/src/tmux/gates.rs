//! How a gate of [`super::version`] was decided, for as long as the same server answers: tmux need not decide it anew in
//! each invocation.

use std::sync::{Mutex, PoisonError};

use domain::ServerIdentity;

/// What one server decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Decided {
    /// Which server.
    pub(crate) identity: ServerIdentity,
    /// [`super::version::PADS`].
    pub(crate) pads: bool,
}

/// The gates of the server that answered last.
#[derive(Debug, Default)]
pub(crate) struct Gates(Mutex<Option<Decided>>);

impl Gates {
    /// What is known.
    pub(crate) fn decided(&self) -> Option<Decided> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers what a server decided, or, with `None`, that another one answers now.
    pub(crate) fn remember(&self, decided: Option<Decided>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = decided;
    }
}
