//! Commands that set: options, environment, hooks.

use std::collections::BTreeMap;

use super::super::life::Said;
use super::super::options::{self, Definition, Table, Value, resolve, split_index};
use super::super::settings::{Hooks, Owner, hook};
use super::target::Kind;
use super::text::read_and_shown;
use super::{Call, Done};

/// Whose options a command is about: by its flags, and by the table of the option that it names.
pub(super) fn owner(call: &Call<'_>, table: Option<Table>) -> Said<Owner> {
    let args = call.args;
    let kind = match table {
        Some(Table::Pane) if args.has('p') => 'p',
        Some(Table::Pane | Table::Window) => 'w',
        Some(Table::Server) => 's',
        Some(Table::Session) => ' ',
        None => ['s', 'p', 'w']
            .into_iter()
            .find(|flag| args.has(*flag))
            .unwrap_or(' '),
    };
    match (kind, args.has('g')) {
        ('s', _) => return Ok(Owner::Server),
        ('w', true) => return Ok(Owner::Windows),
        (' ', true) => return Ok(Owner::Sessions),
        _ => {}
    }
    let what = match kind {
        'p' => "pane",
        'w' => "window",
        _ => "session",
    };
    let target = args.get('t');
    let at = call
        .life
        .target(target, Kind::Pane, call.pane)
        .map_err(|_| match target {
            Some(target) => format!("no such {what}: {target}"),
            None => format!("no current {what}"),
        })?;
    Ok(match kind {
        'p' => Owner::Pane(at.needed_pane()?),
        'w' => Owner::Window(at.needed_window()?),
        _ => Owner::Session(at.needed_session()?),
    })
}

pub(super) fn set_window_option(call: &mut Call<'_>) -> Said<Done> {
    let name = call.args.word(0).unwrap_or_default();
    let user = name.starts_with('@');
    let table = if user {
        Table::Window
    } else {
        resolve(split_index(name).0)?.table
    };
    let owner = owner(call, Some(table))?;
    set(call, owner)
}

pub(super) fn set_option(call: &mut Call<'_>) -> Said<Done> {
    let name = call.args.word(0).unwrap_or_default();
    let table = if name.starts_with('@') {
        None
    } else {
        match resolve(split_index(name).0) {
            Ok(option) => Some(option.table),
            Err(_) if call.args.has('q') => return Ok(Done::Over),
            Err(words) => return Err(words),
        }
    };
    let owner = owner(call, table)?;
    set(call, owner)
}

fn set(call: &mut Call<'_>, owner: Owner) -> Said<Done> {
    let args = call.args;
    let (stem, index) = split_index(args.word(0).unwrap_or_default());
    let known = if stem.starts_with('@') {
        None
    } else {
        Some(resolve(stem)?)
    };
    let name = known.map_or(stem, |option| option.name);
    call.life.tick();
    if args.has('u') || args.has('U') {
        unset(call, owner, name, index);
        return Ok(Done::Over);
    }
    let own = call
        .life
        .options_of(owner)
        .and_then(|options| options.get(name))
        .cloned();
    if args.has('o') && own.is_some() {
        return if args.has('q') {
            Ok(Done::Over)
        } else {
            Err(format!("already set: {name}"))
        };
    }
    let given = args.word(1).map(|value| {
        if args.has('F') {
            let at = call.life.target(args.get('t'), Kind::Pane, call.pane);
            call.life.expand(value, &at.unwrap_or_default())
        } else {
            value.to_owned()
        }
    });
    let value = if let Some(option) = known {
        let now = call.life.option(owner, name).map(|(value, _)| value);
        known_value(option, now, index, (given, args.has('a')))?
    } else {
        let given = given.ok_or("empty value")?;
        let before = own.filter(|_| args.has('a')).map(|value| value.text());
        Value::One(format!("{}{given}", before.unwrap_or_default()))
    };
    if let Some(options) = call.life.options_mut(owner) {
        options.set(name, value);
    }
    call.life.option_changed(name);
    Ok(Done::Over)
}

fn unset(call: &mut Call<'_>, owner: Owner, name: &str, index: Option<u32>) {
    let Call { life, .. } = call;
    if let Some(options) = life.options_mut(owner) {
        match (index, options.get(name).cloned()) {
            (Some(index), Some(Value::Array(mut values))) => {
                values.remove(&index);
                options.set(name, Value::Array(values));
            }
            (Some(_), _) => {}
            (None, _) => {
                options.unset(name);
            }
        }
    }
    life.option_changed(name);
}

