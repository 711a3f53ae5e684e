//! The list of tools, for people and as a client gets it. tmux is not asked.

use std::process::ExitCode;

use domain::{Provenance, ToolPolicy};

use super::print;
use crate::catalog::Catalog;
use crate::config::{Config, Socket};
use crate::mcp::server;
use crate::published::Published;
use crate::reference;

/// How the list is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A line a tool.
    Table,
    /// What `tools/list` answers.
    Json,
    /// The reference page, of all tools.
    Markdown,
    /// Bytes a tool.
    Budget,
}

impl Form {
    /// The form that these flags ask for; clap lets only one of them pass.
    pub(super) const fn of(json: bool, markdown: bool, budget: bool) -> Self {
        match (json, markdown, budget) {
            (true, _, _) => Self::Json,
            (_, true, _) => Self::Markdown,
            (_, _, true) => Self::Budget,
            _ => Self::Table,
        }
    }
}

/// Prints the tools that this configuration has. For the dedicated server, as if this process were to start it.
pub(super) fn print_all(config: &Config, catalog: &Catalog, form: Form) -> ExitCode {
    let provenance = if config.socket == Socket::Dedicated {
        Provenance::Minimal
    } else {
        Provenance::Operator
    };
    let policy = ToolPolicy::new(&config.choice, provenance);
    let published = Published {
        policy: &policy,
        naming: config.naming,
        annotations: config.annotations,
    };
    let text = match form {
        Form::Table => table(catalog, &policy),
        Form::Json => {
            let listing = server::listing(catalog, &published);
            serde_json::to_string_pretty(&listing).unwrap_or_default() + "\n"
        }
        Form::Markdown => reference::markdown(catalog),
        Form::Budget => reference::budget(catalog, &published),
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
