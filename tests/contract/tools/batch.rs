//! Several looks in one call: order, errors, what may be nested, waits.

use std::time::Duration;

use domain::policy::Choice;
use domain::{Provenance, ToolPolicy};
use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::tools::Bench;
use tokio::time::Instant;

use crate::every_backend;

const BATCH: &str = "call_read_tools_batch";

fn bench(on: Backend) -> Bench {
    Bench::over(on.running("exec cat", 80, 24))
}

#[apply(every_backend)]
async fn each_result_is_what_the_tool_answers_by_itself(#[case] on: Backend) {
    let bench = bench(on);
    let operations = json!([{ "tool": "list_panes" }, { "tool": "show_option", "arguments": { "name": "buffer-limit" } }]);
    let answer = bench.call(BATCH, json!({ "operations": operations })).await;
    let alone = bench.call("list_panes", json!({})).await;
    let row = &answer["results"][0];
    assert_eq!(row["result"]["structuredContent"], alone);
    let text = row["result"]["content"][0]["text"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), alone);
    assert_eq!(
        (&row["success"], &row["error"], &row["result_truncated"]),
        (&json!(true), &Value::Null, &json!(false))
    );
    let mut rest = answer.clone();
    rest.as_object_mut().unwrap().remove("results");
    assert_eq!(
        rest,
        json!({ "succeeded": 2, "failed": 0, "stopped_at": null, "truncated": false, "truncated_bytes": 0, "on_error": "stop" })
    );
}

#[apply(every_backend)]
async fn an_error_ends_the_batch_unless_it_is_to_go_on(#[case] on: Backend) {
    let bench = bench(on);
    let operations = json!([
        { "tool": "get_pane_info", "arguments": { "pane_id": "1" } }, { "tool": "list_sessions", "arguments": null },
    ]);
    let answer = bench.call(BATCH, json!({ "operations": operations })).await;
    assert_eq!(
        (
            &answer["stopped_at"],
            answer["results"].as_array().unwrap().len()
        ),
        (&json!(0), 1)
    );
    let words = answer["results"][0]["error"].as_str().unwrap();
    assert!(
        words.contains("index") && words.contains("list_panes"),
        "{words}"
    );
    let answer = bench
        .call(
            BATCH,
            json!({ "operations": operations, "on_error": "continue" }),
        )
        .await;
    assert_eq!(
        (
            &answer["succeeded"],
            &answer["failed"],
            &answer["stopped_at"]
        ),
        (&json!(1), &json!(1), &Value::Null)
    );
}

#[apply(every_backend)]
async fn only_looks_that_the_policy_shows_are_nested(#[case] on: Backend) {
    let mut bench = bench(on);
    for tool in [
        "wait_for_text",
        BATCH,
        "send_keys",
        "kill_pane",
        "list_pane",
    ] {
        let operations = json!([{ "tool": "list_sessions" }, { "tool": tool }]);
        let refusal = bench
            .refused(BATCH, json!({ "operations": operations }))
            .await;
        assert_eq!(refusal["kind"], "invalid_argument");
        assert!(
            refusal["message"]
                .as_str()
                .unwrap()
                .contains("operations[1].tool"),
            "{refusal}"
        );
    }
    let choice = Choice {
        exclude: vec!["list_sessions".to_owned()],
        ..Choice::default()
    };
    bench.context.policy = ToolPolicy::new(&choice, Provenance::Operator);
    let operations = json!([{ "tool": "list_sessions" }]);
    let refusal = bench
        .refused(BATCH, json!({ "operations": operations }))
        .await;
    assert!(
        !refusal["recovery"]
            .as_str()
            .unwrap()
            .contains("list_sessions"),
        "{refusal}"
    );
    let none = bench.refused(BATCH, json!({ "operations": [] })).await;
    assert_eq!(none["kind"], "invalid_argument");
}

#[apply(every_backend)]
async fn the_ceiling_for_waits_holds_for_the_whole_batch(#[case] on: Backend) {
    let mut bench = bench(on);
    bench.context.limits.wait_max = Duration::from_millis(300);
    let cursor = bench
        .call("capture_since", json!({ "pane_id": "%0" }))
        .await["cursor"]
        .clone();
    let wait = json!({ "tool": "capture_since", "arguments": { "pane_id": "%0", "cursor": cursor, "wait_ms": 60_000 } });
    let started = Instant::now();
    let answer = bench
        .call(BATCH, json!({ "operations": vec![wait; 16] }))
        .await;
    assert_eq!(answer["succeeded"], 16);
    assert!(
        started.elapsed() < bench.server.patience(Duration::from_secs(3)),
        "{:?}",
        started.elapsed()
    );
}
