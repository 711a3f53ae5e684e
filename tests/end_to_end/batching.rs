//! The batch on the wire: how long its line may get; and the spelling of keys that an operator chose.

use serde_json::{Value, json};
use support::nest::Nest;

use super::{ALL, PROGRAM, serve};

/// The line that answers a batch is shorter than this, in bytes.
const LINE_BYTES_MAX: usize = 1_000_000;

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn the_line_of_a_batch_keeps_below_its_limit_and_rows_say_what_they_lack() {
    let nest = Nest::with_server();
    let socket = nest.socket();
    let words = ["--socket", &socket, "--max-chars", "40000"];
    let mut client = serve(&nest, &words);
    // Every quote is written many times over in a text within a text.
    let text = "\"".repeat(20_000);
    let lines: Vec<String> = (0..9)
        .map(|name| format!("set -g @long{name} '{text}'\n"))
        .collect();
    std::fs::write(nest.path("long.conf"), lines.concat()).unwrap();
    assert!(
        nest.raw(&["source-file", &nest.text("long.conf")])
            .status
            .success()
    );
    let look = |name: usize| {
        let arguments = json!({ "name": format!("@long{name}"), "scope": "global-session" });
        json!({ "tool": "show_option", "arguments": arguments })
    };
    let mut operations: Vec<Value> = (0..9).map(look).collect();
    operations.push(json!({ "tool": "list_sessions" }));
    let id = client.ask("call_read_tools_batch", json!({ "operations": operations }));
    let answer = client.answer(id);
    let line = answer.to_string().len() + 1;
    assert!(line < LINE_BYTES_MAX, "{line}");
    let record = &answer["result"]["structuredContent"];
    assert_eq!(
        (&record["succeeded"], &record["truncated"]),
        (&json!(10), &json!(true))
    );
    let rows = record["results"].as_array().unwrap();
    assert_eq!(rows.len(), 10);
    let cut: Vec<&Value> = rows
        .iter()
        .filter(|row| row["result_truncated"] == true)
        .collect();
    assert!(!cut.is_empty());
    for row in &cut {
        assert_eq!(
            (&row["result"], &row["success"]),
            (&Value::Null, &json!(true))
        );
    }
    // A small one still fits behind those that do not.
    assert_eq!(rows[9]["result_truncated"], false);
    let bytes = record["truncated_bytes"].as_u64().unwrap();
    assert!(bytes > 100_000 * cut.len() as u64, "{bytes}");
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), *record);
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn in_camel_case_all_keys_of_schemas_and_answers_are_camel_case_and_names_stay() {
    let nest = Nest::with_server();
    let socket = nest.socket();
    let words = ["--socket", &socket, "--toolsets", ALL, "--naming", "camel"];
    let mut client = serve(&nest, &words);
    let tools = client.tools();
    for tool in &tools {
        for schema in ["inputSchema", "outputSchema"] {
            let properties = tool[schema]["properties"].as_object();
            for key in properties.into_iter().flatten().map(|(key, _)| key) {
                assert!(!key.contains('_'), "{}: {key}", tool["name"]);
            }
        }
    }
    assert!(tools.iter().any(|tool| tool["name"] == "get_pane_info"));
    for spelled in ["paneId", "pane_id"] {
        let answer = client.call("get_pane_info", json!({ spelled: "%0" }));
        assert_eq!(
            (&answer["paneId"], answer.get("pane_id")),
            (&json!("%0"), None)
        );
    }
    let command = nest
        .program(
            PROGRAM,
            &[
                "--socket",
                &socket,
                "call",
                "get_pane_info",
                "{\"pane_id\": \"%0\"}",
            ],
        )
        .env("LIBTMUX_NAMING", "camel")
        .output()
        .unwrap();
    let answer: Value = serde_json::from_slice(&command.stdout).unwrap();
    assert_eq!(answer["paneId"], "%0");
    let refused = nest
        .program(PROGRAM, &["--naming", "kebab", "tools"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("snake or camel"));
}
