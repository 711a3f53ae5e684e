//! Watches: one poller looks at all watched panes of a server in one invocation a tick, for as long as anybody watches.
//!
//! Where the link hears what panes print, a watch wakes by that, and the poller only looks now and then, for what is not
//! heard: a pane that died or was cleared. What waits for a text is in `domain` and `app`; here it is only told that a
//! pane may have changed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use domain::{PaneId, PaneWatch, ServerIdentity, TmuxError, WatchEvent};
use tokio::sync::{Notify, watch};
use tokio::task::AbortHandle;
use tokio::time::Instant;

use self::printed::Printed;
use crate::link::hearing::Heard;
use crate::link::{Group, Link};
use crate::tmux::observe::{self, Life};
use crate::tmux::quote::quoted;
use crate::tmux::rows::{END, Output, Token};
use crate::tmux::{Tmux, choice, replaced, sequence};

/// How soon a tick follows one that saw a change.
const INTERVAL_MIN: Duration = Duration::from_millis(5);
/// How late a tick comes while nothing changes.
const INTERVAL_MAX: Duration = Duration::from_millis(50);

/// How late a tick comes while the link hears every watched pane.
const INTERVAL_HEARD: Duration = Duration::from_millis(500);

/// The kind of the row that a look at a pane begins with; the screen follows it.
const LOOK: char = 'l';
/// The kind of the row of a pane that is gone.
const GONE: char = 'g';

mod printed;

/// What the row of a look says of the pane's state, the id first.
const STATE: [&str; 6] = [
    "pane_id",
    "pane_pid",
    "pane_dead",
    "pane_in_mode",
    "pane_width",
    "pane_height",
];
/// What it says of the position.
const SHOWN: [&str; 4] = ["history_size", "cursor_x", "cursor_y", "alternate_on"];

/// All open watches of one server.
#[derive(Debug, Default)]
pub(crate) struct Watches {
    state: Mutex<State>,
    /// A watch was opened, or something happened that is to be looked at soon.
    stirred: Arc<Notify>,
}

#[derive(Debug, Default)]
struct State {
    open: BTreeMap<u64, Watched>,
    next: u64,
    poller: Option<AbortHandle>,
}

#[derive(Debug)]
struct Watched {
    pane: PaneId,
    identity: ServerIdentity,
    last: Screen,
    seen: watch::Sender<Seen>,
    heard: Option<watch::Receiver<Heard>>,
    /// What had been heard by the last look.
    heard_by: Heard,
}

/// What a look saw of a pane.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Screen {
    /// What a program changes by no printing: its process, whether it is dead, its mode and its size.
    state: Vec<u8>,
    /// Position and text.
    shown: Vec<u8>,
}

/// What a watch has to tell; the number tells one change from the next.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Seen {
    Changed(u64),
    Gone,
    ServerGone(String),
}

/// One pane's watch.
#[derive(Debug)]
pub(crate) struct Watch {
    number: u64,
    watches: Arc<Watches>,
    seen: watch::Receiver<Seen>,
    printed: Option<Printed>,
}

#[async_trait]
impl PaneWatch for Watch {
    async fn next(&mut self) -> Result<WatchEvent, TmuxError> {
        let last = match &*self.seen.borrow() {
            Seen::Changed(_) => None,
            last => Some(last.clone()),
        };
        let seen = if let Some(last) = last {
            last
        } else {
            tokio::select! {
                changed = self.seen.changed() => if changed.is_err() {
                    return Err(TmuxError::ServerGone {
                        words: "nobody watches it any more".to_owned(),
                    });
                },
                () = printed(&mut self.printed) => return Ok(WatchEvent::Changed),
            }
            self.seen.borrow_and_update().clone()
        };
        match seen {
            Seen::Changed(_) => Ok(WatchEvent::Changed),
            Seen::Gone => Ok(WatchEvent::Gone),
            Seen::ServerGone(words) => Err(TmuxError::ServerGone { words }),
        }
    }
}

/// Waits until it printed; for ever where nobody would hear it.
async fn printed(printed: &mut Option<Printed>) {
    match printed {
        Some(printed) => printed.next().await,
        None => std::future::pending().await,
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut state = self.watches.lock();
        state.open.remove(&self.number);
        if state.open.is_empty() {
            // The poller need not sleep on.
            self.watches.stirred.notify_one();
        }
    }
}

