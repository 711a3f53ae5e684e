//! What the input schemas of existing clients accept is never refused for its shape.

use std::time::Duration;

use app::naming::Naming;
use serde_json::{Value, json};
use support::tools::Bench;

use crate::samples::samples;
use crate::{BATCH_INPUT, COMMAND_INPUT, assert_fits, schema};

/// The words of refusals that are about the shape of what was given, not about what it names.
const SHAPE: [&str; 8] = [
    "is not known",
    "is given twice",
    "do not fit",
    "must have",
    "must be an integer",
    "must be a number",
    "must be true or false",
    "must be a string",
];

#[track_caller]
fn assert_no_shape(given: &Value, words: &str) {
    for shape in SHAPE {
        assert!(!words.contains(shape), "{given} is refused: {words}");
    }
    // An option of a session, window or pane needs one.
    let target = words.contains("argument \"target\" is missing");
    assert!(
        target || !words.contains("is missing"),
        "{given} is refused: {words}"
    );
}

async fn bench() -> Bench {
    let mut bench = Bench::shell("bash", 80, 2_000).await;
    bench.context.limits.wait_max = Duration::from_millis(20);
    bench
}

#[tokio::test]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
async fn every_nested_call_that_the_contract_accepts_is_taken() {
    let mut bench = bench().await;
    bench.context.naming = Naming::Camel;
    let contract = schema(BATCH_INPUT);
    let variants = contract["properties"]["operations"]["items"]["anyOf"].as_array();
    let variants = variants.unwrap();
    assert_eq!(variants.len(), 16);
    let calls: Vec<Value> = variants.iter().flat_map(samples).collect();
    let mut succeeded: Vec<String> = Vec::new();
    for operations in calls.chunks(16) {
        let batch = json!({ "operations": operations, "onError": "continue" });
        assert_fits(&contract, &batch);
        let answer = bench.call("call_read_tools_batch", batch).await;
        let rows = answer["results"].as_array().unwrap();
        assert_eq!(rows.len(), operations.len());
        for (given, row) in operations.iter().zip(rows) {
            // `arguments` may be left out even where the tool needs some: then its own words say which.
            if given.get("arguments").is_some() {
                assert_no_shape(given, row["error"].as_str().unwrap_or_default());
            }
            if row["success"] == true {
                succeeded.push(row["tool"].as_str().unwrap().to_owned());
            }
        }
    }
    succeeded.sort();
    succeeded.dedup();
    assert_eq!(succeeded.len(), 16, "{succeeded:?}");
}

#[tokio::test]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
async fn every_batch_and_every_choice_on_error_is_taken() {
    let bench = bench().await;
    for on_error in [
        json!({}),
        json!({ "onError": "stop" }),
        json!({ "on_error": "continue" }),
    ] {
        let mut batch = on_error;
        batch["operations"] = json!([{ "tool": "list_sessions" }]);
        let answer = bench.call("call_read_tools_batch", batch).await;
        assert_eq!(answer["succeeded"], 1);
    }
}

#[tokio::test]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
async fn every_run_command_that_the_contract_accepts_is_taken() {
    let bench = bench().await;
    let contract = schema(COMMAND_INPUT);
    for mut given in samples(&contract) {
        assert_fits(&contract, &given);
        // Another socket is refused in words, in a test of its own.
        given["socket_name"] = Value::Null;
        let (answer, _) = bench.try_call("run_command", given.clone()).await;
        assert_no_shape(&given, answer["message"].as_str().unwrap_or_default());
    }
}

#[tokio::test]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
async fn our_own_socket_may_be_named_and_another_is_refused_in_words() {
    let bench = bench().await;
    for own in ["s", bench.server.socket.as_str()] {
        bench
            .call("list_panes", json!({ "socket_name": own }))
            .await;
    }
    let nested = json!([{ "tool": "list_panes", "arguments": { "socketName": "s" } }]);
    let answer = bench
        .call("call_read_tools_batch", json!({ "operations": nested }))
        .await;
    assert_eq!(answer["succeeded"], 1);
    let refusal = bench
        .refused(
            "run_command",
            json!({ "command": "true", "socket_name": "default" }),
        )
        .await;
    assert_eq!(refusal["kind"], "invalid_argument");
    let words = refusal["message"].as_str().unwrap();
    assert!(words.contains("one tmux server"), "{words}");
}
