//! Blanking, inserting and deleting on a screen.

use super::super::super::grid::cell::{Cell, Colour, Content, Style};
use super::super::super::grid::line::Line;
use super::Screen;

impl Screen {
    /// How many cells of the row are left, at most `columns`; none where the cursor is behind the edge.
    fn reach(&self, columns: usize) -> usize {
        columns.max(1).min(self.width().saturating_sub(self.x))
    }

    pub(in super::super) fn insert_characters(&mut self, columns: usize, background: Colour) {
        let columns = self.reach(columns);
        if columns > 0 {
            self.grid.insert_cells(self.x, self.y, columns, background);
        }
    }

    pub(in super::super) fn delete_characters(&mut self, columns: usize, background: Colour) {
        let columns = self.reach(columns);
        if columns > 0 {
            self.grid.delete_cells(self.x, self.y, columns, background);
        }
    }

    pub(in super::super) fn erase_characters(&mut self, columns: usize, background: Colour) {
        let columns = self.reach(columns);
        self.grid.erase((self.x, self.y), columns, 1, background);
    }

    pub(in super::super) fn insert_lines(&mut self, rows: usize, background: Colour) {
        let y = self.y;
        if y < self.top || y > self.bottom {
            let rows = rows.max(1).min(self.height() - y);
            self.grid.insert_lines_below(y, rows, background);
        } else {
            let rows = rows.max(1).min(self.bottom + 1 - y);
            self.grid.insert_lines(y, rows, self.bottom, background);
        }
    }

    pub(in super::super) fn delete_lines(&mut self, rows: usize, background: Colour) {
        let y = self.y;
        if y < self.top || y > self.bottom {
            let rows = rows.max(1).min(self.height() - y);
            self.grid.delete_lines_below(y, rows, background);
        } else {
            let rows = rows.max(1).min(self.bottom + 1 - y);
            self.grid.delete_lines(y, rows, self.bottom, background);
        }
    }

    pub(in super::super) fn scroll_up(&mut self, rows: usize, background: Colour) {
        for _ in 0..rows.max(1).min(self.bottom - self.top + 1) {
            self.grid.scroll_up(self.top, self.bottom, background);
        }
    }

    pub(in super::super) fn scroll_down(&mut self, rows: usize, background: Colour) {
        for _ in 0..rows.max(1).min(self.bottom - self.top + 1) {
            self.grid.scroll_down(self.top, self.bottom, background);
        }
    }

    pub(in super::super) fn clear_line(&mut self, background: Colour) {
        let size = self.grid.line(self.y).map_or(0, Line::size);
        if size != 0 || background != Colour::Default {
            self.grid.erase_lines(self.y, 1, background);
        }
    }

    pub(in super::super) fn clear_end_of_line(&mut self, background: Colour) {
        let size = self.grid.line(self.y).map_or(0, Line::size);
        if self.x < self.width() && (self.x < size || background != Colour::Default) {
            let columns = self.width() - self.x;
            self.grid.erase((self.x, self.y), columns, 1, background);
        }
    }

    pub(in super::super) fn clear_start_of_line(&mut self, background: Colour) {
        let columns = self.width().min(self.x + 1);
        self.grid.erase((0, self.y), columns, 1, background);
    }

    /// The whole screen goes into the history, or is erased where none is kept.
    pub(in super::super) fn clear_screen(&mut self, background: Colour) {
        if self.grid.keeps_history {
            self.grid.scroll_screen_away(background);
        } else {
            self.grid.erase_lines(0, self.height(), background);
        }
    }

    pub(in super::super) fn clear_end_of_screen(&mut self, background: Colour) {
        let (width, height) = (self.width(), self.height());
        if self.x == 0 && self.y == 0 && self.grid.keeps_history {
            self.grid.scroll_screen_away(background);
            return;
        }
        if self.x < width {
            self.grid
                .erase((self.x, self.y), width - self.x, 1, background);
        }
        self.grid
            .erase((0, self.y + 1), width, height - 1 - self.y, background);
    }

    pub(in super::super) fn clear_start_of_screen(&mut self, background: Colour) {
        let width = self.width();
        self.grid.erase((0, 0), width, self.y, background);
        self.clear_start_of_line(background);
    }

    /// Fills the screen with E (DECALN).
    pub(in super::super) fn align(&mut self) {
        let cell = Cell::new(Content::Character('E', 1), Style::default());
        for y in 0..self.height() {
            for x in 0..self.width() {
                self.grid.set(x, y, cell.clone());
            }
        }
        self.set_cursor(0, 0);
        self.top = 0;
        self.bottom = self.height() - 1;
    }
}
