//! Which tools a client sees and may call, and what stops the start.

use std::process::Output;

use serde_json::{Value, json};
use support::nest::Nest;
use support::stdio::{self, Client};

use super::{PROGRAM, lines, serve};

/// Flags, variables, and the tools that are shown and hidden by them.
type Choice<'a> = (
    &'a [&'a str],
    &'a [(&'a str, &'a str)],
    &'a [&'a str],
    &'a [&'a str],
);

/// A client of the operator's server, started with these words and variables.
fn chosen(nest: &Nest, words: &[&str], variables: &[(&str, &str)]) -> Client {
    let mut command = nest.program(PROGRAM, &["--socket", &nest.socket()]);
    command.args(words).envs(variables.iter().copied());
    stdio::open(command)
}

/// A hidden tool is neither listed nor callable; what is said of it names this.
fn assert_hidden(client: &mut Client, tool: &str, words: &[&str]) {
    assert!(
        !client.names().iter().any(|name| name == tool),
        "{tool} is listed"
    );
    let id = client.ask(tool, json!({}));
    let error = client.answer(id)["error"].clone();
    assert_eq!(error["code"], -32602, "{tool}: {error}");
    for word in words {
        assert!(
            error["message"].as_str().unwrap().contains(word),
            "{tool}: {error}"
        );
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn on_an_operators_server_what_ends_things_is_hidden_and_says_what_shows_it() {
    let nest = Nest::with_server();
    let mut client = chosen(&nest, &[], &[]);
    for tool in ["kill_pane", "kill_session"] {
        assert_hidden(&mut client, tool, &[tool, "LIBTMUX_TOOLSETS", "teardown"]);
    }
    assert_eq!(nest.says(&["list-panes", "-a", "-F", "#{pane_id}"]), "%0");
    let info = client.call("get_server_info", json!({}));
    assert_eq!(info["provenance"], "operator");
    assert_eq!(lines(&info, "toolsets"), ["inspect", "manage", "execute"]);
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn sets_names_and_exclusions_choose_and_a_flag_goes_before_its_variable() {
    let nest = Nest::with_server();
    let inspect = "list_panes";
    let cases: [Choice<'_>; 6] = [
        (
            &["--toolsets", "inspect"],
            &[],
            &[inspect],
            &["send_keys", "kill_pane"],
        ),
        (
            &[],
            &[("LIBTMUX_TOOLSETS", "inspect, teardown")],
            &[inspect, "kill_pane"],
            &["send_keys"],
        ),
        (
            &["--tools", "kill_pane"],
            &[],
            &[inspect, "send_keys", "kill_pane"],
            &["kill_session"],
        ),
        (
            &["--tools", "kill_pane", "--exclude-tools", "kill_pane"],
            &[],
            &[inspect],
            &["kill_pane"],
        ),
        (
            &["--toolsets", "execute"],
            &[("LIBTMUX_TOOLSETS", "inspect")],
            &["send_keys"],
            &[inspect],
        ),
        (
            &[],
            &[("LIBTMUX_TOOLSETS", ""), ("LIBTMUX_TOOLS", "list_panes")],
            &[inspect],
            &["list_sessions", "send_keys"],
        ),
    ];
    for (words, variables, shown, hidden) in cases {
        let mut client = chosen(&nest, words, variables);
        let names = client.names();
        for tool in shown {
            assert!(
                names.iter().any(|name| name == tool),
                "{words:?} {variables:?}: {tool}"
            );
        }
        for tool in hidden {
            assert_hidden(&mut client, tool, &["LIBTMUX_"]);
        }
    }
    let mut nothing = chosen(&nest, &[], &[("LIBTMUX_TOOLSETS", "")]);
    assert_eq!(nothing.names(), [""; 0]);
    let mut excluded = chosen(&nest, &[], &[("LIBTMUX_EXCLUDE_TOOLS", inspect)]);
    assert_hidden(&mut excluded, inspect, &["LIBTMUX_EXCLUDE_TOOLS"]);
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn run_command_is_another_name_of_the_same_tool() {
    let nest = Nest::with_server();
    let mut client = chosen(
        &nest,
        &[],
        &[
            ("LIBTMUX_TOOLSETS", "inspect"),
            ("LIBTMUX_TOOLS", "run_command"),
        ],
    );
    let names = client.names();
    assert!(names.iter().any(|name| name == "run_command"), "{names:?}");
    assert!(
        !names.iter().any(|name| name == "run_shell_command"),
        "{names:?}"
    );
    let ran = client.call("run_command", json!({ "command": "exit 5" }));
    assert_eq!(ran["exit_status"], 5);
    let mut plain = chosen(&nest, &[], &[]);
    assert_eq!(
        plain.call("run_command", json!({ "command": "exit 6" }))["exit_status"],
        6
    );
    let mut without = chosen(&nest, &["--exclude-tools", "run_command"], &[]);
    assert_hidden(&mut without, "run_shell_command", &["EXCLUDE"]);
}

/// A start that must stop: what it says, once it is clear that tmux was not asked.
fn stopped(words: &[&str], variables: &[(&str, &str)]) -> String {
    let nest = Nest::new();
    let fake = nest.script("tmux", &format!("touch {}", nest.text("asked")));
    let mut command = nest.program(PROGRAM, words);
    command
        .env("LIBTMUX_TMUX_BIN", fake)
        .envs(variables.iter().copied());
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let said = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2), "{words:?} {variables:?}: {said}");
    assert_eq!(stdout, b"", "{words:?} {variables:?}");
    assert!(!nest.path("asked").exists(), "tmux was asked");
    assert!(
        said.lines().count() <= 3 || said.contains("--help"),
        "{said}"
    );
    said
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn a_value_that_cannot_be_taken_stops_the_start_with_its_name_and_what_is_allowed() {
    let cases: [(&str, &str, &str, &[&str]); 18] = [
        (
            "--toolsets",
            "LIBTMUX_TOOLSETS",
            "inspct",
            &["inspct", "inspect"],
        ),
        (
            "--toolsets",
            "LIBTMUX_TOOLSETS",
            "inspect,,manage",
            &["empty element"],
        ),
        (
            "--toolsets",
            "LIBTMUX_TOOLSETS",
            "Inspect",
            &["\"inspect\""],
        ),
        ("--tools", "LIBTMUX_TOOLS", "list_pains", &["list_panes"]),
        (
            "--tools",
            "LIBTMUX_TOOLS",
            "list_panes,",
            &["empty element"],
        ),
        (
            "--exclude-tools",
            "LIBTMUX_EXCLUDE_TOOLS",
            "kill_pain",
            &["kill_pane"],
        ),
        ("--wait-max", "LIBTMUX_WAIT_MAX", "121", &["120"]),
        (
            "--wait-max",
            "LIBTMUX_WAIT_MAX",
            "soon",
            &["soon", "seconds"],
        ),
        (
            "--command-timeout",
            "LIBTMUX_COMMAND_TIMEOUT",
            "0",
            &["0.1"],
        ),
        ("--max-lines", "LIBTMUX_MAX_LINES", "0", &["1 to"]),
        ("--max-chars", "LIBTMUX_MAX_CHARS", "x", &["number"]),
        (
            "--backend",
            "LIBTMUX_BACKEND",
            "telepathy",
            &["auto", "subprocess"],
        ),
        ("--log", "LIBTMUX_LOG", "loud", &["debug"]),
        (
            "--socket",
            "LIBTMUX_SOCKET_PATH",
            "relative/s",
            &["absolute"],
        ),
        ("--socket-name", "LIBTMUX_SOCKET", "a/b", &["--socket"]),
        ("--tmux-config", "LIBTMUX_TMUX_CONFIG", "/x", &["--socket"]),
        (
            "--allow-attended=maybe",
            "LIBTMUX_ALLOW_ATTENDED",
            "maybe",
            &["true"],
        ),
        (
            "--suppress-history=maybe",
            "LIBTMUX_SUPPRESS_HISTORY",
            "maybe",
            &["false"],
        ),
    ];
    for (flag, variable, value, words) in cases {
        let (name, glued) = flag
            .split_once('=')
            .map_or((flag, false), |(name, _)| (name, true));
        let flags = if glued { vec![flag] } else { vec![flag, value] };
        for (said, named) in [
            (stopped(&flags, &[]), name),
            (stopped(&[], &[(variable, value)]), variable),
        ] {
            for word in words.iter().copied().chain([named]) {
                assert!(
                    said.contains(word),
                    "{flag} {value}: {word:?} is not in {said}"
                );
            }
        }
    }
    let both = stopped(&["--socket", "/x/s"], &[("LIBTMUX_SOCKET", "name")]);
    assert!(
        both.contains("--socket") && both.contains("LIBTMUX_SOCKET"),
        "{both}"
    );
    let long = format!("/{}", "x".repeat(200));
    assert!(stopped(&["--socket", &long], &[]).contains("107"));
    assert!(stopped(&["--no-such-flag"], &[]).contains("--no-such-flag"));
}

#[test]
fn the_levels_of_earlier_servers_stop_the_start_and_say_what_to_write_instead() {
    for (level, sets) in [
        ("readonly", "LIBTMUX_TOOLSETS=inspect "),
        ("mutating", "LIBTMUX_TOOLSETS=inspect,manage,execute "),
        (
            "destructive",
            "LIBTMUX_TOOLSETS=inspect,manage,execute,teardown ",
        ),
        ("", "LIBTMUX_TOOLSETS="),
        ("other", "readonly"),
    ] {
        let variable = stopped(&[], &[("LIBTMUX_SAFETY", level)]);
        assert!(
            variable.contains(sets) && variable.contains("LIBTMUX_SAFETY"),
            "{variable}"
        );
        let flag = stopped(&["--safety", level], &[]);
        assert!(flag.contains(sets) && flag.contains("--safety"), "{flag}");
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn limits_that_the_operator_set_hold() {
    let nest = Nest::with_server();
    let mut client = serve(
        &nest,
        &[
            "--socket",
            &nest.socket(),
            "--wait-max",
            "0.3",
            "--max-lines",
            "5",
            "--max-chars",
            "100",
        ],
    );
    for timeout in [json!(60), json!(1_000_000_000), json!(1e300)] {
        let waited = client.call(
            "wait_for_text",
            json!({ "pane_id": "%0", "patterns": ["never"], "timeout": timeout }),
        );
        assert_eq!(
            (&waited["outcome"], &waited["effective_timeout"]),
            (&json!("timed_out"), &json!(0.3)),
            "{waited}"
        );
    }
    let ran = client.call("run_shell_command", json!({ "command": "seq 1 50" }));
    assert!(lines(&ran, "output").len() <= 5, "{ran}");
    assert_eq!(ran["output_truncated"], Value::Bool(true), "{ran}");
    assert_eq!(lines(&ran, "output").last().map(String::as_str), Some("50"));
}
