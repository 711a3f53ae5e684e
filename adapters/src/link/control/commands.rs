//! The client that carries requests: attached when it is needed and can be, replaced when it is lost.
//!
//! While there is none (no server, no session, none that a client may leave again, or one is just attaching) a request
//! is a process of its own, so nobody ever waits for a client.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::TmuxError;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

use super::client::Client;
use super::places;
use super::replies::{Answer, Loss};
use super::start::{Purpose, Setup};
use crate::link::subprocess::Subprocess;
use crate::link::{Group, Link, Reply, Start};

/// tmux reads a longer line too, but nothing else happens in the whole server meanwhile (tmux-facts 1.3).
const LINE_BYTES_MAX: usize = 256 * 1024;
/// How soon the sessions are listed again where there was none to attach to; it is a request that begins that.
const LIST_INTERVAL_MIN: Duration = Duration::from_millis(200);
/// How soon after a failure the next attempt may begin.
const ATTACH_INTERVAL_MIN: Duration = Duration::from_secs(1);

/// Carries groups over one client, or around it.
#[derive(Debug)]
pub(super) struct Commands {
    pub(super) setup: Arc<Setup>,
    pub(super) subprocess: Subprocess,
    command_timeout: Duration,
    state: Mutex<State>,
    settled: Notify,
}

#[derive(Debug)]
enum State {
    /// Nobody is attached; an attempt may begin now, or from then on.
    Down(Option<Instant>),
    Attaching,
    Up(Arc<Client>),
}

impl Commands {
    pub(super) fn new(setup: Setup, subprocess: Subprocess, command_timeout: Duration) -> Self {
        Self {
            setup: Arc::new(setup),
            subprocess,
            command_timeout,
            state: Mutex::new(State::Down(None)),
            settled: Notify::new(),
        }
    }

    /// Runs a group within the deadline.
    pub(super) async fn run(self: &Arc<Self>, group: &Group) -> Result<Reply, TmuxError> {
        let client = if fits(group) { self.client() } else { None };
        let Some(client) = client else {
            return self.subprocess.run(group).await;
        };
        let after = self.command_timeout;
        let deadline = Instant::now() + after;
        let late = |effect_unknown| TmuxError::Unresponsive {
            after,
            effect_unknown,
        };
        let turn = self.setup.turns.take_if(group.in_turn());
        let turn = timeout_at(deadline, turn).await.map_err(|_| late(false))?;
        let Ok(place) = timeout_at(deadline, client.place()).await else {
            client.kill();
            return Err(late(false));
        };
        let asked = match place {
            Some(place) => timeout_at(deadline, client.ask(group, place)).await,
            None => Ok(None),
        };
        let Ok(asked) = asked else {
            client.kill();
            return Err(late(group.effect()));
        };
        // A process that is run instead takes its own.
        drop(turn);
        let loss = match asked {
            Some(Answer::Reply(reply)) => return Ok(reply),
            Some(Answer::TooLarge) => {
                let limit = self.setup.reply_bytes_max;
                return Err(TmuxError::TooLarge { limit });
            }
            Some(Answer::Lost(loss)) => loss,
            None => return self.subprocess.run(group).await,
        };
        let again = timeout_at(deadline, self.after_loss(group, &client, loss)).await;
        again.map_err(|_| late(group.effect()))?
    }

    /// What becomes of a request whose client was lost: it is run again where it cannot have had an effect.
    async fn after_loss(
        &self,
        group: &Group,
        client: &Client,
        loss: Loss,
    ) -> Result<Reply, TmuxError> {
        if loss.not_run {
            // Also where the server has ended: the request came after that.
            return self.subprocess.run(group).await;
        }
        let started = Instant::now();
        let word = places::word()?;
        let probe = Group::reading(places::ask_identity(&word));
        let found = self.subprocess.run(&probe).await?;
        let lives = places::identity(&found.output, &word)
            .is_some_and(|(identity, _)| identity == client.identity());
        if !lives {
            return Ok(Reply {
                output: loss.output,
                words: "server exited unexpectedly".to_owned(),
            });
        }
        if group.effect() {
            return Err(TmuxError::Unresponsive {
                after: started.elapsed(),
                effect_unknown: true,
            });
        }
        self.subprocess.run(group).await
    }

    /// The client, if there is one; else an attempt to get one begins.
    fn client(self: &Arc<Self>) -> Option<Arc<Client>> {
        let mut state = self.lock();
        match &*state {
            State::Up(client) if !client.is_over() => return Some(Arc::clone(client)),
            State::Attaching => return None,
            State::Down(Some(from)) if Instant::now() < *from => return None,
            State::Up(_) | State::Down(_) => {}
        }
        *state = State::Attaching;
        drop(state);
        tokio::spawn(Arc::clone(self).attach());
        None
    }

    async fn attach(self: Arc<Self>) {
        let found = self.try_attach().await;
        *self.lock() = match found {
            Ok(Some(client)) => State::Up(Arc::new(client)),
            Ok(None) => State::Down(Some(Instant::now() + LIST_INTERVAL_MIN)),
            Err(error) => {
                tracing::debug!(%error, "no control client");
                State::Down(Some(Instant::now() + ATTACH_INTERVAL_MIN))
            }
        };
        self.settled.notify_waiters();
    }

    async fn try_attach(&self) -> Result<Option<Client>, TmuxError> {
        // None of ours ends the session before it is attached to.
        let turn = self.setup.turns.take().await;
        let word = places::word()?;
        let group = Group::reading(places::list_sessions(&word));
        let reply = self.subprocess.run(&group).await?;
        let Some(session) = places::best_session(&reply.output, &word) else {
            return Ok(None);
        };
        let client = Client::attach(&self.setup, &turn, session, Purpose::Commands, drop).await?;
        Ok(Some(client))
    }

    /// Waits until a client is attached, or it is known that none can be now; whether one is.
    pub(super) async fn settle(self: &Arc<Self>) -> bool {
        loop {
            let settled = self.settled.notified();
            if self.client().is_some() {
                return true;
            }
            if matches!(*self.lock(), State::Down(_)) {
                return false;
            }
            settled.await;
        }
    }

    /// A panic elsewhere leaves the state as it was.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a client can carry a group.
fn fits(group: &Group) -> bool {
    let line = group.line();
    // What would end the line, or the request, or detach the client.
    let whole = !line.trim().is_empty() && !line.contains(['\n', '\r', '\0']);
    whole && line.len() <= LINE_BYTES_MAX && *group.start() == Start::Never && !group.apart()
}
