//! What is special about control clients: that they change nothing for anybody, and come and go without a trace.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use adapters::{ControlTmux, Options, Route, Tmux};
use domain::{CaptureRequest, LineRange, Scope, TmuxPort};
use tokio::time::Instant;

use support::person::Person;
use support::process::{PATIENCE, children, command_line, holds_for, runs, signal, until};
use support::tmux::{FIRST, Server};

/// A control adapter for the server, attached where it can be; whether it is.
pub(super) async fn attached(server: &Server, options: Options) -> (ControlTmux, bool) {
    let tmux = Tmux::control(
        Route::local(support::release::tmux()),
        server.socket.clone(),
        options,
    );
    let attached = tmux.settle().await;
    (tmux, attached)
}

/// The control adapter of a server that lets it attach.
pub(super) async fn control(server: &Server) -> ControlTmux {
    let (tmux, attached) = attached(server, Options::default()).await;
    assert!(attached);
    tmux
}

/// The control clients of this process at this server.
pub(super) fn own(server: &Server) -> Vec<u32> {
    let socket = server.socket.as_str();
    let attached = |pid: &u32| {
        let line = command_line(*pid);
        line.contains(socket) && line.contains("attach-session")
    };
    let children = children(std::process::id()).into_iter();
    children.filter(attached).collect()
}

