//! How the panes of a window are arranged, checked before tmux sees it: some text ends a tmux server (3.3a).

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use crate::id::PaneId;

/// The arrangements that tmux knows by name, in every release from 3.2a.
pub const NAMED: [&str; 5] = [
    "even-horizontal",
    "even-vertical",
    "main-horizontal",
    "main-vertical",
    "tiled",
];

/// Whether a window of this size can have so many panes `tiled`. In one that has fewer cells than borders between the panes
/// tmux computes a size below zero, and its server ends (3.3a, tried).
#[must_use]
pub const fn tiles(panes: u32, width: u32, height: u32) -> bool {
    // Up to so many panes get no more rows than there are cells and one, and no more columns.
    let (columns, rows) = (width.saturating_add(1), height.saturating_add(1));
    panes <= rows.saturating_mul(rows) && panes <= columns.saturating_mul(columns.saturating_add(1))
}

/// A corner of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Corner {
    /// Top left.
    TopLeft,
    /// Top right.
    TopRight,
    /// Bottom left.
    BottomLeft,
    /// Bottom right.
    BottomRight,
}

/// A rectangle of cells in a window, its left and top edges from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Column of its left edge.
    pub left: u32,
    /// Row of its top edge.
    pub top: u32,
}

impl Area {
    /// How far its corner is from the same corner of `whole`, in columns and rows.
    #[must_use]
    pub fn distance(&self, corner: Corner, whole: &Self) -> u32 {
        let right = |area: &Self| area.left.saturating_add(area.width);
        let bottom = |area: &Self| area.top.saturating_add(area.height);
        let (x, y) = match corner {
            Corner::TopLeft => (self.left.abs_diff(whole.left), self.top.abs_diff(whole.top)),
            Corner::TopRight => (
                right(self).abs_diff(right(whole)),
                self.top.abs_diff(whole.top),
            ),
            Corner::BottomLeft => (
                self.left.abs_diff(whole.left),
                bottom(self).abs_diff(bottom(whole)),
            ),
            Corner::BottomRight => (
                right(self).abs_diff(right(whole)),
                bottom(self).abs_diff(bottom(whole)),
            ),
        };
        x.saturating_add(y)
    }
}

/// The pane in a corner of the tree that a layout string describes; `None` where it cannot be read.
#[must_use]
pub fn pane_in_corner(layout: &str, corner: Corner) -> Option<PaneId> {
    let (_, tree) = layout.split_once(',')?;
    let mut rest = tree.as_bytes();
    let (whole, _) = area(rest)?;
    let mut best: Option<(u32, PaneId)> = None;
    loop {
        let (cell, behind) = area(rest)?;
        rest = behind;
        // What holds other cells has none of its own.
        if let [b',', id @ ..] = rest
            && let Some((id, behind)) = value(id)
            && behind.first() != Some(&b'x')
        {
            rest = behind;
            let far = cell.distance(corner, &whole);
            if best.is_none_or(|(nearest, _)| far < nearest) {
                best = Some((far, PaneId::new(id)));
            }
        }
        let Some(next) = rest.iter().position(u8::is_ascii_digit) else {
            return best.map(|(_, pane)| pane);
        };
        rest = rest.get(next..)?;
    }
}

/// Reads `WxH,X,Y`.
fn area(text: &[u8]) -> Option<(Area, &[u8])> {
    let (width, rest) = value(text)?;
    let (height, rest) = value(rest.strip_prefix(b"x")?)?;
    let (left, rest) = value(rest.strip_prefix(b",")?)?;
    let (top, rest) = value(rest.strip_prefix(b",")?)?;
    let area = Area {
        width,
        height,
        left,
        top,
    };
    Some((area, rest))
}

/// Reads a number; an id may be longer than the numbers that [`Layout`] lets through.
fn value(text: &[u8]) -> Option<(u32, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(digits)?;
    Some((core::str::from_utf8(digits).ok()?.parse().ok()?, rest))
}

/// The longest layout string that is looked at, in bytes.
const BYTES_MAX: usize = 16 << 10;

/// An arrangement: one of [`NAMED`], or a layout string whose checksum and shape are right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout(String);

/// Text that is no layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LayoutError(&'static str);

