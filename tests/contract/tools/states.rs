//! Every tool in the states it can answer in, held against its own outputSchema; a tool without a sample fails here.

use app::tool::Tool;
use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::samples::{arguments, stage};
use support::tools::{Bench, CATALOG};

use crate::every_backend;

fn fits(tool: &Tool, state: &str, answer: &Value) {
    let schema = Value::Object((*tool.output_schema).clone());
    let validator = jsonschema::validator_for(&schema).unwrap();
    let faults: Vec<String> = validator
        .iter_errors(answer)
        .map(|fault| fault.to_string())
        .collect();
    assert!(
        faults.is_empty(),
        "{} {state}: {faults:?}: {answer}",
        tool.row.name
    );
    for key in answer.as_object().unwrap().keys() {
        let known = state == "error" || schema["properties"].get(key).is_some();
        assert!(
            known,
            "{} {state}: {key} is not in the schema: {answer}",
            tool.row.name
        );
    }
}

async fn check(bench: &Bench, tool: &Tool, state: &str, arguments: Value) -> Value {
    let shown = arguments.to_string();
    let (answer, is_error) = bench.try_call(tool.row.name, arguments).await;
    assert_eq!(
        is_error,
        state == "error",
        "{} {state} {shown}: {answer}",
        tool.row.name
    );
    fits(tool, state, &answer);
    answer
}

#[apply(every_backend)]
async fn f51_every_tool_succeeds_and_fails_within_its_schema(#[case] on: Backend) {
    for tool in CATALOG.tools() {
        let bench = stage(on).await;
        check(&bench, tool, "success", arguments(tool.row.name)).await;
        let error = check(&bench, tool, "error", json!({ "no_such_argument": 1 })).await;
        assert_eq!(error["kind"], "invalid_argument", "{error}");
        bench.server.raw(&["kill-server"]);
        let (answer, is_error) = bench
            .try_call(tool.row.name, arguments(tool.row.name))
            .await;
        fits(tool, if is_error { "error" } else { "success" }, &answer);
        if is_error {
            // A wait that its server ended is an answer; a list or a change of a server that is gone is none.
            let gone = ["no_server", "server_gone"].map(Value::from);
            assert!(
                gone.contains(&answer["kind"]),
                "{}: {answer}",
                tool.row.name
            );
        }
    }
}

#[apply(every_backend)]
async fn lists_that_are_empty_fit_their_schemas(#[case] on: Backend) {
    let bench = stage(on).await;
    for (tool, arguments) in [
        (
            "search_panes",
            json!({ "pattern": "no such text anywhere" }),
        ),
        ("show_hooks", json!({ "session": "alpha" })),
        ("show_environment", json!({ "session": "alpha" })),
        ("capture_since", json!({ "pane_id": "%0" })),
        ("show_option", json!({ "name": "user-keys" })),
    ] {
        check(&bench, CATALOG.named(tool).unwrap(), "empty", arguments).await;
    }
}

#[apply(every_backend)]
async fn what_is_cut_to_its_budget_fits_its_schema_and_says_so(#[case] on: Backend) {
    let bench = stage(on).await;
    bench
        .call(
            "run_shell_command",
            json!({ "pane_id": "%0", "command": "seq 1 300" }),
        )
        .await;
    for (tool, arguments, told) in [
        (
            "capture_pane",
            json!({ "pane_id": "%0", "history": true, "max_lines": 2 }),
            "dropped_lines",
        ),
        (
            "snapshot_pane",
            json!({ "pane_id": "%0", "history": true, "max_lines": 2 }),
            "dropped_lines",
        ),
        (
            "capture_since",
            json!({ "pane_id": "%0", "max_lines": 2 }),
            "dropped_lines",
        ),
        (
            "search_panes",
            json!({ "pattern": "1", "scrollback_lines": 300, "max_matches_per_pane": 1 }),
            "stopped_by",
        ),
        (
            "run_shell_command",
            json!({ "pane_id": "%0", "command": "seq 1 300", "max_lines": 2 }),
            "output_truncated_lines",
        ),
    ] {
        let answer = check(&bench, CATALOG.named(tool).unwrap(), "truncated", arguments).await;
        assert!(answer.get(told).is_some(), "{tool}: {answer}");
    }
}
