//! The tools against a real tmux, called in this process.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests and their helpers fail by panicking"
)]

mod agreement;
mod arranging;
mod batch;
mod batches;
mod busy_panes;
mod channels;
mod clearing;
mod creating;
mod following;
mod frame_table;
mod fuzz;
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
mod samples;
mod searching;
mod session_cases;
mod session_names;
mod settings;
mod sizing;
mod states;
mod switching;
mod waiting;
