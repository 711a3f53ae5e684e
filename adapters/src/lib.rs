//! The ways to reach a tmux; each implements [`domain::TmuxPort`].
//!
//! - [`tmux::SubprocessTmux`]: one tmux(1) process per request. For any server: it shows up nowhere as a client.
//!
//! How the executable is reached is a [`route::Route`]. What tmux means to an agent is in `domain`, which backend is
//! taken is decided in `app`.

pub mod fake;
pub mod link;
pub mod route;
pub mod tmux;

pub use link::subprocess::{Limits, Subprocess, seal_inherited_descriptors};
pub use route::Route;
pub use tmux::launch::Launch;
pub use tmux::{Options, SubprocessTmux, Tmux};
