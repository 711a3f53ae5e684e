//! Compound commands: groups, conditions, loops, cases.

use std::sync::Arc;

use super::source::{Source, Trouble};
use super::tree::{Arm, List, Shape};
use super::word::is_variable;

/// Words that end a list where a command could begin.
pub(super) const CLOSING: [&str; 8] = ["then", "elif", "else", "fi", "do", "done", "esac", "}"];

impl Source {
    /// A compound command, where one stands here.
    pub(super) fn compound(&mut self) -> Result<Option<Shape>, Trouble> {
        if self.accept("(") {
            let list = self.full_list()?;
            self.expect_closed(')')?;
            return Ok(Some(Shape::Subshell(list)));
        }
        let keyword = self.keyword();
        if CLOSING.contains(&keyword.as_str()) {
            return Err(self.unexpected());
        }
        if !["{", "if", "while", "until", "for", "case"].contains(&keyword.as_str()) {
            return Ok(None);
        }
        self.accept(&keyword);
        let shape = match keyword.as_str() {
            "{" => {
                let list = self.full_list()?;
                self.expect_keyword("}")?;
                Shape::Group(list)
            }
            "if" => self.branches()?,
            "while" | "until" => {
                let test = self.full_list()?;
                let body = self.body()?;
                Shape::Loop {
                    until: keyword == "until",
                    test,
                    body,
                }
            }
            "for" => self.for_loop()?,
            _ => self.case()?,
        };
        Ok(Some(shape))
    }

    fn expect_closed(&mut self, closing: char) -> Result<(), Trouble> {
        self.skip_breaks()?;
        if self.peek() == Some(closing) {
            self.take();
            return Ok(());
        }
        Err(self.unexpected())
    }

    /// A list with at least one command.
    fn full_list(&mut self) -> Result<Arc<List>, Trouble> {
        let list = self.list()?;
        if list.is_empty() {
            return Err(self.unexpected());
        }
        Ok(Arc::new(list))
    }

    fn body(&mut self) -> Result<Arc<List>, Trouble> {
        self.expect_keyword("do")?;
        let body = self.full_list()?;
        self.expect_keyword("done")?;
        Ok(body)
    }

    fn branches(&mut self) -> Result<Shape, Trouble> {
        let mut branches = Vec::new();
        let mut otherwise = None;
        loop {
            let test = self.full_list()?;
            self.expect_keyword("then")?;
            branches.push((test, self.full_list()?));
            self.skip_breaks()?;
            if self.accept_keyword("elif") {
                continue;
            }
            if self.accept_keyword("else") {
                otherwise = Some(self.full_list()?);
            }
            self.expect_keyword("fi")?;
            return Ok(Shape::If {
                branches,
                otherwise,
            });
        }
    }

    fn for_loop(&mut self) -> Result<Shape, Trouble> {
        self.skip_blanks();
        let name = self.token();
        if !is_variable(&name) {
            return Err(self.unexpected());
        }
        self.accept(&name);
        self.skip_breaks()?;
        let mut words = None;
        if self.accept_keyword("in") {
            let mut listed = Vec::new();
            self.skip_blanks();
            while let Some(word) = self.word()? {
                listed.push(word);
                self.skip_blanks();
            }
            words = Some(listed);
        }
        self.skip_blanks();
        self.accept(";");
        let body = self.body()?;
        Ok(Shape::For { name, words, body })
    }

    fn case(&mut self) -> Result<Shape, Trouble> {
        self.skip_blanks();
        let word = self.word()?.ok_or_else(|| self.unexpected())?;
        self.expect_keyword("in")?;
        let mut arms = Vec::new();
        loop {
            self.skip_breaks()?;
            if self.accept_keyword("esac") {
                return Ok(Shape::Case { word, arms });
            }
            self.accept("(");
            let mut patterns = Vec::new();
            loop {
                self.skip_blanks();
                patterns.push(self.word()?.ok_or_else(|| self.unexpected())?);
                self.skip_blanks();
                if !self.accept("|") {
                    break;
                }
            }
            self.expect_closed(')')?;
            let body = Arc::new(self.list()?);
            arms.push(Arm { patterns, body });
            self.skip_breaks()?;
            if !self.accept(";;") && self.keyword() != "esac" {
                return Err(self.unexpected());
            }
        }
    }
}
