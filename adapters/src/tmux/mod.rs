//! The port over a [`Link`]: tmux's language stands here once, whatever carries it.
//!
//! Reading is in `observe`, `capture` and `settings`, typing in `input`, creating and ending in `encode`, arranging in
//! `arrange`, starting a server of our own in [`launch`], waking in `watch`. How text becomes arguments is in `quote`, how answers are read in `rows`.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use camino::{Utf8Path, Utf8PathBuf};
use domain::{
    Capture, CaptureRequest, Change, Changed, Channel, Nonce, PaneId, PaneWatch, Scope,
    ServerIdentity, SettingQuery, Settings, TmuxError, TmuxPort, Topology,
};

use self::gates::Gates;
use self::watch::Watches;
use crate::link::control::ControlLink;
use crate::link::subprocess::{Limits, Subprocess};
use crate::link::{Group, Link};
use crate::route::Route;
use observe::Life;
use rows::{END, Output, Token};

mod arrange;
mod capture;
mod encode;
pub(crate) mod failure;
mod gates;
mod input;
pub mod launch;
pub(crate) mod observe;
pub(crate) mod quote;
pub(crate) mod rows;
mod settings;
pub mod version;
mod watch;
pub(crate) mod wrap;

/// The kind of the row that says that the server held a session when a wait ended.
const LIVES: char = 'L';

/// A tmux server reached through one process per request.
pub type SubprocessTmux = Tmux<Subprocess>;

/// A tmux server reached through control clients.
pub type ControlTmux = Tmux<ControlLink>;

/// What can be set about requests and about a server that they start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// What bounds each request.
    pub limits: Limits,
    /// The configuration of a server that is started, where it is not tmux's default.
    pub config: Option<Utf8PathBuf>,
    /// Whether a server that is started is one of our own: with the minimal configuration, whatever `config` says.
    pub minimal: bool,
    /// Whether tmux keeps the socket's directory itself: then it must be closed to others, as with `-L`.
    pub own_directory: bool,
}

/// The server on one socket.
#[derive(Debug)]
pub struct Tmux<L: Link> {
    pub(crate) link: Arc<L>,
    pub(crate) socket: Utf8PathBuf,
    minimal: bool,
    watches: Arc<Watches>,
    gates: Arc<Gates>,
}

impl<L: Link> Clone for Tmux<L> {
    fn clone(&self) -> Self {
        Self {
            link: Arc::clone(&self.link),
            socket: self.socket.clone(),
            minimal: self.minimal,
            watches: Arc::clone(&self.watches),
            gates: Arc::clone(&self.gates),
        }
    }
}

impl SubprocessTmux {
    /// The server on `socket`, whether or not it runs; nothing is started here.
    #[must_use]
    pub fn subprocess(route: Route, socket: Utf8PathBuf, options: Options) -> Self {
        let link = Subprocess::new(route, socket.clone(), options.config, options.limits)
            .in_own_directory(options.own_directory);
        Self::over(link, socket).starting_minimal(options.minimal)
    }
}

impl ControlTmux {
    /// The same through control clients. The first is attached once something is asked.
    #[must_use]
    pub fn control(route: Route, socket: Utf8PathBuf, options: Options) -> Self {
        let subprocess = Subprocess::new(
            route.clone(),
            socket.clone(),
            options.config,
            options.limits,
        )
        .in_own_directory(options.own_directory);
        let link = ControlLink::new(route, socket.clone(), options.limits, subprocess);
        Self::over(link, socket).starting_minimal(options.minimal)
    }

    /// Waits until a control client carries requests, or it is known that none can now; whether one does.
    ///
    /// Nothing needs to wait for this: until then each request is a process of its own.
    pub async fn settle(&self) -> bool {
        self.link.settle().await
    }
}

impl<L: Link> Tmux<L> {
    /// The server that `link` leads to; `socket` is named in errors.
    #[must_use]
    pub fn over(link: L, socket: Utf8PathBuf) -> Self {
        Self {
            link: Arc::new(link),
            socket,
            minimal: false,
            watches: Arc::default(),
            gates: Arc::default(),
        }
    }

    /// The same; whether a server that is started is one of our own, with the minimal configuration.
    #[must_use]
    pub fn starting_minimal(mut self, minimal: bool) -> Self {
        self.minimal = minimal;
        self
    }

    /// The socket that the server listens on.
    #[must_use]
    pub fn socket(&self) -> &Utf8Path {
        &self.socket
    }

