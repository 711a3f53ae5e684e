//! Waking: watches and channels.

use std::time::Duration;

use domain::{Channel, PaneId, TmuxError, WatchEvent};
use rstest_reuse::apply;
use support::backend::Backend;
use support::tmux::FIRST;
use tokio::time::timeout;

use crate::every_backend;

const SOON: Duration = Duration::from_secs(5);

#[apply(every_backend)]
async fn a_watch_wakes_for_its_own_pane_alone(#[case] on: Backend) {
    let server = on.quiet().await;
    server.raw(&["split-window", "-d", "-t", "%0", "exec cat"]);
    let mut first = server.tmux.watch(FIRST).await.unwrap();
    server
        .until(
            &[
                "display-message",
                "-p",
                "-t",
                "%1",
                "#{pane_current_command}",
            ],
            |name| name == "cat",
        )
        .await;
    let mut second = server.tmux.watch(PaneId::new(1)).await.unwrap();
    server.raw(&["send-keys", "-t", "%1", "x"]);
    assert_eq!(
        timeout(SOON, second.next()).await.unwrap().unwrap(),
        WatchEvent::Changed
    );
    assert!(
        timeout(Duration::from_millis(200), first.next())
            .await
            .is_err()
    );
    // What changes between two calls counts.
    server.raw(&["send-keys", "-t", "%0", "x"]);
    server.until_screen("x").await;
    assert_eq!(
        timeout(SOON, first.next()).await.unwrap().unwrap(),
        WatchEvent::Changed
    );
}

#[apply(every_backend)]
async fn a_pane_that_dies_under_a_watch_is_gone_and_the_others_go_on(#[case] on: Backend) {
    let server = on.quiet().await;
    server.raw(&["split-window", "-d", "-t", "%0", "exec cat"]);
    let mut dying = server.tmux.watch(PaneId::new(1)).await.unwrap();
    server.raw(&["kill-pane", "-t", "%1"]);
    let event = timeout(SOON, async {
        loop {
            match dying.next().await.unwrap() {
                WatchEvent::Changed => {}
                WatchEvent::Gone => return,
            }
        }
    });
    event.await.unwrap();
    let mut first = server.tmux.watch(FIRST).await.unwrap();
    server.raw(&["send-keys", "-t", "%0", "x"]);
    assert_eq!(
        timeout(SOON, first.next()).await.unwrap().unwrap(),
        WatchEvent::Changed
    );
}

#[apply(every_backend)]
async fn the_death_of_the_server_wakes_everybody(
    #[case] on: Backend,
    #[values(
        &["kill-server"],
        &["kill-session", "-t", "$0"],
    )]
    ending: &[&str],
) {
    let server = on.quiet().await;
    let mut watch = server.tmux.watch(FIRST).await.unwrap();
    let tmux = server.tmux.clone();
    let channel: Channel = "never".parse().unwrap();
    let mut waiting = tokio::spawn(async move { tmux.await_signal(&channel).await });
    // It waits in the server before that ends.
    let begun = timeout(server.patience(Duration::from_millis(300)), &mut waiting).await;
    assert!(begun.is_err(), "{begun:?}");
    server.raw(ending);
    let woken = timeout(server.patience(Duration::from_secs(1)), async {
        loop {
            match watch.next().await {
                Ok(WatchEvent::Changed) => {}
                other => return other,
            }
        }
    });
    let woken = woken.await.unwrap();
    assert!(
        matches!(woken, Err(TmuxError::ServerGone { .. })),
        "{woken:?}"
    );
    let woken = timeout(SOON, waiting).await.unwrap().unwrap();
    assert!(
        matches!(woken, Err(TmuxError::ServerGone { .. })),
        "{woken:?}"
    );
}

#[apply(every_backend)]
async fn a_signal_is_waited_for_and_one_before_the_wait_counts(#[case] on: Backend) {
    let server = on.quiet().await;
    let channel: Channel = "early".parse().unwrap();
    server.tmux.signal(&channel).await.unwrap();
    timeout(SOON, server.tmux.await_signal(&channel))
        .await
        .unwrap()
        .unwrap();
    let late: Channel = "late".parse().unwrap();
    let (waited, signalled) = tokio::join!(
        timeout(SOON, server.tmux.await_signal(&late)),
        server.tmux.signal(&late)
    );
    waited.unwrap().unwrap();
    signalled.unwrap();
}

#[apply(every_backend)]
async fn more_waits_than_requests_leave_the_requests_served(#[case] on: Backend) {
    let server = on.quiet().await;
    let waits: Vec<_> = (0..on.crowd())
        .map(|n| {
            let tmux = server.tmux.clone();
            let channel: Channel = format!("w{n}").parse().unwrap();
            tokio::spawn(async move { tmux.await_signal(&channel).await })
        })
        .collect();
    server.tmux.identity().await.unwrap();
    for n in 0..on.crowd() {
        server
            .tmux
            .signal(&format!("w{n}").parse().unwrap())
            .await
            .unwrap();
    }
    for wait in waits {
        timeout(SOON, wait).await.unwrap().unwrap().unwrap();
    }
}
