//! The hints that a tool carries for a client that asks its person before it calls.
//!
//! By default they are the same for every tool: an `after-*` hook in a configuration that this server did not write can do
//! anything after any command. Derived from the row they are true where the tmux configuration is trusted.

use serde_json::{Value, json};

/// Where the hints come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Annotations {
    /// The same for every tool.
    #[default]
    Conservative,
    /// Derived from what the tool does.
    Effects,
}

/// The hints of one tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hints {
    /// It changes nothing.
    pub read_only: bool,
    /// It may destroy.
    pub destructive: bool,
    /// Called twice it does no more than once.
    pub idempotent: bool,
    /// It reaches beyond tmux.
    pub open_world: bool,
}

/// What a tool does, as far as hints tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deeds {
    /// It looks, and no more.
    pub observes: bool,
    /// It ends or removes something.
    pub deletes: bool,
    /// It types into panes.
    pub types: bool,
}

impl Annotations {
    /// The hints of a tool that does this.
    #[must_use]
    pub const fn of(self, deeds: Deeds) -> Hints {
        match self {
            Self::Conservative => Hints {
                read_only: false,
                destructive: true,
                idempotent: false,
                open_world: true,
            },
            Self::Effects => Hints {
                read_only: deeds.observes,
                destructive: deeds.types || deeds.deletes,
                idempotent: deeds.observes,
                open_world: deeds.types,
            },
        }
    }
}

impl Hints {
    /// The hints under MCP's names.
    #[must_use]
    pub fn record(self) -> Value {
        json!({
            "readOnlyHint": self.read_only,
            "destructiveHint": self.destructive,
            "idempotentHint": self.idempotent,
            "openWorldHint": self.open_world,
        })
    }
}
