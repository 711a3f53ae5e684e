//! A pane's grid: the rows of its screen with the history above them, as tmux keeps them.
//!
//! Rows of the screen count from 0 at its top. What escape sequences do to a grid stands in `terminal`; here is what a
//! grid can do: scroll, erase, insert and delete, trim its history, and take another size (`reflow`).

pub(crate) mod cell;
pub(crate) mod line;
mod reflow;
pub(crate) mod text;
pub(crate) mod width;

use std::collections::VecDeque;

use cell::{Cell, Colour};
use line::Line;

/// Rows of cells.
#[derive(Debug)]
pub(crate) struct Grid {
    lines: VecDeque<Line>,
    width: usize,
    height: usize,
    history: usize,
    limit: usize,
    /// How many rows of the history a taller screen may take back: those that scrolled there since it was cleared.
    scrolled: usize,
    /// Whether rows that leave the top go into the history.
    pub(crate) keeps_history: bool,
}

impl Grid {
    /// An empty one.
    pub(crate) fn new(width: usize, height: usize, limit: usize) -> Self {
        Self {
            lines: (0..height).map(|_| Line::default()).collect(),
            width,
            height,
            history: 0,
            limit,
            scrolled: 0,
            keeps_history: limit != 0,
        }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn height(&self) -> usize {
        self.height
    }

    /// Rows above the screen.
    pub(crate) fn history(&self) -> usize {
        self.history
    }

    /// The most rows above the screen.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Changes the limit; rows above it go.
    pub(crate) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
        self.forget(self.history.saturating_sub(limit));
    }

    /// A row of all, the oldest first.
    pub(crate) fn row(&self, absolute: usize) -> Option<&Line> {
        self.lines.get(absolute)
    }

    /// A row of the screen.
    pub(crate) fn line(&self, y: usize) -> Option<&Line> {
        self.lines.get(self.history + y)
    }

    /// A row of the screen, to be written.
    pub(crate) fn line_mut(&mut self, y: usize) -> Option<&mut Line> {
        self.lines.get_mut(self.history + y)
    }

    /// Writes a cell.
    pub(crate) fn set(&mut self, x: usize, y: usize, cell: Cell) {
        let width = self.width;
        if let Some(line) = self.line_mut(y) {
            line.set(x, cell, width);
        }
    }

    /// Has room for so many cells in a row.
    pub(crate) fn grow(&mut self, to: usize, y: usize) {
        let width = self.width;
        if let Some(line) = self.line_mut(y) {
            line.grow(to, width);
        }
    }

    /// Marks that the row continues on the next.
    pub(crate) fn mark_wrapped(&mut self, y: usize) {
        if let Some(line) = self.line_mut(y) {
            line.wrapped = true;
        }
    }

    /// The rows above the screen are forgotten.
    pub(crate) fn clear_history(&mut self) {
        self.lines.drain(..self.history);
        self.history = 0;
        self.scrolled = 0;
    }

    /// Moves the rows `top` to `bottom` up by one; the first goes into the history where one is kept.
    pub(crate) fn scroll_up(&mut self, top: usize, bottom: usize, background: Colour) {
        if !self.keeps_history {
            self.move_lines(top, top + 1, bottom - top, background);
            return;
        }
        self.trim();
        let empty = Line::empty(background, self.width);
        if top == 0 && bottom + 1 == self.height {
            self.lines.push_back(empty);
        } else {
            let left = self.lines.remove(self.history + top).unwrap_or_default();
            self.lines.insert(self.history + bottom, empty);
            self.lines.insert(self.history, left);
        }
        self.history += 1;
        self.scrolled += 1;
    }

    /// Moves the rows `top` to `bottom` down by one.
    pub(crate) fn scroll_down(&mut self, top: usize, bottom: usize, background: Colour) {
        self.move_lines(top + 1, top, bottom - top, background);
    }

    /// Moves the used part of the screen into the history, and leaves the screen blank.
    pub(crate) fn scroll_screen_away(&mut self, background: Colour) {
        let used = |y: &usize| self.line(*y).is_some_and(|line| line.used() != 0);
        let last = (0..self.height).rev().find(used).map_or(0, |y| y + 1);
        if last == 0 {
            self.erase_lines(0, self.height, background);
            return;
        }
        for _ in 0..last {
            self.trim();
            self.lines.push_back(Line::empty(background, self.width));
            self.history += 1;
        }
        if last < self.height {
            self.erase_lines(0, self.height - last, background);
        }
        self.scrolled = 0;
    }

    /// At the limit a tenth of the history goes, at least one row.
    fn trim(&mut self) {
        if self.history == 0 || self.history < self.limit {
            return;
        }
        self.forget((self.limit / 10).clamp(1, self.history));
    }

    /// The oldest rows go.
    fn forget(&mut self, rows: usize) {
        self.lines.drain(..rows);
        self.history -= rows;
        self.scrolled = self.scrolled.min(self.history);
    }