/// What an option that tmux knows is to hold.
fn known_value(
    option: &Definition,
    now: Option<Value>,
    index: Option<u32>,
    (given, append): (Option<String>, bool),
) -> Said<Value> {
    match (&option.default, now) {
        (Value::Array(_), now) => {
            let given = given.ok_or("empty value")?;
            let held = match now {
                Some(Value::Array(values)) => values,
                _ => BTreeMap::new(),
            };
            Ok(Value::Array(array(
                option.name,
                held,
                index,
                (given, append),
            )))
        }
        (Value::One(_), now) => {
            if index.is_some() {
                return Err(format!("not an array: {}", option.name));
            }
            let current = now.map(|value| value.text()).unwrap_or_default();
            let value = match given {
                None => options::toggled(option, &current).ok_or("empty value")?,
                Some(given) if append => format!("{current}{given}"),
                Some(given) => given,
            };
            options::check(option, &value).map(Value::One)
        }
    }
}

/// An array with a value at an index, behind the others, or instead of all. A value is several where it holds what
/// separates them.
fn array(
    name: &str,
    mut held: BTreeMap<u32, String>,
    index: Option<u32>,
    (given, append): (String, bool),
) -> BTreeMap<u32, String> {
    if let Some(index) = index {
        let before = held.get(&index).filter(|_| append).cloned();
        held.insert(index, format!("{}{given}", before.unwrap_or_default()));
        return held;
    }
    if !append {
        held.clear();
    }
    let separators: &[char] = if name == "update-environment" {
        &[' ', ',']
    } else {
        &[',']
    };
    for value in given.split(separators).filter(|value| !value.is_empty()) {
        let free = (0..=u32::MAX).find(|index| !held.contains_key(index));
        held.insert(free.unwrap_or_default(), value.to_owned());
    }
    held
}

pub(super) fn set_environment(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let name = args.word(0).unwrap_or_default();
    if name.is_empty() {
        return Err("empty variable name".to_owned());
    }
    if name.contains('=') {
        return Err("variable name contains =".to_owned());
    }
    let at = call.life.target(args.get('t'), Kind::Session, call.pane);
    let value = args.word(1).map(|value| {
        if args.has('F') {
            call.life.expand(
                value,
                at.as_ref()
                    .unwrap_or(&super::super::format::Context::default()),
            )
        } else {
            value.to_owned()
        }
    });
    let environment = if args.has('g') {
        &mut call.life.environment
    } else {
        let session = at
            .map_err(|_| match args.get('t') {
                Some(target) => format!("no such session: {target}"),
                None => "no current session".to_owned(),
            })?
            .needed_session()?;
        &mut call.life.session_mut(session)?.environment
    };
    match (args.has('u'), args.has('r'), value) {
        (true, _, Some(_)) => return Err("can't specify a value with -u".to_owned()),
        (_, true, Some(_)) => return Err("can't specify a value with -r".to_owned()),
        (true, ..) => environment.unset(name),
        (_, true, _) => environment.remove(name),
        (_, _, None) => return Err("no value specified".to_owned()),
        (_, _, Some(value)) => environment.set(name, &value, args.has('h')),
    }
    Ok(Done::Over)
}

pub(super) fn set_hook(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let (name, index) = split_index(args.word(0).unwrap_or_default());
    let of_windows = hook(name).ok_or_else(|| format!("invalid option: {name}"))?;
    let hooks: &mut Hooks = if args.has('g') {
        &mut call.life.hooks
    } else {
        let at = call.life.target(args.get('t'), Kind::Pane, call.pane)?;
        if of_windows && args.has('p') {
            &mut call.life.pane_mut(at.needed_pane()?)?.hooks
        } else if of_windows {
            &mut call.life.window_mut(at.needed_window()?)?.hooks
        } else {
            &mut call.life.session_mut(at.needed_session()?)?.hooks
        }
    };
    if args.has('u') {
        match index {
            None => {
                hooks.set.remove(name);
            }
            Some(index) => {
                if let Some(commands) = hooks.set.get_mut(name) {
                    commands.remove(&index);
                }
            }
        }
        return Ok(Done::Over);
    }
    let command = args.word(1).ok_or("empty value")?;
    hooks.add(name, index, args.has('a'), &read_and_shown(command));
    Ok(Done::Over)
}
