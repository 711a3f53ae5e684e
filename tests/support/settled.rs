//! Control clients that stand before they are used, so that a test is about them and not about what stands in for them.

use std::sync::Arc;

use adapters::link::control::ControlLink;
use adapters::link::hearing::Ear;
use adapters::link::{Group, Link, Reply};
use adapters::{Limits, Route, Subprocess, Tmux};
use async_trait::async_trait;
use camino::Utf8PathBuf;
use domain::{PaneId, TmuxError};
use tokio::sync::Notify;

/// A control link that waits for its client before each request, where there can be one.
#[derive(Debug)]
pub struct Settled(Arc<ControlLink>);

/// The adapter over it, for a tmux on this socket; a server that it starts reads no configuration.
pub fn control(socket: Utf8PathBuf) -> Tmux<Settled> {
    control_through(
        Route::local(crate::release::tmux()),
        socket,
        Limits::default(),
    )
    .0
}

/// The same where tmux is reached on this route, and the link itself.
pub fn control_through(
    route: Route,
    socket: Utf8PathBuf,
    limits: Limits,
) -> (Tmux<Settled>, Arc<ControlLink>) {
    let config = Some("/dev/null".into());
    let subprocess = Subprocess::new(route.clone(), socket.clone(), config, limits);
    let link = ControlLink::new(route, socket.clone(), limits, subprocess);
    let link = Arc::new(link);
    (Tmux::over(Settled(Arc::clone(&link)), socket), link)
}

#[async_trait]
impl Link for Settled {
    async fn run(&self, group: &Group) -> Result<Reply, TmuxError> {
        self.0.settle().await;
        self.0.run(group).await
    }

    async fn wait(&self, group: &Group) -> Result<Reply, TmuxError> {
        self.0.wait(group).await
    }

    fn listen(&self, pane: PaneId, stirred: &Arc<Notify>) -> Option<Ear> {
        self.0.listen(pane, stirred)
    }

    fn own_clients(&self) -> Option<Vec<u32>> {
        self.0.own_clients()
    }
}
