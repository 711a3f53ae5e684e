//! What goes wrong around a request: deadlines, floods, wrong programs, descriptors and environments.

use std::process::Command;
use std::time::{Duration, Instant};

use adapters::{Limits, Options, Route, Tmux};
use domain::guard::{Caller, InputGuard, Reach};
use domain::{CaptureRequest, Channel, LineRange, Scope, TmuxError, TmuxPort};

use support::tmux::{FIRST, Server, within};

/// The tmux clients of this socket.
fn clients_of(server: &Server) -> usize {
    let list = Command::new("ps")
        .args(["-eo", "pid=,stat=,args="])
        .output()
        .unwrap();
    String::from_utf8_lossy(&list.stdout)
        .lines()
        .filter(|line| line.contains(server.socket.as_str()) && line.contains("source-file"))
        .count()
}

/// Children of this process that ended and were not reaped.
fn zombies() -> usize {
    let own = std::process::id().to_string();
    let list = Command::new("ps")
        .args(["-o", "stat=,comm=", "--ppid", &own])
        .output()
        .unwrap();
    String::from_utf8_lossy(&list.stdout)
        .lines()
        .filter(|line| line.starts_with('Z') && line.contains("tmux"))
        .count()
}

async fn until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(10);
    while !holds() {
        assert!(Instant::now() < end, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_stopped_server_is_unresponsive_and_leaves_no_process() {
    let server = Server::with(within(300));
    server.start("exec cat", 80, 24);
    let mut watch = server.tmux.watch(FIRST).await.unwrap();
    server.stop();
    let seen = server.tmux.observe(Scope::Sessions).await;
    assert!(
        matches!(
            seen,
            Err(TmuxError::Unresponsive {
                effect_unknown: false,
                ..
            })
        ),
        "{seen:?}"
    );
    let channel: Channel = "x".parse().unwrap();
    let signalled = server.tmux.signal(&channel).await;
    assert!(
        matches!(
            signalled,
            Err(TmuxError::Unresponsive {
                effect_unknown: true,
                ..
            })
        ),
        "{signalled:?}"
    );
    assert!(
        tokio::time::timeout(Duration::from_millis(700), watch.next())
            .await
            .is_err()
    );
    drop(watch);
    until("a client is left", || {
        clients_of(&server) == 0 && zombies() == 0
    })
    .await;
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_dropped_wait_leaves_no_process() {
    let server = Server::quiet().await;
    let channel: Channel = "x".parse().unwrap();
    {
        let wait = server.tmux.await_signal(&channel);
        assert!(
            tokio::time::timeout(Duration::from_millis(200), wait)
                .await
                .is_err()
        );
    }
    until("a client is left", || {
        clients_of(&server) == 0 && zombies() == 0
    })
    .await;
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_reply_beyond_the_limit_is_too_large() {
    let limits = Limits {
        stdout_bytes_max: 100_000,
        ..Limits::default()
    };
    let server = Server::with(Options {
        limits,
        ..Options::default()
    });
    server.start("seq 1 100000; exec cat", 80, 24);
    server.raw(&["set-option", "-g", "history-limit", "50000"]);
    server.raw(&["new-window", "-d", "seq 1 100000; exec cat"]);
    let pane = domain::PaneId::new(1);
    server
        .until(&["capture-pane", "-p", "-t", "%1"], |text| {
            text.contains("100000")
        })
        .await;
    let read = server
        .tmux
        .capture(pane, &[CaptureRequest::shown(LineRange::ALL)])
        .await;
    assert!(
        matches!(read, Err(TmuxError::TooLarge { limit: 100_000 })),
        "{read:?}"
    );
    until("a client is left", || {
        clients_of(&server) == 0 && zombies() == 0
    })
    .await;
    server
        .tmux
        .capture(pane, &[CaptureRequest::shown(LineRange::SCREEN)])
        .await
        .unwrap();
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn several_megabytes_arrive_whole_even_from_a_server_that_ends() {
    let server = Server::none();
    server.raw(&["start-server", ";", "set-option", "-g", "history-limit", "50000", ";", "new-session", "-d", "-x", "200", "-y", "50",
        "i=0; while [ $i -lt 40000 ]; do i=$((i+1)); echo $i 123456789012345678901234567890123456789012345678901234567890; done; exec cat"]);
    server
        .until(&["capture-pane", "-p", "-t", "%0"], |text| {
            text.contains("\n40000 ")
        })
        .await;
    let read = server
        .tmux
        .capture(FIRST, &[CaptureRequest::shown(LineRange::ALL)])
        .await
        .unwrap();
    let texts: Vec<&str> = read.excerpts[0].rows.iter().map(|row| &*row.text).collect();
    assert!(texts[39_999].starts_with("40000 ") && texts[0].starts_with("1 "));
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_program_that_is_no_tmux_is_found_out() {
    let deadline = Duration::from_secs(5);
    for (program, words) in [
        ("/no/such/tmux", "there is no"),
        ("no-such-tmux", "PATH"),
        ("true", "no tmux"),
        ("/etc/passwd", "executed"),
    ] {
        let error = adapters::route::client_version(&Route::local(program), deadline)
            .await
            .unwrap_err();
        let TmuxError::NoTmux { looked } = &error else {
            panic!("{error:?}")
        };
        assert!(
            looked.contains(words) || words == "PATH" && looked.contains("/usr/bin"),
            "{looked}"
        );
    }
    let version =
        adapters::route::client_version(&Route::local(support::release::tmux()), deadline)
            .await
            .unwrap();
    assert!(
        adapters::tmux::version::Release::parse(&version).is_some(),
        "{version}"
    );
    let tmux = Tmux::subprocess(
        Route::local("/no/such/tmux"),
        "/tmp/none".into(),
        Options::default(),
    );
    assert!(matches!(
        tmux.identity().await,
        Err(TmuxError::NoTmux { .. })
    ));
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn without_a_locale_text_stays_what_it_is() {
    let server = Server::quiet().await;
    server.raw(&["rename-window", "-t", "@0", "é😀 日本"]);
    let route = Route::through(
        "env",
        [
            "-i",
            "PATH=/usr/bin:/bin:/usr/local/bin",
            "LC_ALL=C",
            support::release::tmux(),
        ]
        .map(Into::into)
        .to_vec(),
    );
    let tmux = Tmux::subprocess(route, server.socket.clone(), Options::default());
    let seen = tmux.observe(Scope::Everything).await.unwrap();
    assert_eq!(seen.windows[0].name, "é😀 日本");
    let seen = tmux.observe(Scope::Pane(FIRST)).await.unwrap();
    let guard = InputGuard {
        caller: Caller::Elsewhere,
        allow_attended: true,
    };
    tmux.type_keys(&domain::port::Typed {
        expected: guard.admit(&seen, FIRST, Reach::Keys).unwrap(),
        strokes: vec![domain::port::Stroke::Text("ü日".into())],
        handover: None,
    })
    .await
    .unwrap();
    server.until_screen("ü日").await;
}

/// Started by the test below with descriptor 9 open on a file.
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn helper_that_starts_a_server_with_an_inherited_descriptor() {
    let Ok(socket) = std::env::var("ADAPTERS_TEST_SOCKET") else {
        return;
    };
    adapters::seal_inherited_descriptors();
    let tmux = Tmux::subprocess(
        Route::local(support::release::tmux()),
        socket.into(),
        Options::default(),
    );
    tmux.launch_minimal("x").await.unwrap();
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_server_does_not_hold_a_descriptor_that_was_inherited() {
    let server = Server::none();
    let lock = server.directory.path().join("lock");
    let status = Command::new("sh")
        .args(["-c", "exec 9>\"$1\"; exec \"$2\" --exact faults::helper_that_starts_a_server_with_an_inherited_descriptor", "sh"])
        .arg(&lock)
        .arg(std::env::current_exe().unwrap())
        .env("ADAPTERS_TEST_SOCKET", server.socket.as_str())
        .stdout(std::process::Stdio::null())
        .status()
        .unwrap();
    assert!(status.success());
    let descriptors = std::fs::read_dir(format!("/proc/{}/fd", server.pid())).unwrap();
    let held: Vec<_> = descriptors
        .filter_map(|entry| std::fs::read_link(entry.unwrap().path()).ok())
        .filter(|target| *target == lock)
        .collect();
    assert_eq!(held, Vec::<std::path::PathBuf>::new());
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_request_that_is_cut_off_is_not_run() {
    // Half a request is what tmux reads where this process dies while it writes a long one. The link's braces make it
    // a syntax error; without them tmux takes the unclosed quote.
    let server = Server::quiet().await;
    for (line, runs) in [
        ("set-buffer -b x 'half of", true),
        ("if-shell -F 1 { set-buffer -b x 'half of", false),
        (
            "if-shell -F 1 { set-buffer -b x 'a' ; send-keys -t %0",
            false,
        ),
    ] {
        let mut client = Command::new(support::release::tmux())
            .args(["-u", "-S", server.socket.as_str(), "source-file", "-"])
            .stdin(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::io::Write::write_all(client.stdin.as_mut().unwrap(), line.as_bytes()).unwrap();
        drop(client.stdin.take());
        client.wait().unwrap();
        assert_eq!(!server.buffers().is_empty(), runs, "{line}");
        server.raw(&["delete-buffer", "-b", "x"]);
    }
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn nothing_looks_once_the_last_watch_is_dropped() {
    let server = Server::quiet().await;
    let tasks = || {
        tokio::runtime::Handle::current()
            .metrics()
            .num_alive_tasks()
    };
    let before = tasks();
    let one = server.tmux.watch(FIRST).await.unwrap();
    let two = server.tmux.watch(FIRST).await.unwrap();
    assert_eq!(tasks(), before + 1, "one poller serves both");
    drop((one, two));
    let ended = tokio::time::timeout(Duration::from_secs(5), async {
        while tasks() > before {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    ended.await.unwrap();
    let mut again = server.tmux.watch(FIRST).await.unwrap();
    server.raw(&["send-keys", "-t", "%0", "x"]);
    assert_eq!(
        tokio::time::timeout(Duration::from_secs(5), again.next())
            .await
            .unwrap()
            .unwrap(),
        domain::WatchEvent::Changed
    );
}
