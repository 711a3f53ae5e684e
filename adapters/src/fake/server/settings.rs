//! What is set: options with their inheritance, environments and hooks.

use std::collections::BTreeMap;

use domain::setting::OptionScope;
use domain::{PaneId, SessionId, WindowId};

use super::life::Life;
use super::options::{Options, Table, Value, definition};

/// Variables by name; without a value a variable is taken out of what is inherited.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Environment {
    held: BTreeMap<String, (Option<String>, bool)>,
}

impl Environment {
    /// Sets a variable, hidden from programs or not.
    pub(super) fn set(&mut self, name: &str, value: &str, hidden: bool) {
        self.held
            .insert(name.to_owned(), (Some(value.to_owned()), hidden));
    }

    /// Takes a variable out of what is inherited.
    pub(super) fn remove(&mut self, name: &str) {
        self.held.insert(name.to_owned(), (None, false));
    }

    /// Forgets a variable.
    pub(super) fn unset(&mut self, name: &str) {
        self.held.remove(name);
    }

    /// A variable's value; `None` where it is taken out too.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.held.get(name)?.0.as_deref()
    }

    /// Whether a variable is set, or taken out.
    pub(super) fn names(&self, name: &str) -> bool {
        self.held.contains_key(name)
    }

    /// The variables that programs see, by name.
    pub(super) fn shown(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let shown = self.held.iter().filter(|(_, (_, hidden))| !hidden);
        shown.map(|(name, (value, _))| (&**name, value.as_deref()))
    }
}

/// Hooks: commands by index, for each name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Hooks {
    /// The commands.
    pub(super) set: BTreeMap<String, BTreeMap<u32, String>>,
}

impl Hooks {
    /// Adds a command, at an index, behind the others, or instead of all.
    pub(super) fn add(&mut self, name: &str, index: Option<u32>, append: bool, command: &str) {
        let commands = self.set.entry(name.to_owned()).or_default();
        let index = match (index, append) {
            (Some(index), _) => index,
            (None, true) => commands.last_key_value().map_or(0, |(last, _)| last + 1),
            (None, false) => {
                commands.clear();
                0
            }
        };
        commands.insert(index, command.to_owned());
    }
}

/// Hooks of windows and panes.
const WINDOW_HOOKS: [&str; 11] = [
    "pane-died",
    "pane-exited",
    "pane-focus-in",
    "pane-focus-out",
    "pane-mode-changed",
    "pane-set-clipboard",
    "pane-title-changed",
    "window-layout-changed",
    "window-pane-changed",
    "window-renamed",
    "window-resized",
];

/// Hooks of sessions that are not named after a command.
const SESSION_HOOKS: [&str; 16] = [
    "alert-activity",
    "alert-bell",
    "alert-silence",
    "client-active",
    "client-attached",
    "client-detached",
    "client-focus-in",
    "client-focus-out",
    "client-resized",
    "client-session-changed",
    "session-closed",
    "session-created",
    "session-renamed",
    "session-window-changed",
    "window-linked",
    "window-unlinked",
];

/// Commands that have a hook behind them.
const COMMAND_HOOKS: &str = "bind-key capture-pane copy-mode display-message display-panes kill-pane list-buffers \
    list-clients list-keys list-panes list-sessions list-windows load-buffer lock-server new-session new-window \
    paste-buffer pipe-pane queue refresh-client rename-session rename-window resize-pane resize-window save-buffer \
    select-layout select-pane select-window send-keys set-buffer set-environment set-hook set-option show-environment \
    show-messages show-options split-window unbind-key";

/// Whether there is a hook of this name, and whether it is one of windows and panes.
pub(super) fn hook(name: &str) -> Option<bool> {
    let command = name.strip_prefix("after-");
    if WINDOW_HOOKS.contains(&name) {
        Some(true)
    } else if SESSION_HOOKS.contains(&name)
        || command.is_some_and(|command| {
            COMMAND_HOOKS
                .split_whitespace()
                .any(|known| known == command)
        })
    {
        Some(false)
    } else {
        None
    }
}

/// Whose options are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Server,
    Sessions,
    Session(SessionId),
    Windows,
    Window(WindowId),
    Pane(PaneId),
}

