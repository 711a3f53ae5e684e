//! The tools against a real tmux, called in this process.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests and their helpers fail by panicking"
)]

mod arranging;
mod batches;
mod channels;
mod clearing;
mod creating;
mod following;
mod frame_table;
mod naming;
mod paging;
mod placing;
mod respawning;
mod sizing;
mod switching;
mod waiting;
