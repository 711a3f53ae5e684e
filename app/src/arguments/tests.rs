//! Arguments as real clients send them (field case F52).

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Arguments;
use crate::schema;
use crate::tools::scalars::{PaneArg, SessionArg};

/// Every kind of argument that a tool of ours has; only its schema is used.
#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only the schema is used")]
struct Everything {
    pane_id: PaneArg,
    session: Option<SessionArg>,
    timeout: Option<f64>,
    #[schemars(range(min = 1, max = 10_000), extend("x-clamped" = true))]
    max_lines: Option<u64>,
    #[schemars(range(min = 1, max = 500))]
    width: Option<u32>,
    enter: Option<bool>,
    #[schemars(length(min = 1, max = 3))]
    keys: Option<Vec<String>>,
    side: Option<Side>,
    #[schemars(length(max = 5))]
    text: Option<String>,
    #[schemars(regex(pattern = r"^[A-Za-z][A-Za-z0-9_]*$"))]
    variable: Option<String>,
    operations: Option<Vec<Operation>>,
    nested: Option<Map<String, Value>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Side {
    /// Documented, so that schemars writes alternatives.
    Left,
    /// The other.
    Right,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only the schema is used")]
struct Operation {
    tool_name: String,
    max_lines: Option<u64>,
}

fn normalised(raw: Value) -> Result<Value, String> {
    let rules = schema::argument_rules::<Everything>();
    let arguments = Arguments::new("try", &rules, &[("window", "session")]);
    let Value::Object(mut raw) = raw else {
        panic!("arguments are an object")
    };
    // Required: most tests are of another argument.
    if !raw.contains_key("pane_id") && !raw.contains_key("paneId") {
        raw.insert("pane_id".to_owned(), json!("%0"));
    }
    let mut plain = arguments.normalise(raw).map_err(|error| error.message)?;
    if plain.get("pane_id") == Some(&json!("%0")) {
        plain.remove("pane_id");
    }
    Ok(Value::Object(plain))
}

#[test]
fn what_is_unambiguous_is_taken() {
    for (raw, plain) in [
        (json!({ "timeout": "5" }), json!({ "timeout": 5.0 })),
        (json!({ "timeout": 0 }), json!({ "timeout": 0.0 })),
        (json!({ "width": 5.0 }), json!({ "width": 5 })),
        (json!({ "width": " 80 " }), json!({ "width": 80 })),
        (json!({ "enter": "true" }), json!({ "enter": true })),
        (json!({ "keys": "q" }), json!({ "keys": ["q"] })),
        (json!({ "session": 0 }), json!({ "session": "0" })),
        (json!({ "maxLines": 7 }), json!({ "max_lines": 7 })),
        (json!({ "timeout": null, "keys": null }), json!({})),
        (json!({ "window": "work" }), json!({ "session": "work" })),
        (
            json!({ "operations": { "toolName": "x", "maxLines": "3" } }),
            json!({ "operations": [{ "tool_name": "x", "max_lines": 3 }] }),
        ),
        (
            json!({ "nested": { "anyKey": null } }),
            json!({ "nested": { "anyKey": null } }),
        ),
    ] {
        assert_eq!(normalised(raw.clone()), Ok(plain), "{raw}");
    }
}

#[test]
fn what_is_marked_is_clamped() {
    assert_eq!(
        normalised(json!({ "max_lines": 1_000_000_000 })),
        Ok(json!({ "max_lines": 10_000 }))
    );
    assert_eq!(
        normalised(json!({ "max_lines": 0 })),
        Ok(json!({ "max_lines": 1 }))
    );
    assert_eq!(
        normalised(json!({ "max_lines": 1e300 })),
        Ok(json!({ "max_lines": 10_000 }))
    );
}

/// Each of these is refused in one line that holds all the parts.
fn refused(cases: &[(Value, &[&str])]) {
    for (raw, parts) in cases {
        let message = normalised(raw.clone()).unwrap_err();
        for part in *parts {
            assert!(message.contains(part), "{raw}: {message}");
        }
        assert!(!message.contains('\n'), "{message}");
    }
}

#[test]
fn what_is_refused_names_argument_want_and_example() {
    refused(&[
        (
            json!({ "pane_id": 0 }),
            &["pane_id", "%3", "0 was given", "index"],
        ),
        (json!({ "pane_id": "1" }), &["pane_id", "\"1\"", "index"]),
        (json!({ "pane_id": "" }), &["pane_id", "empty string"]),
        (json!({ "pane_id": "%01" }), &["pane_id", "%01"]),
        (json!({ "width": 501 }), &["width", "from 1 to 500", "501"]),
        (json!({ "width": 2.5 }), &["width", "an integer", "2.5"]),
        (
            json!({ "timeout": "soon" }),
            &["timeout", "a number", "as 5"],
        ),
        (json!({ "enter": 1 }), &["enter", "true or false"]),
        (
            json!({ "side": "up" }),
            &["side", "\"left\", \"right\"", "\"up\""],
        ),
    ]);
}

#[test]
fn lists_and_keys_are_refused_by_their_place() {
    refused(&[
        (json!({ "keys": [] }), &["keys", "1 to 3 elements", "has 0"]),
        (json!({ "keys": [["a"]] }), &["keys[0]", "a string"]),
        (json!({ "text": "123456" }), &["text", "at most 5", "has 6"]),
        (json!({ "variable": "a b" }), &["variable", "matches"]),
        (
            json!({ "operations": [{ "max_lines": 1 }] }),
            &["operations[0].tool_name", "is missing"],
        ),
        (
            json!({ "pane": "%1" }),
            &["\"pane\"", "did you mean \"pane_id\""],
        ),
        (
            json!({ "pane_idd": "%1" }),
            &["pane_idd", "did you mean \"pane_id\""],
        ),
        (
            json!({ "max_lines": 1, "maxLines": 1 }),
            &["max_lines", "given twice"],
        ),
        (
            json!({ "width": "x", "enter": "x" }),
            &["width", "enter", "; "],
        ),
        (json!({ "paneId": null }), &["pane_id", "is missing", "%3"]),
    ]);
}

#[test]
fn a_value_that_may_be_a_secret_is_never_repeated() {
    for raw in [
        json!({ "text": { "secret": "hunter2" } }),
        json!({ "text": "password hunter2" }),
        json!({ "keys": { "hunter2": 1 } }),
        json!({ "enter": "the password is hunter2" }),
        json!({ "side": ["hunter2"] }),
        json!({ "nested": "my hunter2" }),
    ] {
        let message = normalised(raw.clone()).unwrap_err();
        assert!(!message.contains("hunter2"), "{message}");
    }
}

#[test]
fn the_marks_of_clamping_are_not_published() {
    let rules = schema::argument_rules::<Everything>();
    let published = schema::published(&rules);
    assert_eq!(
        published["properties"]["max_lines"],
        json!({ "type": "integer" })
    );
    assert_eq!(
        published["properties"]["side"],
        json!({ "type": "string", "enum": ["left", "right"] })
    );
    assert_eq!(
        published["properties"]["nested"],
        json!({ "type": "object" })
    );
    assert_eq!(published["required"], json!(["pane_id"]));
}

#[test]
fn what_has_the_shape_of_an_id_and_is_none_does_not_exist() {
    let rules = schema::argument_rules::<Everything>();
    let arguments = Arguments::new("try", &rules, &[]);
    for id in ["%99999999999", "%007"] {
        let raw = Map::from_iter([("pane_id".to_owned(), json!(id))]);
        let error = arguments.normalise(raw).unwrap_err();
        assert_eq!(error.kind, domain::Kind::NoSuchTarget);
        assert!(error.message.contains(id), "{}", error.message);
        assert!(error.recovery.contains("list_panes"), "{}", error.recovery);
    }
}
