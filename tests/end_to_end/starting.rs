//! Start-up where something is wrong: the program answers all the same, and each call says what it is.

use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use serde_json::{Value, json};
use support::nest::Nest;
use support::process::{PATIENCE, signal, until};
use support::stdio::{self, Client};

use super::{ALL, PROGRAM, lines, serve, soon};

/// One call of each kind that reaches tmux.
fn calls() -> Vec<(&'static str, Value)> {
    vec![
        ("list_sessions", json!({})),
        ("list_panes", json!({})),
        ("get_server_info", json!({})),
        ("capture_pane", json!({ "pane_id": "%0" })),
        (
            "wait_for_text",
            json!({ "pane_id": "%0", "patterns": ["x"], "timeout": 20 }),
        ),
        (
            "run_shell_command",
            json!({ "pane_id": "%0", "command": "true", "timeout": 20 }),
        ),
        (
            "send_keys",
            json!({ "pane_id": "%0", "text": "x", "enter": true }),
        ),
        ("kill_pane", json!({ "pane_id": "%0" })),
    ]
}

/// The handshake and the list are answered soon; so is each call, with an error of this kind whose words say this.
fn check(mut client: Client, kind: &str, words: &[&str]) -> Client {
    let listed = soon("the handshake and the list", || {
        client.initialize();
        client.names()
    });
    assert!(listed.iter().any(|name| name == "list_panes"), "{listed:?}");
    for (tool, arguments) in calls() {
        if listed.iter().any(|name| name == tool) {
            let error = soon(tool, || client.refused(tool, arguments));
            assert_eq!(error["kind"], kind, "{tool}: {error}");
            for word in words {
                assert!(
                    error.to_string().contains(word),
                    "{tool}: {word:?} is not in {error}"
                );
            }
        }
    }
    client
}

/// The words that choose the operator's socket of this nest.
fn operator(nest: &Nest) -> Vec<String> {
    ["--socket", &nest.socket(), "--toolsets", ALL]
        .map(str::to_owned)
        .to_vec()
}

fn start(nest: &Nest, words: &[String]) -> Client {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    stdio::start(nest.program(PROGRAM, &words))
}

