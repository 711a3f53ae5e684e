//! Options, environments, hooks and format variables, read in tmux's own escaping: there a value ends where it says.
//!
//! A table option is never named to tmux, which would resolve a prefix and take the scope from the option: all that
//! its scope lists are printed, and the whole name is looked for. How what is printed is read is in [`listing`].

use domain::setting::{OptionName, OptionScope, SettingQuery, Settings};
use domain::{PaneId, SessionId, TmuxError, VariableName};

use super::quote::quoted;
use super::rows::{END, Output, Token};
use super::{Tmux, sequence};
use crate::link::{Group, Link};

mod listing;

/// The kind of the row behind which a list is printed.
const LIST: char = 'l';
/// The kind of the row of format variables.
const VARIABLES: char = 'f';

/// No pane has this id, so that nothing but the server's own variables has a value; without a target, tmux takes the
/// pane that was used last.
const NOBODY: PaneId = PaneId::new(u32::MAX);

impl<L: Link> Tmux<L> {
    /// The port's `settings`.
    pub(super) async fn read_settings(&self, query: &SettingQuery) -> Result<Settings, TmuxError> {
        match query {
            SettingQuery::Option { name, scope } => self.option(name, *scope).await,
            SettingQuery::Environment(session) => {
                let scope = session_scope(*session);
                let printed = self.list(&[format!("show-environment -s {scope}")]).await?;
                listing::environment(&printed).map(Settings::Environment)
            }
            SettingQuery::Hooks(session) => {
                let mut lists = vec![format!("show-hooks {}", session_scope(*session))];
                if session.is_none() {
                    // Hooks of windows and panes have their global values apart.
                    lists.push("show-hooks -g -w".to_owned());
                }
                let printed = self.list(&lists).await?;
                Ok(Settings::Hooks(listing::hooks(&printed)))
            }
            SettingQuery::Variables { names, pane } => self.variables(names, *pane).await,
        }
    }

    async fn option(&self, name: &OptionName, scope: OptionScope) -> Result<Settings, TmuxError> {
        let mut list = format!("show-options -A {}", option_scope(scope));
        if name.as_str().starts_with('@') {
            list.push(' ');
            list.push_str(&quoted(name.as_str()));
        }
        let printed = self.list(&[list]).await?;
        let found = listing::option(&printed, name.as_str());
        let (value, inherited) = found.ok_or_else(|| TmuxError::NoSuchSetting {
            name: name.to_string(),
        })?;
        Ok(Settings::Option { value, inherited })
    }

    /// What these lists print.
    async fn list(&self, lists: &[String]) -> Result<String, TmuxError> {
        let token = Token::random()?;
        let mut commands = vec![token.mark(LIST)];
        commands.extend_from_slice(lists);
        commands.push(token.mark(END));
        let output = self.look(&token, sequence(commands), None).await?;
        let printed = output.row(LIST)?.remainder();
        // The mark's own line ends first.
        Ok(printed.strip_prefix('\n').unwrap_or(&printed).to_owned())
    }

    async fn variables(
        &self,
        names: &[VariableName],
        pane: Option<PaneId>,
    ) -> Result<Settings, TmuxError> {
        let token = Token::random()?;
        let texts: Vec<&str> = names.iter().map(VariableName::as_str).collect();
        let format = token.format(VARIABLES, &["pane_id"], &texts);
        let line = sequence([
            format!(
                "display-message -p -t {} {}",
                pane.unwrap_or(NOBODY),
                quoted(&format)
            ),
            token.mark(END),
        ]);
        let output = self.look(&token, line, pane).await?;
        let mut row = output.row(VARIABLES)?;
        let found: Option<PaneId> = row.optional()?;
        if let Some(pane) = pane
            && found != Some(pane)
        {
            return Err(TmuxError::NoSuchPane { pane });
        }
        let read = texts
            .into_iter()
            .map(|name| Ok((name.to_owned(), row.text()?)));
        read.collect::<Result<_, _>>().map(Settings::Variables)
    }

    async fn look(
        &self,
        token: &Token,
        line: String,
        pane: Option<PaneId>,
    ) -> Result<Output, TmuxError> {
        let (output, words) = self.hear(token, Group::reading(line)).await?;
        if output.has(END) {
            return Ok(output);
        }
        Err(self.missing(&words, pane).await)
    }
}

fn session_scope(session: Option<SessionId>) -> String {
    session.map_or_else(
        || "-g".to_owned(),
        |session| format!("-t {}", quoted(&format!("{session}:"))),
    )
}

fn option_scope(scope: OptionScope) -> String {
    match scope {
        OptionScope::Server => "-s".to_owned(),
        OptionScope::Session(session) => session_scope(Some(session)),
        OptionScope::GlobalSession => session_scope(None),
        OptionScope::Window(window) => format!("-w -t {window}"),
        OptionScope::GlobalWindow => "-g -w".to_owned(),
        OptionScope::Pane(pane) => format!("-p -t {pane}"),
    }
}
