//! What one argument looks like, read from its schema once, and how a value is brought into that shape.

use std::sync::LazyLock;

use domain::{PaneId, SessionId, WindowId};
use regex::Regex;
use serde_json::{Map, Value};

use super::Problem;
use crate::naming;
use crate::schema::CLAMPED;

/// A record of arguments.
#[derive(Debug, Clone, Default)]
pub(super) struct Record {
    /// Its fields, in the order of the schema.
    pub(super) fields: Vec<Field>,
}

/// One argument.
#[derive(Debug, Clone)]
pub(super) struct Field {
    /// Its name, in `snake_case`.
    pub(super) name: String,
    /// The camelCase spelling that is taken too.
    camel: String,
    /// Whether it must be there.
    pub(super) required: bool,
    /// What it looks like.
    pub(super) shape: Shape,
}

impl Field {
    /// Whether a caller's key means this field.
    #[must_use]
    pub(super) fn answers_to(&self, key: &str) -> bool {
        self.name == key || self.camel == key
    }
}

/// What a value looks like.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    /// Text.
    Text(Text),
    /// A number.
    Number(Number),
    /// True or false.
    Flag,
    /// A list of one shape.
    List(Box<List>),
    /// A record with fields of its own.
    Record(Record),
    /// Any object, checked by whoever reads it.
    Open,
}

/// The rules of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Text {
    /// The closed choice; empty for none.
    choices: Vec<String>,
    pattern: Option<Pattern>,
    min_chars: usize,
    max_chars: Option<usize>,
}

/// The rules of a number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number {
    whole: bool,
    least: Option<f64>,
    most: Option<f64>,
    clamped: bool,
}

/// The rules of a list.
#[derive(Debug, Clone)]
pub(super) struct List {
    item: Shape,
    least: usize,
    most: Option<usize>,
}

/// A pattern; ids have words of their own.
#[derive(Debug, Clone)]
enum Pattern {
    Pane,
    Window,
    Session,
    Other(Regex),
}

impl Record {
    /// The record that a schema describes.
    #[must_use]
    pub(super) fn read(schema: &Map<String, Value>) -> Self {
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let properties = schema.get("properties").and_then(Value::as_object);
        let field = |(name, schema): (&String, &Value)| Field {
            name: name.clone(),
            camel: naming::camel(name),
            required: required.contains(&name.as_str()),
            shape: Shape::read(schema),
        };
        Self {
            fields: properties.into_iter().flatten().map(field).collect(),
        }
    }
}

impl Shape {
    fn read(schema: &Value) -> Self {
        let length = |key: &str| {
            schema
                .get(key)
                .and_then(Value::as_u64)
                .and_then(|length| usize::try_from(length).ok())
        };
        match schema.get("type").and_then(Value::as_str) {
            Some("string") => Self::Text(Text::read(schema)),
            Some(kind @ ("integer" | "number")) => Self::Number(Number {
                whole: kind == "integer",
                least: schema.get("minimum").and_then(Value::as_f64),
                most: schema.get("maximum").and_then(Value::as_f64),
                clamped: schema.get(CLAMPED).is_some(),
            }),
            Some("boolean") => Self::Flag,
            Some("array") => Self::List(Box::new(List {
                item: schema.get("items").map_or(Self::Open, Self::read),
                least: length("minItems").unwrap_or(0),
                most: length("maxItems"),
            })),
            _ => match schema.as_object() {
                Some(object) if object.contains_key("properties") => {
                    Self::Record(Record::read(object))
                }
                _ => Self::Open,
            },
        }
    }

    /// What is wanted here, with an example.
    pub(super) fn wanted(&self) -> String {
        match self {
            Self::Text(text) => text.wanted(),
            Self::Number(number) => number.wanted(),
            Self::Flag => "true or false".to_owned(),
            Self::List(list) => format!("a list, each element {}", list.item.wanted()),
            Self::Record(record) => {
                let names: Vec<&str> = record.fields.iter().map(|f| f.name.as_str()).collect();
                format!("an object with {}", names.join(", "))
            }
            Self::Open => "an object".to_owned(),
        }
    }

