//! A place of a test's own: directories, environment, tmux sockets. All that is started in it ends with it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::process;

/// The variable by which all that a nest started is found again.
const MARK: &str = "LIBTMUX_TEST_NEST";

/// The size of the sessions that a test makes itself.
const SIZE: [&str; 4] = ["-x", "80", "-y", "24"];

/// A temporary directory with everything in it; the user's own tmux, home and socket directory are never touched.
#[derive(Debug)]
pub struct Nest {
    directory: TempDir,
}

impl Default for Nest {
    fn default() -> Self {
        Self::new()
    }
}

impl Nest {
    /// An empty one; no tmux server runs in it.
    pub fn new() -> Self {
        let directory = tempfile::Builder::new().prefix("nest").tempdir().unwrap();
        let nest = Self { directory };
        for folder in ["home", "tmp", "sockets"] {
            std::fs::create_dir(nest.path(folder)).unwrap();
        }
        nest
    }

    /// One with an operator's server on the socket [`Nest::socket`]: a session `work` whose pane `%0` runs bash, ready.
    pub fn with_server() -> Self {
        let nest = Self::new();
        nest.start_server();
        nest
    }

    /// Starts that server.
    pub fn start_server(&self) {
        self.says(&[
            "start-server",
            ";",
            "set-option",
            "-g",
            "default-command",
            "exec bash --norc --noprofile",
            ";",
            "new-session",
            "-d",
            "-s",
            "work",
            SIZE[0],
            SIZE[1],
            SIZE[2],
            SIZE[3],
        ]);
        self.until_ready("%0");
    }

    /// Another session, whose pane runs this program without a shell of ours around it; its pane's id.
    pub fn pane(&self, program: &[&str]) -> String {
        let mut words = vec!["new-session", "-d", "-P", "-F", "#{pane_id}"];
        words.extend(SIZE);
        words.extend(program);
        self.says(&words)
    }

    /// Another session with a shell at its prompt; its pane's id.
    pub fn shell(&self) -> String {
        let pane = self.pane(&[]);
        self.until_ready(&pane);
        pane
    }

    /// Waits for a prompt.
    pub fn until_ready(&self, pane: &str) {
        process::until("the shell is at its prompt", || {
            self.screen(pane).contains("$ ") || self.screen(pane).contains("# ")
        });
    }

    /// Waits until the pane shows this.
    pub fn until_shown(&self, pane: &str, text: &str) {
        process::until(&format!("{pane} shows {text:?}"), || {
            self.screen(pane).contains(text)
        });
    }

    /// Waits until a format has this value for the pane.
    pub fn until_is(&self, pane: &str, format: &str, value: &str) {
        process::until(&format!("{format} of {pane} is {value:?}"), || {
            self.says(&["display-message", "-p", "-t", pane, format]) == value
        });
    }

    /// What the pane shows, one trailing blank kept behind each line that is a prompt.
    pub fn screen(&self, pane: &str) -> String {
        let output = self.raw(&["capture-pane", "-p", "-J", "-t", pane]);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The variable, as `NAME=VALUE`, by which what was started here is found and ended: for what does not inherit it.
    pub fn mark(&self) -> String {
        format!("{MARK}={}", self.directory.path().display())
    }

    /// A path inside.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// The operator's socket.
    pub fn socket(&self) -> String {
        self.text("s")
    }

    /// The socket of the dedicated server.
    pub fn dedicated(&self) -> String {
        let uid = std::os::unix::fs::MetadataExt::uid(&self.path("tmp").metadata().unwrap());
        self.text(&format!("sockets/tmux-{uid}/libtmux-mcp"))
    }

    /// A path inside, as text.
    pub fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// A command in this place: the environment of a login that knows no tmux.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command
            .env_clear()
            .env(MARK, self.directory.path())
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.path("home"))
            .env("TMPDIR", self.path("tmp"))
            .env("TMUX_TMPDIR", self.path("sockets"))
            .env("SHELL", "/bin/sh")
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .current_dir(self.directory.path());
        // The program under test runs the tmux under test, unless a test says otherwise.
        if let Some(tmux) = crate::release::chosen() {
            command.env("LIBTMUX_TMUX_BIN", tmux);
        }
        command
    }

    /// The program under test.
    pub fn program(&self, binary: &str, words: &[&str]) -> Command {
        let mut command = self.command(binary);
        command.args(words);
        command
    }

    /// A raw tmux on the operator's socket.
    pub fn raw(&self, words: &[&str]) -> Output {
        self.raw_on(&self.socket(), words)
    }

    /// A raw tmux on this socket.
    pub fn raw_on(&self, socket: &str, words: &[&str]) -> Output {
        let mut command = self.command(crate::release::tmux());
        command.args(["-u", "-f", "/dev/null", "-S", socket]);
        command.args(words).output().unwrap()
    }

    /// What a raw tmux prints, without the last newline.
    pub fn says(&self, words: &[&str]) -> String {
        self.says_on(&self.socket(), words)
    }

    /// The same on this socket.
    pub fn says_on(&self, socket: &str, words: &[&str]) -> String {
        let output = self.raw_on(socket, words);
        assert!(output.status.success(), "{words:?}: {output:?}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.strip_suffix('\n').unwrap_or(&text).to_owned()
    }

    /// The process id of the operator's server.
    pub fn server_pid(&self) -> u32 {
        self.says(&["display-message", "-p", "#{pid}"])
            .parse()
            .unwrap()
    }

    /// Writes a program: a shell script.
    pub fn script(&self, name: &str, text: &str) -> String {
        use std::os::unix::fs::PermissionsExt;
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// All that was started here and still runs.
    pub fn left(&self) -> Vec<u32> {
        let mut left = process::marked(&self.mark());
        left.retain(|pid| process::runs(*pid));
        left
    }

    /// All that was started here, still runs, and has this in its command line.
    pub fn left_with(&self, text: &str) -> Vec<u32> {
        let mut left = self.left();
        left.retain(|pid| process::command_line(*pid).contains(text));
        left
    }
}

impl Drop for Nest {
    fn drop(&mut self) {
        // Twice: what a killed one had just started.
        for _ in 0..2 {
            for pid in self.left() {
                process::signal("KILL", pid);
            }
        }
    }
}
