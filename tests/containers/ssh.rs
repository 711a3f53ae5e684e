//! A tmux behind a real sshd on the loopback interface, with a banner, and startup files that print.

use rstest::rstest;
use serde_json::json;
use support::nest::Nest;
use support::process::{all, children, command_line, until};
use support::ssh::{BANNER, Sshd};
use support::stdio;

use crate::journey::{PROGRAM, run, serve, travel};

/// What startup files print, on both streams.
const NOISE: &str = "echo welcome; echo careful >&2;";

#[rstest]
#[case::bash("bash", "subprocess")]
#[case::bash_control("bash", "control")]
#[case::dash("dash", "control")]
#[case::zsh("zsh", "control")]
#[case::fish("fish", "subprocess")]
#[case::fish_control("fish", "control")]
#[cfg_attr(
    any(no_sshd, no_tmux, no_bash, no_dash, no_zsh, no_fish),
    ignore = "needs sshd, ssh, tmux, bash, dash, zsh and fish"
)]
fn an_agent_works_behind_ssh_whatever_the_login_shell(#[case] shell: &str, #[case] backend: &str) {
    let nest = Nest::new();
    let host = Sshd::start(&nest, shell, NOISE);
    // A place whose name each shell on the way might take apart.
    let folder = nest.path("it's $HOME \\ `x` #{pid} \u{fc}");
    std::fs::create_dir(&folder).unwrap();
    let socket = format!("{}/s", folder.to_str().unwrap());
    let mut client = serve(&nest, &host.via(), &socket, backend);
    travel(&mut client);
    client.leave();
    until("no connection is left", || host.connections() == 0);
}

#[rstest]
#[case::subprocess("subprocess")]
#[case::control("control")]
#[cfg_attr(
    any(no_sshd, no_tmux, no_bash),
    ignore = "needs sshd, ssh, tmux and bash"
)]
fn a_connection_that_is_lost_is_told_in_sshs_words_and_made_again(#[case] backend: &str) {
    let nest = Nest::with_server();
    let mut host = Sshd::start(&nest, "bash", NOISE);
    let mut client = serve(&nest, &host.via(), &nest.socket(), backend);
    // From there on the wait misses nothing, however late it begins.
    let cursor = run(&mut client, "%0", "true")["cursor"].clone();
    // The client that stays has one, and so has the process that waits for a signal.
    let standing = if backend == "control" { 2 } else { 1 };

    // A wait outlives its connection. The run is typed, and read, before the rest is asked.
    let command =
        json!({ "pane_id": "%0", "command": "echo asks; read line; exit 9", "timeout": 30 });
    let ran = client.ask("run_shell_command", command);
    until("the command asks, and only its end is waited for", || {
        nest.screen("%0").contains("\nasks") && host.connections() == standing
    });
    let wait = json!({ "pane_id": "%0", "patterns": ["made it"], "cursor": cursor, "timeout": 30 });
    let wait = client.ask("wait_for_text", wait);
    let channel = client.ask("wait_for_channel", json!({ "channel": "c", "timeout": 30 }));
    until("the channel is waited for", || waiters(&nest) > 1);
    assert!(host.cut() > 0);
    nest.says(&["send-keys", "-t", "%0", "made it", "Enter"]);
    let answer = client.answer(wait);
    let record = &answer["result"]["structuredContent"];
    assert_eq!(record["outcome"], "matched", "{answer}");
    let answer = client.answer(ran);
    let record = &answer["result"]["structuredContent"];
    assert_eq!(record["exit_status"], 9, "{answer}");
    // Nobody can tell whether that signal came, so the loss is the answer, in ssh's words.
    let answer = client.answer(channel);
    let record = &answer["result"]["structuredContent"];
    assert_eq!(record["kind"], "server_gone", "{answer}");
    assert!(
        record["message"].as_str().unwrap().contains("closed"),
        "{answer}"
    );

    host.vanish();
    let told = client.refused("list_panes", json!({}));
    assert_eq!(told["kind"], "server_gone", "{told}");
    let words = told["message"].as_str().unwrap();
    assert!(
        words.contains("Connection refused") && words.contains(&host.via()),
        "{told}"
    );
    host.listen();
    until("it answers again", || {
        client.result("list_panes", json!({}))["isError"] != true
    });
    assert_eq!(run(&mut client, "%0", "exit 4")["exit_status"], 4);
    client.leave();
}

/// How many tmux processes wait for a signal of this nest's server, on the other side: each is the child of a shell
/// that ends it with its connection; a look's has no such shell.
fn waiters(nest: &Nest) -> usize {
    let socket = nest.socket();
    let keeps = |pid: &u32| {
        let line = command_line(*pid);
        line.starts_with("sh ") && line.contains("read -r more") && line.contains(&socket)
    };
    let waiting = all().filter(keeps).flat_map(children);
    waiting
        .filter(|pid| command_line(*pid).starts_with("tmux "))
        .count()
}

#[test]
#[cfg_attr(
    any(no_sshd, no_tmux, no_bash),
    ignore = "needs sshd, ssh, tmux and bash"
)]
fn what_a_host_prints_is_never_taken_for_tmuxs_words() {
    let nest = Nest::new();
    let host = Sshd::start(&nest, "bash", NOISE);
    let mut client = serve(&nest, &host.via(), &nest.socket(), "subprocess");
    let told = client.refused("list_panes", json!({}));
    assert_eq!(told["kind"], "no_server", "{told}");
    assert!(!told.to_string().contains(BANNER), "{told}");
    let log = client.log();
    assert!(
        !log.contains("welcome") && !log.contains("careful"),
        "{log}"
    );
}

#[rstest]
#[case::unknown_host("ssh -F CONFIG no-such-host.invalid", "no-such-host.invalid")]
#[case::refused("ssh -F CONFIG -p 1 far", "Connection refused")]
#[case::unknown_key(
    "ssh -F CONFIG -o UserKnownHostsFile=/dev/null far",
    "Host key verification failed"
)]
#[case::no_such_program("no-such-command HOST", "no-such-command")]
#[cfg_attr(any(no_sshd, no_tmux), ignore = "needs sshd, ssh and tmux")]
fn a_start_that_reaches_nothing_names_the_command_and_its_words(
    #[case] via: &str,
    #[case] words: &str,
) {
    let nest = Nest::new();
    let host = Sshd::start(&nest, "bash", "");
    let via = via.replace("CONFIG", &host.path("config"));
    let arguments = ["--via", &via, "--socket", "/tmp/none/s"];
    let mut client = stdio::open(nest.program(PROGRAM, &arguments));
    let told = client.refused("list_panes", json!({}));
    let message = told["message"].as_str().unwrap();
    let program = via.split(' ').next().unwrap();
    assert!(
        message.contains(words) && message.contains(program),
        "{told}"
    );
    let log = client.log();
    assert!(
        log.contains("tmux was not met") && log.contains(words),
        "{log}"
    );
}