    /// The value in this shape; `None` where a problem was noted.
    pub(super) fn take(
        &self,
        value: Value,
        path: &str,
        problems: &mut Vec<Problem>,
    ) -> Option<Value> {
        let taken = match (self, value) {
            (Self::Text(text), value) => text.take(value, path),
            (Self::Number(number), value) => number.take(&value, path),
            (Self::Flag, value) => flag(&value)
                .map(Value::Bool)
                .ok_or_else(|| misfit(path, "true or false", &value)),
            (Self::List(list), value) => return list.take(value, path, problems),
            (Self::Record(record), Value::Object(raw)) => {
                return Some(Value::Object(record.normalise(raw, &[], path, problems)));
            }
            (Self::Open, Value::Object(raw)) => Ok(Value::Object(raw)),
            (Self::Record(_) | Self::Open, value) => Err(misfit(path, &self.wanted(), &value)),
        };
        taken.map_err(|problem| problems.push(problem)).ok()
    }
}

impl Text {
    fn read(schema: &Value) -> Self {
        let length = |key: &str| schema.get(key).and_then(Value::as_u64);
        let choices = schema.get("enum").and_then(Value::as_array);
        Self {
            choices: choices
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            pattern: schema
                .get("pattern")
                .and_then(Value::as_str)
                .and_then(Pattern::read),
            min_chars: length("minLength").map_or(0, |n| usize::try_from(n).unwrap_or(0)),
            max_chars: length("maxLength").and_then(|n| usize::try_from(n).ok()),
        }
    }

    fn wanted(&self) -> String {
        if !self.choices.is_empty() {
            let quoted: Vec<String> = self.choices.iter().map(|c| format!("{c:?}")).collect();
            return format!("one of {}", quoted.join(", "));
        }
        match &self.pattern {
            Some(Pattern::Pane) => "a pane id, as \"%3\"".to_owned(),
            Some(Pattern::Window) => "a window id, as \"@3\"".to_owned(),
            Some(Pattern::Session) => "a session id, as \"$3\"".to_owned(),
            Some(Pattern::Other(pattern)) => format!("a string that matches {pattern}"),
            None => "a string".to_owned(),
        }
    }

    fn take(&self, value: Value, path: &str) -> Result<Value, Problem> {
        let text = match value {
            Value::String(text) => text,
            // A session may be called 0, and keys may be digits; an id or a choice is never a number.
            Value::Number(number) if self.choices.is_empty() && self.pattern.is_none() => {
                number.to_string()
            }
            other => return Err(self.refused(path, &other)),
        };
        let count = text.chars().count();
        if count < self.min_chars {
            let rule = if count == 0 {
                format!("is empty; wanted {}", self.wanted())
            } else {
                format!("must have at least {} characters", self.min_chars)
            };
            return Err(Problem::new(path, rule));
        }
        if let Some(most) = self.max_chars.filter(|most| count > *most) {
            let rule = format!("must have at most {most} characters; it has {count}");
            return Err(Problem::new(path, rule));
        }
        let fits = self.choices.is_empty() || self.choices.contains(&text);
        let fits = fits
            && self
                .pattern
                .as_ref()
                .is_none_or(|pattern| pattern.fits(&text));
        if fits {
            Ok(Value::String(text))
        } else {
            Err(self.refused(path, &Value::String(text)))
        }
    }

    fn refused(&self, path: &str, value: &Value) -> Problem {
        let problem = misfit(path, &self.wanted(), value);
        let Some(pattern) = &self.pattern else {
            return problem;
        };
        let Some(recovery) = pattern.recovery() else {
            return problem;
        };
        let index = value.is_number()
            || value
                .as_str()
                .is_some_and(|text| text.parse::<u32>().is_ok());
        let message = if index && !matches!(pattern, Pattern::Session) {
            format!(
                "{}: tmux would read a bare number as an index",
                problem.message
            )
        } else {
            problem.message
        };
        Problem {
            message,
            recovery: Some(recovery.to_owned()),
        }
    }
}

impl Pattern {
    fn read(pattern: &str) -> Option<Self> {
        match pattern {
            r"^%\d+$" => Some(Self::Pane),
            r"^@\d+$" => Some(Self::Window),
            r"^\$\d+$" => Some(Self::Session),
            other => Regex::new(other).ok().map(Self::Other),
        }
    }

