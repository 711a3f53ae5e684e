//! The adapters against a real tmux, each test on a private server of its own.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests and their helpers fail by panicking"
)]

mod arranging;
mod capturing;
mod changing;
mod control;
mod control_faults;
mod control_watching;
mod faults;
mod language;
mod launching;
mod naming;
mod observing;
mod placing;
mod settings;
mod typing;
mod watching;
