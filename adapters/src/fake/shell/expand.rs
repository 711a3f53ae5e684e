//! Words to what a command gets: parameters, substitutions, arithmetic, splitting into fields, quotes.

use std::sync::Arc;

use super::arithmetic::{self, Variables};
use super::files::Open;
use super::pattern::{self, Glyph};
use super::process::Group;
use super::state::{Flow, Shell, Step, status_of};
use super::syntax::{List, Operator, Param, Part, Source, Word};

/// As many bytes as the words of one command have together.
const EXPANDED_BYTES_MAX: usize = 4 << 20;

/// Fields as they grow.
struct Fields {
    done: Vec<Vec<Glyph>>,
    open: Option<Vec<Glyph>>,
    /// What separates fields; `None` where nothing does.
    separators: Option<String>,
    bytes: usize,
}

impl Fields {
    const fn new(separators: Option<String>) -> Self {
        Self {
            done: Vec::new(),
            open: None,
            separators,
            bytes: 0,
        }
    }

    fn push(&mut self, text: &str, quoted: bool) {
        self.bytes += text.len();
        if self.bytes <= EXPANDED_BYTES_MAX {
            let field = self.open.get_or_insert_default();
            field.extend(text.chars().map(|c| Glyph { c, quoted }));
        }
    }

    /// Adds the outcome of an expansion: separators in it end fields.
    fn split(&mut self, text: &str) {
        let Some(separators) = self.separators.clone() else {
            if !text.is_empty() {
                self.push(text, false);
            }
            return;
        };
        // Blanks separate in runs, other characters one by one.
        let mut ended = false;
        for c in text.chars() {
            if !separators.contains(c) {
                self.push(c.encode_utf8(&mut [0; 4]), false);
                ended = false;
            } else if c.is_ascii_whitespace() {
                ended |= self.open.is_some();
                self.end();
            } else {
                if !ended {
                    self.open.get_or_insert_default();
                }
                self.end();
                ended = false;
            }
        }
    }

    fn end(&mut self) {
        self.done.extend(self.open.take());
    }
}

fn plain(field: Vec<Glyph>) -> String {
    field.into_iter().map(|glyph| glyph.c).collect()
}

impl Variables for Shell {
    fn value(&self, name: &str) -> String {
        self.get(name).unwrap_or_default().to_owned()
    }

    fn assign(&mut self, name: &str, value: i64) {
        // A number is never too long; a read-only variable keeps its value.
        let _ = self.set(name, &value.to_string());
    }
}

impl Shell {
    /// The fields that words come to.
    pub(super) async fn fields(&mut self, words: &[Word]) -> Result<Vec<String>, Flow> {
        let mut fields = Fields::new(Some(self.get("IFS").unwrap_or(" \t\n").to_owned()));
        for word in words {
            self.parts(word, false, &mut fields).await?;
            fields.end();
        }
        if fields.bytes > EXPANDED_BYTES_MAX {
            return self.refuse("argument list too long", 126).await;
        }
        Ok(fields.done.into_iter().map(plain).collect())
    }

    /// The one text that a word comes to.
    pub(super) async fn text(&mut self, word: &Word) -> Result<String, Flow> {
        self.glyphs(word).await.map(plain)
    }

    /// The one text that a word comes to, with what was quoted.
    pub(super) async fn glyphs(&mut self, word: &Word) -> Result<Vec<Glyph>, Flow> {
        let mut fields = Fields::new(None);
        self.parts(word, false, &mut fields).await?;
        fields.end();
        let mut whole: Vec<Glyph> = Vec::new();
        for field in fields.done {
            if !whole.is_empty() {
                whole.push(Glyph {
                    c: ' ',
                    quoted: true,
                });
            }
            whole.extend(field);
        }
        Ok(whole)
    }

    /// Complains of a word that cannot be expanded: a script ends, a prompt comes back.
    async fn refuse<T>(&mut self, what: &str, status: i32) -> Result<T, Flow> {
        // The status is told by the flow.
        let _ = self.fail(what, status).await;
        self.status = status;
        Err(if self.interactive {
            Flow::Abort(status)
        } else {
            Flow::Exit(status)
        })
    }

