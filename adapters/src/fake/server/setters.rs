//! What is set on something that exists: options, titles, sizes by hand.

use domain::{PaneId, WindowId};

use super::life::{Life, Said};
use super::options::{self, Value};
use super::settings::Owner;
use crate::fake::program::Size;

impl Life {
    /// Sets an option that tmux knows.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn set_option(&mut self, owner: Owner, name: &str, value: &str) -> Said<()> {
        let value = match options::definition(name) {
            Some(option) => options::check(option, value)?,
            None => value.to_owned(),
        };
        self.tick();
        if let Some(options) = self.options_mut(owner) {
            options.set(name, Value::One(value));
        }
        self.option_changed(name);
        Ok(())
    }

    /// What follows a change of an option.
    pub(super) fn option_changed(&mut self, name: &str) {
        if name == "history-limit" && self.setup.profile.live_history_limit {
            self.push_history_limits();
        }
        self.recalculate();
    }

    fn push_history_limits(&mut self) {
        let panes: Vec<PaneId> = self.panes.keys().copied().collect();
        for id in panes {
            let Some(session) = self
                .panes
                .get(&id)
                .and_then(|pane| self.best_session(Some(pane.window)))
            else {
                continue;
            };
            let limit = self.option_text(Owner::Session(session), "history-limit");
            if let (Some(pane), Ok(limit)) = (self.panes.get_mut(&id), limit.parse()) {
                pane.terminal.set_history_limit(limit);
            }
        }
    }

    /// Gives a pane a title; one with control characters is not taken.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn set_title(&mut self, id: PaneId, title: &str) -> Said<()> {
        self.tick();
        let stored = self.setup.profile.title(title, false);
        let pane = self.pane_mut(id)?;
        if !title.chars().any(char::is_control) {
            pane.terminal.set_title(&stored);
            pane.version += 1;
        }
        Ok(())
    }

    /// Forgets the rows above a pane's screen; it leaves its modes.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn clear_history(&mut self, id: PaneId) -> Said<()> {
        self.tick();
        let pane = self.pane_mut(id)?;
        pane.terminal.clear_history();
        pane.modes.clear();
        pane.version += 1;
        Ok(())
    }

    /// Gives a window a size that a caller names.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn resize_window_checked(&mut self, window: WindowId, size: Size) -> Said<()> {
        for (what, cells) in [("width", size.width), ("height", size.height)] {
            if cells < 1 {
                return Err(format!("{what} too small"));
            }
            if cells > 10_000 {
                return Err(format!("{what} too large"));
            }
        }
        self.resize_window(window, size)
    }
}
