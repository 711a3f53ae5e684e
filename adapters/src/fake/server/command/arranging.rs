//! Commands that arrange what exists.

use domain::WindowId;

use super::super::arrange::share;
use super::super::layout::Axis;
use super::super::life::Said;
use super::target::Kind;
use super::{Call, Done};
use crate::fake::program::Size;

pub(super) fn rename_session(call: &mut Call<'_>) -> Said<Done> {
    let at = call
        .life
        .target(call.args.get('t'), Kind::Session, call.pane)?;
    let name = call.args.word(0).unwrap_or_default();
    let name = call.life.expand(name, &at);
    call.life.rename_session(at.needed_session()?, &name)?;
    Ok(Done::Over)
}

pub(super) fn rename_window(call: &mut Call<'_>) -> Said<Done> {
    let at = call
        .life
        .target(call.args.get('t'), Kind::Window, call.pane)?;
    let name = call.args.word(0).unwrap_or_default();
    let name = call.life.expand(name, &at);
    call.life.rename_window(at.needed_window()?, &name)?;
    Ok(Done::Over)
}

pub(super) fn select_window(call: &mut Call<'_>) -> Said<Done> {
    let at = call
        .life
        .target(call.args.get('t'), Kind::Window, call.pane)?;
    let session = at.needed_session()?;
    let held = call.life.session(session)?;
    let current = held.current;
    let index = if call.args.has('l') {
        held.last.first().copied().ok_or("no last window")?
    } else if call.args.has('n') {
        let next = held.places.range(current + 1..).next();
        let next = next.or_else(|| held.places.first_key_value());
        other(current, next, "no next window")?
    } else if call.args.has('p') {
        let before = held.places.range(..current).next_back();
        let before = before.or_else(|| held.places.last_key_value());
        other(current, before, "no previous window")?
    } else {
        at.needed_index()?
    };
    call.life.select_window(session, index)?;
    Ok(Done::Over)
}

fn other(current: u32, found: Option<(&u32, &WindowId)>, otherwise: &str) -> Said<u32> {
    let found = found.map(|(index, _)| *index);
    found
        .filter(|index| *index != current)
        .ok_or_else(|| otherwise.to_owned())
}

pub(super) fn select_pane(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let at = call.life.target(args.get('t'), Kind::Pane, call.pane)?;
    let mut pane = at.needed_pane()?;
    if args.has('l') {
        let window = call.life.window_of(pane)?;
        let mut others = window.panes.iter().filter(|pane| **pane != window.active);
        // Of two panes, the other is the last one even where none was active before.
        let only = match (others.next(), others.next()) {
            (Some(only), None) => Some(*only),
            _ => None,
        };
        pane = window.last.or(only).ok_or("no last pane")?;
    }
    if args.has('d') || args.has('e') {
        let held = call.life.pane_mut(pane)?;
        held.input_off = args.has('d');
        held.version += 1;
        return Ok(Done::Over);
    }
    if let Some(format) = args.get('T') {
        let title = call.life.expand(format, &at);
        call.life.set_title(pane, &title)?;
        return Ok(Done::Over);
    }
    call.life.select_pane(pane)?;
    Ok(Done::Over)
}

pub(super) fn select_layout(call: &mut Call<'_>) -> Said<Done> {
    let at = call
        .life
        .target(call.args.get('t'), Kind::Window, call.pane)?;
    let Some(layout) = call.args.word(0) else {
        return Err("this simulator wants the name of a layout".to_owned());
    };
    call.life.select_layout(at.needed_window()?, layout)?;
    Ok(Done::Over)
}

pub(super) fn swap_pane(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let one = call.life.target(args.get('s'), Kind::Pane, call.pane)?;
    let other = call.life.target(args.get('t'), Kind::Pane, call.pane)?;
    call.life
        .swap_panes(one.needed_pane()?, other.needed_pane()?, args.has('d'))?;
    Ok(Done::Over)
}

pub(super) fn link_window(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let from = call.life.target(args.get('s'), Kind::Window, call.pane)?;
    let into = call.life.place(args.get('t'), call.pane)?;
    let from = (from.needed_session()?, from.needed_index()?);
    call.life.link_window(from, into, !args.has('d'))?;
    Ok(Done::Over)
}

