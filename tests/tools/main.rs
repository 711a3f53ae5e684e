//! The tools against a real tmux, called in this process.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests and their helpers fail by panicking"
)]

mod batch;
mod following;
mod frame_table;
mod paging;
mod searching;
mod settings;
mod waiting;
