//! What existing clients are answered fits their output schemas.

use app::naming::Naming;
use serde_json::json;
use support::tools::Bench;

use crate::{BATCH_OUTPUT, COMMAND_OUTPUT, assert_fits, schema};

#[tokio::test]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
async fn a_batch_answers_as_the_contract_says() {
    let mut bench = Bench::shell("bash", 80, 2_000).await;
    bench.context.naming = Naming::Camel;
    let contract = schema(BATCH_OUTPUT);
    let operations = json!([
        { "tool": "get_pane_info", "arguments": { "paneId": "%0" } },
        { "tool": "get_pane_info", "arguments": { "paneId": "%9" } },
        { "tool": "list_sessions" },
    ]);
    for (on_error, rows, stopped_at) in [("stop", 2, json!(1)), ("continue", 3, json!(null))] {
        let batch = json!({ "operations": operations, "onError": on_error });
        let answer = bench.call("call_read_tools_batch", batch).await;
        assert_fits(&contract, &answer);
        assert_eq!(answer["results"].as_array().unwrap().len(), rows);
        assert_eq!(
            (&answer["stoppedAt"], &answer["onError"]),
            (&stopped_at, &json!(on_error))
        );
        let first = &answer["results"][0];
        assert_eq!(
            (&first["error"], &first["resultTruncated"]),
            (&json!(null), &json!(false))
        );
        let pane = &first["result"]["structuredContent"];
        assert_eq!(pane["paneId"], "%0");
        assert!(pane["textCursor"]["x"].is_u64(), "{pane}");
        let second = &answer["results"][1];
        assert_eq!(second["result"]["isError"], true);
        let words = second["error"].as_str().unwrap();
        assert!(
            words.contains("%9") && words.contains("list_panes"),
            "{words}"
        );
    }
}

#[tokio::test]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
async fn a_command_answers_as_the_contract_says() {
    let bench = Bench::shell("bash", 80, 2_000).await;
    let contract = schema(COMMAND_OUTPUT);
    for given in [
        json!({ "command": "exit 3", "pane_id": "%0" }),
        json!({ "command": "seq 1 500", "max_lines": 5, "pane_id": null, "suppress_history": true }),
        json!({ "command": "true", "session_id": "$0", "socket_name": null }),
        json!({ "command": "read line", "timeout": 0.2 }),
    ] {
        let answer = bench.call("run_command", given).await;
        assert_fits(&contract, &answer);
    }
}
