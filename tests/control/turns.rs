//! Clients come and go in turns with the sessions that begin and end.

use domain::{Change, Changed, ServerIdentity, TmuxPort};

use super::clients::{clients, control};
use support::tmux::Server;

/// A tmux up to 3.3a ends where a control client attaches at the moment at which a session begins or ends, or another leaves.
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn clients_come_and_go_while_sessions_do() {
    let server = Server::quiet().await;
    let life = server.tmux.identity().await.unwrap();
    // As many processes of ours, as far as they can tell.
    let (one, other) = (control(&server).await, control(&server).await);
    let sessions = async |tmux: &dyn TmuxPort| {
        for _ in 0..30 {
            let made = tmux.change(&new_session(life)).await.unwrap();
            let Changed::Session { session, .. } = made else {
                panic!("{made:?}");
            };
            let end = Change::KillSession {
                identity: life,
                session,
            };
            tmux.change(&end).await.unwrap();
        }
    };
    let passages = async || {
        for _ in 0..30 {
            drop(control(&server).await);
        }
    };
    tokio::join!(
        sessions(&*server.tmux),
        sessions(&one),
        sessions(&other),
        passages(),
        passages(),
    );
    assert_eq!(server.tmux.identity().await.unwrap(), life);
    clients(&server, 2).await;
}

fn new_session(identity: ServerIdentity) -> Change {
    Change::CreateSession {
        identity: Some(identity),
        name: None,
        window_name: None,
        start_directory: None,
        width: 80,
        height: 24,
    }
}
