//! Commands about paste buffers.

use super::super::input::How;
use super::super::life::{Life, Said};
use super::super::options::escape;
use super::super::settings::Owner;
use super::target::Kind;
use super::{Call, Done};

fn limit(life: &Life) -> usize {
    life.option_text(Owner::Server, "buffer-limit")
        .parse()
        .unwrap_or(50)
}

pub(super) fn set_buffer(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let name = args.get('b');
    if let Some(new) = args.get('n') {
        let old = match name {
            Some(name) => call
                .life
                .buffers
                .get(name)
                .map(|buffer| buffer.name.clone()),
            None => call.life.buffers.newest().map(|buffer| buffer.name.clone()),
        };
        let old = old.ok_or_else(|| match name {
            Some(name) => format!("unknown buffer: {name}"),
            None => "no buffer".to_owned(),
        })?;
        call.life.buffers.rename(&old, new);
        return Ok(Done::Over);
    }
    let data = args.word(0).ok_or("no data specified")?;
    let mut bytes = Vec::new();
    if args.has('a')
        && let Some(held) = name.and_then(|name| call.life.buffers.get(name))
    {
        bytes.extend(&held.data);
    }
    bytes.extend(data.bytes());
    call.life.tick();
    let (clock, limit) = (call.life.counters.clock, limit(call.life));
    call.life.buffers.set(name, bytes, clock, limit);
    Ok(Done::Over)
}

/// What the buffer of a name holds, or the newest.
fn held(call: &Call<'_>) -> Said<Vec<u8>> {
    let found = match call.args.get('b') {
        Some(name) => call
            .life
            .buffers
            .get(name)
            .ok_or_else(|| format!("no buffer {name}"))?,
        None => call.life.buffers.newest().ok_or("no buffers")?,
    };
    Ok(found.data.clone())
}

pub(super) fn show_buffer(call: &mut Call<'_>) -> Said<Done> {
    let data = held(call)?;
    call.output.extend(data);
    Ok(Done::Over)
}

pub(super) fn save_buffer(call: &mut Call<'_>) -> Said<Done> {
    let data = held(call)?;
    match call.args.word(0) {
        Some("-") => call.output.extend(data),
        path => {
            return Err(format!(
                "{}: No such file or directory",
                path.unwrap_or_default()
            ));
        }
    }
    Ok(Done::Over)
}

pub(super) fn delete_buffer(call: &mut Call<'_>) -> Said<Done> {
    let name = match call.args.get('b') {
        Some(name) => name.to_owned(),
        None => call.life.buffers.newest().ok_or("no buffer")?.name.clone(),
    };
    if !call.life.buffers.delete(&name) {
        return Err(format!("unknown buffer: {name}"));
    }
    Ok(Done::Over)
}

pub(super) fn paste_buffer(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let at = call.life.target(args.get('t'), Kind::Pane, call.pane)?;
    let buffer = match args.get('b') {
        Some(name) => Some(
            call.life
                .buffers
                .get(name)
                .ok_or_else(|| format!("no buffer {name}"))?
                .clone(),
        ),
        None => call.life.buffers.newest().cloned(),
    };
    let Some(buffer) = buffer else {
        return Ok(Done::Over);
    };
    let plain = if args.has('r') { "\n" } else { "\r" };
    let how = How {
        bracketed: args.has('p'),
        separator: args.get('s').unwrap_or(plain),
    };
    call.life.tick();
    let sent = if call.life.setup.profile.spells_pastes && !args.has('S') {
        escape::pasted(&buffer.data)
    } else {
        buffer.data
    };
    call.life.paste_into(at.needed_pane()?, &sent, &how)?;
    if args.has('d') {
        call.life.buffers.delete(&buffer.name);
    }
    Ok(Done::Over)
}
