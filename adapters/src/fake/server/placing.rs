//! Where things stand: panes that are exchanged, windows that are linked and moved.

use domain::{PaneId, SessionId, WindowId};

use super::life::{Life, Said};
use super::settings::Owner;

impl Life {
    /// Exchanges two panes; each window's active place stays the active one.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn swap_panes(&mut self, one: PaneId, other: PaneId, stay: bool) -> Said<()> {
        let (first, second) = (self.pane(one)?.window, self.pane(other)?.window);
        self.tick();
        self.unzoom(first);
        self.unzoom(second);
        if one == other {
            return Ok(());
        }
        for (window, from, to) in [(first, one, other), (second, other, one)] {
            let window = self.window_mut(window)?;
            if first == second {
                continue;
            }
            window.layout.replace(from, to);
            for pane in window.panes.iter_mut().filter(|pane| **pane == from) {
                *pane = to;
            }
        }
        if first == second {
            let window = self.window_mut(first)?;
            window.layout.exchange(one, other);
            if let (Some(a), Some(b)) = (window.place_of(one), window.place_of(other)) {
                window.panes.swap(a, b);
            }
        } else {
            self.pane_mut(one)?.window = second;
            self.pane_mut(other)?.window = first;
        }
        self.settle_active((first, one), (second, other), stay)?;
        self.lay_out(first);
        self.lay_out(second);
        Ok(())
    }

    fn settle_active(
        &mut self,
        (first, one): (WindowId, PaneId),
        (second, other): (WindowId, PaneId),
        stay: bool,
    ) -> Said<()> {
        if stay {
            let window = self.window_mut(first)?;
            if window.active == one {
                window.activate(other);
            }
            let window = self.window_mut(second)?;
            if window.active == other {
                window.activate(one);
            }
        } else {
            self.window_mut(first)?.activate(other);
            if first != second {
                self.window_mut(second)?.activate(one);
            }
        }
        if first != second {
            for (window, gone) in [(first, one), (second, other)] {
                let window = self.window_mut(window)?;
                if window.last == Some(gone) {
                    window.last = None;
                }
            }
        }
        Ok(())
    }

    /// Links the window at a place into a session, at an index or at the lowest free one.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn link_window(
        &mut self,
        (from, at): (SessionId, u32),
        (into, index): (SessionId, Option<u32>),
        select: bool,
    ) -> Said<()> {
        let source = self.session(from)?;
        let window = source
            .places
            .get(&at)
            .copied()
            .ok_or_else(|| format!("can't find window: {at}"))?;
        let target = self.session(into)?;
        if from != into && source.group.is_some() && source.group == target.group {
            return Err("sessions are grouped".to_owned());
        }
        let base = self.option_text(Owner::Session(into), "base-index");
        let index = match index {
            Some(index) => match target.places.get(&index) {
                Some(held) if *held == window => return Err(format!("same index: {index}")),
                Some(_) => return Err(format!("index in use: {index}")),
                None => index,
            },
            None => target.free(base.parse().unwrap_or_default()),
        };
        self.tick();
        let target = self.session_mut(into)?;
        target.link(index, window);
        if select {
            target.select(index);
        }
        self.tell_group(into);
        self.recalculate();
        Ok(())
    }

    /// Moves the window at a place into a session.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn move_window(
        &mut self,
        from: (SessionId, u32),
        into: (SessionId, Option<u32>),
        select: bool,
    ) -> Said<()> {
        self.link_window(from, into, select)?;
        self.unlink(from.0, from.1);
        self.collect();
        self.recalculate();
        Ok(())
    }

    /// The other sessions of its group take over a session's places.
    pub(super) fn tell_group(&mut self, id: SessionId) {
        let Some(session) = self.sessions.get(&id) else {
            return;
        };
        let Some(group) = session.group.clone() else {
            return;
        };
        let places = session.places.clone();
        for other in self.sessions.values_mut() {
            if other.id != id && other.group.as_ref() == Some(&group) {
                other.follow(&places);
            }
        }
    }
}
