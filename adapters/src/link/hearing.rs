//! What a link tells of a pane without being asked.

use std::any::Any;

use tokio::sync::watch;

/// What was told of one pane so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Heard {
    /// How often it printed.
    pub printed: u64,
    /// Which stream tells of it. While none does it must be looked at, and what was printed meanwhile is not told.
    pub stream: Option<u64>,
}

/// Listens to one pane until it is dropped.
#[derive(Debug)]
pub struct Ear {
    heard: watch::Receiver<Heard>,
    _open: Box<dyn Any + Send + Sync>,
}

impl Ear {
    /// What `heard` tells, until `open` is dropped with this.
    #[must_use]
    pub fn new(heard: watch::Receiver<Heard>, open: Box<dyn Any + Send + Sync>) -> Self {
        Self { heard, _open: open }
    }

    /// What was told, for as long as it is told.
    #[must_use]
    pub fn heard(&self) -> watch::Receiver<Heard> {
        self.heard.clone()
    }
}
