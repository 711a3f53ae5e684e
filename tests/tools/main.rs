//! The tools against a real tmux, called in this process.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests and their helpers fail by panicking"
)]

mod following;
mod frame_table;
mod guards;
mod hostile_panes;
mod input_cases;
mod interrupts;
mod listing_cases;
mod output_cases;
mod paging;
mod resuming;
mod run_ends;
mod session_cases;
mod session_names;
mod waiting;
