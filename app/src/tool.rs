//! What a tool is: its row, its schemas and its function. Which tools there are is [`crate::catalog`].

use std::fmt;
use std::sync::Arc;

use domain::Toolset;
use domain::policy::ProcessReach;
use futures::future::BoxFuture;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::annotations::{Annotations, Deeds, Hints};
use crate::arguments::Arguments;
use crate::context::Context;
use crate::error::ToolError;
use crate::naming::Naming;
use crate::schema;
use crate::socket;

/// What a tool does to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// It looks.
    Observe,
    /// It changes what is there.
    Change,
    /// It ends or removes what is there.
    Delete,
}

/// What a tool's answer may carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Output {
    /// Names, ids, sizes and times.
    TmuxMetadata,
    /// What programs printed.
    TerminalContent,
    /// Variables of processes.
    ProcessEnvironment,
    /// Commands of the tmux configuration.
    ConfiguredCommand,
}

/// How an argument is kept from meaning anything to tmux.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Literalization {
    /// Every `#` is doubled where tmux expands a format once.
    DoubleHashOnce,
    /// Only names of variables pass.
    ValidatedVariableName,
}

/// What a tool is, beside its types and its function.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// The set that switches it.
    pub toolset: Toolset,
    /// What a model reads; the essentials first.
    pub description: &'static str,
    /// How it reaches processes.
    pub process_reach: ProcessReach,
    /// What it does to a server.
    pub effects: &'static [Effect],
    /// What its answer may carry.
    pub outputs: &'static [Output],
    /// Arguments that tmux would expand, and what keeps it from that.
    pub input_literalization: &'static [(&'static str, Literalization)],
    /// Whether later input reaches more panes because of it.
    pub amplifies_future_input: bool,
    /// The tools that are reached through it.
    pub nested: &'static [&'static str],
    /// Other spellings of arguments, each before the argument it means.
    pub aliases: &'static [(&'static str, &'static str)],
    /// Another name that it answers to.
    pub also_called: Option<&'static str>,
}

impl Row {
    /// A tool that looks, and answers with metadata.
    #[must_use]
    pub const fn new(name: &'static str, toolset: Toolset, description: &'static str) -> Self {
        Self {
            name,
            toolset,
            description,
            process_reach: ProcessReach::None,
            effects: &[Effect::Observe],
            outputs: &[Output::TmuxMetadata],
            input_literalization: &[],
            amplifies_future_input: false,
            nested: &[],
            aliases: &[],
            also_called: None,
        }
    }

    /// The hints of the tool.
    #[must_use]
    pub fn hints(&self, annotations: Annotations) -> Hints {
        annotations.of(Deeds {
            observes: !self.effects.iter().any(|effect| *effect != Effect::Observe),
            deletes: self.effects.contains(&Effect::Delete),
            types: self.process_reach >= ProcessReach::PaneInput,
        })
    }

    /// The capability row as it is published on the tool; schemas and annotations stand beside it.
    #[must_use]
    pub fn capability(&self) -> Map<String, Value> {
        let reach = match self.process_reach {
            ProcessReach::None => "none",
            ProcessReach::ConfiguredProcess => "configured-process",
            ProcessReach::PaneInput => "pane-input",
            ProcessReach::PaneCommand => "pane-command",
        };
        let literal = self.input_literalization.iter();
        let literal = literal.map(|(argument, how)| ((*argument).to_owned(), word(how)));
        Map::from_iter([
            ("toolset".to_owned(), Value::from(self.toolset.as_str())),
            ("process_reach".to_owned(), Value::from(reach)),
            ("effects".to_owned(), words(self.effects)),
            ("outputs".to_owned(), words(self.outputs)),
            (
                "input_literalization".to_owned(),
                Value::Object(literal.collect()),
            ),
            (
                "amplifies_future_input".to_owned(),
                Value::from(self.amplifies_future_input),
            ),
            ("nested".to_owned(), Value::from(self.nested)),
        ])
    }
}

fn word(value: impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

fn words<T: Serialize>(values: &[T]) -> Value {
    Value::Array(values.iter().map(word).collect())
}

/// What comes back from a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The answer, or the error record.
    pub structured: Map<String, Value>,
    /// Whether it is the error record.
    pub is_error: bool,
}

impl Outcome {
    /// The same as one text.
    #[must_use]
    pub fn text(&self) -> String {
        serde_json::to_string(&self.structured).unwrap_or_default()
    }
}

