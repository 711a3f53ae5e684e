//! MCP on a pair of byte streams: the transport in [`lines`], what is answered in [`server`], progress in [`progress`].
//!
//! Whether tmux answers is no matter here: the handshake never waits for it, the list of tools does ([`Ready`]).

pub mod lines;
pub mod progress;
pub mod server;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use rmcp::ServiceExt;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::context::Context;
use lines::Lines;
use server::Server;

/// How long calls in flight may go on once the client has closed its end: a command of a second still answers, and the
/// process has ended within two.
pub const GRACE: Duration = Duration::from_millis(1_400);

/// How long answers may take to leave once everything is called off.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// The context, once start-up has met tmux or has given up on it.
#[derive(Debug, Clone)]
pub struct Ready(watch::Receiver<Option<Arc<Context>>>);

impl Ready {
    /// A context to wait for, and where to put it.
    #[must_use]
    pub fn pending() -> (watch::Sender<Option<Arc<Context>>>, Self) {
        let (sender, receiver) = watch::channel(None);
        (sender, Self(receiver))
    }

    /// A context that is there already.
    #[must_use]
    pub fn now(context: Arc<Context>) -> Self {
        Self(watch::channel(Some(context)).1)
    }

    /// Waits for it; `None` where start-up ended without one.
    pub async fn context(&self) -> Option<Arc<Context>> {
        let mut receiver = self.0.clone();
        let context = receiver.wait_for(Option::is_some).await.ok()?;
        context.clone()
    }
}

/// Serves one client until it leaves, cannot be written to, or `gone` is cancelled.
///
/// Calls in flight have [`GRACE`] once the client's end is closed; then, or as soon as `gone` is cancelled, they are
/// dropped.
pub async fn serve<R, W>(server: Server, read: R, write: W, gone: CancellationToken)
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let lines = Lines::new(read, write, gone.clone());
    let session = async {
        // An error here is a client that left before the handshake, or one that speaks another protocol: it has been
        // answered, and its words may hold anything, so they are not logged.
        if let Ok(service) = server.serve(lines).await {
            drop(service.waiting().await);
        } else {
            tracing::debug!("the client left before the handshake was over");
        }
    };
    tokio::select! {
        () = session => {}
        () = async { gone.cancelled().await; tokio::time::sleep(LAST_WORDS).await } => {}
    }
    gone.cancel();
}
