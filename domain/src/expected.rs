//! What input rests on: the facts that a guard saw, for tmux to check once more in the invocation that acts.

use alloc::string::String;
use alloc::vec::Vec;

use crate::id::{PaneId, ServerIdentity};

/// What was observed of a pane of the window that input goes into, and must still be so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The pane.
    pub pane: PaneId,
    /// Its process.
    pub pid: u32,
    /// Whether it is dead.
    pub dead: bool,
    /// Whether it is in a mode.
    pub in_mode: bool,
    /// Whether its input is switched off.
    pub input_off: bool,
    /// Whether it takes part in synchronized input.
    pub synchronized: bool,
}

/// What input rests on; an adapter sends nothing where tmux no longer agrees, in the very invocation that sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The server life.
    pub identity: ServerIdentity,
    /// The pane that is typed into.
    pub pane: PaneId,
    /// How many clients show its window, control clients included.
    pub viewers: usize,
    /// Whether its window is zoomed.
    pub zoomed: bool,
    /// All panes of the window, in layout order.
    pub members: Vec<Member>,
    /// The foreground process and the run words as observed, where the input is a framed command.
    pub shell: Option<ExpectedShell>,
}

/// What a framed command rests on, beside the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedShell {
    /// The pane's foreground process, by name.
    pub command: String,
    /// The value of the pane's run words.
    pub runs: String,
}
