//! The tools against a real tmux, called in this process.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests and their helpers fail by panicking"
)]

mod arranging;
mod batches;
mod busy_panes;
mod channels;
mod clearing;
mod creating;
mod following;
mod frame_table;
mod guards;
mod hostile_panes;
mod input_cases;
mod interrupts;
mod listing_cases;
mod naming;
mod output_cases;
mod paging;
mod placing;
mod respawning;
mod resuming;
mod run_ends;
mod session_cases;
mod session_names;
mod sizing;
mod switching;
mod waiting;
