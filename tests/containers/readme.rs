//! The README's examples of a tmux elsewhere, as written: the names of its hosts stand for a real sshd and a real
//! container. Nothing here is a Kubernetes: its command is played by a script that does what `kubectl exec` does.

use std::fmt::Write as _;

use serde_json::{Value, json};
use support::container::Container;
use support::nest::Nest;
use support::readme::{blocks, sh};
use support::ssh::Sshd;
use support::stdio;

use crate::journey::PROGRAM;

const SECTION: &str = "A tmux elsewhere";

/// A nest in which `ssh`, `docker` and `kubectl` know the names of the README, and the host behind the first.
fn nest() -> (Nest, Sshd) {
    let nest = Nest::new();
    let host = Sshd::start(&nest, "bash", "");
    let place = |program: &str| {
        let path = std::env::var_os("PATH").unwrap();
        let found = std::env::split_paths(&path)
            .map(|folder| folder.join(program))
            .find(|place| place.is_file());
        found.unwrap().to_str().unwrap().to_owned()
    };
    let (ssh, docker) = (place("ssh"), place("docker"));
    let container = Container::shared().name();
    let config = host.path("config");
    nest.script(
        "bin/ssh",
        &format!("[ \"$1\" = build ] || exit 64; shift\nexec {ssh} -F {config} far \"$@\""),
    );
    for (name, wanted, count) in [
        ("docker", "exec -i dev-box", 3),
        ("kubectl", "exec -i dev-pod --", 4),
    ] {
        let mut script = String::from("given=$1; shift\n");
        for _ in 1..count {
            script.push_str("given=\"$given $1\"; shift\n");
        }
        writeln!(script, "[ \"$given\" = '{wanted}' ] || exit 64").unwrap();
        writeln!(script, "exec {docker} exec -i {container} \"$@\"").unwrap();
        nest.script(&format!("bin/{name}"), &script);
    }
    (nest, host)
}

#[test]
#[cfg_attr(
    any(no_docker, no_sshd, no_tmux),
    ignore = "needs a container engine with the image of docker/image, sshd, ssh and tmux"
)]
fn a_tmux_elsewhere_is_reached_as_written() {
    let (nest, _host) = nest();
    let lines = blocks(SECTION, "sh").concat();
    assert_eq!(lines.lines().count(), 3, "{lines}");
    for line in lines.lines() {
        let output = sh(&nest, PROGRAM, line);
        assert!(output.status.success(), "{line}: {output:?}");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(
            answer["sessions"].is_array() || answer == json!({}),
            "{line}: {answer}"
        );
    }
}

#[test]
#[cfg_attr(
    any(no_docker, no_sshd, no_tmux),
    ignore = "needs a container engine with the image of docker/image, sshd, ssh and tmux"
)]
fn several_hosts_are_several_entries() {
    let (nest, _host) = nest();
    let registered: Value = serde_json::from_str(&blocks(SECTION, "json")[0]).unwrap();
    let entries = registered["mcpServers"].as_object().unwrap();
    assert_eq!(entries.len(), 3, "{registered}");
    let mut clients: Vec<_> = entries
        .iter()
        .map(|(name, entry)| {
            assert_eq!(entry["command"], "libtmux-mcp", "{entry}");
            let arguments = entry["args"].as_array().unwrap();
            let words: Vec<&str> = arguments
                .iter()
                .map(|word| word.as_str().unwrap())
                .collect();
            let mut program = nest.program(PROGRAM, &words);
            let path = format!("{}:{}", nest.text("bin"), std::env::var("PATH").unwrap());
            program.env("PATH", path);
            let mut client = stdio::open(program);
            client.call("create_session", json!({ "name": name }));
            client
        })
        .collect();
    // Each is a tmux of its own.
    for (client, name) in clients.iter_mut().zip(entries.keys()) {
        let listed = client.call("list_sessions", json!({}));
        let sessions = listed["sessions"].as_array().unwrap();
        assert_eq!(sessions.len(), 1, "{listed}");
        assert_eq!(sessions[0]["name"], **name, "{listed}");
    }
    let kill = json!({ "session": "build" });
    clients[1].call("kill_session", kill);
    let socket = ["tmux", "-S", "/tmp/agent", "kill-server"];
    Container::shared().says(&socket);
    clients[0].call("kill_session", json!({ "session": "here" }));
    clients.iter_mut().for_each(stdio::Client::leave);
}
