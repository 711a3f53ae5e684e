//! A screen: a grid with a text cursor, a scroll region, tab stops, modes and a title. Here the cursor moves and modes
//! change; `print` writes text, `erase` blanks, inserts and deletes, `alternate` has the second screen and the sizes.

mod alternate;
mod erase;
mod print;

use super::super::grid::Grid;
use super::super::grid::cell::{Colour, Style};

/// What a program switched on or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Modes {
    pub(super) wrap: bool,
    pub(super) insert: bool,
    pub(super) origin: bool,
    pub(super) cursor: bool,
    pub(super) application_cursor: bool,
    pub(super) bracketed_paste: bool,
}

impl Default for Modes {
    fn default() -> Self {
        Self {
            wrap: true,
            insert: false,
            origin: false,
            cursor: true,
            application_cursor: false,
            bracketed_paste: false,
        }
    }
}

/// The main screen while the alternate one is shown.
#[derive(Debug)]
struct Behind {
    grid: Grid,
    kept_history: bool,
}

/// A grid and what moves over it.
#[derive(Debug)]
pub(super) struct Screen {
    pub(super) grid: Grid,
    /// Column; as much as the width where the row was just filled.
    pub(super) x: usize,
    /// Row of the screen.
    pub(super) y: usize,
    top: usize,
    bottom: usize,
    pub(super) modes: Modes,
    tabs: Vec<bool>,
    behind: Option<Behind>,
    saved_cursor: Option<(usize, usize)>,
    saved_style: Style,
    pub(super) title: String,
    titles: Vec<String>,
    /// Text that was printed and is not yet in the grid.
    run: Vec<u8>,
    run_style: Style,
    /// Whether a joiner came, which the next character takes along; it does not outlast what arrived at once.
    pub(super) joining: bool,
}

impl Screen {
    pub(super) fn new((width, height): (usize, usize), limit: usize, title: &str) -> Self {
        let mut screen = Self {
            grid: Grid::new(width, height, limit),
            x: 0,
            y: 0,
            top: 0,
            bottom: height - 1,
            modes: Modes::default(),
            tabs: Vec::new(),
            behind: None,
            saved_cursor: None,
            saved_style: Style::default(),
            title: title.to_owned(),
            titles: Vec::new(),
            run: Vec::new(),
            run_style: Style::default(),
            joining: false,
        };
        screen.reset_tabs();
        screen
    }

    pub(super) fn width(&self) -> usize {
        self.grid.width()
    }

    pub(super) fn height(&self) -> usize {
        self.grid.height()
    }

    /// Where the cursor of the main screen was when the alternate one came.
    pub(super) fn saved_cursor(&self) -> Option<(usize, usize)> {
        self.saved_cursor
    }

    /// The main screen behind the alternate one.
    pub(super) fn behind(&self) -> Option<&Grid> {
        self.behind.as_ref().map(|behind| &behind.grid)
    }

    /// Moves the cursor; a column behind the edge is the last one.
    pub(super) fn set_cursor(&mut self, x: usize, y: usize) {
        self.set_column(x);
        self.y = y.min(self.height() - 1);
    }

    fn set_column(&mut self, x: usize) {
        self.x = if x > self.width() {
            self.width() - 1
        } else {
            x
        };
    }

    /// Moves the cursor by the words of a program: in origin mode rows count from the scroll region.
    pub(super) fn move_to(&mut self, x: Option<usize>, y: Option<usize>) {
        let y = y.map(|y| {
            if self.modes.origin {
                self.bottom.min(self.top.saturating_add(y))
            } else {
                y
            }
        });
        if let Some(x) = x {
            self.x = x.min(self.width() - 1);
        }
        if let Some(y) = y {
            self.y = y.min(self.height() - 1);
        }
    }

    /// Moves the cursor to a place that was noted earlier.
    pub(super) fn move_back_to(&mut self, (x, y): (usize, usize)) {
        self.set_cursor(x.min(self.width() - 1), y);
    }