    /// Erases a rectangle.
    pub(crate) fn erase(
        &mut self,
        (x, y): (usize, usize),
        columns: usize,
        rows: usize,
        background: Colour,
    ) {
        if columns == 0 || rows == 0 {
            return;
        }
        if x == 0 && columns == self.width {
            self.erase_lines(y, rows, background);
            return;
        }
        let width = self.width;
        for row in y..y + rows {
            let Some(line) = self.line_mut(row) else {
                return;
            };
            let size = line.size().min(width);
            let mut end = x + columns;
            if background == Colour::Default {
                if x > size {
                    continue;
                }
                end = end.min(size);
            }
            line.grow(end, width);
            for column in x..end {
                line.erase(column, background);
            }
        }
    }

    /// Erases whole rows. The row above them is no longer continued.
    pub(crate) fn erase_lines(&mut self, y: usize, rows: usize, background: Colour) {
        let width = self.width;
        for row in y..y + rows {
            if let Some(line) = self.line_mut(row) {
                *line = Line::empty(background, width);
            }
        }
        self.end_line_above(y);
    }

    /// The row above this one is no longer continued.
    fn end_line_above(&mut self, y: usize) {
        let above = (self.history + y).checked_sub(1);
        if let Some(line) = above.and_then(|above| self.lines.get_mut(above)) {
            line.wrapped = false;
        }
    }

    /// Moves `count` rows from `from` to `to`; the rows they left are empty, those they replaced are gone.
    fn move_lines(&mut self, to: usize, from: usize, count: usize, background: Colour) {
        if count == 0 || to == from {
            return;
        }
        self.end_line_above(to);
        let (width, history) = (self.width, self.history);
        let moved: Vec<Line> = self
            .lines
            .iter_mut()
            .skip(history + from)
            .take(count)
            .map(|line| std::mem::replace(line, Line::empty(background, width)))
            .collect();
        for (y, line) in (to..).zip(moved) {
            if let Some(place) = self.line_mut(y) {
                *place = line;
            }
        }
        if !(to..to + count).contains(&from) {
            self.end_line_above(from);
        }
    }

    /// Inserts empty rows at `y`; rows leave at `bottom`.
    pub(crate) fn insert_lines(&mut self, y: usize, count: usize, bottom: usize, bg: Colour) {
        let kept = (bottom + 1 - y).saturating_sub(count);
        self.move_lines(bottom + 1 - kept, y, kept, bg);
        self.erase_rest(y, (count, kept), bg);
    }

    /// The same without a region: rows leave at the bottom of the screen.
    pub(crate) fn insert_lines_below(&mut self, y: usize, count: usize, background: Colour) {
        self.move_lines(
            y + count,
            y,
            self.height.saturating_sub(y + count),
            background,
        );
    }

    /// Deletes rows at `y`; empty ones arrive at `bottom`.
    pub(crate) fn delete_lines(&mut self, y: usize, count: usize, bottom: usize, bg: Colour) {
        let kept = (bottom + 1 - y).saturating_sub(count);
        self.move_lines(y, y + count, kept, bg);
        self.erase_rest(y, (count, kept), bg);
    }

    /// The same without a region: empty rows arrive at the bottom of the screen.
    pub(crate) fn delete_lines_below(&mut self, y: usize, count: usize, background: Colour) {
        let kept = self.height.saturating_sub(y + count);
        self.move_lines(y, y + count, kept, background);
        self.erase_rest(y, (count, kept), background);
    }

    /// Erases what a move of `kept` rows by `count` left between. Where more were kept than moved over nothing is left, but
    /// the last kept row is no longer continued (seen on 3.3a).
    fn erase_rest(&mut self, y: usize, (count, kept): (usize, usize), background: Colour) {
        if count != kept {
            self.erase_lines(y + kept, count.saturating_sub(kept), background);
        }
    }

    /// Inserts blanks in a row; cells leave at the right edge.
    pub(crate) fn insert_cells(&mut self, x: usize, y: usize, count: usize, background: Colour) {
        let width = self.width;
        if x + 1 >= width {
            self.erase((x, y), 1, 1, background);
        } else if let Some(line) = self.line_mut(y) {
            let kept = width.saturating_sub(x + count);
            line.shift((x + count, x), kept, background, width);
        }
    }

    /// Deletes cells of a row; blanks arrive at the right edge.
    pub(crate) fn delete_cells(&mut self, x: usize, y: usize, count: usize, background: Colour) {
        let width = self.width;
        let kept = width.saturating_sub(x + count);
        if let Some(line) = self.line_mut(y) {
            line.shift((x, x + count), kept, background, width);
        }
        self.erase(
            (width - count, y),
            (x + count) - (width - count).min(x + count),
            1,
            background,
        );
    }

    /// A copy of the rows of the screen, without history.
    pub(crate) fn screen_copy(&self) -> Self {
        Self {
            lines: self.lines.range(self.history..).cloned().collect(),
            width: self.width,
            height: self.height,
            history: 0,
            limit: 0,
            scrolled: 0,
            keeps_history: false,
        }
    }

    /// Puts rows back onto the screen, from its top, as far as it reaches.
    pub(crate) fn restore(&mut self, saved: Self) {
        let history = self.history;
        for (place, line) in self.lines.range_mut(history..).zip(saved.lines) {
            *place = line;
        }
    }
}
