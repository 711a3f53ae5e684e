//! The wait for a run's end.

use domain::{Channel, TmuxError};
use futures::future::BoxFuture;

use crate::context::Context;

/// The wait for a run's signal.
pub(super) struct Signal<'a> {
    answer: BoxFuture<'a, Result<(), TmuxError>>,
    over: bool,
}

impl<'a> Signal<'a> {
    /// Nothing is asked of tmux before it is polled.
    pub(super) fn of(context: &'a Context, channel: &'a Channel) -> Self {
        Self {
            answer: context.port.await_signal(channel),
            over: false,
        }
    }

    /// The one answer; after it, nothing comes any more.
    pub(super) async fn next(&mut self) -> Result<(), TmuxError> {
        if self.over {
            return std::future::pending().await;
        }
        let came = (&mut self.answer).await;
        self.over = true;
        came
    }
}
