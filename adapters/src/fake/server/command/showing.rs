//! Commands that show one thing: a message, a pane's text, settings.
#![expect(
    clippy::unnecessary_wraps,
    reason = "the table of commands has one kind of function"
)]

use domain::capture::{Row, Screen};
use domain::{CaptureRequest, LineRange, SessionId};

use super::super::format::Context;
use super::super::life::Said;
use super::super::options::{Options, Value, definitions, escape, resolve, split_index};
use super::super::query::hooks_of;
use super::super::settings::{Environment, Owner, hook};
use super::setting::owner;
use super::target::Kind;
use super::{Call, Done};

pub(super) fn has_session(call: &mut Call<'_>) -> Said<Done> {
    call.life
        .target(call.args.get('t'), Kind::Session, call.pane)?;
    Ok(Done::Over)
}

/// A target that is not there is no error: everything about it is empty.
pub(super) fn display_message(call: &mut Call<'_>) -> Said<Done> {
    const OTHERWISE: &str =
        "[#{session_name}] #{window_index}:#{window_name}, current pane #{pane_index}";
    let args = call.args;
    let context = match args.get('t') {
        Some(target) => call
            .life
            .target(Some(target), Kind::Pane, call.pane)
            .unwrap_or_default(),
        None => call.life.current(call.pane).unwrap_or_default(),
    };
    let format = args.word(0).or_else(|| args.get('F')).unwrap_or(OTHERWISE);
    if args.has('p') {
        let line = call.life.expand(&dated(format), &context);
        call.print(&line);
    }
    Ok(Done::Over)
}

/// A format's percent signs are a date's: two stand for one.
fn dated(format: &str) -> String {
    format.replace("%%", "%")
}

pub(super) fn capture_pane(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let at = call.life.target(args.get('t'), Kind::Pane, call.pane)?;
    let pane = call.life.pane(at.needed_pane()?)?;
    let position = pane.terminal.position(Screen::Shown);
    if args.has('a') && !position.alternate_screen {
        if args.has('q') {
            call.print("");
            return Ok(Done::Over);
        }
        return Err("no alternate screen".to_owned());
    }
    let row = |flag: char, otherwise: i64| match args.get(flag) {
        Some("-") => None,
        Some(text) => Some(text.parse().unwrap_or(otherwise)),
        None => Some(otherwise),
    };
    let request = CaptureRequest {
        range: LineRange {
            start: row('S', 0),
            end: row('E', i64::from(position.height) - 1),
        },
        screen: if args.has('a') {
            Screen::Main
        } else {
            Screen::Shown
        },
        escapes: args.has('e'),
    };
    let pads = call.life.setup.profile.pads_captures && !args.has('T');
    let text = rows_text(
        &pane.terminal.excerpt(&request).rows,
        args.has('J'),
        args.has('N')
            .then_some(if pads { position.width } else { 0 }),
    );
    if args.has('p') {
        call.output.extend(text.bytes());
    } else {
        let clock = call.life.counters.clock;
        call.life
            .buffers
            .set(args.get('b'), text.into_bytes(), clock, 50);
    }
    Ok(Done::Over)
}

/// `blanks` where those behind a row's text are kept, with the width in which those that were never written count too.
fn rows_text(rows: &[Row], join: bool, blanks: Option<u32>) -> String {
    let mut text = String::new();
    for row in rows {
        let shown = if join || blanks.is_some() {
            &*row.text
        } else {
            row.text.trim_end_matches(' ')
        };
        text.push_str(shown);
        let width = blanks.filter(|_| !join).unwrap_or_default();
        text.extend(std::iter::repeat_n(' ', room(shown, width)));
        if !(join && row.wrapped) {
            text.push('\n');
        }
    }
    text
}

/// How many blanks behind a row's text it has room for: tmux makes room for a quarter, a half or the whole of a line
/// (grid.c, `grid_expand_line`, seen in 3.5a).
fn room(text: &str, width: u32) -> usize {
    let columns = |c| usize::from(crate::fake::grid::width::width(c).unwrap_or_default());
    let used: usize = text.chars().map(columns).sum();
    let width = width as usize;
    let rooms = [0, width / 4, width / 2, width];
    rooms
        .into_iter()
        .find(|room| *room >= used)
        .map_or(0, |room| room - used)
}

pub(super) fn show_window_options(call: &mut Call<'_>) -> Said<Done> {
    let scope = if call.args.has('g') {
        Owner::Windows
    } else {
        let at = call
            .life
            .target(call.args.get('t'), Kind::Window, call.pane)?;
        Owner::Window(at.needed_window()?)
    };
    show(call, scope)
}

pub(super) fn show_options(call: &mut Call<'_>) -> Said<Done> {
    let table = match call.args.word(0).filter(|name| !name.starts_with('@')) {
        Some(name) => match resolve(split_index(name).0) {
            Ok(option) => Some(option.table),
            Err(_) if call.args.has('q') => return Ok(Done::Over),
            Err(words) => return Err(words),
        },
        None => None,
    };
    let scope = owner(call, table)?;
    show(call, scope)
}

