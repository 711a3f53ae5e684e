//! tmux's names of keys. tmux types an unknown name as text, so a name is checked before it gets there.

use crate::error::ToolError;

/// Names of keys that are no single character, in lower case (key-string.c, tmux 3.2a to 3.7).
const NAMED: [&str; 50] = [
    "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12", "ic", "insert",
    "dc", "delete", "home", "end", "npage", "pagedown", "pgdn", "ppage", "pageup", "pgup", "tab",
    "btab", "space", "bspace", "enter", "escape", "up", "down", "left", "right", "kp/", "kp*",
    "kp-", "kp7", "kp8", "kp9", "kp+", "kp4", "kp5", "kp6", "kp1", "kp2", "kp3", "kpenter", "kp0",
    "kp.",
];

/// The key's name, if tmux knows it: a character or a name, behind any of `C-`, `M-`, `S-`, or `^`.
///
/// # Errors
/// `invalid_argument` with the accepted forms.
pub fn checked(key: &str) -> Result<&str, ToolError> {
    if known(key) {
        return Ok(key);
    }
    Err(ToolError::invalid(
        "keys",
        &format!(
            "has {:?}, which is no tmux key name",
            domain::text::shortened(&domain::text::printable(key), 20)
        ),
        "Pass names as Enter, Escape, Tab, BTab, BSpace, Space, Up, Down, Left, Right, Home, End, PageUp, PageDown, Insert, \
         Delete, F1 to F12, or one character; C-, M- and S- before them, as C-c. Literal text goes into text.",
    ))
}

fn known(key: &str) -> bool {
    let mut rest = key;
    while let Some((modifier, behind)) = rest.split_once('-') {
        if behind.is_empty() || !["c", "m", "s"].contains(&modifier.to_ascii_lowercase().as_str()) {
            break;
        }
        rest = behind;
    }
    if let Some(behind) = rest.strip_prefix('^').filter(|behind| !behind.is_empty()) {
        rest = behind;
    }
    let mut characters = rest.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) => !only.is_control(),
        _ => NAMED.contains(&rest.to_ascii_lowercase().as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_tmux_knows_pass_and_others_are_told_what_does() {
        for key in [
            "Enter", "enter", "C-c", "M-x", "C-M-a", "S-Up", "^C", "F12", "q", "-", "C--", ";",
            "é", "KP0", "PgUp", "C-Space",
        ] {
            assert!(checked(key).is_ok(), "{key}");
        }
        for key in [
            "Foo", "", "C-", "C-Foo", "F13", "ls", "Enter ", "\n", "0x41", "C-c C-c",
        ] {
            let error = checked(key).unwrap_err();
            assert!(
                error.recovery.contains("Literal text goes into text"),
                "{key}"
            );
        }
    }
}
