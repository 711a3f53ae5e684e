//! How much of what was read an answer may carry: lines and characters, with a count of what was left out.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

/// A limit on lines and on characters, both at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    max_lines: usize,
    max_chars: usize,
}

/// What a budget let through.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// The lines that fit, in order.
    pub lines: Vec<String>,
    /// How many whole lines were left out.
    pub dropped_lines: u64,
    /// How many characters were left out: those of the dropped lines, and those cut off a line.
    pub dropped_chars: u64,
    /// How many lines were left out at the front.
    pub dropped_front: usize,
}

impl Budget {
    /// The most lines that any budget holds.
    pub const MAX_LINES: usize = 10_000;
    /// Lines where nothing else is said.
    pub const DEFAULT_LINES: usize = 200;
    /// Characters where nothing else is said.
    pub const DEFAULT_CHARS: usize = 32_000;

    /// A budget of so many lines and characters; each is clamped to its range.
    #[must_use]
    pub fn new(max_lines: usize, max_chars: usize) -> Self {
        Self {
            max_lines: max_lines.clamp(1, Self::MAX_LINES),
            max_chars: max_chars.max(1),
        }
    }

    /// The most lines.
    #[must_use]
    pub const fn max_lines(self) -> usize {
        self.max_lines
    }

    /// Keeps the newest lines that fit. A single line that is too long keeps its tail.
    #[must_use]
    pub fn newest<I>(self, lines: I) -> Kept
    where
        I: IntoIterator<Item = String>,
    {
        let mut kept: VecDeque<(String, usize)> = VecDeque::new();
        let (mut chars, mut dropped_lines, mut dropped_chars) = (0_usize, 0_u64, 0_u64);
        for line in lines {
            let length = line.chars().count();
            kept.push_back((line, length));
            chars += length;
            while kept.len() > self.max_lines || (chars > self.max_chars && kept.len() > 1) {
                let Some((_, gone)) = kept.pop_front() else {
                    break;
                };
                chars -= gone;
                dropped_lines += 1;
                dropped_chars += gone as u64;
            }
        }
        if let Some((line, length)) = kept.front_mut()
            && *length > self.max_chars
        {
            let cut = *length - self.max_chars;
            *line = line.chars().skip(cut).collect();
            dropped_chars += cut as u64;
        }
        Kept {
            lines: kept.into_iter().map(|(line, _)| line).collect(),
            dropped_lines,
            dropped_chars,
            dropped_front: usize::try_from(dropped_lines).unwrap_or(usize::MAX),
        }
    }

    /// Keeps the oldest lines that fit, at least one; the rest is not counted as dropped: it can still be read. A
    /// single line that is too long keeps its tail.
    #[must_use]
    pub fn oldest<I>(self, lines: I) -> Kept
    where
        I: IntoIterator<Item = String>,
    {
        let mut kept = Kept::default();
        let mut chars = 0_usize;
        for line in lines {
            let length = line.chars().count();
            let fits = kept.lines.len() < self.max_lines && chars + length <= self.max_chars;
            if !fits && !kept.lines.is_empty() {
                break;
            }
            chars += length;
            let cut = length.saturating_sub(self.max_chars);
            kept.dropped_chars += cut as u64;
            kept.lines.push(if cut == 0 {
                line
            } else {
                line.chars().skip(cut).collect()
            });
            if cut > 0 {
                break;
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use proptest::prelude::*;

    #[test]
    fn a_line_too_long_for_the_budget_keeps_its_tail() {
        let kept = Budget::new(5, 3).newest(["ab".to_string(), "日本語終".to_string()]);
        assert_eq!(kept.lines, ["本語終"]);
        assert_eq!((kept.dropped_lines, kept.dropped_chars), (1, 3));
    }

    #[test]
    fn the_oldest_that_fit_leave_the_rest_for_the_next_page() {
        let lines = || ["a".to_string(), "bb".to_string(), "ccc".to_string()];
        assert_eq!(Budget::new(2, 100).oldest(lines()).lines, ["a", "bb"]);
        assert_eq!(Budget::new(9, 3).oldest(lines()).lines, ["a", "bb"]);
        assert_eq!(Budget::new(9, 1).oldest(["xyz".to_string()]).lines, ["z"]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_uncounted(
            lines in proptest::collection::vec(".{0,12}", 0..40), max_lines in 1_usize..20, max_chars in 1_usize..60,
        ) {
            let total: usize = lines.iter().map(|line| line.chars().count()).sum();
            let kept = Budget::new(max_lines, max_chars).newest(lines.clone());
            let shown: usize = kept.lines.iter().map(|line| line.chars().count()).sum();
            prop_assert!(kept.lines.len() <= max_lines && shown <= max_chars);
            prop_assert_eq!(kept.lines.len() as u64 + kept.dropped_lines, lines.len() as u64);
            prop_assert_eq!(shown as u64 + kept.dropped_chars, total as u64);
            if let (Some(last), Some(shown)) = (lines.last(), kept.lines.last()) {
                prop_assert!(last.ends_with(shown.as_str()));
            }
        }

        #[test]
        fn pages_of_the_oldest_join_to_the_whole(
            lines in proptest::collection::vec(".{0,6}", 0..40), max_lines in 1_usize..9, max_chars in 6_usize..30,
        ) {
            let mut rest = lines.clone();
            let mut read = Vec::new();
            while !rest.is_empty() {
                let page = Budget::new(max_lines, max_chars).oldest(rest.clone());
                prop_assert!(!page.lines.is_empty());
                rest.drain(..page.lines.len());
                read.extend(page.lines);
            }
            prop_assert_eq!(read, lines);
        }
    }
}
