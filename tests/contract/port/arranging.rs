//! Places, sizes, names and values: every change that arranges, where it works and where its target is gone.

use domain::change::{Change, Changed};
use domain::guard::Reach;
use domain::{PaneId, ServerIdentity, SessionId, TmuxError, Topology, WindowId};
use rstest_reuse::apply;
use support::backend::Backend;
use support::tmux::{FIRST, Server};

use crate::every_backend;

pub(super) const SESSION: SessionId = SessionId::new(0);
pub(super) const OTHER_SESSION: SessionId = SessionId::new(1);
pub(super) const WINDOW: WindowId = WindowId::new(0);
pub(super) const SECOND: PaneId = PaneId::new(1);

/// `$0` with `@0` of `%0` and `%1` and with `@2` of `%3`, and `$1` with `@1` of `%2`.
pub(super) async fn arranged(on: Backend) -> Server {
    let server = on.quiet().await;
    server.raw(&["split-window", "-d", "-t", "%0", "cat"]);
    server.raw(&["new-session", "-d", "-s", "two", "cat"]);
    server.raw(&["new-window", "-d", "-t", "$0:", "cat"]);
    server
}

pub(super) async fn arrange(server: &Server, change: &Change) -> Topology {
    match server.tmux.change(change).await.unwrap() {
        Changed::Arranged(seen) => seen,
        other => panic!("{other:?}"),
    }
}

/// Everything that a change could have touched.
pub(super) fn state(server: &Server) -> String {
    let panes = "#{session_id} #{session_name} #{window_id} #{window_index} #{window_name} #{window_layout} \
                 #{window_zoomed_flag} #{window_active} #{pane_id} #{pane_active} #{pane_pid} #{pane_title} \
                 #{pane_synchronized} #{@libtmux_mcp_runs}";
    [
        server.says(&["list-panes", "-a", "-F", panes]),
        server.says(&["show-options", "-g"]),
        server.says(&["show-options", "-t", "$0"]),
    ]
    .join("\n")
}

/// One change of every kind that arranges, makes or ends a window, or sets a value.
#[expect(clippy::too_many_lines, reason = "a table")]
async fn changes(server: &Server, identity: ServerIdentity) -> Vec<Change> {
    let mut expected = server.expected(Reach::Keys).await;
    expected.identity = identity;
    let (session, window, pane) = (SESSION, WINDOW, FIRST);
    let name = || "other".to_owned();
    vec![
        Change::RenameSession {
            identity,
            session,
            name: name(),
        },
        Change::RenameWindow {
            identity,
            window,
            name: name(),
        },
        Change::SelectWindow {
            identity,
            session,
            window: WindowId::new(2),
        },
        Change::SelectPane {
            identity,
            pane: SECOND,
        },
        Change::SelectLayout {
            identity,
            window,
            layout: "even-horizontal".parse().unwrap(),
        },
        Change::ResizeWindow {
            identity,
            window,
            width: 50,
            height: 20,
            viewers: 0,
        },
        Change::ResizePane {
            identity,
            pane,
            width: None,
            height: Some(4),
            zoom: None,
        },
        Change::ResizePane {
            identity,
            pane,
            width: None,
            height: None,
            zoom: Some(true),
        },
        Change::MoveWindow {
            identity,
            window,
            from: session,
            session: OTHER_SESSION,
            index: None,
        },
        Change::SwapPane {
            identity,
            pane,
            with: SECOND,
        },
        Change::SetPaneTitle {
            identity,
            pane,
            title: name(),
        },
        Change::SetMouse {
            identity,
            session: Some(session),
            enabled: true,
        },
        Change::SetHistoryLimit {
            identity,
            session: None,
            lines: 77,
        },
        Change::SetSynchronizePanes {
            identity,
            window,
            enabled: true,
        },
        Change::ClearScrollback { identity, pane },
        Change::RespawnPane {
            expected,
            kill_first: true,
        },
        Change::CreateWindow {
            identity,
            session,
            name: None,
            start_directory: None,
            select: true,
        },
        Change::KillWindow { identity, window },
    ]
}

#[apply(every_backend)]
async fn in_another_life_of_the_server_nothing_is_done(#[case] on: Backend) {
    let server = arranged(on).await;
    let before = state(&server);
    let stale = ServerIdentity {
        start_time: 1,
        ..server.tmux.identity().await.unwrap()
    };
    for change in changes(&server, stale).await {
        let outcome = server.tmux.change(&change).await;
        assert!(
            matches!(outcome, Err(TmuxError::ServerGone { .. })),
            "{change:?}: {outcome:?}"
        );
        assert_eq!(state(&server), before, "{change:?}");
    }
}

