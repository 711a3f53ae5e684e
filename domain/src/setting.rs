//! What can be asked of a server's settings: options, environment, hooks and format variables.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::id::{IdError, PaneId, SessionId, WindowId};

/// An option's whole name: `[@a-z][a-z0-9_@-]*`, with an index behind it or not. tmux expands formats in it otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionName(String);

impl OptionName {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for OptionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for OptionName {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let (stem, index) = match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
            Some((stem, index)) => (stem, Some(index)),
            None => (text, None),
        };
        let first = stem.bytes().next().unwrap_or_default();
        let inner = |byte: u8| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'@' | b'-')
        };
        let indexed = index.is_none_or(|index| {
            (1..=6).contains(&index.len()) && index.bytes().all(|byte| byte.is_ascii_digit())
        });
        let user = first == b'@'
            && stem
                .bytes()
                .skip(1)
                .all(|byte| inner(byte) || byte.is_ascii_uppercase());
        if indexed
            && stem.len() <= 128
            && (user || (first.is_ascii_lowercase() && stem.bytes().all(inner)))
        {
            return Ok(Self(text.to_string()));
        }
        Err(IdError {
            value: text.chars().take(80).collect(),
            wanted: "option name",
            rule: "an option name is lower-case letters, digits and dashes, as history-limit; a user option begins with @",
        })
    }
}

/// A format variable's name: `[A-Za-z][A-Za-z0-9_]*`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariableName(String);

impl VariableName {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for VariableName {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let mut bytes = text.bytes();
        let first = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic());
        if first
            && text.len() <= 128
            && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            return Ok(Self(text.to_string()));
        }
        Err(IdError {
            value: text.chars().take(80).collect(),
            wanted: "variable name",
            rule: "a variable name is a letter, then letters, digits and underscores, as pane_width",
        })
    }
}

/// Whose value of an option is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionScope {
    /// The server's.
    Server,
    /// A session's; the global one where it has none of its own.
    Session(SessionId),
    /// The value for sessions that have none of their own.
    GlobalSession,
    /// A window's; the global one where it has none of its own.
    Window(WindowId),
    /// The value for windows that have none of their own.
    GlobalWindow,
    /// A pane's; its window's, or the global one, where it has none of its own.
    Pane(PaneId),
}

/// A question about settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingQuery {
    /// One option.
    Option {
        /// Its whole name.
        name: OptionName,
        /// Whose value.
        scope: OptionScope,
    },
    /// The environment that new panes get: a session's own part, or the global one.
    Environment(Option<SessionId>),
    /// The hooks: a session's own, or the global ones.
    Hooks(Option<SessionId>),
    /// Format variables, as they are for a pane, or for the server alone.
    Variables {
        /// Which, in the order of the answer.
        names: Vec<VariableName>,
        /// For which pane.
        pane: Option<PaneId>,
    },
}

/// The answer to a [`SettingQuery`], of the same kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settings {
    /// An option.
    Option {
        /// One value, or those of an array by ascending index.
        value: OptionValue,
        /// Whether it comes from a wider scope.
        inherited: bool,
    },
    /// Variables of an environment, by name; without a value it is taken out of what a pane inherits.
    Environment(Vec<(String, Option<String>)>),
    /// Hooks that have commands, with the commands in their order.
    Hooks(Vec<(String, Vec<String>)>),
    /// Format variables; unknown ones are empty.
    Variables(Vec<(String, String)>),
}

/// What an option holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionValue {
    /// One value, exactly.
    One(String),
    /// An array option's values.
    Array(Vec<String>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_tmux_would_expand_does_not_parse() {
        for text in [
            "history-limit",
            "@plugin_x",
            "@Foo",
            "update-environment[3]",
            "status-format[0]",
        ] {
            assert!(text.parse::<OptionName>().is_ok(), "{text}");
        }
        for text in [
            "",
            "#(touch x)",
            "History",
            "a b",
            "a[",
            "a[]",
            "a[x]",
            "-g",
            "a;b",
            "@#{x}",
            "a\n",
        ] {
            assert!(text.parse::<OptionName>().is_err(), "{text:?}");
        }
        assert!("pane_width".parse::<VariableName>().is_ok());
        for text in ["", "1x", "a-b", "a:b", "#{x}", "E:pane_title", "a b"] {
            assert!(text.parse::<VariableName>().is_err(), "{text:?}");
        }
    }
}
