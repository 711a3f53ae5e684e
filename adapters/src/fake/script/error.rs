//! What is wrong with a scene's file: where, which rule, and what to do.

use std::fmt;

/// A scene that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneError {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1; 0 where the file itself cannot be read.
    pub line: usize,
    /// What stands there: the key or the table, or nothing.
    pub key: String,
    /// The rule that is broken.
    pub rule: String,
    /// What to do about it.
    pub recovery: String,
}

impl fmt::Display for SceneError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.file)?;
        if self.line > 0 {
            write!(formatter, ":{}", self.line)?;
        }
        if !self.key.is_empty() {
            write!(formatter, ": {}", self.key)?;
        }
        write!(formatter, ": {}. {}", self.rule, self.recovery)
    }
}

impl std::error::Error for SceneError {}

/// Finds places in a file.
#[derive(Debug)]
pub(super) struct Place<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
}

impl Place<'_> {
    /// A broken rule at this byte of the text.
    pub(super) fn error(&self, at: usize, rule: &str, recovery: &str) -> SceneError {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let whole = self.text.lines().nth(line - 1).unwrap_or_default();
        SceneError {
            file: self.file.to_owned(),
            line,
            key: key(whole),
            rule: rule.trim_end_matches('.').to_owned(),
            recovery: recovery.to_owned(),
        }
    }
}

/// The key or the table that a line names.
fn key(line: &str) -> String {
    let line = line.trim();
    if line.starts_with('[') {
        let end = line.rfind(']').map_or(line.len(), |end| end + 1);
        return line.get(..end).unwrap_or(line).to_owned();
    }
    let name = line.split('=').next().unwrap_or_default().trim();
    name.chars().take(40).collect()
}
