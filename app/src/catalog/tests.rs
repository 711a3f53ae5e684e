//! What holds for every tool, walked over the whole catalogue, and the dialect of its schemas (field case F50).

use std::collections::HashSet;
use std::sync::Arc;

use domain::Toolset;
use domain::{Provenance, ToolPolicy};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::*;
use crate::annotations::Annotations;
use crate::mcp::server;
use crate::naming::Naming;
use crate::published::Published;
use crate::testing::{context, topology};
use crate::tool::Row;

/// Calls `check` on every schema within `schema`, itself first.
fn walk(schema: &Value, path: &str, check: &mut dyn FnMut(&Map<String, Value>, &str)) {
    let Some(object) = schema.as_object() else {
        panic!("{path}: no schema is a boolean");
    };
    check(object, path);
    if let Some(properties) = object.get("properties").and_then(Value::as_object) {
        for (name, property) in properties {
            walk(property, &format!("{path}.{name}"), check);
        }
    }
    if let Some(items) = object.get("items") {
        walk(items, &format!("{path}[]"), check);
    }
    // What may be null in the batch's record, and nothing else.
    if let Some(either) = object.get("anyOf").and_then(Value::as_array) {
        assert_eq!(either.len(), 2, "{path}");
        assert_eq!(either[1], json!({ "type": "null" }), "{path}");
        walk(&either[0], &format!("{path}|"), check);
    }
}

#[test]
fn every_schema_keeps_to_the_dialect_that_clients_take() {
    const KEYS: &[&str] = &[
        "type",
        "properties",
        "required",
        "items",
        "enum",
        "pattern",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "description",
        "default",
        "additionalProperties",
    ];
    for tool in Catalog::new().tools() {
        for schema in [&tool.input_schema, &tool.output_schema] {
            let root = Value::Object((**schema).clone());
            assert_eq!(root["type"], "object", "{tool:?}");
            walk(&root, tool.row.name, &mut |schema, path| {
                if schema.len() == 1 && schema.contains_key("anyOf") {
                    return;
                }
                for key in schema.keys() {
                    assert!(KEYS.contains(&key.as_str()), "{path} has {key}");
                }
                let typed = schema.get("type").is_some_and(Value::is_string);
                assert!(typed, "{path} has one type");
                assert_eq!(
                    schema["type"] == "array",
                    schema.contains_key("items"),
                    "{path}"
                );
                let open = schema.get("additionalProperties");
                assert!(open.is_none_or(|open| *open == false), "{path}");
            });
        }
    }
}

#[test]
fn an_input_is_closed_and_an_answer_open() {
    for tool in Catalog::new().tools() {
        let name = tool.row.name;
        if tool.input_schema.contains_key("properties") {
            assert_eq!(
                tool.input_schema.get("additionalProperties"),
                Some(&json!(false)),
                "{name}"
            );
        }
        assert_eq!(tool.output_schema.get("required"), None, "{name}");
        assert_eq!(
            tool.output_schema.get("additionalProperties"),
            None,
            "{name}"
        );
        let properties = tool.output_schema["properties"].as_object().unwrap();
        for key in ["kind", "message", "recovery", "retryable"] {
            assert!(!properties.contains_key(key), "{name} answers with {key}");
        }
        for (alias, argument) in tool.row.aliases {
            let arguments = tool.input_schema["properties"].as_object().unwrap();
            assert!(arguments.contains_key(*argument), "{name}: {alias}");
            assert!(!arguments.contains_key(*alias), "{name}: {alias}");
        }
    }
}

