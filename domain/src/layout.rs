//! How the panes of a window are arranged, checked before tmux sees it: some text ends a tmux server (3.3a).

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// The arrangements that tmux knows by name, in every release from 3.2a.
pub const NAMED: [&str; 5] = [
    "even-horizontal",
    "even-vertical",
    "main-horizontal",
    "main-vertical",
    "tiled",
];

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

    proptest! {
        #[test]
        fn any_text_parses_or_is_refused_without_panic(text: String, tree in "[0-9x,{}\\[\\]]{0,60}") {
            let _ = text.parse::<Layout>();
            let _ = format!("{:04x},{tree}", checksum(&tree)).parse::<Layout>();
        }
    }
}