pub(super) fn move_window(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let from = call.life.target(args.get('s'), Kind::Window, call.pane)?;
    let into = call.life.place(args.get('t'), call.pane)?;
    let from = (from.needed_session()?, from.needed_index()?);
    call.life.move_window(from, into, !args.has('d'))?;
    Ok(Done::Over)
}

pub(super) fn unlink_window(call: &mut Call<'_>) -> Said<Done> {
    let at = call
        .life
        .target(call.args.get('t'), Kind::Window, call.pane)?;
    let (session, window) = (at.needed_session()?, at.needed_window()?);
    let places: usize = call
        .life
        .sessions
        .values()
        .map(|held| held.places.values().filter(|id| **id == window).count())
        .sum();
    // The sessions of a group hold a window as one.
    let group = call.life.session(session)?.group.clone();
    let of_group = call
        .life
        .sessions
        .values()
        .filter(|held| group.is_some() && held.group == group);
    if places == of_group.count().max(1) && !call.args.has('k') {
        return Err("window only linked to one session".to_owned());
    }
    call.life.unlink(session, at.needed_index()?);
    call.life.collect();
    call.life.recalculate();
    Ok(Done::Over)
}

pub(super) fn resize_window(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let at = call.life.target(args.get('t'), Kind::Window, call.pane)?;
    let window = at.needed_window()?;
    let size = call.life.window(window)?.size;
    let read = |flag: char, what: &str, now: u32| match args.get(flag) {
        None => Ok(now),
        Some(text) => text.parse().map_err(|_| format!("{what} invalid")),
    };
    let mut size = Size {
        width: read('x', "width", size.width)?,
        height: read('y', "height", size.height)?,
    };
    let by = amount(call)?;
    if args.has('L') {
        size.width = size.width.saturating_sub(by).max(1);
    } else if args.has('R') {
        size.width += by;
    } else if args.has('U') {
        size.height = size.height.saturating_sub(by).max(1);
    } else if args.has('D') {
        size.height += by;
    }
    call.life.resize_window_checked(window, size)?;
    Ok(Done::Over)
}

fn amount(call: &Call<'_>) -> Said<u32> {
    let Some(text) = call.args.word(0) else {
        return Ok(1);
    };
    match text.parse::<i64>() {
        Ok(cells) if cells < 1 => Err("adjustment too small".to_owned()),
        Ok(cells) => u32::try_from(cells).map_err(|_| "adjustment too large".to_owned()),
        Err(_) => Err("adjustment invalid".to_owned()),
    }
}

/// A number of cells, or a share of a length.
fn length(call: &Call<'_>, flag: char, what: &str, whole: u32) -> Said<Option<u32>> {
    let Some(text) = call.args.get(flag) else {
        return Ok(None);
    };
    match (
        share(text, whole),
        text.trim_end_matches('%').parse::<i64>(),
    ) {
        (Some(cells), _) => Ok(Some(cells)),
        (None, Ok(number)) if number < 0 => Err(format!("{what} too small")),
        (None, Ok(_)) => Err(format!("{what} too large")),
        (None, Err(_)) => Err(format!("{what} invalid")),
    }
}

pub(super) fn resize_pane(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let at = call.life.target(args.get('t'), Kind::Pane, call.pane)?;
    let pane = at.needed_pane()?;
    if args.has('Z') {
        call.life.toggle_zoom(pane)?;
        return Ok(Done::Over);
    }
    let window = at.needed_window()?;
    // What cannot be read is noticed late: the zoom is gone by then, and so is the width where the height is wrong.
    call.life.unzoom(window);
    let whole = call.life.window(window)?.size;
    let by = i64::from(amount(call)?);
    if let Some(width) = length(call, 'x', "width", whole.width)? {
        call.life.resize_pane(pane, Some(width), None)?;
    }
    if let Some(height) = length(call, 'y', "height", whole.height)? {
        call.life.resize_pane(pane, None, Some(height))?;
    }
    let moved = [
        ('L', Axis::Across, -by),
        ('R', Axis::Across, by),
        ('U', Axis::Down, -by),
        ('D', Axis::Down, by),
    ];
    for (_, axis, by) in moved.into_iter().filter(|(flag, ..)| args.has(*flag)) {
        call.life.shift_pane(pane, axis, by)?;
    }
    Ok(Done::Over)
}
