//! One row of a grid: its cells, how much of it was written, and whether the next row continues it.

use super::cell::{Cell, Colour};

/// A row. Cells behind the last that differs from a plain blank are not kept.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    cells: Vec<Cell>,
    size: usize,
    used: usize,
    /// Whether the next row continues it.
    pub(crate) wrapped: bool,
}

impl Line {
    /// An empty one in this background.
    pub(crate) fn empty(background: Colour, width: usize) -> Self {
        let mut line = Self::default();
        if background != Colour::Default {
            line.cells = vec![Cell::erased(background); width];
            line.size = width;
        }
        line
    }

    /// How many cells were written, up to the last of them: all that a capture prints.
    pub(crate) fn used(&self) -> usize {
        self.used
    }

    /// How many cells tmux has memory for. It grows by steps, and some operations stop there.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// The written cells in order; `None` is a plain blank.
    pub(crate) fn written(&self) -> impl Iterator<Item = Option<&Cell>> {
        (0..self.used).map(|x| self.cells.get(x))
    }

    /// A copy of the cell in this column.
    pub(crate) fn copy(&self, x: usize) -> Cell {
        self.cells.get(x).cloned().unwrap_or_default()
    }

    /// The columns that the cell takes.
    pub(crate) fn width_at(&self, x: usize) -> usize {
        self.cells.get(x).map_or(1, Cell::width)
    }

    pub(crate) fn is_padding(&self, x: usize) -> bool {
        self.cells.get(x).is_some_and(Cell::is_padding)
    }

    /// Writes a cell.
    pub(crate) fn set(&mut self, x: usize, mut cell: Cell, width: usize) {
        cell.apart |= self.cells.get(x).is_some_and(|before| before.apart);
        self.grow(x + 1, width);
        self.used = self.used.max(x + 1);
        self.put(x, cell);
    }

    /// Erases a cell within the line's size; it stays written if it was.
    pub(crate) fn erase(&mut self, x: usize, background: Colour) {
        self.put(x, Cell::erased(background));
    }

    /// Has room for so many cells: a quarter, a half or all of the grid's width.
    pub(crate) fn grow(&mut self, to: usize, width: usize) {
        if to > self.size {
            let quarter = width / 4;
            let half = width / 2;
            self.size = if to < quarter {
                quarter
            } else if to < half {
                half
            } else {
                to.max(width)
            };
        }
    }

    /// Moves `count` cells from `from` to `to` and erases the places they left.
    pub(crate) fn shift(
        &mut self,
        (to, from): (usize, usize),
        count: usize,
        background: Colour,
        width: usize,
    ) {
        if count == 0 || to == from {
            return;
        }
        self.grow(from + count, width);
        self.grow(to + count, width);
        let moved: Vec<Cell> = (from..from + count).map(|x| self.copy(x)).collect();
        for (x, cell) in (to..).zip(moved) {
            self.put(x, cell);
        }
        self.used = self.used.max(to + count);
        for x in (from..from + count).filter(|x| !(to..to + count).contains(x)) {
            self.erase(x, background);
        }
    }

    /// Keeps the first `count` cells, and no room for more.
    pub(crate) fn cut(&mut self, count: usize) {
        self.cells.truncate(count);
        self.size = count;
        self.used = count;
    }

    fn put(&mut self, x: usize, cell: Cell) {
        if let Some(place) = self.cells.get_mut(x) {
            *place = cell;
        } else if !cell.is_plain_blank() {
            self.cells.resize_with(x, Cell::default);
            self.cells.push(cell);
        }
    }
}