    pub(super) fn up(&mut self, rows: usize) {
        let room = if self.y < self.top {
            self.y
        } else {
            self.y - self.top
        };
        let rows = rows.min(room);
        self.leave_edge(rows);
        self.y -= rows;
    }

    pub(super) fn down(&mut self, rows: usize) {
        let room = if self.y > self.bottom {
            self.height() - 1 - self.y
        } else {
            self.bottom - self.y
        };
        let rows = rows.min(room);
        self.leave_edge(rows);
        self.y += rows;
    }

    /// A move up or down begins within the row; one of no rows leaves a column behind the edge, where a narrower screen
    /// left it, alone (seen on 3.3a).
    fn leave_edge(&mut self, rows: usize) {
        if self.x == self.width() {
            self.x -= 1;
        } else if rows > 0 {
            self.set_column(self.x);
        }
    }

    pub(super) fn right(&mut self, columns: usize) {
        self.x = (self.x + columns).min(self.width() - 1);
    }

    pub(super) fn left(&mut self, columns: usize) {
        self.set_column(self.x.saturating_sub(columns));
    }

    pub(super) fn carriage_return(&mut self) {
        self.x = 0;
    }

    /// To the left, and from the first column into the row above where that one goes on here.
    pub(super) fn backspace(&mut self) {
        if self.x > 0 {
            self.left(1);
        } else if self.y > 0 && self.grid.line(self.y - 1).is_some_and(|line| line.wrapped) {
            self.y -= 1;
            self.x = self.width() - 1;
        }
    }

    /// To the next row; at the end of the region it scrolls. `wrapped`: because the row was full.
    pub(super) fn line_feed(&mut self, wrapped: bool, background: Colour) {
        if wrapped {
            self.grid.mark_wrapped(self.y);
        }
        if self.y == self.bottom {
            self.grid.scroll_up(self.top, self.bottom, background);
        } else if self.y + 1 < self.height() {
            self.y += 1;
        }
    }

    pub(super) fn reverse_index(&mut self, background: Colour) {
        if self.y == self.top {
            self.grid.scroll_down(self.top, self.bottom, background);
        } else if self.y > 0 {
            self.y -= 1;
        }
    }

    /// The rows that scroll, both ends included. One row alone is refused.
    pub(super) fn set_region(&mut self, top: usize, bottom: usize) {
        let last = self.height() - 1;
        let (top, bottom) = (top.min(last), bottom.min(last));
        if top < bottom {
            self.set_cursor(0, 0);
            self.top = top;
            self.bottom = bottom;
        }
    }

    pub(super) fn set_origin(&mut self, on: bool) {
        self.modes.origin = on;
    }

    fn reset_tabs(&mut self) {
        self.tabs = (0..self.width()).map(|x| x != 0 && x % 8 == 0).collect();
    }

    /// Sets or clears the tab stop of the cursor's column.
    pub(super) fn set_tab(&mut self, on: bool) {
        let x = self.x;
        if let Some(tab) = self.tabs.get_mut(x) {
            *tab = on;
        }
    }

    pub(super) fn clear_tabs(&mut self) {
        self.tabs.fill(false);
    }

    fn is_tab(&self, x: usize) -> bool {
        self.tabs.get(x).copied().unwrap_or_default()
    }

    /// To the next tab stop, or the last column.
    pub(super) fn tab(&mut self) {
        let last = self.width() - 1;
        if self.x < last {
            let next = (self.x + 1..last).find(|x| self.is_tab(*x));
            self.x = next.unwrap_or(last);
        }
    }

    /// Back over so many tab stops, or to the first column.
    pub(super) fn back_tab(&mut self, count: usize) {
        let mut x = self.x.min(self.width() - 1);
        for _ in 0..count {
            let Some(last) = x.checked_sub(1) else {
                break;
            };
            x = (0..=last).rev().find(|x| self.is_tab(*x)).unwrap_or(0);
        }
        self.x = x;
    }

    pub(super) fn push_title(&mut self) {
        self.titles.push(self.title.clone());
    }

    pub(super) fn pop_title(&mut self) {
        if let Some(title) = self.titles.pop() {
            self.title = title;
        }
    }
}
