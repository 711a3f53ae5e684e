//! Who looks through the server under test: a person at a terminal, and a program in control mode.

use std::process::{Child, Command, Stdio};

use adapters::fake::program::Size;
use camino::Utf8Path;
use domain::SessionId;

use crate::tmux::{FIRST, Server};

/// An attached terminal client; it detaches when this is dropped.
#[derive(Debug)]
pub struct Person<'a> {
    server: &'a Server,
    session: String,
    client: Client,
}

/// What shows a person the session.
#[derive(Debug)]
enum Client {
    /// A terminal inside a pane of a second server.
    Terminal(Server),
    /// A client of the simulator.
    Simulated(u32),
}

impl<'a> Person<'a> {
    /// Attaches to the session, by its id or name, in a terminal of this size, and waits until the server lists it.
    pub async fn attach(server: &'a Server, session: &str, width: u32, height: u32) -> Self {
        let before = others(server);
        let client = if let Some(simulator) = server.simulator() {
            let size = Size { width, height };
            Client::Simulated(joined(server, session, |id| simulator.attach(id, size)))
        } else {
            let terminal = server.another();
            terminal.start(&attach(&server.socket, session), width, height);
            Client::Terminal(terminal)
        };
        server
            .becomes("a person is attached", |server| others(server) > before)
            .await;
        Self {
            server,
            session: session.to_owned(),
            client,
        }
    }

    /// What the terminal shows.
    pub fn sees(&self) -> String {
        match &self.client {
            Client::Terminal(terminal) => {
                terminal.says(&["capture-pane", "-p", "-t", &FIRST.to_string()])
            }
            Client::Simulated(_) => {
                let current = format!("{}:", self.session);
                self.server.says(&["capture-pane", "-p", "-t", &current])
            }
        }
    }
}

impl Drop for Person<'_> {
    fn drop(&mut self) {
        if let (Client::Simulated(pid), Some(simulator)) = (&self.client, self.server.simulator()) {
            let _ = simulator.detach(*pid);
        }
    }
}

/// The process of a client that joined a session of a simulator.
fn joined(server: &Server, session: &str, join: impl FnOnce(SessionId) -> Option<u32>) -> u32 {
    let id = server.says(&["display-message", "-p", "-t", session, "#{session_id}"]);
    join(id.parse().expect("a session id")).expect("a session")
}

fn attach(socket: &Utf8Path, session: &str) -> String {
    format!(
        "TMUX= exec '{}' -u -S '{socket}' attach-session -t '{session}'",
        crate::release::tmux()
    )
}

/// How many clients the server lists, but for those of the adapter under test.
pub fn others(server: &Server) -> usize {
    let listed = listed(server);
    let own = server.own_clients();
    listed.into_iter().filter(|pid| !own.contains(pid)).count()
}

/// The processes of all clients that the server lists.
fn listed(server: &Server) -> Vec<u32> {
    let listed = server.says(&["list-clients", "-F", "#{client_pid}"]);
    listed.lines().filter_map(|pid| pid.parse().ok()).collect()
}

/// A control client: a program that looks through tmux, and no person. It detaches when this is dropped.
#[derive(Debug)]
pub struct ControlClient<'a> {
    server: &'a Server,
    client: Program,
}

/// What looks through tmux.
#[derive(Debug)]
enum Program {
    /// A tmux in control mode, which the server lists by this process.
    Process(Child, u32),
    /// A client of the simulator.
    Simulated(u32),
}

impl<'a> ControlClient<'a> {
    /// Attaches to the first session, and waits until the server lists it.
    pub async fn attach(server: &'a Server) -> Self {
        let client = if let Some(simulator) = server.simulator() {
            Program::Simulated(joined(server, "$0", |id| simulator.attach_control(id)))
        } else {
            let before = listed(server);
            let child = control(server);
            server
                .becomes("it is attached", |server| news(server, &before).is_some())
                .await;
            let pid = news(server, &before).expect("a new client");
            Program::Process(child, pid)
        };
        Self { server, client }
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        match &self.client {
            Program::Process(_, pid) | Program::Simulated(pid) => *pid,
        }
    }
}

/// The client that is listed now, was not before, and is none of the adapter under test.
fn news(server: &Server, before: &[u32]) -> Option<u32> {
    let listed = listed(server);
    let own = server.container().map(|_| server.own_clients());
    let own = own.unwrap_or_default();
    listed
        .into_iter()
        .find(|pid| !before.contains(pid) && !own.contains(pid))
}

fn control(server: &Server) -> Child {
    let mut command = match server.container() {
        Some(container) => {
            let mut command = Command::new("docker");
            command.args(["exec", "-i", container.name(), "tmux"]);
            command
        }
        None => Command::new(crate::release::tmux()),
    };
    command
        .args(["-u", "-S", server.socket.as_str()])
        .args(["-C", "attach-session", "-E", "-t", "$0"])
        .env_remove("TMUX")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("tmux is reached")
}

impl Drop for ControlClient<'_> {
    fn drop(&mut self) {
        match &mut self.client {
            Program::Process(process, _) => {
                // It detaches at the end of its input.
                drop(process.stdin.take());
                let _ = process.wait();
            }
            Program::Simulated(pid) => {
                if let Some(simulator) = self.server.simulator() {
                    let _ = simulator.detach(*pid);
                }
            }
        }
    }
}
