//! A simulator instead of tmux: the same answers to the same calls, on every machine.

use std::sync::{Mutex, PoisonError};

use adapters::fake::script::Scene;
use adapters::fake::{Setup, Simulator};

use crate::config::{Simulated, StartError};
use crate::context::Entropy;

/// Where it says that its socket is: no file of this machine.
pub(super) const SOCKET: &str = "/simulated/libtmux-mcp";
/// Where it says that its tmux is.
pub(super) const TMUX: &str = "/usr/bin/tmux";

/// A server like a dedicated one: without a session at first, and without end.
const MINIMAL: &str = "start-server ; set-option -s exit-empty off ; set-option -g history-limit 50000 ; \
     set-option -s escape-time 0 ; set-option -s default-terminal tmux-256color ; set-option -g default-size 200x50";

/// Starts it, with the sessions of its scene.
///
/// # Errors
/// A scene that cannot be read.
pub(super) fn start(simulated: &Simulated) -> Result<Simulator, StartError> {
    let scene = match &simulated.scene {
        Some(path) => Scene::load(path).map_err(|error| StartError(error.to_string()))?,
        None => Scene::default(),
    };
    let simulator = Simulator::new(Setup {
        seed: simulated.seed,
        scene: scene.into(),
        socket: SOCKET.to_owned(),
        configuration: MINIMAL.split(' ').map(ToOwned::to_owned).collect(),
        ..Setup::default()
    });
    Ok(simulator)
}

/// Words that only look random: the same ones for the same seed.
#[derive(Debug)]
pub(super) struct Seeded(Mutex<fastrand::Rng>);

impl Seeded {
    pub(super) fn new(seed: u64) -> Self {
        Self(Mutex::new(fastrand::Rng::with_seed(seed)))
    }
}

impl Entropy for Seeded {
    fn fill(&self, bytes: &mut [u8]) {
        let mut source = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        source.fill(bytes);
    }
}
