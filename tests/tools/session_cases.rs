//! Sessions and panes: what is made, what ends, and what a user's configuration does to it.

use serde_json::json;
use support::tmux::Server;
use support::tools::{Bench, strings};

fn tmux(server: &Server, args: &[&str]) {
    let done = server.raw(args);
    assert!(done.status.success(), "{args:?}: {done:?}");
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn a_new_session_has_its_size_its_directory_and_the_configured_shell() {
    let bench = Bench::shell("bash", 80, 2000).await;
    let directory = bench.server.directory.path().canonicalize().unwrap();
    let odd = directory.join("it's #{pid} #(touch x) %H;");
    std::fs::create_dir(&odd).unwrap();
    let arguments = json!({
        "name": "build-1", "width": 123, "height": 17, "start_directory": odd.to_str().unwrap(),
    });
    let made = bench.call("create_session", arguments).await;
    assert!(made["note"].is_null(), "{made}");
    let answer = bench
        .call(
            "run_shell_command",
            json!({ "pane_id": made["pane_id"], "command": "pwd; stty size" }),
        )
        .await;
    let output = strings(&answer["output"]);
    assert_eq!(output, [odd.to_str().unwrap(), "17 123"], "{answer}");
    let arguments = json!({ "start_directory": directory.join("none").to_str().unwrap() });
    let made = bench.call("create_session", arguments).await;
    assert!(
        made["note"].as_str().unwrap().contains("start_directory"),
        "{made}"
    );
    let info = bench
        .call("get_pane_info", json!({ "pane_id": made["pane_id"] }))
        .await;
    assert_eq!(
        (info["width"].clone(), info["height"].clone()),
        (json!(200), json!(50))
    );
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn what_outlives_its_hang_up_is_named() {
    let server = Server::none();
    server.start(
        "trap '' HUP; echo deaf; while :; do sleep 0.1; done",
        80,
        24,
    );
    server.until_screen("deaf").await;
    let pid = server.says(&["display-message", "-p", "#{pane_pid}"]);
    tmux(
        &server,
        &["new-session", "-d", "-s", "kept", "exec sleep 1000"],
    );
    let bench = Bench::over(server);
    let ended = bench.call("kill_pane", json!({ "pane_id": "%0" })).await;
    assert!(ended["note"].as_str().unwrap().contains(&pid), "{ended}");
    let _ = std::process::Command::new("kill")
        .args(["-9", &pid])
        .status();
}

#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[tokio::test]
async fn f37_a_users_configuration_changes_nothing_for_ids() {
    let server = Server::none();
    let file = server.directory.path().join("conf");
    let lines = "set -g base-index 1\nset -g pane-base-index 1\nset -g renumber-windows on\n\
                 set -g remain-on-exit on\nset -g default-command 'exec zsh -f'\nset -g automatic-rename off\n\
                 set-hook -g after-split-window \"run-shell 'true'\"\n";
    std::fs::write(&file, lines).unwrap();
    let started = std::process::Command::new(support::release::tmux())
        .env_remove("TMUX")
        .args([
            "-u",
            "-f",
            file.to_str().unwrap(),
            "-S",
            server.socket.as_str(),
        ])
        .args(["new-session", "-d", "-s", "s"])
        .status();
    assert!(started.unwrap().success());
    tmux(&server, &["new-session", "-d", "-s", "last", "-n", "s-win"]);
    let bench = Bench::over(server);
    let made = bench
        .call("create_session", json!({ "name": "mine" }))
        .await;
    let pane = made["pane_id"].clone();
    let run = json!({ "pane_id": pane, "command": "echo hi; exit 3" });
    support::pane::ended(&bench.call("run_shell_command", run).await, 3, &["hi"]);
    let split = json!({ "pane_id": pane, "direction": "right" });
    let second = bench.call("split_window", split).await;
    let run = json!({ "pane_id": second["pane_id"], "command": "echo there" });
    support::pane::ended(&bench.call("run_shell_command", run).await, 0, &["there"]);
    let captured = bench
        .call("capture_pane", json!({ "pane_id": second["pane_id"] }))
        .await;
    assert!(
        captured["lines"].to_string().contains("there"),
        "{captured}"
    );
    let ended = bench
        .call("kill_session", json!({ "session": "mine" }))
        .await;
    assert_eq!(ended["pane_ids"].as_array().unwrap().len(), 2, "{ended}");
    let windows = bench.call("list_windows", json!({ "session": "s" })).await;
    assert_eq!(windows["windows"].as_array().unwrap().len(), 1, "{windows}");
    assert_eq!(windows["windows"][0]["index"], 1, "{windows}");
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn a_directory_that_cannot_be_entered_is_told_of_a_window_too() {
    let bench = Bench::shell("bash", 80, 2000).await;
    let arguments = json!({ "session": "$0", "start_directory": "/nonexistent" });
    let made = bench.call("create_window", arguments).await;
    let note = made["note"].as_str().unwrap();
    assert!(note.contains("start_directory"), "{made}");
}
