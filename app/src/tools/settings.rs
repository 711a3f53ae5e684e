//! The tools that show what tmux is set to: format variables, options, environment and hooks.

use domain::text::{printable, shortened};
use domain::{
    Kind, OptionName, OptionScope, OptionValue, Scope, SessionId, SettingQuery, Settings,
    TmuxError, Toolset, VariableName,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::ToolError;
use crate::tool::{Literalization, Output, Row, Tool};
use crate::tools::rows::{is_false, is_zero_u64};
use crate::tools::scalars::{PaneArg, SessionArg};

/// The tools of this file, in the order of the catalogue.
#[must_use]
pub fn tools() -> Vec<Tool> {
    let row = |name, outputs, description| Row {
        outputs,
        ..Row::new(name, Toolset::Inspect, description)
    };
    vec![
        Tool::new(
            Row {
                input_literalization: &[("names", Literalization::ValidatedVariableName)],
                ..row(
                    "get_tmux_variables",
                    // A format reads options and the environment too, and some variables hold what is on a screen.
                    &[
                        Output::TmuxMetadata,
                        Output::TerminalContent,
                        Output::ProcessEnvironment,
                        Output::ConfiguredCommand,
                    ],
                    "Values of tmux format variables, as pane_width, for a pane or the server. Unknown ones are empty.",
                )
            },
            |context, arguments| Box::pin(get_tmux_variables(context, arguments)),
        ),
        Tool::new(
            row(
                "show_option",
                &[Output::TmuxMetadata, Output::ConfiguredCommand],
                "One tmux option, by its whole name. inherited: the value comes from a wider scope.",
            ),
            |context, arguments| Box::pin(show_option(context, arguments)),
        ),
        Tool::new(
            row(
                "show_environment",
                &[Output::ProcessEnvironment],
                "Environment that new panes get: a session's own part, or the global one.",
            ),
            |context, arguments| Box::pin(show_environment(context, arguments)),
        ),
        Tool::new(
            row(
                "show_hooks",
                &[Output::TmuxMetadata, Output::ConfiguredCommand],
                "Hooks that have commands: a session's own, or the global ones.",
            ),
            |context, arguments| Box::pin(show_hooks(context, arguments)),
        ),
    ]
}

/// Text of settings within the character budget of an answer.
#[derive(Debug)]
struct Shown {
    left: usize,
    dropped: u64,
}

impl Shown {
    const fn new(context: &Context) -> Self {
        Self {
            left: context.limits.max_chars,
            dropped: 0,
        }
    }

    fn text(&mut self, text: &str) -> String {
        let text = printable(text);
        let count = text.chars().count();
        let kept = count.min(self.left);
        self.left -= kept;
        self.dropped += (count - kept) as u64;
        if kept == count {
            text
        } else {
            text.chars().take(kept).collect()
        }
    }
}

/// An answer of another kind than the question.
fn garbled() -> ToolError {
    TmuxError::Garbled {
        detail: "settings of another kind",
    }
    .into()
}

#[derive(Debug, Deserialize, JsonSchema)]
struct GetTmuxVariables {
    #[schemars(
        length(min = 1, max = 32),
        inner(regex(pattern = r"^[A-Za-z][A-Za-z0-9_]*$"))
    )]
    names: Vec<String>,
    pane_id: Option<PaneArg>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Values {
    variables: Vec<Variable>,
    #[serde(skip_serializing_if = "is_zero_u64")]
    dropped_chars: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Variable {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    removed: bool,
}

async fn get_tmux_variables(
    context: &Context,
    arguments: GetTmuxVariables,
) -> Result<Values, ToolError> {
    // What is too long for a name is unknown to tmux as well.
    let known = arguments.names.iter();
    let known = known.filter_map(|name| name.parse::<VariableName>().ok());
    let query = SettingQuery::Variables {
        names: known.collect(),
        pane: arguments.pane_id.map(|PaneArg(pane)| pane),
    };
    let Settings::Variables(values) = context.port.settings(&query).await? else {
        return Err(garbled());
    };
    let mut shown = Shown::new(context);
    let mut variables = Vec::with_capacity(arguments.names.len());
    for name in arguments.names {
        let value = values.iter().find(|(known, _)| *known == name);
        let value = value.map_or("", |(_, value)| value.as_str());
        variables.push(Variable {
            name: shortened(&name, 128),
            value: Some(shown.text(value)),
            removed: false,
        });
    }
    Ok(Values {
        variables,
        dropped_chars: shown.dropped,
        note: None,
    })
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum ScopeArg {
    #[default]
    Server,
    Session,
    GlobalSession,
    Window,
    GlobalWindow,
    Pane,
}

impl ScopeArg {
    /// The words for what the scope's target is; `None` where it has none.
    const fn target(self) -> Option<&'static str> {
        match self {
            Self::Session => Some("a session id ($1) or exact name"),
            Self::Window => Some("a window id, as \"@3\""),
            Self::Pane => Some("a pane id, as \"%3\""),
            Self::Server | Self::GlobalSession | Self::GlobalWindow => None,
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ShowOption {
    name: String,
    /// Default server.
    scope: Option<ScopeArg>,
    /// Session, window or pane, as the scope.
    target: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct OptionAnswer {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<String>>,
    #[serde(skip_serializing_if = "is_false")]
    inherited: bool,
    #[serde(skip_serializing_if = "is_zero_u64")]
    dropped_chars: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

async fn show_option(context: &Context, arguments: ShowOption) -> Result<OptionAnswer, ToolError> {
    let name: OptionName = arguments.name.parse().map_err(|error: domain::IdError| {
        let shown = shortened(&printable(&arguments.name), 80);
        let message = format!("tmux has no option named {shown:?}: {}", error.rule);
        ToolError::new(
            Kind::NoSuchTarget,
            message,
            "Pass the whole name of an option, as history-limit.",
        )
    })?;
    let scope = arguments.scope.unwrap_or_default();
    let query = SettingQuery::Option {
        name: name.clone(),
        scope: option_scope(context, scope, arguments.target.as_deref()).await?,
    };
    let Settings::Option { value, inherited } = context.port.settings(&query).await? else {
        return Err(garbled());
    };
    let mut shown = Shown::new(context);
    let (value, values) = match value {
        OptionValue::One(value) => (Some(shown.text(&value)), None),
        OptionValue::Array(values) => {
            let values = values.iter().map(|value| shown.text(value));
            (None, Some(values.collect()))
        }
    };
    let unused = scope.target().is_none() && arguments.target.is_some();
    Ok(OptionAnswer {
        name: name.to_string(),
        value,
        values,
        inherited,
        dropped_chars: shown.dropped,
        note: unused.then(|| {
            "This scope has no target: pass scope session, window or pane to ask about one."
                .to_owned()
        }),
    })
}

async fn option_scope(
    context: &Context,
    scope: ScopeArg,
    target: Option<&str>,
) -> Result<OptionScope, ToolError> {
    let wanted = scope.target().unwrap_or_default();
    let missing = || {
        ToolError::invalid(
            "target",
            &format!("is missing: {wanted}"),
            "Pass it, or another scope.",
        )
    };
    let target = match scope {
        ScopeArg::Server => return Ok(OptionScope::Server),
        ScopeArg::GlobalSession => return Ok(OptionScope::GlobalSession),
        ScopeArg::GlobalWindow => return Ok(OptionScope::GlobalWindow),
        ScopeArg::Session | ScopeArg::Window | ScopeArg::Pane => target.ok_or_else(missing)?,
    };
    let misfit = |tool: &str| {
        let index = if target.parse::<u32>().is_ok() {
            ": tmux would read a bare number as an index"
        } else {
            ""
        };
        ToolError::invalid(
            "target",
            &format!(
                "names no {}; wanted {wanted}{index}",
                if scope == ScopeArg::Pane {
                    "pane"
                } else {
                    "window"
                }
            ),
            format!("Call {tool} for the ids that exist."),
        )
    };
    match scope {
        ScopeArg::Window => target
            .parse()
            .map(OptionScope::Window)
            .map_err(|_| misfit("list_windows")),
        ScopeArg::Pane => target
            .parse()
            .map(OptionScope::Pane)
            .map_err(|_| misfit("list_panes")),
        _ => session(context, target).await.map(OptionScope::Session),
    }
}

async fn session(context: &Context, wanted: &str) -> Result<SessionId, ToolError> {
    let topology = context.port.observe(Scope::Sessions).await?;
    Ok(topology.session(wanted)?.id)
}

#[derive(Debug, Deserialize, JsonSchema)]
struct OfSession {
    session: Option<SessionArg>,
}

impl OfSession {
    async fn id(&self, context: &Context) -> Result<Option<SessionId>, ToolError> {
        match &self.session {
            None => Ok(None),
            Some(SessionArg(wanted)) => session(context, wanted).await.map(Some),
        }
    }
}

async fn show_environment(context: &Context, arguments: OfSession) -> Result<Values, ToolError> {
    let session = arguments.id(context).await?;
    let query = SettingQuery::Environment(session);
    let Settings::Environment(found) = context.port.settings(&query).await? else {
        return Err(garbled());
    };
    let mut shown = Shown::new(context);
    let variable = |(name, value): (String, Option<String>)| Variable {
        name: shown.text(&name),
        removed: value.is_none(),
        value: value.map(|value| shown.text(&value)),
    };
    let variables: Vec<Variable> = found.into_iter().map(variable).collect();
    let bare = session.is_some() && variables.is_empty();
    Ok(Values {
        variables,
        dropped_chars: shown.dropped,
        note: bare.then(|| {
            "The session has no part of its own; leave session out for the global one.".to_owned()
        }),
    })
}

#[derive(Debug, Serialize, JsonSchema)]
struct Commands {
    hooks: Vec<Hook>,
    #[serde(skip_serializing_if = "is_zero_u64")]
    dropped_chars: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Hook {
    name: String,
    commands: Vec<String>,
}

async fn show_hooks(context: &Context, arguments: OfSession) -> Result<Commands, ToolError> {
    let session = arguments.id(context).await?;
    let query = SettingQuery::Hooks(session);
    let Settings::Hooks(found) = context.port.settings(&query).await? else {
        return Err(garbled());
    };
    let mut shown = Shown::new(context);
    let hook = |(name, commands): (String, Vec<String>)| Hook {
        name: printable(&name),
        commands: commands.iter().map(|command| shown.text(command)).collect(),
    };
    let hooks: Vec<Hook> = found.into_iter().map(hook).collect();
    let bare = session.is_some() && hooks.is_empty();
    Ok(Commands {
        hooks,
        dropped_chars: shown.dropped,
        note: bare.then(|| {
            "The session has no hooks of its own; leave session out for the global ones.".to_owned()
        }),
    })
}
