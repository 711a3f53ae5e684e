//! F51: every tool in each state it can answer in, held against its schema; the text says the same as the structure.

mod arranging;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use support::nest::Nest;
use support::process::{runs, until};
use support::stdio::Client;

use super::on_server;

/// The schemas of the answers, and the states that each tool was seen in.
struct Checked {
    client: Client,
    schemas: BTreeMap<String, Value>,
    seen: BTreeMap<String, Vec<&'static str>>,
}

impl Checked {
    fn new(nest: &Nest) -> Self {
        let mut client = on_server(nest);
        let tools = client.tools();
        let schema = |tool: &Value| {
            (
                tool["name"].as_str().unwrap().to_owned(),
                tool["outputSchema"].clone(),
            )
        };
        Self {
            schemas: tools.iter().map(schema).collect(),
            client,
            seen: BTreeMap::new(),
        }
    }

    /// Calls, checks what came, and gives it back.
    fn check(&mut self, state: &'static str, tool: &str, arguments: Value) -> Value {
        let shown = format!("{tool} {arguments} ({state})");
        let result = self.client.result(tool, arguments);
        assert_eq!(
            result["isError"] == true,
            state == "error",
            "{shown}: {result}"
        );
        let answer = result["structuredContent"].clone();
        let content = result["content"].as_array().unwrap();
        assert_eq!(
            (content.len(), &content[0]["type"]),
            (1, &json!("text")),
            "{shown}"
        );
        let text = content[0]["text"].as_str().unwrap();
        assert_eq!(
            serde_json::from_str::<Value>(text).unwrap(),
            answer,
            "{shown}"
        );
        let schema = &self.schemas[tool];
        let validator = jsonschema::validator_for(schema).unwrap();
        let faults: Vec<String> = validator
            .iter_errors(&answer)
            .map(|fault| fault.to_string())
            .collect();
        assert!(faults.is_empty(), "{shown}: {faults:?}: {answer}");
        if state != "error" {
            known(&answer, schema, &shown);
        }
        self.seen.entry(tool.to_owned()).or_default().push(state);
        answer
    }
}

