//! `call_read_tools_batch`: several looks in one call. Which tools it reaches it is handed; it knows no catalogue.

use std::sync::Arc;
use std::time::Duration;

use domain::policy::suggestion;
use domain::text::{printable, shortened};
use domain::{ToolPolicy, Toolset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::time::Instant;

use crate::context::Context;
use crate::error::ToolError;
use crate::naming::Naming;
use crate::tool::{LineBytes, Outcome, Output, Row, Tool};

/// The line that answers a batch is shorter than this, in bytes.
pub const LINE_BYTES_MAX: usize = 1_000_000;

/// The most characters of the error of one operation.
const ERROR_CHARS: usize = 2_000;

/// The tools that may be nested: those that look and do not wait for something in particular.
pub const NESTED: [&str; 16] = [
    "list_sessions",
    "list_windows",
    "list_panes",
    "get_server_info",
    "get_session_info",
    "get_window_info",
    "get_pane_info",
    "capture_pane",
    "capture_since",
    "snapshot_pane",
    "search_panes",
    "find_pane_by_position",
    "get_tmux_variables",
    "show_option",
    "show_environment",
    "show_hooks",
];

/// The tool of this file, over those of these tools that may be nested.
#[must_use]
pub fn tools(of: &[Tool]) -> Vec<Tool> {
    let nested = NESTED.iter();
    let nested = nested.filter_map(|name| of.iter().find(|tool| tool.row.name == *name));
    let nested: Arc<[Tool]> = nested.cloned().collect();
    let row = Row {
        outputs: &[
            Output::TmuxMetadata,
            Output::TerminalContent,
            Output::ProcessEnvironment,
            Output::ConfiguredCommand,
        ],
        nested: &NESTED,
        ..Row::new(
            "call_read_tools_batch",
            Toolset::Inspect,
            "Several reading tools in one call, in order; each result as that tool would answer.",
        )
    };
    let reached = Arc::clone(&nested);
    let tool = Tool::new(row, move |context, arguments| {
        let reached = Arc::clone(&reached);
        Box::pin(async move { call_read_tools_batch(context, &reached, arguments).await })
    });
    vec![tool.reaching(nested).cut_by(fit)]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Batch {
    #[schemars(length(min = 1, max = 16))]
    operations: Vec<Operation>,
    /// Default stop.
    on_error: Option<OnError>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Operation {
    tool: String,
    arguments: Option<Map<String, Value>>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum OnError {
    #[default]
    Stop,
    Continue,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Answers {
    results: Vec<Answer>,
    succeeded: usize,
    failed: usize,
    #[schemars(extend("x-nullable" = true))]
    stopped_at: Option<usize>,
    truncated: bool,
    truncated_bytes: u64,
    on_error: OnError,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Answer {
    index: usize,
    tool: String,
    success: bool,
    #[schemars(extend("x-nullable" = true))]
    result: Option<Nested>,
    result_truncated: bool,
    #[schemars(extend("x-nullable" = true))]
    error: Option<String>,
}

/// What the nested tool answers, as MCP spells it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Nested {
    content: Vec<Content>,
    structured_content: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_error: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Content {
    r#type: &'static str,
    text: String,
}

async fn call_read_tools_batch(
    context: &Context,
    reached: &[Tool],
    arguments: Batch,
) -> Result<Answers, ToolError> {
    let on_error = arguments.on_error.unwrap_or_default();
    let mut calls = Vec::with_capacity(arguments.operations.len());
    for (index, operation) in arguments.operations.into_iter().enumerate() {
        let tool = named(reached, &operation.tool, &context.policy, index)?;
        calls.push((tool, operation.arguments.unwrap_or_default()));
    }
    let deadline = Instant::now() + context.limits.wait_max;
    let mut answers = Answers {
        results: Vec::with_capacity(calls.len()),
        succeeded: 0,
        failed: 0,
        stopped_at: None,
        truncated: false,
        truncated_bytes: 0,
        on_error,
    };
    for (index, (tool, arguments)) in calls.into_iter().enumerate() {
        // The ceiling for waits holds for all of them together.
        let left = deadline.saturating_duration_since(Instant::now());
        let outcome = tool.call(&within(context, left), arguments).await;
        let failed = outcome.is_error;
        answers.results.push(answer(index, tool.row.name, outcome));
        if !failed {
            answers.succeeded += 1;
            continue;
        }
        answers.failed += 1;
        if on_error == OnError::Stop {
            answers.stopped_at = Some(index);
            break;
        }
    }
    Ok(answers)
}

fn within(context: &Context, wait_max: Duration) -> Context {
    let mut within = context.clone();
    within.limits.wait_max = wait_max;
    within
}

/// The tool of this name, where it may be nested and the policy shows it.
fn named<'t>(
    reached: &'t [Tool],
    name: &str,
    policy: &ToolPolicy,
    index: usize,
) -> Result<&'t Tool, ToolError> {
    let shown = || {
        let tools = reached.iter();
        tools.filter(|tool| policy.allows(tool.row.name, tool.row.toolset))
    };
    shown().find(|tool| tool.row.name == name).ok_or_else(|| {
        let names: Vec<&str> = shown().map(|tool| tool.row.name).collect();
        let near = suggestion(name, &names);
        let written = shortened(&printable(name), 60);
        ToolError::invalid(
            &format!("operations[{index}].tool"),
            &format!("names no tool that may be nested here: {written:?}{near}"),
            format!(
                "Nest only {}; call other tools by themselves.",
                names.join(", ")
            ),
        )
    })
}

fn answer(index: usize, tool: &str, outcome: Outcome) -> Answer {
    let text = outcome.text();
    let error = outcome.is_error.then(|| {
        let part = |key: &str| outcome.structured.get(key).and_then(Value::as_str);
        let words = [part("message"), part("recovery")];
        let words: Vec<&str> = words.into_iter().flatten().collect();
        shortened(&words.join(". "), ERROR_CHARS)
    });
    Answer {
        index,
        tool: tool.to_owned(),
        success: !outcome.is_error,
        result: Some(Nested {
            content: vec![Content {
                r#type: "text",
                text,
            }],
            structured_content: outcome.structured,
            is_error: outcome.is_error.then_some(true),
        }),
        result_truncated: false,
        error,
    }
}

/// Leaves out the results that would make the line too long, each where its turn comes; the rows stay.
fn fit(outcome: &mut Outcome, naming: Naming, bytes: &LineBytes<'_>) {
    if outcome.is_error || bytes(outcome) < LINE_BYTES_MAX {
        return;
    }
    let count = rows(outcome).map_or(0, |rows| rows.len());
    let mut results: Vec<Value> = Vec::with_capacity(count);
    let mut left_out: u64 = 0;
    for index in 0..count {
        let result = exchange(outcome, index, naming, Value::Null);
        left_out += json_bytes(&result);
        results.push(result);
    }
    // Counted in full while it is tried what fits: the count only gets shorter.
    tell(outcome, naming, left_out);
    for (index, result) in results.into_iter().enumerate() {
        let size = json_bytes(&result);
        exchange(outcome, index, naming, result);
        if bytes(outcome) < LINE_BYTES_MAX {
            left_out -= size;
        } else {
            exchange(outcome, index, naming, Value::Null);
        }
    }
    tell(outcome, naming, left_out);
}

fn json_bytes(value: &Value) -> u64 {
    if value.is_null() {
        return 0;
    }
    serde_json::to_string(value).map_or(0, |text| text.len() as u64)
}

fn rows(outcome: &mut Outcome) -> Option<&mut Vec<Value>> {
    outcome.structured.get_mut("results")?.as_array_mut()
}

/// Puts a result into a row, and says in the row whether one was left out; the one that stood there.
fn exchange(outcome: &mut Outcome, index: usize, naming: Naming, result: Value) -> Value {
    let row = rows(outcome)
        .and_then(|rows| rows.get_mut(index))
        .and_then(Value::as_object_mut);
    let Some(row) = row else {
        return Value::Null;
    };
    let truncated = Value::Bool(result.is_null());
    row.insert(naming.key("result_truncated").into_owned(), truncated);
    row.insert("result".to_owned(), result).unwrap_or_default()
}

fn tell(outcome: &mut Outcome, naming: Naming, left_out: u64) {
    let record = &mut outcome.structured;
    record.insert("truncated".to_owned(), Value::Bool(true));
    let key = naming.key("truncated_bytes").into_owned();
    record.insert(key, Value::from(left_out));
}
