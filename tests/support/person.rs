//! A person at a terminal: a real client of the server under test, attached inside a pane of a second private server.

use std::time::{Duration, Instant};

use camino::Utf8Path;

use crate::link::others;
use crate::process::PATIENCE;
use crate::tmux::{FIRST, Server};

/// An attached terminal client; it detaches when this is dropped.
#[derive(Debug)]
pub struct Person {
    terminal: Server,
}

impl Person {
    /// Attaches to the session, by its id or name, in a terminal of this size, and waits until the server lists it.
    pub async fn attach(server: &Server, session: &str, width: u32, height: u32) -> Self {
        let before = others(server);
        let terminal = Server::running(&attach(&server.socket, session), width, height);
        let end = Instant::now() + PATIENCE;
        while others(server) == before {
            assert!(Instant::now() < end, "nobody attaches");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
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
