//! The wait for a run's end, begun before the run is.

use domain::{Channel, TmuxError};
use futures::future::BoxFuture;

use crate::context::Context;

/// The wait for a run's signal, begun beside the typing: by the time that the command has ended, it stands.
pub(super) struct Signal<'a> {
    answer: BoxFuture<'a, Result<(), TmuxError>>,
    came: Option<Result<(), TmuxError>>,
    over: bool,
}

impl<'a> Signal<'a> {
    /// Nothing is asked of tmux before it is polled.
    pub(super) fn of(context: &'a Context, channel: &'a Channel) -> Self {
        Self {
            answer: context.port.await_signal(channel),
            came: None,
            over: false,
        }
    }

    /// Does something while the wait goes on; what comes meanwhile is kept for [`Signal::next`].
    pub(super) async fn beside<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return done,
                came = &mut self.answer, if !self.over => {
                    self.over = true;
                    self.came = Some(came);
                }
            }
        }
    }

    /// The one answer; after it, nothing comes any more.
    pub(super) async fn next(&mut self) -> Result<(), TmuxError> {
        if let Some(came) = self.came.take() {
            return came;
        }
        if self.over {
            return std::future::pending().await;
        }
        let came = (&mut self.answer).await;
        self.over = true;
        came
    }
}
