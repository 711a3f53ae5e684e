//! How tmux spells control characters where it shows them.

use std::fmt::Write as _;

/// Adds a character, a control character as an escape: by its letter, or in octal (vis(3)).
pub(super) fn push(shown: &mut String, c: char) {
    match c {
        '\n' => shown.push_str("\\n"),
        '\r' => shown.push_str("\\r"),
        '\t' => shown.push_str("\\t"),
        '\u{7}' => shown.push_str("\\a"),
        '\u{8}' => shown.push_str("\\b"),
        '\u{b}' => shown.push_str("\\v"),
        '\u{c}' => shown.push_str("\\f"),
        c if c.is_ascii_control() => {
            // Writing to a String cannot fail.
            let _ = write!(shown, "\\{:03o}", u32::from(c));
        }
        c => shown.push(c),
    }
}
