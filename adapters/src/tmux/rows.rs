//! Rows that no content can break: how formats are asked for, and how what they printed is read.
//!
//! A row begins with a random token and every free text in it ends with one. The token is made for one invocation and
//! goes to nobody but tmux, so no name, title, path or hook can hold it. A delimiter, unlike a length, also survives a
//! value that changes while it is printed: tmux reads `pane_current_path` anew at each mention.

use std::str::FromStr;

use domain::TmuxError;
use memchr::memchr;

/// A random word for one invocation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    /// A fresh one.
    pub(crate) fn random() -> Result<Self, TmuxError> {
        let mut bytes = [0_u8; 10];
        getrandom::fill(&mut bytes).map_err(|error| TmuxError::Link {
            source: Box::new(error),
        })?;
        // The tilde is rare in what panes show, which makes the search for a token quick.
        Ok(Self(format!("~{}", domain::Nonce::from_bytes(bytes))))
    }

    /// The word itself.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// What a row of this kind begins with.
    pub(crate) fn start(&self, kind: char) -> String {
        format!("{}>{kind}", self.0)
    }

    /// A format of this kind: numbers and ids first, then free texts.
    pub(crate) fn format(&self, kind: char, words: &[&str], texts: &[&str]) -> String {
        let mut format = self.start(kind);
        self.add(&mut format, words, texts);
        format
    }

    /// Lets a format go on with these.
    pub(crate) fn add(&self, format: &mut String, words: &[&str], texts: &[&str]) {
        for word in words {
            format.push_str("#{");
            format.push_str(word);
            format.push_str("} ");
        }
        for text in texts {
            format.push_str("#{");
            format.push_str(text);
            format.push('}');
            format.push_str(&self.0);
            format.push(';');
        }
    }

    /// A command that prints a row with nothing in it: it marks a place, or proves that tmux came this far.
    pub(crate) fn mark(&self, kind: char) -> String {
        format!("display-message -p '{}>{kind}'", self.0)
    }
}

/// The kind of the row that ends every group: all before it went well.
pub(crate) const END: char = '.';

/// What a group printed.
#[derive(Debug, Clone)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    token: Token,
}

impl Output {
    /// Takes the bytes that came back for this token.
    pub(crate) const fn new(bytes: Vec<u8>, token: Token) -> Self {
        Self { bytes, token }
    }

    /// Everything from the first row on, cut where rows begin: kind, and what follows up to the next row.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (char, &[u8])> {
        let start = format!("{}>", self.token.0).into_bytes();
        let mut rest = after(&self.bytes, &start);
        std::iter::from_fn(move || {
            let piece = rest?;
            let end = find(piece, &start);
            rest = end.and_then(|end| piece.get(end + start.len()..));
            let piece = piece.get(..end.unwrap_or(piece.len()))?;
            let (kind, content) = piece.split_first()?;
            Some((char::from(*kind), content))
        })
    }

    /// All rows with their kinds, in order.
    pub(crate) fn all(&self) -> impl Iterator<Item = (char, Row<'_>)> {
        self.pieces().map(|(kind, rest)| {
            let token = &self.token;
            (kind, Row { rest, token })
        })
    }

    /// The rows of one kind, in order.
    pub(crate) fn rows(&self, kind: char) -> impl Iterator<Item = Row<'_>> {
        self.all()
            .filter(move |(found, _)| *found == kind)
            .map(|(_, row)| row)
    }

    /// The first row of this kind, which the group cannot but have printed.
    pub(crate) fn row(&self, kind: char) -> Result<Row<'_>, TmuxError> {
        self.rows(kind).next().ok_or(TmuxError::Garbled {
            detail: "a row that was asked for is missing",
        })
    }

    /// Whether a row of this kind came.
    pub(crate) fn has(&self, kind: char) -> bool {
        self.rows(kind).next().is_some()
    }
}

/// What is left to read of a row.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    rest: &'a [u8],
    token: &'a Token,
}

