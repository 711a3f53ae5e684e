//! Commands: lists, pipelines, compound commands, redirections.

use std::sync::Arc;

use super::compound::CLOSING;
use super::source::{Source, Trouble};
use super::tree::{
    Chain, Command, Item, Link, List, Part, Pipeline, Redirect, Shape, Simple, Target, Word,
};
use super::word::{ends_word, is_variable};

impl Source {
    /// The commands of the next line that has any; `None` at the end.
    pub(in super::super) fn next(&mut self) -> Result<Option<List>, Trouble> {
        self.skip_breaks()?;
        if self.peek().is_none() {
            return Ok(None);
        }
        let mut list = List::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                None => break,
                Some('\n') => {
                    self.line_break()?;
                    break;
                }
                Some(_) if self.closes() => return Err(Trouble::Unexpected(self.token())),
                Some(_) => list.push(self.item()?),
            }
        }
        self.finish_documents()?;
        Ok(Some(list))
    }

    /// Whether a line is one simple command, which a shell that has nothing else to do becomes.
    pub(in super::super) fn is_one_command(text: &str) -> bool {
        let mut source = Self::new(text);
        let Ok(Some(list)) = source.next() else {
            return false;
        };
        let [item] = list.as_slice() else {
            return false;
        };
        let chain = &item.chain;
        let plain = item.background.is_none() && chain.rest.is_empty() && !chain.first.negated;
        let [stage] = chain.first.stages.as_slice() else {
            return false;
        };
        plain && matches!(stage.shape, Shape::Simple(_)) && matches!(source.next(), Ok(None))
    }

    /// Commands up to something that closes a list, or the end.
    pub(super) fn list(&mut self) -> Result<List, Trouble> {
        self.deeper(|source| {
            let mut list = List::new();
            loop {
                source.skip_breaks()?;
                if source.peek().is_none() || source.closes() {
                    return Ok(list);
                }
                list.push(source.item()?);
            }
        })
    }

    fn closes(&self) -> bool {
        self.peek() == Some(')') || self.starts(";;") || CLOSING.contains(&self.keyword().as_str())
    }

    /// The unquoted word that stands here, as far as a keyword is long.
    pub(super) fn keyword(&self) -> String {
        let mut word = String::new();
        for ahead in 0..9 {
            match self.peek_at(ahead) {
                Some(c) if !ends_word(c) => word.push(c),
                _ => return word,
            }
        }
        String::new()
    }

    pub(super) fn accept_keyword(&mut self, keyword: &str) -> bool {
        self.keyword() == keyword && self.accept(keyword)
    }

    pub(super) fn expect_keyword(&mut self, keyword: &str) -> Result<(), Trouble> {
        self.skip_breaks()?;
        if self.accept_keyword(keyword) {
            return Ok(());
        }
        Err(self.unexpected())
    }

    pub(super) fn unexpected(&self) -> Trouble {
        if self.peek().is_none() {
            Trouble::Ends
        } else {
            Trouble::Unexpected(self.token())
        }
    }

    /// The token that stands here, for a message.
    pub(super) fn token(&self) -> String {
        let operators = [
            ";;", "&&", "||", "<<", ">>", ";", "&", "|", "(", ")", "<", ">",
        ];
        if self.peek() == Some('\n') {
            return "newline".to_owned();
        }
        if let Some(operator) = operators.iter().find(|text| self.starts(text)) {
            return (*operator).to_owned();
        }
        (0..40)
            .map_while(|ahead| self.peek_at(ahead).filter(|c| !ends_word(*c)))
            .collect()
    }

    fn item(&mut self) -> Result<Item, Trouble> {
        let begin = self.place;
        let chain = Arc::new(self.chain()?);
        let text = self.since(begin).trim().to_owned();
        self.skip_blanks();
        let mut background = None;
        match self.peek() {
            None | Some('\n' | ')') => {}
            Some(';') if self.starts(";;") => {}
            Some(';') => {
                self.take();
            }
            Some('&') => {
                self.take();
                background = Some(text);
            }
            Some(_) => return Err(self.unexpected()),
        }
        Ok(Item { chain, background })
    }

    fn chain(&mut self) -> Result<Chain, Trouble> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            self.skip_blanks();
            let link = if self.accept("&&") {
                Link::And
            } else if self.accept("||") {
                Link::Or
            } else {
                return Ok(Chain { first, rest });
            };
            self.skip_breaks()?;
            rest.push((link, self.pipeline()?));
        }
    }

    fn pipeline(&mut self) -> Result<Pipeline, Trouble> {
        let mut negated = false;
        self.skip_blanks();
        while self.accept_keyword("!") {
            negated = !negated;
            self.skip_blanks();
        }
        let mut stages = vec![Arc::new(self.command()?)];
        loop {
            self.skip_blanks();
            if self.peek() != Some('|') || self.starts("||") {
                return Ok(Pipeline { negated, stages });
            }
            self.take();
            self.skip_breaks()?;
            stages.push(Arc::new(self.command()?));
        }
    }

    fn command(&mut self) -> Result<Command, Trouble> {
        let line = self.line;
        let Some(shape) = self.deeper(Self::compound)? else {
            return self.simple(line);
        };
        let mut redirects = Vec::new();
        self.skip_blanks();
        while let Some(redirect) = self.redirect()? {
            redirects.push(redirect);
            self.skip_blanks();
        }
        Ok(Command {
            shape,
            redirects,
            line,
        })
    }

    fn simple(&mut self, line: u32) -> Result<Command, Trouble> {
        let mut simple = Simple::default();
        let mut redirects = Vec::new();
        let mut spelled = Vec::new();
        loop {
            self.skip_blanks();
            if let Some(redirect) = self.redirect()? {
                redirects.push(redirect);
                continue;
            }
            if let Some((name, value)) = self.assignment(&simple)? {
                simple.assignments.push((name, value));
                continue;
            }
            if simple.words.is_empty() && self.alias(&mut spelled) {
                continue;
            }
            let Some(word) = self.word()? else { break };
            simple.words.push(word);
            if let Some(shape) = self.function(&simple, &redirects)? {
                return Ok(Command {
                    shape,
                    redirects,
                    line,
                });
            }
        }
        if simple == Simple::default() && redirects.is_empty() {
            return Err(self.unexpected());
        }
        Ok(Command {
            shape: Shape::Simple(simple),
            redirects,
            line,
        })
    }

    /// Spells an alias out, each once for a command.
    fn alias(&mut self, spelled: &mut Vec<String>) -> bool {
        let name = self.token();
        let Some(text) = self.aliases.get(&name).cloned() else {
            return false;
        };
        let new = !spelled.contains(&name);
        if new {
            self.replace(name.chars().count(), &text);
            spelled.push(name);
        }
        new
    }

    fn assignment(&mut self, simple: &Simple) -> Result<Option<(String, Word)>, Trouble> {
        let token = self.token_until('=');
        let Some(name) = token.filter(|name| simple.words.is_empty() && is_variable(name)) else {
            return Ok(None);
        };
        self.accept(&name);
        self.take();
        let value = self.word()?.unwrap_or_default();
        Ok(Some((name, value)))
    }

    fn token_until(&self, end: char) -> Option<String> {
        let mut text = String::new();
        for ahead in 0..200 {
            match self.peek_at(ahead)? {
                c if c == end => return Some(text),
                c if ends_word(c) => return None,
                c => text.push(c),
            }
        }
        None
    }

    /// A function's body, where its name and `()` were read.
    fn function(
        &mut self,
        simple: &Simple,
        redirects: &[Redirect],
    ) -> Result<Option<Shape>, Trouble> {
        self.skip_blanks();
        let [word] = simple.words.as_slice() else {
            return Ok(None);
        };
        let [Part::Plain(name)] = word.as_slice() else {
            return Ok(None);
        };
        if self.peek() != Some('(') || !simple.assignments.is_empty() || !redirects.is_empty() {
            return Ok(None);
        }
        self.take();
        self.skip_blanks();
        if self.take() != Some(')') {
            return Err(self.unexpected());
        }
        self.skip_breaks()?;
        let body = self.deeper(Self::command)?;
        Ok(Some(Shape::Function {
            name: name.clone(),
            body: Arc::new(body),
        }))
    }

    fn redirect(&mut self) -> Result<Option<Redirect>, Trouble> {
        let digits = (0..3)
            .take_while(|ahead| self.peek_at(*ahead).is_some_and(|c| c.is_ascii_digit()))
            .count();
        let Some(sign @ ('<' | '>')) = self.peek_at(digits) else {
            return Ok(None);
        };
        let begin = self.place;
        self.place += digits;
        let descriptor = self.since(begin).parse().unwrap_or(u32::from(sign == '>'));
        let target = self.target()?;
        Ok(Some(Redirect { descriptor, target }))
    }

    fn target(&mut self) -> Result<Target, Trouble> {
        if self.accept("<<") {
            let strips_tabs = self.accept("-");
            return self.document_target(strips_tabs);
        }
        let duplicates = self.accept("<&") || self.accept(">&");
        let append = !duplicates && self.accept(">>");
        let writes = !duplicates && (append || self.accept(">|") || self.accept(">"));
        if !duplicates && !writes {
            self.accept("<");
        }
        self.skip_blanks();
        let word = self.word()?.ok_or_else(|| self.unexpected())?;
        Ok(if duplicates {
            Target::Duplicate(word)
        } else if writes {
            Target::Write { word, append }
        } else {
            Target::Read(word)
        })
    }

    fn document_target(&mut self, strips_tabs: bool) -> Result<Target, Trouble> {
        self.skip_blanks();
        let begin = self.place;
        self.word()?.ok_or_else(|| self.unexpected())?;
        let written = self.since(begin);
        let delimiter: String = written
            .chars()
            .filter(|c| !matches!(c, '\'' | '"' | '\\'))
            .collect();
        let literal = delimiter.len() != written.len();
        let document = self.expect_document(delimiter, literal, strips_tabs);
        Ok(Target::Document(document))
    }
}
