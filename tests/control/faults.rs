//! Control clients, sessions and servers that are stopped, killed or lost while something is asked.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use adapters::link::control::ControlLink;
use adapters::link::{Group, Link};
use adapters::{ControlTmux, Route, Subprocess};
use domain::{Channel, Scope, TmuxError, TmuxPort};
use tokio::time::{Instant, timeout};

use super::clients::{attached, clients, control, own};
use support::process::{signal, until};
use support::tmux::{Server, within};

const SOON: Duration = Duration::from_secs(10);

/// Asks until it is answered.
async fn works(tmux: &ControlTmux) {
    let end = Instant::now() + SOON;
    loop {
        match tmux.observe(Scope::Sessions).await {
            Ok(_) => return,
            Err(error) => assert!(Instant::now() < end, "{error:?}"),
        }
    }
}

fn is_unresponsive(answer: &Result<impl Sized, TmuxError>, unknown: bool) -> bool {
    matches!(answer, Err(TmuxError::Unresponsive { effect_unknown, .. }) if *effect_unknown == unknown)
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_stopped_server_is_unresponsive_and_answers_when_it_goes_on() {
    let server = Server::quiet().await;
    let (tmux, is_attached) = attached(&server, within(400)).await;
    assert!(is_attached);
    let channel: Channel = "x".parse().unwrap();
    let pid = server.pid();
    server.stop();
    for _ in 0..2 {
        let started = Instant::now();
        let (read, changed) = tokio::join!(tmux.observe(Scope::Sessions), tmux.signal(&channel));
        assert!(is_unresponsive(&read, false), "{read:?}");
        assert!(is_unresponsive(&changed, true), "{changed:?}");
        assert!(started.elapsed() < Duration::from_secs(2));
    }
    assert!(signal("CONT", pid));
    tmux.observe(Scope::Sessions).await.unwrap();
    let end = Instant::now() + SOON;
    while !tmux.settle().await {
        assert!(Instant::now() < end, "it does not attach again");
        tokio::task::yield_now().await;
    }
    drop(tmux);
    clients(&server, 0).await;
    server.until(&["list-clients"], str::is_empty).await;
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn calls_of_a_client_that_is_killed_are_answered() {
    let server = Server::quiet().await;
    let tmux = control(&server).await;
    let channel: Channel = "x".parse().unwrap();
    let pid = server.pid();
    for _ in 0..5 {
        tmux.settle().await;
        let own = own(&server);
        assert_eq!(own.len(), 1);
        // Stopped, so that the calls are under way for certain.
        server.stop();
        let (read, changed, ()) = tokio::join!(
            timeout(SOON, tmux.observe(Scope::Sessions)),
            timeout(SOON, tmux.signal(&channel)),
            async {
                tokio::task::yield_now().await;
                assert!(signal("KILL", own[0]));
                until("the client dies", || !support::process::runs(own[0]));
                assert!(signal("CONT", pid));
            }
        );
        read.unwrap().unwrap();
        let changed = changed.unwrap();
        assert!(
            changed.is_ok() || is_unresponsive(&changed, true),
            "{changed:?}"
        );
        tmux.observe(Scope::Everything).await.unwrap();
    }
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn calls_of_a_server_that_is_killed_say_so_and_the_next_server_is_served() {
    let server = Server::quiet().await;
    let tmux = control(&server).await;
    let channel: Channel = "x".parse().unwrap();
    for _ in 0..5 {
        assert!(tmux.settle().await);
        let pid = server.pid();
        server.stop();
        let (read, changed, ()) = tokio::join!(
            timeout(SOON, tmux.observe(Scope::Sessions)),
            timeout(SOON, tmux.signal(&channel)),
            async {
                tokio::task::yield_now().await;
                assert!(signal("KILL", pid));
            }
        );
        let (read, changed) = (read.unwrap().map(drop), changed.unwrap());
        for answer in [read, changed] {
            assert!(
                matches!(answer, Err(TmuxError::ServerGone { .. })),
                "{answer:?}"
            );
        }
        let next = tmux.observe(Scope::Sessions).await;
        assert!(matches!(next, Err(TmuxError::NoServer { .. })), "{next:?}");
        server.start("exec cat", 80, 24);
        works(&tmux).await;
        let end = Instant::now() + SOON;
        while !tmux.settle().await {
            assert!(Instant::now() < end, "it does not attach");
            tokio::task::yield_now().await;
        }
        assert_ne!(tmux.identity().await.unwrap().pid, pid);
    }
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn sessions_that_end_under_the_client_fail_no_call() {
    let server = Server::quiet().await;
    let tmux = control(&server).await;
    let stop = Arc::new(AtomicBool::new(false));
    let callers: Vec<_> = (0..4)
        .map(|n| {
            let (tmux, stop) = (tmux.clone(), stop.clone());
            tokio::spawn(async move {
                let channel: Channel = format!("c{n}").parse().unwrap();
                let mut calls = 0_u32;
                while !stop.load(Ordering::Relaxed) {
                    tmux.observe(Scope::Everything).await.unwrap();
                    tmux.signal(&channel).await.unwrap();
                    calls += 1;
                    tokio::task::yield_now().await;
                }
                calls
            })
        })
        .collect();
    for _ in 0..20 {
        server.raw(&["new-session", "-d", "exec cat"]);
        let end = Instant::now() + SOON;
        let session = loop {
            let listed = server.says(&["list-clients", "-F", "#{session_id}"]);
            if let Some(session) = listed.lines().next() {
                break session.to_owned();
            }
            assert!(Instant::now() < end, "no client comes");
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        server.raw(&["kill-session", "-t", &session]);
        tokio::task::yield_now().await;
    }
    stop.store(true, Ordering::Relaxed);
    for caller in callers {
        assert!(caller.await.unwrap() > 0);
    }
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_client_that_somebody_detaches_comes_back() {
    let server = Server::quiet().await;
    let tmux = control(&server).await;
    for _ in 0..10 {
        let name = server.says(&["list-clients", "-F", "#{client_name}"]);
        server.raw(&["detach-client", "-t", &name]);
        tmux.observe(Scope::Everything).await.unwrap();
        let end = Instant::now() + SOON;
        while server.says(&["list-clients"]).is_empty() {
            assert!(Instant::now() < end, "no client comes");
            tmux.settle().await;
        }
    }
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_client_that_freezes_is_given_up_within_the_deadline() {
    let server = Server::quiet().await;
    let (route, socket) = (
        Route::local(support::release::tmux()),
        server.socket.clone(),
    );
    let limits = within(400).limits;
    let subprocess = Subprocess::new(route.clone(), socket.clone(), None, limits);
    let link = ControlLink::new(route, socket, limits, subprocess);
    assert!(link.settle().await);
    // A key that opens a prompt in a mode: the adapter never sends one, and nothing more is answered then.
    server.raw(&["copy-mode", "-t", "%0"]);
    let key = Group::changing("send-keys -t %0 f".to_owned());
    let read = Group::reading("display-message -p '#{pid}'".to_owned());
    let started = Instant::now();
    let (key, asked) = tokio::join!(link.run(&key), link.run(&read));
    assert!(is_unresponsive(&key, true) || key.is_ok(), "{key:?}");
    let pid = format!("{}\n", server.pid()).into_bytes();
    assert!(
        is_unresponsive(&asked, false) || asked.as_ref().is_ok_and(|reply| reply.output == pid),
        "{asked:?}"
    );
    assert!(started.elapsed() < Duration::from_secs(2));
    for _ in 0..10 {
        assert_eq!(link.run(&read).await.unwrap().output, pid);
        assert_eq!(link.run(&read).await.unwrap().words, "");
        link.settle().await;
    }
}
