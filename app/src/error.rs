//! The error record of a tool: what is wrong, what to call next, and whether the same call may succeed later.
//!
//! Why tmux refused is [`domain::TmuxError`]; here it becomes the four fields that a client reads.

use domain::{Kind, TmuxError};
use serde_json::{Map, Value};

/// Why a tool did not do what was asked; becomes the record `{kind, message, recovery, retryable}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolError {
    /// What the caller does next.
    pub kind: Kind,
    /// What is wrong.
    pub message: String,
    /// One imperative sentence that names the next call.
    pub recovery: String,
    /// Whether the very same call may succeed later.
    pub retryable: bool,
}

impl ToolError {
    /// An error of this kind that a repetition does not cure.
    pub fn new(kind: Kind, message: impl Into<String>, recovery: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            recovery: recovery.into(),
            retryable: false,
        }
    }

    /// An argument that cannot be taken; `message` says why, without a value that may be a secret.
    #[must_use]
    pub fn invalid(argument: &str, message: &str, recovery: impl Into<String>) -> Self {
        let message = format!("argument {argument:?} {message}");
        Self::new(Kind::InvalidArgument, message, recovery)
    }

    /// The same error, worth repeating as it is.
    #[must_use]
    pub fn passing(mut self) -> Self {
        self.retryable = true;
        self
    }

    /// The record, as a client reads it.
    #[must_use]
    pub fn record(&self) -> Map<String, Value> {
        Map::from_iter([
            ("kind".to_owned(), Value::from(self.kind.as_str())),
            ("message".to_owned(), Value::from(self.message.as_str())),
            ("recovery".to_owned(), Value::from(self.recovery.as_str())),
            ("retryable".to_owned(), Value::from(self.retryable)),
        ])
    }
}

impl From<TmuxError> for ToolError {
    fn from(error: TmuxError) -> Self {
        Self {
            kind: error.kind(),
            // tmux's own words may quote a name that a program chose.
            message: domain::text::printable(&error.to_string()),
            recovery: error.recovery(),
            retryable: error.retryable(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_has_four_fields_in_their_order() {
        let error = ToolError::from(TmuxError::Command {
            words: "bad\u{1b}[31m".to_owned(),
        });
        let text = Value::Object(error.record()).to_string();
        assert!(
            text.starts_with(r#"{"kind":"tmux","message":"tmux says: bad[31m","recovery":"Call "#),
            "{text}"
        );
        assert!(text.ends_with(r#""retryable":false}"#), "{text}");
    }
}
