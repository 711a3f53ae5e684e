//! The tools: a file for each group of use cases, a function for each tool over the call's [`crate::context::Context`].
//!
//! Nothing here knows MCP, and nothing here names an adapter.

pub mod arranging;
pub mod channels;
pub mod checks;
pub mod creating;
pub mod ending;
pub mod input;
pub mod inspect;
pub mod keys;
pub mod look;
pub mod reading;
pub mod rows;
pub mod running;
pub mod scalars;
pub mod switching;
pub mod targets;
pub mod waiting;

use crate::tool::Tool;

/// Every tool, in the order of the catalogue.
#[must_use]
pub fn all() -> Vec<Tool> {
    let groups = [
        inspect::tools(),
        reading::tools(),
        waiting::tools(),
        arranging::tools(),
        channels::tools(),
        switching::sessions(),
        creating::tools(),
        running::tools(),
        input::tools(),
        switching::windows(),
        ending::tools(),
    ];
    groups.into_iter().flatten().collect()
}
