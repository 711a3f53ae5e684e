//! The runs that a pane remembers: the words of its option [`RUNS_OPTION`].
//!
//! A word `<nonce>` stands there from the moment a framed command is typed, `<nonce>:<status>` from its end. The option
//! dies with the pane, outlives any scroll and every process of ours, and is all the state a run has.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::id::Nonce;

/// The pane option that holds the run words.
pub const RUNS_OPTION: &str = "@libtmux_mcp_runs";

/// How many runs a pane remembers after a new one was typed.
pub const RUNS_KEPT: usize = 16;

/// How far a run has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunState {
    /// Typed, and not ended.
    Running,
    /// Ended with this exit status, 128+n for a signal.
    Ended(u8),
}

/// The words as they were observed, the oldest first. What is no word of ours is passed over.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Runs {
    observed: String,
    words: Vec<(Nonce, RunState)>,
}

impl Runs {
    /// Reads the option's value; a nonce that stands there twice counts with its end.
    #[must_use]
    pub fn parse(observed: &str) -> Self {
        let mut words: Vec<(Nonce, RunState)> = Vec::new();
        for word in observed.split_ascii_whitespace() {
            let (nonce, status) = word
                .split_once(':')
                .map_or((word, None), |(nonce, status)| (nonce, Some(status)));
            let Ok(nonce) = nonce.parse::<Nonce>() else {
                continue;
            };
            let state = match status.map(str::parse) {
                None => RunState::Running,
                Some(Ok(status)) => RunState::Ended(status),
                Some(Err(_)) => continue,
            };
            match words.iter_mut().find(|(known, _)| *known == nonce) {
                Some((_, known)) if *known == RunState::Running => *known = state,
                Some(_) => {}
                None => words.push((nonce, state)),
            }
        }
        Self {
            observed: observed.to_string(),
            words,
        }
    }

    /// The option's value exactly as it was observed: what must still stand there when the next run is typed.
    #[must_use]
    pub fn observed(&self) -> &str {
        &self.observed
    }

    /// Whether the pane remembers none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How far the run of this nonce has come; `None` where the pane does not remember it.
    #[must_use]
    pub fn state(&self, nonce: &Nonce) -> Option<RunState> {
        self.words
            .iter()
            .find(|(known, _)| known == nonce)
            .map(|(_, state)| *state)
    }

    /// The run that still holds the pane, the newest where there are several.
    #[must_use]
    pub fn running(&self) -> Option<&Nonce> {
        self.words
            .iter()
            .rev()
            .find(|(_, state)| *state == RunState::Running)
            .map(|(nonce, _)| nonce)
    }

    /// The value once `nonce` is typed too: the newest [`RUNS_KEPT`] words with it.
    #[must_use]
    pub fn with(&self, nonce: &Nonce) -> String {
        let mut kept = Self {
            observed: String::new(),
            words: self.words.clone(),
        };
        kept.words.push((nonce.clone(), RunState::Running));
        let surplus = kept.words.len().saturating_sub(RUNS_KEPT);
        kept.words.drain(..surplus);
        kept.to_string()
    }

    /// The value without the words of `nonce`.
    #[must_use]
    pub fn without(&self, nonce: &Nonce) -> String {
        let words = self
            .words
            .iter()
            .filter(|(known, _)| known != nonce)
            .cloned()
            .collect();
        Self {
            observed: String::new(),
            words,
        }
        .to_string()
    }
}

impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (nonce, state)) in self.words.iter().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            match state {
                RunState::Running => write!(f, "{gap}{nonce}")?,
                RunState::Ended(status) => write!(f, "{gap}{nonce}:{status}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    fn nonce(n: u8) -> Nonce {
        Nonce::from_bytes([n; 10])
    }

    #[test]
    fn a_word_without_status_holds_the_pane_until_its_status_follows() {
        let (a, b) = (nonce(1), nonce(2));
        let runs = Runs::parse(&format!(" {a} {b} {a}:3"));
        assert_eq!(runs.state(&a), Some(RunState::Ended(3)));
        assert_eq!(runs.state(&b), Some(RunState::Running));
        assert_eq!(runs.running(), Some(&b));
        assert_eq!(runs.without(&b), format!("{a}:3"));
    }

    #[test]
    fn the_seventeenth_run_pushes_the_oldest_out() {
        let mut value = String::new();
        for n in 0..17 {
            value =
                Runs::parse(&format!("{value}{}", if n == 0 { "" } else { ":0" })).with(&nonce(n));
        }
        let runs = Runs::parse(&value);
        assert_eq!(runs.state(&nonce(0)), None);
        assert_eq!(runs.state(&nonce(1)), Some(RunState::Ended(0)));
        assert_eq!(runs.state(&nonce(16)), Some(RunState::Running));
    }

    #[test]
    fn what_is_no_word_of_ours_is_passed_over() {
        let runs = Runs::parse("hello #(touch x) abc:1 \u{1b}[0m");
        assert_eq!(runs.running(), None);
        assert_eq!(runs.to_string(), "");
        let bad = format!("{}:300 {}:x", nonce(1), nonce(2));
        assert_eq!(Runs::parse(&bad).to_string(), "");
    }
}
