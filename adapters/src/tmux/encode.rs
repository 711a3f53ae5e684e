//! Each [`Change`] as commands, and what they printed as a [`Changed`].
//!
//! The server's life is compared by tmux in the invocation that acts: a pane id of another life means another pane.

use domain::change::Direction;
use domain::{Change, Changed, PaneId, Scope, ServerIdentity, SessionId, Split, TmuxError};

use super::failure::Failure;
use super::observe::{self, Life, SERVER};
use super::quote::{quoted, quoted_literal};
use super::rows::{END, Output, Token};
use super::{Tmux, arrange, choice, replaced, sequence};
use crate::link::{Group, Link, Start};

/// The kind of the row that names what was created.
const CREATED: char = 'n';
/// The kind of the row that names the life that answered instead.
const OTHER: char = 'x';

impl<L: Link> Tmux<L> {
    /// The port's `change`.
    pub(super) async fn bring_about(&self, change: &Change) -> Result<Changed, TmuxError> {
        match change {
            Change::CreateSession { identity, .. } => self.create_session(*identity, change).await,
            Change::CreateWindow { identity, .. } => self.create_window(*identity, change).await,
            Change::SplitWindow { identity, pane, .. } => {
                self.split(*identity, *pane, change).await
            }
            Change::RespawnPane { .. } => self.respawn(change).await,
            Change::ResizeWindow { .. } => self.resize_window(change).await,
            Change::SetMouse {
                identity,
                session,
                enabled,
            } => {
                let value = arrange::switch(*enabled);
                self.set_value(*identity, *session, "mouse", value).await
            }
            Change::SetHistoryLimit {
                identity,
                session,
                lines,
            } => {
                let value = lines.to_string();
                self.set_value(*identity, *session, "history-limit", &value)
                    .await
            }
            Change::RenameSession { identity, .. }
            | Change::RenameWindow { identity, .. }
            | Change::SelectWindow { identity, .. }
            | Change::SelectPane { identity, .. }
            | Change::SelectLayout { identity, .. }
            | Change::ResizePane { identity, .. }
            | Change::MoveWindow { identity, .. }
            | Change::SwapPane { identity, .. }
            | Change::SetPaneTitle { identity, .. }
            | Change::SetSynchronizePanes { identity, .. }
            | Change::ClearScrollback { identity, .. } => self.arrange(*identity, change).await,
            Change::KillWindow { identity, .. }
            | Change::KillPane { identity, .. }
            | Change::KillSession { identity, .. } => self.end(*identity, &kill(change)).await,
        }
    }

    async fn create_session(
        &self,
        identity: Option<ServerIdentity>,
        change: &Change,
    ) -> Result<Changed, TmuxError> {
        let token = Token::random()?;
        let create = new_session(&token, change);
        let identity = match identity {
            None if self.minimal => Some(self.launch_minimal(token.as_str()).await?.identity),
            identity => identity,
        };
        let output = if let Some(identity) = identity {
            self.guarded(&token, identity, None, &create).await?
        } else {
            let line = sequence([create, token.mark(END)]);
            let group = Group::changing(line)
                .starting(Start::Operator)
                .taking_turns();
            self.ask(&token, group, None).await?
        };
        self.created(&output).await
    }

    async fn create_window(
        &self,
        identity: ServerIdentity,
        change: &Change,
    ) -> Result<Changed, TmuxError> {
        let token = Token::random()?;
        let create = new_window(&token, change);
        let output = self.guarded(&token, identity, None, &create).await?;
        let mut row = output.row(CREATED)?;
        Ok(Changed::Window {
            window: row.value()?,
            pane: row.value()?,
            index: row.value()?,
        })
    }

    async fn split(
        &self,
        identity: ServerIdentity,
        pane: PaneId,
        change: &Change,
    ) -> Result<Changed, TmuxError> {
        let token = Token::random()?;
        let split = split_window(&token, change);
        let output = self.guarded(&token, identity, Some(pane), &split).await?;
        let mut row = output.row(CREATED)?;
        Ok(Changed::Pane {
            pane: row.value()?,
            width: row.value()?,
            height: row.value()?,
        })
    }

    /// Runs a command that creates something, in this life of the server and in no other.
    async fn guarded(
        &self,
        token: &Token,
        identity: ServerIdentity,
        pane: Option<PaneId>,
        command: &str,
    ) -> Result<Output, TmuxError> {
        let yes = sequence([command, &token.mark(END)]);
        let line = in_life(token, identity, &yes);
        let group = Group::changing(line).set_apart().taking_turns();
        let (output, words) = self.hear(token, group).await?;
        if !output.has(END) {
            return Err(self.missing(&words, pane).await);
        }
        same_life(&output)?;
        Ok(output)
    }

    /// Ends something and reads what is left, in one invocation; tmux sends all of it even where the server ends.
    async fn end(&self, identity: ServerIdentity, kill: &str) -> Result<Changed, TmuxError> {
        let token = Token::random()?;
        let left = observe::commands(&token, Scope::Everything, false);
        let line = in_life(&token, identity, &sequence([kill, &left]));
        let (output, words) = self
            .hear(&token, Group::changing(line).taking_turns())
            .await?;
        same_life(&output)?;
        if !output.has(END) && !observe::is_empty(&output, &words) {
            return Err(self.missing(&words, None).await);
        }
        let found = Life::read(&mut output.row(SERVER)?)?;
        let left = if found.ending() {
            None
        } else {
            Some(self.topology(&output)?)
        };
        Ok(Changed::Ended { left })
    }

