//! The simulator held against a real tmux: the same random operations on both must leave the same to be read.
//!
//! - `random`: seeded choices; `streams`: cases made of bytes, sizes and clears;
//! - `real`: one tmux server and its panes; `pair`: a pane and a simulated terminal side by side;
//! - `changes`: cases made of operations on a whole server;
//! - `driver`: many cases at once; `shrink`: the smallest that still differs;
//! - `known`: what differs and is not the simulator's fault.

pub mod changes;
pub mod driver;
pub mod known;
pub mod pair;
pub mod random;
pub mod real;
pub mod shrink;
pub mod streams;
