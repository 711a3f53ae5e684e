//! What is typed and pasted: to whom it goes, and what it turns into.

use domain::PaneId;

use super::keys;
use super::life::{Life, Said};
use super::pane::Mode;
use super::settings::Owner;

/// What is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keys<'a> {
    /// Text as it is.
    Text(&'a str),
    /// A key by its name; an unknown name is typed as text.
    Named(&'a str),
    /// Bytes.
    Raw(&'a [u8]),
}

impl Life {
    /// Types into a pane, and into those that are synchronized with it. In a mode the keys are the mode's.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn type_into(&mut self, id: PaneId, keys: Keys<'_>) -> Said<()> {
        let pane = self.pane(id)?;
        if !pane.modes.is_empty() {
            self.mode_keys(id, keys);
            return Ok(());
        }
        if pane.dead() || pane.input_off {
            return Ok(());
        }
        for pane in self.cohort(id) {
            let now = self.now;
            if let Some(pane) = self.panes.get_mut(&pane) {
                let bytes = sent(keys, pane.terminal.application_cursor());
                pane.give(&bytes, now);
            }
        }
        Ok(())
    }

    /// The pane, and those that get its keys too.
    fn cohort(&self, id: PaneId) -> Vec<PaneId> {
        let synchronized = |pane: PaneId| self.is_on(Owner::Pane(pane), "synchronize-panes");
        let mut cohort = vec![id];
        let Ok(window) = self.window_of(id) else {
            return cohort;
        };
        if synchronized(id) {
            let others = window.panes.iter().copied().filter(|other| {
                let free = self
                    .panes
                    .get(other)
                    .is_some_and(|pane| pane.modes.is_empty());
                let shown = !window.zoomed || window.active == *other;
                *other != id && free && shown && synchronized(*other)
            });
            cohort.extend(others);
        }
        cohort
    }

    fn mode_keys(&mut self, id: PaneId, keys: Keys<'_>) {
        match keys {
            Keys::Named(name) => self.mode_key(id, name),
            Keys::Text(text) => {
                for c in text.chars() {
                    self.mode_key(id, &c.to_string());
                }
            }
            Keys::Raw(bytes) => {
                for byte in bytes {
                    self.mode_key(id, &char::from(*byte).to_string());
                }
            }
        }
    }

    /// A key in a mode: those that leave it and those that scroll, of the emacs table.
    fn mode_key(&mut self, id: PaneId, name: &str) {
        let copying = self
            .panes
            .get(&id)
            .and_then(|pane| pane.mode())
            .is_some_and(|mode| mode.name != "clock-mode");
        if !copying {
            return;
        }
        let command = match name {
            "q" | "Escape" | "C-c" => "cancel",
            "PPage" | "PageUp" | "M-v" => "page-up",
            "NPage" | "PageDown" | "C-v" => "page-down",
            "C-Up" => "scroll-up",
            "C-Down" => "scroll-down",
            "M-<" => "history-top",
            "M->" => "history-bottom",
            _ => return,
        };
        // The pane is in a mode, so the command has one.
        let _ = self.mode_command(id, command);
    }

    /// A command of copy mode.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn mode_command(&mut self, id: PaneId, command: &str) -> Said<()> {
        let pane = self.pane_mut(id)?;
        let history = pane.terminal.position(domain::Screen::Shown).history_size;
        let step = u64::from(pane.size.height.saturating_sub(2)).max(1);
        let Some(mode) = pane
            .modes
            .last_mut()
            .filter(|mode| mode.name != "clock-mode")
        else {
            return Err("not in a mode".to_owned());
        };
        let scrolled = mode.scrolled;
        mode.scrolled = match command {
            "page-up" => scrolled + step,
            "page-down" => scrolled.saturating_sub(step),
            "halfpage-up" => scrolled + step / 2,
            "halfpage-down" => scrolled.saturating_sub(step / 2),
            "scroll-up" => scrolled + 1,
            "scroll-down" => scrolled.saturating_sub(1),
            "history-top" => history,
            "history-bottom" => 0,
            _ => scrolled,
        }
        .min(history);
        if command == "cancel" {
            pane.modes.pop();
        }
        pane.version += 1;
        Ok(())
    }

    /// Puts a pane into a mode, unless it is in it.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn enter_mode(&mut self, id: PaneId, name: &'static str) -> Said<()> {
        self.tick();
        let pane = self.pane_mut(id)?;
        if pane.mode().is_none_or(|mode| mode.name != name) {
            pane.modes.push(Mode { name, scrolled: 0 });
            pane.version += 1;
        }
        Ok(())
    }

    /// Takes a pane out of every mode.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn leave_modes(&mut self, id: PaneId) -> Said<()> {
        self.tick();
        let pane = self.pane_mut(id)?;
        pane.modes.clear();
        pane.version += 1;
        Ok(())
    }

    /// Pastes a text: line feeds become what separates lines, and a program that asked is told that it is a paste.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn paste_into(&mut self, id: PaneId, data: &[u8], how: &How<'_>) -> Said<()> {
        let now = self.now;
        let pane = self.pane_mut(id)?;
        if pane.dead() {
            return Err("target pane has exited".to_owned());
        }
        let bracketed = how.bracketed && pane.terminal.bracketed_paste();
        let mut bytes = Vec::with_capacity(data.len());
        if bracketed {
            bytes.extend(b"\x1b[200~");
        }
        for byte in data {
            if *byte == b'\n' {
                bytes.extend(how.separator.bytes());
            } else {
                bytes.push(*byte);
            }
        }
        if bracketed {
            bytes.extend(b"\x1b[201~");
        }
        pane.give(&bytes, now);
        Ok(())
    }
}

/// How a text is pasted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct How<'a> {
    /// Whether the program is told, where it asked to be.
    pub(super) bracketed: bool,
    /// What stands for a line feed.
    pub(super) separator: &'a str,
}

fn sent(keys: Keys<'_>, application: bool) -> Vec<u8> {
    match keys {
        Keys::Text(text) => text.as_bytes().to_vec(),
        Keys::Raw(bytes) => bytes.to_vec(),
        Keys::Named(name) => {
            keys::bytes(name, application).unwrap_or_else(|| name.as_bytes().to_vec())
        }
    }
}
