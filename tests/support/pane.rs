//! What tests do to a pane behind the tools' back, and what the tools must have left of themselves: nothing.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::person::others;
use crate::tmux::{FIRST, Server};
use crate::tools::Bench;

impl Server {
    /// Types into the first pane, past every guard, with Enter.
    pub fn typed(&self, text: &str) {
        self.pressed(text, &["Enter"]);
    }

    /// Types into the first pane, past every guard, then presses keys.
    pub fn pressed(&self, text: &str, keys: &[&str]) {
        let pane = FIRST.to_string();
        if !text.is_empty() {
            let sent = self.raw(&["send-keys", "-t", &pane, "-l", "--", text]);
            assert!(sent.status.success(), "{sent:?}");
        }
        for key in keys {
            assert!(self.raw(&["send-keys", "-t", &pane, key]).status.success());
        }
    }

    /// All that the first pane holds, history too, as raw tmux prints it.
    pub fn held(&self) -> String {
        self.says(&["capture-pane", "-p", "-t", "%0", "-S", "-"])
    }

    /// What all panes hold and the names of all buffers: equal before and after where nothing was typed anywhere.
    pub fn everything(&self) -> String {
        let mut all = self.buffers();
        for pane in self.says(&["list-panes", "-a", "-F", "#{pane_id}"]).lines() {
            all.push_str(&self.says(&["capture-pane", "-p", "-t", pane, "-S", "-"]));
        }
        all
    }

    /// Waits until this holds.
    pub async fn becomes(&self, what: &str, holds: impl Fn(&Self) -> bool) {
        let end = Instant::now() + Duration::from_secs(10);
        while !holds(self) {
            assert!(Instant::now() < end, "never: {what}\n{}", self.held());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits until the first pane's foreground process has this name.
    pub async fn until_command(&self, name: &str) {
        let ask = [
            "display-message",
            "-p",
            "-t",
            "%0",
            "#{pane_current_command}",
        ];
        self.until(&ask, |command| command == name).await;
    }

    /// The tmux processes of the adapter that talk to this server; the ones that stay are those that wait.
    pub fn waiters(&self) -> usize {
        if self.simulator().is_some() {
            return 0;
        }
        if let Some(container) = self.container() {
            let waits =
                |line: &String| line.contains(self.socket.as_str()) && line.contains("source-file");
            return container
                .processes()
                .iter()
                .filter(|line| waits(line))
                .count();
        }
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        lines
            .filter(|line| {
                let words = String::from_utf8_lossy(line);
                words.contains(self.socket.as_str()) && words.contains("source-file")
            })
            .count()
    }

    /// Waits until no private buffer, no client and no waiting tmux process of ours is left.
    pub async fn until_nothing_is_left(&self) {
        self.becomes("nothing is left behind", |server| {
            let buffers = server.buffers();
            !buffers.lines().any(|name| name.starts_with("ltm"))
                && !buffers.contains("libtmux-mcp")
                && others(server) == 0
                && server.waiters() == 0
        })
        .await;
    }
}

impl Bench {
    /// Sends keys to the first pane.
    pub async fn keys(&self, arguments: Value) -> Value {
        self.call("send_keys", in_the_first_pane(arguments)).await
    }

    /// Types a line into the first pane.
    pub async fn type_line(&self, text: &str) -> Value {
        self.keys(json!({ "text": text, "enter": true })).await
    }

    /// Pastes into the first pane.
    pub async fn paste(&self, text: &str, enter: bool) -> Value {
        let arguments = in_the_first_pane(json!({ "text": text, "enter": enter }));
        self.call("paste_text", arguments).await
    }

    /// Waits for text in the first pane.
    pub async fn wait_for(&self, arguments: Value) -> Value {
        self.call("wait_for_text", in_the_first_pane(arguments))
            .await
    }

    /// Runs a command in the first pane, and waits so many seconds for its end.
    pub async fn run_for(&self, command: &str, timeout: f64) -> Value {
        let arguments = json!({ "command": command, "timeout": timeout, "max_lines": 10_000 });
        self.call("run_shell_command", in_the_first_pane(arguments))
            .await
    }

    /// Has the first pane's shell do this by hand, and waits until it has.
    pub async fn by_hand(&self, commands: &str) {
        let word = format!("READY{}", self.server.held().len());
        let (head, tail) = word.split_at(3);
        self.server
            .typed(&format!("{commands}; echo {head}\"\"{tail}"));
        self.server.until_screen(&word).await;
    }

    /// Starts a command in the first pane and answers at once: the token to go on with.
    pub async fn start(&self, command: &str) -> String {
        let arguments = json!({ "pane_id": "%0", "command": command, "timeout": 0 });
        let answer = self.call("run_shell_command", arguments).await;
        token(&answer)
    }

    /// Goes on with a run.
    pub async fn resume(&self, token: &str, timeout: f64) -> Value {
        let arguments = json!({ "resume": token, "timeout": timeout, "max_lines": 10_000 });
        self.call("run_shell_command", arguments).await
    }

    /// A command of its own gives exactly this, so the pane is as usable as before.
    pub async fn is_usable(&self) {
        let answer = self.run("echo still usable; exit 7").await;
        assert_eq!(answer["outcome"], "completed", "{answer}");
        assert_eq!(answer["exit_status"], 7, "{answer}");
        assert_eq!(answer["output"], json!(["still usable"]), "{answer}");
        assert_eq!(answer["framed"], true, "{answer}");
    }
}

fn in_the_first_pane(mut arguments: Value) -> Value {
    arguments["pane_id"] = json!("%0");
    arguments
}

/// The token of a run that goes on.
pub fn token(answer: &Value) -> String {
    answer["resume"]
        .as_str()
        .unwrap_or_else(|| panic!("no token: {answer}"))
        .to_owned()
}

/// That a command ended so, whole.
pub fn ended(answer: &Value, status: u64, output: &[&str]) {
    assert_eq!(answer["outcome"], "completed", "{answer}");
    assert_eq!(answer["exit_status"], status, "{answer}");
    assert_eq!(answer["output"], json!(output), "{answer}");
    assert_eq!(answer["framed"], true, "{answer}");
}
