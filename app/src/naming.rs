//! How a key is spelled: `snake_case` throughout this program, camelCase where a client writes or wants it so.
//!
//! This is the one place that respells. Data is never a key, so every key of an answer may be; in a schema the names of
//! properties are keys, and so is what is required of them.

use std::borrow::Cow;

use serde_json::{Map, Value};

/// How the keys of schemas and answers are spelled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Naming {
    /// As in `pane_id`.
    #[default]
    Snake,
    /// As in `paneId`.
    Camel,
}

impl Naming {
    /// The spelling of this key.
    #[must_use]
    pub fn key(self, key: &str) -> Cow<'_, str> {
        match self {
            Self::Snake => Cow::Borrowed(key),
            Self::Camel => Cow::Owned(camel(key)),
        }
    }

    /// The answer with its keys in this spelling.
    #[must_use]
    pub fn answer(self, record: Map<String, Value>) -> Map<String, Value> {
        match self {
            Self::Snake => record,
            Self::Camel => respelled(record),
        }
    }

    /// The schema of what has its keys in this spelling.
    #[must_use]
    pub fn schema(self, schema: Map<String, Value>) -> Map<String, Value> {
        match self {
            Self::Snake => schema,
            Self::Camel => schema_respelled(schema),
        }
    }
}

fn respelled(record: Map<String, Value>) -> Map<String, Value> {
    let entry = |(key, value): (String, Value)| (camel(&key), value_respelled(value));
    record.into_iter().map(entry).collect()
}

fn value_respelled(value: Value) -> Value {
    match value {
        Value::Object(record) => Value::Object(respelled(record)),
        Value::Array(list) => Value::Array(list.into_iter().map(value_respelled).collect()),
        scalar => scalar,
    }
}

fn schema_respelled(schema: Map<String, Value>) -> Map<String, Value> {
    let within = |value: Value| match value {
        Value::Object(schema) => Value::Object(schema_respelled(schema)),
        other => other,
    };
    let entry = |(word, value): (String, Value)| {
        let value = match (word.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                let named = properties.into_iter();
                let named = named.map(|(name, schema)| (camel(&name), within(schema)));
                Value::Object(named.collect())
            }
            ("required", Value::Array(names)) => {
                let names = names.into_iter();
                let names = names.map(|name| name.as_str().map(camel).map_or(name, Value::from));
                Value::Array(names.collect())
            }
            (_, Value::Array(list)) => Value::Array(list.into_iter().map(within).collect()),
            (_, value) => within(value),
        };
        (word, value)
    };
    schema.into_iter().map(entry).collect()
}

/// The camelCase spelling of a `snake_case` key; a key of one word is the same in both.
#[must_use]
pub fn camel(key: &str) -> String {
    let mut spelled = String::with_capacity(key.len());
    let mut upper = false;
    for c in key.chars() {
        if c == '_' && !spelled.is_empty() {
            upper = true;
        } else if upper {
            spelled.extend(c.to_uppercase());
            upper = false;
        } else {
            spelled.push(c);
        }
    }
    spelled
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(object) => object,
            other => panic!("{other} is no object"),
        }
    }

    #[test]
    fn a_key_is_respelled_at_its_underscores() {
        assert_eq!(camel("pane_id"), "paneId");
        assert_eq!(camel("max_matches_per_pane"), "maxMatchesPerPane");
        assert_eq!(camel("session"), "session");
        assert_eq!(camel("_meta"), "_meta");
    }

    #[test]
    fn keys_of_an_answer_are_respelled_and_values_are_not() {
        let answer =
            object(json!({ "stopped_by": "timed_out", "pane_rows": [{ "pane_id": "a_b" }] }));
        assert_eq!(
            Value::Object(Naming::Camel.answer(answer.clone())),
            json!({ "stoppedBy": "timed_out", "paneRows": [{ "paneId": "a_b" }] })
        );
        assert_eq!(Naming::Snake.answer(answer.clone()), answer);
    }

    #[test]
    fn names_of_a_schema_are_respelled_and_its_words_and_choices_are_not() {
        let schema = object(json!({
            "type": "object", "required": ["pane_id"], "properties": {
                "pane_id": { "type": "string", "pattern": "a_b" },
                "on_error": { "enum": ["give_up"] },
                "rows": { "items": { "anyOf": [{ "properties": { "max_lines": { "type": "integer" } } }] } },
            },
        }));
        assert_eq!(
            Value::Object(Naming::Camel.schema(schema)),
            json!({
                "type": "object", "required": ["paneId"], "properties": {
                    "paneId": { "type": "string", "pattern": "a_b" },
                    "onError": { "enum": ["give_up"] },
                    "rows": { "items": { "anyOf": [{ "properties": { "maxLines": { "type": "integer" } } }] } },
                },
            })
        );
    }
}
