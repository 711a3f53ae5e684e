//! A tool's schemas as a client gets them: under the policy of this process, in the spelling that was chosen.
//!
//! Only a tool that reaches others depends on the policy: it names those that are shown. In camelCase, where existing
//! clients expect it so, it has a variant for each of them, with that tool's own schema.

use std::sync::Arc;

use domain::ToolPolicy;
use serde_json::{Map, Value, json};

use crate::annotations::Annotations;
use crate::context::Context;
use crate::naming::Naming;
use crate::tool::Tool;

/// How this process shows its tools.
#[derive(Debug, Clone, Copy)]
pub struct Published<'a> {
    /// Which tools there are.
    pub policy: &'a ToolPolicy,
    /// How keys are spelled.
    pub naming: Naming,
    /// Where the hints of a tool come from.
    pub annotations: Annotations,
}

impl<'a> Published<'a> {
    /// As the process of this context shows them.
    #[must_use]
    pub const fn of(context: &'a Context) -> Self {
        Self {
            policy: &context.policy,
            naming: context.naming,
            annotations: context.annotations,
        }
    }

    /// The schema of the tool's arguments.
    #[must_use]
    pub fn input(&self, tool: &Tool) -> Arc<Map<String, Value>> {
        if tool.nested.is_empty() && self.naming == Naming::Snake {
            return Arc::clone(&tool.input_schema);
        }
        let mut schema = self.naming.schema((*tool.input_schema).clone());
        let items = schema
            .get_mut("properties")
            .and_then(|properties| properties.get_mut("operations")?.get_mut("items"));
        if let Some(items) = items
            && !tool.nested.is_empty()
        {
            self.narrow(items, tool);
        }
        Arc::new(schema)
    }

    /// The schema of the tool's answer.
    #[must_use]
    pub fn output(&self, tool: &Tool) -> Arc<Map<String, Value>> {
        match self.naming {
            Naming::Snake => Arc::clone(&tool.output_schema),
            Naming::Camel => Arc::new(self.naming.schema((*tool.output_schema).clone())),
        }
    }

    /// The tools that this one reaches and the policy shows.
    pub fn nested<'t>(&self, tool: &'t Tool) -> impl Iterator<Item = &'t Tool> {
        let shown = |tool: &&Tool| self.policy.allows(tool.row.name, tool.row.toolset);
        tool.nested.iter().filter(shown)
    }

    /// The schema of one operation: only tools that the policy shows.
    fn narrow(&self, operation: &mut Value, tool: &Tool) {
        if self.naming == Naming::Camel {
            let variants: Vec<Value> = self.nested(tool).map(|tool| self.variant(tool)).collect();
            *operation = json!({ "anyOf": variants });
            return;
        }
        let names: Vec<&str> = self.nested(tool).map(|tool| tool.row.name).collect();
        let choice = operation
            .get_mut("properties")
            .and_then(|properties| properties.get_mut("tool")?.as_object_mut());
        if let Some(choice) = choice {
            choice.insert("enum".to_owned(), Value::from(names));
        }
    }

    fn variant(&self, tool: &Tool) -> Value {
        json!({
            "type": "object",
            "properties": {
                "tool": { "type": "string", "const": tool.row.name },
                "arguments": Value::Object((*self.input(tool)).clone()),
            },
            "required": ["tool"],
            "additionalProperties": false,
        })
    }
}
