//! Persistent `tmux -C` clients: one that carries requests, and one that streams for each session watched.
//!
//! What a line means is in [`codec`], which request a block answers in `replies`; a process is started in `start` and run
//! in `client`. The clients have no size and ask for none, take no part in decisions about sizes (`ignore-size`), and leave
//! no trace: they attach to no session that would end with its last client, and have none of their own. No command that
//! waits is ever sent to them (tmux-facts 1.5): those have a process of their own.

use std::sync::Arc;

use async_trait::async_trait;
use camino::Utf8PathBuf;
use domain::{PaneId, TmuxError};
use tokio::sync::Notify;

use self::commands::Commands;
use self::own::Own;
use self::start::Setup;
use self::streams::Streams;
use super::hearing::Ear;
use super::subprocess::{Limits, Subprocess};
use super::{Group, Link, Reply};
use crate::route::Route;

mod client;
pub mod codec;
mod commands;
mod own;
mod places;
mod replies;
mod start;
mod streams;

/// Carries groups over a control client, and around it while there is none.
#[derive(Debug)]
pub struct ControlLink {
    commands: Arc<Commands>,
    streams: Arc<Streams>,
}

impl ControlLink {
    /// Clients of `route` for the server on `socket`; `subprocess` leads there too, for what a client cannot carry.
    #[must_use]
    pub fn new(route: Route, socket: Utf8PathBuf, limits: Limits, subprocess: Subprocess) -> Self {
        let setup = Setup {
            route,
            socket,
            reply_bytes_max: limits.stdout_bytes_max,
            own: Own::default(),
            turns: subprocess.turns(),
        };
        let commands = Arc::new(Commands::new(setup, subprocess, limits.command_timeout));
        Self {
            streams: Arc::new(Streams::new(Arc::clone(&commands))),
            commands,
        }
    }

    /// Waits until a client carries requests, or it is known that none can now; whether one does.
    pub async fn settle(&self) -> bool {
        self.commands.settle().await
    }
}

#[async_trait]
impl Link for ControlLink {
    async fn run(&self, group: &Group) -> Result<Reply, TmuxError> {
        self.commands.run(group).await
    }

    async fn wait(&self, group: &Group) -> Result<Reply, TmuxError> {
        self.commands.subprocess.wait(group).await
    }

    fn listen(&self, pane: PaneId, stirred: &Arc<Notify>) -> Option<Ear> {
        Some(Streams::listen(&self.streams, pane, stirred))
    }

    fn own_clients(&self) -> Option<Vec<u32>> {
        Some(self.commands.setup.own.all())
    }
}
