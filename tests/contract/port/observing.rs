//! One consistent observation: what is listed, once each, and what is not there.

use domain::guard::Reach;
use domain::port::{Paste, Stroke, Typed};
use domain::{
    CaptureRequest, Change, LineRange, Nonce, Pane, PaneId, Place, Scope, SettingQuery, TmuxError,
};
use rstest_reuse::apply;
use support::backend::Backend;
use support::mock::LIFE;
use support::person::ControlClient;
use support::tmux::{FIRST, Server};

use crate::every_backend;

/// What each method says that can be asked without a server of its own.
async fn everything_asked(server: &Server) -> Vec<TmuxError> {
    let port = &server.tmux;
    let channel = "x".parse().unwrap();
    let nonce = Nonce::from_bytes([7; 10]);
    let kill = Change::KillPane {
        identity: LIFE,
        pane: FIRST,
    };
    let query = SettingQuery::Environment(None);
    let failed = [
        port.identity().await.err(),
        port.observe(Scope::Sessions).await.err(),
        port.observe(Scope::Everything).await.err(),
        port.observe(Scope::Panes).await.err(),
        port.observe(Scope::Pane(FIRST)).await.err(),
        port.capture(FIRST, &[]).await.err(),
        port.view(FIRST, &[]).await.err(),
        port.settings(&query).await.err(),
        port.withdraw(FIRST, &nonce, "x").await.err(),
        port.change(&kill).await.err(),
        port.signal(&channel).await.err(),
        port.await_signal(&channel).await.err(),
        port.watch(FIRST).await.err(),
    ];
    failed.into_iter().map(Option::unwrap).collect()
}

#[apply(every_backend)]
async fn a_socket_where_nothing_listens_is_no_server(#[case] on: Backend) {
    let server = on.none();
    for error in everything_asked(&server).await {
        assert!(matches!(error, TmuxError::NoServer { .. }), "{error:?}");
    }
    server.start("cat", 80, 24);
    server.raw(&["kill-server"]);
    server.until(&["list-sessions"], str::is_empty).await;
    for error in everything_asked(&server).await {
        assert!(error.ends_all(), "{error:?}");
    }
}

#[apply(every_backend)]
async fn a_pane_that_was_killed_is_no_such_pane_and_no_empty_answer(#[case] on: Backend) {
    let server = on.quiet().await;
    server.does(&["split-window", "-d", "-t", "%0", "cat"]);
    let killed = PaneId::new(1);
    let mut expected = server.expected(Reach::Keys).await;
    expected.pane = killed;
    server.does(&["kill-pane", "-t", "%1"]);
    let port = &server.tmux;
    let nonce = Nonce::from_bytes([7; 10]);
    let shown = CaptureRequest::shown(LineRange::ALL);
    let typed = Typed {
        expected: expected.clone(),
        strokes: vec![Stroke::Text("x".into())],
        handover: None,
    };
    let paste = Paste {
        expected,
        buffer: "ours".into(),
        text: "x".into(),
        bracketed: false,
        enter: false,
    };
    for failed in [
        port.observe(Scope::Pane(killed)).await.err(),
        port.capture(killed, &[shown]).await.err(),
        port.view(killed, &[shown]).await.err(),
        port.type_keys(&typed).await.err(),
        port.paste(&paste).await.err(),
        port.withdraw(killed, &nonce, "ours").await.err(),
        port.watch(killed).await.err(),
    ] {
        let named = matches!(failed, Some(TmuxError::NoSuchPane { pane }) if pane == killed);
        assert!(named, "{failed:?}");
    }
    assert_eq!(server.buffers(), "");
}

#[apply(every_backend)]
async fn a_server_without_a_session_is_an_empty_observation(#[case] on: Backend) {
    let server = on.none();
    server.raw(&["start-server", ";", "set-option", "-s", "exit-empty", "off"]);
    for scope in [Scope::Sessions, Scope::Everything, Scope::Panes] {
        let seen = server.tmux.observe(scope).await.unwrap();
        assert_eq!(seen.server.identity.pid, server.pid());
        assert!(seen.sessions.is_empty() && seen.panes.is_empty());
    }
    let seen = server.tmux.observe(Scope::Pane(FIRST)).await;
    assert!(
        matches!(seen, Err(TmuxError::NoSuchPane { .. })),
        "{seen:?}"
    );
}

