//! The tools in real shells and against the wire of a real tmux; what holds of every backend is in `tests/contract`.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests and their helpers fail by panicking"
)]

mod busy_panes;
mod following;
mod frame_table;
mod fuzz;
mod hostile_panes;
mod input_cases;
mod interrupts;
mod output_cases;
mod resuming;
mod run_ends;
mod session_cases;
mod waiting;
