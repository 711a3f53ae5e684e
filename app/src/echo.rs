//! What this process typed lately, so that its echo is not taken for output.
//!
//! Which lines of a capture are echo is decided in [`domain::echo`]. What another process types is not known here.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use domain::echo::{TypedLine, echoes};
use domain::{Capture, PaneId, ServerIdentity};

/// How many panes are remembered, and how many typed lines of each.
const PANES_MAX: usize = 64;
const LINES_MAX: usize = 16;

#[derive(Debug)]
struct Typed {
    identity: ServerIdentity,
    pane: PaneId,
    lines: VecDeque<TypedLine>,
}

/// The last few texts typed into each pane; the pane typed into longest ago is forgotten first.
#[derive(Debug, Default)]
pub struct EchoMemory(Mutex<VecDeque<Typed>>);

impl EchoMemory {
    /// Remembers a text that is about to be typed; `before` is the pane as it was captured just before.
    pub fn remember(&self, before: &Capture, text: &str) {
        let lines = TypedLine::of_text(text, before);
        let mut panes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = panes
            .iter()
            .position(|typed| (typed.identity, typed.pane) == (before.identity, before.pane));
        let mut typed = known
            .and_then(|place| panes.remove(place))
            .unwrap_or_else(|| Typed {
                identity: before.identity,
                pane: before.pane,
                lines: VecDeque::new(),
            });
        typed.lines.extend(lines);
        let surplus = typed.lines.len().saturating_sub(LINES_MAX);
        typed.lines.drain(..surplus);
        panes.push_back(typed);
        let surplus = panes.len().saturating_sub(PANES_MAX);
        panes.drain(..surplus);
    }

    /// Which of these lines of a capture are echo, a flag for each.
    #[must_use]
    pub fn flags(&self, capture: &Capture, lines: &[domain::capture::Line]) -> Vec<bool> {
        let typed: Vec<TypedLine> = {
            let panes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let known = panes
                .iter()
                .find(|typed| (typed.identity, typed.pane) == (capture.identity, capture.pane));
            known.map_or_else(Vec::new, |typed| typed.lines.iter().cloned().collect())
        };
        echoes(lines, capture, &typed)
    }
}
