//! One consistent observation: what is listed, once each, and what is not there.

use domain::{PaneId, Scope, TmuxError};
use rstest_reuse::apply;
use support::backend::Backend;
use support::person::ControlClient;
use support::tmux::FIRST;

use crate::every_backend;

#[apply(every_backend)]
async fn a_socket_where_nothing_listens_is_no_server(#[case] on: Backend) {
    let server = on.none();
    assert!(matches!(
        server.tmux.identity().await,
        Err(TmuxError::NoServer { .. })
    ));
    let seen = server.tmux.observe(Scope::Everything).await;
    assert!(matches!(seen, Err(TmuxError::NoServer { .. })), "{seen:?}");
    assert!(matches!(
        server.tmux.watch(FIRST).await,
        Err(TmuxError::NoServer { .. })
    ));
    server.start("cat", 80, 24);
    server.raw(&["kill-server"]);
    server.until(&["list-sessions"], str::is_empty).await;
    let seen = server.tmux.capture(FIRST, &[]).await;
    assert!(
        matches!(
            seen,
            Err(TmuxError::NoServer { .. } | TmuxError::ServerGone { .. })
        ),
        "{seen:?}"
    );
}

#[apply(every_backend)]
async fn a_server_without_a_session_is_an_empty_observation(#[case] on: Backend) {
    let server = on.none();
    server.raw(&["start-server", ";", "set-option", "-s", "exit-empty", "off"]);
    for scope in [Scope::Sessions, Scope::Everything] {
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