impl Row<'_> {
    /// The next word; empty where tmux does not know the format, or has no value for it.
    fn word(&mut self) -> Result<&str, TmuxError> {
        let end = memchr(b' ', self.rest).ok_or(CUT)?;
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.get(1..).unwrap_or_default();
        std::str::from_utf8(word).map_err(|_| CUT)
    }

    /// The next word as a number or an id.
    pub(crate) fn value<T: FromStr>(&mut self) -> Result<T, TmuxError> {
        self.word()?.parse().map_err(|_| TmuxError::Garbled {
            detail: "a number or an id is missing",
        })
    }

    /// The next word as a number, where there is one.
    pub(crate) fn optional<T: FromStr>(&mut self) -> Result<Option<T>, TmuxError> {
        Ok(self.word()?.parse().ok())
    }

    /// The next word, where there is one.
    pub(crate) fn some_word(&mut self) -> Result<Option<String>, TmuxError> {
        let word = self.word()?;
        Ok((!word.is_empty()).then(|| word.to_owned()))
    }

    /// The next word as a flag: tmux prints 1, or a count, for yes.
    pub(crate) fn flag(&mut self) -> Result<bool, TmuxError> {
        Ok(!matches!(self.word()?, "" | "0"))
    }

    /// All that is left, what was printed behind the row included.
    pub(crate) fn remainder(self) -> String {
        String::from_utf8_lossy(self.rest).into_owned()
    }

    /// The next free text. What is no UTF-8 in it becomes U+FFFD.
    pub(crate) fn text(&mut self) -> Result<String, TmuxError> {
        let token = self.token.0.as_bytes();
        let mut end = find(self.rest, token).ok_or(CUT)?;
        // Behind a text stands the token with its own sign, and before a row with another.
        while self.rest.get(end + token.len()) != Some(&b';') {
            let behind = end + token.len();
            let next = self.rest.get(behind..).and_then(|rest| find(rest, token));
            end = behind + next.ok_or(CUT)?;
        }
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest.get(token.len() + 1..).unwrap_or_default();
        Ok(String::from_utf8_lossy(text).into_owned())
    }
}

const CUT: TmuxError = TmuxError::Garbled {
    detail: "a row is cut off",
};

/// Where a token first stands. Its first byte is rare, so a search for that is all that it takes.
fn find(haystack: &[u8], token: &[u8]) -> Option<usize> {
    let first = *token.first()?;
    let mut from = 0;
    while let Some(rest) = haystack.get(from..) {
        let place = from + memchr(first, rest)?;
        if haystack.get(place..)?.starts_with(token) {
            return Some(place);
        }
        from = place + 1;
    }
    None
}

fn after<'a>(haystack: &'a [u8], needle: &[u8]) -> Option<&'a [u8]> {
    haystack.get(find(haystack, needle)? + needle.len()..)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn printed(token: &Token, texts: &[&str], noise: &str) -> Vec<u8> {
        let mut bytes = format!("{noise}\n{}>p%1 7 ", token.as_str()).into_bytes();
        for text in texts {
            bytes.extend(format!("{text}{};", token.as_str()).bytes());
        }
        bytes.extend(format!("\n{noise}\n{}>.\n", token.as_str()).bytes());
        bytes
    }

    proptest! {
        #[test]
        fn any_text_and_any_noise_around_it_read_back(a: String, b: String, noise: String) {
            let token = Token("0123456789abcdef0123".to_owned());
            let output = Output::new(printed(&token, &[&a, &b], &noise), token);
            let mut row = output.row('p').unwrap();
            prop_assert_eq!(row.value::<domain::PaneId>().unwrap(), domain::PaneId::new(1));
            prop_assert_eq!(row.value::<u32>().unwrap(), 7);
            prop_assert_eq!((row.text().unwrap(), row.text().unwrap()), (a, b));
            prop_assert!(row.text().is_err() && output.has(END) && !output.has('q'));
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes: Vec<u8>) {
            let output = Output::new(bytes, Token("6".to_owned()));
            for mut row in output.rows('p') {
                let _ = (row.flag(), row.text(), row.some_word());
            }
        }
    }
}
