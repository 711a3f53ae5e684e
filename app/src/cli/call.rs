//! One call from the command line, under the same policy as an MCP client's.

use std::process::ExitCode;

use serde_json::{Map, Value};

use super::signals::Signals;
use super::{USAGE, complain, print};
use crate::catalog::{Catalog, Found};
use crate::config::StartError;
use crate::connect::Way;

/// The arguments as they stand on the command line.
///
/// # Errors
/// Text that is no JSON object; it is not repeated.
pub(super) fn read(arguments: Option<&str>) -> Result<Map<String, Value>, StartError> {
    match serde_json::from_str(arguments.unwrap_or("{}")) {
        Ok(Value::Object(arguments)) => Ok(arguments),
        Ok(_) => Err(StartError(
            "the arguments must be a JSON object, as '{\"pane_id\": \"%3\"}'".to_owned(),
        )),
        Err(error) => Err(StartError(format!(
            "the arguments are not JSON from column {} on",
            error.column()
        ))),
    }
}

/// Calls the tool and prints what it answers; 1 where that is an error, 2 where there is no such tool.
pub(super) async fn call(
    way: &Way,
    catalog: &Catalog,
    tool: &str,
    arguments: Map<String, Value>,
) -> ExitCode {
    let mut signals = Signals::heard();
    let connected = way.connect().await;
    let context = &connected.context;
    let code = match catalog.find(tool, &context.policy) {
        Found::Nothing(words) => {
            complain(&words);
            ExitCode::from(USAGE)
        }
        Found::Tool(tool) => tokio::select! {
            outcome = tool.call(context, arguments) => {
                let text = serde_json::to_string_pretty(&outcome.structured).unwrap_or_default();
                let printed = print(&format!("{text}\n")).is_ok();
                ExitCode::from(u8::from(outcome.is_error || !printed))
            }
            // Dropping the call ends what it started.
            status = signals.next() => ExitCode::from(status),
        },
    };
    way.close(connected.daemon).await;
    code
}
