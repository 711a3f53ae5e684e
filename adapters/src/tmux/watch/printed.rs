//! Wakes by what the link hears of a pane: at once, but not more often than looks are worth in a flood.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::link::hearing::{Ear, Heard};

/// How many wakes may follow each other without a pause.
const BURST: u32 = 10;
/// How often it wakes in the long run.
const PAUSE: Duration = Duration::from_millis(5);

/// The printing of one pane.
#[derive(Debug)]
pub(super) struct Printed {
    heard: watch::Receiver<Heard>,
    /// What was told already.
    told: u64,
    /// When all wakes so far are paid for, at one a pause.
    paid_at: Instant,
    /// Heard for as long as this lives.
    _ear: Ear,
}

impl Printed {
    /// What is printed from now on.
    pub(super) fn new(ear: Ear) -> Self {
        let heard = ear.heard();
        let told = heard.borrow().printed;
        Self {
            heard,
            told,
            paid_at: Instant::now(),
            _ear: ear,
        }
    }

    /// What was heard so far, for whoever compares looks.
    pub(super) fn heard(&self) -> watch::Receiver<Heard> {
        self.heard.clone()
    }

    /// Waits until it has printed since the last time that this said so. Safe to drop.
    pub(super) async fn next(&mut self) {
        if let Some(due) = self.paid_at.checked_sub(PAUSE * BURST) {
            sleep_until(due).await;
        }
        loop {
            let printed = self.heard.borrow_and_update().printed;
            if printed != self.told {
                self.told = printed;
                self.paid_at = self.paid_at.max(Instant::now()) + PAUSE;
                return;
            }
            if self.heard.changed().await.is_err() {
                // The link is gone; looks tell.
                std::future::pending::<()>().await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pane() -> (watch::Sender<Heard>, Printed) {
        let (sender, heard) = watch::channel(Heard::default());
        (sender, Printed::new(Ear::new(heard, Box::new(()))))
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_printed_between_two_calls_counts_once() {
        let (sender, mut printed) = pane();
        sender.send_modify(|heard| heard.printed += 2);
        // A stream that begins is no printing.
        sender.send_modify(|heard| heard.stream = Some(1));
        printed.next().await;
        let again = tokio::time::timeout(Duration::from_secs(9), printed.next());
        assert!(again.await.is_err());
        sender.send_modify(|heard| heard.printed += 1);
        printed.next().await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_flood_wakes_at_once_at_first_and_then_at_a_steady_pace() {
        let (sender, mut printed) = pane();
        let start = Instant::now();
        let mut times = Vec::new();
        for _ in 0..40 {
            sender.send_modify(|heard| heard.printed += 1);
            printed.next().await;
            times.push(start.elapsed());
        }
        assert_eq!(times[9], Duration::ZERO);
        let rest = times[39];
        assert!(rest >= PAUSE * 28 && rest <= PAUSE * 32, "{rest:?}");
    }
}
