//! The registry: every tool once, in a fixed order. Listing, schemas, capability report, policy and documentation all
//! read it.

use domain::ToolPolicy;
use domain::policy::{Choice, suggestion};

use crate::tool::Tool;
use crate::tools;

/// What stands under a name.
#[derive(Debug)]
pub enum Found<'a> {
    /// A tool that may be called.
    Tool(&'a Tool),
    /// Nothing that may be called; the sentence says what is near, or what shows it.
    Nothing(String),
}

/// All tools, in a fixed order.
#[derive(Debug, Clone)]
pub struct Catalog {
    tools: Vec<Tool>,
}

impl Catalog {
    /// Every tool of this program.
    #[must_use]
    pub fn new() -> Self {
        Self {
            tools: tools::all(),
        }
    }

    /// Every tool, hidden ones too.
    #[must_use]
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// Every name that an operator may write, other names of a tool included.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        let own = self.tools.iter().map(|tool| tool.row.name);
        own.chain(self.tools.iter().filter_map(|tool| tool.row.also_called))
            .collect()
    }

    /// Brings a choice to the names that are listed. A tool whose other name is among the added tools is listed under
    /// that one; everywhere else both names mean the same.
    pub fn settle(&mut self, choice: &mut Choice) {
        for tool in &mut self.tools {
            let row = &mut tool.row;
            let Some(other) = &mut row.also_called else {
                continue;
            };
            if choice.tools.iter().any(|name| name == other) {
                std::mem::swap(&mut row.name, other);
            }
            let names = choice.tools.iter_mut().chain(&mut choice.exclude);
            for name in names.filter(|name| name == other) {
                row.name.clone_into(name);
            }
        }
    }

    /// The tools that this policy shows.
    pub fn shown<'a>(&'a self, policy: &'a ToolPolicy) -> impl Iterator<Item = &'a Tool> {
        self.tools
            .iter()
            .filter(|tool| policy.allows(tool.row.name, tool.row.toolset))
    }

    /// The tool of this name or other name, whatever the policy says.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Tool> {
        let answers = |tool: &&Tool| tool.row.name == name || tool.row.also_called == Some(name);
        self.tools.iter().find(answers)
    }

    /// The tool of this name, where the policy shows it.
    #[must_use]
    pub fn find(&self, name: &str, policy: &ToolPolicy) -> Found<'_> {
        let Some(tool) = self.named(name) else {
            let names: Vec<&str> = self.shown(policy).map(|tool| tool.row.name).collect();
            let shown = domain::text::shortened(&domain::text::printable(name), 60);
            let near = suggestion(name, &names);
            return Found::Nothing(format!("unknown tool {shown:?}{near}"));
        };
        match policy.how_to_show(tool.row.name, tool.row.toolset) {
            None => Found::Tool(tool),
            Some(how) => Found::Nothing(format!(
                "unknown tool {name:?}: it is hidden here; to show it, the operator must {how}"
            )),
        }
    }
}

impl Default for Catalog {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
