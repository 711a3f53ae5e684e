//! Commands that make something.
#![expect(
    clippy::unnecessary_wraps,
    reason = "the table of commands has one kind of function"
)]

use super::super::format::Context;
use super::super::layout::{Axis, Division};
use super::super::life::Said;
use super::super::spawn::{Begin, NewSession, NewWindow};
use super::target::Kind;
use super::{Call, Done};

/// What a new pane of this command runs.
fn begin(call: &Call<'_>, context: &Context) -> Begin {
    let args = call.args;
    Begin {
        command: args.words.clone(),
        directory: args
            .get('c')
            .map(|format| call.life.expand(format, context)),
        environment: environment(call),
    }
}

fn environment(call: &Call<'_>) -> Vec<(String, String)> {
    call.args
        .all('e')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// Prints what was made, where that is asked for.
fn printed(call: &mut Call<'_>, context: &Context, otherwise: &str) {
    if call.args.has('P') {
        let format = call.args.get('F').unwrap_or(otherwise);
        let line = call.life.expand(format, context);
        call.print(&line);
    }
}

fn cells(call: &Call<'_>, flag: char, what: &str) -> Said<Option<u32>> {
    let Some(text) = call.args.get(flag) else {
        return Ok(None);
    };
    match text.parse::<i64>() {
        Ok(cells) if cells < 1 => Err(format!("{what} too small")),
        Ok(cells) if cells > 65_535 => Err(format!("{what} too large")),
        Ok(cells) => Ok(u32::try_from(cells).ok()),
        Err(_) => Err(format!("{what} invalid")),
    }
}

pub(super) fn start_server(_: &mut Call<'_>) -> Said<Done> {
    Ok(Done::Over)
}

pub(super) fn new_session(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let name = args
        .get('s')
        .map(|format| call.life.expand(format, &Context::default()));
    if args.has('A')
        && let Some(name) = &name
        && call.life.session_named(name).is_some()
    {
        return Err("open terminal failed: not a terminal".to_owned());
    }
    if !args.has('d') {
        return Err("open terminal failed: not a terminal".to_owned());
    }
    let begin = Begin {
        environment: Vec::new(),
        ..begin(call, &Context::default())
    };
    let new = NewSession {
        name,
        window_name: args.get('n').map(str::to_owned),
        width: cells(call, 'x', "width")?,
        height: cells(call, 'y', "height")?,
        group: args.get('t').map(|name| {
            let with = call.life.target(Some(name), Kind::Session, call.pane);
            (name.to_owned(), with.ok().and_then(|at| at.session))
        }),
        environment: environment(call),
        begin,
    };
    let session = call.life.create_session(new)?;
    let context = call.life.context_in(session);
    printed(call, &context, "#{session_name}:");
    Ok(Done::Over)
}

pub(super) fn new_window(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let (session, mut index) = call.life.place(args.get('t'), call.pane)?;
    let around = call.life.context_in(session);
    if let (Some(at), true) = (index, args.has('k')) {
        if call.life.session(session)?.places.len() > 1 {
            call.life.unlink(session, at);
            call.life.collect();
        } else {
            index = None;
        }
    }
    let name = args
        .get('n')
        .map(|format| call.life.expand(format, &around));
    let new = NewWindow {
        index,
        name,
        select: !args.has('d'),
        begin: begin(call, &around),
    };
    let (index, _) = call.life.create_window(session, new)?;
    let context = call.life.context_at(session, index);
    printed(
        call,
        &context,
        "#{session_name}:#{window_index}.#{pane_index}",
    );
    Ok(Done::Over)
}

pub(super) fn split_window(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let at = call.life.target(args.get('t'), Kind::Pane, call.pane)?;
    let pane = at.needed_pane()?;
    let axis = if args.has('h') {
        Axis::Across
    } else {
        Axis::Down
    };
    let whole = args.has('f');
    let held = if whole {
        call.life.window(at.needed_window()?)?.size
    } else {
        call.life.pane(pane)?.size
    };
    let length = match axis {
        Axis::Across => held.width,
        Axis::Down => held.height,
    };
    let share = args.get('p').map(|share| format!("{share}%"));
    let size = args.get('l').map(str::to_owned).or(share);
    let size = match size {
        Some(text) => Some(length_of(&text, length)?),
        None => None,
    };
    let division = Division {
        axis,
        size,
        before: args.has('b'),
        whole,
    };
    let begin = begin(call, &at);
    let new = call.life.split(pane, division, &begin)?;
    if !args.has('d') {
        call.life.select_pane(new)?;
    }
    let context = Context {
        pane: Some(new),
        ..at
    };
    printed(
        call,
        &context,
        "#{session_name}:#{window_index}.#{pane_index}",
    );
    Ok(Done::Over)
}

/// A number of cells, or a share of a length.
fn length_of(text: &str, length: u32) -> Said<u32> {
    let (number, share, what) = match text.strip_suffix('%') {
        Some(number) => (number, true, "percentage"),
        None => (text, false, "lines"),
    };
    match number.parse::<i64>() {
        Ok(cells) if cells < 0 => Err(format!("{what} too small")),
        Ok(cells) if cells > i64::from(i32::MAX) => Err(format!("{what} too large")),
        Ok(cells) => {
            let cells = u32::try_from(cells).unwrap_or(u32::MAX);
            Ok(if share {
                length.saturating_mul(cells) / 100
            } else {
                cells
            })
        }
        Err(_) => Err(format!("{what} invalid")),
    }
}

pub(super) fn respawn_pane(call: &mut Call<'_>) -> Said<Done> {
    let at = call
        .life
        .target(call.args.get('t'), Kind::Pane, call.pane)?;
    let begin = begin(call, &at);
    call.life
        .respawn(at.needed_pane()?, call.args.has('k'), begin)?;
    Ok(Done::Over)
}
