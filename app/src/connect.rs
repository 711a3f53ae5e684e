//! From the operator's choice to a context: which socket, whose server, which way to it.
//!
//! This module alone names concrete ways to tmux. Start-up meets tmux once, within a deadline; where that fails the
//! process serves all the same, with the tools of a server that an operator chose, and every call says what is wrong.

mod real;
mod simulated;

use std::sync::Arc;
use std::time::Duration;

use adapters::fake::Simulator;
use domain::{Provenance, ServerIdentity, TmuxError, ToolPolicy};

use crate::caller::{CallerEvidence, reader};
use crate::config::{Backend, Config, Socket, StartError};
use crate::context::{Context, Facts};
use real::Real;
use simulated::Seeded;

/// How much longer than one request start-up may take.
const LAUNCH_SLACK: Duration = Duration::from_secs(1);

/// How long the daemon's ending may take at shutdown.
const ENDING: Duration = Duration::from_millis(500);

/// The environment of this process; what is not UTF-8 counts as absent.
#[must_use]
pub fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Keeps what this process inherited open from a tmux server that it starts; to be called before anything is opened.
pub fn seal() {
    adapters::seal_inherited_descriptors();
}

/// A way to the chosen server. Nothing has been asked of tmux yet.
#[derive(Debug)]
pub struct Way {
    config: Config,
    reach: Reach,
}

#[derive(Debug)]
enum Reach {
    Tmux(Box<Real>),
    Simulator(Simulator, u64),
}

/// What start-up came to.
#[derive(Debug)]
pub struct Connected {
    /// What every tool is handed.
    pub context: Arc<Context>,
    /// The daemon that this process started.
    pub daemon: Option<ServerIdentity>,
    /// Why tmux was not met.
    pub failure: Option<TmuxError>,
}

impl Way {
    /// Finds the socket and the executable, or reads the scene.
    ///
    /// # Errors
    /// A socket path that is too long, a path of tmux that would break a typed line, a scene that cannot be read.
    pub fn new(config: Config) -> Result<Self, StartError> {
        let reach = match &config.backend {
            Backend::Fake(simulated) => {
                Reach::Simulator(simulated::start(simulated)?, simulated.seed)
            }
            Backend::Auto | Backend::Control | Backend::Subprocess => {
                Reach::Tmux(Box::new(Real::new(&config)?))
            }
        };
        Ok(Self { config, reach })
    }

    /// Whether there is a tmux to reach, or a simulator.
    #[must_use]
    pub fn has_tmux(&self) -> bool {
        match &self.reach {
            Reach::Tmux(real) => real.has_tmux(),
            Reach::Simulator(..) => true,
        }
    }

    /// Meets tmux once; the dedicated server is started where nothing listens.
    pub async fn connect(&self) -> Connected {
        match &self.reach {
            Reach::Tmux(real) => self.meet(real).await,
            Reach::Simulator(simulator, seed) => Connected {
                context: Arc::new(self.simulated(simulator, *seed)),
                daemon: None,
                failure: None,
            },
        }
    }

    async fn meet(&self, real: &Real) -> Connected {
        let deadline = self.config.command_timeout + LAUNCH_SLACK;
        let meeting = async {
            real.supported(self.config.command_timeout).await?;
            real.meet(&self.config.socket).await
        };
        let met = tokio::time::timeout(deadline, meeting).await;
        let met = met.unwrap_or(Err(TmuxError::Unresponsive {
            after: deadline,
            effect_unknown: false,
        }));
        let (daemon, failure) = match met {
            Ok(daemon) => (daemon, None),
            Err(error) => (None, Some(error)),
        };
        Connected {
            context: Arc::new(self.reached(real, daemon, failure.as_ref())),
            daemon,
            failure,
        }
    }

    fn reached(
        &self,
        real: &Real,
        daemon: Option<ServerIdentity>,
        failure: Option<&TmuxError>,
    ) -> Context {
        let provenance = if daemon.is_some() {
            Provenance::Minimal
        } else {
            Provenance::Operator
        };
        let (port, backend) = real.port(&self.config.backend, daemon.is_some());
        let port = real.refused(failure).unwrap_or(port);
        // Elsewhere, no variable, process or file of this machine tells anything.
        let mut evidence = if real.is_far() {
            CallerEvidence::default()
        } else {
            reader::evidence(&environment, &real.socket)
        };
        evidence.started = daemon.map(|identity| identity.pid);
        let facts = Facts {
            backend,
            provenance,
            socket: match self.config.socket.name() {
                Some(name) if real.is_far() => name.to_owned(),
                _ => real.socket.to_string(),
            },
            selector: self.selector(),
            server_at_start: match (daemon, failure) {
                (Some(_), _) => "created",
                (None, None) => "running",
                (None, Some(TmuxError::NoServer { .. })) => "none",
                (None, Some(_)) => "unreachable",
            },
            tmux: real.executable(),
        };
        Context {
            evidence,
            far_tmux: real.far_tmux(),
            facts,
            is_local: !real.is_far(),
            ..self.chosen(Context::new(port), provenance)
        }
    }

    /// How the server was chosen, in words.
    fn selector(&self) -> String {
        let socket = match &self.config.socket {
            Socket::Dedicated => "dedicated server, no socket option".to_owned(),
            Socket::Name(name) => format!("socket name {name}"),
            Socket::Path(path) => format!("socket path {path}"),
        };
        if self.config.via.is_empty() {
            return socket;
        }
        let via = shell_words::join(&self.config.via);
        format!(
            "{socket}, via {via}; this process and its files are elsewhere, so no pane of it is this process's own"
        )
    }

    /// Nothing of this machine has a part in it: neither its processes nor its files nor its clock.
    fn simulated(&self, simulator: &Simulator, seed: u64) -> Context {
        let facts = Facts {
            backend: "fake",
            provenance: Provenance::Minimal,
            socket: simulated::SOCKET.to_owned(),
            selector: "simulated, no tmux".to_owned(),
            server_at_start: "created",
            tmux: Some(simulated::TMUX.to_owned()),
        };
        Context {
            facts,
            is_local: false,
            entropy: Arc::new(Seeded::new(seed)),
            ..self.chosen(
                Context::new(Arc::new(simulator.clone())),
                Provenance::Minimal,
            )
        }
    }

    /// The context with what the operator chose.
    fn chosen(&self, context: Context, provenance: Provenance) -> Context {
        Context {
            naming: self.config.naming,
            annotations: self.config.annotations,
            limits: self.config.limits,
            suppress_history: self.config.suppress_history,
            allow_attended: self.config.allow_attended,
            policy: ToolPolicy::new(&self.config.choice, provenance),
            ..context
        }
    }

    /// Ends the daemon that this process started, where it holds no session.
    pub async fn close(&self, daemon: Option<ServerIdentity>) {
        if let (Reach::Tmux(real), Some(identity)) = (&self.reach, daemon) {
            // A daemon that does not answer now is left alone.
            drop(tokio::time::timeout(ENDING, real.end_if_empty(identity)).await);
        }
    }
}
