//! A real tmux and a simulator, side by side.

use std::io;
use std::sync::Arc;

use adapters::Tmux;
use adapters::fake::script::Scene;
use adapters::fake::{Setup, Simulator};
use domain::port::{Expected, Member};
use domain::{Change, Changed, PaneId, Scope, ServerIdentity, TmuxError, TmuxPort, Topology};

use super::compared::{NOBODY, compare, plain};
use super::operations::{Aim, Operation};
use super::quick::Quick;
use crate::differential::real::Real;
use crate::tmux::Server;

/// The two.
#[derive(Debug)]
pub struct Sides {
    real: Arc<dyn TmuxPort>,
    reached: Reached,
    simulated: Simulator,
    /// Ends with this.
    _server: Option<Real>,
}

/// How the real one is reached.
#[derive(Debug)]
enum Reached {
    /// A process for each group, and a server that may end.
    Processes(Server),
    /// One client, in a session that is kept out of what is done and compared, and the life of its server.
    Client(Quick, ServerIdentity),
}

/// What both begin with. Programs are quiet, and windows are named once.
const OPTIONS: [&str; 4] = [
    "set-option -g default-shell /bin/sh",
    "set-option -g default-command 'exec cat'",
    "set-option -g automatic-rename off",
    "set-option -g default-size 90x30",
];

/// A session of a case.
const SESSION: &str = "new-session -d -x 80 -y 24";

/// The session that is kept out.
const KEPT: &str = "kept";

/// What a case may have set for all sessions and windows.
const UNSET: [&str; 4] = ["base-index", "pane-base-index", "mouse", "history-limit"];

impl Sides {
    /// Two servers, the real one behind one client: the quick way.
    ///
    /// # Errors
    /// Where tmux cannot be run.
    pub async fn over_a_client() -> io::Result<Self> {
        let server = Real::start()?;
        let client = Quick::start(&server.socket(), KEPT)?;
        let socket = server.socket().to_string_lossy().into_owned();
        let real = Tmux::over(client.clone(), socket.into());
        let life = real.identity().await.map_err(io::Error::other)?;
        let sides = Self {
            real: Arc::new(real),
            simulated: simulated(&client.tell("display-message -p '#{host}'")?.output),
            reached: Reached::Client(client, life),
            _server: Some(server),
        };
        let kept = format!(
            "start-server ; set-option -s exit-empty off ; set-option -g status off ; new-session -d -s {KEPT} -x 80 -y 24"
        );
        sides.simulate(&words(&kept));
        for line in OPTIONS {
            sides.stage(&words(line)).map_err(io::Error::other)?;
        }
        Ok(sides)
    }

    /// Two servers, the real one behind a process for each group.
    ///
    /// # Errors
    /// Where tmux cannot be run, or is of another release than the simulator is held to.
    pub fn over_processes() -> io::Result<Self> {
        crate::release::must_be_simulated()?;
        let server = Server::none();
        let start = first();
        let plain: Vec<&str> = start.iter().map(|word| &**word).collect();
        let started = server.raw(&plain);
        if !started.status.success() {
            return Err(io::Error::other(format!("{started:?}")));
        }
        let host = server.says(&["display-message", "-p", "#{host}"]);
        let sides = Self {
            real: Arc::clone(&server.tmux),
            simulated: simulated(host.as_bytes()),
            reached: Reached::Processes(server),
            _server: None,
        };
        sides.simulate(&start);
        Ok(sides)
    }

    /// What the simulated one has; `None` where it ended.
    pub async fn seen(&self) -> Option<Topology> {
        let seen = self.simulated.observe(Scope::Everything).await.ok()?;
        Some(self.without_kept(seen))
    }

    /// Compares what both have.
    ///
    /// # Errors
    /// What differs.
    pub async fn compare(&self) -> Result<(), String> {
        let real = self.real.observe(Scope::Everything).await;
        let simulated = self.simulated.observe(Scope::Everything).await;
        if gone(&real) && gone(&simulated) {
            return Ok(());
        }
        let part = |topology| plain(self.without_kept(topology));
        compare(&real.map(part), &simulated.map(part))
    }

    /// Makes a session where there is none, on a server that is configured anew where the last one ended.
    ///
    /// # Errors
    /// What differs.
    pub fn begin(&self) -> Result<(), String> {
        match self.reached {
            Reached::Client(..) => self.stage(&words(SESSION)),
            Reached::Processes(_) => self.stage(&first()),
        }
    }

