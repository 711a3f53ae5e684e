//! The tools: a file for each group of use cases, a function for each tool over the call's [`crate::context::Context`].
//!
//! Nothing here knows MCP, and nothing here names an adapter.

pub mod inspect;
pub mod rows;
pub mod scalars;
pub mod targets;

use crate::catalog::Tool;

/// Every tool, in the order of the catalogue.
#[must_use]
pub fn all() -> Vec<Tool> {
    inspect::tools()
}
