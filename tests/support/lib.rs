//! What the suites share: a tmux server for each test, over any backend, tools called in this process, and the program served over stdio.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    reason = "helpers of tests fail by panicking"
)]
#![expect(
    clippy::needless_pass_by_value,
    reason = "arguments are written in place with json!"
)]

pub mod backend;
mod contained;
pub mod container;
#[path = "../differential/mod.rs"]
pub mod differential;
pub mod mock;
pub mod nest;
pub mod pane;
pub mod person;
pub mod process;
pub mod raw_control;
pub mod raw_tty;
pub mod readme;
pub mod recording;
pub mod release;
pub mod samples;
pub mod settled;
pub mod ssh;
pub mod stdio;
pub mod tmux;
pub mod tools;
