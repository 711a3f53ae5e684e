//! Arranging what exists: places, sizes, names.

use domain::{PaneId, SessionId, WindowId};

use super::clients::limited;
use super::layout::{self, Axis, Mains};
use super::life::{Life, Said};
use super::options::escape;
use super::settings::Owner;
use crate::fake::program::Size;

impl Life {
    /// Puts every pane of a window where its layout has it.
    pub(super) fn lay_out(&mut self, id: WindowId) {
        let Some(window) = self.windows.get(&id) else {
            return;
        };
        let areas = window.shown().areas();
        let now = self.now;
        for (pane, area) in areas {
            if let Some(pane) = self.panes.get_mut(&pane) {
                pane.place(area, now);
            }
        }
    }

    /// Ends the zoom of a window; whether there was one.
    pub(super) fn unzoom(&mut self, id: WindowId) -> bool {
        let Some(window) = self.windows.get_mut(&id).filter(|window| window.zoomed) else {
            return false;
        };
        window.zoomed = false;
        self.lay_out(id);
        true
    }

    /// Gives a pane its whole window, and makes it the active one.
    pub(super) fn zoom(&mut self, id: PaneId) {
        let Some(pane) = self.panes.get(&id) else {
            return;
        };
        let window_id = pane.window;
        let Some(window) = self.windows.get_mut(&window_id) else {
            return;
        };
        if window.zoomed || window.panes.len() <= 1 {
            return;
        }
        window.activate(id);
        window.zoomed = true;
        self.lay_out(window_id);
    }

