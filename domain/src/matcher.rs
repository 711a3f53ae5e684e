//! What a wait or a search looks for: patterns and stops, as literal text or as linear-time regular expressions.
//!
//! A matcher sees one logical line at a time, without its trailing blanks, so `$` is the end of the logical line.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use regex::{Regex, RegexBuilder};

/// The most memory that one compiled pattern may take, in bytes.
const COMPILED_BYTES_MAX: usize = 1 << 20;

/// A pattern that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("pattern {place} is no regular expression: {why}")]
pub struct PatternError {
    /// Its place in the list, from 0.
    pub place: usize,
    /// What is wrong with it.
    pub why: String,
}

/// One pattern.
#[derive(Debug, Clone)]
enum Pattern {
    Literal(String),
    Regex(Regex),
}

impl Pattern {
    fn compile(written: &str, regex: bool, ignore_case: bool) -> Result<Self, regex::Error> {
        if !regex && !ignore_case {
            return Ok(Self::Literal(written.to_owned()));
        }
        // Letters that differ in case alone are more than ASCII, so a literal becomes an expression then.
        let escaped = (!regex).then(|| regex::escape(written));
        RegexBuilder::new(escaped.as_deref().unwrap_or(written))
            .size_limit(COMPILED_BYTES_MAX)
            .case_insensitive(ignore_case)
            .build()
            .map(Self::Regex)
    }

    fn find(&self, text: &str) -> Option<usize> {
        match self {
            Self::Literal(literal) => text.find(literal.as_str()),
            Self::Regex(regex) => regex.find(text).map(|found| found.start()),
        }
    }

    fn matches(&self, text: &str) -> bool {
        match self {
            Self::Literal(literal) => text.contains(literal.as_str()),
            Self::Regex(regex) => regex.is_match(text),
        }
    }
}

/// A list of patterns, any of which counts.
#[derive(Debug, Clone, Default)]
pub struct Patterns(Vec<Pattern>);

impl Patterns {
    /// Patterns taken literally, or as regular expressions.
    ///
    /// # Errors
    /// [`PatternError`] for the first that is no regular expression, or compiles to more than a mebibyte.
    pub fn new(written: &[String], regex: bool) -> Result<Self, PatternError> {
        Self::compile(written, regex, false)
    }

    /// The same where upper and lower case are one.
    ///
    /// # Errors
    /// As [`Patterns::new`].
    pub fn ignoring_case(written: &[String], regex: bool) -> Result<Self, PatternError> {
        Self::compile(written, regex, true)
    }

    fn compile(written: &[String], regex: bool, ignore_case: bool) -> Result<Self, PatternError> {
        let compile = |(place, text): (usize, &String)| {
            Pattern::compile(text, regex, ignore_case).map_err(|error| PatternError {
                place,
                why: last_line(&error.to_string()),
            })
        };
        written
            .iter()
            .enumerate()
            .map(compile)
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// The place of the first pattern that this line matches.
    #[must_use]
    pub fn first_match(&self, line: &str) -> Option<usize> {
        self.0.iter().position(|pattern| pattern.matches(line))
    }

    /// Where in this line the first of the patterns begins to match, in bytes.
    #[must_use]
    pub fn find(&self, line: &str) -> Option<usize> {
        self.0.iter().find_map(|pattern| pattern.find(line))
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The regex crate draws the place of a fault over several lines; the last one says what it is.
fn last_line(words: &str) -> String {
    words
        .lines()
        .last()
        .unwrap_or_default()
        .trim()
        .trim_start_matches("error: ")
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_is_no_regular_expression() {
        let patterns = Patterns::new(&["a.b".to_owned(), "x".to_owned()], false).unwrap();
        assert_eq!(patterns.first_match("a.b"), Some(0));
        assert_eq!(patterns.first_match("axb"), Some(1));
        assert_eq!(patterns.first_match("ab"), None);
    }

    #[test]
    fn a_regular_expression_sees_the_whole_logical_line() {
        let patterns = Patterns::new(&["not found$".to_owned()], true).unwrap();
        assert_eq!(patterns.first_match("module not found"), Some(0));
        assert_eq!(patterns.first_match("not found here"), None);
    }

    #[test]
    fn without_case_a_literal_stays_literal() {
        let patterns = Patterns::ignoring_case(&["Ärger (a.b)".to_owned()], false).unwrap();
        assert_eq!(patterns.find("x ÄRGER (A.B)"), Some(2));
        assert_eq!(patterns.find("ärger (axb)"), None);
        let patterns = Patterns::ignoring_case(&["^err.r$".to_owned()], true).unwrap();
        assert_eq!(patterns.find("ERROR"), Some(0));
    }

    #[test]
    fn a_fault_is_named_by_its_place_in_one_line() {
        let error = Patterns::new(&["ok".to_owned(), "(".to_owned()], true).unwrap_err();
        assert_eq!(error.place, 1);
        assert!(
            !error.why.is_empty() && !error.why.contains('\n'),
            "{error}"
        );
        assert!(Patterns::new(&["(a{1000}){1000}".to_owned()], true).is_err());
    }
}