    /// Runs a group whose last command marks its end; without that mark, tmux's words say what came between.
    pub(crate) async fn ask(
        &self,
        token: &Token,
        group: Group,
        pane: Option<PaneId>,
    ) -> Result<Output, TmuxError> {
        let (output, words) = self.hear(token, group).await?;
        if output.has(END) {
            return Ok(output);
        }
        Err(self.said(&words, pane))
    }

    /// Runs a group and gives back whatever came, with tmux's words.
    pub(crate) async fn hear(
        &self,
        token: &Token,
        group: Group,
    ) -> Result<(Output, String), TmuxError> {
        let reply = self.link.run(&group).await?;
        Ok((Output::new(reply.output, token.clone()), reply.words))
    }

    /// What was observed, without the clients of this process: they are no part of what is going on.
    pub(crate) fn topology(&self, output: &Output) -> Result<Topology, TmuxError> {
        let mut topology = observe::topology(output)?;
        observe::leave_out(&mut topology, &self.own_clients());
        Ok(topology)
    }

    /// The port's `observe`, with a say in how the group is carried.
    pub(crate) async fn observed(
        &self,
        scope: Scope,
        carried: impl Fn(Group) -> Group + Send,
    ) -> Result<Topology, TmuxError> {
        let token = Token::random()?;
        let pane = match scope {
            Scope::Pane(pane) => Some(pane),
            Scope::Sessions | Scope::Everything | Scope::Panes => None,
        };
        if let Some(line) = observe::shortly(&token, scope) {
            let group = Group::reading(line).ending_with(token.start(observe::SERVER));
            let (output, _) = self.hear(&token, carried(group)).await?;
            if observe::is_whole(&output)? {
                self.lasts(&Life::read(&mut output.row(observe::SERVER)?)?)?;
                return self.topology(&output);
            }
        }
        let own = self.link.own_clients().is_some();
        let group = Group::reading(observe::commands(&token, scope, own));
        let group = group.ending_with(token.start(END));
        let (output, words) = self.hear(&token, carried(group)).await?;
        let empty = pane.is_none() && observe::is_empty(&output, &words);
        if output.has(observe::SERVER) {
            self.lasts(&Life::read(&mut output.row(observe::SERVER)?)?)?;
        }
        if output.has(END) || empty {
            let mut topology = self.topology(&output)?;
            if scope == Scope::Sessions {
                topology.clients = Vec::new();
            }
            return Ok(topology);
        }
        Err(self.said(&words, pane))
    }

    pub(crate) fn own_clients(&self) -> Vec<u32> {
        self.link.own_clients().unwrap_or_default()
    }

    pub(crate) fn said(&self, words: &str, pane: Option<PaneId>) -> TmuxError {
        failure::error(words, self.socket.as_str(), pane)
    }

    pub(crate) async fn life(&self) -> Result<Life, TmuxError> {
        let token = Token::random()?;
        let line = sequence([observe::server(&token), token.mark(END)]);
        let group = Group::reading(line).ending_with(token.start(END));
        let output = self.ask(&token, group, None).await?;
        Life::read(&mut output.row(observe::SERVER)?)
    }

    /// A server that ends for want of a session goes on answering until its last client has gone (server.c,
    /// `server_loop`): by then nothing can be done with it any more.
    fn lasts(&self, life: &Life) -> Result<(), TmuxError> {
        if life.ending() {
            return Err(TmuxError::NoServer {
                socket: self.socket.to_string(),
            });
        }
        Ok(())
    }

    /// Whether the server of this life still answers, and is not about to end.
    async fn lives(&self, identity: ServerIdentity) -> Result<(), TmuxError> {
        match self.life().await {
            Ok(life) if life.server.identity != identity => Err(replaced(life.server.identity)),
            // Waiters are let go before a server without sessions ends (server.c, server_loop), so it may still answer.
            Ok(life) if life.ending() => Err(TmuxError::ServerGone {
                words: "its last session ended".to_owned(),
            }),
            Ok(_) => Ok(()),
            Err(TmuxError::NoServer { .. }) => Err(TmuxError::ServerGone {
                words: "nothing listens on its socket any more".to_owned(),
            }),
            Err(error) => Err(error),
        }
    }
}

