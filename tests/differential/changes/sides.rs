//! A real tmux and a simulator, side by side.

use std::sync::Arc;

use adapters::fake::script::Scene;
use adapters::fake::{Setup, Simulator};
use domain::port::{Expected, Member};
use domain::{Change, Changed, PaneId, Runs, Scope, ServerIdentity, TmuxError, TmuxPort, Topology};
use support::tmux::Server;

use super::operations::{Aim, Operation};

/// The two.
#[derive(Debug)]
pub(crate) struct Sides {
    real: Server,
    simulated: Simulator,
}

/// The commands that both begin with. Programs are quiet, and windows are named once.
const START: [&str; 22] = [
    "start-server",
    ";",
    "set-option",
    "-g",
    "default-command",
    "exec cat",
    ";",
    "set-option",
    "-g",
    "automatic-rename",
    "off",
    ";",
    "set-option",
    "-g",
    "default-size",
    "90x30",
    ";",
    "new-session",
    "-d",
    "-x",
    "80",
    "-y24",
];

impl Sides {
    /// Two servers with a session each.
    pub(crate) fn start() -> Self {
        let real = Server::none();
        let started = real.raw(&START);
        assert!(started.status.success(), "{started:?}");
        let host = real.says(&["display-message", "-p", "#{host}"]);
        let scene = Scene {
            host,
            ..Scene::default()
        };
        let simulated = Simulator::new(Setup {
            scene: Arc::new(scene),
            ..Setup::default()
        });
        let started = simulated.tmux(&START);
        assert_eq!(started.status, 0, "{started:?}");
        Self { real, simulated }
    }

    /// What both have, where they have the same; `None` where both ended.
    pub(crate) async fn observed(&self) -> Result<Option<Topology>, String> {
        let real = self.real.tmux.observe(Scope::Everything).await;
        let simulated = self.simulated.observe(Scope::Everything).await;
        if gone(&real) && gone(&simulated) {
            return Ok(None);
        }
        compare(&real.map(plain), &simulated.map(plain))?;
        Ok(self.simulated.observe(Scope::Everything).await.ok())
    }

    /// Does the same to both.
    pub(crate) async fn both(&self, operation: &Operation, seen: &Topology) -> Result<(), String> {
        match operation {
            Operation::Staged(words) => {
                let words: Vec<&str> = words.iter().map(|word| &**word).collect();
                let real = self.real.raw(&words);
                let simulated = self.simulated.tmux(&words);
                let real = (
                    real.status.code().unwrap_or(-1),
                    String::from_utf8_lossy(&real.stdout).into_owned(),
                    String::from_utf8_lossy(&real.stderr).into_owned(),
                );
                let simulated = (
                    simulated.status,
                    String::from_utf8_lossy(&simulated.output).into_owned(),
                    String::from_utf8_lossy(&simulated.words).into_owned(),
                );
                if real == simulated {
                    Ok(())
                } else {
                    Err(format!("real:      {real:?}\nsimulated: {simulated:?}"))
                }
            }
            Operation::Changed(aim) => {
                let real = self.real.tmux.observe(Scope::Everything).await;
                let real = real.map_err(|error| format!("real: {error}"))?;
                let real = self.real.tmux.change(&change(aim, &real)).await;
                let simulated = self.simulated.change(&change(aim, seen)).await;
                compare(&real.map(changed), &simulated.map(changed))
            }
        }
    }
}

fn gone<T>(answer: &Result<T, TmuxError>) -> bool {
    matches!(
        answer,
        Err(TmuxError::NoServer { .. } | TmuxError::ServerGone { .. })
    )
}

/// The change that is aimed at what was seen.
fn change(aim: &Aim, seen: &Topology) -> Change {
    let identity = seen.server.identity;
    match aim {
        Aim::Plain(make) => make.change(identity),
        Aim::Respawn(pane, kill_first) => Change::RespawnPane {
            expected: expected(*pane, seen),
            kill_first: *kill_first,
        },
    }
}

fn expected(pane: PaneId, seen: &Topology) -> Expected {
    let window = seen.pane(pane).map(|pane| pane.window).ok();
    let panes = seen
        .panes
        .iter()
        .filter(|other| Some(other.window) == window);
    let members = panes.map(|pane| Member {
        pane: pane.id,
        pid: pane.pid,
        dead: pane.dead,
        in_mode: pane.mode.is_some(),
        input_off: pane.input_off,
        synchronized: pane.synchronized,
    });
    Expected {
        identity: seen.server.identity,
        pane,
        viewers: 0,
        zoomed: window.is_some_and(|window| seen.window(window).is_ok_and(|window| window.zoomed)),
        members: members.collect(),
        shell: None,
    }
}

/// A row for each thing.
fn rows(text: &str) -> String {
    ["Session {", "Window {", "Pane {", "Client {"]
        .iter()
        .fold(text.to_owned(), |text, start| {
            text.replace(start, &format!("\n{start}"))
        })
}

fn compare<T: std::fmt::Debug>(
    real: &Result<T, TmuxError>,
    simulated: &Result<T, TmuxError>,
) -> Result<(), String> {
    let text = |answer: &Result<T, TmuxError>| match answer {
        Ok(answer) => rows(&format!("{answer:?}")),
        Err(error) => format!("{:?}: {error}", error.kind()),
    };
    let (real, simulated) = (text(real), text(simulated));
    if real == simulated {
        return Ok(());
    }
    let lines = real.lines().zip(simulated.lines());
    let differing: Vec<String> = lines
        .filter(|(real, simulated)| real != simulated)
        .take(12)
        .map(|(real, simulated)| {
            format!(
                "real:      {}\nsimulated: {}",
                real.trim(),
                simulated.trim()
            )
        })
        .collect();
    if differing.is_empty() {
        return Err(format!("real:\n{real}\nsimulated:\n{simulated}"));
    }
    Err(differing.join("\n"))
}

/// What the two can have in common: no processes, times and places on the machine.
fn plain(mut topology: Topology) -> Topology {
    topology.server.identity = NOBODY;
    topology.server.socket_path.clear();
    for session in &mut topology.sessions {
        (session.created, session.activity) = (0, 0);
    }
    for window in &mut topology.windows {
        window.activity = 0;
    }
    for pane in &mut topology.panes {
        pane.pid = 0;
        pane.runs = Runs::default();
        pane.command.clear();
        pane.path.clear();
        // Where a resize leaves what a mode shows is a matter of the rows below, which the simulator has none of.
        pane.scroll_position = pane.scroll_position.map(|_| 0);
    }
    topology
}

const NOBODY: ServerIdentity = ServerIdentity {
    pid: 0,
    start_time: 0,
};

fn changed(changed: Changed) -> Changed {
    match changed {
        Changed::Session {
            session,
            window,
            pane,
            name,
            ..
        } => Changed::Session {
            identity: NOBODY,
            session,
            window,
            pane,
            name,
        },
        Changed::Arranged(topology) => Changed::Arranged(plain(topology)),
        Changed::Ended { left } => Changed::Ended {
            left: left.map(plain),
        },
        other => other,
    }
}