#[test]
fn names_are_short_and_unique_and_descriptions_fit_every_client() {
    let catalog = Catalog::new();
    let mut seen = HashSet::new();
    for name in catalog.names() {
        assert!(seen.insert(name), "{name} twice");
        assert!(name.len() <= 40 && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'));
    }
    for tool in catalog.tools() {
        assert!(
            (10..=1_000).contains(&tool.row.description.len()),
            "{tool:?}"
        );
    }
}

/// design.md, section 6: for all 45 tools 20,000 bytes of what a model reads, and as much of answer schemas.
#[test]
fn the_listing_keeps_within_its_share_of_bytes() {
    let catalog = Catalog::new();
    let bytes = |schema: &Arc<Map<String, Value>>| serde_json::to_string(&**schema).unwrap().len();
    let (mut read, mut answers) = (0, 0);
    let policy = ToolPolicy::new(&Choice::default(), Provenance::Minimal);
    let published = Published {
        policy: &policy,
        naming: Naming::Snake,
        annotations: Annotations::default(),
    };
    for tool in catalog.tools() {
        let input = published.input(tool);
        read += tool.row.name.len() + tool.row.description.len() + bytes(&input);
        answers += bytes(&tool.output_schema);
    }
    assert!(read <= 20_000 && answers <= 20_000, "{read} and {answers}");
}

#[test]
fn the_batch_reaches_all_that_look_but_itself_and_the_wait() {
    let catalog = Catalog::new();
    let batch = catalog.named("call_read_tools_batch").unwrap();
    let looks = catalog.tools().iter().map(|tool| &tool.row);
    let mut looks: Vec<&str> = looks
        .filter(|row| row.toolset == Toolset::Inspect)
        .map(|row| row.name)
        .filter(|name| !matches!(*name, "call_read_tools_batch" | "wait_for_text"))
        .collect();
    let mut nested: Vec<&str> = batch.nested.iter().map(|tool| tool.row.name).collect();
    assert_eq!(nested, batch.row.nested);
    looks.sort_unstable();
    nested.sort_unstable();
    assert_eq!(nested, looks);
    for tool in catalog.tools() {
        assert_eq!(tool.nested.len(), tool.row.nested.len(), "{tool:?}");
    }
}

#[test]
fn the_batch_names_only_tools_that_the_policy_shows() {
    let catalog = Catalog::new();
    let batch = catalog.named("call_read_tools_batch").unwrap();
    let choice = Choice {
        exclude: vec!["capture_pane".to_owned(), "show_hooks".to_owned()],
        ..Choice::default()
    };
    let policy = ToolPolicy::new(&choice, Provenance::Operator);
    let published = |naming| Published {
        policy: &policy,
        naming,
        annotations: Annotations::default(),
    };
    let schema = published(Naming::Snake).input(batch);
    let names = schema["properties"]["operations"]["items"]["properties"]["tool"]["enum"].clone();
    let names: Vec<String> = serde_json::from_value(names).unwrap();
    assert_eq!(names.len(), 14);
    assert!(!names.contains(&"capture_pane".to_owned()));
    let schema = published(Naming::Camel).input(batch);
    let variants = schema["properties"]["operations"]["items"]["anyOf"].clone();
    let variants = variants.as_array().unwrap();
    assert_eq!(variants.len(), 14);
    let since = variants
        .iter()
        .find(|variant| variant["properties"]["tool"]["const"] == "capture_since")
        .unwrap();
    let arguments = &since["properties"]["arguments"];
    assert_eq!(arguments["required"], json!(["paneId"]));
    assert_eq!(arguments["additionalProperties"], false);
    assert!(arguments["properties"].get("waitMs").is_some(), "{since}");
    let listed = server::listed(batch, &published(Naming::Snake));
    let listed = serde_json::to_value(listed).unwrap();
    assert_eq!(
        listed["_meta"][server::CAPABILITY_KEY]["nested"],
        json!(names)
    );
}

#[test]
fn the_capability_row_stands_on_the_listed_tool() {
    let catalog = Catalog::new();
    let policy = ToolPolicy::new(&Choice::default(), Provenance::Operator);
    let published = Published {
        policy: &policy,
        naming: Naming::Snake,
        annotations: Annotations::default(),
    };
    let listed = server::listed(catalog.named("list_panes").unwrap(), &published);
    let listed = serde_json::to_value(listed).unwrap();
    assert_eq!(
        listed["_meta"][server::CAPABILITY_KEY],
        json!({
            "toolset": "inspect", "process_reach": "none", "effects": ["observe"], "outputs": ["tmux-metadata"],
            "input_literalization": {}, "amplifies_future_input": false, "nested": [],
        })
    );
    assert_eq!(
        listed["annotations"],
        json!({ "readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true })
    );
}

#[derive(Debug, serde::Deserialize, JsonSchema)]
struct Empty {}

#[derive(Debug, Serialize, JsonSchema)]
struct Done {
    done: bool,
}

fn command() -> Catalog {
    let row = Row {
        also_called: Some("run_command"),
        ..Row::new("run_shell_command", Toolset::Execute, "Runs.")
    };
    let tool = Tool::new(row, |_, Empty {}| {
        Box::pin(async { Ok(Done { done: true }) })
    });
    Catalog { tools: vec![tool] }
}

#[tokio::test]
async fn a_tool_answers_to_its_other_name_and_is_listed_under_the_one_that_was_added() {
    let mut catalog = command();
    let policy = ToolPolicy::new(&Choice::default(), Provenance::Operator);
    let Found::Tool(tool) = catalog.find("run_command", &policy) else {
        panic!("it answers")
    };
    let outcome = tool.call(&context(topology(&[1])), Map::new()).await;
    assert_eq!(outcome.text(), r#"{"done":true}"#);
    let mut choice = Choice {
        toolsets: Some(Vec::new()),
        tools: vec!["run_command".to_owned()],
        exclude: Vec::new(),
    };
    catalog.settle(&mut choice);
    let policy = ToolPolicy::new(&choice, Provenance::Operator);
    let names: Vec<&str> = catalog.shown(&policy).map(|tool| tool.row.name).collect();
    assert_eq!(names, ["run_command"]);
    assert!(matches!(
        catalog.find("run_shell_command", &policy),
        Found::Tool(_)
    ));
}

#[test]
fn an_excluded_tool_is_hidden_under_both_names() {
    let mut catalog = command();
    let mut choice = Choice {
        exclude: vec!["run_command".to_owned()],
        ..Choice::default()
    };
    catalog.settle(&mut choice);
    let policy = ToolPolicy::new(&choice, Provenance::Minimal);
    assert_eq!(catalog.shown(&policy).count(), 0);
    for name in ["run_command", "run_shell_command"] {
        let Found::Nothing(words) = catalog.find(name, &policy) else {
            panic!("{name} is hidden")
        };
        assert!(words.contains("LIBTMUX_EXCLUDE_TOOLS"), "{words}");
    }
}

#[test]
fn by_default_every_tool_may_do_anything() {
    for tool in Catalog::new().tools() {
        let hints = tool.row.hints(Annotations::Conservative);
        assert!(!hints.read_only && hints.destructive && !hints.idempotent && hints.open_world);
    }
}

#[test]
fn derived_from_effects_the_inspecting_tools_are_read_only_and_no_other_is() {
    for tool in Catalog::new().tools() {
        let hints = tool.row.hints(Annotations::Effects);
        let name = tool.row.name;
        assert_eq!(
            hints.read_only,
            tool.row.toolset == Toolset::Inspect,
            "{name}"
        );
        assert!(!(hints.read_only && hints.destructive), "{name}");
        assert!(
            hints.destructive || tool.row.toolset != Toolset::Teardown,
            "{name}"
        );
    }
}

/// Every property of every schema, arguments and answers alike.
fn every_key() -> Vec<(&'static str, String)> {
    let catalog = Catalog::new();
    let mut keys = Vec::new();
    for tool in catalog.tools() {
        for schema in [&tool.input_schema, &tool.output_schema] {
            let schema = Value::Object((**schema).clone());
            walk(&schema, tool.row.name, &mut |object, _| {
                let properties = object.get("properties").and_then(Value::as_object);
                for key in properties
                    .into_iter()
                    .flat_map(|properties| properties.keys())
                {
                    keys.push((tool.row.name, key.clone()));
                }
            });
        }
    }
    keys
}

#[test]
fn one_thing_has_one_word_in_all_tools() {
    // What may stand for a notion; any other key that tells of it is a second word for one thing.
    let notions: [(&str, &[&str]); 7] = [
        ("elapsed", &["elapsed_seconds"]),
        ("timeout", &["timeout", "effective_timeout"]),
        ("cursor", &["cursor", "start_cursor", "text_cursor"]),
        ("dropped", &["dropped_lines", "dropped_chars"]),
        (
            "history",
            &[
                "history",
                "history_size",
                "history_limit",
                "suppress_history",
            ],
        ),
        ("pane_id", &["pane_id", "pane_ids", "with_pane_id"]),
        ("session_id", &["session_id", "session_ids"]),
    ];
    let keys = every_key();
    assert!(keys.len() > 200);
    for (tool, key) in keys {
        for (notion, words) in notions {
            assert!(
                !key.contains(notion) || words.contains(&key.as_str()),
                "{tool}: {key}"
            );
        }
        for other in [
            "duration",
            "wait_seconds",
            "truncated_lines",
            "paneid",
            "target_pane",
            "tmux_cursor",
        ] {
            let contract = key == "output_truncated_lines";
            assert!(contract || !key.contains(other), "{tool}: {key}");
        }
    }
}
