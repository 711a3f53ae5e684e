//! The tree of cells that a window is divided into, and how space moves between them.
//!
//! What tmux calls a layout cell is a [`Cell`]: it holds a pane, or cells side by side or one above the other, with one
//! column or row of border between them. All sizes are without borders.

use domain::PaneId;
use domain::layout::Area;

use crate::fake::program::Size;

mod custom;
mod named;
mod scaling;
mod sharing;

#[cfg(test)]
mod tests;

pub(super) use custom::parse;
pub(super) use named::{Mains, arrange};

/// The least columns or rows of a pane.
const LEAST: u32 = 1;

/// The direction in which cells follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

/// What a cell holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Holds {
    /// A pane.
    Pane(PaneId),
    /// At least two cells, in order.
    Cells(Axis, Vec<Cell>),
}

/// A rectangle of a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    width: u32,
    height: u32,
    left: u32,
    top: u32,
    holds: Holds,
}

/// How a cell is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Division {
    /// The direction in which the two follow each other.
    pub(super) axis: Axis,
    /// How much the new one is to have; half where `None`.
    pub(super) size: Option<u32>,
    /// Whether the new one comes first.
    pub(super) before: bool,
    /// Whether the whole window is divided, and not the pane.
    pub(super) whole: bool,
}

impl Cell {
    /// A whole window of one pane.
    pub(super) const fn whole(pane: PaneId, size: Size) -> Self {
        Self::new(size.width, size.height, Holds::Pane(pane))
    }

    const fn new(width: u32, height: u32, holds: Holds) -> Self {
        Self {
            width,
            height,
            left: 0,
            top: 0,
            holds,
        }
    }

    /// Its size.
    pub(super) const fn size(&self) -> Size {
        Size {
            width: self.width,
            height: self.height,
        }
    }

    const fn along(&self, axis: Axis) -> u32 {
        match axis {
            Axis::Across => self.width,
            Axis::Down => self.height,
        }
    }

    const fn set_along(&mut self, axis: Axis, cells: u32) {
        match axis {
            Axis::Across => self.width = cells,
            Axis::Down => self.height = cells,
        }
    }

    /// Every pane with what it covers, in the order of the tree.
    pub(super) fn areas(&self) -> Vec<(PaneId, Area)> {
        let mut areas = Vec::new();
        self.collect(&mut areas);
        areas
    }

    fn collect(&self, areas: &mut Vec<(PaneId, Area)>) {
        match &self.holds {
            Holds::Pane(pane) => areas.push((
                *pane,
                Area {
                    width: self.width,
                    height: self.height,
                    left: self.left,
                    top: self.top,
                },
            )),
            Holds::Cells(_, cells) => cells.iter().for_each(|cell| cell.collect(areas)),
        }
    }

    /// Gives every cell its place, from the sizes.
    fn place(&mut self, left: u32, top: u32) {
        (self.left, self.top) = (left, top);
        let Holds::Cells(axis, cells) = &mut self.holds else {
            return;
        };
        let (mut left, mut top) = (left, top);
        for cell in cells {
            cell.place(left, top);
            match axis {
                Axis::Across => left += cell.width + 1,
                Axis::Down => top += cell.height + 1,
            }
        }
    }

    /// Where a pane is: the child to take at each step.
    fn path(&self, pane: PaneId) -> Option<Vec<usize>> {
        match &self.holds {
            Holds::Pane(held) => (*held == pane).then(Vec::new),
            Holds::Cells(_, cells) => cells.iter().enumerate().find_map(|(place, cell)| {
                let mut path = cell.path(pane)?;
                path.insert(0, place);
                Some(path)
            }),
        }
    }

    fn at(&mut self, path: &[usize]) -> Option<&mut Self> {
        let Some((first, rest)) = path.split_first() else {
            return Some(self);
        };
        match &mut self.holds {
            Holds::Pane(_) => None,
            Holds::Cells(_, cells) => cells.get_mut(*first)?.at(rest),
        }
    }

    const fn axis(&self) -> Option<Axis> {
        match &self.holds {
            Holds::Pane(_) => None,
            Holds::Cells(axis, _) => Some(*axis),
        }
    }

    /// Puts another pane where one is.
    pub(super) fn replace(&mut self, from: PaneId, to: PaneId) {
        match &mut self.holds {
            Holds::Pane(pane) if *pane == from => *pane = to,
            Holds::Pane(_) => {}
            Holds::Cells(_, cells) => cells.iter_mut().for_each(|cell| cell.replace(from, to)),
        }
    }