    fn fits(&self, text: &str) -> bool {
        match self {
            Self::Pane => text.parse::<PaneId>().is_ok(),
            Self::Window => text.parse::<WindowId>().is_ok(),
            Self::Session => text.parse::<SessionId>().is_ok(),
            Self::Other(pattern) => pattern.is_match(text),
        }
    }

    fn recovery(&self) -> Option<&'static str> {
        match self {
            Self::Pane => Some("Call list_panes for the pane ids that exist."),
            Self::Window => Some("Call list_windows for the window ids that exist."),
            Self::Session => Some("Call list_sessions for the session ids that exist."),
            Self::Other(_) => None,
        }
    }
}

impl Number {
    fn wanted(self) -> String {
        let kind = if self.whole { "an integer" } else { "a number" };
        let range = match (self.least, self.most) {
            _ if self.clamped => String::new(),
            (Some(least), Some(most)) => format!(" from {least} to {most}"),
            (Some(least), None) => format!(" from {least}"),
            (None, Some(most)) => format!(" up to {most}"),
            (None, None) => String::new(),
        };
        let example = self.least.unwrap_or(0.0).max(5.0);
        let example = example.min(self.most.unwrap_or(example));
        format!("{kind}{range}, as {example}")
    }

    fn take(self, value: &Value, path: &str) -> Result<Value, Problem> {
        let refused = || misfit(path, &self.wanted(), value);
        let number = match value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.trim().parse::<f64>().ok(),
            _ => None,
        };
        let mut number = number.filter(|n| n.is_finite()).ok_or_else(refused)?;
        if self.clamped {
            number = number.max(self.least.unwrap_or(f64::MIN));
            number = number.min(self.most.unwrap_or(f64::MAX));
        } else if self.least.is_some_and(|least| number < least)
            || self.most.is_some_and(|most| number > most)
        {
            return Err(refused());
        }
        if !self.whole {
            return Ok(Value::from(number));
        }
        // Beyond 2^53 a float no longer counts by ones, and no argument of ours goes there.
        if number.fract() != 0.0 || number.abs() > 9_007_199_254_740_992.0 {
            return Err(refused());
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "whole, and checked to be below 2^53"
        )]
        let whole = number as i64;
        Ok(Value::from(whole))
    }
}

impl List {
    fn take(&self, value: Value, path: &str, problems: &mut Vec<Problem>) -> Option<Value> {
        let elements = match value {
            Value::Array(elements) => elements,
            // One where a list is wanted is a list of one.
            Value::String(_) | Value::Number(_) if matches!(self.item, Shape::Text(_)) => {
                vec![value]
            }
            Value::Object(_) if matches!(self.item, Shape::Record(_)) => vec![value],
            other => {
                let wanted = format!("a list, each element {}", self.item.wanted());
                problems.push(misfit(path, &wanted, &other));
                return None;
            }
        };
        let count = elements.len();
        if count < self.least || self.most.is_some_and(|most| count > most) {
            let range = self.most.map_or_else(
                || format!("at least {}", self.least),
                |most| format!("{} to {most}", self.least),
            );
            let rule = format!("must have {range} elements; it has {count}");
            problems.push(Problem::new(path, rule));
            return None;
        }
        let before = problems.len();
        let mut taken = Vec::with_capacity(count);
        for (index, element) in elements.into_iter().enumerate() {
            taken.extend(
                self.item
                    .take(element, &format!("{path}[{index}]"), problems),
            );
        }
        (problems.len() == before).then_some(Value::Array(taken))
    }
}

fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::String(text) => match text.as_str() {
            "true" | "True" | "TRUE" => Some(true),
            "false" | "False" | "FALSE" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn misfit(path: &str, wanted: &str, value: &Value) -> Problem {
    Problem::new(
        path,
        format!("must be {wanted}; {} was given", shown(value)),
    )
}

/// The value where it cannot be a secret, else what kind of value it is.
fn shown(value: &Value) -> String {
    static PLAIN: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^[A-Za-z0-9_%@$:.+-]{1,24}$").ok());
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if text.is_empty() => "an empty string".to_owned(),
        Value::String(text) if PLAIN.as_ref().is_some_and(|plain| plain.is_match(text)) => {
            format!("{text:?}")
        }
        Value::String(_) => "another string".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}
