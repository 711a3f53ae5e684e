//! The tmux server that everything is measured on, and raw tmux processes.

use std::fs::File;
use std::io::Write;
use std::process::{Command, Stdio};

use support::tmux::Server;

/// A private server whose first pane runs bash.
pub(crate) struct World {
    pub(crate) server: Server,
    pub(crate) socket: String,
}

impl World {
    pub(crate) fn new() -> Self {
        let server = Server::none();
        server.start_with_history("exec env PS1='$ ' bash --norc --noprofile", 80, 24, 2000);
        let socket = server.socket.to_string();
        let world = Self { server, socket };
        world.until("%0", "$");
        world
    }

    /// As many panes as this in all, each an idle shell in a window of its own.
    pub(crate) fn grow(&self, panes: usize) {
        let held = self
            .server
            .says(&["list-panes", "-a", "-F", "x"])
            .lines()
            .count();
        for _ in held..panes {
            self.server.says(&[
                "new-window",
                "-d",
                "exec env PS1='$ ' bash --norc --noprofile",
            ]);
        }
    }

    /// Waits until a pane shows this.
    pub(crate) fn until(&self, pane: &str, wanted: &str) {
        while !self
            .server
            .says(&["capture-pane", "-p", "-t", pane])
            .contains(wanted)
        {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    /// A raw tmux process, its output read and thrown away.
    pub(crate) fn raw(&self, arguments: &[&str]) {
        let output = Command::new(support::release::tmux())
            .args(["-u", "-S", &self.socket])
            .args(arguments)
            .env_remove("TMUX")
            .stdin(Stdio::null())
            .output()
            .expect("a tmux process");
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }

    /// A pane that shows what is written into the file that comes with it.
    pub(crate) fn pipe(&self) -> (String, File) {
        let path = self.server.directory.path().join("pipe");
        let made = Command::new("mkfifo").arg(&path).status();
        assert!(made.is_ok_and(|status| status.success()));
        let command = format!("exec cat {}", path.display());
        let pane = self
            .server
            .says(&["new-window", "-d", "-P", "-F", "#{pane_id}", &command]);
        let file = File::options().write(true).open(path).expect("the pipe");
        (pane, file)
    }
}

/// Writes a line and nothing else.
pub(crate) fn say(file: &mut File, line: &str) {
    file.write_all(format!("{line}\n").as_bytes())
        .expect("a line");
}
