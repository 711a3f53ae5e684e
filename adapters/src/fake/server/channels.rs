//! Channels: who waits on one, and which were signalled while nobody did.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How a wait ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wake {
    /// It was signalled.
    Signalled,
    /// The server ended.
    ServerEnded,
}

/// One that waits. It stays with its channel even after whoever waited gave up, and takes a signal then.
#[derive(Debug, Clone, Default)]
pub(super) struct Waiter(Arc<Mutex<Option<Wake>>>);

impl Waiter {
    /// How its wait ended, once it has.
    pub(super) fn woken(&self) -> Option<Wake> {
        // A panic elsewhere leaves the one word in it whole.
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&self, how: Wake) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(how);
    }
}

#[derive(Debug, Default)]
struct State {
    waiters: Vec<Waiter>,
    latched: bool,
    locked: bool,
    lockers: Vec<Waiter>,
}

/// All channels of a server.
#[derive(Debug, Default)]
pub(super) struct Channels {
    named: BTreeMap<String, State>,
}

impl Channels {
    /// Wakes all that wait. Without any, the signal is kept for the next wait; a second one takes it back.
    pub(super) fn signal(&mut self, name: &str) {
        let state = self.named.entry(name.to_owned()).or_default();
        if state.waiters.is_empty() {
            state.latched = !state.latched;
        }
        for waiter in state.waiters.drain(..) {
            waiter.wake(Wake::Signalled);
        }
        self.tidy(name);
    }

    /// Waits on a channel; one that was signalled before lets the wait pass at once.
    pub(super) fn wait(&mut self, name: &str) -> Waiter {
        let waiter = Waiter::default();
        let state = self.named.entry(name.to_owned()).or_default();
        if state.latched {
            state.latched = false;
            waiter.wake(Wake::Signalled);
        } else {
            state.waiters.push(waiter.clone());
        }
        self.tidy(name);
        waiter
    }

    /// Takes the lock of a channel, or waits for it.
    pub(super) fn lock(&mut self, name: &str) -> Waiter {
        let waiter = Waiter::default();
        let state = self.named.entry(name.to_owned()).or_default();
        if state.locked {
            state.lockers.push(waiter.clone());
        } else {
            state.locked = true;
            waiter.wake(Wake::Signalled);
        }
        waiter
    }

    /// Gives the lock of a channel to the next that waits for it, or back.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn unlock(&mut self, name: &str) -> Result<(), String> {
        let state = self
            .named
            .get_mut(name)
            .filter(|state| state.locked)
            .ok_or_else(|| format!("channel {name} not locked"))?;
        if state.lockers.is_empty() {
            state.locked = false;
        } else {
            state.lockers.remove(0).wake(Wake::Signalled);
        }
        self.tidy(name);
        Ok(())
    }

    /// Lets everybody go, for the server ends.
    pub(super) fn end(&mut self) {
        for state in std::mem::take(&mut self.named).into_values() {
            for waiter in state.waiters.iter().chain(&state.lockers) {
                waiter.wake(Wake::ServerEnded);
            }
        }
    }

    fn tidy(&mut self, name: &str) {
        self.named.retain(|known, state| {
            known != name || state.latched || state.locked || !state.waiters.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_is_kept_for_one_wait_and_a_second_takes_it_back() {
        let mut channels = Channels::default();
        channels.signal("a");
        assert_eq!(channels.wait("a").woken(), Some(Wake::Signalled));
        assert_eq!(channels.wait("a").woken(), None);
        channels.signal("b");
        channels.signal("b");
        assert_eq!(channels.wait("b").woken(), None);
    }

    #[test]
    fn one_signal_wakes_all_and_is_spent_on_who_gave_up() {
        let mut channels = Channels::default();
        let (one, two) = (channels.wait("a"), channels.wait("a"));
        drop(one);
        channels.signal("a");
        assert_eq!(two.woken(), Some(Wake::Signalled));
        assert_eq!(channels.wait("a").woken(), None);
    }

    #[test]
    fn the_server_s_end_lets_everybody_go() {
        let mut channels = Channels::default();
        let waiter = channels.wait("a");
        channels.end();
        assert_eq!(waiter.woken(), Some(Wake::ServerEnded));
    }

    #[test]
    fn a_lock_is_held_by_one() {
        let mut channels = Channels::default();
        assert_eq!(channels.unlock("a"), Err("channel a not locked".to_owned()));
        assert!(channels.lock("a").woken().is_some());
        let second = channels.lock("a");
        assert_eq!(second.woken(), None);
        assert_eq!(channels.unlock("a"), Ok(()));
        assert!(second.woken().is_some());
    }
}
