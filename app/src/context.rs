//! What every tool is handed: the port, the limits, the guards, and what this process remembers.
//!
//! Time is tokio's throughout (`tokio::time::Instant`), so that a test can pause it; random words come from
//! [`Entropy`], so that a test can choose them.

use std::collections::VecDeque;
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use domain::guard::{Caller, InputGuard};
use domain::{
    Budget, Nonce, PaneId, Provenance, ServerIdentity, TmuxError, TmuxPort, ToolPolicy, Topology,
};

use crate::annotations::Annotations;
use crate::caller::CallerEvidence;
use crate::channels::ChannelWaits;
use crate::echo::EchoMemory;
use crate::heights::Heights;
use crate::naming::Naming;

/// What every tool gets by reference. A clone shares what this process remembers.
#[derive(Debug, Clone)]
pub struct Context {
    /// The way to tmux.
    pub port: Arc<dyn TmuxPort>,
    /// The ceilings of this process.
    pub limits: Limits,
    /// Whether a framed command asks the shell to forget it, where the call does not say.
    pub suppress_history: bool,
    /// Whether a pane that a person has on the screen may be typed into.
    pub allow_attended: bool,
    /// What tells which pane this process runs in.
    pub evidence: CallerEvidence,
    /// Which tools exist.
    pub policy: ToolPolicy,
    /// How the keys of schemas and answers are spelled.
    pub naming: Naming,
    /// Where the hints of a tool come from.
    pub annotations: Annotations,
    /// What start-up found out about the server.
    pub facts: Facts,
    /// What was typed lately.
    pub echo: Arc<EchoMemory>,
    /// How high histories were at the last look.
    pub heights: Arc<Heights>,
    /// The panes that this process created.
    pub created: Arc<CreatedPanes>,
    /// The channels that are waited for.
    pub channels: Arc<ChannelWaits>,
    /// Finds the tmux executable, where start-up did not look for it.
    pub far_tmux: Option<Arc<dyn FarTmux>>,
    /// Where random words come from.
    pub entropy: Arc<dyn Entropy>,
    /// Whether tmux runs on this machine, so that a path or a process id means the same to both.
    pub is_local: bool,
}

impl Context {
    /// A context over this port with the defaults of a server that an operator chose.
    #[must_use]
    pub fn new(port: Arc<dyn TmuxPort>) -> Self {
        Self {
            port,
            limits: Limits::default(),
            suppress_history: true,
            allow_attended: false,
            evidence: CallerEvidence::default(),
            policy: ToolPolicy::new(&domain::policy::Choice::default(), Provenance::Operator),
            naming: Naming::default(),
            annotations: Annotations::default(),
            facts: Facts::default(),
            echo: Arc::default(),
            heights: Arc::default(),
            created: Arc::default(),
            channels: Arc::default(),
            far_tmux: None,
            entropy: Arc::new(SystemEntropy),
            is_local: true,
        }
    }

    /// What is known of the pane this process runs in, among the panes of this observation.
    #[must_use]
    pub fn caller(&self, topology: &Topology) -> Caller {
        self.evidence.judge(topology)
    }

    /// What holds for input into the panes of this observation.
    #[must_use]
    pub fn guard(&self, topology: &Topology) -> InputGuard {
        InputGuard {
            caller: self.caller(topology),
            allow_attended: self.allow_attended,
        }
    }

    /// A fresh random word.
    #[must_use]
    pub fn nonce(&self) -> Nonce {
        let mut bytes = [0; 10];
        self.entropy.fill(&mut bytes);
        Nonce::from_bytes(bytes)
    }
}

/// Where tmux is on another machine or in a container, which need not be reached before it is needed.
#[async_trait]
pub trait FarTmux: fmt::Debug + Send + Sync {
    /// The executable by its whole path there.
    ///
    /// # Errors
    /// [`TmuxError::NoTmux`], [`TmuxError::Unreached`], [`TmuxError::Unresponsive`].
    async fn path(&self) -> Result<String, TmuxError>;
}

/// What start-up found out about the server, and how it was chosen.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The backend's name.
    pub backend: &'static str,
    /// Who made the server.
    pub provenance: Provenance,
    /// The socket's path, as this process resolved it.
    pub socket: String,
    /// How the socket was chosen.
    pub selector: String,
    /// What stood there at start.
    pub server_at_start: &'static str,
    /// The tmux executable by its whole path, where it is on this machine and was found.
    pub tmux: Option<String>,
}

impl Default for Facts {
    fn default() -> Self {
        Self {
            backend: "subprocess",
            provenance: Provenance::Operator,
            socket: String::new(),
            selector: String::new(),
            server_at_start: "unknown",
            tmux: None,
        }
    }
}