impl Watches {
    /// Opens a watch: what changes from this first look on counts.
    pub(crate) async fn open<L: Link>(
        watches: &Arc<Self>,
        tmux: &Tmux<L>,
        pane: PaneId,
    ) -> Result<Watch, TmuxError> {
        // It listens before it looks: nothing is missed in between.
        let ear = tmux.link.listen(pane, &watches.stirred);
        let printed = ear.map(Printed::new);
        let looks = look(tmux, &BTreeSet::from([pane])).await?;
        let last = match looks.panes.get(&pane) {
            Some(Some(screen)) => screen.clone(),
            _ => return Err(TmuxError::NoSuchPane { pane }),
        };
        let (sender, seen) = watch::channel(Seen::Changed(0));
        let mut state = watches.lock();
        let number = state.next;
        state.next += 1;
        state.open.insert(
            number,
            Watched {
                pane,
                identity: looks.identity,
                last,
                seen: sender,
                heard_by: Heard::default(),
                heard: printed.as_ref().map(Printed::heard),
            },
        );
        if state.poller.as_ref().is_none_or(AbortHandle::is_finished) {
            let poller = tokio::spawn(poll(Arc::clone(watches), tmux.clone()));
            state.poller = Some(poller.abort_handle());
        }
        drop(state);
        watches.stirred.notify_one();
        Ok(Watch {
            number,
            watches: Arc::clone(watches),
            seen,
            printed,
        })
    }

    /// A panic elsewhere leaves the table as it was: each change of it is one step.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The watches to look for now; with none left the poller is taken off, and ends.
    fn due(&self) -> Option<BTreeMap<u64, PaneId>> {
        let mut state = self.lock();
        if state.open.is_empty() {
            state.poller = None;
            return None;
        }
        Some(
            state
                .open
                .iter()
                .map(|(number, watched)| (*number, watched.pane))
                .collect(),
        )
    }

    /// Tells the watches that were looked for what was seen; whether anything changed.
    fn tell(&self, due: &BTreeMap<u64, PaneId>, looks: &Looks) -> bool {
        let mut changed = false;
        let mut state = self.lock();
        for (number, watched) in &mut state.open {
            if due.contains_key(number) {
                changed |= watched.compare(looks);
            }
        }
        changed
    }

    /// Whether every watched pane is heard.
    fn hears_all(&self) -> bool {
        let state = self.lock();
        state.open.values().all(|watched| {
            let heard = watched.heard.as_ref();
            heard.is_some_and(|heard| heard.borrow().stream.is_some())
        })
    }

    fn tell_server_gone(&self, due: &BTreeMap<u64, PaneId>, words: &str) {
        let mut state = self.lock();
        for number in due.keys() {
            if let Some(watched) = state.open.remove(number) {
                watched
                    .seen
                    .send_replace(Seen::ServerGone(words.to_owned()));
            }
        }
    }
}

impl Watched {
    fn compare(&mut self, looks: &Looks) -> bool {
        if looks.identity != self.identity {
            let words = replaced(looks.identity).to_string();
            self.seen.send_replace(Seen::ServerGone(words));
            return false;
        }
        let heard = self.heard.as_ref().map(|heard| *heard.borrow());
        let heard = heard.unwrap_or_default();
        let before = std::mem::replace(&mut self.heard_by, heard);
        // What was printed under one stream was told when it was heard; it is not told again.
        let told = heard.stream.is_some()
            && heard.stream == before.stream
            && heard.printed != before.printed;
        match looks.panes.get(&self.pane) {
            Some(Some(screen)) if told && screen.state == self.last.state => {
                self.last.clone_from(screen);
                false
            }
            Some(Some(screen)) if *screen != self.last => {
                self.last.clone_from(screen);
                self.seen.send_modify(|seen| {
                    if let Seen::Changed(count) = seen {
                        *count += 1;
                    }
                });
                true
            }
            Some(None) => {
                self.seen.send_if_modified(|seen| {
                    let news = *seen != Seen::Gone;
                    *seen = Seen::Gone;
                    news
                });
                false
            }
            Some(Some(_)) | None => false,
        }
    }
}

