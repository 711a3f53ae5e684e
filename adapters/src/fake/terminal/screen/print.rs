//! How text gets into a screen's grid.
//!
//! Plain text is kept as a run until something else comes, and written at once, as tmux does: what it does to wide
//! characters that it overwrites shows at the ends of a run only.

use super::super::super::grid::cell::{Attributes, Cell, Cluster, Colour, Content, Style};
use super::super::super::grid::line::Line;
use super::Screen;

/// The most bytes of a character with all that is combined with it.
const CLUSTER_BYTES_MAX: usize = 21;

/// Joins the characters around it to one.
const JOINER: char = '\u{200d}';

impl Screen {
    /// Prints a character of ASCII.
    pub(in super::super) fn print_plain(&mut self, byte: u8, style: Style) {
        if style.attributes.has(Attributes::CHARSET)
            || !self.modes.wrap
            || self.modes.insert
            || byte >= 0x7f
        {
            self.end_run();
            self.print(char::from(byte), 1, style);
            return;
        }
        let width = self.width();
        if self.x >= width || self.run.len() + self.x >= width {
            self.end_run();
        }
        if self.x >= width {
            self.line_feed(true, Colour::Default);
            self.x = 0;
        }
        if self.run.is_empty() {
            self.run_style = style;
        }
        self.run.push(byte);
    }

    /// Writes the text that was printed into the grid.
    pub(in super::super) fn end_run(&mut self) {
        if self.run.is_empty() {
            return;
        }
        let (y, style) = (self.y, self.run_style);
        self.free_left();
        let run = std::mem::take(&mut self.run);
        self.grid.grow(self.x + run.len(), y);
        for byte in &run {
            let content = Content::Character(char::from(*byte), 1);
            self.grid.set(self.x, y, Cell::new(content, style));
            self.x += 1;
        }
        self.run = run;
        self.run.clear();
        self.free_right(self.x);
    }

    /// Where a run begins within a wide character, that one is gone.
    fn free_left(&mut self) {
        let (x, y) = (self.x, self.y);
        if x == 0 {
            return;
        }
        let mut start = x;
        let padding = |screen: &Self, x| screen.grid.line(y).is_some_and(|line| line.is_padding(x));
        while start > 0 && padding(self, start) {
            self.grid.set(start, y, Cell::space());
            start -= 1;
        }
        // The first column is not looked at (seen on 3.3a).
        let wide = self
            .grid
            .line(y)
            .is_some_and(|line| line.width_at(start) > 1);
        if start > 0 && wide {
            self.grid.set(start, y, Cell::space());
        }
    }

    /// What is left of a wide character to the right of what was written is gone.
    fn free_right(&mut self, from: usize) {
        let y = self.y;
        for x in from..self.width() {
            if !self.grid.line(y).is_some_and(|line| line.is_padding(x)) {
                break;
            }
            self.grid.set(x, y, Cell::space());
        }
    }

    /// Prints any character.
    pub(in super::super) fn print(&mut self, character: char, columns: u8, style: Style) {
        self.end_run();
        if character == JOINER {
            self.joining = true;
            return;
        }
        let joined = std::mem::take(&mut self.joining);
        if joined {
            self.combine(JOINER);
        }
        if joined || columns == 0 {
            self.combine(character);
            return;
        }
        self.print_content(Content::Character(character, columns), columns, style);
    }

    fn print_content(&mut self, content: Content, columns: u8, style: Style) {
        let (width, needed) = (self.width(), usize::from(columns));
        let last = width.checked_sub(needed);
        if !self.modes.wrap
            && needed > 1
            && (needed > width || self.x != width && last.is_some_and(|last| self.x > last))
        {
            return;
        }
        if self.modes.insert {
            self.grid
                .insert_cells(self.x, self.y, needed, Colour::Default);
        }
        if self.modes.wrap && last.is_none_or(|last| self.x > last) {
            self.line_feed(true, Colour::Default);
            self.x = 0;
        }
        if last.is_none_or(|last| self.x > last) {
            return;
        }
        self.write(content, needed, style);
        // Without wrapping the cursor sticks in the last column, but not in a screen too narrow for both (seen on 3.3a).
        let edge = if self.modes.wrap { width } else { width - 1 };
        let fits = edge.checked_sub(needed).is_none_or(|last| self.x <= last);
        self.set_column(if fits { self.x + needed } else { edge });
    }

    /// Writes a tab that a capture prints as such: where only blanks of one look stand up to the next stop.
    pub(in super::super) fn print_tab(&mut self) {
        let (x, y) = (self.x, self.y);
        self.tab();
        let end = std::mem::replace(&mut self.x, x);
        let cell = |x| {
            self.grid
                .line(y)
                .map(|line| line.copy(x))
                .unwrap_or_default()
        };
        let first = cell(x).style;
        let blank = |x| {
            let cell = cell(x);
            cell.text() == " " && cell.style == first
        };
        match u8::try_from(end.saturating_sub(x)) {
            Ok(columns) if columns > 0 && (x..end).all(blank) => {
                self.print_content(Content::Tab(columns), columns, first);
            }
            _ => self.x = end,
        }
    }

    fn write(&mut self, content: Content, columns: usize, style: Style) {
        let (x, y) = (self.x, self.y);
        let freed = self.overwrite(columns);
        for place in x + 1..x + columns {
            self.grid.set(place, y, Cell::padding());
        }
        let cell = Cell::new(content, style);
        let line = self.grid.line(y);
        let size = line.map_or(0, Line::size);
        // Behind the end of a row a plain space is not written (seen on 3.3a).
        let held = match line {
            Some(line) if x < size => line.copy(x),
            _ => Cell::space(),
        };
        let skip = !freed && !self.modes.insert && held.looks_like(&cell);
        if !skip {
            self.grid.set(x, y, cell);
        }
    }

    /// Wide characters that the next one only covers in part are gone. Says whether there were any.
    fn overwrite(&mut self, columns: usize) -> bool {
        let (x, y) = (self.x, self.y);
        let padding = |screen: &Self, x| screen.grid.line(y).is_some_and(|line| line.is_padding(x));
        let mut freed = false;
        if padding(self, x) {
            let mut start = x;
            while start > 0 {
                start -= 1;
                let inner = padding(self, start);
                self.grid.set(start, y, Cell::space());
                if !inner {
                    break;
                }
            }
            self.grid.set(x, y, Cell::space());
            freed = true;
        }
        let held = self.grid.line(y).map_or(1, |line| line.width_at(x));
        if columns != 1 || held != 1 || freed {
            for place in x + columns..self.width() {
                if !padding(self, place) {
                    break;
                }
                self.grid.set(place, y, Cell::space());
                freed = true;
            }
        }
        freed
    }

    /// Adds a character to the one before the cursor; without one it is dropped.
    fn combine(&mut self, character: char) {
        let Some(line) = self.grid.line(self.y) else {
            return;
        };
        let Some(x) = (0..self.x).rev().find(|x| !line.is_padding(*x)) else {
            return;
        };
        let cell = line.copy(x);
        let mut text = cell.text().into_owned();
        if text.len() + character.len_utf8() > CLUSTER_BYTES_MAX {
            return;
        }
        text.push(character);
        let width = u8::try_from(cell.width()).unwrap_or(1);
        let content = Content::Cluster(Box::new(Cluster { text, width }));
        let style = cell.style;
        self.grid.set(x, self.y, Cell::new(content, style));
    }
}
