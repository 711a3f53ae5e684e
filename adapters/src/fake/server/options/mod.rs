//! Options: which there are, what they hold by default, and what was set.

use std::collections::BTreeMap;
use std::sync::OnceLock;

mod check;
pub(super) mod escape;

pub(super) use check::{check, is_switch, toggled};

/// tmux's own table: a line for each option, or for each element of an array.
const DEFAULTS: &str = include_str!("defaults.txt");

/// Whose options a table holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Table {
    /// The server's.
    Server,
    /// Sessions'.
    Session,
    /// Windows'.
    Window,
    /// Those of windows that panes may have of their own.
    Pane,
}

/// What an option holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// One value.
    One(String),
    /// An array, by index.
    Array(BTreeMap<u32, String>),
}

impl Value {
    /// The value as a text; elements of an array are separated by a blank.
    pub(super) fn text(&self) -> String {
        match self {
            Self::One(value) => value.clone(),
            Self::Array(values) => values.values().cloned().collect::<Vec<_>>().join(" "),
        }
    }
}

/// An option that tmux knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Definition {
    /// Where it belongs.
    pub(super) table: Table,
    /// Its name.
    pub(super) name: &'static str,
    /// What it holds where nothing was set.
    pub(super) default: Value,
}

/// Options that are arrays and empty by default.
const EMPTY_ARRAYS: [&str; 3] = ["terminal-overrides", "user-keys", "pane-colours"];

/// All options, in tmux's order.
pub(super) fn definitions() -> &'static [Definition] {
    static ALL: OnceLock<Vec<Definition>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all: Vec<Definition> = Vec::new();
        for line in DEFAULTS.lines().filter(|line| !line.starts_with('#')) {
            if let Some(definition) = read(line) {
                add(&mut all, definition);
            }
        }
        all
    })
}

fn read(line: &'static str) -> Option<(Table, &'static str, Option<u32>, &'static str)> {
    let (table, rest) = line.split_once(' ')?;
    let table = match table {
        "server" => Table::Server,
        "session" => Table::Session,
        "window" => Table::Window,
        _ => Table::Pane,
    };
    let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
    let (name, index) = split_index(name);
    Some((table, name, index, value))
}

fn add(
    all: &mut Vec<Definition>,
    (table, name, index, value): (Table, &'static str, Option<u32>, &'static str),
) {
    let known = all
        .last_mut()
        .filter(|last| last.name == name)
        .map(|last| &mut last.default);
    if let (Some(index), Some(Value::Array(values))) = (index, known) {
        values.insert(index, value.to_owned());
        return;
    }
    let default = match index {
        Some(index) => Value::Array(BTreeMap::from([(index, value.to_owned())])),
        None if EMPTY_ARRAYS.contains(&name) => Value::Array(BTreeMap::new()),
        None => Value::One(value.to_owned()),
    };
    all.push(Definition {
        table,
        name,
        default,
    });
}

/// `name[3]` in its parts.
pub(super) fn split_index(name: &str) -> (&str, Option<u32>) {
    let parts = name
        .strip_suffix(']')
        .and_then(|name| name.split_once('['))
        .and_then(|(stem, index)| Some((stem, index.parse().ok()?)));
    parts.map_or((name, None), |(stem, index)| (stem, Some(index)))
}

/// The option of exactly this name.
pub(super) fn definition(name: &str) -> Option<&'static Definition> {
    definitions().iter().find(|option| option.name == name)
}

/// The option that tmux takes a word for: the one of that name, or the only one that begins so.
///
/// # Errors
/// tmux's words.
pub(super) fn resolve(word: &str) -> Result<&'static Definition, String> {
    if let Some(exact) = definition(word) {
        return Ok(exact);
    }
    let mut found = definitions()
        .iter()
        .filter(|option| option.name.starts_with(word));
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(only),
        (Some(_), Some(_)) => Err(format!("ambiguous option: {word}")),
        (None, _) => Err(format!("invalid option: {word}")),
    }
}

/// What was set in one scope.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Options {
    set: BTreeMap<String, Value>,
}

impl Options {
    /// What was set under this name.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.set.get(name)
    }

    /// Everything that was set, by name.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.set.iter().map(|(name, value)| (&**name, value))
    }

    /// Sets a whole value.
    pub(super) fn set(&mut self, name: &str, value: Value) {
        self.set.insert(name.to_owned(), value);
    }

    /// Sets one value.
    pub(super) fn set_one(&mut self, name: &str, value: &str) {
        self.set(name, Value::One(value.to_owned()));
    }

    /// Forgets what was set; whether anything was.
    pub(super) fn unset(&mut self, name: &str) -> bool {
        self.set.remove(name).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read_whole() {
        assert_eq!(
            definition("history-limit").map(|option| (option.table, option.default.text())),
            Some((Table::Session, "2000".to_owned()))
        );
        assert!(matches!(
            definition("update-environment").map(|option| &option.default),
            Some(Value::Array(values)) if values.len() == 8
        ));
        assert_eq!(
            definition("remain-on-exit").map(|option| option.table),
            Some(Table::Pane)
        );
        assert_eq!(
            definitions()
                .iter()
                .filter(|option| option.table == Table::Pane)
                .count(),
            13
        );
    }

    #[test]
    fn a_beginning_stands_for_the_only_option_that_begins_so() {
        assert_eq!(resolve("mous").map(|option| option.name), Ok("mouse"));
        assert_eq!(
            resolve("status-l"),
            Err("ambiguous option: status-l".to_owned())
        );
        assert_eq!(resolve("mousy"), Err("invalid option: mousy".to_owned()));
    }
}
