//! Names that tmux gives out once in a server's life, parsed here and never a bare string after.
//!
//! tmux itself resolves far more than ids (prefixes, globs, indexes, `{last}`); none of that parses here, so a caller's
//! text that reached this module cannot become another target.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// Text that is no id of the wanted kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{value:?} is no {wanted}: {rule}")]
pub struct IdError {
    /// What was given, cut to 80 characters.
    pub value: String,
    /// What it should have been, as "pane id".
    pub wanted: &'static str,
    /// The rule that it breaks, with an example.
    pub rule: &'static str,
}

impl IdError {
    fn new(value: &str, wanted: &'static str, rule: &'static str) -> Self {
        Self {
            value: value.chars().take(80).collect(),
            wanted,
            rule,
        }
    }
}

/// The decimal behind a sigil; tmux counts ids as 32-bit, without leading zeros.
fn number(text: &str, sigil: char) -> Option<u32> {
    let digits = text.strip_prefix(sigil)?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'));
    if plain { digits.parse().ok() } else { None }
}

macro_rules! numbered_id {
    ($(#[$doc:meta])* $name:ident, $sigil:literal, $wanted:literal, $rule:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The id that tmux prints with this number behind its sigil.
            #[must_use]
            pub const fn new(number: u32) -> Self {
                Self(number)
            }

            /// The number behind the sigil.
            #[must_use]
            pub const fn number(self) -> u32 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($sigil, "{}"), self.0)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                number(text, $sigil).map(Self).ok_or_else(|| IdError::new(text, $wanted, $rule))
            }
        }
    };
}

numbered_id!(
    /// A pane, `%1`: unique while its server lives, kept through moves, breaks and respawns.
    PaneId, '%', "pane id", "a pane id is a percent sign and a number, as %3; tmux would read a bare number as an index"
);
numbered_id!(
    /// A window, `@1`: unique while its server lives; it may be linked into several sessions.
    WindowId, '@', "window id", "a window id is an at sign and a number, as @3; tmux would read a bare number as an index"
);
numbered_id!(
    /// A session, `$1`: unique while its server lives.
    SessionId, '$', "session id", "a session id is a dollar sign and a number, as $3"
);

/// One life of one tmux server: after a restart ids begin again at zero, so an id means nothing without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ServerIdentity {
    /// The daemon's process id, where the daemon runs.
    pub pid: u32,
    /// When the daemon started, in seconds since 1970.
    pub start_time: u64,
}

impl fmt::Display for ServerIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.pid, self.start_time)
    }
}

impl FromStr for ServerIdentity {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let fail = || {
            IdError::new(
                text,
                "server identity",
                "it is a process id, a dash and a start time",
            )
        };
        let (pid, start_time) = text.split_once('-').ok_or_else(fail)?;
        Ok(Self {
            pid: pid.parse().map_err(|_| fail())?,
            start_time: start_time.parse().map_err(|_| fail())?,
        })
    }
}

/// A `wait-for` channel: `[A-Za-z0-9_.-]`, 1 to 128 characters.
///
/// tmux takes any text; the narrow alphabet keeps a channel from meaning anything else in a command.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Channel(String);

impl Channel {
    /// The channel's name as tmux knows it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Channel {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
        if (1..=128).contains(&text.len()) && text.bytes().all(allowed) {
            return Ok(Self(text.to_owned()));
        }
        Err(IdError::new(
            text,
            "channel",
            "a channel is 1 to 128 of letters, digits, _ . and -, as build-done",
        ))
    }
}

/// A random word of 20 lower-case hex digits: it names a run, and nothing on any screen is equal to it by chance.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nonce(String);

impl Nonce {
    /// How many hex digits a nonce has.
    pub const LENGTH: usize = 20;

    /// The nonce that ten random bytes spell.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 10]) -> Self {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digit = |nibble: u8| {
            DIGITS
                .get(usize::from(nibble))
                .copied()
                .map_or('0', char::from)
        };
        Self(
            bytes
                .iter()
                .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
                .collect(),
        )
    }

    /// The word itself.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The channel that the end of this run signals; nobody else knows its name.
    #[must_use]
    pub fn channel(&self) -> Channel {
        Channel(self.0.clone())
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Nonce {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == Self::LENGTH && text.bytes().all(hex) {
            return Ok(Self(text.to_owned()));
        }
        Err(IdError::new(
            text,
            "run word",
            "it is 20 lower-case hex digits",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use proptest::prelude::*;

    #[test]
    fn what_tmux_would_resolve_otherwise_is_no_id() {
        for text in [
            "1",
            "",
            "%",
            "%-1",
            "%1 ",
            " %1",
            "%01",
            "%1.2",
            "@1",
            "$1",
            "%4294967296",
            "%1\n",
            "{last}",
            "=%1",
        ] {
            assert!(text.parse::<PaneId>().is_err(), "{text:?}");
        }
        let error = "1".parse::<WindowId>().unwrap_err().to_string();
        assert!(
            error.contains("\"1\"") && error.contains("@3") && error.contains("index"),
            "{error}"
        );
    }

    #[test]
    fn a_channel_has_a_narrow_alphabet() {
        assert!("build.done_1-x".parse::<Channel>().is_ok());
        for text in ["", "a b", "a;b", "ä", "#{x}", &"x".repeat(129)] {
            assert!(text.parse::<Channel>().is_err(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn ids_print_as_they_parse(number: u32, bytes: [u8; 10], pid: u32, start_time: u64) {
            prop_assert_eq!(PaneId::new(number).to_string().parse(), Ok(PaneId::new(number)));
            prop_assert_eq!(WindowId::new(number).to_string().parse(), Ok(WindowId::new(number)));
            prop_assert_eq!(SessionId::new(number).to_string().parse(), Ok(SessionId::new(number)));
            let nonce = Nonce::from_bytes(bytes);
            prop_assert_eq!(nonce.as_str().parse(), Ok(nonce.clone()));
            let identity = ServerIdentity { pid, start_time };
            prop_assert_eq!(identity.to_string().parse(), Ok(identity));
        }

        #[test]
        fn any_text_parses_or_is_refused_without_panic(text: String) {
            let _ = (text.parse::<PaneId>(), text.parse::<Channel>(), text.parse::<Nonce>(), text.parse::<ServerIdentity>());
        }
    }
}
