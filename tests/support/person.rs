//! A person at a terminal: a real client of the server under test, attached inside a pane of a second private server.

use std::process::{Child, Command, Stdio};

use camino::Utf8Path;

use crate::tmux::{FIRST, Server};

/// An attached terminal client; it detaches when this is dropped.
#[derive(Debug)]
pub struct Person {
    terminal: Server,
}

impl Person {
    /// Attaches to the session, by its id or name, in a terminal of this size, and waits until the server lists it.
    pub async fn attach(server: &Server, session: &str, width: u32, height: u32) -> Self {
        let before = clients(server);
        let terminal = Server::running(&attach(&server.socket, session), width, height);
        server
            .until(&["list-clients", "-F", "x"], |listed| {
                listed.lines().count() > before
            })
            .await;
        Self { terminal }
    }

    /// Presses keys, by tmux's names.
    pub fn press(&self, keys: &[&str]) {
        let pane = FIRST.to_string();
        let mut args = vec!["send-keys", "-t", &pane, "--"];
        args.extend(keys);
        assert!(self.terminal.raw(&args).status.success());
    }

    /// What the terminal shows.
    pub fn sees(&self) -> String {
        self.terminal
            .says(&["capture-pane", "-p", "-t", &FIRST.to_string()])
    }
}

fn attach(socket: &Utf8Path, session: &str) -> String {
    format!("TMUX= exec tmux -u -S '{socket}' attach-session -t '{session}'")
}

/// How many clients the server lists.
pub fn clients(server: &Server) -> usize {
    server.says(&["list-clients", "-F", "x"]).lines().count()
}

/// A control client: a program that looks through tmux, and no person. It detaches when this is dropped.
#[derive(Debug)]
pub struct ControlClient {
    process: Child,
}

impl ControlClient {
    /// Attaches to the only session, and waits until the server lists it.
    pub async fn attach(server: &Server) -> Self {
        let before = clients(server);
        let process = Command::new("tmux")
            .args(["-u", "-S", server.socket.as_str()])
            .args(["-C", "attach-session", "-E"])
            .env_remove("TMUX")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("tmux on PATH");
        server
            .until(&["list-clients", "-F", "x"], |listed| {
                listed.lines().count() > before
            })
            .await;
        Self { process }
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for ControlClient {
    fn drop(&mut self) {
        // It detaches at the end of its input.
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}