/// Waits until this process has so many clients there.
pub(super) async fn clients(server: &Server, count: usize) {
    let end = Instant::now() + PATIENCE;
    while own(server).len() != count {
        assert!(Instant::now() < end, "{:?}", own(server));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn listed(server: &Server) -> String {
    server.says(&["list-clients", "-F", "#{client_pid} #{client_flags}"])
}

fn sizes(server: &Server) -> String {
    server.says(&[
        "list-windows",
        "-a",
        "-F",
        "#{window_id} #{window_width}x#{window_height}",
    ])
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn one_client_carries_all_requests_and_counts_as_nobody() {
    let server = Server::quiet().await;
    let tmux = control(&server).await;
    let before = listed(&server);
    assert_eq!(before.lines().count(), 1, "{before}");
    assert!(
        before.contains("control-mode,ignore-size,no-output"),
        "{before}"
    );
    for _ in 0..100 {
        let seen = tmux.observe(Scope::Everything).await.unwrap();
        assert_eq!((seen.clients.len(), seen.sessions[0].attached), (0, 0));
        let seen = tmux.observe(Scope::Sessions).await.unwrap();
        assert_eq!((seen.clients.len(), seen.sessions[0].attached), (0, 0));
    }
    assert_eq!(listed(&server), before);
    // Others count: a person, and a control client of somebody else.
    let _person = Person::attach(&server, "$0", 80, 24).await;
    let other = control(&server).await;
    let seen = tmux.observe(Scope::Everything).await.unwrap();
    assert_eq!((seen.clients.len(), seen.sessions[0].attached), (2, 2));
    let control: Vec<bool> = seen.clients.iter().map(|client| client.control).collect();
    assert_eq!(control.iter().filter(|control| **control).count(), 1);
    drop(other);
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_reply_over_a_client_is_the_one_over_a_process() {
    let server = Server::running(
        r"printf '%%end 1 1 0\n%%output %%0 x\n%%exit\n%%begin 1 1 1\n%%error 1 1 1\n\tt \\134 é\n'; exec cat",
        80,
        24,
    );
    server.until_screen("134 é").await;
    let process = Tmux::subprocess(
        Route::local(support::release::tmux()),
        server.socket.clone(),
        Options::default(),
    );
    let tmux = control(&server).await;
    let requests = [CaptureRequest::shown(LineRange::ALL)];
    let one = process.capture(FIRST, &requests).await.unwrap();
    let two = tmux.capture(FIRST, &requests).await.unwrap();
    assert_eq!(one, two);
    assert!(one.excerpts[0].rows[0].text.starts_with("%end 1 1 0"));
    let one = process.observe(Scope::Everything).await.unwrap();
    let two = tmux.observe(Scope::Everything).await.unwrap();
    assert_eq!(one.panes, two.panes);
    for pane in [7, 8] {
        let pane = domain::PaneId::new(pane);
        let one = process.capture(pane, &requests).await.unwrap_err();
        let two = tmux.capture(pane, &requests).await.unwrap_err();
        assert_eq!(one.to_string(), two.to_string());
    }
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn hooks_that_print_or_fail_shift_no_reply() {
    let server = Server::quiet().await;
    let tmux = control(&server).await;
    let requests = [CaptureRequest::shown(LineRange::SCREEN)];
    let before = tmux.capture(FIRST, &requests).await.unwrap();
    for hook in [
        "display-message",
        "list-panes",
        "list-sessions",
        "capture-pane",
        "if-shell",
    ] {
        for action in ["display-message -p HOOKED", "select-pane -t %99"] {
            let name = format!("after-{hook}");
            server.raw(&["set-hook", "-g", "-a", &name, action]);
        }
    }
    for _ in 0..10 {
        let (observed, captured) = tokio::join!(
            tmux.observe(Scope::Everything),
            tmux.capture(FIRST, &requests)
        );
        assert_eq!(observed.unwrap().panes.len(), 1);
        assert_eq!(captured.unwrap(), before);
    }
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn many_requests_at_once_get_each_its_own_answer() {
    let server = Server::quiet().await;
    for _ in 0..9 {
        server.raw(&["new-window", "-d", "exec cat"]);
    }
    let tmux = control(&server).await;
    let calls = (0..300).map(|n| {
        let tmux = tmux.clone();
        tokio::spawn(async move {
            let pane = domain::PaneId::new(n % 12);
            (pane, tmux.observe(Scope::Pane(pane)).await)
        })
    });
    for call in calls.collect::<Vec<_>>() {
        let (pane, seen) = call.await.unwrap();
        match seen {
            Ok(seen) => assert_eq!(seen.panes[0].id, pane),
            Err(error) => assert!(
                matches!(error, domain::TmuxError::NoSuchPane { pane: named } if named == pane && pane.number() > 9),
                "{error:?}"
            ),
        }
    }
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_person_of_any_size_sees_no_change() {
    let server = Server::quiet().await;
    let person = Person::attach(&server, "$0", 100, 31).await;
    server
        .until(
            &["display-message", "-p", "-t", "%0", "#{window_width}"],
            |width| width == "100",
        )
        .await;
    let (before, saw) = (sizes(&server), person.sees());
    let tmux = control(&server).await;
    let watch = tmux.watch(FIRST).await.unwrap();
    clients(&server, 2).await;
    tmux.observe(Scope::Everything).await.unwrap();
    assert_eq!((sizes(&server), person.sees()), (before.clone(), saw));
    // One who comes while the clients are there has the size to say.
    drop(person);
    until("they leave", || listed(&server).lines().count() == 2);
    assert_eq!(sizes(&server), before);
    let person = Person::attach(&server, "$0", 61, 17).await;
    server
        .until(
            &["display-message", "-p", "-t", "%0", "#{window_width}"],
            |width| width == "61",
        )
        .await;
    let before = sizes(&server);
    drop((watch, tmux));
    clients(&server, 0).await;
    assert_eq!(sizes(&server), before);
    drop(person);
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_session_that_would_end_with_its_last_client_is_left_alone() {
    let server = Server::quiet().await;
    let person = Person::attach(&server, "$0", 80, 24).await;
    server.raw(&["set-option", "-t", "$0", "destroy-unattached", "on"]);
    let (tmux, is_attached) = attached(&server, Options::default()).await;
    assert!(!is_attached);
    let mut watch = tmux.watch(FIRST).await.unwrap();
    server.raw(&["send-keys", "-t", "%0", "x"]);
    let woken = tokio::time::timeout(Duration::from_secs(10), watch.next());
    woken.await.unwrap().unwrap();
    assert_eq!(own(&server), Vec::<u32>::new());
    // Nor is a server kept that would end with its last client.
    server.raw(&["new-session", "-d", "exec cat"]);
    server.raw(&["set-option", "-s", "exit-unattached", "on"]);
    let (_, is_attached) = attached(&server, Options::default()).await;
    assert!(!is_attached);
    server.raw(&["set-option", "-s", "exit-unattached", "off"]);
    let other = control(&server).await;
    // The first one may have come there meanwhile.
    let format = "#{session_id} #{client_control_mode}";
    let listed = server.says(&["list-clients", "-F", format]);
    assert!(!listed.lines().any(|client| client == "$0 1"), "{listed}");
    assert!(listed.lines().any(|client| client == "$1 1"), "{listed}");
    // The person leaves, and it ends as they wanted.
    drop(person);
    let sessions = ["list-sessions", "-F", "#{session_id}"];
    server.until(&sessions, |sessions| sessions == "$1").await;
    drop(other);
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_server_without_a_session_is_served_and_gets_none() {
    let server = Server::quiet().await;
    server.raw(&["set-option", "-s", "exit-empty", "off"]);
    server.raw(&["kill-session", "-t", "$0"]);
    let (tmux, is_attached) = attached(&server, Options::default()).await;
    assert!(!is_attached);
    let seen = tmux.observe(Scope::Everything).await.unwrap();
    assert_eq!(seen.sessions, []);
    server.raw(&["new-session", "-d", "exec cat"]);
    let end = Instant::now() + Duration::from_secs(10);
    while !tmux.settle().await {
        assert!(Instant::now() < end, "it does not attach");
        tokio::task::yield_now().await;
    }
    let seen = tmux.observe(Scope::Everything).await.unwrap();
    assert_eq!((seen.sessions.len(), seen.sessions[0].attached), (1, 0));
    // It goes on when the last session ends again.
    server.raw(&["kill-session", "-t", "$1"]);
    let seen = tmux.observe(Scope::Everything).await.unwrap();
    assert_eq!(seen.sessions, []);
}

/// The variable that tells the helper below which server is meant.
const SOCKET: &str = "ADAPTERS_TEST_CONTROL_SOCKET";

/// Started by the test below, and killed.
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn helper_that_attaches_and_waits() {
    let Ok(socket) = std::env::var(SOCKET) else {
        return;
    };
    let tmux = Tmux::control(
        Route::local(support::release::tmux()),
        socket.into(),
        Options::default(),
    );
    assert!(tmux.settle().await);
    let mut watch = tmux.watch(FIRST).await.unwrap();
    let channel = "never".parse().unwrap();
    let _ = tokio::join!(watch.next(), tmux.await_signal(&channel));
}

/// Started by the test below; it has waited, and waits for nothing any more.
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn helper_that_is_attached_and_idle() {
    let Ok(socket) = std::env::var(SOCKET) else {
        return;
    };
    let tmux = Tmux::control(
        Route::local(support::release::tmux()),
        socket.into(),
        Options::default(),
    );
    assert!(tmux.settle().await);
    drop(tmux.watch(FIRST).await.unwrap());
    std::future::pending::<()>().await;
}

/// Starts a helper of this name for the server.
fn helper(server: &Server, name: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &format!("clients::{name}")])
        .env(SOCKET, server.socket.as_str())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// How often the threads of a process went to sleep.
fn sleeps(pid: u32) -> Vec<String> {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).unwrap();
    let status = threads.map(|thread| thread.unwrap().path().join("status"));
    let counts = status.map(|status| {
        let text = std::fs::read_to_string(status).unwrap_or_default();
        let count = text.lines().find(|line| line.starts_with("voluntary"));
        count.unwrap_or_default().to_owned()
    });
    counts.collect()
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[test]
fn nothing_ticks_while_nothing_is_asked() {
    let server = Server::running("exec cat", 80, 24);
    let mut started = helper(&server, "helper_that_is_attached_and_idle");
    until("it is attached", || listed(&server).lines().count() == 1);
    // The stream of a watch stays for a few seconds.
    until("it sleeps for two seconds without waking", || {
        let before = sleeps(started.id());
        holds_for(Duration::from_secs(2), || sleeps(started.id()) == before)
            && listed(&server).lines().count() == 1
    });
    assert!(runs(started.id()));
    started.kill().unwrap();
    started.wait().unwrap();
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[test]
fn fifty_starts_that_are_killed_hard_leave_nothing() {
    let server = Server::running("exec cat", 80, 24);
    for _ in 0..50 {
        let mut started = helper(&server, "helper_that_attaches_and_waits");
        let mut clients = Vec::new();
        until("it attaches twice, and a process waits", || {
            clients = children(started.id());
            clients.retain(|pid| command_line(*pid).contains(server.socket.as_str()));
            clients.len() == 3 && listed(&server).lines().count() == 2
        });
        started.kill().unwrap();
        started.wait().unwrap();
        until("no client is left", || listed(&server).is_empty());
        until("no process is left", || {
            clients.retain(|pid| {
                let waits = command_line(*pid).contains("source-file");
                // A waiter ends when its channel is signalled; that is what a wait is.
                runs(*pid) && !(waits && signal("KILL", *pid))
            });
            clients.is_empty()
        });
    }
    assert_eq!(server.says(&["list-sessions", "-F", "#{session_id}"]), "$0");
}
