//! The signals that ask this process to end, heard from the first moment on: by default they would end it where it
//! stands, with its tmux processes and a server that it had just started left behind.

use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals, heard.
#[derive(Debug)]
pub(super) struct Signals(Vec<(u8, Signal)>);

impl Signals {
    /// From here on they are heard, whoever asks later.
    pub(super) fn heard() -> Self {
        let kinds = [
            SignalKind::hangup(),
            SignalKind::interrupt(),
            SignalKind::terminate(),
        ];
        let heard = |kind: SignalKind| {
            // 128 and the signal's number: the shell's word for it.
            let status = u8::try_from(128 + kind.as_raw_value()).ok()?;
            Some((status, signal(kind).ok()?))
        };
        Self(kinds.into_iter().filter_map(heard).collect())
    }

    /// Waits for the first of them; the exit status that stands for it.
    pub(super) async fn next(&mut self) -> u8 {
        if self.0.is_empty() {
            return std::future::pending().await;
        }
        let all = self.0.iter_mut().map(|(status, signal)| {
            Box::pin(async move {
                signal.recv().await;
                *status
            })
        });
        futures::future::select_all(all).await.0
    }
}
