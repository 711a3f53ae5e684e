//! A container that stops, ends and comes back under open calls.

use std::time::Duration;

use rstest::rstest;
use serde_json::{Value, json};
use support::container::{Container, docker};
use support::nest::Nest;
use support::process::until;
use support::stdio::Client;

use crate::journey::{run, serve};
use crate::program::waiting;

/// Longer than a request, which may take 3 s, and start-up beside it; shorter than the waits that are asked for.
const SOON: Duration = Duration::from_secs(8);

/// A container of the test's own, and the program over a session there.
struct Scene {
    client: Client,
    container: Container,
    _nest: Nest,
}

impl Scene {
    fn new(backend: &str) -> Self {
        let (nest, container) = (Nest::new(), Container::start());
        let mut client = serve(&nest, &container.via(), "/tmp/s", backend);
        client.call("create_session", json!({ "name": "work" }));
        run(&mut client, "%0", "true");
        Self {
            client,
            container,
            _nest: nest,
        }
    }

    fn docker(&self, verb: &str) {
        let done = docker(&[verb, self.container.name()]);
        assert!(done.status.success(), "{done:?}");
    }

    /// A look, a run and a wait, open at once.
    fn open(&mut self) -> Vec<u64> {
        let run = json!({ "pane_id": "%0", "command": "echo be''gun; sleep 1000", "timeout": 4 });
        let run = self.client.ask("run_shell_command", run);
        until("the run has begun", || {
            let look = json!({ "pane_id": "%0" });
            let shown = self.client.call("capture_pane", look);
            shown.to_string().contains("begun")
        });
        let wait = json!({ "pane_id": "%0", "patterns": ["never"], "timeout": 4 });
        let channel = json!({ "channel": "never", "timeout": 4 });
        vec![
            run,
            self.client.ask("wait_for_text", wait),
            self.client.ask("wait_for_channel", channel),
        ]
    }

    /// The records of these calls; each has to come in time.
    fn answers(&mut self, calls: &[u64]) -> Vec<Value> {
        let answers = calls.iter().map(|id| {
            let answer = self.client.answer_within(*id, SOON);
            answer["result"]["structuredContent"].clone()
        });
        answers.collect()
    }

    /// Waits until a call is answered, and not refused.
    fn until_answered(&mut self, tool: &str, arguments: &Value) -> Value {
        let mut result = Value::Null;
        until("it answers again", || {
            result = self.client.result(tool, arguments.clone());
            result["isError"] != true
        });
        result["structuredContent"].clone()
    }
}

/// Whether a record says that its call failed, or went on to its deadline, for want of an answer.
fn is_lost(record: &Value) -> bool {
    let kinds = ["server_gone", "unresponsive"];
    kinds
        .iter()
        .any(|kind| record["kind"] == *kind || record["outcome"] == *kind)
        || record["outcome"] == "timed_out"
}

#[rstest]
#[case::subprocess("subprocess")]
#[case::control("control")]
#[cfg_attr(
    no_docker,
    ignore = "needs a container engine with the image of docker/image"
)]
fn a_paused_container_is_told_and_goes_on_where_it_was(#[case] backend: &str) {
    let mut scene = Scene::new(backend);
    let open = scene.open();
    scene.docker("pause");
    let look = scene.client.ask("list_panes", json!({}));
    let told = scene.answers(&[look]);
    assert!(is_lost(&told[0]), "{told:?}");
    assert!(told[0]["kind"].is_string(), "{told:?}");
    // Once the client that stayed was given up, the command's own words say why.
    let told = scene.client.refused("list_panes", json!({}));
    assert_eq!(told["kind"], "server_gone", "{told}");
    let words = told["message"].as_str().unwrap();
    assert!(
        words.contains("is paused") && words.contains("docker exec"),
        "{told}"
    );
    for record in scene.answers(&open) {
        assert!(is_lost(&record), "{record}");
    }
    scene.docker("unpause");
    let listed = scene.until_answered("list_panes", &json!({}));
    assert_eq!(listed["panes"][0]["pane_id"], "%0", "{listed}");
    let pressed = json!({ "pane_id": "%0", "keys": ["C-c"] });
    scene.until_answered("send_keys", &pressed);
    until("the pane is free", || {
        let command = json!({ "pane_id": "%0", "command": "echo again", "timeout": 10 });
        let ran = scene.client.result("run_shell_command", command);
        ran["structuredContent"]["output"] == json!(["again"])
    });
    scene.client.leave();
    until("nothing of it is left inside", || {
        waiting(&scene.container, "/tmp/s").is_empty()
    });
}

#[rstest]
#[case::subprocess_killed("subprocess", "kill")]
#[case::control_killed("control", "kill")]
#[case::subprocess_restarted("subprocess", "restart")]
#[case::control_restarted("control", "restart")]
#[cfg_attr(
    no_docker,
    ignore = "needs a container engine with the image of docker/image"
)]
fn a_container_that_ends_under_open_calls_is_told_and_works_once_it_is_back(
    #[case] backend: &str,
    #[case] verb: &str,
) {
    let mut scene = Scene::new(backend);
    let open = scene.open();
    scene.container.forget_shells();
    if verb == "restart" {
        let done = docker(&["restart", "--time", "0", scene.container.name()]);
        assert!(done.status.success(), "{done:?}");
    } else {
        scene.docker(verb);
        let told = scene.client.refused("list_panes", json!({}));
        assert_eq!(told["kind"], "server_gone", "{told}");
        assert!(
            told["message"].as_str().unwrap().contains("is not running"),
            "{told}"
        );
    }
    for record in scene.answers(&open) {
        let told = is_lost(&record) || record["kind"] == "no_server";
        assert!(told, "{record}");
    }
    if verb == "kill" {
        scene.docker("start");
    }
    let listed = scene.client.refused("list_sessions", json!({}));
    assert_eq!(listed["kind"], "no_server", "{listed}");
    scene
        .client
        .call("create_session", json!({ "name": "again" }));
    assert_eq!(run(&mut scene.client, "%0", "exit 5")["exit_status"], 5);
}
