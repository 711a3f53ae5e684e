//! Every example of the README, as a newcomer would try it; those of `--via` are in `tests/containers`.

use std::process::Output;

use serde_json::Value;
use support::nest::Nest;
use support::readme::blocks;

use crate::PROGRAM;

/// Runs a line of a shell in which `libtmux-mcp` is the program under test.
fn sh(nest: &Nest, line: &str) -> Output {
    support::readme::sh(nest, PROGRAM, line)
}

#[test]
#[cfg_attr(no_tmux, ignore = "needs tmux")]
fn the_tools_are_tried_as_written() {
    let nest = Nest::new();
    let examples = blocks("Try a tool", "sh");
    let lines: Vec<&str> = examples.iter().flat_map(|block| block.lines()).collect();
    assert!(lines.len() >= 4, "{lines:?}");
    for line in lines {
        let output = sh(&nest, line);
        let wanted = i32::from(line.contains("exit status 1"));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(wanted), "{line}: {output:?}");
        if line.contains("make -C /nowhere") {
            let answer: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(answer["outcome"], "completed", "{answer}");
            assert_ne!(answer["exit_status"], 0, "{answer}");
        }
    }
    // The dedicated server is where the README says that it is.
    let attach = &blocks("Whose tmux", "sh")[0];
    assert_eq!(attach.trim(), "tmux -L libtmux-mcp attach");
    assert!(
        sh(&nest, "tmux -L libtmux-mcp has-session -t =work:")
            .status
            .success()
    );
}

#[test]
#[cfg_attr(no_tmux, ignore = "needs tmux")]
fn an_operators_server_is_chosen_by_name_and_its_ending_tools_are_hidden() {
    let nest = Nest::new();
    let line = blocks("Whose tmux", "sh")[1].trim().to_owned();
    assert_eq!(line, "libtmux-mcp --socket-name default");
    assert!(
        sh(&nest, "tmux -f /dev/null new-session -d -s mine")
            .status
            .success()
    );
    let output = sh(&nest, &format!("{line} tools"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let hidden = text
        .lines()
        .find(|line| line.starts_with("kill_pane"))
        .unwrap();
    assert!(hidden.contains("hidden"), "{text}");
    let output = sh(&nest, &format!("{line} call list_sessions"));
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("\"mine\""),
        "{output:?}"
    );
    assert!(sh(&nest, "tmux kill-server").status.success());
}

#[test]
#[cfg_attr(no_tmux, ignore = "needs tmux")]
fn the_demo_shows_what_the_readme_shows_and_leaves_nothing_behind() {
    let nest = Nest::new();
    let output = nest.program(PROGRAM, &["demo"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for line in blocks("Two commands", "text")
        .iter()
        .flat_map(|block| block.lines())
    {
        let shown = line.split('…').next().unwrap().trim_end();
        assert!(text.contains(shown), "{shown:?} is not in {text}");
    }
    assert!(text.contains("\"outcome\":\"matched\""), "{text}");
    assert_eq!(std::fs::read_dir(nest.path("tmp")).unwrap().count(), 0);
}

#[test]
fn without_tmux_the_demo_plays_on_the_simulator_and_says_so() {
    let nest = Nest::new();
    let output = nest
        .program(PROGRAM, &["demo"])
        .env("PATH", "/nonexistent")
        .env_remove("LIBTMUX_TMUX_BIN")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for said in [
        "simulator",
        "apt-get install tmux",
        "\"exit_status\":3",
        "\"outcome\":\"matched\"",
    ] {
        assert!(text.contains(said), "{said:?} is not in {text}");
    }
}

/// The lines are tried one after the other in one shell, as a reader would.
#[test]
fn an_agent_is_tested_on_the_simulator_as_written() {
    let nest = Nest::new();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let lines = blocks("Test your agent", "sh").concat();
    let output = sh(&nest, &format!("cd '{root}' && {{ {lines} }}"));
    assert!(output.status.success(), "{output:?}");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let wanted = &blocks("Test your agent", "json")[0];
    let wanted: Value = serde_json::from_str(wanted).unwrap();
    for (key, value) in wanted.as_object().unwrap() {
        if key != "elapsed_seconds" {
            assert_eq!(&answer[key], value, "{key}: {answer}");
        }
    }
}

#[test]
fn the_registrations_name_the_program() {
    let json: Value = serde_json::from_str(&blocks("Register it", "json")[0]).unwrap();
    assert_eq!(json["mcpServers"]["tmux"]["command"], "libtmux-mcp");
    assert!(blocks("Register it", "toml")[0].contains("command = \"libtmux-mcp\""));
    assert!(blocks("Register it", "sh")[0].contains("-- libtmux-mcp"));
}
