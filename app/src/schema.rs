//! JSON schemas of arguments and answers, in the narrow dialect that every client takes.
//!
//! No `$schema`, `$ref`, `title` or `format`, no type arrays, no `oneOf`. Doc comments of argument fields become their
//! descriptions. What an argument is checked against is the same schema with the [`CLAMPED`] marks still in it.

use std::sync::Arc;

use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

/// Marks an argument that is clamped to its `minimum` and `maximum` instead of refused:
/// `#[schemars(range(max = 10_000), extend("x-clamped" = true))]`. Neither mark nor bounds are published.
pub const CLAMPED: &str = "x-clamped";

/// The schema that arguments are checked against.
#[must_use]
pub fn argument_rules<T: JsonSchema>() -> Map<String, Value> {
    let mut schema = generate::<T>(SchemaSettings::draft2020_12());
    Closed.transform(&mut schema);
    let mut rules = object(schema);
    // Where there is no argument at all, some clients want to read that too.
    rules
        .entry("properties")
        .or_insert_with(|| Value::Object(Map::new()));
    rules.insert("additionalProperties".to_owned(), Value::Bool(false));
    rules
}

/// The schema of arguments as it is published.
#[must_use]
pub fn published(rules: &Map<String, Value>) -> Arc<Map<String, Value>> {
    let mut schema = Schema::from(rules.clone());
    Unclamped.transform(&mut schema);
    Arc::new(object(schema))
}

/// The schema of an answer: nothing is required at its top level and it stays open, because some clients hold the
/// error record against it too.
#[must_use]
pub fn answer_schema<T: JsonSchema>() -> Arc<Map<String, Value>> {
    let mut schema = generate::<T>(SchemaSettings::draft2020_12().for_serialize());
    Undescribed.transform(&mut schema);
    let mut schema = object(schema);
    schema.remove("required");
    Arc::new(schema)
}

fn generate<T: JsonSchema>(settings: SchemaSettings) -> Schema {
    let settings = settings.with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    let generator = settings.with_transform(Compact).into_generator();
    let mut schema = generator.into_root_schema_for::<T>();
    // The tool's own description says it.
    schema.remove("description");
    schema
}

fn object(schema: Schema) -> Map<String, Value> {
    match schema.to_value() {
        Value::Object(mut object) => {
            // Arguments without a field are an object all the same.
            object
                .entry("type")
                .or_insert_with(|| Value::from("object"));
            object
        }
        _ => Map::new(),
    }
}

/// Takes out what costs bytes or trips clients.
#[derive(Debug, Clone)]
struct Compact;

impl Transform for Compact {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else {
            return;
        };
        object.remove("title");
        object.remove("format");
        if object.get("default").is_some_and(Value::is_null) {
            object.remove("default");
        }
        if object.get("additionalProperties") == Some(&Value::Bool(true)) {
            object.remove("additionalProperties");
        }
        if object.get("description").and_then(Value::as_str) == Some("") {
            object.remove("description");
        }
        one_type(object);
        one_alternative(object);
        closed_choice(object);
        if object
            .get("minimum")
            .and_then(Value::as_f64)
            .is_some_and(|least| least == 0.0)
            && object.get("type") == Some(&Value::from("integer"))
            && !object.contains_key(CLAMPED)
        {
            object.insert("minimum".to_owned(), Value::from(0));
        }
    }
}

/// `Option<scalar>`: the type alone.
fn one_type(object: &mut Map<String, Value>) {
    let Some(Value::Array(types)) = object.get_mut("type") else {
        return;
    };
    types.retain(|name| name != "null");
    if types.len() == 1
        && let Some(only) = types.pop()
    {
        object.insert("type".to_owned(), only);
    }
}

/// `Option<struct or enum>`: the struct or enum alone.
fn one_alternative(object: &mut Map<String, Value>) {
    let null = Value::from_iter([("type", "null")]);
    if let Some(Value::Array(choices)) = object.get_mut("enum") {
        choices.retain(|choice| !choice.is_null());
    }
    let Some(Value::Array(any)) = object.get_mut("anyOf") else {
        return;
    };
    any.retain(|alternative| *alternative != null);
    let only = if any.len() == 1 { any.pop() } else { None };
    if let Some(Value::Object(only)) = only {
        object.remove("anyOf");
        for (key, value) in only {
            object.entry(key).or_insert(value);
        }
    }
}

/// Documented unit variants, which schemars writes as alternatives: their names.
fn closed_choice(object: &mut Map<String, Value>) {
    let Some(Value::Array(alternatives)) = object.get("oneOf") else {
        return;
    };
    let mut names = Vec::new();
    for alternative in alternatives {
        match (alternative.get("const"), alternative.get("enum")) {
            (Some(name), _) => names.push(name.clone()),
            (None, Some(Value::Array(several))) => names.extend(several.iter().cloned()),
            (None, _) => return,
        }
    }
    object.remove("oneOf");
    object.insert("type".to_owned(), Value::from("string"));
    object.insert("enum".to_owned(), Value::Array(names));
}

/// Every argument record takes its own keys and no other.
#[derive(Debug, Clone)]
struct Closed;

impl Transform for Closed {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else {
            return;
        };
        let root = object.get("type") == Some(&Value::from("object"));
        if root && object.contains_key("properties") {
            object.insert("additionalProperties".to_owned(), Value::Bool(false));
        }
    }
}

/// What is clamped is published without its bounds: a client that checks them would refuse what we take.
#[derive(Debug, Clone)]
struct Unclamped;

impl Transform for Unclamped {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else {
            return;
        };
        if object.remove(CLAMPED).is_some() {
            object.remove("minimum");
            object.remove("maximum");
        }
        // Every count of ours starts there; it says nothing that a model needs.
        if object.get("minimum") == Some(&Value::from(0)) {
            object.remove("minimum");
        }
    }
}

/// The names of an answer's fields say what they hold; a description of each would cost every client's context.
#[derive(Debug, Clone)]
struct Undescribed;

impl Transform for Undescribed {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        if let Some(object) = schema.as_object_mut() {
            for key in ["description", "minimum", "maximum", "default", CLAMPED] {
                object.remove(key);
            }
        }
    }
}
