//! A short agent's session against a private tmux server: calls and answers, so that a newcomer sees the point.

use std::process::ExitCode;

use camino::Utf8PathBuf;
use domain::Toolset;
use domain::policy::Choice;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::print;
use super::signals::Signals;
use crate::catalog::Catalog;
use crate::config::{Backend, Config, Simulated, Socket, StartError};
use crate::connect::{Connected, Way};

/// What an agent would call, one after the other. `{cursor}` stands for the cursor of the answer before.
struct Step {
    says: &'static str,
    tool: &'static str,
    arguments: Value,
    fails: bool,
}

fn steps() -> [Step; 6] {
    let step = |says, tool, arguments| Step {
        says,
        tool,
        arguments,
        fails: false,
    };
    [
        step(
            "A session of its own, on a tmux server that nobody else uses",
            "create_session",
            json!({ "name": "demo" }),
        ),
        step(
            "A command fails: its exit status, and exactly its output, no prompt and no echo",
            "run_shell_command",
            json!({ "session": "demo", "command": "echo compiling; echo 'error: missing semicolon' >&2; exit 3" }),
        ),
        step(
            "Something slow is typed and left to itself; the answer is where to read on from",
            "send_keys",
            json!({ "pane_id": "%0", "text": "for n in 1 2 3; do sleep 0.5; echo test $n passed; done; echo ALL TESTS PASSED", "enter": true }),
        ),
        step(
            "One call waits for its words; the echo of what was typed does not count",
            "wait_for_text",
            json!({ "pane_id": "%0", "patterns": ["ALL TESTS PASSED"], "cursor": "{cursor}", "timeout": 20 }),
        ),
        step(
            "Later: only what is new since then, or the word that lines may be missing",
            "capture_since",
            json!({ "pane_id": "%0", "cursor": "{cursor}", "wait_ms": 300 }),
        ),
        Step {
            says: "A wrong call says what is wrong and what to call next",
            tool: "capture_pane",
            arguments: json!({ "pane_id": "1" }),
            fails: true,
        },
    ]
}

/// Plays the session and cleans up after itself, also when it is interrupted. Without tmux it plays on the simulator.
pub(super) async fn demo(mut config: Config, catalog: &Catalog) -> Result<ExitCode, StartError> {
    let folder = tempfile::Builder::new()
        .prefix("libtmux-mcp-demo-")
        .tempdir()
        .map_err(|error| StartError(format!("no directory for the demo's socket: {error}")))?;
    config.choice = Choice {
        toolsets: Some(Toolset::ALL.to_vec()),
        ..Choice::default()
    };
    let mut way = Way::new(private(config.clone(), &folder)?)?;
    let mut is_simulated = matches!(config.backend, Backend::Fake(_));
    if !way.has_tmux() {
        is_simulated = true;
        let words = "tmux was not found, so this plays on the built-in simulator. For the real thing install tmux (Debian, \
                     Ubuntu: apt-get install tmux; Fedora: dnf install tmux; macOS: brew install tmux), or name it with \
                     --tmux.\n";
        if print(words).is_err() {
            return Ok(ExitCode::FAILURE);
        }
        config.socket = Socket::Dedicated;
        config.backend = Backend::Fake(Simulated::default());
        way = Way::new(config)?;
    }
    let mut signals = Signals::heard();
    let connected = way.connect().await;
    let played = tokio::select! {
        played = play(&connected, catalog, is_simulated) => played,
        status = signals.next() => ExitCode::from(status),
    };
    // The server ends with its only session.
    let end = json!({ "session": "demo" });
    answer(&connected, catalog, "kill_session", &end).await;
    Ok(played)
}

/// A server in this folder; the simulator that was asked for needs none.
fn private(mut config: Config, folder: &TempDir) -> Result<Config, StartError> {
    if matches!(config.backend, Backend::Fake(_)) {
        return Ok(config);
    }
    let socket = Utf8PathBuf::from_path_buf(folder.path().join("s"))
        .map_err(|_| StartError("the temporary directory is not UTF-8".to_owned()))?;
    config.tmux_config = Some(configuration(&socket)?);
    config.socket = Socket::Path(socket);
    Ok(config)
}

/// A plain shell: what somebody's startup files do is no part of the demo.
fn configuration(socket: &Utf8PathBuf) -> Result<Utf8PathBuf, StartError> {
    let path = socket.with_file_name("tmux.conf");
    let plain = "set -g default-shell /bin/sh\nset -g default-command 'exec /bin/sh'\n";
    std::fs::write(&path, plain)
        .map_err(|error| StartError(format!("no configuration for the demo: {error}")))?;
    Ok(path)
}

async fn play(connected: &Connected, catalog: &Catalog, is_simulated: bool) -> ExitCode {
    let mut cursor = String::new();
    for step in steps() {
        let mut arguments = step.arguments;
        if let Some(place) = arguments.get_mut("cursor") {
            *place = Value::from(cursor.as_str());
        }
        let call = format!("\n{}\n  -> {} {arguments}\n", step.says, step.tool);
        let (answer, failed) = answer(connected, catalog, step.tool, &arguments).await;
        if let Some(found) = answer.get("cursor").and_then(Value::as_str) {
            found.clone_into(&mut cursor);
        }
        let shown = Value::Object(answer);
        if print(&format!("{call}  <- {shown}\n")).is_err() || failed != step.fails {
            return ExitCode::FAILURE;
        }
    }
    let server = if is_simulated { "simulated" } else { "private" };
    let closing = format!(
        "\nThe {server} server is gone again. Next: register libtmux-mcp with your agent, see README.md.\n"
    );
    ExitCode::from(u8::from(print(&closing).is_err()))
}

async fn answer(
    connected: &Connected,
    catalog: &Catalog,
    tool: &str,
    arguments: &Value,
) -> (Map<String, Value>, bool) {
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    match catalog.named(tool) {
        Some(tool) => {
            let outcome = tool.call(&connected.context, arguments).await;
            (outcome.structured, outcome.is_error)
        }
        None => (Map::new(), true),
    }
}
