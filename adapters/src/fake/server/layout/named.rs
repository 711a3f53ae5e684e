//! The five arrangements that have a name.

use domain::PaneId;

use super::{Axis, Cell, Holds, LEAST};
use crate::fake::program::Size;

/// What the options say of the main pane and of the others; `None` where a value is no size of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Mains {
    /// The main pane's length.
    pub(in super::super) main: u32,
    /// The others' length; not said where 0.
    pub(in super::super) other: u32,
}

/// The tree of an arrangement of these panes in a window of this size; `None` for an unknown name, or where a single pane
/// has nothing to arrange.
///
/// Where the panes need more than the window has, the tree is larger than it.
pub(in super::super) fn arrange(
    name: &str,
    panes: &[PaneId],
    size: Size,
    mains: impl Fn(Axis) -> Mains,
) -> Option<Cell> {
    if panes.len() <= 1 {
        return None;
    }
    let mut tree = match name {
        "even-horizontal" => even(panes, size, Axis::Across),
        "even-vertical" => even(panes, size, Axis::Down),
        "main-horizontal" => main(panes, size, Axis::Down, mains(Axis::Down)),
        "main-vertical" => main(panes, size, Axis::Across, mains(Axis::Across)),
        "tiled" => tiled(panes, size),
        _ => return None,
    };
    tree.place(0, 0);
    Some(tree)
}

fn count(panes: &[PaneId]) -> u32 {
    u32::try_from(panes.len()).unwrap_or(u32::MAX)
}

/// What so many panes need at least.
fn least(panes: &[PaneId]) -> u32 {
    count(panes) * (LEAST + 1) - 1
}

const fn other(axis: Axis) -> Axis {
    match axis {
        Axis::Across => Axis::Down,
        Axis::Down => Axis::Across,
    }
}

/// A row or column of panes, equally long.
fn even(panes: &[PaneId], size: Size, axis: Axis) -> Cell {
    let leaf = |pane: &PaneId| Cell::whole(*pane, size);
    let mut tree = Cell::new(
        size.width,
        size.height,
        Holds::Cells(axis, panes.iter().map(leaf).collect()),
    );
    tree.set_along(axis, tree.along(axis).max(least(panes)));
    tree.spread();
    tree
}

/// The first pane large, the others behind it in a line across.
fn main(panes: &[PaneId], size: Size, axis: Axis, mains: Mains) -> Cell {
    let Some((first, others)) = panes.split_first() else {
        return even(panes, size, axis);
    };
    let whole = Cell::new(size.width, size.height, Holds::Cells(axis, Vec::new()));
    let (main, rest) = lengths(whole.along(axis).saturating_sub(1), mains);
    let across = whole.along(other(axis)).max(least(others));
    let sized = |along: u32, holds: Holds| {
        let mut cell = Cell::new(0, 0, holds);
        cell.set_along(axis, along);
        cell.set_along(other(axis), across);
        cell
    };
    let main_cell = sized(main, Holds::Pane(*first));
    let rest_cell = if let [only] = others {
        sized(rest, Holds::Pane(*only))
    } else {
        let cells = others
            .iter()
            .map(|pane| {
                let mut cell = sized(rest, Holds::Pane(*pane));
                cell.set_along(other(axis), LEAST);
                cell
            })
            .collect();
        let mut cell = sized(rest, Holds::Cells(other(axis), cells));
        cell.spread();
        cell
    };
    sized(
        main + rest + 1,
        Holds::Cells(axis, vec![main_cell, rest_cell]),
    )
}

/// The lengths of the main pane and of the others, where both together have `length`.
const fn lengths(length: u32, mains: Mains) -> (u32, u32) {
    let Mains { main, other } = mains;
    if main.saturating_add(LEAST) >= length {
        let main = if length <= 2 * LEAST {
            LEAST
        } else {
            length - LEAST
        };
        return (main, LEAST);
    }
    if other == 0 || other > length || length - other < main {
        (main, length - main)
    } else {
        (length - other, other)
    }
}

/// Rows of as many panes each, the last pane of a row and the last row taking what is left over.
fn tiled(panes: &[PaneId], size: Size) -> Cell {
    let (mut rows, mut columns) = (1, 1);
    while rows * columns < count(panes) {
        rows += 1;
        if rows * columns < count(panes) {
            columns += 1;
        }
    }
    let each = |length: u32, count: u32| (length.saturating_sub(count - 1) / count).max(LEAST);
    let (width, height) = (each(size.width, columns), each(size.height, rows));
    let in_row = usize::try_from(columns).unwrap_or(usize::MAX);
    let cells = panes
        .chunks(in_row)
        .map(|row| tiled_row(row, size.width, width, height))
        .collect();
    let mut tree = Cell::new(
        ((width + 1) * columns - 1).max(size.width),
        ((height + 1) * rows - 1).max(size.height),
        Holds::Cells(Axis::Down, cells),
    );
    let used = rows * height + rows - 1;
    if let Holds::Cells(_, cells) = &mut tree.holds
        && let Some(last) = cells.last_mut()
        && size.height > used
    {
        last.grow(Axis::Down, i64::from(size.height - used));
    }
    tree
}

fn tiled_row(panes: &[PaneId], whole: u32, width: u32, height: u32) -> Cell {
    if let [only] = panes {
        return Cell::new(whole, height, Holds::Pane(*only));
    }
    let mut cells: Vec<Cell> = panes
        .iter()
        .map(|pane| Cell::new(width, height, Holds::Pane(*pane)))
        .collect();
    let used = count(panes) * (width + 1) - 1;
    if let Some(last) = cells.last_mut()
        && whole > used
    {
        last.grow(Axis::Across, i64::from(whole - used));
    }
    Cell::new(whole, height, Holds::Cells(Axis::Across, cells))
}
