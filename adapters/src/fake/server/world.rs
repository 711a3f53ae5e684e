//! The server on one socket, over all its lives.

use domain::{ServerIdentity, TmuxError};
use tokio::sync::watch;
use tokio::time::Instant;

use super::Setup;
use super::life::{Counters, Life};
use super::spawn::NewSession;
use crate::tmux::failure;

/// When the first server of a seed starts, at the earliest.
const EPOCH: u64 = 1_700_000_000;

/// The socket, and the server on it while one runs.
#[derive(Debug)]
pub(super) struct World {
    pub(super) setup: Setup,
    counters: Counters,
    pub(super) life: Option<Life>,
    /// Counts what may have woken somebody.
    news: watch::Sender<u64>,
}

impl World {
    /// A socket where nothing listens.
    pub(super) fn new(setup: Setup) -> Self {
        // Seeds are spread over times and processes, so that two simulators are not taken for one.
        let mixed = setup.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let counters = Counters {
            clock: EPOCH + mixed % 100_000_000,
            pid: 1000 + u32::try_from((mixed >> 32) % 20_000).unwrap_or_default(),
        };
        Self {
            setup,
            counters,
            life: None,
            news: watch::Sender::new(0),
        }
    }

    /// Tells of all that may wake somebody.
    pub(super) fn subscribe(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// Brings everything up to now.
    pub(super) fn advance(&mut self) {
        if let Some(life) = &mut self.life {
            life.advance(Instant::now());
        }
        self.end_if_over();
    }

    /// Lets what was done take effect on programs, and wakes whoever waits.
    ///
    /// tmux looks at all sizes anew when a client leaves, and every process that asks it something is one
    /// (server-client.c, `server_client_lost`, seen in 3.3a): a window that a layout made larger than it was set by hand
    /// shrinks again then.
    pub(super) fn finish(&mut self) {
        if let Some(life) = &mut self.life {
            life.recalculate();
            life.settle();
        }
        self.end_if_over();
        self.news
            .send_modify(|count| *count = count.wrapping_add(1));
    }

    fn end_if_over(&mut self) {
        if let Some(life) = &mut self.life
            && life.begun
            && life.over()
        {
            life.channels.end();
            self.counters = life.counters;
            self.life = None;
            self.news
                .send_modify(|count| *count = count.wrapping_add(1));
        }
    }

    /// Starts a server, unless one runs.
    pub(super) fn start(&mut self) -> &mut Life {
        let (setup, counters) = (&self.setup, self.counters);
        self.life
            .get_or_insert_with(|| Life::new(setup.clone(), counters, Instant::now()))
    }

    /// The server that runs.
    ///
    /// # Errors
    /// [`TmuxError::NoServer`].
    pub(super) fn life(&mut self) -> Result<&mut Life, TmuxError> {
        let socket = &self.setup.socket;
        self.life.as_mut().ok_or_else(|| TmuxError::NoServer {
            socket: socket.clone(),
        })
    }

    /// The server of this life.
    ///
    /// # Errors
    /// [`TmuxError::NoServer`]; [`TmuxError::ServerGone`] where another life answers.
    pub(super) fn same(&mut self, identity: ServerIdentity) -> Result<&mut Life, TmuxError> {
        let life = self.life()?;
        if life.identity == identity {
            Ok(life)
        } else {
            Err(crate::tmux::replaced(life.identity))
        }
    }

    /// The error that tmux's words stand for. Where they name a session that is not there, those that are get named.
    pub(super) fn said(&self, words: &str, pane: Option<domain::PaneId>) -> TmuxError {
        if let failure::Failure::NoTarget(named) = failure::Failure::read(words)
            && let Ok(session) = named.parse::<domain::SessionId>()
        {
            let life = self.life.as_ref();
            let sessions = life.map(Life::sessions_by_name).unwrap_or_default();
            return TmuxError::NoSuchSession {
                session: session.to_string(),
                existing: sessions.iter().map(|held| held.name.clone()).collect(),
            };
        }
        failure::error(words, &self.setup.socket, pane)
    }

    /// Makes a session, in this life or in one that it starts.
    ///
    /// # Errors
    /// As the port's.
    pub(super) fn create_session(
        &mut self,
        identity: Option<ServerIdentity>,
        new: NewSession,
    ) -> Result<domain::Changed, TmuxError> {
        let life = match identity {
            Some(identity) => self.same(identity)?,
            None => self.start(),
        };
        let made = life.create_session(new);
        let answer = made.and_then(|id| {
            let session = life.session(id)?;
            let window = session.window().ok_or("no current window")?;
            Ok(domain::Changed::Session {
                identity: life.identity,
                session: id,
                window,
                pane: life.window(window)?.active,
                name: session.name.clone(),
            })
        });
        // A server that was started for a session which could not be made ends again.
        life.begun = true;
        let changed = answer.map_err(|words| self.said(&words, None))?;
        self.finish();
        match changed {
            domain::Changed::Session { session, name, .. }
                if !self
                    .life
                    .as_ref()
                    .is_some_and(|life| life.sessions.contains_key(&session)) =>
            {
                Err(TmuxError::Vanished { session, name })
            }
            changed => Ok(changed),
        }
    }
}