#[apply(every_backend)]
async fn a_target_that_is_gone_is_named(#[case] on: Backend) {
    let server = arranged(on).await;
    let identity = server.tmux.identity().await.unwrap();
    let before = state(&server);
    for mut change in changes(&server, identity).await {
        let wanted = match &mut change {
            Change::RenameSession { session, .. }
            | Change::SelectWindow { session, .. }
            | Change::CreateWindow { session, .. }
            | Change::MoveWindow { session, .. } => {
                *session = SessionId::new(9);
                "session \"$9\""
            }
            Change::SetMouse { session, .. } | Change::SetHistoryLimit { session, .. } => {
                *session = Some(SessionId::new(9));
                "session \"$9\""
            }
            Change::RenameWindow { window, .. }
            | Change::SelectLayout { window, .. }
            | Change::ResizeWindow { window, .. }
            | Change::SetSynchronizePanes { window, .. }
            | Change::KillWindow { window, .. } => {
                *window = WindowId::new(9);
                "window @9"
            }
            Change::SelectPane { pane, .. }
            | Change::ResizePane { pane, .. }
            | Change::SwapPane { with: pane, .. }
            | Change::SetPaneTitle { pane, .. }
            | Change::ClearScrollback { pane, .. } => {
                *pane = PaneId::new(9);
                "pane %9"
            }
            Change::RespawnPane { expected, .. } => {
                expected.pane = PaneId::new(9);
                "pane %9"
            }
            other => panic!("{other:?}"),
        };
        let error = server.tmux.change(&change).await.unwrap_err();
        let said = error.to_string();
        assert!(
            said.starts_with(&format!("{wanted} does not exist")),
            "{change:?}: {said}"
        );
        assert_eq!(state(&server), before, "{change:?}");
    }
}

/// Whether what was observed shows that this change took effect.
fn shows(seen: &Topology, change: &Change) -> bool {
    let window = seen.window(WINDOW).unwrap();
    match change {
        Change::RenameSession { .. } => seen.session("other").is_ok(),
        Change::RenameWindow { .. } => window.name == "other",
        Change::SelectWindow { window, .. } => seen.window(*window).unwrap().active,
        Change::SelectPane { pane, .. } => seen.pane(*pane).unwrap().active,
        Change::SelectLayout { .. } => seen.pane(SECOND).unwrap().left > 0,
        Change::ResizeWindow { .. } => (window.width, window.height) == (50, 20),
        Change::ResizePane { zoom: Some(_), .. } => window.zoomed,
        // Side by side, both are as high as the window.
        Change::ResizePane { .. } => seen.pane(FIRST).unwrap().height == 20,
        Change::MoveWindow { .. } => (window.session, window.index) == (OTHER_SESSION, 1),
        Change::SwapPane { .. } => seen.pane(FIRST).unwrap().left > 0,
        Change::SetPaneTitle { title, .. } => seen.pane(FIRST).unwrap().title == *title,
        Change::SetSynchronizePanes { .. } => seen.pane(SECOND).unwrap().synchronized,
        Change::ClearScrollback { .. } => seen.pane(FIRST).unwrap().history_size == 0,
        Change::RespawnPane { .. } => !seen.pane(FIRST).unwrap().dead,
        other => panic!("{other:?}"),
    }
}

#[apply(every_backend)]
async fn every_change_takes_effect_and_shows_it(#[case] on: Backend) {
    let server = arranged(on).await;
    let identity = server.tmux.identity().await.unwrap();
    let mut before = server
        .tmux
        .observe(domain::Scope::Everything)
        .await
        .unwrap();
    for change in changes(&server, identity).await {
        let respawn = matches!(change, Change::RespawnPane { .. });
        // What was expected has changed meanwhile.
        let change = match change {
            Change::RespawnPane { kill_first, .. } => Change::RespawnPane {
                expected: server.expected(Reach::Keys).await,
                kill_first,
            },
            other => other,
        };
        let seen = match server.tmux.change(&change).await.unwrap() {
            Changed::Arranged(seen) => seen,
            Changed::Value(value) => {
                assert!(value == "on" || value == "77", "{value}");
                continue;
            }
            Changed::Window {
                window,
                pane,
                index,
            } => {
                assert_eq!((window, pane, index), (WindowId::new(3), PaneId::new(4), 0));
                assert_eq!(
                    server.says(&["display-message", "-p", "-t", "$0:", "#{window_id}"]),
                    "@3"
                );
                continue;
            }
            Changed::Ended { left: Some(left) } => {
                assert!(left.window(WINDOW).is_err() && left.pane(SECOND).is_err());
                continue;
            }
            other => panic!("{other:?}"),
        };
        let fits = shows(&seen, &change)
            && (!respawn || seen.pane(FIRST).unwrap().pid != before.pane(FIRST).unwrap().pid);
        assert!(fits, "{change:?}: {seen:?}");
        assert!(!seen.window(WINDOW).unwrap().linked, "{change:?}");
        before = seen;
    }
}
