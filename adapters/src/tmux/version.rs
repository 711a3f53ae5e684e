//! tmux's releases, parsed far enough to compare them, and the gates: what is asked in another way from a release on.
//!
//! A gate is a format, so the server that runs the commands decides, in the invocation that runs them. What it does not
//! know counts as newer than all that is known. Where a flag is gated, the commands stand in strings and not in braces:
//! a release that does not know the flag must not parse them.

use std::fmt;

/// The releases before 3.N by the last digits before it, and OpenBSD's own, whose tmux has no number of tmux's.
macro_rules! from_release {
    ($older:literal, $older_openbsd:literal) => {
        concat!(
            "#{?#{m/r:^(next-)?([0-2][.]|3[.][",
            $older,
            "]([^0-9]|$))|^openbsd-(",
            $older_openbsd,
            "),#{version}},0,1}"
        )
    };
}

/// From 3.4 on, `capture-pane -N` prints blanks up to the pane's width that were never written; `-T`, which is there
/// since then, undoes it (seen in 3.3a, 3.5a and 3.7c).
pub const PADS: &str = from_release!("0-3", "6|7[.][0-3]");

/// From 3.7 on, `paste-buffer` spells control characters, as `^[` for ESC; `-S`, which is there since then, undoes it
/// (seen in 3.3a, 3.5a and 3.7c).
pub const SPELLS: &str = from_release!("0-6", "6|7[.][0-8]");

/// A release of tmux: `3.3a`, `next-3.8`, `openbsd-7.6` (which says nothing about tmux's own number).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Release {
    /// The number before the point.
    pub major: u32,
    /// The number behind it.
    pub minor: u32,
    /// The letter behind that, where there is one.
    pub letter: Option<char>,
}

impl Release {
    /// The oldest release that is supported.
    pub const OLDEST: Self = Self {
        major: 3,
        minor: 2,
        letter: Some('a'),
    };

    /// Reads `#{version}`, or what stands behind `tmux ` in the answer to `tmux -V`.
    ///
    /// `None` where it bears no number of tmux's own: then nothing is known, and nothing is refused for it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.starts_with("openbsd-") {
            return None;
        }
        let text = text.strip_prefix("next-").unwrap_or(text);
        let (major, rest) = text.split_once('.')?;
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let (minor, behind) = rest.split_at(end);
        Some(Self {
            major: major.parse().ok()?,
            minor: minor.parse().ok()?,
            letter: behind.chars().next().filter(char::is_ascii_lowercase),
        })
    }
}

/// Whether tmux of this release, as `#{version}` or `tmux -V` tells it, is supported. What bears no number is.
#[must_use]
pub fn is_supported(version: &str) -> bool {
    Release::parse(version).is_none_or(|release| release >= Release::OLDEST)
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)?;
        self.letter.map_or(Ok(()), |letter| write!(f, "{letter}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_compare_as_they_followed_each_other() {
        let order = ["3.1c", "3.2", "3.2a", "3.3", "3.3a", "next-3.8", "4.0-rc"];
        let parsed: Vec<_> = order.iter().map(|text| Release::parse(text)).collect();
        assert!(parsed.is_sorted() && parsed.iter().all(Option::is_some));
        assert!(Release::parse("3.2") < Some(Release::OLDEST));
        assert_eq!(Release::parse("openbsd-7.6"), None);
        assert_eq!(Release::parse("master"), None);
        let supported = [
            "3.2a",
            "3.3",
            "3.9z",
            "next-3.8",
            "10.0",
            "openbsd-7.6",
            "",
            "x",
        ];
        assert!(supported.into_iter().all(is_supported));
        let old = ["1.8", "2.9a", "3.0a", "3.1c", "3.2", "next-3.1"];
        assert!(!old.into_iter().any(is_supported));
    }
}
