//! How a grid takes another size: rows leave into the history or come back, and lines are wrapped anew.

use super::Grid;
use super::cell::Colour;
use super::line::Line;

/// A place in a logical line, which survives a reflow.
#[derive(Debug, Clone, Copy)]
struct Anchor {
    /// Which logical line.
    line: usize,
    /// How many cells in; `None` is behind all that was written.
    offset: Option<usize>,
}

/// Rows on their way into a grid of another width.
#[derive(Debug)]
struct Reflow {
    source: Vec<Option<Line>>,
    target: Vec<Line>,
    width: usize,
    scrolled: usize,
}

impl Grid {
    /// Has another width; the rows stay as they are.
    pub(crate) fn set_width(&mut self, width: usize) {
        self.width = width;
    }

    /// Has another height. `cursor` is a row of all, which is followed where rows go from the top.
    pub(crate) fn set_height(&mut self, height: usize, cursor: &mut usize) {
        let before = self.height;
        if height < before {
            self.lower(before - height, cursor);
        } else {
            self.raise(height - before);
        }
        self.lines.truncate(self.history + height);
        let missing = (self.history + height).saturating_sub(self.lines.len());
        self.lines
            .extend(std::iter::repeat_with(Line::default).take(missing));
        self.height = height;
    }

    /// Rows below the cursor go first, then rows from the top: into the history, or away where none is kept.
    fn lower(&mut self, needed: usize, cursor: &mut usize) {
        let y = cursor.saturating_sub(self.history);
        let below = needed.min((self.height - 1).saturating_sub(y));
        if below > 0 {
            self.delete_lines_below(self.height - below, below, Colour::Default);
        }
        let needed = needed - below;
        if self.keeps_history {
            self.scrolled += needed;
            self.history += needed;
        } else {
            let above = needed.min(y);
            if above > 0 {
                self.delete_lines_below(0, above, Colour::Default);
                *cursor -= above;
            }
        }
    }

    /// Rows that scrolled into the history come back.
    fn raise(&mut self, needed: usize) {
        if self.keeps_history {
            let back = needed.min(self.scrolled);
            self.scrolled -= back;
            self.history -= back;
        }
    }

    /// Wraps all lines anew at the width. The cursor, a row of all and a column, goes with its text.
    pub(crate) fn reflow(&mut self, cursor: (usize, usize)) -> (usize, usize) {
        let anchor = self.anchor(cursor);
        let mut reflow = Reflow {
            source: self.lines.drain(..).map(Some).collect(),
            target: Vec::new(),
            width: self.width,
            scrolled: self.scrolled,
        };
        reflow.run();
        self.lines = reflow.target.into();
        while self.lines.len() < self.height {
            self.lines.push_back(Line::default());
        }
        self.history = self.lines.len() - self.height;
        self.scrolled = reflow.scrolled.min(self.history);
        self.place(anchor)
    }

    fn anchor(&self, (x, row): (usize, usize)) -> Anchor {
        let mut anchor = Anchor {
            line: 0,
            offset: Some(0),
        };
        let mut before = 0;
        for line in self.lines.iter().take(row) {
            if line.wrapped {
                before += line.used();
            } else {
                before = 0;
                anchor.line += 1;
            }
        }
        let used = self.lines.get(row).map_or(0, Line::used);
        anchor.offset = (x < used).then_some(before + x);
        anchor
    }

    fn place(&self, anchor: Anchor) -> (usize, usize) {
        let wrapped = |row: usize| self.lines.get(row).is_some_and(|line| line.wrapped);
        let used = |row: usize| self.lines.get(row).map_or(0, Line::used);
        let last = self.lines.len().saturating_sub(1);
        let mut row = 0;
        let mut line = 0;
        while row < last && line < anchor.line {
            if !wrapped(row) {
                line += 1;
            }
            row += 1;
        }
        let Some(mut offset) = anchor.offset else {
            while wrapped(row) {
                row += 1;
            }
            return (used(row), row);
        };
        while wrapped(row) && offset >= used(row) {
            offset -= used(row);
            row += 1;
        }
        (offset, row)
    }
}