impl From<ToolError> for Outcome {
    fn from(error: ToolError) -> Self {
        Self {
            structured: error.record(),
            is_error: true,
        }
    }
}

impl From<Result<Map<String, Value>, ToolError>> for Outcome {
    fn from(result: Result<Map<String, Value>, ToolError>) -> Self {
        match result {
            Ok(structured) => Self {
                structured,
                is_error: false,
            },
            Err(error) => error.into(),
        }
    }
}

type Answered<'a> = BoxFuture<'a, Result<Map<String, Value>, ToolError>>;
type Run = dyn for<'a> Fn(&'a Context, Map<String, Value>) -> Answered<'a> + Send + Sync;

/// The bytes of the line that an answer becomes.
pub type LineBytes<'a> = dyn Fn(&Outcome) -> usize + 'a;

/// Makes an answer fit into a line of so many bytes, by leaving out what it can say it left out.
type Fit = dyn Fn(&mut Outcome, Naming, &LineBytes<'_>) + Send + Sync;

/// One tool: its row, its schemas and its function. Cheap to clone.
#[derive(Clone)]
pub struct Tool {
    /// What it is.
    pub row: Row,
    /// The schema of its arguments, as published.
    pub input_schema: Arc<Map<String, Value>>,
    /// The schema of its answer.
    pub output_schema: Arc<Map<String, Value>>,
    /// The tools that are reached through it, built before it.
    pub nested: Arc<[Self]>,
    fit: Option<Arc<Fit>>,
    run: Arc<Run>,
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tool").field(&self.row.name).finish()
    }
}

impl Tool {
    /// A tool over an argument type and an answer type:
    /// `Tool::new(Row { .. }, |context, arguments| Box::pin(list_panes(context, arguments)))`.
    pub fn new<A, O, F>(row: Row, function: F) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        O: Serialize + JsonSchema + 'static,
        F: for<'a> Fn(&'a Context, A) -> BoxFuture<'a, Result<O, ToolError>>
            + Send
            + Sync
            + 'static,
    {
        let rules = schema::argument_rules::<A>();
        let input_schema = schema::published(&rules);
        let arguments = Arc::new(Arguments::new(row.name, &rules, row.aliases));
        let function = Arc::new(function);
        // Coerced at once, so that the closure takes a context of any lifetime.
        let run: Arc<Run> = Arc::new(move |context, mut raw| {
            let (arguments, function) = (Arc::clone(&arguments), Arc::clone(&function));
            Box::pin(async move {
                socket::take(&mut raw, &context.facts.socket)?;
                let plain = arguments.normalise(raw)?;
                let read = serde_json::from_value::<A>(Value::Object(plain))
                    .map_err(|_| arguments.unreadable())?;
                record(&function(context, read).await?)
            })
        });
        Self {
            row,
            input_schema,
            output_schema: schema::answer_schema::<O>(),
            nested: Arc::new([]),
            fit: None,
            run,
        }
    }

    /// The same tool, through which these are reached.
    #[must_use]
    pub fn reaching(mut self, nested: Arc<[Self]>) -> Self {
        self.nested = nested;
        self
    }

    /// The same tool, whose answer may be cut to fit into a line.
    #[must_use]
    pub fn cut_by<F>(mut self, fit: F) -> Self
    where
        F: Fn(&mut Outcome, Naming, &LineBytes<'_>) + Send + Sync + 'static,
    {
        self.fit = Some(Arc::new(fit));
        self
    }

    /// Calls it; the answer has its keys in the spelling of the context. Dropping the future cancels the call.
    pub async fn call(&self, context: &Context, arguments: Map<String, Value>) -> Outcome {
        let mut outcome = Outcome::from((self.run)(context, arguments).await);
        outcome.structured = context.naming.answer(outcome.structured);
        outcome
    }

    /// The answer as it fits into a line, whose length `bytes` measures.
    #[must_use]
    pub fn fitted(&self, mut outcome: Outcome, naming: Naming, bytes: &LineBytes<'_>) -> Outcome {
        if let Some(fit) = &self.fit {
            fit(&mut outcome, naming, bytes);
        }
        outcome
    }
}

/// An answer as a record.
fn record<O: Serialize>(answer: &O) -> Result<Map<String, Value>, ToolError> {
    match serde_json::to_value(answer) {
        Ok(Value::Object(record)) => Ok(record),
        Ok(_) | Err(_) => Err(ToolError::new(
            domain::Kind::Tmux,
            "the answer could not be written as a record",
            "Report this: it is a fault of this server.",
        )),
    }
}