    /// What was created, if it is still there: `destroy-unattached` ends a session that nobody is attached to.
    async fn created(&self, output: &Output) -> Result<Changed, TmuxError> {
        let mut row = output.row(CREATED)?;
        let identity = ServerIdentity {
            pid: row.value()?,
            start_time: row.value()?,
        };
        let session: SessionId = row.value()?;
        let changed = Changed::Session {
            identity,
            session,
            window: row.value()?,
            pane: row.value()?,
            name: row.text()?,
        };
        // By a client of its own: the one that created it has to have gone from the server by then.
        let held = match self.observed(Scope::Sessions, Group::set_apart).await {
            Ok(topology) => {
                topology.server.identity == identity
                    && topology.sessions.iter().any(|held| held.id == session)
            }
            Err(TmuxError::NoServer { .. } | TmuxError::ServerGone { .. }) => false,
            // It was created; whether it lasts is not known, and the next call will tell.
            Err(_) => true,
        };
        match changed {
            Changed::Session { name, .. } if !held => Err(TmuxError::Vanished { session, name }),
            changed => Ok(changed),
        }
    }

    /// What tmux's words stand for. Where they name a session that is not there, those that are get named.
    pub(super) async fn missing(&self, words: &str, pane: Option<PaneId>) -> TmuxError {
        let session: SessionId = match Failure::read(words) {
            Failure::NoTarget(named) => match named.parse() {
                Ok(session) => session,
                Err(_) => return self.said(words, pane),
            },
            _ => return self.said(words, pane),
        };
        match self.observed(Scope::Sessions, |group| group).await {
            Ok(seen) => TmuxError::NoSuchSession {
                session: session.to_string(),
                existing: seen.sessions.into_iter().map(|held| held.name).collect(),
            },
            Err(error) => error,
        }
    }
}

/// Commands for this life of the server; in another, a row names it.
pub(super) fn in_life(token: &Token, identity: ServerIdentity, commands: &str) -> String {
    let condition = life_condition(identity);
    let format = token.format(OTHER, &["pid", "start_time"], &[]);
    let other = sequence([
        format!("display-message -p {}", quoted(&format)),
        token.mark(END),
    ]);
    choice(None, &condition, commands, &other)
}

/// A format that is true in this life of the server.
pub(super) fn life_condition(identity: ServerIdentity) -> String {
    format!(
        "#{{==:#{{pid}} #{{start_time}},{} {}}}",
        identity.pid, identity.start_time
    )
}

pub(super) fn same_life(output: &Output) -> Result<(), TmuxError> {
    let Some(mut row) = output.rows(OTHER).next() else {
        return Ok(());
    };
    Err(replaced(ServerIdentity {
        pid: row.value()?,
        start_time: row.value()?,
    }))
}

/// An option with a text that tmux expands as a format.
fn option(flag: &str, text: Option<&String>) -> String {
    text.map_or_else(String::new, |text| {
        format!(" {flag} {}", quoted_literal(text))
    })
}

/// The command of a change that ends something; empty for any other.
fn kill(change: &Change) -> String {
    match change {
        Change::KillWindow { window, .. } => format!("kill-window -t {window}"),
        Change::KillPane { pane, .. } => format!("kill-pane -t {pane}"),
        Change::KillSession { session, .. } => {
            format!("kill-session -t {}", quoted(&session.to_string()))
        }
        _ => String::new(),
    }
}

fn new_session(token: &Token, change: &Change) -> String {
    let Change::CreateSession {
        name,
        window_name,
        start_directory,
        width,
        height,
        ..
    } = change
    else {
        return String::new();
    };
    let words = ["pid", "start_time", "session_id", "window_id", "pane_id"];
    let format = quoted(&token.format(CREATED, &words, &["session_name"]));
    format!(
        "new-session -d -P -F {format} -x {width} -y {height}{}{}{}",
        option("-s", name.as_ref()),
        option("-n", window_name.as_ref()),
        option("-c", start_directory.as_ref()),
    )
}

/// `$N:` with its colon is the lowest free index: a bare session would be its current window, which is taken.
fn new_window(token: &Token, change: &Change) -> String {
    let Change::CreateWindow {
        session,
        name,
        start_directory,
        select,
        ..
    } = change
    else {
        return String::new();
    };
    let words = ["window_id", "pane_id", "window_index"];
    let format = quoted(&token.format(CREATED, &words, &[]));
    let detached = if *select { "" } else { "-d " };
    format!(
        "new-window {detached}-P -F {format} -t {}{}{}",
        quoted(&format!("{session}:")),
        option("-n", name.as_ref()),
        option("-c", start_directory.as_ref()),
    )
}

fn split_window(token: &Token, change: &Change) -> String {
    let Change::SplitWindow {
        pane,
        direction,
        size,
        start_directory,
        ..
    } = change
    else {
        return String::new();
    };
    let direction = match direction {
        Direction::Right => "-h",
        Direction::Left => "-h -b",
        Direction::Above => "-v -b",
        Direction::Below => "-v",
    };
    let size = match size {
        Split::Half => String::new(),
        Split::Percent(share) => format!(" -l '{share}%'"),
        Split::Cells(cells) => format!(" -l {cells}"),
    };
    let words = ["pane_id", "pane_width", "pane_height"];
    let format = quoted(&token.format(CREATED, &words, &[]));
    format!(
        "split-window -d -P -F {format} -t {pane} {direction}{size}{}",
        option("-c", start_directory.as_ref()),
    )
}
