//! How high histories were at the last look: a guess that saves the next look an invocation, and nothing rests on it.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use domain::PaneId;

/// How high the history of a pane was at the last look, for the first guess of the next.
#[derive(Debug, Default)]
pub struct Heights(Mutex<VecDeque<(PaneId, u64)>>);

impl Heights {
    const KEPT: usize = 256;

    /// Remembers the rows above the screen of this pane.
    pub fn remember(&self, pane: PaneId, history_size: u64) {
        let mut heights = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        heights.retain(|(known, _)| *known != pane);
        heights.push_back((pane, history_size));
        let surplus = heights.len().saturating_sub(Self::KEPT);
        heights.drain(..surplus);
    }

    /// The rows above the screen at the last look.
    #[must_use]
    pub fn last(&self, pane: PaneId) -> Option<u64> {
        let heights = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        heights
            .iter()
            .find(|(known, _)| *known == pane)
            .map(|(_, height)| *height)
    }
}