/// Every key of the answer is one that the schema knows, and nothing is null.
fn known(value: &Value, schema: &Value, shown: &str) {
    match value {
        Value::Object(object) => {
            for (key, below) in object {
                let schema = schema["properties"].get(key);
                let schema =
                    schema.unwrap_or_else(|| panic!("{shown}: {key} is not in the schema"));
                known(below, schema, shown);
            }
        }
        Value::Array(list) => list
            .iter()
            .for_each(|item| known(item, &schema["items"], shown)),
        Value::Null => panic!("{shown}: a null"),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn reading(checked: &mut Checked, quiet: &str, full: &str, dead: &str) {
    let (ok, empty, cut, late) = ("success", "empty", "truncated", "timed out");
    checked.check(ok, "list_sessions", json!({}));
    checked.check(ok, "list_windows", json!({}));
    checked.check(ok, "list_panes", json!({}));
    checked.check(ok, "get_server_info", json!({}));
    checked.check(ok, "get_session_info", json!({ "session": "work" }));
    checked.check(ok, "get_window_info", json!({ "window_id": "@0" }));
    for pane in ["%0", quiet, full, dead] {
        checked.check(ok, "get_pane_info", json!({ "pane_id": pane }));
        checked.check(
            ok,
            "snapshot_pane",
            json!({ "pane_id": pane, "history": true }),
        );
    }
    checked.check(empty, "snapshot_pane", json!({ "pane_id": quiet }));
    checked.check(
        cut,
        "snapshot_pane",
        json!({ "pane_id": full, "max_lines": 2, "history": true }),
    );
    checked.check(
        ok,
        "capture_pane",
        json!({ "pane_id": "%0", "escapes": true }),
    );
    checked.check(ok, "capture_pane", json!({ "pane_id": dead }));
    checked.check(empty, "capture_pane", json!({ "pane_id": quiet }));
    let captured = checked.check(
        cut,
        "capture_pane",
        json!({ "pane_id": full, "max_lines": 3, "history": true }),
    );
    assert!(
        captured["dropped_lines"].as_u64().unwrap() > 100,
        "{captured}"
    );
    let first = json!({ "pane_id": full, "max_lines": 3, "keep": "oldest" });
    let page = checked.check(cut, "capture_since", first);
    assert_eq!(page["more"], true, "{page}");
    let next =
        json!({ "pane_id": full, "cursor": page["cursor"], "keep": "newest", "max_lines": 3 });
    checked.check(ok, "capture_since", next);
    checked.check(empty, "capture_since", json!({ "pane_id": quiet }));
    let at = checked.check(ok, "capture_since", json!({ "pane_id": "%0" }));
    checked.check(
        late,
        "capture_since",
        json!({ "pane_id": "%0", "cursor": at["cursor"], "wait_ms": 50 }),
    );
    for (state, arguments, outcome) in [
        (
            late,
            json!({ "pane_id": quiet, "patterns": ["never"], "timeout": 0.1 }),
            "timed_out",
        ),
        (
            late,
            json!({ "pane_id": quiet, "patterns": ["never"], "timeout": 0 }),
            "timed_out",
        ),
        (
            ok,
            json!({ "pane_id": full, "patterns": ["1000"] }),
            "present_at_entry",
        ),
        (ok, json!({ "pane_id": quiet, "idle_ms": 50 }), "idle"),
        (
            ok,
            json!({ "pane_id": dead, "patterns": ["never"] }),
            "pane_died",
        ),
    ] {
        let waited = checked.check(state, "wait_for_text", arguments);
        assert_eq!(waited["outcome"], outcome, "{waited}");
    }
}

#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn acting(checked: &mut Checked, quiet: &str) {
    let (ok, empty, cut, late) = ("success", "empty", "truncated", "timed out");
    let run = |command: &str, more: Value| {
        let mut arguments = json!({ "pane_id": "%0", "command": command });
        arguments
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        arguments
    };
    let tool = "run_shell_command";
    checked.check(ok, tool, run("echo x; exit 2", json!({})));
    checked.check(empty, tool, run("true", json!({})));
    let ran = checked.check(cut, tool, run("seq 1 500", json!({ "max_lines": 5 })));
    assert_eq!(ran["output_truncated_lines"], 495, "{ran}");
    let ran = checked.check(ok, tool, run("clear; echo left", json!({})));
    assert_eq!(ran["framed"], false, "{ran}");
    let begun = checked.check(
        late,
        tool,
        run("sleep 0.5; echo late", json!({ "timeout": 0 })),
    );
    checked.check("error", tool, run("true", json!({})));
    checked.check(
        late,
        tool,
        json!({ "resume": begun["resume"], "timeout": 0.05 }),
    );
    checked.check(ok, tool, json!({ "resume": begun["resume"] }));
    checked.check(ok, "send_keys", json!({ "pane_id": quiet, "text": "x" }));
    checked.check(
        ok,
        "paste_text",
        json!({ "pane_id": quiet, "text": "x\u{1b}[201~" }),
    );
    checked.check(
        ok,
        "create_session",
        json!({ "name": "made", "window_name": "w", "start_directory": "/" }),
    );
    checked.check(
        ok,
        "create_session",
        json!({ "start_directory": "/nonexistent" }),
    );
    let split = checked.check(
        ok,
        "split_window",
        json!({ "pane_id": quiet, "direction": "below", "size": 3 }),
    );
    checked.check(ok, "kill_pane", json!({ "pane_id": split["pane_id"] }));
    checked.check(ok, "kill_session", json!({ "session": "made" }));
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f51_every_answer_fits_its_schema_and_its_text_says_the_same() {
    let nest = Nest::with_server();
    nest.says(&["set-option", "-g", "remain-on-exit", "on"]);
    let dead = nest.pane(&["sh", "-c", "exit 7"]);
    nest.until_is(&dead, "#{pane_dead}", "1");
    let quiet = nest.pane(&["sh", "-c", "stty -echo; exec cat >/dev/null"]);
    nest.until_is(&quiet, "#{pane_current_command}", "cat");
    let full = nest.pane(&["sh", "-c", "seq 1 1000; exec cat"]);
    nest.until_shown(&full, "1000");
    let mut checked = Checked::new(&nest);
    reading(&mut checked, &quiet, &full, &dead);
    acting(&mut checked, &quiet);
    arranging::all(&mut checked);
    // Every tool in the error form, twice: by its argument, and by what does not exist.
    for tool in checked.schemas.keys().cloned().collect::<Vec<_>>() {
        checked.check("error", &tool, json!({ "no_such_argument": 1 }));
    }
    let server = nest.server_pid();
    nest.says(&["kill-server"]);
    until("the server is gone", || !runs(server));
    for (tool, seen) in checked.seen.clone() {
        assert!(seen.contains(&"error"), "{tool}: {seen:?}");
        // Every tool's success is walked in `tests/tools/states.rs`; here are those with states of their own.
        if !seen.contains(&"success") {
            continue;
        }
        let arguments = match tool.as_str() {
            "list_sessions" | "list_windows" | "list_panes" | "get_server_info" => json!({}),
            "get_session_info" | "kill_session" => json!({ "session": "work" }),
            "get_window_info" => json!({ "window_id": "@0" }),
            "create_session" | "send_keys_batch" => continue,
            "send_keys" | "paste_text" => json!({ "pane_id": "%0", "text": "x" }),
            "run_shell_command" => json!({ "pane_id": "%0", "command": "x" }),
            "wait_for_text" => json!({ "pane_id": "%0", "patterns": ["x"] }),
            "split_window" => json!({ "pane_id": "%0", "direction": "left" }),
            other => arranging::plain(other).unwrap_or_else(|| json!({ "pane_id": "%0" })),
        };
        let error = checked.check("error", &tool, arguments);
        assert_eq!(error["kind"], "no_server", "{tool}: {error}");
    }
    let all: Vec<&String> = checked
        .schemas
        .keys()
        .filter(|tool| !checked.seen.contains_key(*tool))
        .collect();
    assert!(all.is_empty(), "never answered: {all:?}");
}
