//! The gates are formats: tmux itself says, for any release, on which side it is.

use adapters::tmux::version::{PADS, SPELLS};
use support::release::{release, three};
use support::tmux::Server;

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