    /// Ends the sessions of a case, and takes back what it set.
    ///
    /// # Errors
    /// What differs.
    pub async fn end(&self) -> Result<(), String> {
        let Reached::Client(..) = self.reached else {
            return Ok(());
        };
        for session in self
            .seen()
            .await
            .map(|seen| seen.sessions)
            .unwrap_or_default()
        {
            self.stage(&words(&format!("kill-session -t {}", session.id)))?;
        }
        for name in UNSET {
            self.stage(&words(&format!("set-option -gu {name}")))?;
        }
        self.compare().await
    }

    /// Does the same to both, at what was seen.
    ///
    /// # Errors
    /// What differs in the answers.
    pub async fn both(&self, operation: &Operation, seen: &Topology) -> Result<(), String> {
        match operation {
            Operation::Staged(words) => self.stage(words),
            Operation::Changed(aim) => {
                let real = self.aimed(aim).await;
                let real = real.map_err(|error| format!("real: {error}"))?;
                let real = self.real.change(&real).await;
                let simulated = self.simulated.change(&change(aim, seen)).await;
                let part = |answer| self.changed(answer);
                compare(&real.map(part), &simulated.map(part))
            }
        }
    }

    /// The change for the real one; only a respawn rests on more than the life of the server.
    async fn aimed(&self, aim: &Aim) -> Result<Change, TmuxError> {
        match (aim, &self.reached) {
            (Aim::Plain(plain), Reached::Client(.., life)) => Ok(plain.change(*life)),
            _ => Ok(change(aim, &self.real.observe(Scope::Everything).await?)),
        }
    }

    /// Runs a command line on both.
    ///
    /// # Errors
    /// What differs in the answers.
    pub fn stage(&self, words: &[String]) -> Result<(), String> {
        let real = self
            .reached
            .run(words)
            .map_err(|error| format!("real: {error}"))?;
        let simulated = self.simulate(words);
        if real == simulated {
            return Ok(());
        }
        Err(format!("real:      {real:?}\nsimulated: {simulated:?}"))
    }

    fn simulate(&self, words: &[String]) -> Said {
        let words: Vec<&str> = words.iter().map(|word| &**word).collect();
        let answer = self.simulated.tmux(&words);
        Said::new(answer.status != 0, &answer.output, &answer.words)
    }

    fn without_kept(&self, mut topology: Topology) -> Topology {
        let kept = topology
            .sessions
            .iter()
            .find(|session| session.name == KEPT);
        let (Reached::Client(..), Some(kept)) = (&self.reached, kept.map(|kept| kept.id)) else {
            return topology;
        };
        topology.sessions.retain(|session| session.id != kept);
        topology.windows.retain(|window| window.session != kept);
        let left = topology.windows.clone();
        let stays = |pane: &domain::Pane| left.iter().any(|window| window.id == pane.window);
        topology.panes.retain(stays);
        topology
    }

    fn changed(&self, changed: Changed) -> Changed {
        let part = |topology| plain(self.without_kept(topology));
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
            Changed::Arranged(topology) => Changed::Arranged(part(topology)),
            Changed::Ended { left } => Changed::Ended {
                left: left.map(part),
            },
            other => other,
        }
    }
}

impl Reached {
    fn run(&self, words: &[String]) -> io::Result<Said> {
        match self {
            Self::Processes(server) => {
                let words: Vec<&str> = words.iter().map(|word| &**word).collect();
                let output = server.raw(&words);
                let failed = !output.status.success();
                Ok(Said::new(failed, &output.stdout, &output.stderr))
            }
            Self::Client(client, _) => {
                let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                let reply = client.tell(&quoted.join(" "))?;
                let failed = !reply.words.is_empty();
                Ok(Said::new(failed, &reply.output, reply.words.as_bytes()))
            }
        }
    }
}

/// What a command line answered.
#[derive(Debug, PartialEq, Eq)]
struct Said {
    failed: bool,
    output: String,
    words: String,
}

impl Said {
    fn new(failed: bool, output: &[u8], words: &[u8]) -> Self {
        Self {
            failed,
            output: String::from_utf8_lossy(output).into_owned(),
            words: String::from_utf8_lossy(words).trim_end().to_owned(),
        }
    }
}

/// A server with the options, and its first session.
fn first() -> Vec<String> {
    words(&format!(
        "start-server ; {} ; {SESSION}",
        OPTIONS.join(" ; ")
    ))
}

fn simulated(host: &[u8]) -> Simulator {
    let host = String::from_utf8_lossy(host).trim_end().to_owned();
    let scene = Scene {
        host,
        ..Scene::default()
    };
    Simulator::new(Setup {
        scene: Arc::new(scene),
        ..Setup::default()
    })
}

/// The words of a line, those in single quotes as one.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, part) in line.split('\'').enumerate() {
        if place % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn quoted(word: &str) -> String {
    if word == ";" {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
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
