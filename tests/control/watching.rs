//! Watches that wake by what panes print.

use std::fs;
use std::time::Duration;

use domain::{CaptureRequest, LineRange, PaneId, PaneWatch, TmuxPort, WatchEvent};
use tokio::time::{Instant, timeout};

use super::clients::{clients, control, own};
use support::process::signal;
use support::tmux::{FIRST, Server};

const SOON: Duration = Duration::from_secs(10);

/// Waits until a watch has been quiet, so that what comes next is something new.
async fn quiet(watch: &mut Box<dyn PaneWatch>) {
    while timeout(Duration::from_millis(700), watch.next())
        .await
        .is_ok()
    {}
}

async fn wakes(watch: &mut Box<dyn PaneWatch>) {
    let event = timeout(SOON, watch.next()).await.unwrap().unwrap();
    assert_eq!(event, WatchEvent::Changed);
}

/// A pane that does what is typed, and prints nothing by itself. `b` rings: that changes nothing on the screen, so no
/// look can tell that it was printed.
const RINGER: &str = r"stty -echo; while read -r word; do case $word in b) printf '\a';; q) exit 0;; *) echo $word;; esac; done";

fn ring(server: &Server, pane: &str) {
    server.raw(&["send-keys", "-t", pane, "b", "Enter"]);
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_watch_wakes_by_output_alone_and_the_stream_ends_with_it() {
    let server = Server::running(RINGER, 80, 24);
    let tmux = control(&server).await;
    let mut watch = tmux.watch(FIRST).await.unwrap();
    clients(&server, 2).await;
    quiet(&mut watch).await;
    for _ in 0..5 {
        ring(&server, "%0");
        wakes(&mut watch).await;
    }
    drop(watch);
    clients(&server, 1).await;
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_watch_soon_after_another_takes_its_stream() {
    let server = Server::running(RINGER, 80, 24);
    let tmux = control(&server).await;
    let pids = || server.says(&["list-clients", "-F", "#{client_pid}"]);
    let mut watch = tmux.watch(FIRST).await.unwrap();
    quiet(&mut watch).await;
    clients(&server, 2).await;
    let before = pids();
    drop(watch);
    let mut watch = tmux.watch(FIRST).await.unwrap();
    quiet(&mut watch).await;
    ring(&server, "%0");
    wakes(&mut watch).await;
    assert_eq!(pids(), before);
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_pane_that_moves_to_another_session_is_followed() {
    let server = Server::running(RINGER, 80, 24);
    server.raw(&["split-window", "-d", "-t", "%0", "exec cat"]);
    server.raw(&["new-session", "-d", "exec cat"]);
    let tmux = control(&server).await;
    let mut watch = tmux.watch(FIRST).await.unwrap();
    for target in ["$1:", "$0:", "$1:"] {
        server.says(&["break-pane", "-d", "-s", "%0", "-t", target]);
        quiet(&mut watch).await;
        ring(&server, "%0");
        wakes(&mut watch).await;
    }
    // The session that it came from may end.
    server.raw(&["kill-session", "-t", "$0"]);
    quiet(&mut watch).await;
    ring(&server, "%0");
    wakes(&mut watch).await;
    server.raw(&["kill-pane", "-t", "%0"]);
    while timeout(SOON, watch.next()).await.unwrap().unwrap() == WatchEvent::Changed {}
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_stream_that_is_killed_is_replaced_and_misses_nothing() {
    let server = Server::running(RINGER, 80, 24);
    let tmux = control(&server).await;
    let mut watch = tmux.watch(FIRST).await.unwrap();
    clients(&server, 2).await;
    quiet(&mut watch).await;
    for n in 0..3 {
        for client in own(&server) {
            signal("KILL", client);
        }
        server.raw(&["send-keys", "-t", "%0", &format!("word{n}"), "Enter"]);
        wakes(&mut watch).await;
        quiet(&mut watch).await;
        ring(&server, "%0");
        wakes(&mut watch).await;
    }
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn what_no_output_tells_wakes_too() {
    let server = Server::running(RINGER, 80, 24);
    server.raw(&["set-option", "-g", "remain-on-exit", "on"]);
    let tmux = control(&server).await;
    let mut watch = tmux.watch(FIRST).await.unwrap();
    server.raw(&["send-keys", "-t", "%0", "word", "Enter"]);
    server.until_screen("word").await;
    quiet(&mut watch).await;
    server.raw(&["clear-history", "-t", "%0"]);
    server.raw(&["copy-mode", "-t", "%0"]);
    wakes(&mut watch).await;
    server.raw(&["copy-mode", "-q", "-t", "%0"]);
    quiet(&mut watch).await;
    server.raw(&["send-keys", "-t", "%0", "q", "Enter"]);
    wakes(&mut watch).await;
    server.raw(&["resize-window", "-t", "@0", "-x", "70"]);
    wakes(&mut watch).await;
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn what_a_pane_prints_under_a_watch_is_never_taken_for_an_answer() {
    let lines = r"%%end 1 1 0\n%%output %%0 x\n%%exit\n\n%%begin 1 1 1\n%%session-changed $9 x\n\134012\134\134\001\033[0m%%end\n";
    let server = Server::running(
        &format!("stty -echo; while read -r word; do printf '{lines}'; echo $word; done"),
        80,
        24,
    );
    let tmux = control(&server).await;
    let mut watch = tmux.watch(FIRST).await.unwrap();
    clients(&server, 2).await;
    let before = own(&server);
    for n in 0..20 {
        let word = format!("word{n}");
        server.raw(&["send-keys", "-t", "%0", &word, "Enter"]);
        loop {
            wakes(&mut watch).await;
            let capture = tmux
                .capture(FIRST, &[CaptureRequest::shown(LineRange::SCREEN)])
                .await;
            let rows = &capture.unwrap().excerpts[0].rows;
            if rows.iter().any(|row| row.text == word) {
                assert!(rows.iter().any(|row| row.text == "%output %0 x"));
                break;
            }
        }
    }
    assert_eq!(own(&server), before, "no client was lost");
}

/// The memory that this process holds.
fn resident_bytes() -> u64 {
    let statm = fs::read_to_string("/proc/self/statm").unwrap();
    let pages: u64 = statm.split(' ').nth(1).unwrap().parse().unwrap();
    pages * 4096
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_stalls_no_program_and_is_not_held() {
    let server = Server::quiet().await;
    server.raw(&["split-window", "-d", "-t", "%0", "seq 1 2000000; exec cat"]);
    server.raw(&["split-window", "-d", "-t", "%0", "exec cat"]);
    let tmux = control(&server).await;
    let before = resident_bytes();
    // Nobody asks the first for what it has to tell.
    let idle = tmux.watch(PaneId::new(1)).await.unwrap();
    let mut other = tmux.watch(PaneId::new(2)).await.unwrap();
    clients(&server, 2).await;
    server.raw(&["send-keys", "-t", "%2", "x"]);
    wakes(&mut other).await;
    let end = Instant::now() + Duration::from_mins(1);
    loop {
        let seen = server.says(&["capture-pane", "-p", "-t", "%1"]);
        if seen.contains("2000000") {
            break;
        }
        assert!(Instant::now() < end, "the program stands at {seen}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let grown = resident_bytes().saturating_sub(before);
    assert!(grown < 16 * 1024 * 1024, "{grown} bytes");
    drop(idle);
}
