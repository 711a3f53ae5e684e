//! Our own clients by their process ids, as tmux lists them: they are nobody who is attached.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Mutex, PoisonError};

/// How many that have ended are remembered: the server lists them for a moment longer.
const ENDED: usize = 16;

/// The clients of one link.
#[derive(Debug, Default)]
pub(super) struct Own(Mutex<Pids>);

#[derive(Debug, Default)]
struct Pids {
    live: BTreeSet<u32>,
    ended: VecDeque<u32>,
}

impl Own {
    /// A client is about to attach.
    pub(super) fn enter(&self, pid: u32) {
        self.with(|pids| {
            pids.ended.retain(|ended| *ended != pid);
            pids.live.insert(pid);
        });
    }

    /// A client has ended.
    pub(super) fn leave(&self, pid: u32) {
        self.with(|pids| {
            if pids.live.remove(&pid) {
                pids.ended.push_back(pid);
            }
            if pids.ended.len() > ENDED {
                pids.ended.pop_front();
            }
        });
    }

    /// All that the server may list.
    pub(super) fn all(&self) -> Vec<u32> {
        self.with(|pids| pids.live.iter().chain(&pids.ended).copied().collect())
    }

    /// A panic elsewhere leaves the lists as they were.
    fn with<T>(&self, what: impl FnOnce(&mut Pids) -> T) -> T {
        what(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
