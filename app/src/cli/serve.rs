//! Serving one client on stdin and stdout, until either end leaves.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::complain;
use super::signals::Signals;
use crate::catalog::Catalog;
use crate::connect::{Connected, Way};
use crate::mcp::server::Server;
use crate::mcp::{self, Ready};

/// How long start-up may still go on once the client has left: a daemon that it is starting is ended again.
const START_UP: Duration = Duration::from_millis(500);

/// Serves until the client leaves or a signal comes.
pub(super) async fn serve(way: Arc<Way>, catalog: Arc<Catalog>) -> ExitCode {
    let signals = Signals::heard();
    let gone = CancellationToken::new();
    let (sender, ready) = Ready::pending();
    // The handshake does not wait for tmux.
    let connecting = tokio::spawn({
        let way = Arc::clone(&way);
        async move {
            let connected = way.connect().await;
            announce(&connected);
            sender.send_replace(Some(Arc::clone(&connected.context)));
            connected.daemon
        }
    });
    let (read, write) = rmcp::transport::io::stdio_pipes();
    let server = Server::new(catalog, ready, gone.clone());
    tokio::select! {
        () = mcp::serve(server, read, write, gone.clone()) => {}
        () = called_off(signals, &gone) => {}
    }
    let daemon = tokio::time::timeout(START_UP, connecting).await;
    if let Ok(Ok(daemon)) = daemon {
        way.close(daemon).await;
    }
    ExitCode::SUCCESS
}

/// Waits for a signal to end, and lets the calls in flight go.
async fn called_off(mut signals: Signals, gone: &CancellationToken) {
    signals.next().await;
    gone.cancel();
    // The dropped calls give back what they hold before the process ends.
    tokio::time::sleep(Duration::from_millis(50)).await;
}

fn announce(connected: &Connected) {
    let context = &connected.context;
    let facts = &context.facts;
    let sets: Vec<&str> = context
        .policy
        .toolsets()
        .iter()
        .map(|set| set.as_str())
        .collect();
    complain(&format!(
        "socket {}, {} server, {} backend, toolsets {}{}",
        facts.socket,
        facts.provenance.as_str(),
        facts.backend,
        if sets.is_empty() {
            "none".to_owned()
        } else {
            sets.join(",")
        },
        connected
            .failure
            .as_ref()
            .map(|error| format!(
                "; tmux was not met: {}",
                domain::text::printable(&error.to_string())
            ))
            .unwrap_or_default(),
    ));
}
