//! The link that a test's adapter takes, so that one suite runs over each of them.

use std::sync::Arc;

use adapters::link::control::ControlLink;
use adapters::link::hearing::Ear;
use adapters::link::{Group, Link, Reply};
use adapters::{Options, Route, Subprocess, Tmux};
use async_trait::async_trait;
use camino::Utf8PathBuf;
use domain::{PaneId, TmuxError};
use tokio::sync::Notify;

use crate::process::children;
use crate::tmux::Server;

/// The variable that names the link: `control`, or else a process per request.
const LINK: &str = "TMUX_LINK";

/// Whichever link was asked for.
#[derive(Debug)]
pub enum AnyLink {
    /// A process per request.
    Subprocess(Subprocess),
    /// Control clients.
    Control(ControlLink),
}

/// Whether the suite runs over control clients.
pub fn is_control() -> bool {
    std::env::var(LINK).is_ok_and(|link| link == "control")
}

/// The adapter over the link that `TMUX_LINK` names.
pub fn adapter(route: Route, socket: Utf8PathBuf, options: Options) -> Tmux<AnyLink> {
    let Options {
        limits,
        config,
        minimal,
        own_directory,
    } = options;
    let subprocess = Subprocess::new(route.clone(), socket.clone(), config, limits);
    let subprocess = subprocess.in_own_directory(own_directory);
    let link = if is_control() {
        let control = ControlLink::new(route, socket.clone(), limits, subprocess);
        AnyLink::Control(control)
    } else {
        AnyLink::Subprocess(subprocess)
    };
    Tmux::over(link, socket).starting_minimal(minimal)
}

/// The clients that the server lists, but for control clients of this process.
pub fn others(server: &Server) -> usize {
    let listed = server.says(&["list-clients", "-F", "#{client_pid}"]);
    let own = children(std::process::id());
    let pids = listed.lines().filter_map(|pid| pid.parse().ok());
    pids.filter(|pid| !own.contains(pid)).count()
}

impl AnyLink {
    fn link(&self) -> &dyn Link {
        match self {
            Self::Subprocess(link) => link,
            Self::Control(link) => link,
        }
    }
}

#[async_trait]
impl Link for AnyLink {
    async fn run(&self, group: &Group) -> Result<Reply, TmuxError> {
        if let Self::Control(link) = self {
            // So that the suite is about control clients, and not about what stands in for them.
            link.settle().await;
        }
        self.link().run(group).await
    }

    async fn wait(&self, group: &Group) -> Result<Reply, TmuxError> {
        self.link().wait(group).await
    }

    fn listen(&self, pane: PaneId, stirred: &Arc<Notify>) -> Option<Ear> {
        self.link().listen(pane, stirred)
    }

    fn own_clients(&self) -> Option<Vec<u32>> {
        self.link().own_clients()
    }
}
