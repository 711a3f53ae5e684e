//! Arranging, creating and ending.

use domain::change::{Change, Changed, Direction, Split};
use domain::{PaneId, ServerIdentity, SessionId, TmuxError};
use rstest_reuse::apply;
use support::backend::Backend;
use support::tmux::FIRST;

use crate::every_backend;

fn session(identity: Option<ServerIdentity>, name: &str) -> Change {
    Change::CreateSession {
        identity,
        name: Some(name.into()),
        window_name: None,
        start_directory: None,
        width: 120,
        height: 40,
    }
}

fn split(identity: ServerIdentity, direction: Direction, size: Split) -> Change {
    Change::SplitWindow {
        identity,
        pane: FIRST,
        direction,
        size,
        start_directory: Some("/".into()),
    }
}

#[apply(every_backend)]
async fn the_first_session_starts_a_server(#[case] on: Backend) {
    let server = on.none();
    let Changed::Session {
        identity,
        session: id,
        pane,
        name,
        ..
    } = server.tmux.change(&session(None, "one")).await.unwrap()
    else {
        panic!("no session");
    };
    assert_eq!(
        (identity.pid, id, pane, &*name),
        (server.pid(), SessionId::new(0), FIRST, "one")
    );
    assert_eq!(
        server.says(&["display-message", "-p", "#{window_width}x#{window_height}"]),
        "120x40"
    );
    let again = server.tmux.change(&session(Some(identity), "one")).await;
    assert!(
        matches!(again, Err(TmuxError::DuplicateSession { .. })),
        "{again:?}"
    );
    let stale = ServerIdentity {
        start_time: 1,
        ..identity
    };
    let other = server.tmux.change(&session(Some(stale), "two")).await;
    assert!(
        matches!(other, Err(TmuxError::ServerGone { .. })),
        "{other:?}"
    );
    assert_eq!(
        server.says(&["list-sessions", "-F", "#{session_name}"]),
        "one"
    );
}

#[apply(every_backend)]
async fn a_split_goes_where_it_is_meant_to(#[case] on: Backend) {
    let server = on.running("exec cat", 80, 24);
    let identity = server.tmux.identity().await.unwrap();
    let made = server
        .tmux
        .change(&split(identity, Direction::Left, Split::Cells(20)))
        .await
        .unwrap();
    assert_eq!(
        made,
        Changed::Pane {
            pane: PaneId::new(1),
            width: 20,
            height: 24
        }
    );
    let made = server
        .tmux
        .change(&split(identity, Direction::Below, Split::Percent(50)))
        .await
        .unwrap();
    assert!(matches!(made, Changed::Pane { width: 59, .. }), "{made:?}");
    let seen = server.says(&["list-panes", "-F", "#{pane_id} #{pane_left} #{pane_active}"]);
    assert_eq!(seen, "%1 0 0\n%0 21 1\n%2 21 0");
    server.raw(&["resize-pane", "-t", "%0", "-x", "1", "-y", "1"]);
    let none = server
        .tmux
        .change(&split(identity, Direction::Below, Split::Half))
        .await;
    assert!(
        matches!(none, Err(TmuxError::NoSpace { pane: FIRST })),
        "{none:?}"
    );
    let missing = Change::KillPane {
        identity,
        pane: PaneId::new(99),
    };
    let none = server.tmux.change(&missing).await;
    assert!(
        matches!(none, Err(TmuxError::NoSuchPane { .. })),
        "{none:?}"
    );
    let missing = Change::KillSession {
        identity,
        session: SessionId::new(99),
    };
    let none = server.tmux.change(&missing).await;
    assert!(
        matches!(&none, Err(TmuxError::NoSuchSession { existing, .. }) if existing.len() == 1),
        "{none:?}"
    );
}

#[apply(every_backend)]
async fn an_ending_says_what_is_left(#[case] on: Backend) {
    let server = on.quiet().await;
    server.raw(&["new-session", "-d", "-s", "two", "cat"]);
    server.raw(&["split-window", "-d", "-t", "%1", "cat"]);
    let identity = server.tmux.identity().await.unwrap();
    let kill = |pane| Change::KillPane {
        identity,
        pane: PaneId::new(pane),
    };
    let Changed::Ended { left: Some(left) } = server.tmux.change(&kill(2)).await.unwrap() else {
        panic!("nothing left");
    };
    assert_eq!((left.sessions.len(), left.panes.len()), (2, 2));
    let end = Change::KillSession {
        identity,
        session: SessionId::new(1),
    };
    let Changed::Ended { left: Some(left) } = server.tmux.change(&end).await.unwrap() else {
        panic!("nothing left");
    };
    assert_eq!(left.sessions.len(), 1);
    let stale = ServerIdentity {
        start_time: 1,
        ..identity
    };
    let other = server
        .tmux
        .change(&Change::KillPane {
            identity: stale,
            pane: FIRST,
        })
        .await;
    assert!(
        matches!(other, Err(TmuxError::ServerGone { .. })),
        "{other:?}"
    );
    assert_eq!(
        server.tmux.change(&kill(0)).await.unwrap(),
        Changed::Ended { left: None }
    );
}

#[apply(every_backend)]
async fn a_server_that_stays_without_sessions_is_left_empty(#[case] on: Backend) {
    let server = on.quiet().await;
    server.raw(&["set-option", "-s", "exit-empty", "off"]);
    let identity = server.tmux.identity().await.unwrap();
    let kill = Change::KillSession {
        identity,
        session: SessionId::new(0),
    };
    let Changed::Ended { left: Some(left) } = server.tmux.change(&kill).await.unwrap() else {
        panic!("the server is said to be gone");
    };
    assert!(left.sessions.is_empty());
}
