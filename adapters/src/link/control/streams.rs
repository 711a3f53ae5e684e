//! The clients that stream what panes print: one for each session that holds a pane somebody listens to.
//!
//! One task keeps them while anybody listens: it finds out where the panes are, attaches and leaves. Panes move and
//! sessions end, so it looks again whenever a notification says that something happened. What a pane printed is not
//! kept, only that it did: nothing piles up, however much it is.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use domain::{PaneId, SessionId, TmuxError};
use tokio::sync::{Notify, watch};
use tokio::time::{sleep, timeout};

use super::client::{Client, Told};
use super::codec::Event;
use super::commands::Commands;
use super::places::{self, Place};
use super::start::Purpose;
use crate::link::Group;
use crate::link::hearing::{Ear, Heard};

/// How soon one look at where the panes are may follow another.
const LOOK_INTERVAL_MIN: Duration = Duration::from_millis(5);
/// How soon a failed attempt is repeated while somebody listens.
const RETRY_INTERVAL: Duration = Duration::from_millis(250);

/// How long streams stay when nobody listens any more: one wait often follows another, and attaching takes a process.
const LINGER_TIME: Duration = Duration::from_secs(5);

/// All streams of one link, and who listens to them.
#[derive(Debug)]
pub(super) struct Streams {
    commands: Arc<Commands>,
    state: Mutex<State>,
    /// Something happened that may move a pane, or who listens.
    stirred: Notify,
}

#[derive(Debug, Default)]
struct State {
    listeners: BTreeMap<u64, Listener>,
    streams: BTreeMap<SessionId, Stream>,
    /// Counts listeners and streams.
    count: u64,
    /// Whether the task runs.
    kept: bool,
}

#[derive(Debug)]
struct Listener {
    pane: PaneId,
    heard: watch::Sender<Heard>,
    stirred: Arc<Notify>,
}

#[derive(Debug)]
struct Stream {
    number: u64,
    /// Dropped, it leaves.
    client: Client,
}

/// Ends the listening when it is dropped.
struct Open {
    streams: Weak<Streams>,
    number: u64,
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(streams) = self.streams.upgrade() {
            streams.lock().listeners.remove(&self.number);
            streams.stirred.notify_one();
        }
    }
}

impl Streams {
    pub(super) fn new(commands: Arc<Commands>) -> Self {
        Self {
            commands,
            state: Mutex::default(),
            stirred: Notify::new(),
        }
    }

    /// Listens to a pane.
    pub(super) fn listen(streams: &Arc<Self>, pane: PaneId, stirred: &Arc<Notify>) -> Ear {
        let (sender, heard) = watch::channel(Heard::default());
        let mut state = streams.lock();
        let number = state.next();
        let listener = Listener {
            pane,
            heard: sender,
            stirred: Arc::clone(stirred),
        };
        state.listeners.insert(number, listener);
        let kept = std::mem::replace(&mut state.kept, true);
        drop(state);
        if !kept {
            tokio::spawn(Arc::clone(streams).keep());
        }
        streams.stirred.notify_one();
        let open: Box<dyn Any + Send + Sync> = Box::new(Open {
            streams: Arc::downgrade(streams),
            number,
        });
        Ear::new(heard, open)
    }

    /// A panic elsewhere leaves the tables as they were: each change of them is one step.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the streams that are needed for as long as somebody listens, and a little longer.
    async fn keep(self: Arc<Self>) {
        loop {
            let panes = self.panes();
            if panes.is_empty() {
                if timeout(LINGER_TIME, self.heard_for()).await.is_err() && self.end() {
                    return;
                }
                continue;
            }
            let done = match self.settle(&panes).await {
                Ok(done) => done,
                Err(error) => {
                    tracing::debug!(%error, "where the watched panes are is not known");
                    false
                }
            };
            sleep(LOOK_INTERVAL_MIN).await;
            tokio::select! {
                () = self.stirred.notified() => {}
                () = sleep(RETRY_INTERVAL), if !done => {}
            }
        }
    }

    /// Waits until somebody listens.
    async fn heard_for(&self) {
        while self.lock().listeners.is_empty() {
            self.stirred.notified().await;
        }
    }

    /// The panes that somebody listens to.
    fn panes(&self) -> BTreeSet<PaneId> {
        let state = self.lock();
        let listeners = state.listeners.values();
        listeners.map(|listener| listener.pane).collect()
    }

    /// Ends the streams, and who keeps them, unless somebody listens after all.
    fn end(&self) -> bool {
        let mut state = self.lock();
        let ends = state.listeners.is_empty();
        if ends {
            state.kept = false;
            state.streams.clear();
        }
        ends
    }

