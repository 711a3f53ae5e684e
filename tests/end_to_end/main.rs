//! The program over stdio, as a client and its user meet it, against a real tmux. Every test has a nest of its own.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests and their helpers fail by panicking"
)]

mod answers;
mod bad_input;
mod batching;
mod caller;
mod capabilities;
mod command_line;
mod concurrency;
mod dedicated;
mod elsewhere;
mod ending;
mod frames;
mod panes;
mod policy;
mod protocol;
mod readme;
mod releases;
mod residue;
mod schemas;
mod secrets;
mod simulated;
mod starting;
mod unresponsive;

use std::time::{Duration, Instant};

use support::nest::Nest;
use support::stdio::{self, Client};

/// The same program as the one that ships.
const PROGRAM: &str = env!("CARGO_BIN_EXE_libtmux-mcp-under-test");

/// What is promised within a second; twice that, for machines that do something else beside.
const SOON: Duration = Duration::from_secs(2);

/// Every toolset.
const ALL: &str = "inspect,manage,execute,teardown";

/// A client past its handshake.
fn serve(nest: &Nest, words: &[&str]) -> Client {
    stdio::open(nest.program(PROGRAM, words))
}

/// A client of the operator's server, with every tool.
fn on_server(nest: &Nest) -> Client {
    serve(nest, &["--socket", &nest.socket(), "--toolsets", ALL])
}

/// What this gives, and how long it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let done = work();
    (done, started.elapsed())
}

/// The same, where it must be over soon.
fn soon<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let (done, took) = timed(work);
    assert!(took < SOON, "{what} took {took:?}");
    done
}

/// The text of an answer's lines.
fn lines(answer: &serde_json::Value, key: &str) -> Vec<String> {
    let list = answer[key].as_array().cloned().unwrap_or_default();
    list.iter()
        .map(|line| line.as_str().expect("a line").to_owned())
        .collect()
}
