//! The raw `arguments` of a call, checked and put in shape before serde sees them.
//!
//! Models write `"5"` for 5, camelCase for `snake_case`, one string for a list of one. What is unambiguous is taken; all
//! else becomes one line that names the argument, what was wanted and an example. A rejected value is repeated only where
//! it is a number or a short plain word: it may be a secret.

mod shape;
mod take;
#[cfg(test)]
mod tests;

use domain::Kind;
use serde_json::{Map, Value};

use crate::error::ToolError;
use crate::naming;
use shape::{Field, Record};

/// What the arguments of one tool look like.
#[derive(Debug, Clone)]
pub struct Arguments {
    tool: &'static str,
    record: Record,
    aliases: &'static [(&'static str, &'static str)],
}

impl Arguments {
    /// The arguments of `tool` by its rules ([`crate::schema::argument_rules`]); an alias stands before what it means.
    #[must_use]
    pub fn new(
        tool: &'static str,
        rules: &Map<String, Value>,
        aliases: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self {
            tool,
            record: Record::read(rules),
            aliases,
        }
    }

    /// The arguments under their own names and of their own types, ready for serde.
    ///
    /// # Errors
    /// `invalid_argument`, with all that is wrong in one line.
    pub fn normalise(&self, raw: Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        let mut problems = Vec::new();
        let plain = self.record.normalise(raw, self.aliases, "", &mut problems);
        if problems.is_empty() {
            return Ok(plain);
        }
        let recovery = problems
            .iter()
            .find_map(|problem| problem.recovery.clone())
            .unwrap_or_else(|| format!("Call {} again with that put right.", self.tool));
        let kind = if problems
            .iter()
            .all(|problem| problem.kind == Kind::NoSuchTarget)
        {
            Kind::NoSuchTarget
        } else {
            Kind::InvalidArgument
        };
        let messages: Vec<String> = problems
            .into_iter()
            .map(|problem| problem.message)
            .collect();
        Err(ToolError::new(kind, messages.join("; "), recovery))
    }

    /// The error for what passed the rules and still does not read; a rule of ours is missing then, so no value of the
    /// caller is repeated.
    #[must_use]
    pub fn unreadable(&self) -> ToolError {
        let recovery = format!(
            "Compare the arguments with the input schema of {}.",
            self.tool
        );
        let message = format!("the arguments of {} do not fit its schema", self.tool);
        ToolError::new(Kind::InvalidArgument, message, recovery)
    }
}

/// What is wrong with one argument.
#[derive(Debug)]
struct Problem {
    kind: Kind,
    message: String,
    recovery: Option<String>,
}

impl Problem {
    fn new(path: &str, message: impl AsRef<str>) -> Self {
        Self {
            kind: Kind::InvalidArgument,
            message: format!("argument {path:?} {}", message.as_ref()),
            recovery: None,
        }
    }
}

impl Record {
    /// Takes each key to its field, and each value to its shape; `path` leads to this record.
    fn normalise(
        &self,
        raw: Map<String, Value>,
        aliases: &[(&str, &str)],
        path: &str,
        problems: &mut Vec<Problem>,
    ) -> Map<String, Value> {
        let mut plain = Map::new();
        for (key, value) in raw {
            if value.is_null() {
                continue;
            }
            let Some(field) = self.field(&key, aliases) else {
                problems.push(self.unknown(&key, path));
                continue;
            };
            let place = joined(path, &field.name);
            if plain.contains_key(&field.name) {
                problems.push(Problem::new(&place, "is given twice, under two spellings"));
                continue;
            }
            if let Some(value) = field.shape.take(value, &place, problems) {
                plain.insert(field.name.clone(), value);
            }
        }
        for field in self.fields.iter().filter(|field| field.required) {
            let place = joined(path, &field.name);
            let named = |problem: &Problem| problem.message.contains(&format!("{place:?}"));
            if !plain.contains_key(&field.name) && !problems.iter().any(named) {
                let wanted = format!("is missing: {}", field.shape.wanted());
                let mut problem = Problem::new(&place, wanted);
                problem.recovery = field.shape.recovery().map(str::to_owned);
                problems.push(problem);
            }
        }
        plain
    }

    fn field(&self, key: &str, aliases: &[(&str, &str)]) -> Option<&Field> {
        let known = |name: &str| self.fields.iter().find(|field| field.answers_to(name));
        let meant = |(alias, name): &(&str, &str)| {
            (*alias == key || naming::camel(alias) == key)
                .then(|| known(name))
                .flatten()
        };
        known(key).or_else(|| aliases.iter().find_map(meant))
    }

    fn unknown(&self, key: &str, path: &str) -> Problem {
        let names: Vec<&str> = self
            .fields
            .iter()
            .map(|field| field.name.as_str())
            .collect();
        let shown = domain::text::shortened(&domain::text::printable(key), 40);
        let rest = if names.is_empty() {
            "; this tool takes no arguments".to_owned()
        } else {
            // `pane` and `paneID` are further from `pane_id` in letters than in meaning.
            let key = key.to_lowercase();
            let stem = names
                .iter()
                .find(|name| !key.is_empty() && name.starts_with(&key));
            stem.map_or_else(
                || domain::policy::suggestion(&key, &names),
                |name| format!("; did you mean {name:?}?"),
            )
        };
        Problem::new(&joined(path, &shown), format!("is not known{rest}"))
    }
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}
