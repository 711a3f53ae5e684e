//! tmux's releases, parsed far enough to compare them.

use std::fmt;

/// A format that is true where `capture-pane -N` prints blanks that were never written: from 3.4 on, which has `-T`
/// against it (before, both are unknown). OpenBSD's own tmux has no number of tmux's; its 7.4 is about 3.4.
pub(crate) const PADS: &str =
    "#{?#{m/r:^(next-)?(2|3[.][0-3])|^openbsd-(6|7[.][0-3]),#{version}},0,1}";

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
    }
}
