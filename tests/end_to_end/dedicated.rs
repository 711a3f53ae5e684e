//! The server of our own: made where none is named, with a configuration that nobody else wrote.

use std::process::Stdio;

use serde_json::json;
use support::nest::Nest;
use support::process::{PATIENCE, signal, until};
use support::stdio::{self, Client};

use super::{PROGRAM, lines, serve};

fn option(nest: &Nest, scope: &str, name: &str) -> String {
    nest.says_on(&nest.dedicated(), &["show-options", scope, "-v", name])
}

fn provenance(client: &mut Client) -> (String, Vec<String>) {
    let info = client.call("get_server_info", json!({}));
    (
        info["provenance"].as_str().unwrap().to_owned(),
        lines(&info, "toolsets"),
    )
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn the_default_start_makes_a_server_with_the_minimal_configuration() {
    let nest = Nest::new();
    // An operator's configuration, which it must not read.
    std::fs::write(
        nest.path("home").join(".tmux.conf"),
        "set -g history-limit 7\nset -g prefix C-x\n",
    )
    .unwrap();
    let mut client = serve(&nest, &[]);
    client.call("list_sessions", json!({}));
    for (scope, name, value) in [
        ("-s", "exit-empty", "off"),
        ("-g", "history-limit", "50000"),
        ("-s", "escape-time", "0"),
        ("-s", "default-terminal", "tmux-256color"),
        ("-g", "default-size", "200x50"),
        ("-g", "prefix", "C-b"),
    ] {
        assert_eq!(option(&nest, scope, name), value, "{name}");
    }
    // The raw client finds it by the name, too.
    let mut raw = nest.command(support::release::tmux());
    let named = raw.args([
        "-L",
        "libtmux-mcp",
        "show-options",
        "-s",
        "-v",
        "exit-empty",
    ]);
    assert_eq!(named.output().unwrap().stdout, b"off\n");
    let environment = nest.says_on(&nest.dedicated(), &["show-environment", "-g"]);
    assert!(!environment.contains("LIBTMUX_MCP_MARKER"), "{environment}");
    client.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn only_the_process_that_made_the_server_ends_things_on_it() {
    let nest = Nest::new();
    let mut maker = serve(&nest, &[]);
    let all = ["inspect", "manage", "execute", "teardown"].map(str::to_owned);
    assert_eq!(provenance(&mut maker), ("minimal".to_owned(), all.to_vec()));
    assert!(maker.names().iter().any(|name| name == "kill_pane"));
    let mut second = serve(&nest, &[]);
    assert_eq!(
        provenance(&mut second),
        ("operator".to_owned(), all[..3].to_vec())
    );
    assert!(!second.names().iter().any(|name| name.starts_with("kill_")));
    let pid = |client: &mut Client| client.call("get_server_info", json!({}))["pid"].clone();
    assert_eq!(pid(&mut maker), pid(&mut second));
    second.leave();
    // The server was not the second one's to end.
    assert!(option(&nest, "-s", "exit-empty") == "off");
    maker.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn an_empty_server_ends_with_its_maker_and_one_with_sessions_stays() {
    let nest = Nest::new();
    let mut client = serve(&nest, &[]);
    client.call("list_sessions", json!({}));
    assert_eq!(nest.left_with("start-server").len(), 1);
    client.leave();
    until("the empty server is gone", || nest.left().is_empty());
    let mut client = serve(&nest, &[]);
    let made = client.call("create_session", json!({ "name": "stays" }));
    client.call(
        "run_shell_command",
        json!({ "pane_id": made["pane_id"], "command": "true" }),
    );
    client.leave();
    let sessions = nest.says_on(
        &nest.dedicated(),
        &["list-sessions", "-F", "#{session_name}"],
    );
    assert_eq!(sessions, "stays");
    // Ended by hand, its last session leaves the server running: exit-empty is off.
    let mut later = serve(&nest, &[]);
    assert_eq!(provenance(&mut later).0, "operator");
    later.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_signal_ends_the_empty_server_with_its_maker_too() {
    let nest = Nest::new();
    let mut client = serve(&nest, &[]);
    client.call("list_sessions", json!({}));
    signal("TERM", client.pid());
    assert!(client.ended(PATIENCE).success());
    until("the empty server is gone", || nest.left().is_empty());
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn of_several_starts_at_once_one_is_the_maker() {
    for _ in 0..5 {
        let nest = Nest::new();
        let mut clients: Vec<Client> = (0..4)
            .map(|_| stdio::start(nest.program(PROGRAM, &[])))
            .collect();
        for client in &mut clients {
            client.initialize();
        }
        let mut pids = Vec::new();
        let mut makers = 0;
        for client in &mut clients {
            let info = client.call("get_server_info", json!({}));
            makers += usize::from(info["provenance"] == "minimal");
            pids.push(info["pid"].clone());
        }
        pids.dedup();
        assert_eq!((makers, pids.len()), (1, 1), "{pids:?}");
        assert_eq!(option(&nest, "-g", "history-limit"), "50000");
        for client in &mut clients {
            client.leave();
        }
        until("nothing is left", || nest.left().is_empty());
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_piped_session_that_starts_the_server_is_answered_and_leaves_nothing() {
    let nest = Nest::new();
    let request = |id: u32, method: &str, params: serde_json::Value| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
    };
    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": { "name": "x", "version": "1" } });
    let input = [
        request(1, "initialize", hello),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string(),
        request(2, "tools/call", json!({ "name": "list_sessions" })),
    ];
    std::fs::write(nest.path("input"), input.join("\n")).unwrap();
    let mut command = nest.program(PROGRAM, &[]);
    command
        .stdin(std::fs::File::open(nest.path("input")).unwrap())
        .stderr(Stdio::null());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.contains("\"sessions\":[]"), "{text}");
    until("nothing is left", || nest.left().is_empty());
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_server_of_our_own_that_died_is_made_anew_without_the_operators_configuration() {
    let nest = Nest::new();
    std::fs::write(
        nest.path("home").join(".tmux.conf"),
        "set -g history-limit 7\n",
    )
    .unwrap();
    let mut client = serve(&nest, &[]);
    let info = client.call("get_server_info", json!({}));
    let pid = u32::try_from(info["pid"].as_u64().unwrap()).unwrap();
    signal("KILL", pid);
    until("the server is gone", || !support::process::runs(pid));
    let error = client.refused("list_panes", json!({}));
    assert_eq!(error["kind"], "no_server", "{error}");
    client.call("create_session", json!({ "name": "anew" }));
    assert_eq!(option(&nest, "-g", "history-limit"), "50000");
    assert_eq!(option(&nest, "-s", "exit-empty"), "off");
    client.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_server_that_this_process_did_not_find_is_not_followed_by_the_variable_tmux() {
    let nest = Nest::with_server();
    let mut command = nest.program(PROGRAM, &[]);
    command
        .env("TMUX", format!("{},{},0", nest.socket(), nest.server_pid()))
        .env("TMUX_PANE", "%0");
    let mut client = stdio::open(command);
    let info = client.call("get_server_info", json!({}));
    assert_eq!(info["socket_path"], nest.dedicated(), "{info}");
    assert_eq!(
        client.call("list_sessions", json!({}))["sessions"],
        json!([])
    );
    client.leave();
}
