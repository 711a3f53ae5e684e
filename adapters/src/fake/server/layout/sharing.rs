//! How space goes from one cell to others: what a cell can give up, and who takes it.

use domain::PaneId;

use super::{Axis, Cell, Holds, LEAST};
use crate::fake::program::Size;

impl Cell {
    /// How much it can give up along an axis.
    pub(super) fn spare(&self, axis: Axis) -> u32 {
        match &self.holds {
            Holds::Pane(_) => self.along(axis).saturating_sub(LEAST),
            Holds::Cells(own, cells) => {
                let spares = cells.iter().map(|cell| cell.spare(axis));
                if *own == axis {
                    spares.sum()
                } else {
                    spares.min().unwrap_or_default()
                }
            }
        }
    }

    /// Makes it larger, or smaller by at most what it can give up. Its cells take turns, one by one.
    pub(super) fn grow(&mut self, axis: Axis, by: i64) {
        let length = (i64::from(self.along(axis)) + by).max(0);
        self.set_along(axis, u32::try_from(length).unwrap_or(u32::MAX));
        let Holds::Cells(own, cells) = &mut self.holds else {
            return;
        };
        if *own != axis {
            for cell in cells {
                cell.grow(axis, by);
            }
            return;
        }
        let mut left = by;
        while left != 0 {
            let before = left;
            for cell in &mut *cells {
                if left > 0 {
                    cell.grow(axis, 1);
                    left -= 1;
                } else if left < 0 && cell.spare(axis) > 0 {
                    cell.grow(axis, -1);
                    left += 1;
                }
            }
            if left == before {
                return;
            }
        }
    }

    /// Gives the whole tree another size, no smaller than its panes need.
    pub(in super::super) fn resize(&mut self, size: Size) {
        for (axis, wanted) in [(Axis::Across, size.width), (Axis::Down, size.height)] {
            let spare = i64::from(self.spare(axis));
            let change = i64::from(wanted) - i64::from(self.along(axis));
            let change = if spare == 0 {
                change.max(0)
            } else {
                change.max(-spare)
            };
            if change != 0 {
                self.grow(axis, change);
            }
        }
        self.place(0, 0);
    }

    /// Gives a pane this length, as far as its neighbours can take or give.
    pub(in super::super) fn resize_pane(&mut self, pane: PaneId, axis: Axis, length: u32) {
        if let Some((place, cells)) = self.row_of(pane, axis)
            && let Some(current) = cells.get(place).map(|cell| cell.along(axis))
        {
            let change = i64::from(length) - i64::from(current);
            if place + 1 < cells.len() {
                move_border(cells, place, axis, change);
            } else if let Some(before) = place.checked_sub(1) {
                move_border(cells, before, axis, -change);
            }
        }
        self.place(0, 0);
    }

    /// Moves the border behind a pane towards the end, or the one before it where it is the last.
    pub(in super::super) fn shift(&mut self, pane: PaneId, axis: Axis, by: i64) {
        if let Some((place, cells)) = self.row_of(pane, axis) {
            let border = if place + 1 < cells.len() {
                Some(place)
            } else {
                place.checked_sub(1)
            };
            if let Some(border) = border {
                move_border(cells, border, axis, by);
            }
        }
        self.place(0, 0);
    }

    /// The cells that follow each other along an axis around a pane, and which of them holds it.
    fn row_of(&mut self, pane: PaneId, axis: Axis) -> Option<(usize, &mut Vec<Self>)> {
        let path = self.path(pane)?;
        let mut path = &*path;
        loop {
            let (place, above) = path.split_last()?;
            if self.at(above)?.axis() == Some(axis) {
                return match &mut self.at(above)?.holds {
                    Holds::Cells(_, cells) => Some((*place, cells)),
                    Holds::Pane(_) => None,
                };
            }
            path = above;
        }
    }

    /// Makes panes of one cell equally long; whoever is last takes what is left over.
    pub(super) fn spread(&mut self) {
        let length = match self.axis() {
            Some(axis) => self.along(axis),
            None => return,
        };
        let Holds::Cells(axis, cells) = &mut self.holds else {
            return;
        };
        let count = u32::try_from(cells.len()).unwrap_or(u32::MAX);
        if count <= 1 || length < count - 1 {
            return;
        }
        let each = (length - (count - 1)) / count;
        if each == 0 {
            return;
        }
        let last = length - (each + 1) * (count - 1);
        for (place, cell) in (1..).zip(cells) {
            let wanted = if place == count { last } else { each };
            cell.grow(*axis, i64::from(wanted) - i64::from(cell.along(*axis)));
        }
    }
}

/// Moves the border behind a cell, towards the end where `change` is positive.
fn move_border(cells: &mut [Cell], place: usize, axis: Axis, change: i64) {
    let mut needed = change;
    while needed != 0 {
        let moved = if needed > 0 {
            let taken = take_behind(cells, place, axis, needed);
            needed -= taken;
            taken
        } else {
            let given = give_behind(cells, place, axis, -needed);
            needed += given;
            given
        };
        if moved == 0 {
            return;
        }
    }
}

/// Makes a cell larger: the next one behind that has spare gives it, or else the nearest one before.
fn take_behind(cells: &mut [Cell], place: usize, axis: Axis, needed: i64) -> i64 {
    let giver = (place + 1..cells.len())
        .chain((0..place).rev())
        .find_map(|at| spare_at(cells, at, axis));
    exchange(cells, giver, Some(place), axis, needed)
}

/// Makes a cell smaller, or the nearest one before it that has spare: the next one behind takes it.
fn give_behind(cells: &mut [Cell], place: usize, axis: Axis, needed: i64) -> i64 {
    let giver = (0..=place).rev().find_map(|at| spare_at(cells, at, axis));
    let taker = (place + 1 < cells.len()).then_some(place + 1);
    exchange(cells, giver, taker, axis, needed)
}

fn spare_at(cells: &[Cell], at: usize, axis: Axis) -> Option<(usize, u32)> {
    let spare = cells.get(at)?.spare(axis);
    (spare > 0).then_some((at, spare))
}

fn exchange(
    cells: &mut [Cell],
    giver: Option<(usize, u32)>,
    taker: Option<usize>,
    axis: Axis,
    needed: i64,
) -> i64 {
    let (Some((giver, spare)), Some(taker)) = (giver, taker) else {
        return 0;
    };
    let moved = needed.min(i64::from(spare));
    for (at, by) in [(taker, moved), (giver, -moved)] {
        if let Some(cell) = cells.get_mut(at) {
            cell.grow(axis, by);
        }
    }
    moved
}
