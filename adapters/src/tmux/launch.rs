//! A server of our own: started with a minimal configuration, and ended where it holds nothing.

use domain::{ServerIdentity, TmuxError};

use super::encode::life_condition;
use super::observe::{self, Life, SERVER};
use super::quote::{compared, quoted};
use super::rows::{END, Token};
use super::{Tmux, choice, sequence};
use crate::link::{Group, Link, Start};

/// The server option that holds the marker of whoever started the server.
pub const MARKER_OPTION: &str = "@libtmux_mcp_marker";
/// The variable that tells a server that was just started from one that ran already.
const MARKER_VARIABLE: &str = "LIBTMUX_MCP_MARKER";

/// What the minimal configuration sets; the rest is tmux's own default.
const MINIMAL: [&str; 5] = [
    "set-option -s exit-empty off",
    "set-option -g history-limit 50000",
    "set-option -s escape-time 0",
    "set-option -s default-terminal tmux-256color",
    "set-option -g default-size 200x50",
];

const MARKER: char = 'n';
/// How often a start is tried.
const LAUNCHES: usize = 3;

/// The server that answers after a launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// Which life.
    pub identity: ServerIdentity,
    /// Its release.
    pub version: String,
    /// Whether this very call started it, and gave it the minimal configuration.
    pub owned: bool,
}

impl<L: Link> Tmux<L> {
    /// Starts a server with the minimal configuration, unless one listens already; that one is left as it is.
    /// `marker` is a random word.
    ///
    /// Who started the server is told by a variable in its environment, which it has from the process that started it:
    /// two launches at once cannot both find theirs.
    ///
    /// # Errors
    /// As every call; [`TmuxError::BadSocket`] where the socket cannot be made.
    pub async fn launch_minimal(&self, marker: &str) -> Result<Launch, TmuxError> {
        for _ in 1..LAUNCHES {
            match self.launch_once(marker).await {
                // A socket whose last server is still dying swallows the start of the next (tmux-facts 7.7).
                Err(TmuxError::ServerGone { .. } | TmuxError::NoServer { .. }) => {}
                launched => return launched,
            }
        }
        self.launch_once(marker).await
    }

    async fn launch_once(&self, marker: &str) -> Result<Launch, TmuxError> {
        let token = Token::random()?;
        let condition = format!("#{{==:#{{{MARKER_VARIABLE}}},{}}}", compared(marker));
        let mut settings: Vec<String> = MINIMAL.iter().map(ToString::to_string).collect();
        settings.push(format!("set-environment -gu {MARKER_VARIABLE}"));
        settings.push(format!("set-option -s {MARKER_OPTION} {}", quoted(marker)));
        let end = [
            observe::server(&token),
            format!(
                "display-message -p {}",
                quoted(&token.format(MARKER, &[], &[MARKER_OPTION]))
            ),
            token.mark(END),
        ];
        let otherwise = sequence(&end);
        settings.extend(end);
        let line = choice(None, &condition, &sequence(settings), &otherwise);
        let group = Group::changing(line).starting(Start::Bare {
            name: MARKER_VARIABLE,
            value: marker.to_owned(),
        });
        let output = self.ask(&token, group, None).await?;
        let found = Life::read(&mut output.row(SERVER)?)?;
        Ok(Launch {
            identity: found.server.identity,
            version: found.server.version,
            owned: output.row(MARKER)?.text()? == marker,
        })
    }

    /// Ends the server of this life, if it holds no session; whether it did.
    ///
    /// # Errors
    /// As every call.
    pub async fn end_if_empty(&self, identity: ServerIdentity) -> Result<bool, TmuxError> {
        let token = Token::random()?;
        let condition = format!("#{{&&:{},#{{==:#{{S:x}},}}}}", life_condition(identity));
        let end = sequence([
            token.mark(MARKER),
            token.mark(END),
            "kill-server".to_owned(),
        ]);
        let line = choice(None, &condition, &end, &token.mark(END));
        let output = self.ask(&token, Group::changing(line), None).await?;
        Ok(output.has(MARKER))
    }
}