    fn parts<'a>(
        &'a mut self,
        word: &'a Word,
        quoted: bool,
        fields: &'a mut Fields,
    ) -> Step<'a, Result<(), Flow>> {
        Box::pin(async move {
            for part in word {
                self.part(part, quoted, fields).await?;
            }
            Ok(())
        })
    }

    async fn part(&mut self, part: &Part, quoted: bool, fields: &mut Fields) -> Result<(), Flow> {
        let value = match part {
            Part::Plain(text) => {
                fields.push(text, quoted);
                return Ok(());
            }
            Part::Quoted(text) => {
                fields.push(text, true);
                return Ok(());
            }
            Part::Home => {
                let home = self.get("HOME").unwrap_or("/").to_owned();
                fields.push(&home, true);
                return Ok(());
            }
            Part::Double(word) => {
                if !self.is_no_arguments(word) {
                    fields.push("", true);
                }
                return self.parts(word, true, fields).await;
            }
            Part::Param(param) => return self.param(param, quoted, fields).await,
            Part::Output(list) => self.output(list).await?,
            Part::Backquoted(text) => self.backquoted(text).await?,
            Part::Number(word) => self.number(word).await?,
        };
        if quoted {
            fields.push(&value, true);
        } else {
            fields.split(&value);
        }
        Ok(())
    }

    /// `"$@"` without arguments is no field at all.
    fn is_no_arguments(&self, word: &Word) -> bool {
        matches!(word.as_slice(), [Part::Param(param)] if param.name == "@")
            && self.arguments.is_empty()
    }

    async fn number(&mut self, word: &Word) -> Result<String, Flow> {
        let text = Box::pin(self.text(word)).await?;
        match arithmetic::evaluate(&text, self) {
            Ok(value) => Ok(value.to_string()),
            Err(words) => self.refuse(&words, 1).await,
        }
    }

    async fn backquoted(&mut self, text: &str) -> Result<String, Flow> {
        let mut source = Source::new(text);
        let mut all = List::new();
        loop {
            match source.next() {
                Ok(Some(list)) => all.extend(list),
                Ok(None) => return self.output(&Arc::new(all)).await,
                Err(trouble) => {
                    let words = format!("command substitution: {}", trouble.words());
                    return self.refuse(&words, 2).await;
                }
            }
        }
    }

    /// What commands print, without the line breaks at its end.
    async fn output(&mut self, list: &Arc<List>) -> Result<String, Flow> {
        let Some(mut child) = self.fork(Group::Parent) else {
            return self
                .refuse("fork: Resource temporarily unavailable", 254)
                .await;
        };
        child.open(1, Open::Capture(std::sync::Mutex::default()));
        let taken = child.process.files.get(&1).cloned();
        let pid = child.process.pid;
        let list = Arc::clone(list);
        let body = Box::pin(async move { child.run_to_end(&list).await });
        let ended = self.attend(pid, body).await?;
        self.substituted = Some(status_of(ended));
        self.status = status_of(ended);
        let bytes = taken.map(|open| open.taken()).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes).replace('\0', "");
        Ok(text.trim_end_matches('\n').to_owned())
    }

    async fn param(
        &mut self,
        param: &Param,
        quoted: bool,
        fields: &mut Fields,
    ) -> Result<(), Flow> {
        if matches!(param.name.as_str(), "@" | "*") && param.operator == Operator::None {
            self.all_arguments(param.name == "@", quoted, fields);
            return Ok(());
        }
        let value = self.parameter(&param.name);
        let empty = value.as_ref().is_none_or(String::is_empty);
        let missing = |colon: bool| if colon { empty } else { value.is_none() };
        let value = match param.operator {
            Operator::Default { colon } if missing(colon) => {
                return self.parts(&param.word, quoted, fields).await;
            }
            Operator::Alternative { colon } => {
                if missing(colon) {
                    return Ok(());
                }
                return self.parts(&param.word, quoted, fields).await;
            }
            Operator::Assign { colon } if missing(colon) => {
                let text = Box::pin(self.text(&param.word)).await?;
                if let Err(words) = self.set(&param.name, &text) {
                    return self.refuse(&words, 1).await;
                }
                text
            }
            Operator::Error { colon } if missing(colon) => {
                let mut text = Box::pin(self.text(&param.word)).await?;
                if text.is_empty() {
                    "parameter null or not set".clone_into(&mut text);
                }
                return self.refuse(&format!("{}: {text}", param.name), 127).await;
            }
            _ => self.cut(param, value).await?,
        };
        if quoted {
            fields.push(&value, true);
        } else {
            fields.split(&value);
        }
        Ok(())
    }

    /// The value, measured or cut as the operator says.
    async fn cut(&mut self, param: &Param, value: Option<String>) -> Result<String, Flow> {
        let unset_is_error = self.settings.unset_is_error
            && !matches!(param.name.as_str(), "@" | "*" | "?" | "#" | "$" | "-")
            && matches!(
                param.operator,
                Operator::None | Operator::Length | Operator::Front { .. } | Operator::Back { .. }
            );
        let value = match value {
            Some(value) => value,
            None if unset_is_error => {
                return self
                    .refuse(&format!("{}: unbound variable", param.name), 1)
                    .await;
            }
            None => String::new(),
        };
        if let Operator::Front { longest } | Operator::Back { longest } = param.operator {
            let pattern = Box::pin(self.glyphs(&param.word)).await?;
            let text: Vec<char> = value.chars().collect();
            return Ok(if matches!(param.operator, Operator::Front { .. }) {
                pattern::without_front(&pattern, &text, longest)
            } else {
                pattern::without_back(&pattern, &text, longest)
            });
        }
        Ok(match param.operator {
            Operator::Length if matches!(param.name.as_str(), "@" | "*") => {
                self.arguments.len().to_string()
            }
            Operator::Length => value.chars().count().to_string(),
            _ => value,
        })
    }

    fn all_arguments(&self, apart: bool, quoted: bool, fields: &mut Fields) {
        if quoted && !apart {
            let separator = self.get("IFS").unwrap_or(" ").chars().next();
            let separator = separator.map(String::from).unwrap_or_default();
            fields.push(&self.arguments.join(&separator), true);
            return;
        }
        for (place, argument) in self.arguments.iter().enumerate() {
            if place > 0 {
                fields.end();
            }
            if quoted {
                fields.push(argument, true);
            } else {
                fields.split(argument);
            }
        }
    }

    /// A parameter's value, where it has one.
    fn parameter(&self, name: &str) -> Option<String> {
        match name {
            "?" => Some(self.status.to_string()),
            "$" => Some(self.leader.to_string()),
            "#" => Some(self.arguments.len().to_string()),
            "!" => self.last_background.map(|pid| pid.to_string()),
            "-" => Some(self.letters()),
            "0" => Some(self.name.clone()),
            "@" | "*" => (!self.arguments.is_empty()).then(|| self.arguments.join(" ")),
            "BASHPID" => Some(self.process.pid.to_string()),
            "LINENO" => Some(self.line.to_string()),
            _ => match name.parse::<usize>() {
                Ok(number) => self.arguments.get(number.checked_sub(1)?).cloned(),
                Err(_) => self.get(name).map(str::to_owned),
            },
        }
    }

    /// `$-`: the letters of what is turned on.
    fn letters(&self) -> String {
        let set = &self.settings;
        let letters = [
            ('e', set.exit_on_failure),
            ('f', set.no_globbing),
            ('i', self.from_terminal),
            ('u', set.unset_is_error),
            ('v', set.verbose),
            ('x', set.trace),
        ];
        letters
            .into_iter()
            .filter_map(|(letter, on)| on.then_some(letter))
            .collect()
    }
}
