//! The alternate screen, other sizes, and beginning anew.

use super::super::super::grid::cell::{Colour, Style};
use super::{Behind, Modes, Screen};

impl Screen {
    /// Shows the alternate screen. It has no history of its own.
    pub(in super::super) fn alternate_on(&mut self, style: Style, cursor: bool) {
        if self.behind.is_some() {
            return;
        }
        if cursor {
            self.saved_cursor = Some((self.x, self.y));
        }
        self.saved_style = style;
        self.behind = Some(Behind {
            grid: self.grid.screen_copy(),
            kept_history: self.grid.keeps_history,
        });
        self.grid.erase_lines(0, self.height(), Colour::Default);
        self.grid.keeps_history = false;
    }

    /// Shows the main screen again. The cursor and the style that were saved come back even where it was shown.
    pub(in super::super) fn alternate_off(&mut self, cursor: bool) -> Option<Style> {
        let size = (self.width(), self.height());
        let behind = self.behind.take();
        if let Some(behind) = &behind {
            let (width, height) = (behind.grid.width(), behind.grid.height());
            self.resize_to((width, height), true);
        }
        let mut style = None;
        if let Some((x, y)) = self.saved_cursor.filter(|_| cursor) {
            (self.x, self.y) = (x, y);
            style = Some(self.saved_style);
        }
        if let Some(behind) = behind {
            self.grid.restore(behind.grid);
            self.grid.keeps_history |= behind.kept_history;
            self.resize_to(size, true);
        }
        self.x = self.x.min(self.width() - 1);
        self.y = self.y.min(self.height() - 1);
        style
    }

    /// Has another size. Lines are wrapped anew, except on the alternate screen.
    pub(in super::super) fn resize(&mut self, size: (usize, usize)) {
        self.resize_to(size, self.behind.is_none());
    }

    fn resize_to(&mut self, (width, height): (usize, usize), reflow: bool) {
        let mut x = self.x;
        let mut row = self.grid.history() + self.y;
        let wider = width != self.width();
        if wider {
            self.grid.set_width(width);
            self.reset_tabs();
        }
        if height != self.height() {
            self.grid.set_height(height, &mut row);
            self.top = 0;
            self.bottom = height - 1;
        }
        if wider && reflow {
            (x, row) = self.grid.reflow((x, row));
        }
        (self.x, self.y) = match row.checked_sub(self.grid.history()) {
            Some(y) => (x, y),
            None => (0, 0),
        };
    }

    /// Starts anew for another program; history and title stay.
    pub(in super::super) fn restart(&mut self) {
        (self.x, self.y) = (0, 0);
        self.top = 0;
        self.bottom = self.height() - 1;
        self.modes = Modes::default();
        self.alternate_off(false);
        self.saved_cursor = None;
        self.reset_tabs();
        self.titles.clear();
        self.grid.erase_lines(0, self.height(), Colour::Default);
    }

    /// What RIS does to it; the history stays.
    pub(in super::super) fn reset(&mut self) {
        self.reset_tabs();
        self.set_region(0, self.height() - 1);
        self.modes = Modes::default();
        self.clear_screen(Colour::Default);
        self.set_cursor(0, 0);
    }
}
