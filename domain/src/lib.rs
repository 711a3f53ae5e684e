//! What a tmux server means to an agent: value types, pure functions over them, and the port that asks tmux.
//!
//! Here live the ids, one consistent observation of a server ([`topology`]), text read out of a pane ([`capture`]), where
//! a reader resumes ([`cursor`]), a command bracketed in the terminal ([`frame`]), budgets, policy and guards. There is no
//! process, file, clock or socket: the crate is `no_std`, time and random words are arguments. What runs tmux is in
//! `adapters`, what an MCP client sees is in `app`.
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod budget;
pub mod capture;
pub mod change;
pub mod cursor;
pub mod echo;
pub mod error;
pub mod expected;
pub mod frame;
pub mod guard;
pub mod id;
pub mod layout;
pub mod matcher;
pub mod policy;
pub mod port;
pub mod refusal;
pub mod run;
pub mod setting;
pub mod text;
pub mod topology;

pub use budget::{Budget, Kept};
pub use capture::{Capture, CaptureRequest, LineRange, Position, Row, Screen, Spot};
pub use change::{Change, Changed, Split};
pub use cursor::{Cursor, Follow};
pub use error::{Kind, TmuxError};
pub use frame::{Frame, FrameClient, Shell};
pub use id::{Channel, IdError, Nonce, PaneId, ServerIdentity, SessionId, WindowId};
pub use layout::{Corner, Layout};
pub use policy::{Provenance, ToolPolicy, Toolset};
pub use port::{PaneWatch, TmuxPort, WatchEvent};
pub use refusal::Refusal;
pub use run::{RunState, Runs};
pub use setting::{OptionName, OptionScope, OptionValue, SettingQuery, Settings, VariableName};
pub use topology::{Client, Pane, Place, Scope, Server, Session, Topology, Window};