fn show(call: &mut Call<'_>, scope: Owner) -> Said<Done> {
    let args = call.args;
    let Some(name) = args.word(0) else {
        return show_all(call, scope);
    };
    let (stem, index) = split_index(name);
    let stem = if stem.starts_with('@') {
        stem
    } else {
        resolve(stem)?.name
    };
    let wide = args.has('A');
    let own = call
        .life
        .options_of(scope)
        .and_then(|options| options.get(stem));
    let value = if own.is_some() || wide || is_global(scope) {
        call.life.option(scope, stem)
    } else {
        None
    };
    let Some((value, inherited)) = value else {
        if stem.starts_with('@') && !args.has('q') {
            return Err(format!("invalid option: {stem}"));
        }
        return Ok(Done::Over);
    };
    let plain = args.has('v');
    for line in lines(stem, &value, inherited, plain) {
        let wanted = format!("{stem}[{}]", index.unwrap_or_default());
        if index.is_none() || plain || line.starts_with(&wanted) {
            call.print(&line);
        }
    }
    Ok(Done::Over)
}

const fn is_global(scope: Owner) -> bool {
    matches!(scope, Owner::Server | Owner::Sessions | Owner::Windows)
}

fn show_all(call: &mut Call<'_>, scope: Owner) -> Said<Done> {
    let wide = call.args.has('A');
    let set = call.life.options_of(scope);
    let users: Vec<(String, Value)> = set
        .into_iter()
        .flat_map(Options::iter)
        .filter(|(name, _)| name.starts_with('@'))
        .map(|(name, value)| (name.to_owned(), value.clone()))
        .collect();
    let plain = call.args.has('v');
    for (name, value) in users {
        for line in lines(&name, &value, false, plain) {
            call.print(&line);
        }
    }
    for option in definitions() {
        if !scope.takes(option.table) {
            continue;
        }
        let own = call
            .life
            .options_of(scope)
            .is_some_and(|options| options.get(option.name).is_some());
        if let Some((value, inherited)) = call.life.option(scope, option.name)
            && (own || wide || is_global(scope))
        {
            for line in lines(option.name, &value, inherited, plain) {
                call.print(&line);
            }
        }
    }
    Ok(Done::Over)
}

/// The lines that an option is shown in.
fn lines(name: &str, value: &Value, inherited: bool, plain: bool) -> Vec<String> {
    let mark = if inherited { "*" } else { "" };
    let line = |name: &str, value: &str| {
        if plain {
            value.to_owned()
        } else {
            format!("{name}{mark} {}", escape::argument(value))
        }
    };
    match value {
        Value::One(value) => vec![line(name, value)],
        Value::Array(values) if values.is_empty() => {
            if plain {
                Vec::new()
            } else {
                vec![format!("{name}{mark}")]
            }
        }
        Value::Array(values) => values
            .iter()
            .map(|(index, value)| line(&format!("{name}[{index}]"), value))
            .collect(),
    }
}

/// The session that a command names, unless it is about what holds for all.
fn session_of(call: &Call<'_>) -> Said<Option<SessionId>> {
    if call.args.has('g') {
        return Ok(None);
    }
    let at: Context = call
        .life
        .target(call.args.get('t'), Kind::Session, call.pane)?;
    at.needed_session().map(Some)
}

pub(super) fn show_environment(call: &mut Call<'_>) -> Said<Done> {
    let environment: &Environment = match session_of(call)? {
        Some(session) => &call.life.session(session)?.environment,
        None => &call.life.environment,
    };
    let wanted = call.args.word(0);
    let script = call.args.has('s');
    let shown: Vec<String> = environment
        .shown()
        .filter(|(name, _)| wanted.is_none_or(|wanted| wanted == *name))
        .map(|(name, value)| match (value, script) {
            (Some(value), false) => format!("{name}={value}"),
            (None, false) => format!("-{name}"),
            (Some(value), true) => {
                let mut quoted = String::new();
                for c in value.chars() {
                    if matches!(c, '$' | '`' | '"' | '\\') {
                        quoted.push('\\');
                    }
                    quoted.push(c);
                }
                format!("{name}=\"{quoted}\"; export {name};")
            }
            (None, true) => format!("unset {name};"),
        })
        .collect();
    if let Some(name) = wanted
        && shown.is_empty()
    {
        return Err(format!("unknown variable: {name}"));
    }
    for line in shown {
        call.print(&line);
    }
    Ok(Done::Over)
}

pub(super) fn show_hooks(call: &mut Call<'_>) -> Said<Done> {
    let of_windows = call.args.has('w') || call.args.has('p');
    let hooks = match session_of(call)? {
        Some(session) => &call.life.session(session)?.hooks,
        None => &call.life.hooks,
    };
    let wanted = call.args.word(0);
    if let Some(name) = wanted.filter(|name| hook(name).is_none()) {
        return Err(format!("invalid option: {name}"));
    }
    let mut shown = Vec::new();
    for (name, commands) in hooks_of(hooks, of_windows) {
        if wanted.is_none_or(|wanted| wanted == name) {
            for (index, command) in commands.iter().enumerate() {
                shown.push(format!("{name}[{index}] {command}"));
            }
        }
    }
    for line in shown {
        call.print(&line);
    }
    Ok(Done::Over)
}
