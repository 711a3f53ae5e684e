//! How a line is drawn: where its characters stand, and how the terminal's text cursor gets there.

use super::Editor;
use crate::fake::shell::cells::cells;

impl Editor {
    /// The row and column behind so many characters, counted from the prompt's last row.
    pub(super) fn place(&self, index: usize) -> (usize, usize) {
        let begin = (self.base / self.width, self.base % self.width);
        let before = self.line.get(..index).unwrap_or(&self.line);
        before.iter().fold(begin, |place, c| self.behind(place, *c))
    }

    fn behind(&self, (row, column): (usize, usize), c: char) -> (usize, usize) {
        if c == '\n' {
            return (row + 1, 0);
        }
        let cells = cells(c, column);
        let (row, column) = if column + cells > self.width && cells <= 2 {
            (row + 1, cells)
        } else {
            (
                row + (column + cells) / self.width,
                (column + cells) % self.width,
            )
        };
        if column == self.width {
            (row + 1, 0)
        } else {
            (row, column)
        }
    }

    pub(super) fn end(&self) -> (usize, usize) {
        self.place(self.line.len())
    }

    /// Draws the line anew from a character on, where the terminal's text cursor already stands; then erases what the
    /// line left that ended at `end_before`, and moves to the text cursor's place.
    pub(super) fn redraw(&mut self, from: usize, end_before: (usize, usize)) {
        let mut place = self.place(from);
        let shown: Vec<char> = self.line.get(from..).unwrap_or_default().to_vec();
        for c in &shown {
            let next = self.behind(place, *c);
            self.draw(*c, place.1);
            place = next;
        }
        if place.1 == 0 && place.0 > 0 && shown.last().is_some_and(|last| *last != '\n') {
            // The row is full: the terminal wraps at the next character only.
            self.drawn.extend(b" \r");
        }
        if end_before > place {
            self.drawn.extend(b"\x1b[K");
            let below = end_before.0 - place.0;
            for _ in 0..below {
                self.drawn.extend(b"\r\n\x1b[K");
            }
            if below > 0 {
                self.travel((end_before.0, 0), place);
            }
        }
        self.travel(place, self.place(self.cursor));
    }

    /// Where the line fills its last row, draws its last character again: so the line break that follows leaves no empty
    /// row behind.
    pub(super) fn leave_full_row(&mut self) {
        let end = self.end();
        let Some((&last, before)) = self.line.split_last() else {
            return;
        };
        if end.1 == 0 && end.0 > 0 && last != '\n' {
            let place = self.place(before.len());
            self.travel(end, place);
            self.draw(last, place.1);
        }
    }

    /// Draws a character that begins in this column.
    fn draw(&mut self, c: char, column: usize) {
        match c {
            '\n' => self.drawn.extend(b"\r\n"),
            '\t' => self
                .drawn
                .extend(std::iter::repeat_n(b' ', cells(c, column))),
            c if c.is_control() => {
                let shown = u8::try_from(u32::from(c) & 0x7f).unwrap_or(b'?') ^ 0x40;
                self.drawn.extend([b'^', shown]);
            }
            c => self.drawn.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        }
    }

    /// Moves the terminal's text cursor.
    pub(super) fn travel(&mut self, from: (usize, usize), to: (usize, usize)) {
        if from.0 == to.0 && to.1 <= from.1 {
            self.drawn.extend(std::iter::repeat_n(8, from.1 - to.1));
            return;
        }
        if from.0 == to.0 {
            self.drawn
                .extend(format!("\x1b[{}C", to.1 - from.1).bytes());
            return;
        }
        if to.0 < from.0 {
            self.drawn
                .extend(format!("\x1b[{}A", from.0 - to.0).bytes());
        } else {
            self.drawn.extend(std::iter::repeat_n(b'\n', to.0 - from.0));
        }
        self.drawn.push(b'\r');
        if to.1 > 0 {
            self.drawn.extend(format!("\x1b[{}C", to.1).bytes());
        }
    }
}
