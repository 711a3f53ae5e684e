//! A session: windows at indexes, one of them current.

use std::collections::BTreeMap;

use domain::{SessionId, WindowId};

use super::options::Options;
use super::settings::{Environment, Hooks};

/// One session.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) id: SessionId,
    pub(super) name: String,
    /// In seconds since 1970.
    pub(super) created: u64,
    pub(super) activity: u64,
    /// Which window stands at which index.
    pub(super) places: BTreeMap<u32, WindowId>,
    /// The index of the current window.
    pub(super) current: u32,
    /// The indexes that were current before, the latest first.
    pub(super) last: Vec<u32>,
    /// Sessions of one group have the same windows.
    pub(super) group: Option<String>,
    pub(super) options: Options,
    pub(super) environment: Environment,
    pub(super) hooks: Hooks,
    pub(super) directory: String,
}

impl Session {
    /// The current window.
    pub(super) fn window(&self) -> Option<WindowId> {
        self.places.get(&self.current).copied()
    }

    /// The place of a window: the current one where that holds it, or the first.
    pub(super) fn place_of(&self, window: WindowId) -> Option<u32> {
        if self.window() == Some(window) {
            return Some(self.current);
        }
        self.first_place_of(window)
    }

    /// The first place of a window.
    pub(super) fn first_place_of(&self, window: WindowId) -> Option<u32> {
        let mut places = self.places.iter();
        places
            .find(|(_, held)| **held == window)
            .map(|(index, _)| *index)
    }

    /// The lowest free index from `base` on.
    pub(super) fn free(&self, base: u32) -> u32 {
        (base..=u32::MAX)
            .find(|index| !self.places.contains_key(index))
            .unwrap_or(base)
    }

    /// Makes a place the current one.
    pub(super) fn select(&mut self, index: u32) {
        if index == self.current || !self.places.contains_key(&index) {
            return;
        }
        self.last.retain(|last| *last != index);
        self.last.retain(|last| *last != self.current);
        self.last.insert(0, self.current);
        self.current = index;
    }

    /// Puts a window at a free index.
    pub(super) fn link(&mut self, index: u32, window: WindowId) {
        if self.places.is_empty() {
            self.current = index;
        }
        self.places.insert(index, window);
    }

    /// Takes a window from an index. Was it the current one, the one before it in time follows, or the one before it in
    /// place. `false` where nothing is left.
    pub(super) fn unlink(&mut self, index: u32) -> bool {
        if index == self.current {
            let next = self.last.first().copied().or_else(|| self.previous(index));
            if let Some(next) = next {
                self.select(next);
            }
        }
        self.places.remove(&index);
        self.last.retain(|last| *last != index);
        !self.places.is_empty()
    }

    fn previous(&self, index: u32) -> Option<u32> {
        let before = self.places.range(..index).next_back();
        let (place, _) = before.or_else(|| self.places.last_key_value())?;
        (*place != index).then_some(*place)
    }

    /// Takes over the places of another session of its group.
    pub(super) fn follow(&mut self, places: &BTreeMap<u32, WindowId>) {
        if self.places == *places {
            return;
        }
        if !places.contains_key(&self.current) {
            let kept = self
                .last
                .iter()
                .copied()
                .find(|last| places.contains_key(last));
            let next = kept.or_else(|| places.range(..self.current).next_back().map(|(at, _)| *at));
            if let Some(next) = next.or_else(|| places.last_key_value().map(|(at, _)| *at)) {
                self.current = next;
            }
        }
        places.clone_into(&mut self.places);
        let current = self.current;
        self.last
            .retain(|last| places.contains_key(last) && *last != current);
    }
}
