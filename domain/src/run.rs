//! The runs that a pane remembers: the words of its option [`RUNS_OPTION`].
//!
//! A word `<nonce>@<pid>` stands there from the moment a framed command is typed into the pane's process of that id,
//! `<nonce>:<status>` from its end. The option dies with the pane, outlives any scroll and every process of ours, and is
//! all the state a run has. It outlives a respawn of the pane too, whoever respawns it: then the process is another one.

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
    /// Typed into a process that the pane has no more: it was respawned, and no status will follow.
    Lost,
    /// Ended with this exit status, 128+n for a signal.
    Ended(u8),
}

/// The words as they were observed, the oldest first. What is no word of ours is passed over.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Runs {
    observed: String,
    /// The pane's process.
    pid: u32,
    words: Vec<(Nonce, Word)>,
}

/// What a word says of its run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    /// Typed into this process.
    Typed(u32),
    /// Ended with this status.
    Ended(u8),
}

impl Word {
    /// The part behind the nonce; a bare nonce was typed into the process of id `pid`.
    fn parse(rest: &str, pid: u32) -> Option<Self> {
        let Some(kind) = rest.chars().next() else {
            return Some(Self::Typed(pid));
        };
        let number = rest.get(1..)?;
        match kind {
            '@' => number.parse().ok().map(Self::Typed),
            ':' => number.parse().ok().map(Self::Ended),
            _ => None,
        }
    }
}

impl Runs {
    /// Reads the option's value in a pane of this process; a nonce that stands there twice counts with its end.
    #[must_use]
    pub fn parse(observed: &str, pid: u32) -> Self {
        let mut words: Vec<(Nonce, Word)> = Vec::new();
        for word in observed.split_ascii_whitespace() {
            let (nonce, rest) = word.split_at(word.find(['@', ':']).unwrap_or(word.len()));
            let (Ok(nonce), Some(said)) = (nonce.parse::<Nonce>(), Word::parse(rest, pid)) else {
                continue;
            };
            match words.iter_mut().find(|(known, _)| *known == nonce) {
                Some((_, known @ Word::Typed(_))) => *known = said,
                Some((_, Word::Ended(_))) => {}
                None => words.push((nonce, said)),
            }
        }
        Self {
            observed: observed.to_string(),
            pid,
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
            .map(|(_, word)| self.standing(*word))
    }

    const fn standing(&self, word: Word) -> RunState {
        match word {
            Word::Ended(status) => RunState::Ended(status),
            Word::Typed(pid) if pid == self.pid => RunState::Running,
            Word::Typed(_) => RunState::Lost,
        }
    }

    /// The run that still holds the pane, the newest where there are several.
    #[must_use]
    pub fn running(&self) -> Option<&Nonce> {
        self.words
            .iter()
            .rev()
            .find(|(_, word)| self.standing(*word) == RunState::Running)
            .map(|(nonce, _)| nonce)
    }

    /// The value once `nonce` is typed too: the newest [`RUNS_KEPT`] words with it.
    #[must_use]
    pub fn with(&self, nonce: &Nonce) -> String {
        let mut kept = self.clone();
        kept.words.push((nonce.clone(), Word::Typed(self.pid)));
        let surplus = kept.words.len().saturating_sub(RUNS_KEPT);
        kept.words.drain(..surplus);
        kept.to_string()
    }

    /// The value without the words of `nonce`.
    #[must_use]
    pub fn without(&self, nonce: &Nonce) -> String {
        let mut left = self.clone();
        left.words.retain(|(known, _)| known != nonce);
        left.to_string()
    }
}

impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (nonce, word)) in self.words.iter().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            match word {
                Word::Typed(pid) => write!(f, "{gap}{nonce}@{pid}")?,
                Word::Ended(status) => write!(f, "{gap}{nonce}:{status}")?,
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
        let runs = Runs::parse(&format!(" {a}@7 {b}@7 {a}:3"), 7);
        assert_eq!(runs.state(&a), Some(RunState::Ended(3)));
        assert_eq!(runs.state(&b), Some(RunState::Running));
        assert_eq!(runs.running(), Some(&b));
        assert_eq!(runs.without(&b), format!("{a}:3"));
    }

    #[test]
    fn a_word_of_another_process_holds_no_pane() {
        let (a, b) = (nonce(1), nonce(2));
        let runs = Runs::parse(&format!("{a}@7"), 8);
        assert_eq!(runs.state(&a), Some(RunState::Lost));
        assert_eq!(runs.running(), None);
        assert_eq!(runs.with(&b), format!("{a}@7 {b}@8"));
        // What outlived the respawn may still tell its end.
        let runs = Runs::parse(&format!("{a}@7 {a}:1"), 8);
        assert_eq!(runs.state(&a), Some(RunState::Ended(1)));
    }

    #[test]
    fn the_seventeenth_run_pushes_the_oldest_out() {
        let mut value = String::new();
        for n in 0..17 {
            let ended = value.replace("@7", ":0");
            value = Runs::parse(&ended, 7).with(&nonce(n));
        }
        let runs = Runs::parse(&value, 7);
        assert_eq!(runs.state(&nonce(0)), None);
        assert_eq!(runs.state(&nonce(1)), Some(RunState::Ended(0)));
        assert_eq!(runs.state(&nonce(16)), Some(RunState::Running));
    }

    #[test]
    fn what_is_no_word_of_ours_is_passed_over() {
        let runs = Runs::parse("hello #(touch x) abc:1 \u{1b}[0m é", 7);
        assert_eq!(runs.running(), None);
        assert_eq!(runs.to_string(), "");
        let bad = format!(
            "{} {}:300 {}:x {}@ @7 :1",
            nonce(1),
            nonce(1),
            nonce(2),
            nonce(3)
        );
        assert_eq!(Runs::parse(&bad, 7).to_string(), "");
    }
}
