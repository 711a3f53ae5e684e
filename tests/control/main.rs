//! What is special about control clients, against a real tmux: attaching, losing, waking.
//!
//! A program of its own: the adapter's suite counts the processes that it left behind, and these leave some to the end.
#![expect(
    clippy::unwrap_used,
    reason = "tests and their helpers fail by panicking"
)]

mod clients;
mod faults;
mod turns;
mod watching;
