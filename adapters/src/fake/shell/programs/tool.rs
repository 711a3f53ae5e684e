//! What a common tool is, and what a process is called.

use crate::fake::shell::state::{Process, Step};

/// A common tool: its status is its end.
pub(super) type Tool = for<'a> fn(&'a Process, &'a [String]) -> Step<'a, i32>;

/// The name that a process has, whatever path it was started by.
pub(in super::super) fn title(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}