impl From<OptionScope> for Owner {
    fn from(scope: OptionScope) -> Self {
        match scope {
            OptionScope::Server => Self::Server,
            OptionScope::Session(session) => Self::Session(session),
            OptionScope::GlobalSession => Self::Sessions,
            OptionScope::Window(window) => Self::Window(window),
            OptionScope::GlobalWindow => Self::Windows,
            OptionScope::Pane(pane) => Self::Pane(pane),
        }
    }
}

impl Owner {
    /// Whether an option of this table can be set here.
    pub(super) const fn takes(self, table: Table) -> bool {
        match self {
            Self::Server => matches!(table, Table::Server),
            Self::Sessions | Self::Session(_) => matches!(table, Table::Session),
            Self::Windows | Self::Window(_) => matches!(table, Table::Window | Table::Pane),
            Self::Pane(_) => matches!(table, Table::Pane),
        }
    }
}

impl Life {
    /// Where an owner's options come from where it has none of its own.
    pub(super) fn wider(&self, owner: Owner) -> Option<Owner> {
        match owner {
            Owner::Server | Owner::Sessions | Owner::Windows => None,
            Owner::Session(_) => Some(Owner::Sessions),
            Owner::Window(_) => Some(Owner::Windows),
            Owner::Pane(pane) => self.panes.get(&pane).map(|pane| Owner::Window(pane.window)),
        }
    }

    /// What was set for an owner; `None` where it is not there.
    pub(super) fn options_of(&self, owner: Owner) -> Option<&Options> {
        match owner {
            Owner::Server => Some(&self.server_options),
            Owner::Sessions => Some(&self.session_options),
            Owner::Windows => Some(&self.window_options),
            Owner::Session(id) => self.sessions.get(&id).map(|session| &session.options),
            Owner::Window(id) => self.windows.get(&id).map(|window| &window.options),
            Owner::Pane(id) => self.panes.get(&id).map(|pane| &pane.options),
        }
    }

    /// The same, to be changed.
    pub(super) fn options_mut(&mut self, owner: Owner) -> Option<&mut Options> {
        match owner {
            Owner::Server => Some(&mut self.server_options),
            Owner::Sessions => Some(&mut self.session_options),
            Owner::Windows => Some(&mut self.window_options),
            Owner::Session(id) => self
                .sessions
                .get_mut(&id)
                .map(|session| &mut session.options),
            Owner::Window(id) => self.windows.get_mut(&id).map(|window| &mut window.options),
            Owner::Pane(id) => self.panes.get_mut(&id).map(|pane| &mut pane.options),
        }
    }

    /// An option's value for an owner, and whether it comes from a wider one. `None` where there is no such option.
    pub(super) fn option(&self, owner: Owner, name: &str) -> Option<(Value, bool)> {
        let mut asked = owner;
        let mut inherited = false;
        loop {
            if let Some(value) = self.options_of(asked)?.get(name) {
                return Some((value.clone(), inherited));
            }
            match self.wider(asked) {
                Some(wider) => asked = wider,
                None => break,
            }
            inherited = true;
        }
        let known = definition(name).filter(|option| asked.takes(option.table))?;
        let default = if name == "escape-time" {
            Value::One(self.setup.profile.escape_time.to_owned())
        } else {
            known.default.clone()
        };
        Some((default, inherited))
    }

    /// An option's value as a text; empty where there is none.
    pub(super) fn option_text(&self, owner: Owner, name: &str) -> String {
        self.option(owner, name)
            .map_or_else(String::new, |(value, _)| value.text())
    }

    /// Whether a switch is on.
    pub(super) fn is_on(&self, owner: Owner, name: &str) -> bool {
        self.option_text(owner, name) == "on"
    }

    /// What a new program of a session finds in its environment.
    pub(super) fn environment_of(&self, session: SessionId) -> BTreeMap<String, String> {
        let mut merged: BTreeMap<String, String> = BTreeMap::new();
        let own = self
            .sessions
            .get(&session)
            .map(|session| &session.environment);
        for (name, value) in [Some(&self.environment), own]
            .into_iter()
            .flatten()
            .flat_map(Environment::shown)
        {
            match value {
                Some(value) => merged.insert(name.to_owned(), value.to_owned()),
                None => merged.remove(name),
            };
        }
        merged
    }
}