/// Commands as one line.
pub(crate) fn sequence<S: fmt::Display>(commands: impl IntoIterator<Item = S>) -> String {
    let mut line = String::new();
    for command in commands {
        if !line.is_empty() {
            line.push_str(" ; ");
        }
        line.push_str(&command.to_string());
    }
    line
}

/// One of two lists of commands, chosen by tmux itself in the invocation that runs it.
///
/// Braces, not strings: what they hold is parsed once, in its place, so nothing is quoted twice. An error in a branch
/// ends the branch and not what follows it: a branch carries its own end mark.
pub(crate) fn choice(
    target: Option<&dyn fmt::Display>,
    condition: &str,
    yes: &str,
    no: &str,
) -> String {
    let target = target.map_or_else(String::new, |target| format!("-t {target} "));
    let condition = quote::quoted(condition);
    format!("if-shell -F {target}{condition} {{ {yes} }} {{ {no} }}")
}

/// Another life of the server answers.
pub(crate) fn replaced(identity: ServerIdentity) -> TmuxError {
    TmuxError::ServerGone {
        words: format!(
            "another one answers on its socket now, process {}",
            identity.pid
        ),
    }
}

#[async_trait]
impl<L: Link> TmuxPort for Tmux<L> {
    async fn identity(&self) -> Result<ServerIdentity, TmuxError> {
        let life = self.life().await?;
        self.lasts(&life)?;
        Ok(life.server.identity)
    }

    async fn observe(&self, scope: Scope) -> Result<Topology, TmuxError> {
        self.observed(scope, |group| group).await
    }

    async fn capture(
        &self,
        pane: PaneId,
        requests: &[CaptureRequest],
    ) -> Result<Capture, TmuxError> {
        let (_, capture) = self.read_pane(pane, requests, |_| Vec::new()).await?;
        Ok(capture)
    }

    async fn view(
        &self,
        pane: PaneId,
        requests: &[CaptureRequest],
    ) -> Result<(Topology, Capture), TmuxError> {
        let first = |token: &Token| observe::parts(token, Scope::Pane(pane), false);
        let (output, capture) = self.read_pane(pane, requests, first).await?;
        Ok((self.topology(&output)?, capture))
    }

    async fn settings(&self, query: &SettingQuery) -> Result<Settings, TmuxError> {
        self.read_settings(query).await
    }

    async fn type_keys(&self, typed: &domain::port::Typed) -> Result<(), TmuxError> {
        self.send_keys(typed).await
    }

    async fn paste(&self, paste: &domain::port::Paste) -> Result<(), TmuxError> {
        self.paste_text(paste).await
    }

    async fn withdraw(&self, pane: PaneId, nonce: &Nonce, buffer: &str) -> Result<bool, TmuxError> {
        self.take_back(pane, nonce, buffer).await
    }

    async fn change(&self, change: &Change) -> Result<Changed, TmuxError> {
        self.bring_about(change).await
    }

    async fn signal(&self, channel: &Channel) -> Result<(), TmuxError> {
        let token = Token::random()?;
        let wake = format!("wait-for -S -- {}", quote::quoted(channel.as_str()));
        let line = sequence([wake, token.mark(END)]);
        self.ask(&token, Group::changing(line), None)
            .await
            .map(drop)
    }

    async fn await_signal(&self, channel: &Channel) -> Result<(), TmuxError> {
        let token = Token::random()?;
        let wait = format!("wait-for -- {}", quote::quoted(channel.as_str()));
        // A dying server lets its waiters go once its sessions are gone (server.c, server_send_exit and server_loop): one
        // that still holds a session at the wake is alive, and needs no second question.
        let lives = format!("if-shell -F '#{{S:x}}' {{ {} }}", token.mark(LIVES));
        let line = sequence([observe::server(&token), wait, token.mark(END), lives]);
        let reply = self.link.wait(&Group::reading(line)).await?;
        let output = Output::new(reply.output, token);
        let Ok(mut row) = output.row(observe::SERVER) else {
            return Err(self.said(&reply.words, None));
        };
        let found = Life::read(&mut row)?;
        if !output.has(END) {
            return Err(self.said(&reply.words, None));
        }
        if output.has(LIVES) {
            return Ok(());
        }
        self.lives(found.server.identity).await
    }

    async fn watch(&self, pane: PaneId) -> Result<Box<dyn PaneWatch>, TmuxError> {
        let watch = Watches::open(&self.watches, self, pane).await?;
        Ok(Box::new(watch))
    }
}
