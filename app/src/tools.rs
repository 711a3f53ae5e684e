//! The tools: a file for each group of use cases, a function for each tool over the call's [`crate::context::Context`].
//!
//! Nothing here knows MCP, and nothing here names an adapter.

pub mod arranging;
pub mod batch;
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
pub mod searching;
pub mod settings;
pub mod switching;
pub mod targets;
pub mod waiting;

use crate::tool::Tool;

/// Every tool, in the order of the catalogue.
#[must_use]
pub fn all() -> Vec<Tool> {
    let inspecting = [
        inspect::tools(),
        reading::tools(),
        searching::tools(),
        waiting::tools(),
        settings::tools(),
    ];
    let mut tools = inspecting.concat();
    tools.extend(batch::tools(&tools));
    let groups = [
        arranging::tools(),
        channels::tools(),
        switching::sessions(),
        creating::tools(),
        running::tools(),
        input::tools(),
        switching::windows(),
        ending::tools(),
    ];
    tools.extend(groups.concat());
    tools
}