    /// Zooms a pane, or ends whatever zoom its window has.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn toggle_zoom(&mut self, id: PaneId) -> Said<()> {
        let window = self.pane(id)?.window;
        self.tick();
        if !self.unzoom(window) {
            self.zoom(id);
        }
        Ok(())
    }

    /// Makes a pane the active one of its window.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn select_pane(&mut self, id: PaneId) -> Said<()> {
        let window = self.window_of(id)?;
        if window.active == id {
            return Ok(());
        }
        let window = window.id;
        self.tick();
        self.unzoom(window);
        self.window_mut(window)?.activate(id);
        Ok(())
    }

    /// Makes a window the current one of a session.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn select_window(&mut self, session: SessionId, index: u32) -> Said<()> {
        self.tick();
        self.session_mut(session)?.select(index);
        self.recalculate();
        Ok(())
    }

    /// A session's name as it is stored.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn session_name(&self, text: &str) -> Said<String> {
        let profile = &self.setup.profile;
        escape::session_name(text, profile).ok_or_else(|| {
            let what = if profile.names_refuse_control {
                "session name"
            } else {
                "session"
            };
            format!("invalid {what}: {text}")
        })
    }

    /// Gives a session another name.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn rename_session(&mut self, id: SessionId, text: &str) -> Said<()> {
        self.session(id)?;
        let name = self.session_name(text)?;
        if self.session(id)?.name == name {
            return Ok(());
        }
        if self.session_named(&name).is_some() {
            return Err(format!("duplicate session: {name}"));
        }
        self.tick();
        self.session_mut(id)?.name = name;
        Ok(())
    }

    /// Gives a window another name, for good.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn rename_window(&mut self, id: WindowId, name: &str) -> Said<()> {
        let stored = escape::given_name(name, &self.setup.profile)
            .ok_or_else(|| format!("invalid window name: {name}"))?;
        self.tick();
        let window = self.window_mut(id)?;
        window.name = stored;
        window.options.set_one("automatic-rename", "off");
        Ok(())
    }

    /// Windows whose names follow their programs get the names of those.
    pub(super) fn rename_automatically(&mut self) {
        let ids: Vec<WindowId> = self.windows.keys().copied().collect();
        for id in ids {
            if !self.is_on(Owner::Window(id), "automatic-rename") {
                continue;
            }
            let Some(pane) = self
                .windows
                .get(&id)
                .and_then(|window| self.panes.get(&window.active))
            else {
                continue;
            };
            let mut name = if pane.modes.is_empty() {
                pane.foreground()
            } else {
                "[tmux]".to_owned()
            };
            if pane.dead() {
                name.push_str("[dead]");
            }
            if let Some(window) = self.windows.get_mut(&id) {
                window.name = escape::name(&name);
            }
        }
    }

    /// Gives a window a size by hand: it keeps it from then on.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn resize_window(&mut self, id: WindowId, size: Size) -> Said<()> {
        self.tick();
        let window = self.window_mut(id)?;
        window.manual = size;
        window.options.set_one("window-size", "manual");
        self.give_size(id, size);
        Ok(())
    }

    /// Gives a window a size, no smaller than its layout needs; a zoom stays.
    pub(super) fn give_size(&mut self, id: WindowId, size: Size) {
        let Some(window) = self.windows.get_mut(&id) else {
            return;
        };
        let size = limited(size);
        window.layout.resize(size);
        window.size = no_smaller(size, window.layout.size());
        let zoomed = std::mem::replace(&mut window.zoomed, false);
        let active = window.active;
        self.lay_out(id);
        if zoomed {
            self.zoom(active);
        }
    }

    /// Gives a pane a size, as far as its neighbours allow.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn resize_pane(
        &mut self,
        id: PaneId,
        width: Option<u32>,
        height: Option<u32>,
    ) -> Said<()> {
        let window = self.pane(id)?.window;
        self.tick();
        self.unzoom(window);
        for (axis, length) in [(Axis::Across, width), (Axis::Down, height)] {
            if let Some(length) = length {
                self.window_mut(window)?
                    .layout
                    .resize_pane(id, axis, length);
            }
        }
        self.lay_out(window);
        Ok(())
    }

    /// Moves the border behind a pane, or the one before it where it is the last.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn shift_pane(&mut self, id: PaneId, axis: Axis, by: i64) -> Said<()> {
        let window = self.pane(id)?.window;
        self.tick();
        self.unzoom(window);
        self.window_mut(window)?.layout.shift(id, axis, by);
        self.lay_out(window);
        Ok(())
    }

    /// Arranges the panes of a window.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn select_layout(&mut self, id: WindowId, text: &str) -> Said<()> {
        self.window(id)?;
        self.tick();
        self.unzoom(id);
        let window = self.window(id)?;
        let (panes, size) = (window.panes.clone(), window.size);
        if domain::layout::NAMED.contains(&text) {
            let mains = |axis| self.mains(id, axis, size);
            if let Some(tree) = layout::arrange(text, &panes, size, mains) {
                self.take_layout(id, tree);
            }
        } else {
            let tree = layout::parse(text, &panes)?;
            self.take_layout(id, tree);
        }
        // A layout may be larger than the window was, and may shrink further than the one before.
        self.recalculate();
        Ok(())
    }

    /// A window takes the tree, and its size.
    fn take_layout(&mut self, id: WindowId, tree: layout::Cell) {
        if let Some(window) = self.windows.get_mut(&id) {
            window.size = limited(tree.size());
            window.layout = tree;
        }
        self.lay_out(id);
    }

    /// What the options say of the main pane, in a window of this size.
    fn mains(&self, id: WindowId, axis: Axis, size: Size) -> Mains {
        let (main, other, length, otherwise) = match axis {
            Axis::Across => ("main-pane-width", "other-pane-width", size.width, 80),
            Axis::Down => ("main-pane-height", "other-pane-height", size.height, 24),
        };
        let length = length.saturating_sub(1);
        let read = |name| {
            let text = self.option_text(Owner::Window(id), name);
            share(&text, length).filter(|cells| *cells <= length)
        };
        Mains {
            main: read(main).unwrap_or(otherwise),
            other: read(other).unwrap_or_default(),
        }
    }
}

fn no_smaller(size: Size, least: Size) -> Size {
    Size {
        width: size.width.max(least.width),
        height: size.height.max(least.height),
    }
}

/// A number of cells, or a share of a length.
pub(super) fn share(text: &str, length: u32) -> Option<u32> {
    match text.strip_suffix('%') {
        Some(share) => {
            let share: u32 = share.parse().ok().filter(|share| *share <= 100)?;
            Some(length.saturating_mul(share) / 100)
        }
        None => text.parse().ok(),
    }
}
