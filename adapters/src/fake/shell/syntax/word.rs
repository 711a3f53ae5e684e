//! Words: quotes, parameters, substitutions.

use std::sync::Arc;

use super::source::{Source, Trouble};
use super::tree::{Operator, Param, Part, Word};

/// Whether a word ends before this character.
pub(super) const fn ends_word(c: char) -> bool {
    matches!(
        c,
        ' ' | '\t' | '\n' | ';' | '&' | '|' | '(' | ')' | '<' | '>'
    )
}

fn is_name_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether this is a variable's name.
pub(super) fn is_variable(text: &str) -> bool {
    text.starts_with(is_name_start) && text.chars().all(is_name)
}

/// Appends text to the last part where it is of the same kind.
fn push_plain(word: &mut Word, c: char) {
    match word.last_mut() {
        Some(Part::Plain(text)) => text.push(c),
        _ => word.push(Part::Plain(c.to_string())),
    }
}

fn push_quoted(word: &mut Word, c: char) {
    match word.last_mut() {
        Some(Part::Quoted(text)) => text.push(c),
        _ => word.push(Part::Quoted(c.to_string())),
    }
}

impl Source {
    /// The word that stands here; `None` where none does.
    pub(super) fn word(&mut self) -> Result<Option<Word>, Trouble> {
        if self.peek().is_none_or(ends_word) {
            return Ok(None);
        }
        self.parts(ends_word).map(Some)
    }

    /// Unquoted parts up to such a character.
    fn parts(&mut self, ends: fn(char) -> bool) -> Result<Word, Trouble> {
        let mut word = Word::new();
        if self.peek() == Some('~') && self.peek_at(1).is_none_or(|c| ends(c) || c == '/') {
            self.take();
            word.push(Part::Home);
        }
        while let Some(c) = self.peek() {
            if ends(c) {
                break;
            }
            match c {
                '\\' => {
                    self.take();
                    match self.take() {
                        Some('\n') => {}
                        Some(next) => push_quoted(&mut word, next),
                        None => push_quoted(&mut word, '\\'),
                    }
                }
                '\'' => word.push(self.single()?),
                '"' => word.push(self.double()?),
                '$' => self.dollar(&mut word)?,
                '`' => word.push(self.backquoted(false)?),
                _ => {
                    self.take();
                    push_plain(&mut word, c);
                }
            }
        }
        Ok(word)
    }

    fn single(&mut self) -> Result<Part, Trouble> {
        self.take();
        let begin = self.place;
        while self.peek().is_some_and(|c| c != '\'') {
            self.take();
        }
        let text = self.since(begin);
        self.take().ok_or(Trouble::Open('\''))?;
        Ok(Part::Quoted(text))
    }

    fn double(&mut self) -> Result<Part, Trouble> {
        self.take();
        self.deeper(|source| {
            let word = source.quoted_parts(|c| c == '"', "$`\"\\")?;
            source.take().ok_or(Trouble::Open('"'))?;
            Ok(Part::Double(word))
        })
    }

    /// The text of a here-document, all of it.
    pub(super) fn document_parts(&mut self) -> Result<Word, Trouble> {
        Ok(vec![Part::Double(self.quoted_parts(|_| false, "$`\\")?)])
    }

    /// A text as if it stood in double quotes.
    pub(in super::super) fn quoted(text: &str) -> Result<Word, Trouble> {
        Self::new(text).document_parts()
    }

    /// Parts as in double quotes, where a backslash quotes only some characters.
    fn quoted_parts(
        &mut self,
        ends: impl Fn(char) -> bool,
        escapes: &str,
    ) -> Result<Word, Trouble> {
        let mut word = Word::new();
        while let Some(c) = self.peek() {
            if ends(c) {
                break;
            }
            match c {
                '\\' => {
                    self.take();
                    match self.peek() {
                        Some('\n') => {
                            self.take();
                        }
                        Some(next) if escapes.contains(next) => {
                            self.take();
                            push_quoted(&mut word, next);
                        }
                        _ => push_quoted(&mut word, '\\'),
                    }
                }
                '$' => self.dollar(&mut word)?,
                '`' => word.push(self.backquoted(true)?),
                _ => {
                    self.take();
                    push_quoted(&mut word, c);
                }
            }
        }
        Ok(word)
    }

    fn backquoted(&mut self, in_quotes: bool) -> Result<Part, Trouble> {
        self.take();
        let mut text = String::new();
        loop {
            match self.take().ok_or(Trouble::Open('`'))? {
                '`' => return Ok(Part::Backquoted(text)),
                '\\' => match self.take().ok_or(Trouble::Open('`'))? {
                    next @ ('`' | '\\' | '$') => text.push(next),
                    '"' if in_quotes => text.push('"'),
                    next => text.extend(['\\', next]),
                },
                c => text.push(c),
            }
        }
    }