#[test]
fn f42_without_a_tmux_each_call_says_where_it_looked_and_what_to_set() {
    let nest = Nest::new();
    for words in [vec![], operator(&nest)] {
        let mut command = nest.program(PROGRAM, &[]);
        command
            .args(&words)
            .env("PATH", "/nonexistent")
            .env_remove("LIBTMUX_TMUX_BIN");
        let client = stdio::start(command);
        let mut client = check(
            client,
            "no_server",
            &["/nonexistent", "--tmux", "LIBTMUX_TMUX_BIN"],
        );
        let refused = client.refused("create_session", json!({}));
        assert_eq!(refused["kind"], "no_server", "{refused}");
        client.leave();
        let words = [
            words,
            vec!["--tmux".to_owned(), "/nonexistent/tmux".to_owned()],
        ]
        .concat();
        check(start(&nest, &words), "no_server", &["/nonexistent/tmux"]).leave();
    }
    let plain = nest.text("plain");
    std::fs::write(&plain, "no program").unwrap();
    let words = ["--tmux".to_owned(), plain.clone()];
    check(start(&nest, &words), "no_server", &[&plain]).leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f42_an_older_server_is_told_in_the_words_of_tmux() {
    let nest = Nest::new();
    let words = "server version is too old for client";
    let fake = nest.script("bin/tmux", &format!("echo '{words}' >&2; exit 1"));
    for choice in [vec![], operator(&nest)] {
        let choice = [choice, vec!["--tmux".to_owned(), fake.clone()]].concat();
        check(start(&nest, &choice), "tmux", &[words]).leave();
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f42_an_odd_version_is_no_obstacle() {
    let nest = Nest::with_server();
    let tmux = support::release::tmux();
    for version in ["next-3.8", "3.3a", "openbsd-7.6", "", "x"] {
        let script =
            format!("[ \"$1\" = -V ] && echo 'tmux {version}' && exit\nexec {tmux} \"$@\"");
        let fake = nest.script("bin/odd", &script);
        let mut client = serve(&nest, &["--socket", &nest.socket(), "--tmux", &fake]);
        client.call("list_panes", json!({}));
        client.leave();
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_tmux_that_says_nothing_or_nonsense_or_never_ends_fails_each_call() {
    let nest = Nest::new();
    for (name, script) in [
        ("silent", "exit 0"),
        ("failing", "exit 1"),
        ("nonsense", "echo nonsense; exit 0"),
        ("dying", "kill -9 $$"),
    ] {
        let fake = nest.script(name, script);
        let words = [operator(&nest), vec!["--tmux".to_owned(), fake]].concat();
        let mut client = start(&nest, &words);
        client.initialize();
        for (tool, arguments) in calls() {
            let error = soon(name, || client.refused(tool, arguments));
            let kind = error["kind"].as_str().unwrap();
            assert!(
                matches!(kind, "tmux" | "server_gone"),
                "{name} {tool}: {error}"
            );
        }
        client.leave();
    }
    let fake = nest.script("flood", "exec yes");
    let words = ["--tmux", &fake, "--command-timeout", "0.5"].map(str::to_owned);
    let mut client = start(&nest, &[operator(&nest), words.to_vec()].concat());
    client.initialize();
    let error = client.refused("list_panes", json!({}));
    let kind = error["kind"].as_str().unwrap();
    assert!(matches!(kind, "too_large" | "unresponsive"), "{error}");
    client.leave();
    until("the flood has ended", || nest.left_with("yes").is_empty());
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f41_where_nothing_listens_calls_say_so_and_create_session_starts_a_server() {
    let nest = Nest::new();
    let mut client = check(
        start(&nest, &operator(&nest)),
        "no_server",
        &[&nest.socket(), "create_session"],
    );
    assert!(!nest.path("s").exists());
    let refused = client.refused("run_shell_command", json!({ "command": "true" }));
    assert_eq!(refused["kind"], "no_server");
    let made = client.call("create_session", json!({ "name": "first" }));
    assert_eq!(
        nest.says(&["list-sessions", "-F", "#{session_name}"]),
        "first"
    );
    let ran = client.call(
        "run_shell_command",
        json!({ "pane_id": made["pane_id"], "command": "echo here" }),
    );
    assert_eq!(lines(&ran, "output"), ["here"]);
    client.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_server_without_a_session_is_listed_empty_and_runs_a_command_in_a_new_one() {
    let nest = Nest::new();
    nest.says(&["start-server", ";", "set-option", "-s", "exit-empty", "off"]);
    let words = operator(&nest);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut client = serve(&nest, &words);
    for (tool, key) in [
        ("list_sessions", "sessions"),
        ("list_windows", "windows"),
        ("list_panes", "panes"),
    ] {
        let answer = soon(tool, || client.call(tool, json!({})));
        assert_eq!(answer[key], json!([]), "{tool}: {answer}");
    }
    let info = client.call("get_server_info", json!({}));
    assert_eq!(info["panes"].as_u64().unwrap_or(0), 0, "{info}");
    let missing = soon("capture", || {
        client.refused("capture_pane", json!({ "pane_id": "%0" }))
    });
    assert_eq!(missing["kind"], "no_such_target", "{missing}");
    let missing = client.refused("get_session_info", json!({ "session": "x" }));
    assert_eq!(missing["kind"], "no_such_target", "{missing}");
    let ran = client.call("run_shell_command", json!({ "command": "echo $((6 * 7))" }));
    assert_eq!(lines(&ran, "output"), ["42"]);
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f41_a_stale_socket_is_no_server_until_a_session_is_created() {
    let nest = Nest::with_server();
    let pid = nest.server_pid();
    signal("KILL", pid);
    until("the server is gone", || !support::process::runs(pid));
    assert!(nest.path("s").exists());
    let mut client = check(
        start(&nest, &operator(&nest)),
        "no_server",
        &[&nest.socket()],
    );
    client.call("create_session", json!({}));
    assert_eq!(
        client.call("list_sessions", json!({}))["sessions"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    client.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f41_a_removed_socket_of_a_live_server_is_no_server_and_comes_back() {
    let nest = Nest::with_server();
    let pid = nest.server_pid();
    let words = operator(&nest);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut client = serve(&nest, &words);
    client.call("list_panes", json!({}));
    std::fs::remove_file(nest.path("s")).unwrap();
    let error = soon("a call", || client.refused("list_panes", json!({})));
    assert_eq!(error["kind"], "no_server", "{error}");
    // tmux makes its socket anew at this signal.
    signal("USR1", pid);
    until("the socket is there again", || nest.path("s").exists());
    client.call("list_panes", json!({}));
    client.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f41_a_socket_that_cannot_be_made_is_told_by_create_session_too() {
    let nest = Nest::new();
    std::fs::write(nest.path("file"), "").unwrap();
    std::fs::create_dir(nest.path("folder")).unwrap();
    let places = [
        nest.text("missing/s"),
        nest.text("file/s"),
        nest.text("folder"),
        "/proc/s".to_owned(),
    ];
    for socket in places {
        let words = ["--socket", &socket, "--toolsets", ALL].map(str::to_owned);
        let mut client = check(start(&nest, &words), "no_server", &[&socket]);
        let error = soon("create_session", || {
            client.refused("create_session", json!({}))
        });
        assert_eq!(error["kind"], "no_server", "{socket}: {error}");
        client.leave();
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_socket_directory_open_to_others_is_refused_by_each_call_until_it_is_closed() {
    let nest = Nest::new();
    let socket = nest.dedicated();
    let directory = std::path::Path::new(&socket).parent().unwrap();
    std::fs::create_dir(directory).unwrap();
    std::fs::set_permissions(directory, std::fs::Permissions::from_mode(0o777)).unwrap();
    for words in [vec![], vec!["--socket-name".to_owned(), "other".to_owned()]] {
        let mut client = check(
            start(&nest, &words),
            "no_server",
            &["unsafe permissions", "700"],
        );
        let error = client.refused("create_session", json!({}));
        assert_eq!(error["kind"], "no_server", "{error}");
        assert!(nest.left_with("new-session").is_empty());
        std::fs::set_permissions(directory, std::fs::Permissions::from_mode(0o700)).unwrap();
        client.call("create_session", json!({}));
        std::fs::set_permissions(directory, std::fs::Permissions::from_mode(0o755)).unwrap();
        client.leave();
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_missing_socket_directory_is_made_and_an_unusable_one_is_told() {
    let nest = Nest::new();
    // tmux itself falls back to /tmp where TMUX_TMPDIR is not there; that is not ours to touch here.
    std::fs::write(nest.path("taken"), "").unwrap();
    let uid = nest.dedicated();
    let folder = std::path::Path::new(&uid)
        .parent()
        .unwrap()
        .file_name()
        .unwrap()
        .to_owned();
    std::fs::create_dir(nest.path("other")).unwrap();
    std::fs::write(nest.path("other").join(&folder), "").unwrap();
    let mut command = nest.program(PROGRAM, &[]);
    command.env("TMUX_TMPDIR", nest.path("other"));
    check(stdio::start(command), "no_server", &["other"]).leave();
    let mut client = serve(&nest, &[]);
    client.call("list_sessions", json!({}));
    let mode = std::path::Path::new(&uid)
        .parent()
        .unwrap()
        .metadata()
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o700);
    client.close();
    assert!(client.ended(PATIENCE).success());
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_tmux_that_does_not_answer_at_start_holds_up_the_handshake_not_at_all() {
    let nest = Nest::new();
    let fake = nest.script("stuck", "exec sleep 600");
    let words = ["--tmux", &fake, "--command-timeout", "0.5"].map(str::to_owned);
    let mut client = start(&nest, &[operator(&nest), words.to_vec()].concat());
    soon("the handshake", || client.initialize());
    soon("a ping", || client.ping());
    assert!(!client.names().is_empty());
    let error = soon("a call", || client.refused("list_panes", json!({})));
    assert_eq!(error["kind"], "unresponsive", "{error}");
    client.close();
    assert!(client.ended(Duration::from_secs(4)).success());
    until("nothing of it is left", || nest.left_with("600").is_empty());
}
