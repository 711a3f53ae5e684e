//! `send_keys_batch`: rows of `send_keys`, each with its own guard.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Keys, SendKeys};
use crate::context::Context;
use crate::error::ToolError;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SendKeysBatch {
    #[schemars(length(min = 1, max = 64))]
    operations: Vec<SendKeys>,
    /// Default stop.
    on_error: Option<OnError>,
}

/// What follows a row that failed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum OnError {
    #[default]
    Stop,
    Continue,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Batch {
    results: Vec<RowResult>,
    succeeded: usize,
    failed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_at: Option<usize>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct RowResult {
    index: usize,
    success: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pane_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

pub(super) async fn send_keys_batch(
    context: &Context,
    arguments: SendKeysBatch,
) -> Result<Batch, ToolError> {
    let rows = arguments.operations.into_iter().enumerate();
    let rows: Result<Vec<Keys>, ToolError> = rows
        .map(|(index, row)| Keys::checked(row).map_err(|error| named(error, index)))
        .collect();
    let on_error = arguments.on_error.unwrap_or_default();
    let mut results = Vec::new();
    let mut stopped_at = None;
    for (index, row) in rows?.into_iter().enumerate() {
        let result = sent(context, index, row).await;
        let stops = !result.success && on_error == OnError::Stop;
        results.push(result);
        if stops {
            stopped_at = Some(index);
            break;
        }
    }
    let succeeded = results.iter().filter(|row| row.success).count();
    Ok(Batch {
        failed: results.len() - succeeded,
        results,
        succeeded,
        stopped_at,
    })
}

async fn sent(context: &Context, index: usize, row: Keys) -> RowResult {
    match row.send(context).await {
        Ok(sent) => RowResult {
            index,
            success: true,
            pane_ids: sent.pane_ids,
            cursor: sent.cursor,
            note: sent.note,
            error: None,
        },
        Err(error) => RowResult {
            index,
            success: false,
            pane_ids: Vec::new(),
            cursor: None,
            note: None,
            error: Some(format!("{}. {}", error.message, error.recovery)),
        },
    }
}

/// The error of a row's argument, named by its whole path.
fn named(mut error: ToolError, index: usize) -> ToolError {
    let path = format!("argument \"operations[{index}].");
    error.message = error.message.replacen("argument \"", &path, 1);
    error
}