#[apply(every_backend)]
async fn a_linked_window_has_two_placements_and_its_panes_once(#[case] on: Backend) {
    let server = on.quiet().await;
    server.raw(&["new-session", "-d", "-s", "other", "cat"]);
    server.raw(&["link-window", "-s", "@0", "-t", "other:7"]);
    server.raw(&["split-window", "-d", "-t", "%0", "cat"]);
    let seen = server.tmux.observe(Scope::Everything).await.unwrap();
    assert_eq!(
        (seen.sessions.len(), seen.windows.len(), seen.panes.len()),
        (2, 3, 3)
    );
    assert!(seen.windows.iter().filter(|window| window.linked).count() == 2);
    let window = server.tmux.observe(Scope::Pane(FIRST)).await.unwrap();
    assert_eq!(
        (
            window.sessions.len(),
            window.windows.len(),
            window.panes.len()
        ),
        (0, 2, 2)
    );
    assert_eq!(
        seen.server.version,
        server.says(&["display-message", "-p", "#{version}"])
    );
}

#[apply(every_backend)]
async fn a_narrow_look_sees_what_the_wide_one_sees_there(#[case] on: Backend) {
    let server = on.quiet().await;
    for command in [
        &["split-window", "-d", "-t", "%0", "cat"][..],
        &["new-window", "-d", "-t", "$0:3", "cat"],
        &["new-session", "-d", "-s", "alone", "cat"],
        &["new-session", "-d", "-s", "other", "cat"],
        &["link-window", "-s", "alone:0", "-t", "other:7"],
        &["new-session", "-d", "-t", "0", "-s", "twin"],
        &["new-session", "-d", "-s", "last", "cat"],
        &["link-window", "-s", "last:0", "-t", "last:5"],
    ] {
        server.raw(command);
    }
    let wide = server.tmux.observe(Scope::Everything).await.unwrap();
    assert_eq!((wide.windows.len(), wide.panes.len()), (9, 6));
    for pane in &wide.panes {
        let seen = server.tmux.observe(Scope::Pane(pane.id)).await.unwrap();
        let mut there = wide.clone();
        there.sessions.clear();
        there.windows.retain(|window| window.id == pane.window);
        there.panes.retain(|other| other.window == pane.window);
        assert_eq!(seen, there);
    }
    let seen = server.tmux.observe(Scope::Panes).await.unwrap();
    let mut there = wide.clone();
    there.sessions.clear();
    there.places = there.windows.iter().map(Place::from).collect();
    there.places.dedup();
    there.windows.clear();
    there.panes = there.panes.into_iter().map(Pane::in_brief).collect();
    assert_eq!(seen, there);
}

#[apply(every_backend)]
async fn a_pane_that_is_not_there_is_no_such_pane(#[case] on: Backend) {
    let server = on.quiet().await;
    let missing = PaneId::new(99);
    let seen = server.tmux.observe(Scope::Pane(missing)).await;
    assert!(
        matches!(seen, Err(TmuxError::NoSuchPane { pane }) if pane == missing),
        "{seen:?}"
    );
    let seen = server.tmux.view(missing, &[]).await;
    assert!(
        matches!(seen, Err(TmuxError::NoSuchPane { .. })),
        "{seen:?}"
    );
    let seen = server.tmux.capture(missing, &[]).await;
    assert!(
        matches!(seen, Err(TmuxError::NoSuchPane { .. })),
        "{seen:?}"
    );
    assert!(matches!(
        server.tmux.watch(missing).await,
        Err(TmuxError::NoSuchPane { .. })
    ));
}

#[apply(every_backend)]
async fn a_dead_pane_and_a_mode_are_seen(#[case] on: Backend) {
    let server = on.quiet().await;
    server.raw(&["set-option", "-g", "remain-on-exit", "on"]);
    server.raw(&["split-window", "-d", "-t", "%0", "exit 3"]);
    server.raw(&["copy-mode", "-t", "%0"]);
    let dead = ["display-message", "-p", "-t", "%1", "#{pane_dead}"];
    server.until(&dead, |text| text == "1").await;
    let seen = server.tmux.observe(Scope::Pane(FIRST)).await.unwrap();
    assert_eq!(seen.panes[0].mode.as_deref(), Some("copy-mode"));
    assert_eq!(seen.panes[0].scroll_position, Some(0));
    assert!(seen.panes[1].dead && !seen.panes[0].dead);
    // 3.3a loses the status of a death now and then (tmux-facts 5.6).
    let status = ["display-message", "-p", "-t", "%1", "#{pane_dead_status}"];
    assert_eq!(seen.panes[1].dead_status, server.says(&status).parse().ok());
}

#[apply(every_backend)]
async fn a_client_is_listed_with_what_it_shows(#[case] on: Backend) {
    let server = on.quiet().await;
    server.raw(&["split-window", "-t", "%0", "cat"]);
    let client = ControlClient::attach(&server).await;
    let seen = server.tmux.observe(Scope::Pane(FIRST)).await.unwrap();
    assert_eq!(seen.clients.len(), 1);
    assert_eq!(seen.clients[0].pid, client.pid());
    assert_eq!(
        (seen.clients[0].pane, seen.clients[0].control),
        (PaneId::new(1), true)
    );
}
