//! One life of the server: everything that ends with it.

use std::collections::BTreeMap;

use domain::{PaneId, ServerIdentity, SessionId, WindowId};
use tokio::time::Instant;

use super::Setup;
use super::buffers::Buffers;
use super::channels::Channels;
use super::clients::Client;
use super::options::Options;
use super::pane::Pane;
use super::session::Session;
use super::settings::{Environment, Hooks};
use super::window::Window;

/// What tmux would say, or the answer.
pub(super) type Said<T> = Result<T, String>;

/// What goes on over all lives: the time, and which processes there were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counters {
    /// In seconds since 1970: a clock that only what happens moves on.
    pub(super) clock: u64,
    /// The next process.
    pub(super) pid: u32,
}

impl Counters {
    /// A new process.
    pub(super) const fn process(&mut self) -> u32 {
        self.pid += 1;
        self.pid
    }
}

/// A server that runs.
#[derive(Debug)]
pub(super) struct Life {
    pub(super) setup: Setup,
    pub(super) counters: Counters,
    /// The moment of the call that is being answered.
    pub(super) now: Instant,
    pub(super) identity: ServerIdentity,
    pub(super) sessions: BTreeMap<SessionId, Session>,
    pub(super) windows: BTreeMap<WindowId, Window>,
    pub(super) panes: BTreeMap<PaneId, Pane>,
    /// In the order in which they came.
    pub(super) clients: Vec<Client>,
    pub(super) server_options: Options,
    pub(super) session_options: Options,
    pub(super) window_options: Options,
    pub(super) environment: Environment,
    pub(super) hooks: Hooks,
    pub(super) buffers: Buffers,
    pub(super) channels: Channels,
    pub(super) next_session: u32,
    pub(super) next_window: u32,
    pub(super) next_pane: u32,
    /// Whether it was told to end.
    pub(super) killed: bool,
    /// Whether it ever had a session: before that it waits for its first.
    pub(super) begun: bool,
}

impl Life {
    /// A server that was just started.
    pub(super) fn new(setup: Setup, mut counters: Counters, now: Instant) -> Self {
        counters.clock += 1;
        let identity = ServerIdentity {
            pid: counters.process(),
            start_time: counters.clock,
        };
        let mut environment = Environment::default();
        for (name, value) in &setup.environment {
            environment.set(name, value, false);
        }
        Self {
            setup,
            counters,
            now,
            identity,
            sessions: BTreeMap::new(),
            windows: BTreeMap::new(),
            panes: BTreeMap::new(),
            clients: Vec::new(),
            server_options: Options::default(),
            session_options: Options::default(),
            window_options: Options::default(),
            environment,
            hooks: Hooks::default(),
            buffers: Buffers::default(),
            channels: Channels::default(),
            next_session: 0,
            next_window: 0,
            next_pane: 0,
            killed: false,
            begun: false,
        }
    }

    /// One more second: something is being changed.
    pub(super) const fn tick(&mut self) {
        self.counters.clock += 1;
    }

    /// The sessions, by name.
    pub(super) fn sessions_by_name(&self) -> Vec<&Session> {
        let mut sessions: Vec<&Session> = self.sessions.values().collect();
        sessions.sort_by(|one, other| one.name.as_bytes().cmp(other.name.as_bytes()));
        sessions
    }

    /// The session of exactly this name.
    pub(super) fn session_named(&self, name: &str) -> Option<&Session> {
        self.sessions.values().find(|session| session.name == name)
    }

    /// # Errors
    /// tmux's words.
    pub(super) fn session(&self, id: SessionId) -> Said<&Session> {
        self.sessions
            .get(&id)
            .ok_or_else(|| format!("can't find session: {id}"))
    }

    /// # Errors
    /// tmux's words.
    pub(super) fn session_mut(&mut self, id: SessionId) -> Said<&mut Session> {
        self.sessions
            .get_mut(&id)
            .ok_or_else(|| format!("can't find session: {id}"))
    }

    /// # Errors
    /// tmux's words.
    pub(super) fn window(&self, id: WindowId) -> Said<&Window> {
        self.windows
            .get(&id)
            .ok_or_else(|| format!("can't find window: {id}"))
    }

    /// # Errors
    /// tmux's words.
    pub(super) fn window_mut(&mut self, id: WindowId) -> Said<&mut Window> {
        self.windows
            .get_mut(&id)
            .ok_or_else(|| format!("can't find window: {id}"))
    }

    /// # Errors
    /// tmux's words.
    pub(super) fn pane(&self, id: PaneId) -> Said<&Pane> {
        self.panes
            .get(&id)
            .ok_or_else(|| format!("can't find pane: {id}"))
    }

    /// # Errors
    /// tmux's words.
    pub(super) fn pane_mut(&mut self, id: PaneId) -> Said<&mut Pane> {
        self.panes
            .get_mut(&id)
            .ok_or_else(|| format!("can't find pane: {id}"))
    }

    /// The window of a pane.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn window_of(&self, pane: PaneId) -> Said<&Window> {
        self.window(self.pane(pane)?.window)
    }

    /// Sessions that hold a window, by name.
    pub(super) fn sessions_with(&self, window: WindowId) -> Vec<SessionId> {
        self.sessions_by_name()
            .into_iter()
            .filter(|session| session.place_of(window).is_some())
            .map(|session| session.id)
            .collect()
    }

    /// The session that a window is seen in where none is named: the one used last.
    pub(super) fn best_session(&self, window: Option<WindowId>) -> Option<SessionId> {
        let mut best: Option<&Session> = None;
        for session in self.sessions_by_name() {
            let holds = window.is_none_or(|window| session.place_of(window).is_some());
            if holds && best.is_none_or(|best| session.activity > best.activity) {
                best = Some(session);
            }
        }
        best.map(|session| session.id)
    }

    /// Whether it has nothing left to go on for.
    pub(super) fn over(&self) -> bool {
        use super::settings::Owner;
        self.killed || (self.sessions.is_empty() && self.is_on(Owner::Server, "exit-empty"))
    }
}
