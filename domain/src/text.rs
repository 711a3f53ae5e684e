//! Untrusted text made safe to show: what programs print and name is data, never control.

use alloc::borrow::ToOwned;
use alloc::string::String;

/// The text without control characters other than tab.
///
/// Removed are C0, DEL and C1; a name or a line may hold them because tmux stores some of them raw (tmux-facts: window
/// names up to 3.6a).
#[must_use]
pub fn printable(text: &str) -> String {
    // Most texts are plain ASCII without any.
    if text.bytes().all(|byte| (0x20..0x7F).contains(&byte)) {
        return text.to_owned();
    }
    text.chars()
        .filter(|c| *c == '\t' || !c.is_control())
        .collect()
}

/// The text without control characters other than tab, and without escape sequences other than SGR (`ESC [ … m`).
#[must_use]
pub fn printable_with_colours(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        if let Some(length) = sgr_length(rest) {
            let (sequence, behind) = rest.split_at(length);
            kept.push_str(sequence);
            rest = behind;
            continue;
        }
        if next == '\t' || !next.is_control() {
            kept.push(next);
        }
        rest = rest.get(next.len_utf8()..).unwrap_or_default();
    }
    kept
}

/// The length in bytes of the SGR sequence that the text begins with.
fn sgr_length(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\u{1b}[")?;
    let end = parameters.find(|c: char| !(c.is_ascii_digit() || c == ';' || c == ':'))?;
    parameters
        .get(end..)?
        .starts_with('m')
        .then_some(2 + end + 1)
}

/// At most `max` characters, with an ellipsis in place of the rest.
#[must_use]
pub fn shortened(text: &str, max: usize) -> String {
    let mut short: String = text.chars().take(max).collect();
    if text.chars().nth(max).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_sgr_sequences_survive_where_colours_are_kept() {
        let text = "\u{1b}[1;31mred\u{1b}[0m \u{1b}]8;;x\u{7}<name>[K]\u{1b}[2J";
        assert_eq!(
            printable_with_colours(text),
            "\u{1b}[1;31mred\u{1b}[0m ]8;;x<name>[K][2J"
        );
        assert_eq!(printable(text), "[1;31mred[0m ]8;;x<name>[K][2J");
    }

    proptest! {
        #[test]
        fn no_control_character_survives(text: String) {
            prop_assert!(printable(&text).chars().all(|c| c == '\t' || !c.is_control()));
            let coloured = printable_with_colours(&text);
            prop_assert!(coloured.chars().all(|c| c == '\x1b' || c == '\t' || !c.is_control()));
        }
    }
}
