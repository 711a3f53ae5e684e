//! Failures between two calls of the port, each scripted on a mock: what an agent is told, and what it is to do next.

mod ending;
mod looking;
mod running;

use std::sync::Arc;
use std::time::Duration;

use app::context::Context;
use domain::TmuxError;
use serde_json::Value;
use support::mock::MockTmux;
use support::tools::{call_in, context_over};

/// The tools over a scripted port.
fn over(port: MockTmux) -> Context {
    let mut context = context_over(Arc::new(port));
    context.facts.tmux = Some("/usr/bin/tmux".to_owned());
    // The processes of the script are nobody's here.
    context.is_local = false;
    context
}

async fn answer(port: MockTmux, tool: &str, arguments: Value) -> Value {
    let (answer, is_error) = call_in(&over(port), tool, arguments).await;
    assert!(!is_error, "{tool}: {answer}");
    answer
}

/// The error record of a call: that it is one, of this kind, with a next step that says this.
async fn error(port: MockTmux, tool: &str, arguments: Value, kind: &str, next: &str) -> Value {
    let (error, is_error) = call_in(&over(port), tool, arguments).await;
    assert!(is_error, "{tool}: {error}");
    assert_eq!(error["kind"], kind, "{error}");
    let recovery = error["recovery"].as_str().unwrap();
    assert!(recovery.contains(next), "{error}");
    error
}

fn gone() -> TmuxError {
    TmuxError::ServerGone {
        words: "server exited".to_owned(),
    }
}

fn garbled() -> TmuxError {
    TmuxError::Garbled {
        detail: "no position",
    }
}

fn unresponsive(effect_unknown: bool) -> TmuxError {
    TmuxError::Unresponsive {
        after: Duration::from_secs(5),
        effect_unknown,
    }
}
