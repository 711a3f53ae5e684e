//! The tools against a real tmux, called in this process.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests and their helpers fail by panicking"
)]

mod following;
mod frame_table;
mod paging;
mod waiting;
