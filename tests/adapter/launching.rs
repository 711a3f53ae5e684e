//! A server of our own.

use adapters::{Options, Route, Tmux};
use domain::{ServerIdentity, TmuxError, TmuxPort};

use support::tmux::Server;

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn of_two_launches_at_once_exactly_one_owns_the_server() {
    for _ in 0..5 {
        let server = Server::none();
        let (one, two) = tokio::join!(
            server.tmux.launch_minimal("one"),
            server.tmux.launch_minimal("two")
        );
        let (one, two) = (one.unwrap(), two.unwrap());
        assert_eq!(one.identity, two.identity);
        assert!(one.owned != two.owned, "{one:?} {two:?}");
        assert_eq!(
            server.says(&["show-options", "-gv", "history-limit"]),
            "50000"
        );
        assert_eq!(
            server.says(&["show-options", "-gv", "default-size"]),
            "200x50"
        );
        let left = server.says(&["show-environment", "-g"]);
        assert!(!left.contains("LIBTMUX_MCP_MARKER"), "{left}");
    }
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_server_that_runs_is_left_as_it_is() {
    let server = Server::none();
    server.raw(&["start-server", ";", "set-option", "-s", "exit-empty", "off"]);
    let before = server.says(&["show-options", "-s"]) + &server.says(&["show-options", "-g"]);
    let launch = server.tmux.launch_minimal("mine").await.unwrap();
    assert!(!launch.owned);
    assert_eq!(launch.identity.pid, server.pid());
    assert_eq!(
        before,
        server.says(&["show-options", "-s"]) + &server.says(&["show-options", "-g"])
    );
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_server_is_ended_only_while_it_is_empty() {
    let server = Server::none();
    let launch = server.tmux.launch_minimal("mine").await.unwrap();
    assert!(launch.owned);
    server.start("exec cat", 80, 24);
    assert!(!server.tmux.end_if_empty(launch.identity).await.unwrap());
    server.raw(&["kill-session", "-t", "$0"]);
    let other = ServerIdentity {
        start_time: 1,
        ..launch.identity
    };
    assert!(!server.tmux.end_if_empty(other).await.unwrap());
    server.tmux.identity().await.unwrap();
    assert!(server.tmux.end_if_empty(launch.identity).await.unwrap());
    server
        .until(&["display-message", "-p", "x"], str::is_empty)
        .await;
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_socket_that_cannot_be_made_is_a_bad_socket() {
    let tmux = Tmux::subprocess(
        Route::local("tmux"),
        "/no/such/directory/s".into(),
        Options::default(),
    );
    let launch = tmux.launch_minimal("x").await;
    assert!(
        matches!(launch, Err(TmuxError::BadSocket { .. })),
        "{launch:?}"
    );
}
