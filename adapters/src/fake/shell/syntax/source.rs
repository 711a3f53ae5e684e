//! The text of a script, read character by character, with the here-documents that wait for the end of the line.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::tree::{Document, Part};

/// As deep as commands and words may nest.
const DEPTH_MAX: u32 = 100;

/// Why no command could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum Trouble {
    /// The text ends before this character closes something.
    Open(char),
    /// The text ends within a command.
    Ends,
    /// This word cannot stand there.
    Unexpected(String),
    /// It nests too deep.
    Deep,
    /// `${…}` says nothing.
    Substitution,
}

impl Trouble {
    /// Whether more text would help.
    pub(in super::super) const fn wants_more(&self) -> bool {
        matches!(self, Self::Open(_) | Self::Ends)
    }

    /// In a shell's words.
    pub(in super::super) fn words(&self) -> String {
        match self {
            Self::Open(closing) => {
                format!("unexpected EOF while looking for matching `{closing}'")
            }
            Self::Ends => "syntax error: unexpected end of file".to_owned(),
            Self::Unexpected(word) => format!("syntax error near unexpected token `{word}'"),
            Self::Deep => "syntax error: commands nest too deep".to_owned(),
            Self::Substitution => "bad substitution".to_owned(),
        }
    }
}

/// A here-document whose text is still to come.
struct Pending {
    document: Document,
    delimiter: String,
    literal: bool,
    strips_tabs: bool,
}

/// The text of a script, and how far it was read.
pub(in super::super) struct Source {
    text: Vec<char>,
    pub(super) place: usize,
    pub(super) line: u32,
    depth: u32,
    pending: Vec<Pending>,
    /// A here-document without its end is asked for, not taken as it is.
    asks: bool,
    /// Other texts for the first words of commands.
    pub(in super::super) aliases: BTreeMap<String, String>,
}

impl Source {
    /// A script that is all there.
    pub(in super::super) fn new(text: &str) -> Self {
        Self {
            text: text.chars().collect(),
            place: 0,
            line: 1,
            depth: 0,
            pending: Vec::new(),
            asks: false,
            aliases: BTreeMap::new(),
        }
    }

    /// Typed lines, of which more may come.
    pub(in super::super) fn typed(text: &str) -> Self {
        Self {
            asks: true,
            ..Self::new(text)
        }
    }

    /// The line that is read now, from 1.
    pub(in super::super) const fn line(&self) -> u32 {
        self.line
    }

    /// How many characters were read.
    pub(in super::super) const fn read_chars(&self) -> usize {
        self.place
    }

    /// The text behind so many characters.
    pub(in super::super) fn behind(&self, chars: usize) -> String {
        self.text.get(chars..).unwrap_or_default().iter().collect()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text.get(self.place).copied()
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<char> {
        self.text.get(self.place + ahead).copied()
    }

    pub(super) fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.place += 1;
        if next == '\n' {
            self.line += 1;
        }
        Some(next)
    }

    pub(super) fn starts(&self, text: &str) -> bool {
        text.chars()
            .enumerate()
            .all(|(ahead, c)| self.peek_at(ahead) == Some(c))
    }

    /// Takes this text if it stands here.
    pub(super) fn accept(&mut self, text: &str) -> bool {
        let here = self.starts(text);
        if here {
            for _ in text.chars() {
                self.take();
            }
        }
        here
    }

    /// Puts another text in the place of so many characters that stand here.
    pub(super) fn replace(&mut self, count: usize, text: &str) {
        let end = (self.place + count).min(self.text.len());
        self.text.splice(self.place..end, text.chars());
    }

    /// What was read since a place.
    pub(super) fn since(&self, place: usize) -> String {
        self.text
            .get(place..self.place)
            .unwrap_or_default()
            .iter()
            .collect()
    }

    /// Passes over blanks, continued lines and a comment, up to a line break at most.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            match self.peek() {
                Some(' ' | '\t') => {
                    self.take();
                }
                Some('\\') if self.peek_at(1) == Some('\n') => {
                    self.take();
                    self.take();
                }
                Some('#') => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.take();
                    }
                }
                _ => return,
            }
        }
    }

    /// Passes over blanks and line breaks.
    pub(super) fn skip_breaks(&mut self) -> Result<(), Trouble> {
        self.skip_blanks();
        while self.peek() == Some('\n') {
            self.line_break()?;
            self.skip_blanks();
        }
        Ok(())
    }

    /// Takes a line break, and the here-documents that begin behind it.
    pub(super) fn line_break(&mut self) -> Result<(), Trouble> {
        self.take();
        for pending in std::mem::take(&mut self.pending) {
            self.document(&pending)?;
        }
        Ok(())
    }

    /// Announces a here-document.
    pub(super) fn expect_document(
        &mut self,
        delimiter: String,
        literal: bool,
        strips_tabs: bool,
    ) -> Document {
        let document = Document(Arc::new(OnceLock::new()));
        self.pending.push(Pending {
            document: document.clone(),
            delimiter,
            literal,
            strips_tabs,
        });
        document
    }

    /// Takes the here-documents that have no line of their own: the text ended with the command.
    pub(super) fn finish_documents(&mut self) -> Result<(), Trouble> {
        for pending in std::mem::take(&mut self.pending) {
            self.document(&pending)?;
        }
        Ok(())
    }

    fn document(&mut self, pending: &Pending) -> Result<(), Trouble> {
        let mut body = String::new();
        loop {
            if self.peek().is_none() {
                if self.asks {
                    return Err(Trouble::Ends);
                }
                break;
            }
            let mut line = String::new();
            while self.peek().is_some_and(|c| c != '\n') {
                line.extend(self.take());
            }
            let ended = self.take().is_some();
            let text = if pending.strips_tabs {
                line.trim_start_matches('\t')
            } else {
                &line
            };
            if text == pending.delimiter {
                break;
            }
            body.push_str(text);
            if ended {
                body.push('\n');
            }
        }
        let word = if pending.literal {
            vec![Part::Quoted(body)]
        } else {
            Self::new(&body).document_parts()?
        };
        // Announced once, so set once.
        let _ = pending.document.0.set(word);
        Ok(())
    }

    /// Goes one level deeper for as long as this takes.
    pub(super) fn deeper<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        if self.depth >= DEPTH_MAX {
            return Err(Trouble::Deep);
        }
        self.depth += 1;
        let read = inner(self);
        self.depth -= 1;
        read
    }
}
