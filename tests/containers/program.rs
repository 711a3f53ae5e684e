//! The program on this machine, tmux in a container.

use std::collections::BTreeSet;

use rstest::rstest;
use serde_json::{Value, json};
use support::container::Container;
use support::nest::Nest;
use support::process::until;
use support::stdio::Client;

use crate::journey::{run, serve, travel};

/// The processes inside that have this in their command line.
fn processes(with: &str) -> Vec<String> {
    let mut lines = Container::shared().processes();
    lines.retain(|line| line.contains(with));
    lines
}

/// The processes inside that ask something of the server on this socket; the server's own process is none.
pub(crate) fn waiting(container: &Container, socket: &str) -> Vec<String> {
    let mut lines = container.processes();
    let asks = |line: &String| line.contains("source-file") || line.contains(" -C ");
    lines.retain(|line| line.contains(socket) && asks(line) && !line.contains("start-server"));
    lines
}

/// A place of a test's own inside, which this machine does not have.
fn place(name: &str) -> String {
    let container = Container::shared();
    let made = container.says(&["mktemp", "-d", &format!("/home/agent/{name}.XXXXXX")]);
    assert!(!std::path::Path::new(&made).exists());
    made
}

#[rstest]
#[case::subprocess("subprocess")]
#[case::control("control")]
#[cfg_attr(
    no_docker,
    ignore = "needs a container engine with the image of docker/image"
)]
fn an_agent_works_in_a_container_and_leaves_nothing_there(#[case] backend: &str) {
    let (nest, folder) = (Nest::new(), place("it's $HOME"));
    let via = Container::shared().via();
    let mut client = serve(&nest, &via, &format!("{folder}/s"), backend);
    travel(&mut client);
    until("nothing of it is left inside", || {
        processes(&folder).is_empty()
    });
    client.leave();
}

#[rstest]
#[case::subprocess("subprocess")]
#[case::control("control")]
#[cfg_attr(
    no_docker,
    ignore = "needs a container engine with the image of docker/image"
)]
fn what_is_called_off_or_killed_leaves_nothing_waiting_inside(#[case] backend: &str) {
    let (nest, folder) = (Nest::new(), place("left"));
    let via = Container::shared().via();
    let socket = format!("{folder}/s");
    let mut client = serve(&nest, &via, &socket, backend);
    let made = client.call("create_session", json!({ "name": "work" }));
    let pane = made["pane_id"].as_str().unwrap().to_owned();
    run(&mut client, &pane, "true");
    let before: BTreeSet<String> = processes(&socket).into_iter().collect();

    let waits = |client: &mut Client| {
        let command = "run_shell_command";
        client.ask(
            command,
            json!({ "pane_id": pane, "command": "sleep 1000", "timeout": 100 }),
        )
    };
    let more = || {
        let asking = waiting(Container::shared(), &socket);
        asking.iter().any(|line| line.contains("source-file"))
    };
    let run = waits(&mut client);
    until("a tmux waits inside", more);
    client.cancel(run);
    until("what was called off is gone", || !more());
    let after: BTreeSet<String> = processes(&socket).into_iter().collect();
    assert_eq!(after, before);

    // The same where this side ends without a word, with a client attached.
    client.ask(
        "wait_for_channel",
        json!({ "channel": "never", "timeout": 100 }),
    );
    until("a tmux waits inside", more);
    support::process::signal("KILL", client.pid());
    until("only the server is left inside", || {
        let left = processes(&socket);
        left.len() == 1 && left[0].contains("start-server")
    });
    let clients = ["tmux", "-S", &socket, "list-clients"];
    assert_eq!(Container::shared().says(&clients), "");
    Container::shared().says(&["tmux", "-S", &socket, "kill-server"]);
}

/// Neither the pane this process runs in nor its files have a part in what is elsewhere.
#[test]
#[cfg_attr(
    no_docker,
    ignore = "needs a container engine with the image of docker/image"
)]
fn elsewhere_no_pane_is_the_callers_and_the_report_says_so() {
    let (nest, folder) = (Nest::new(), place("caller"));
    let container = Container::shared();
    let socket = format!("{folder}/s");
    let tmux = |words: &[&str]| {
        let mut all = vec!["tmux", "-f", "/dev/null", "-S", &socket];
        all.extend(words);
        container.says(&all)
    };
    tmux(&["new-session", "-d", "-s", "work", "-x", "80", "-y", "24"]);
    let server: u32 = tmux(&["display-message", "-p", "#{pid}"]).parse().unwrap();
    // As if this process ran in the first pane of that very server.
    let words = [
        "--via",
        &container.via(),
        "--socket",
        &socket,
        "--toolsets",
        "inspect,manage,execute,teardown",
    ];
    let mut program = nest.program(crate::journey::PROGRAM, &words);
    program
        .env("TMUX", format!("{socket},{server},0"))
        .env("TMUX_PANE", "%0");
    let mut client = support::stdio::open(program);
    let listed = client.call("list_panes", json!({}));
    assert!(listed["panes"][0].get("caller").is_none(), "{listed}");
    assert_eq!(run(&mut client, "%0", "true")["exit_status"], 0);

    let id = client.request("resources/read", json!({ "uri": "tmux://capabilities" }));
    let answer = client.answer(id);
    let text = answer["result"]["contents"][0]["text"].as_str().unwrap();
    let report: Value = serde_json::from_str(text).unwrap();
    let selector = report["socket_selector"].as_str().unwrap();
    assert!(selector.contains(&container.via()), "{selector}");
    assert!(
        selector.contains("no pane of it is this process's own"),
        "{selector}"
    );

    // A directory that this machine does not have is not doubted.
    let made = client.call(
        "create_window",
        json!({ "session": "work", "start_directory": folder }),
    );
    assert!(made.get("note").is_none(), "{made}");
    // A process that this machine does not know is not looked for.
    let pane = made["pane_id"].as_str().unwrap();
    let killed = client.call("kill_pane", json!({ "pane_id": pane }));
    assert!(killed.get("note").is_none(), "{killed}");
    tmux(&["kill-server"]);
}
