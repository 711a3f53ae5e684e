//! A link that carries nothing: the tmux executable is of a release that is not supported.

use std::sync::Arc;

use async_trait::async_trait;
use domain::{PaneId, TmuxError};
use tokio::sync::Notify;

use super::hearing::Ear;
use super::{Group, Link, Reply};

/// Answers each request with the reason.
#[derive(Debug)]
pub struct Refused {
    version: String,
}

impl Refused {
    /// In place of an executable of this release.
    #[must_use]
    pub const fn new(version: String) -> Self {
        Self { version }
    }

    fn reason(&self) -> TmuxError {
        TmuxError::OldExecutable {
            version: self.version.clone(),
        }
    }
}

#[async_trait]
impl Link for Refused {
    async fn run(&self, _group: &Group) -> Result<Reply, TmuxError> {
        Err(self.reason())
    }

    async fn wait(&self, _group: &Group) -> Result<Reply, TmuxError> {
        Err(self.reason())
    }

    fn listen(&self, _pane: PaneId, _stirred: &Arc<Notify>) -> Option<Ear> {
        None
    }

    fn own_clients(&self) -> Option<Vec<u32>> {
        None
    }
}
