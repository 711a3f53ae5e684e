//! A server of our own.

use adapters::{Options, Route, Tmux};
use domain::change::Change;
use domain::{ServerIdentity, TmuxError};

use support::tmux::Server;

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn of_two_launches_at_once_exactly_one_owns_the_server() {
    for _ in 0..5 {
        let server = Server::none();
        let (one, two) = tokio::join!(
            server.subprocess().launch_minimal("one"),
            server.subprocess().launch_minimal("two")
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
    let launch = server.subprocess().launch_minimal("mine").await.unwrap();
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
    let launch = server.subprocess().launch_minimal("mine").await.unwrap();
    assert!(launch.owned);
    server.start("exec cat", 80, 24);
    assert!(
        !server
            .subprocess()
            .end_if_empty(launch.identity)
            .await
            .unwrap()
    );
    server.raw(&["kill-session", "-t", "$0"]);
    let other = ServerIdentity {
        start_time: 1,
        ..launch.identity
    };
    assert!(!server.subprocess().end_if_empty(other).await.unwrap());
    server.tmux.identity().await.unwrap();
    assert!(
        server
            .subprocess()
            .end_if_empty(launch.identity)
            .await
            .unwrap()
    );
    server
        .until(&["display-message", "-p", "x"], str::is_empty)
        .await;
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_socket_that_cannot_be_made_is_a_bad_socket() {
    let tmux = Tmux::subprocess(
        Route::local(support::release::tmux()),
        "/no/such/directory/s".into(),
        Options::default(),
    );
    let launch = tmux.launch_minimal("x").await;
    assert!(
        matches!(launch, Err(TmuxError::BadSocket { .. })),
        "{launch:?}"
    );
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_session_that_ends_at_once_has_vanished() {
    let directory = tempfile::TempDir::new().unwrap();
    let config = camino::Utf8PathBuf::from_path_buf(directory.path().join("conf")).unwrap();
    std::fs::write(&config, "set-option -g destroy-unattached on\n").unwrap();
    let server = Server::with(Options {
        config: Some(config),
        ..Options::default()
    });
    let session = Change::CreateSession {
        identity: None,
        name: Some("x".into()),
        window_name: None,
        start_directory: None,
        width: 120,
        height: 40,
    };
    let made = server.tmux.change(&session).await;
    assert!(matches!(made, Err(TmuxError::Vanished { .. })), "{made:?}");
}
