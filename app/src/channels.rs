//! The channels that this process waits for. A waiter is never given up while its server lives: a killed one would eat
//! the next signal (tmux-facts 4.3). So a waiter belongs to its channel and not to a call; a call that ends early leaves
//! it parked, and the next call on that channel finds it, with the signal that may have come meanwhile.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::{Channel, Kind, ServerIdentity, TmuxPort};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::error::ToolError;

/// How a waiter ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// The channel was signalled.
    Signalled,
    /// The server ended first.
    ServerGone,
    /// The waiter itself failed.
    Failed(ToolError),
}

/// One waiter for each channel that is waited for, or was.
#[derive(Debug, Default)]
pub struct ChannelWaits(Mutex<Waiters>);

#[derive(Debug, Default)]
struct Waiters {
    waiters: HashMap<Channel, Waiter>,
    started: u64,
}

#[derive(Debug)]
struct Waiter {
    number: u64,
    identity: ServerIdentity,
    end: watch::Receiver<Option<End>>,
    task: AbortHandle,
}

/// A call's share in the waiter of a channel; dropping it leaves the waiter parked.
#[derive(Debug)]
pub struct Share {
    channel: Channel,
    number: u64,
    end: watch::Receiver<Option<End>>,
}

impl ChannelWaits {
    /// The most channels that are waited for at once, parked ones among them.
    pub const KEPT: usize = 64;

    /// A share in the waiter of this channel, started where this life of the server has none.
    ///
    /// # Errors
    /// `busy` where as many others are waited for as are kept: none is dropped, or its next signal would be lost.
    pub fn join(
        &self,
        port: &Arc<dyn TmuxPort>,
        identity: ServerIdentity,
        channel: &Channel,
    ) -> Result<Share, ToolError> {
        let mut held = self.lock();
        held.waiters.retain(|_, waiter| waiter.holds(identity));
        let share = |waiter: &Waiter| Share {
            channel: channel.clone(),
            number: waiter.number,
            end: waiter.end.clone(),
        };
        if let Some(waiter) = held.waiters.get(channel) {
            return Ok(share(waiter));
        }
        if held.waiters.len() >= Self::KEPT {
            return Err(full(&held));
        }
        held.started += 1;
        let waiter = Waiter::start(Arc::clone(port), identity, channel.clone(), held.started);
        let own = share(&waiter);
        held.waiters.insert(channel.clone(), waiter);
        Ok(own)
    }

    /// How it ended, if it has; the channel's next wait starts anew then.
    pub fn collect(&self, share: &Share) -> Option<End> {
        let end = share.end.borrow().clone()?;
        let mut held = self.lock();
        let known = held.waiters.get(&share.channel);
        if known.is_some_and(|waiter| waiter.number == share.number) {
            held.waiters.remove(&share.channel);
        }
        Some(end)
    }

    fn lock(&self) -> MutexGuard<'_, Waiters> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Share {
    /// Returns once the waiter has ended.
    pub async fn ended(&mut self) {
        // The sender is dropped only with the waiter's task, at the end of this process.
        drop(self.end.wait_for(Option::is_some).await);
    }
}

impl Waiter {
    fn start(
        port: Arc<dyn TmuxPort>,
        identity: ServerIdentity,
        channel: Channel,
        number: u64,
    ) -> Self {
        let (sender, end) = watch::channel(None);
        let task = tokio::spawn(async move {
            let end = match port.await_signal(&channel).await {
                Ok(()) => End::Signalled,
                Err(error) if error.ends_all() => End::ServerGone,
                Err(error) => End::Failed(error.into()),
            };
            sender.send_replace(Some(end));
        });
        Self {
            number,
            identity,
            end,
            task: task.abort_handle(),
        }
    }

    /// Whether it still waits, or has a signal that no call has been told of, in this life of the server.
    fn holds(&self, identity: ServerIdentity) -> bool {
        self.identity == identity && matches!(*self.end.borrow(), None | Some(End::Signalled))
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn full(held: &Waiters) -> ToolError {
    let mut names: Vec<&str> = held.waiters.keys().map(Channel::as_str).collect();
    names.sort_unstable();
    let names: Vec<&str> = names.into_iter().take(5).collect();
    let message = format!(
        "{} other channels are waited for already, {} among them; giving one up would lose its next signal",
        held.waiters.len(),
        names.join(", ")
    );
    let recovery =
        "Use one of these channels again: signal_channel, then wait_for_channel, frees it.";
    ToolError::new(Kind::Busy, message, recovery).passing()
}

#[cfg(test)]
mod tests;
