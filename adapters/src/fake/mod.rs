//! A tmux server in memory: the whole [`domain::TmuxPort`] without tmux.
//!
//! - `grid`: rows of cells with a history above them; `terminal`: what escape sequences do to them.
//! - `server`: sessions, windows, panes, layouts, options, buffers, channels, clients.
//! - `shell`: what runs in a pane; `script`: scenes that say what commands print.
//!
//! Nothing runs in the background. A call first brings everything up to its own moment, by tokio's clock, and a wait
//! sleeps until the next moment at which something is due: so paused time makes every wait instant.

mod grid;
pub mod profile;
pub mod program;
pub mod script;
pub mod server;
pub mod shell;
mod spelling;
pub mod terminal;

pub use server::{Setup, Simulator};
