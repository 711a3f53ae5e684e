//! The simulator as a product: every tool on it, the same answers each time, and the page for writers of agents.

use serde_json::{Value, json};
use support::nest::Nest;
use support::samples;

use super::{ALL, PROGRAM, serve};

/// Two sessions, as the samples expect them.
const STAGE: &str = r#"
[[session]]
name = "alpha"
[[session.window]]
[[session.window.pane]]
[[session.window.pane]]

[[session]]
name = "beta"
[[session.window]]
[[session.window.pane]]
"#;

/// What a client saw of each tool, each on a simulator of its own; the time that calls took is left out.
fn session(nest: &Nest, seed: &str) -> String {
    let scene = file(nest, "stage.toml", STAGE);
    let words = ["--backend", "fake", "--scene", &scene, "--seed", seed];
    let words = [&words[..], &["--toolsets", ALL]].concat();
    let names = serve(nest, &words).names();
    assert_eq!(names.len(), 45, "{names:?}");
    let mut answers = Vec::new();
    for name in names {
        let mut client = serve(nest, &words);
        let mut answer = client.call(&name, samples::arguments(&name));
        without_times(&mut answer);
        answers.push(format!("{name} {answer}"));
    }
    answers.join("\n")
}

/// A file of this text; its path.
fn file(nest: &Nest, name: &str, text: &str) -> String {
    let path = nest.path(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn without_times(answer: &mut Value) {
    match answer {
        Value::Object(fields) => {
            fields.remove("elapsed_seconds");
            fields.values_mut().for_each(without_times);
        }
        Value::Array(items) => items.iter_mut().for_each(without_times),
        _ => {}
    }
}

#[test]
fn every_tool_works_and_the_same_calls_give_the_same_answers() {
    let nest = Nest::new();
    let first = session(&nest, "7");
    assert_eq!(session(&nest, "7"), first);
    assert_ne!(session(&nest, "8"), first, "the seed decides");
    // Nothing of this machine was touched: no socket, no process.
    assert_eq!(nest.left(), Vec::<u32>::new());
}

#[test]
fn a_scene_that_cannot_be_read_stops_the_start_and_says_where() {
    let nest = Nest::new();
    let scene = file(&nest, "bad.toml", "[[command]]\nmatch = \"a\"\nspeed = 3\n");
    for (words, parts) in [
        (
            vec!["--backend", "fake", "--scene", &scene],
            ["bad.toml:3", "speed"],
        ),
        (
            vec!["--backend", "fake", "--scene", "/nowhere.toml"],
            ["/nowhere.toml", "read"],
        ),
        (vec!["--scene", &scene], ["--scene", "--backend fake"]),
        (
            vec!["--backend", "fake", "--socket", "/s"],
            ["simulator", "socket"],
        ),
    ] {
        let output = nest.program(PROGRAM, &words).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        for part in parts {
            assert!(said.contains(part), "{part:?} in {said}");
        }
    }
}

/// Both scenes that ship, as an agent meets them.
#[test]
fn the_shipped_scenes_play() {
    let nest = Nest::new();
    let shipped = |name: &str| format!("{}/../app/scenes/{name}", env!("CARGO_MANIFEST_DIR"));
    let play = |name: &str| {
        let scene = shipped(name);
        serve(&nest, &["--backend", "fake", "--scene", &scene])
    };
    let mut client = play("build.toml");
    let panes = client.call("list_panes", json!({}));
    assert!(!panes["panes"].as_array().unwrap().is_empty(), "{panes}");
    let mut client = play("prompts.toml");
    let panes = client.call("list_panes", json!({}));
    assert!(!panes["panes"].as_array().unwrap().is_empty(), "{panes}");
}
