//! Tools called in this process, against the tmux server of a test.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use app::catalog::Catalog;
use app::context::Context;
use app::naming::Naming;
use app::published::Published;
use app::tool::Tool;
use domain::policy::Choice;
use domain::{Provenance, TmuxPort, ToolPolicy};
use jsonschema::Validator;
use serde_json::Value;

use crate::tmux::Server;

/// How a pane of each shell is started, without anybody's startup files.
pub const SHELLS: [(&str, &str); 4] = [
    ("bash", "exec bash --norc --noprofile"),
    ("zsh", "exec zsh -f"),
    ("dash", "exec dash"),
    ("fish", "exec fish --no-config"),
];

/// All tools; they are the same for every test.
pub static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::new);

/// What the answers of each tool must be like.
static ANSWERS: LazyLock<HashMap<&str, Validator>> = LazyLock::new(|| {
    let schema = |tool: &Tool| Value::Object((*tool.output_schema).clone());
    let validator = |tool| jsonschema::validator_for(&schema(tool)).expect("a schema");
    let tools = CATALOG.tools().iter();
    tools.map(|tool| (tool.row.name, validator(tool))).collect()
});

/// A private server, and the tools over it.
#[derive(Debug)]
pub struct Bench {
    /// The server.
    pub server: Server,
    /// What the tools are handed.
    pub context: Context,
}

impl Bench {
    /// The tools over this server; every toolset is on.
    pub fn over(server: Server) -> Self {
        let context = context(&server);
        Self { server, context }
    }

    /// A server whose first pane runs this shell, ready at its prompt, in so many columns, with this history limit.
    pub async fn shell(shell: &str, width: u32, history_limit: u32) -> Self {
        let (_, command) = SHELLS
            .iter()
            .find(|(name, _)| *name == shell)
            .expect("a known shell");
        Self::over(Server::none())
            .with_shell(command, width, history_limit)
            .await
    }

    /// Starts a session whose pane runs this shell, and waits for its prompt.
    pub(crate) async fn with_shell(self, command: &str, width: u32, history_limit: u32) -> Self {
        let server = &self.server;
        server.start_with_history(command, width, 24, history_limit);
        server
            .until(&["capture-pane", "-p", "-t", "%0"], |text| {
                !text.trim().is_empty()
            })
            .await;
        self
    }

    /// The tools over a server whose first pane shows nothing and whose guard facts have settled.
    pub async fn quiet() -> Self {
        Self::over(Server::quiet().await)
    }

    /// Another pane like the first, in a window of its own; its pane's and its window's id.
    pub fn window(&self) -> (String, String) {
        let format = "#{pane_id} #{window_id}";
        let ids = self
            .server
            .says(&["new-window", "-d", "-P", "-F", format, "cat"]);
        let (pane, window) = ids.split_once(' ').expect("two ids");
        (pane.to_owned(), window.to_owned())
    }

    /// What a format is, for a target.
    pub fn is(&self, target: &str, format: &str) -> String {
        self.server
            .says(&["display-message", "-p", "-t", target, format])
    }

    /// The same tools from a second process's point of view: nothing of the first one's memory.
    pub fn stranger(&self) -> Context {
        context(&self.server)
    }

    /// Calls a tool: its answer or its error record, and whether it is the latter.
    pub async fn try_call(&self, tool: &str, arguments: Value) -> (Value, bool) {
        self.try_call_in(&self.context, tool, arguments).await
    }

    /// The same with another context.
    pub async fn try_call_in(
        &self,
        context: &Context,
        tool: &str,
        arguments: Value,
    ) -> (Value, bool) {
        call_in(context, tool, arguments).await
    }

    /// Calls a tool that must answer.
    pub async fn call(&self, tool: &str, arguments: Value) -> Value {
        let shown = arguments.to_string();
        let (answer, is_error) = self.try_call(tool, arguments).await;
        assert!(!is_error, "{tool} {shown}: {answer}");
        answer
    }

    /// Calls a tool that must refuse: its error record.
    pub async fn refused(&self, tool: &str, arguments: Value) -> Value {
        let shown = arguments.to_string();
        let (answer, is_error) = self.try_call(tool, arguments).await;
        assert!(is_error, "{tool} {shown}: {answer}");
        answer
    }

    /// Runs a command in the first pane.
    pub async fn run(&self, command: &str) -> Value {
        self.call(
            "run_shell_command",
            serde_json::json!({ "pane_id": "%0", "command": command, "max_lines": 10_000 }),
        )
        .await
    }
}

/// Calls a tool: its answer or its error record, held against its schema, and whether it is the latter.
pub async fn call_in(context: &Context, tool: &str, arguments: Value) -> (Value, bool) {
    let Value::Object(arguments) = arguments else {
        panic!("arguments are an object")
    };
    let found = CATALOG.named(tool).expect("a known tool");
    let outcome = found.call(context, arguments).await;
    let answer = Value::Object(outcome.structured);
    let spelled;
    let validator = match ANSWERS.get(tool) {
        Some(validator) if context.naming == Naming::Snake => validator,
        // Other keys, and the names that existing clients call.
        _ => {
            let schema = Published::of(context).output(found);
            let schema = Value::Object((*schema).clone());
            spelled = jsonschema::validator_for(&schema).expect("a schema");
            &spelled
        }
    };
    let valid = validator.validate(&answer);
    assert!(valid.is_ok(), "{tool}: {valid:?} in {answer}");
    (answer, outcome.is_error)
}

/// What tools over this port are handed; every toolset is on.
pub fn context_over(port: Arc<dyn TmuxPort>) -> Context {
    let every = Choice {
        toolsets: Some(domain::Toolset::ALL.to_vec()),
        ..Choice::default()
    };
    let mut context = Context::new(port);
    context.policy = ToolPolicy::new(&every, Provenance::Operator);
    context
}

fn context(server: &Server) -> Context {
    let mut context = context_over(Arc::clone(&server.tmux));
    if server.simulator().is_some() || server.container().is_some() {
        context.facts.tmux = Some("/usr/bin/tmux".to_owned());
        // Its processes and files are not this machine's.
        context.is_local = false;
        if server.container().is_some() {
            context.far_tmux = Some(Arc::new(crate::contained::Inside));
        }
    } else {
        context.facts.tmux = Some(program());
    }
    context.facts.socket = server.socket.to_string();
    context
}

/// The tmux executable by its whole path.
pub fn program() -> String {
    if let Some(chosen) = crate::release::chosen() {
        return chosen.to_owned();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path)
        .map(|folder| folder.join("tmux"))
        .find(|place| place.is_file());
    found
        .expect("tmux on PATH")
        .to_str()
        .expect("a UTF-8 path")
        .to_owned()
}

/// The kind of an error record, and its message.
pub fn said(error: &Value) -> (&str, &str) {
    (
        error["kind"].as_str().expect("a kind"),
        error["message"].as_str().expect("a message"),
    )
}

/// The strings of a list in an answer.
pub fn strings(list: &Value) -> Vec<&str> {
    list.as_array()
        .map(|list| {
            list.iter()
                .map(|text| text.as_str().expect("a string"))
                .collect()
        })
        .unwrap_or_default()
}
