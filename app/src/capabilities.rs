//! The resource `tmux://capabilities`: what this process can do to which server, static for its life.

use domain::ToolPolicy;
use serde_json::{Map, Value, json};

use crate::catalog::Catalog;
use crate::context::Context;
use crate::published::Published;
use crate::tool::Tool;

/// Where the report is read.
pub const URI: &str = "tmux://capabilities";

/// The version of the report's own shape.
const SCHEMA_VERSION: u32 = 1;

/// What a client may rely on, and what stays outside.
const BOUNDARY: [&str; 4] = [
    "one socket per process: no tool reaches another tmux server",
    "no tool runs a command on the host; commands run in panes alone",
    "the policy shapes the catalogue and does not confine effects: walls are the account, the socket's permissions, a container",
    "this report is static: it is as things were at start",
];

/// The report.
#[must_use]
pub fn report(catalog: &Catalog, context: &Context) -> Value {
    let facts = &context.facts;
    let policy = &context.policy;
    let published = Published::of(context);
    let tools: Vec<Value> = catalog
        .shown(policy)
        .map(|tool| row(tool, &published))
        .collect();
    json!({
        "schema_version": SCHEMA_VERSION,
        "tools": tools,
        "toolsets": sets(policy),
        "included_tools": policy.included(),
        "excluded_tools": policy.excluded(),
        "socket": facts.socket,
        "socket_selector": facts.selector,
        "server_at_start": facts.server_at_start,
        "provenance": facts.provenance.as_str(),
        "backend": facts.backend,
        "limits": {
            "wait_max_seconds": context.limits.wait_max.as_secs_f64(),
            "max_lines": context.limits.max_lines,
            "max_chars": context.limits.max_chars,
        },
        "allow_attended": context.allow_attended,
        "boundary": BOUNDARY,
    })
}

fn sets(policy: &ToolPolicy) -> Vec<&'static str> {
    policy.toolsets().iter().map(|set| set.as_str()).collect()
}

/// A tool's whole row: what stands on the tool, its annotations, and the schemas.
fn row(tool: &Tool, published: &Published<'_>) -> Value {
    let mut row = Map::from_iter([("name".to_owned(), Value::from(tool.row.name))]);
    row.extend(tool.row.capability());
    let nested: Vec<&str> = published.nested(tool).map(|tool| tool.row.name).collect();
    let hints = tool.row.hints(published.annotations).record();
    let schema = |schema: &Map<String, Value>| Value::Object(schema.clone());
    row.insert("nested".to_owned(), Value::from(nested));
    row.insert("annotations".to_owned(), hints);
    row.insert("input_schema".to_owned(), schema(&published.input(tool)));
    row.insert("output_schema".to_owned(), schema(&published.output(tool)));
    Value::Object(row)
}