    /// What a dollar begins.
    fn dollar(&mut self, word: &mut Word) -> Result<(), Trouble> {
        self.take();
        match self.peek() {
            Some('(') => {
                let part = self.deeper(Self::substitution)?;
                word.push(part);
            }
            Some('{') => {
                self.take();
                let part = self.deeper(Self::braced)?;
                word.push(part);
            }
            Some(c) if is_name_start(c) => {
                let name = self.name();
                word.push(Part::Param(plain_param(name)));
            }
            Some(c) if c.is_ascii_digit() || "@*#?$!-".contains(c) => {
                self.take();
                word.push(Part::Param(plain_param(c.to_string())));
            }
            _ => push_plain(word, '$'),
        }
        Ok(())
    }

    fn name(&mut self) -> String {
        let begin = self.place;
        while self.peek().is_some_and(is_name) {
            self.take();
        }
        self.since(begin)
    }

    fn substitution(&mut self) -> Result<Part, Trouble> {
        if self.starts("((") {
            let (place, line) = (self.place, self.line);
            if let Some(text) = self.arithmetic() {
                let inner = Self::new(&text).quoted_parts(|_| false, "$`\\\"")?;
                return Ok(Part::Number(inner));
            }
            (self.place, self.line) = (place, line);
        }
        self.take();
        let list = self.list()?;
        self.skip_breaks()?;
        match self.peek() {
            Some(')') => {
                self.take();
                Ok(Part::Output(Arc::new(list)))
            }
            None => Err(Trouble::Open(')')),
            Some(_) => Err(Trouble::Unexpected(self.token())),
        }
    }

    /// The text between `((` and its `))`; `None` where this is something else.
    fn arithmetic(&mut self) -> Option<String> {
        self.accept("((");
        let begin = self.place;
        let mut open = 0;
        loop {
            if open == 0 && self.starts("))") {
                let text = self.since(begin);
                self.accept("))");
                return Some(text);
            }
            match self.take()? {
                '(' => open += 1,
                ')' if open == 0 => return None,
                ')' => open -= 1,
                _ => {}
            }
        }
    }

    /// What stands behind `${`.
    fn braced(&mut self) -> Result<Part, Trouble> {
        if self.peek() == Some('#') && self.peek_at(1).is_some_and(|c| c != '}') {
            self.take();
            let name = self.param_name()?;
            self.close_brace()?;
            return Ok(Part::Param(Param {
                operator: Operator::Length,
                ..plain_param(name)
            }));
        }
        let name = self.param_name()?;
        let operator = self.operator()?;
        let word = if operator == Operator::None {
            Word::new()
        } else {
            self.parts(|c| c == '}')?
        };
        self.close_brace()?;
        Ok(Part::Param(Param {
            name,
            operator,
            word,
        }))
    }

    fn close_brace(&mut self) -> Result<(), Trouble> {
        match self.take() {
            Some('}') => Ok(()),
            None => Err(Trouble::Open('}')),
            Some(_) => Err(Trouble::Substitution),
        }
    }

    fn param_name(&mut self) -> Result<String, Trouble> {
        match self.peek() {
            Some(c) if is_name_start(c) => Ok(self.name()),
            Some(c) if c.is_ascii_digit() => {
                let begin = self.place;
                while self.peek().is_some_and(|c| c.is_ascii_digit()) {
                    self.take();
                }
                Ok(self.since(begin))
            }
            Some(c) if "@*#?$!-".contains(c) => {
                self.take();
                Ok(c.to_string())
            }
            None => Err(Trouble::Open('}')),
            Some(_) => Err(Trouble::Substitution),
        }
    }

    fn operator(&mut self) -> Result<Operator, Trouble> {
        let colon = self.accept(":");
        let operator = match self.peek() {
            Some('-') => Operator::Default { colon },
            Some('=') => Operator::Assign { colon },
            Some('?') => Operator::Error { colon },
            Some('+') => Operator::Alternative { colon },
            None => return Err(Trouble::Open('}')),
            Some(_) if colon => return Err(Trouble::Substitution),
            Some('#') => {
                let longest = self.peek_at(1) == Some('#');
                Operator::Front { longest }
            }
            Some('%') => {
                let longest = self.peek_at(1) == Some('%');
                Operator::Back { longest }
            }
            Some('}') => return Ok(Operator::None),
            Some(_) => return Err(Trouble::Substitution),
        };
        self.take();
        if matches!(
            operator,
            Operator::Front { longest: true } | Operator::Back { longest: true }
        ) {
            self.take();
        }
        Ok(operator)
    }
}

const fn plain_param(name: String) -> Param {
    Param {
        name,
        operator: Operator::None,
        word: Word::new(),
    }
}
