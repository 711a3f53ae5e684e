//! Who looks through the server under test: a person at a terminal, and a program in control mode.

use std::process::{Child, Command, Stdio};

use adapters::fake::program::Size;
use camino::Utf8Path;
use domain::SessionId;

use crate::process::children;
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
        let client = match server.simulator() {
            Some(simulator) => {
                let size = Size { width, height };
                Client::Simulated(joined(server, session, |id| simulator.attach(id, size)))
            }
            None => Client::Terminal(Server::running(
                &attach(&server.socket, session),
                width,
                height,
            )),
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
    let listed = server.says(&["list-clients", "-F", "#{client_pid}"]);
    let own = children(std::process::id());
    let pids = listed.lines().filter_map(|pid| pid.parse().ok());
    pids.filter(|pid| server.simulator().is_some() || !own.contains(pid))
        .count()
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
    /// A tmux of this machine in control mode.
    Process(Child),
    /// A client of the simulator.
    Simulated(u32),
}

impl<'a> ControlClient<'a> {
    /// Attaches to the first session, and waits until the server lists it.
    pub async fn attach(server: &'a Server) -> Self {
        let client = match server.simulator() {
            Some(simulator) => {
                Program::Simulated(joined(server, "$0", |id| simulator.attach_control(id)))
            }
            None => Program::Process(control(&server.socket)),
        };
        let attached = Self { server, client };
        let pid = attached.pid().to_string();
        server
            .until(&["list-clients", "-F", "#{client_pid}"], |listed| {
                listed.lines().any(|client| client == pid)
            })
            .await;
        attached
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        match &self.client {
            Program::Process(process) => process.id(),
            Program::Simulated(pid) => *pid,
        }
    }
}

fn control(socket: &Utf8Path) -> Child {
    Command::new(crate::release::tmux())
        .args(["-u", "-S", socket.as_str()])
        .args(["-C", "attach-session", "-E", "-t", "$0"])
        .env_remove("TMUX")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("tmux on PATH")
}

impl Drop for ControlClient<'_> {
    fn drop(&mut self) {
        match &mut self.client {
            Program::Process(process) => {
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
