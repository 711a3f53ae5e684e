//! How a tree makes room for a pane beside all of it: every cell keeps its share.

use super::{Axis, Cell, Holds, LEAST};

impl Cell {
    /// Whether it can be made this long with every cell keeping its share.
    pub(super) fn fits(&self, axis: Axis, length: u32) -> bool {
        let Holds::Cells(own, cells) = &self.holds else {
            return length >= LEAST;
        };
        if *own != axis {
            let inner = cells.iter().filter(|cell| cell.axis().is_some());
            return inner.into_iter().all(|cell| cell.fits(axis, length));
        }
        let whole = self.along(axis);
        let mut left = i64::from(length);
        if length + 1 < 2 * count(cells) {
            return false;
        }
        for (place, cell) in cells.iter().enumerate() {
            let behind = cells.len() - place - 1;
            let share = cell.share(axis, (whole, length), behind, left);
            left -= share + i64::from(behind > 0);
            let Ok(share) = u32::try_from(share) else {
                return false;
            };
            if left < 0 || !cell.fits(axis, share) {
                return false;
            }
        }
        true
    }

    /// Makes it this long, every cell keeping its share.
    pub(super) fn scale(&mut self, axis: Axis, length: u32) {
        self.set_along(axis, length);
        self.scale_cells();
    }

    /// Makes its cells fit it again.
    fn scale_cells(&mut self) {
        let (width, height) = (self.width, self.height);
        let Holds::Cells(axis, cells) = &mut self.holds else {
            return;
        };
        let axis = *axis;
        let (length, across) = match axis {
            Axis::Across => (width, height),
            Axis::Down => (height, width),
        };
        let whole: u32 = cells.iter().map(|cell| cell.along(axis) + 1).sum();
        let whole = whole.saturating_sub(1);
        let mut left = i64::from(length);
        let all = cells.len();
        for (place, cell) in cells.iter_mut().enumerate() {
            let share = cell.share(axis, (whole, length), all - place - 1, left);
            left -= share + 1;
            cell.set_along(axis, u32::try_from(share.max(0)).unwrap_or(u32::MAX));
            match axis {
                Axis::Across => cell.height = across,
                Axis::Down => cell.width = across,
            }
            cell.scale_cells();
        }
    }

    /// How much it gets of a length, where it had its part of `whole`, and `behind` more follow it. The last gets what is
    /// left.
    fn share(&self, axis: Axis, (whole, length): (u32, u32), behind: usize, left: i64) -> i64 {
        if behind == 0 {
            return left;
        }
        let own = self.along(axis);
        let needed = i64::from(own.saturating_sub(self.spare(axis)));
        let others = i64::try_from(behind).unwrap_or(i64::MAX);
        let least = needed.max(others.saturating_mul(i64::from(LEAST) + 1));
        let share = i64::from(own) * i64::from(length) / i64::from(whole.max(1));
        share.min(left - least).max(i64::from(LEAST))
    }
}

fn count(cells: &[Cell]) -> u32 {
    u32::try_from(cells.len()).unwrap_or(u32::MAX)
}
