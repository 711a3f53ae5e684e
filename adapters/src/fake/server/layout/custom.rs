//! Layout strings: a checksum, and a tree as text.

use std::fmt::Write as _;

use domain::PaneId;

use super::{Axis, Cell, Holds};

/// How deep cells may nest.
const DEPTH_MAX: u32 = 64;

impl Cell {
    /// The tree as tmux prints it.
    pub(in super::super) fn print(&self) -> String {
        let mut tree = String::new();
        self.write(&mut tree);
        format!("{:04x},{tree}", checksum(&tree))
    }

    fn write(&self, into: &mut String) {
        // Writing to a String cannot fail.
        let _ = write!(
            into,
            "{}x{},{},{}",
            self.width, self.height, self.left, self.top
        );
        match &self.holds {
            Holds::Pane(pane) => {
                let _ = write!(into, ",{}", pane.number());
            }
            Holds::Cells(axis, cells) => {
                let (open, close) = match axis {
                    Axis::Across => ('{', '}'),
                    Axis::Down => ('[', ']'),
                };
                let mut mark = open;
                for cell in cells {
                    into.push(mark);
                    cell.write(into);
                    mark = ',';
                }
                into.push(close);
            }
        }
    }

    fn leaves(&self) -> usize {
        match &self.holds {
            Holds::Pane(_) => 1,
            Holds::Cells(_, cells) => cells.iter().map(Self::leaves).sum(),
        }
    }

    /// Whether the cells of each cell fill it exactly.
    fn whole_and_parts_agree(&self) -> bool {
        let Holds::Cells(axis, cells) = &self.holds else {
            return true;
        };
        let across = match axis {
            Axis::Across => Axis::Down,
            Axis::Down => Axis::Across,
        };
        let used: u32 = cells.iter().map(|cell| cell.along(*axis) + 1).sum();
        used == self.along(*axis) + 1
            && cells
                .iter()
                .all(|cell| cell.along(across) == self.along(across))
            && cells.iter().all(Self::whole_and_parts_agree)
    }

    fn last_leaf(&self) -> Vec<usize> {
        match &self.holds {
            Holds::Pane(_) => Vec::new(),
            Holds::Cells(_, cells) => {
                let mut path = vec![cells.len().saturating_sub(1)];
                path.extend(cells.last().map(Self::last_leaf).unwrap_or_default());
                path
            }
        }
    }

    fn assign(&mut self, panes: &mut impl Iterator<Item = PaneId>) {
        match &mut self.holds {
            Holds::Pane(pane) => {
                if let Some(next) = panes.next() {
                    *pane = next;
                }
            }
            Holds::Cells(_, cells) => cells.iter_mut().for_each(|cell| cell.assign(panes)),
        }
    }

    /// A top cell that does not fit its parts is made to.
    fn mend(&mut self) {
        let Holds::Cells(axis, cells) = &self.holds else {
            return;
        };
        let length: u32 = cells.iter().map(|cell| cell.along(*axis) + 1).sum();
        let across = cells
            .last()
            .map_or((0, 0), |cell| (cell.width, cell.height));
        match axis {
            Axis::Across => (self.width, self.height) = (length.saturating_sub(1), across.1),
            Axis::Down => (self.width, self.height) = (across.0, length.saturating_sub(1)),
        }
    }
}

/// The tree of a layout string, with these panes in its cells.
///
/// # Errors
/// tmux's words.
pub(in super::super) fn parse(text: &str, panes: &[PaneId]) -> Result<Cell, String> {
    let tree = text
        .split_once(',')
        .filter(|(sum, tree)| u16::from_str_radix(sum, 16) == Ok(checksum(tree)))
        .and_then(|(_, tree)| cell(tree.as_bytes(), 0))
        .filter(|(_, rest)| rest.is_empty());
    let Some((mut tree, _)) = tree else {
        return Err(format!("invalid layout: {text}"));
    };
    let cells = tree.leaves();
    if panes.len() > cells {
        return Err(format!(
            "have {} panes but need {cells}: {text}",
            panes.len()
        ));
    }
    for _ in panes.len()..cells {
        let path = tree.last_leaf();
        tree.remove_at(&path);
    }
    tree.mend();
    if !tree.whole_and_parts_agree() {
        return Err(format!("size mismatch after applying layout: {text}"));
    }
    tree.assign(&mut panes.iter().copied());
    tree.place(0, 0);
    Ok(tree)
}

/// tmux's checksum: rotate right by one, add the byte.
fn checksum(tree: &str) -> u16 {
    tree.bytes().fold(0_u16, |sum, byte| {
        sum.rotate_right(1).wrapping_add(u16::from(byte))
    })
}

/// Reads a cell, and what stands behind it.
fn cell(text: &[u8], depth: u32) -> Option<(Cell, &[u8])> {
    if depth > DEPTH_MAX {
        return None;
    }
    let (width, rest) = number(text)?;
    let (height, rest) = number(rest.strip_prefix(b"x")?)?;
    let (left, rest) = number(rest.strip_prefix(b",")?)?;
    let (top, rest) = number(rest.strip_prefix(b",")?)?;
    let (holds, rest) = match rest {
        [b'{', inner @ ..] => cells(inner, Axis::Across, depth + 1)?,
        [b'[', inner @ ..] => cells(inner, Axis::Down, depth + 1)?,
        [b',', inner @ ..] => match number(inner) {
            // Without a pane's number another cell follows.
            Some((_, [b'x', ..])) | None => (Holds::Pane(PaneId::new(0)), rest),
            Some((id, behind)) => (Holds::Pane(PaneId::new(id)), behind),
        },
        _ => (Holds::Pane(PaneId::new(0)), rest),
    };
    let cell = Cell {
        width,
        height,
        left,
        top,
        holds,
    };
    Some((cell, rest))
}

fn cells(text: &[u8], axis: Axis, depth: u32) -> Option<(Holds, &[u8])> {
    let close = match axis {
        Axis::Across => b'}',
        Axis::Down => b']',
    };
    let (first, mut rest) = cell(text, depth)?;
    let mut cells = vec![first];
    loop {
        match rest {
            [b',', inner @ ..] => {
                let (next, behind) = cell(inner, depth)?;
                cells.push(next);
                rest = behind;
            }
            [end, behind @ ..] if *end == close => {
                return Some((Holds::Cells(axis, cells), behind));
            }
            _ => return None,
        }
    }
}

fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(digits)?;
    Some((std::str::from_utf8(digits).ok()?.parse().ok()?, rest))
}
