//! The gates are formats: tmux itself says, for any release, on which side it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adapters::link::hearing::Ear;
use adapters::link::{Group, Link, Reply};
use adapters::tmux::version::{PADS, SPELLS};
use adapters::{Limits, Route, Subprocess, Tmux};
use async_trait::async_trait;
use domain::{CaptureRequest, LineRange, PaneId, TmuxError, TmuxPort as _};
use rstest::rstest;
use support::release::{release, three};
use support::tmux::{FIRST, Server};
use tokio::sync::Notify;

/// What the gate says where the server is of this release.
fn holds(server: &Server, gate: &str, version: &str) -> bool {
    let gate = gate.replace("#{version}", version);
    match &*server.says(&["display-message", "-p", &gate]) {
        "1" => true,
        "0" => false,
        other => panic!("{gate} says {other:?}"),
    }
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_gate_holds_from_its_release_on_and_for_what_nobody_knows() {
    let server = Server::quiet().await;
    // The releases in their order, each with the gates that hold from there on.
    let releases = [
        ("1.8", 0),
        ("2.9a", 0),
        ("3.0", 0),
        ("3.2a", 0),
        ("3.3", 0),
        ("3.3a", 0),
        ("openbsd-6.9", 0),
        ("openbsd-7.3", 0),
        ("openbsd-7.4", 1),
        ("3.4", 1),
        ("3.5a", 1),
        ("3.6", 1),
        ("3.6a", 1),
        ("next-3.6", 1),
        ("openbsd-7.8", 1),
        ("next-3.7", 2),
        ("3.7", 2),
        ("3.7c", 2),
        ("3.10", 2),
        ("3.30a", 2),
        ("4.0-rc", 2),
        ("20.1", 2),
        ("openbsd-8.1", 2),
        ("master", 2),
        ("", 2),
    ];
    for (version, gates) in releases {
        let found = [PADS, SPELLS].map(|gate| holds(&server, gate, version));
        assert_eq!(found, [gates >= 1, gates >= 2], "{version}");
    }
    let own = server.says(&["display-message", "-p", "#{version}"]);
    let found = [PADS, SPELLS].map(|gate| holds(&server, gate, &own));
    assert_eq!(found, [4, 7].map(|minor| release() >= three(minor)));
    let asked = [PADS, SPELLS].map(|gate| server.says(&["display-message", "-p", gate]) == "1");
    assert_eq!(asked, found);
}

/// A link whose first reply is another than tmux's, and that counts what it carries.
#[derive(Debug)]
struct Tampering {
    link: Subprocess,
    from: String,
    to: String,
    carried: Arc<AtomicUsize>,
}

#[async_trait]
impl Link for Tampering {
    async fn run(&self, group: &Group) -> Result<Reply, TmuxError> {
        let mut reply = self.link.run(group).await?;
        if self.carried.fetch_add(1, Ordering::Relaxed) == 0 {
            let output = String::from_utf8(reply.output).unwrap();
            assert!(output.contains(&self.from), "{output:?}");
            reply.output = output.replace(&self.from, &self.to).into_bytes();
        }
        Ok(reply)
    }

    async fn wait(&self, group: &Group) -> Result<Reply, TmuxError> {
        self.link.wait(group).await
    }

    fn listen(&self, _: PaneId, _: &Arc<Notify>) -> Option<Ear> {
        None
    }

    fn own_clients(&self) -> Option<Vec<u32>> {
        None
    }
}

#[rstest]
#[case::by_a_server_that_is_gone(false)]
#[case::by_one_of_another_release(true)]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn what_another_server_decided_is_asked_anew(#[case] release: bool) {
    let server = Server::quiet().await;
    server.raw(&["send-keys", "-t", "%0", "-l", "text"]);
    server.until_screen("text").await;
    let (from, to) = if release {
        let pads = server.says(&["display-message", "-p", PADS]);
        let other = if pads == "1" { "0" } else { "1" };
        (format!(";{pads} \n"), format!(";{other} \n"))
    } else {
        let pid = server.pid();
        (format!("%0 {pid} "), format!("%0 1{pid} "))
    };
    let route = Route::local(support::release::tmux());
    let link = Subprocess::new(route, server.socket.clone(), None, Limits::default());
    let carried = Arc::new(AtomicUsize::new(0));
    let link = Tampering {
        link,
        from,
        to,
        carried: Arc::clone(&carried),
    };
    let tmux = Tmux::over(link, server.socket.clone());
    let screen = [CaptureRequest::shown(LineRange::SCREEN)];
    let expected = server.tmux.capture(FIRST, &screen).await.unwrap();
    tmux.capture(FIRST, &screen).await.unwrap();
    // What knows no such flag fails over the wrong form; a later release would only give blanks that nobody wrote, and a
    // server never changes its release.
    if release && support::release::release() >= three(4) {
        return;
    }
    assert_eq!(tmux.capture(FIRST, &screen).await.unwrap(), expected);
    // The first, one in vain, and one that holds; then each is one.
    assert_eq!(carried.load(Ordering::Relaxed), 3);
    tmux.capture(FIRST, &screen).await.unwrap();
    assert_eq!(carried.load(Ordering::Relaxed), 4);
}