impl Layout {
    /// The layout as tmux reads it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// How many panes a layout string has room for; `None` for a named layout, which takes any number.
    #[must_use]
    pub fn cells(&self) -> Option<usize> {
        let count = |wanted: &[u8]| self.0.bytes().filter(|byte| wanted.contains(byte)).count();
        // Every cell has one x; those that hold others are no panes.
        (!NAMED.contains(&self.as_str())).then(|| count(b"x").saturating_sub(count(b"{[")))
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Layout {
    type Err = LayoutError;

    fn from_str(text: &str) -> Result<Self, LayoutError> {
        if NAMED.contains(&text) {
            return Ok(Self(text.to_string()));
        }
        let (sum, tree) = text.split_once(',').ok_or(LayoutError(
            "it is neither a named layout nor a layout string",
        ))?;
        let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if sum.len() != 4 || !sum.bytes().all(hex) || text.len() > BYTES_MAX {
            return Err(LayoutError(
                "it is neither a named layout nor a layout string",
            ));
        }
        if u16::from_str_radix(sum, 16) != Ok(checksum(tree)) {
            return Err(LayoutError(
                "its checksum does not fit: it is not as tmux printed it",
            ));
        }
        match cell(tree.as_bytes(), 0) {
            Some([]) => Ok(Self(text.to_string())),
            _ => Err(LayoutError("it does not read as cells of a window")),
        }
    }
}

/// tmux's checksum (layout-custom.c, `layout_checksum`): rotate right by one, add the byte.
fn checksum(tree: &str) -> u16 {
    tree.bytes().fold(0_u16, |sum, byte| {
        sum.rotate_right(1).wrapping_add(u16::from(byte))
    })
}

/// How deep cells may nest: tmux reads them by recursion.
const DEPTH_MAX: u32 = 64;

/// Reads a cell, `WxH,X,Y` and then `,PANE`, `{cells}` or `[cells]`; what stands behind it.
fn cell(text: &[u8], depth: u32) -> Option<&[u8]> {
    if depth > DEPTH_MAX {
        return None;
    }
    let rest = number(number(text)?.strip_prefix(b"x")?)?;
    let rest = number(rest.strip_prefix(b",")?)?;
    let rest = number(rest.strip_prefix(b",")?)?;
    match rest {
        [b'{', inner @ ..] => cells(inner, b'}', depth + 1),
        [b'[', inner @ ..] => cells(inner, b']', depth + 1),
        // The pane's number may be left out (the form before 1.7); another cell begins with its width and an x.
        [b',', inner @ ..] => match number(inner) {
            Some([b'x', ..]) | None => Some(rest),
            Some(behind) => Some(behind),
        },
        _ => Some(rest),
    }
}

fn cells(text: &[u8], close: u8, depth: u32) -> Option<&[u8]> {
    let mut rest = cell(text, depth)?;
    loop {
        match rest {
            [b',', inner @ ..] => rest = cell(inner, depth)?,
            [end, behind @ ..] if *end == close => return Some(behind),
            _ => return None,
        }
    }
}

/// Reads a number of at most six digits.
fn number(text: &[u8]) -> Option<&[u8]> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if (1..=6).contains(&digits) {
        text.get(digits..)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use proptest::prelude::*;

    #[test]
    fn what_tmux_printed_and_what_it_knows_by_name_pass() {
        let nested = "80x24,0,0{40x24,0,0,0,39x24,41,0[39x12,41,0,1,39x11,41,13,2]}";
        let nested = format!("{:04x},{nested}", checksum(nested));
        for text in [
            "tiled",
            "even-vertical",
            "b25d,80x24,0,0,0",
            nested.as_str(),
        ] {
            assert_eq!(
                text.parse::<Layout>().map(|layout| layout.to_string()),
                Ok(text.to_string()),
                "{text}"
            );
        }
    }

    #[test]
    fn a_layout_string_has_room_for_its_innermost_cells() {
        let nested = "80x24,0,0{40x24,0,0,0,39x24,41,0[39x12,41,0,1,39x11,41,13,2]}";
        let nested = format!("{:04x},{nested}", checksum(nested));
        for (text, cells) in [
            ("tiled", None),
            ("b25d,80x24,0,0,0", Some(1)),
            (nested.as_str(), Some(3)),
        ] {
            assert_eq!(
                text.parse::<Layout>().map(|layout| layout.cells()),
                Ok(cells)
            );
        }
    }

    #[test]
    fn what_would_end_a_server_or_name_a_layout_by_its_beginning_does_not() {
        for text in [
            "",
            "not-a-layout",
            "main",
            "even",
            "tile",
            "zzzz,80x24,0,0,0",
            "b25e,80x24,0,0,0",
            "b25d,80x24,0,0,0 ",
            "TILED",
            "tiled;kill-server",
        ] {
            assert!(text.parse::<Layout>().is_err(), "{text:?}");
        }
        let deep = format!("1x1,0,0{}", "{1x1,0,0".repeat(5000));
        assert!(
            format!("{:04x},{deep}", checksum(&deep))
                .parse::<Layout>()
                .is_err()
        );
    }

    #[test]
    fn the_pane_in_a_corner_is_the_leaf_that_reaches_it() {
        use Corner::{BottomLeft, BottomRight, TopLeft, TopRight};
        let nested = "0000,80x24,0,0{40x24,0,0,5,39x24,41,0[39x12,41,0,16,39x11,41,13,1234567]}";
        for (corner, pane) in [
            (TopLeft, 5),
            (BottomLeft, 5),
            (TopRight, 16),
            (BottomRight, 1_234_567),
        ] {
            assert_eq!(pane_in_corner(nested, corner), Some(PaneId::new(pane)));
            assert_eq!(
                pane_in_corner("b25d,80x24,0,0,0", corner),
                Some(PaneId::new(0))
            );
        }
        for text in ["", "b25d", "b25d,80x24,0", "b25d,80x24,0,0"] {
            assert_eq!(pane_in_corner(text, TopLeft), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_parses_or_is_refused_without_panic(text: String, tree in "[0-9x,{}\\[\\]]{0,60}") {
            let _ = text.parse::<Layout>();
            let _ = format!("{:04x},{tree}", checksum(&tree)).parse::<Layout>();
            let _ = pane_in_corner(&text, Corner::TopRight);
            let _ = pane_in_corner(&format!("0000,{tree}"), Corner::TopRight);
        }
    }
}