/// Looks until no watch is left. A tmux that does not answer is asked again: whoever waits has a deadline.
async fn poll<L: Link>(watches: Arc<Watches>, tmux: Tmux<L>) {
    let mut interval = INTERVAL_MIN;
    loop {
        tokio::select! {
            () = tokio::time::sleep(interval) => {}
            () = watches.stirred.notified() => {
                interval = INTERVAL_MIN;
                tokio::time::sleep(interval).await;
            }
        }
        let Some(due) = watches.due() else { return };
        let panes = due.values().copied().collect();
        let began = Instant::now();
        let changed = match look(&tmux, &panes).await {
            Ok(looks) => watches.tell(&due, &looks),
            Err(TmuxError::NoServer { .. }) => {
                watches.tell_server_gone(&due, "nothing listens on its socket any more");
                continue;
            }
            Err(TmuxError::ServerGone { words }) => {
                watches.tell_server_gone(&due, &words);
                continue;
            }
            Err(error) => {
                tracing::debug!(%error, "a look at the watched panes failed");
                interval = (interval * 2).min(INTERVAL_HEARD);
                continue;
            }
        };
        interval = if watches.hears_all() {
            INTERVAL_HEARD
        } else if changed {
            INTERVAL_MIN
        } else {
            (interval * 3 / 2).min(INTERVAL_MAX)
        };
        // A way that takes long is not taken all the time.
        interval = interval.max(began.elapsed());
    }
}

/// What one invocation saw: the screen and position of each pane, `None` where it is gone.
#[derive(Debug)]
struct Looks {
    identity: ServerIdentity,
    panes: BTreeMap<PaneId, Option<Screen>>,
}

async fn look<L: Link>(tmux: &Tmux<L>, panes: &BTreeSet<PaneId>) -> Result<Looks, TmuxError> {
    let token = Token::random()?;
    let mut commands = vec![observe::server(&token)];
    commands.extend(panes.iter().map(|pane| glance(&token, *pane)));
    commands.push(token.mark(END));
    let group = Group::reading(sequence(commands));
    let output = tmux.ask(&token, group, None).await?;
    let life = Life::read(&mut output.row(observe::SERVER)?)?;
    if life.ending() {
        return Err(TmuxError::ServerGone {
            words: "its last session ended".to_owned(),
        });
    }
    Ok(Looks {
        identity: life.server.identity,
        panes: screens(&output)?,
    })
}

/// One pane's row and screen; a pane that is gone must not end the look at the others.
fn glance(token: &Token, pane: PaneId) -> String {
    let row = quoted(&token.format(LOOK, &[&STATE[..], &SHOWN[..]].concat(), &[]));
    let there = sequence([
        format!("display-message -p -t {pane} {row}"),
        format!("capture-pane -p -t {pane}"),
    ]);
    // The number alone: `display-message` would read `%` as part of a date.
    let gone = format!(
        "display-message -p '{}>{GONE}{} '",
        token.as_str(),
        pane.number()
    );
    let condition = format!("#{{==:#{{pane_id}},{pane}}}");
    choice(Some(&pane), &condition, &there, &gone)
}

fn screens(output: &Output) -> Result<BTreeMap<PaneId, Option<Screen>>, TmuxError> {
    let mut screens = BTreeMap::new();
    for mut row in output.rows(GONE) {
        screens.insert(PaneId::new(row.value()?), None);
    }
    let looks = output.pieces().filter(|(kind, _)| *kind == LOOK);
    for ((_, row), mut id) in looks.zip(output.rows(LOOK)) {
        screens.insert(id.value()?, Some(Screen::read(row)));
    }
    Ok(screens)
}

impl Screen {
    /// Reads a row and what follows it: a blank ends each word of the state.
    fn read(row: &[u8]) -> Self {
        let blanks = row.iter().enumerate().filter(|(_, byte)| **byte == b' ');
        let end = blanks.map(|(place, _)| place).nth(STATE.len() - 1);
        let (state, shown) = row.split_at(end.unwrap_or(row.len()));
        Self {
            state: state.to_vec(),
            shown: shown.to_vec(),
        }
    }
}
