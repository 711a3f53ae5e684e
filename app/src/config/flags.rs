//! The flags; each stands for the variable named in its help.
#![expect(
    clippy::doc_markdown,
    reason = "the doc comments are the text of --help"
)]

use clap::Args;

/// What every command takes. Values are texts here: [`super::Config::read`] checks them and their variables alike.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Options (LIBTMUX_ variables stand for them)")]
pub struct Flags {
    /// The tmux server on this socket, an absolute path (LIBTMUX_SOCKET_PATH)
    #[arg(long, short = 'S', global = true, value_name = "PATH")]
    pub socket: Option<String>,
    /// The tmux server of this name, as tmux -L (LIBTMUX_SOCKET); without either, a dedicated server
    #[arg(long, short = 'L', global = true, value_name = "NAME")]
    pub socket_name: Option<String>,
    /// The tmux executable (LIBTMUX_TMUX_BIN)
    #[arg(long, global = true, value_name = "BIN")]
    pub tmux: Option<String>,
    /// The configuration of a server started on that socket (LIBTMUX_TMUX_CONFIG)
    #[arg(long, global = true, value_name = "FILE")]
    pub tmux_config: Option<String>,
    /// A command that runs tmux elsewhere: "ssh HOST", "docker exec -i NAME", "kubectl exec -i POD --" (LIBTMUX_VIA)
    #[arg(long, global = true, value_name = "COMMAND")]
    pub via: Option<String>,
    /// How tmux is reached: auto, control, subprocess, or fake for a simulator instead (LIBTMUX_BACKEND)
    #[arg(long, global = true, value_name = "NAME")]
    pub backend: Option<String>,
    /// What programs do in the simulator, a TOML file (LIBTMUX_SCENE)
    #[arg(long, global = true, value_name = "FILE")]
    pub scene: Option<String>,
    /// What the simulator makes ids, times and random words of, 0 (LIBTMUX_SEED)
    #[arg(long, global = true, value_name = "N")]
    pub seed: Option<String>,
    /// Sets of tools, between commas: inspect, manage, execute, teardown (LIBTMUX_TOOLSETS)
    #[arg(long, global = true, value_name = "SETS")]
    pub toolsets: Option<String>,
    /// Tools to add by name (LIBTMUX_TOOLS)
    #[arg(long, global = true, value_name = "NAMES")]
    pub tools: Option<String>,
    /// Tools to take away by name, last and for good (LIBTMUX_EXCLUDE_TOOLS)
    #[arg(long, global = true, value_name = "NAMES")]
    pub exclude_tools: Option<String>,
    /// How keys are spelled in schemas and answers: snake or camel (LIBTMUX_NAMING)
    #[arg(long, global = true, value_name = "CASE")]
    pub naming: Option<String>,
    /// Hints for clients: conservative (every tool may do anything), or derived from effects (LIBTMUX_ANNOTATIONS)
    #[arg(long, global = true, value_name = "FROM")]
    pub annotations: Option<String>,
    /// The longest wait of a call, at most 120 (LIBTMUX_WAIT_MAX)
    #[arg(long, global = true, value_name = "SECONDS")]
    pub wait_max: Option<String>,
    /// Lines of an answer where the call does not say, 200 (LIBTMUX_MAX_LINES)
    #[arg(long, global = true, value_name = "N")]
    pub max_lines: Option<String>,
    /// Characters of an answer, 32000 (LIBTMUX_MAX_CHARS)
    #[arg(long, global = true, value_name = "N")]
    pub max_chars: Option<String>,
    /// How long one tmux request may take, 5 (LIBTMUX_COMMAND_TIMEOUT)
    #[arg(long, global = true, value_name = "SECONDS")]
    pub command_timeout: Option<String>,
    /// Whether commands are kept out of the shell's history, true (LIBTMUX_SUPPRESS_HISTORY)
    #[arg(long, global = true, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub suppress_history: Option<String>,
    /// Type into panes that a person has on the screen, too (LIBTMUX_ALLOW_ATTENDED)
    #[arg(long, global = true, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub allow_attended: Option<String>,
    /// Log to stderr: off, error, warn, info, debug, trace; never what is typed or read (LIBTMUX_LOG)
    #[arg(long, global = true, value_name = "LEVEL")]
    pub log: Option<String>,
    /// Gone; stops the start and says what to write instead.
    #[arg(long, global = true, hide = true, value_name = "LEVEL", num_args = 0..=1, default_missing_value = "")]
    pub safety: Option<String>,
}
