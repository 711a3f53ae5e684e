//! The list of tools, for people and as a client gets it. tmux is not asked.

use std::process::ExitCode;

use domain::{Provenance, ToolPolicy};

use super::print;
use crate::catalog::Catalog;
use crate::config::{Config, Socket};
use crate::mcp::server;
use crate::published::Published;

/// Prints the tools that this configuration has. For the dedicated server, as if this process were to start it.
pub(super) fn print_all(config: &Config, catalog: &Catalog, json: bool) -> ExitCode {
    let provenance = if config.socket == Socket::Dedicated {
        Provenance::Minimal
    } else {
        Provenance::Operator
    };
    let policy = ToolPolicy::new(&config.choice, provenance);
    let text = if json {
        let listing = server::listing(
            catalog,
            &Published {
                policy: &policy,
                naming: config.naming,
            },
        );
        serde_json::to_string_pretty(&listing).unwrap_or_default() + "\n"
    } else {
        table(catalog, &policy)
    };
    ExitCode::from(u8::from(print(&text).is_err()))
}

/// Name, toolset and first sentence of every tool; a hidden one says so.
fn table(catalog: &Catalog, policy: &ToolPolicy) -> String {
    let rows = catalog.tools().iter().map(|tool| &tool.row);
    let width = rows.clone().map(|row| row.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows {
        let first = row
            .description
            .split_inclusive(". ")
            .next()
            .unwrap_or_default();
        let hidden = if policy.allows(row.name, row.toolset) {
            ""
        } else {
            "(hidden) "
        };
        let set = row.toolset.as_str();
        let line = format!(
            "{:width$}  {set:8}  {hidden}{}\n",
            row.name,
            first.trim_end()
        );
        text.push_str(&line);
    }
    text
}
