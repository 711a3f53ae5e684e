//! The hints that a tool carries for a client that asks its person before it calls.
//!
//! By default they are the same for every tool: an `after-*` hook in a configuration that this server did not write can do
//! anything after any command. Derived from the row they are true where the tmux configuration is trusted.

use domain::policy::ProcessReach;
use serde_json::{Value, json};

use crate::tool::{Effect, Row};

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

impl Annotations {
    /// The hints of this tool.
    #[must_use]
    pub fn of(self, row: &Row) -> Hints {
        let read_only = !row.effects.iter().any(|effect| *effect != Effect::Observe);
        let types = row.process_reach >= ProcessReach::PaneInput;
        match self {
            Self::Conservative => Hints {
                read_only: false,
                destructive: true,
                idempotent: false,
                open_world: true,
            },
            Self::Effects => Hints {
                read_only,
                destructive: types || row.effects.contains(&Effect::Delete),
                idempotent: read_only,
                open_world: types,
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

#[cfg(test)]
mod tests {
    use domain::Toolset;

    use super::*;
    use crate::catalog::Catalog;

    #[test]
    fn by_default_every_tool_may_do_anything() {
        for tool in Catalog::new().tools() {
            let hints = Annotations::Conservative.of(&tool.row);
            assert!(!hints.read_only && hints.destructive && !hints.idempotent && hints.open_world);
        }
    }

    #[test]
    fn derived_from_effects_the_inspecting_tools_are_read_only_and_no_other_is() {
        for tool in Catalog::new().tools() {
            let hints = Annotations::Effects.of(&tool.row);
            let inspects = tool.row.toolset == Toolset::Inspect;
            assert_eq!(hints.read_only, inspects, "{}", tool.row.name);
            assert!(!(hints.read_only && hints.destructive), "{}", tool.row.name);
            if tool.row.toolset == Toolset::Teardown {
                assert!(hints.destructive, "{}", tool.row.name);
            }
        }
    }
}