impl Reflow {
    fn run(&mut self) {
        for row in 0..self.source.len() {
            let Some(line) = self.source.get_mut(row).and_then(Option::take) else {
                continue;
            };
            let (columns, at) = self.measure(&line);
            if columns > self.width {
                self.split(row, line, at);
            } else if columns < self.width && line.wrapped {
                self.target.push(line);
                self.join(row, columns);
            } else {
                self.target.push(line);
            }
        }
    }

    /// The columns of a row, and which of its cells is the first that does not fit.
    fn measure(&self, line: &Line) -> (usize, usize) {
        let (mut columns, mut at) = (0, 0);
        for x in 0..line.used() {
            let width = line.width_at(x);
            if at == 0 && columns + width > self.width {
                at = x;
            }
            columns += width;
        }
        (columns, at)
    }

    /// A row that is too long becomes several.
    fn split(&mut self, row: usize, mut line: Line, at: usize) {
        let first = self.target.len();
        let mut columns = 0;
        let mut next = Line::default();
        let mut rest = Vec::new();
        let mut place = 0;
        for x in at..line.used() {
            let width = line.width_at(x);
            if columns + width > self.width {
                next.wrapped = true;
                rest.push(std::mem::take(&mut next));
                (columns, place) = (0, 0);
            }
            columns += width;
            next.set(place, line.copy(x), self.width);
            place += 1;
        }
        let goes_on = line.wrapped;
        next.wrapped = goes_on;
        rest.push(next);
        line.cut(at);
        line.wrapped = true;
        self.target.push(line);
        self.target.append(&mut rest);
        if row <= self.scrolled {
            self.scrolled += self.target.len() - first - 1;
        }
        if columns < self.width && goes_on {
            self.join(row, columns);
        }
    }

    /// The last row that was done takes in as much of the rows behind `row` as fits.
    fn join(&mut self, row: usize, mut columns: usize) {
        let to = self.target.len() - 1;
        let Some(line) = self.target.last_mut() else {
            return;
        };
        let mut goes_on = true;
        let mut taken = 0;
        let mut left = None;
        while let Some(next) = self
            .source
            .get_mut(row + 1 + taken)
            .and_then(Option::as_mut)
        {
            goes_on &= next.wrapped;
            if next.used() == 0 {
                if !goes_on {
                    break;
                }
                taken += 1;
                continue;
            }
            let fits = fitting(next, &mut columns, self.width);
            if fits == 0 {
                break;
            }
            for x in 0..fits {
                line.set(line.used(), next.copy(x), self.width);
            }
            taken += 1;
            left = Some(next.used() - fits);
            if !goes_on || left != Some(0) || columns == self.width {
                break;
            }
        }
        let Some(left) = left else {
            return;
        };
        if left != 0 {
            taken -= 1;
            self.keep_last(row + 1 + taken, left);
        } else if !goes_on {
            line.wrapped = false;
        }
        for place in self.source.iter_mut().skip(row + 1).take(taken) {
            *place = None;
        }
        if self.scrolled > to + taken {
            self.scrolled -= taken;
        } else if self.scrolled > to {
            self.scrolled = to;
        }
    }

    /// Of a row that was taken in part, the last `left` cells stay.
    fn keep_last(&mut self, row: usize, left: usize) {
        if let Some(Some(line)) = self.source.get_mut(row) {
            let used = line.used();
            line.shift((0, used - left), left, Colour::Default, self.width);
            line.cut(left);
        }
    }
}

/// How many cells of the line fit behind so many columns; they are counted in.
fn fitting(line: &Line, columns: &mut usize, width: usize) -> usize {
    for x in 0..line.used() {
        let more = line.width_at(x);
        if *columns + more > width {
            return x;
        }
        *columns += more;
    }
    line.used()
}
