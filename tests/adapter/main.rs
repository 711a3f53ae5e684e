//! The adapters' own: the wire to a real tmux, processes, files. What holds of every backend is in `tests/contract`.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests and their helpers fail by panicking"
)]

mod any_text;
mod faults;
mod gates;
mod language;
mod launching;