/// The ceilings of this process.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The longest wait of a call.
    pub wait_max: Duration,
    /// Lines of an answer where the call does not say.
    pub max_lines: usize,
    /// Characters of an answer.
    pub max_chars: usize,
}

impl Limits {
    /// A wait where the call does not say.
    pub const WAIT_DEFAULT: Duration = Duration::from_secs(30);
    /// The longest wait that any process allows.
    pub const WAIT_MAX: Duration = Duration::from_mins(2);

    /// The wait that is enforced for these seconds: clamped, never refused.
    #[must_use]
    pub fn wait(&self, seconds: Option<f64>) -> Duration {
        let wanted = match seconds {
            None => Self::WAIT_DEFAULT,
            // More than a Duration holds, or not a number.
            Some(seconds) => Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(self.wait_max),
        };
        wanted.min(self.wait_max)
    }

    /// The wait that is enforced for these milliseconds; none where the call does not say.
    #[must_use]
    pub fn wait_ms(&self, milliseconds: Option<u64>) -> Duration {
        Duration::from_millis(milliseconds.unwrap_or(0)).min(self.wait_max)
    }

    /// The budget of a read that asks for so many lines.
    #[must_use]
    pub fn budget(&self, max_lines: Option<u64>) -> Budget {
        let lines = max_lines.map_or(self.max_lines, |lines| {
            usize::try_from(lines).unwrap_or(usize::MAX)
        });
        Budget::new(lines, self.max_chars)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            wait_max: Self::WAIT_MAX,
            max_lines: Budget::DEFAULT_LINES,
            max_chars: Budget::DEFAULT_CHARS,
        }
    }
}

/// The panes that this process created; the oldest are forgotten beyond a bound.
#[derive(Debug, Default)]
pub struct CreatedPanes(Mutex<VecDeque<(ServerIdentity, PaneId)>>);

impl CreatedPanes {
    /// How many are remembered.
    pub const KEPT: usize = 1024;

    /// Remembers a pane of this server life.
    pub fn remember(&self, identity: ServerIdentity, pane: PaneId) {
        let mut panes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if panes.len() >= Self::KEPT {
            panes.pop_front();
        }
        panes.push_back((identity, pane));
    }

    /// Whether this process created it.
    #[must_use]
    pub fn contains(&self, identity: ServerIdentity, pane: PaneId) -> bool {
        let panes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        panes.contains(&(identity, pane))
    }
}

/// A source of random bytes.
pub trait Entropy: fmt::Debug + Send + Sync {
    /// Fills the slice.
    fn fill(&self, bytes: &mut [u8]);
}

/// The operating system's random bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        if getrandom::fill(bytes).is_ok() {
            return;
        }
        // No system call for it: std's hash keys differ for each process and each state, which is enough for a word
        // that must only be unlike everything on a screen.
        for chunk in bytes.chunks_mut(8) {
            let word = RandomState::new().build_hasher().finish().to_le_bytes();
            chunk
                .iter_mut()
                .zip(word)
                .for_each(|(byte, random)| *byte = random);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_clamped_and_never_refused() {
        let limits = Limits {
            wait_max: Duration::from_mins(1),
            ..Limits::default()
        };
        assert_eq!(limits.wait(None), Duration::from_secs(30));
        assert_eq!(limits.wait(Some(0.25)), Duration::from_millis(250));
        assert_eq!(limits.wait(Some(-1.0)), Duration::ZERO);
        for seconds in [1e9, 1e300, f64::INFINITY] {
            assert_eq!(limits.wait(Some(seconds)), Duration::from_mins(1));
        }
        assert_eq!(limits.wait_ms(None), Duration::ZERO);
        assert_eq!(limits.wait_ms(Some(u64::MAX)), Duration::from_mins(1));
    }

    #[test]
    fn created_panes_are_forgotten_beyond_a_bound_and_belong_to_a_server_life() {
        let created = CreatedPanes::default();
        let life = |pid| ServerIdentity { pid, start_time: 1 };
        for number in 0..1500 {
            created.remember(life(1), PaneId::new(number));
        }
        assert!(created.contains(life(1), PaneId::new(1499)));
        assert!(!created.contains(life(2), PaneId::new(1499)));
        assert!(!created.contains(life(1), PaneId::new(0)));
    }

    #[test]
    fn random_words_differ() {
        let mut words = [[0; 10]; 2];
        for word in &mut words {
            SystemEntropy.fill(word);
        }
        assert_ne!(words[0], words[1]);
    }
}
