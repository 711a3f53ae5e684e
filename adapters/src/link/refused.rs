//! A link that carries nothing: tmux is of a release that is not supported.

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
    reason: fn(String) -> TmuxError,
}

impl Refused {
    /// In place of an executable of this release.
    #[must_use]
    pub fn executable(version: String) -> Self {
        let reason = |version| TmuxError::OldExecutable { version };
        Self { version, reason }
    }

    /// In place of a server of this release.
    #[must_use]
    pub fn server(version: String) -> Self {
        let reason = |version| TmuxError::OldServer { version };
        Self { version, reason }
    }

    fn reason(&self) -> TmuxError {
        (self.reason)(self.version.clone())
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
