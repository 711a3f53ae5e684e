//! What one argument looks like, read from its schema once; how a value is brought into that shape is in `take`.

use regex::Regex;
use serde_json::{Map, Value};

use crate::naming;
use crate::schema::{CLAMPED, CURSOR_PATTERN};

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
    pub(super) choices: Vec<String>,
    pub(super) pattern: Option<Pattern>,
    pub(super) min_chars: usize,
    pub(super) max_chars: Option<usize>,
}

/// The rules of a number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number {
    pub(super) whole: bool,
    pub(super) least: Option<f64>,
    pub(super) most: Option<f64>,
    pub(super) clamped: bool,
}

/// The rules of a list.
#[derive(Debug, Clone)]
pub(super) struct List {
    pub(super) item: Shape,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
}

/// A pattern; ids have words of their own.
#[derive(Debug, Clone)]
pub(super) enum Pattern {
    Pane,
    Window,
    Session,
    /// A cursor, with the pattern of its text.
    Cursor(Regex),
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

    pub(super) fn wanted(&self) -> String {
        if !self.choices.is_empty() {
            let quoted: Vec<String> = self.choices.iter().map(|c| format!("{c:?}")).collect();
            return format!("one of {}", quoted.join(", "));
        }
        match &self.pattern {
            Some(Pattern::Pane) => "a pane id, as \"%3\"".to_owned(),
            Some(Pattern::Window) => "a window id, as \"@3\"".to_owned(),
            Some(Pattern::Session) => "a session id, as \"$3\"".to_owned(),
            Some(Pattern::Cursor(_)) => "a cursor, exactly as an answer gave it".to_owned(),
            Some(Pattern::Other(pattern)) => format!("a string that matches {pattern}"),
            None => "a string".to_owned(),
        }
    }
}

impl Pattern {
    fn read(pattern: &str) -> Option<Self> {
        match pattern {
            r"^%\d+$" => Some(Self::Pane),
            r"^@\d+$" => Some(Self::Window),
            r"^\$\d+$" => Some(Self::Session),
            CURSOR_PATTERN => Regex::new(CURSOR_PATTERN).ok().map(Self::Cursor),
            other => Regex::new(other).ok().map(Self::Other),
        }
    }
}

impl Number {
    pub(super) fn wanted(self) -> String {
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
}
