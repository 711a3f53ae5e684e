//! F50, F53: the list in the dialect and within the sizes that every client takes; progress for who asks for it.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::nest::Nest;
use support::stdio::Client;

use super::{on_server, serve};

/// Keys whose values are schemas by name.
const NAMED: [&str; 2] = ["properties", "$defs"];

/// All that may stand in a schema of ours.
const WORDS: [&str; 14] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "description",
    "pattern",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
];

/// Holds a schema and all below it against the strictest client.
#[expect(clippy::too_many_lines, reason = "a rule a line")]
fn strict(schema: &Value, path: &str) {
    let Value::Object(object) = schema else {
        panic!("{path}: {schema} is no object: a boolean schema")
    };
    // What existing clients rely on says null where a nested call has no result: below the top of an answer alone.
    if let Some(Value::Array(either)) = object.get("anyOf") {
        assert!(path.contains(".output.") && object.len() == 1, "{path}");
        assert_eq!(
            (either.len(), &either[1]),
            (2, &json!({ "type": "null" })),
            "{path}"
        );
        return strict(&either[0], path);
    }
    for (key, value) in object {
        assert!(
            WORDS.contains(&key.as_str()),
            "{path}: {key} is not for every client"
        );
        if NAMED.contains(&key.as_str()) {
            for (name, below) in value.as_object().unwrap() {
                let ours = name
                    .chars()
                    .all(|letter| letter.is_ascii_lowercase() || letter == '_');
                // A nested result has MCP's own names.
                let theirs = ["structuredContent", "isError"].contains(&name.as_str());
                assert!(
                    ours || (theirs && path.ends_with(".result")),
                    "{path}.{name}"
                );
                strict(below, &format!("{path}.{name}"));
            }
        }
    }
    let kind = object.get("type").and_then(Value::as_str);
    let kind = kind.unwrap_or_else(|| panic!("{path}: the type is no single word: {schema}"));
    match kind {
        "array" => strict(&object["items"], &format!("{path}[]")),
        "object" => {
            if let Some(more) = object.get("additionalProperties") {
                assert_eq!(more, &Value::Bool(false), "{path}");
            }
        }
        "string" | "integer" | "number" | "boolean" => {}
        other => panic!("{path}: {other}"),
    }
    if let Some(choices) = object.get("enum") {
        assert!(
            choices.as_array().unwrap().iter().all(Value::is_string),
            "{path}"
        );
    }
    for name in object
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        assert!(
            object["properties"].get(name.as_str().unwrap()).is_some(),
            "{path}: {name}"
        );
    }
    jsonschema::meta::validate(schema).unwrap();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f50_every_schema_is_in_the_dialect_that_every_client_takes() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    for tool in client.tools() {
        let name = tool["name"].as_str().unwrap();
        let (input, output) = (&tool["inputSchema"], &tool["outputSchema"]);
        strict(input, &format!("{name}.input"));
        strict(output, &format!("{name}.output"));
        for schema in [input, output] {
            assert_eq!(schema["type"], "object", "{name}");
        }
        assert_eq!(input["additionalProperties"], false, "{name}");
        assert!(input["properties"].is_object(), "{name}");
        assert_eq!(
            output.get("required"),
            None,
            "{name}: the error record must fit, too"
        );
        assert_eq!(output.get("additionalProperties"), None, "{name}");
        for key in ["kind", "message", "recovery", "retryable"] {
            assert_eq!(
                output["properties"].get(key),
                None,
                "{name}: {key} is the error record's"
            );
        }
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f53_names_descriptions_and_instructions_fit_every_client() {
    let nest = Nest::with_server();
    let mut client = support::stdio::start(nest.program(super::PROGRAM, &["-S", &nest.socket()]));
    let said = client.initialize();
    let instructions = said["instructions"].as_str().unwrap();
    assert!(instructions.len() < 2_048, "{}", instructions.len());
    assert_eq!(said["serverInfo"]["name"], "libtmux-mcp");
    for tool in client.tools() {
        let name = tool["name"].as_str().unwrap();
        assert!("mcp__libtmux-mcp__".len() + name.len() < 60, "{name}");
        let description = tool["description"].as_str().unwrap();
        assert!(
            (20..2_048).contains(&description.len()),
            "{name}: {}",
            description.len()
        );
        assert_eq!(
            tool["annotations"],
            json!({ "readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true }),
            "{name}"
        );
        let row = &tool["_meta"]["com.git-pull.libtmux-mcp/capability"];
        assert!(
            row["toolset"].is_string() && row["process_reach"].is_string(),
            "{name}: {row}"
        );
    }
}

/// Asks for a wait that nothing ends.
fn wait(client: &mut Client, pane: &str, seconds: f64, token: Option<&str>) -> u64 {
    let arguments = json!({ "pane_id": pane, "patterns": ["never"], "timeout": seconds });
    let mut params = json!({ "name": "wait_for_text", "arguments": arguments });
    if let Some(token) = token {
        params["_meta"] = json!({ "progressToken": token });
    }
    client.request("tools/call", params)
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f53_progress_comes_in_time_to_who_asked_and_to_nobody_else() {
    let nest = Nest::with_server();
    let other = nest.pane(&["cat"]);
    let mut client = serve(&nest, &["--socket", &nest.socket()]);
    let silent = wait(&mut client, &other, 60.0, None);
    let asked = wait(&mut client, "%0", 60.0, Some("token"));
    let started = Instant::now();
    let sign = client
        .next_message(Duration::from_secs(20))
        .expect("a sign of life within 20 s");
    assert_eq!(sign["method"], "notifications/progress", "{sign}");
    assert_eq!(sign["params"]["progressToken"], "token");
    assert!(sign["params"]["progress"].as_f64().unwrap() > 0.0, "{sign}");
    assert!(started.elapsed() > Duration::from_secs(1));
    client.cancel(asked);
    client.cancel(silent);
    assert_eq!(client.next_message(Duration::from_millis(300)), None);
}