    /// Attaches where it is needed, leaves where it is not; whether every pane that can be streamed is.
    async fn settle(self: &Arc<Self>, panes: &BTreeSet<PaneId>) -> Result<bool, TmuxError> {
        let word = places::word()?;
        let group = Group::reading(places::list_panes(&word));
        let reply = self.commands.run(&group).await?;
        let mut found: BTreeMap<PaneId, Vec<Place>> = BTreeMap::new();
        for (pane, place) in places::panes(&reply.output, &word) {
            if panes.contains(&pane) {
                found.entry(pane).or_default().push(place);
            }
        }
        let (homes, missing) = self.lock().arrange(&found);
        let mut done = true;
        for session in missing {
            done &= self.attach(session).await;
        }
        self.lock().assign(&homes);
        Ok(done)
    }

    async fn attach(self: &Arc<Self>, session: SessionId) -> bool {
        let number = self.lock().next();
        let streams = Arc::downgrade(self);
        let told = move |told| {
            if let Some(streams) = streams.upgrade() {
                streams.hear(session, number, &told);
            }
        };
        let setup = &self.commands.setup;
        let turn = setup.turns.take().await;
        let attached = Client::attach(setup, &turn, session, Purpose::Stream, told).await;
        drop(turn);
        let client = match attached {
            Ok(client) => client,
            Err(error) => {
                tracing::debug!(%error, %session, "no stream");
                return false;
            }
        };
        let mut state = self.lock();
        let lasts = !client.is_over();
        if lasts {
            state.streams.insert(session, Stream { number, client });
        }
        lasts
    }

    /// What a stream tells.
    fn hear(&self, session: SessionId, number: u64, told: &Told) {
        let mut state = self.lock();
        match told {
            Told::Event(Event::Output { pane, .. }) => return state.printed(*pane),
            Told::Event(Event::Notice { name, rest }) => match &**name {
                "session-changed" if shows(rest, session) => return,
                // The session has ended, and the client was moved to another.
                "session-changed" => state.lose(session, number),
                name if stirs(name) => state.stir(),
                _ => return,
            },
            Told::Event(_) => return,
            Told::Lost => state.lose(session, number),
        }
        drop(state);
        self.stirred.notify_one();
    }
}

impl State {
    fn next(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    fn printed(&self, pane: PaneId) {
        for listener in self.listeners.values() {
            if listener.pane == pane {
                listener.heard.send_modify(|heard| heard.printed += 1);
            }
        }
    }

    fn stir(&self) {
        for listener in self.listeners.values() {
            listener.stirred.notify_one();
        }
    }

    /// The session that each pane is streamed from, and those that nobody streams yet. Of several the one that is
    /// streamed already is taken. Streams that no pane needs any more end.
    fn arrange(
        &mut self,
        found: &BTreeMap<PaneId, Vec<Place>>,
    ) -> (BTreeMap<PaneId, SessionId>, BTreeSet<SessionId>) {
        let mut homes = BTreeMap::new();
        for (pane, places) in found {
            let mut free = places
                .iter()
                .filter(|place| place.free)
                .map(|place| place.session);
            let streamed = free
                .clone()
                .find(|session| self.streams.contains_key(session));
            if let Some(session) = streamed.or_else(|| free.next()) {
                homes.insert(*pane, session);
            }
        }
        let needed: BTreeSet<SessionId> = homes.values().copied().collect();
        self.streams.retain(|session, _| needed.contains(session));
        let missing = needed
            .into_iter()
            .filter(|session| !self.streams.contains_key(session))
            .collect();
        (homes, missing)
    }

    /// Says which stream tells of which pane.
    fn assign(&self, homes: &BTreeMap<PaneId, SessionId>) {
        for listener in self.listeners.values() {
            let home = homes.get(&listener.pane);
            let stream = home.and_then(|session| self.streams.get(session));
            listener.follow(stream.map(|stream| stream.number));
        }
    }

    fn lose(&mut self, session: SessionId, number: u64) {
        if let Some(lost) = self.streams.remove(&session) {
            if lost.number == number {
                lost.client.kill();
            } else {
                self.streams.insert(session, lost);
            }
        }
        for listener in self.listeners.values() {
            if listener.heard.borrow().stream == Some(number) {
                listener.follow(None);
            }
        }
    }
}

impl Listener {
    fn follow(&self, stream: Option<u64>) {
        let changed = self.heard.send_if_modified(|heard| {
            let before = std::mem::replace(&mut heard.stream, stream);
            before != stream
        });
        if changed {
            self.stirred.notify_one();
        }
    }
}

/// Whether a client's session is still this one.
fn shows(rest: &[u8], session: SessionId) -> bool {
    let id = session.to_string();
    rest.strip_prefix(id.as_bytes())
        .is_some_and(|rest| rest.first().is_none_or(|byte| *byte == b' '))
}

/// Whether a notification says that a pane may have moved, changed its size or mode, or gone. Each only says so: what
/// holds is looked at (tmux-facts 1.8).
fn stirs(name: &str) -> bool {
    [
        "window-",
        "unlinked-window-",
        "layout-",
        "pane-",
        "sessions-",
    ]
    .iter()
    .any(|start| name.starts_with(start))
}