    /// Exchanges two panes of this tree.
    pub(super) fn exchange(&mut self, one: PaneId, other: PaneId) {
        match &mut self.holds {
            Holds::Pane(pane) if *pane == one => *pane = other,
            Holds::Pane(pane) if *pane == other => *pane = one,
            Holds::Pane(_) => {}
            Holds::Cells(_, cells) => {
                for cell in cells {
                    cell.exchange(one, other);
                }
            }
        }
    }

    /// Divides the cell of a pane for a new one; `false`, and nothing done, where there is no space.
    pub(super) fn divide(&mut self, pane: PaneId, new: PaneId, division: Division) -> bool {
        let path = if division.whole {
            Some(Vec::new())
        } else {
            self.path(pane)
        };
        let Some(path) = path else {
            return false;
        };
        let divided = self.divide_at(&path, new, division);
        self.place(0, 0);
        divided.is_some()
    }

    fn divide_at(&mut self, path: &[usize], new: PaneId, division: Division) -> Option<()> {
        let axis = division.axis;
        let cell = self.at(path)?;
        let (first, second) = shares(cell.along(axis), division)?;
        let (old_share, new_share) = if division.before {
            (second, first)
        } else {
            (first, second)
        };
        let mut added = Self::new(cell.width, cell.height, Holds::Pane(new));
        added.set_along(axis, new_share);
        let whole = cell.size();
        if !cell.fits(axis, old_share) {
            return None;
        }
        cell.scale(axis, old_share);
        let parent = path.split_last().map(|(place, above)| (*place, above));
        let beside = match parent {
            Some((place, above)) => self
                .at(above)
                .filter(|parent| parent.axis() == Some(axis))
                .map(|parent| (place, parent)),
            None => None,
        };
        if let Some((place, parent)) = beside {
            let Holds::Cells(_, cells) = &mut parent.holds else {
                return None;
            };
            cells.insert(place + usize::from(!division.before), added);
            return Some(());
        }
        let cell = self.at(path)?;
        // The whole window joins the cells that follow each other in this direction already.
        if division.whole
            && let Holds::Cells(own, cells) = &mut cell.holds
            && *own == axis
        {
            let place = if division.before { 0 } else { cells.len() };
            cells.insert(place, added);
            (cell.width, cell.height) = (whole.width, whole.height);
            return Some(());
        }
        let parent = Self::new(whole.width, whole.height, Holds::Cells(axis, Vec::new()));
        let old = std::mem::replace(cell, parent);
        let both = if division.before {
            vec![added, old]
        } else {
            vec![old, added]
        };
        cell.holds = Holds::Cells(axis, both);
        Some(())
    }

    /// Takes a pane out; its space goes to the cell before it, or to the next one where it is the first. `false` where it
    /// is the only one.
    pub(super) fn remove(&mut self, pane: PaneId) -> bool {
        let Some(path) = self.path(pane) else {
            return true;
        };
        let removed = self.remove_at(&path).is_some();
        self.place(0, 0);
        removed
    }

    fn remove_at(&mut self, path: &[usize]) -> Option<()> {
        let (place, above) = path.split_last()?;
        let parent = self.at(above)?;
        let Holds::Cells(axis, cells) = &mut parent.holds else {
            return None;
        };
        let axis = *axis;
        if *place >= cells.len() {
            return None;
        }
        let gone = cells.remove(*place);
        // Behind the removal the next one stands where it stood.
        if let Some(heir) = cells.get_mut(place.saturating_sub(1)) {
            heir.grow(axis, i64::from(gone.along(axis)) + 1);
        }
        if cells.len() == 1
            && let Some(only) = cells.pop()
        {
            *parent = only;
        }
        Some(())
    }
}

/// How a length is divided between the first and the second cell, where it can be.
fn shares(length: u32, division: Division) -> Option<(u32, u32)> {
    if length < 2 * LEAST + 1 {
        return None;
    }
    let second = match division.size {
        None => length.div_ceil(2) - 1,
        // What is too much for the first cell counts as nothing said of it.
        Some(size) if division.before => (length - 1).checked_sub(size).unwrap_or(length),
        Some(size) => size,
    };
    let second = second.clamp(LEAST, length - 2);
    Some((length - 1 - second, second))
}
