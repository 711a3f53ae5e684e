//! A window: panes in a layout.

use domain::{PaneId, WindowId};

use super::layout::Cell;
use super::options::Options;
use super::settings::Hooks;
use crate::fake::program::Size;

/// One window.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) id: WindowId,
    pub(super) name: String,
    pub(super) size: Size,
    /// The size that it was given by hand, or began with.
    pub(super) manual: Size,
    /// In the order in which they are listed.
    pub(super) panes: Vec<PaneId>,
    pub(super) active: PaneId,
    /// The pane that was active before.
    pub(super) last: Option<PaneId>,
    /// The tree without any zoom.
    pub(super) layout: Cell,
    pub(super) zoomed: bool,
    pub(super) options: Options,
    pub(super) hooks: Hooks,
    /// In seconds since 1970.
    pub(super) activity: u64,
}

impl Window {
    /// Where a pane is in the list.
    pub(super) fn place_of(&self, pane: PaneId) -> Option<usize> {
        self.panes.iter().position(|held| *held == pane)
    }

    /// Makes a pane the active one; whether it was not.
    pub(super) fn activate(&mut self, pane: PaneId) -> bool {
        if self.active == pane {
            return false;
        }
        self.last = Some(self.active);
        self.active = pane;
        true
    }

    /// Takes a pane out of the list. Was it the active one, the one active before follows, or the one listed before it,
    /// or the one behind.
    pub(super) fn forget(&mut self, pane: PaneId) {
        let Some(place) = self.place_of(pane) else {
            return;
        };
        if self.active == pane {
            let before = place.checked_sub(1).and_then(|at| self.panes.get(at));
            let next = self
                .last
                .take()
                .or_else(|| before.or_else(|| self.panes.get(place + 1)).copied());
            self.active = next.unwrap_or(pane);
        } else if self.last == Some(pane) {
            self.last = None;
        }
        self.panes.remove(place);
    }

    /// The layout that is shown: the zoomed pane's alone, or the whole.
    pub(super) fn shown(&self) -> Cell {
        if self.zoomed {
            Cell::whole(self.active, self.size)
        } else {
            self.layout.clone()
        }
    }
}
