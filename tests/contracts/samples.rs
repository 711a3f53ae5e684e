//! Values that a schema accepts: at its edges, with all that is optional and without, and null where null is allowed.

use serde_json::{Map, Value, json};

/// Values of each pattern that the contracts know; among them ids that no tmux gives out.
const PATTERNS: [(&str, &[&str]); 4] = [
    (r"^%\d+$", &["%0", "%4000000", "%99999999999", "%007"]),
    (r"^@\d+$", &["@0", "@4000000", "@99999999999", "@007"]),
    (
        r"^ltxc1\.[0-9a-f]{32}\.(?:0|[1-9][0-9]*)$",
        &[
            "ltxc1.00000000000000000000000000000000.0",
            "ltxc1.ffffffffffffffffffffffffffffffff.7",
            "ltxc1.0123456789abcd050123456789abcdef.99999999999999999999999999",
        ],
    ),
    (
        r"^[A-Za-z][A-Za-z0-9_]*$",
        &["pane_width", "X", "no_such_variable"],
    ),
];

/// Samples of what this schema accepts, each kind at least once.
pub(crate) fn samples(schema: &Value) -> Vec<Value> {
    if let Some(choices) = schema.get("anyOf").and_then(Value::as_array) {
        return choices.iter().flat_map(samples).collect();
    }
    if let Some(choices) = schema.get("enum").and_then(Value::as_array) {
        return choices.clone();
    }
    if let Some(only) = schema.get("const") {
        return vec![only.clone()];
    }
    match schema["type"].as_str().expect("one type") {
        "null" => vec![Value::Null],
        "boolean" => vec![json!(true), json!(false)],
        "number" => [0.0, 0.01, -1.0, 1e300].map(Value::from).into(),
        "integer" => integers(schema),
        "string" => texts(schema),
        "array" => lists(schema),
        "object" => records(schema),
        other => panic!("no samples of {other}"),
    }
}

fn integers(schema: &Value) -> Vec<Value> {
    let bound = |key: &str| schema.get(key).and_then(Value::as_i64);
    let least = bound("minimum").or_else(|| bound("exclusiveMinimum").map(|least| least + 1));
    let least = least.unwrap_or(-1_000_000_000_000);
    let most = bound("maximum").unwrap_or(1_000_000_000_000);
    let inner = [0, 1, 5].into_iter().filter(|n| (least..=most).contains(n));
    inner.chain([least, most]).map(Value::from).collect()
}

fn texts(schema: &Value) -> Vec<Value> {
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        let known = PATTERNS.iter().find(|(known, _)| *known == pattern);
        let (_, texts) = known.expect("a pattern with samples");
        return texts.iter().copied().map(Value::from).collect();
    }
    let least = schema.get("minLength").and_then(Value::as_u64).unwrap_or(0);
    let long = "é".repeat(5_000);
    ["buffer-limit", "", "0", "#{x};(", "$0", &long]
        .into_iter()
        .filter(|text| text.chars().count() as u64 >= least)
        .map(Value::from)
        .collect()
}

fn lists(schema: &Value) -> Vec<Value> {
    let items = samples(&schema["items"]);
    let count = |key: &str, default| schema.get(key).and_then(Value::as_u64).unwrap_or(default);
    let of = |count: u64| {
        let items = items.iter().cycle().cloned();
        Value::Array(items.take(usize::try_from(count).unwrap()).collect())
    };
    vec![of(count("minItems", 0)), of(count("maxItems", 3))]
}

/// Only what is required; and all fields, each with its every sample once at least.
fn records(schema: &Value) -> Vec<Value> {
    let none = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object);
    let fields: Vec<(&String, Vec<Value>)> = properties
        .unwrap_or(&none)
        .iter()
        .map(|(name, schema)| (name, samples(schema)))
        .collect();
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let rounds = fields.iter().map(|(_, values)| values.len()).max();
    let pick = |round: usize, all: bool| {
        let wanted = |name: &String| all || required.contains(&Value::from(name.as_str()));
        let fields = fields.iter().filter(|(name, _)| wanted(name));
        fields
            .map(|(name, values)| ((*name).clone(), values[round % values.len()].clone()))
            .collect::<Map<String, Value>>()
    };
    let full = (0..rounds.unwrap_or(0)).map(|round| pick(round, true));
    std::iter::once(pick(0, false))
        .chain(full)
        .map(Value::Object)
        .collect()
}
