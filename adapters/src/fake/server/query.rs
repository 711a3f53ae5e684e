//! The port's questions about settings.

use domain::setting::{OptionName, OptionValue};
use domain::{SettingQuery, Settings, TmuxError};

use super::format::Context;
use super::life::{Life, Said};
use super::options::{Value, definition, split_index};
use super::settings::{Environment, Hooks, Owner, hook};
use super::world::World;

impl World {
    /// The port's `settings`.
    pub(super) fn settings(&mut self, query: &SettingQuery) -> Result<Settings, TmuxError> {
        let life = self.life()?;
        let answer = match query {
            SettingQuery::Option { name, scope } => {
                let owner = Owner::from(*scope);
                match life.present(owner) {
                    Ok(()) => {
                        return life
                            .setting(owner, name)
                            .ok_or_else(|| TmuxError::NoSuchSetting {
                                name: name.to_string(),
                            });
                    }
                    Err(words) => Err(words),
                }
            }
            SettingQuery::Environment(session) => life.environment_list(*session),
            SettingQuery::Hooks(session) => life.hook_list(*session),
            SettingQuery::Variables { names, pane } => {
                let context = match pane {
                    Some(pane) => life.pane(*pane).map(|_| life.context_of(*pane)),
                    None => Ok(Context::default()),
                };
                context.map(|context| {
                    let read = names.iter().map(|name| {
                        let value = life.variable(name.as_str(), &context);
                        (name.as_str().to_owned(), value.unwrap_or_default())
                    });
                    Settings::Variables(read.collect())
                })
            }
        };
        answer.map_err(|words| self.said(&words, None))
    }
}

impl Life {
    /// Whether an owner of options is there.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn present(&self, owner: Owner) -> Said<()> {
        if self.options_of(owner).is_some() {
            return Ok(());
        }
        Err(match owner {
            Owner::Session(session) => format!("no such session: {session}"),
            Owner::Window(window) => format!("no such window: {window}"),
            Owner::Pane(pane) => format!("no such pane: {pane}"),
            Owner::Server | Owner::Sessions | Owner::Windows => "no current target".to_owned(),
        })
    }

    fn setting(&self, owner: Owner, name: &OptionName) -> Option<Settings> {
        let (stem, index) = split_index(name.as_str());
        let user = name.as_str().starts_with('@');
        if !user && !definition(stem).is_some_and(|option| owner.takes(option.table)) {
            return None;
        }
        let (value, inherited) = self.option(owner, stem)?;
        let value = match (value, index) {
            (Value::One(value), None) => OptionValue::One(value),
            (Value::Array(values), None) => OptionValue::Array(values.into_values().collect()),
            (Value::Array(values), Some(index)) => OptionValue::One(values.get(&index)?.clone()),
            (Value::One(_), Some(_)) => return None,
        };
        Some(Settings::Option { value, inherited })
    }

    fn environment_list(&self, session: Option<domain::SessionId>) -> Said<Settings> {
        let environment = match session {
            Some(session) => &self.session(session)?.environment,
            None => &self.environment,
        };
        let listed = |environment: &Environment| {
            environment
                .shown()
                .map(|(name, value)| (name.to_owned(), value.map(str::to_owned)))
                .collect()
        };
        Ok(Settings::Environment(listed(environment)))
    }

    fn hook_list(&self, session: Option<domain::SessionId>) -> Said<Settings> {
        let hooks = match session {
            Some(session) => &self.session(session)?.hooks,
            None => &self.hooks,
        };
        let mut listed = hooks_of(hooks, false);
        if session.is_none() {
            listed.extend(hooks_of(hooks, true));
        }
        Ok(Settings::Hooks(listed))
    }
}

/// The hooks that have commands, those of windows or the others.
pub(super) fn hooks_of(hooks: &Hooks, of_windows: bool) -> Vec<(String, Vec<String>)> {
    hooks
        .set
        .iter()
        .filter(|(name, commands)| hook(name) == Some(of_windows) && !commands.is_empty())
        .map(|(name, commands)| (name.clone(), commands.values().cloned().collect()))
        .collect()
}
