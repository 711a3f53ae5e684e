//! Commands about what goes into panes, their modes, and channels.

use super::super::input::Keys;
use super::super::life::Said;
use super::target::Kind;
use super::{Call, Done};

pub(super) fn send_keys(call: &mut Call<'_>) -> Said<Done> {
    let args = call.args;
    let at = call.life.target(args.get('t'), Kind::Pane, call.pane)?;
    let pane = at.needed_pane()?;
    call.life.tick();
    let times: u32 = match args.get('N') {
        None => 1,
        Some(text) => text
            .parse()
            .ok()
            .filter(|times| *times >= 1)
            .ok_or("repeat count invalid")?,
    };
    if args.has('X') {
        let command = args.word(0).unwrap_or_default();
        for _ in 0..times {
            call.life.mode_command(pane, command)?;
        }
        return Ok(Done::Over);
    }
    if args.has('M') {
        return Err("no mouse target".to_owned());
    }
    if args.has('R') {
        call.life.pane_mut(pane)?.terminal.feed(b"\x1b[!p");
    }
    for _ in 0..times {
        for word in &args.words {
            if args.has('H') {
                if let Ok(byte) = u8::from_str_radix(word, 16) {
                    call.life.type_into(pane, Keys::Raw(&[byte]))?;
                }
            } else if args.has('l') {
                call.life.type_into(pane, Keys::Text(word))?;
            } else {
                call.life.type_into(pane, Keys::Named(word))?;
            }
        }
    }
    Ok(Done::Over)
}

pub(super) fn copy_mode(call: &mut Call<'_>) -> Said<Done> {
    let at = call
        .life
        .target(call.args.get('t'), Kind::Pane, call.pane)?;
    let pane = at.needed_pane()?;
    if call.args.has('q') {
        call.life.leave_modes(pane)?;
        return Ok(Done::Over);
    }
    call.life.enter_mode(pane, "copy-mode")?;
    if call.args.has('u') {
        call.life.mode_command(pane, "page-up")?;
    }
    Ok(Done::Over)
}

pub(super) fn clock_mode(call: &mut Call<'_>) -> Said<Done> {
    let at = call
        .life
        .target(call.args.get('t'), Kind::Pane, call.pane)?;
    call.life.enter_mode(at.needed_pane()?, "clock-mode")?;
    Ok(Done::Over)
}

pub(super) fn clear_history(call: &mut Call<'_>) -> Said<Done> {
    let at = call
        .life
        .target(call.args.get('t'), Kind::Pane, call.pane)?;
    call.life.clear_history(at.needed_pane()?)?;
    Ok(Done::Over)
}

pub(super) fn wait_for(call: &mut Call<'_>) -> Said<Done> {
    let name = call.args.word(0).unwrap_or_default();
    let channels = &mut call.life.channels;
    if call.args.has('S') {
        channels.signal(name);
        return Ok(Done::Over);
    }
    if call.args.has('U') {
        channels.unlock(name)?;
        return Ok(Done::Over);
    }
    let waiter = if call.args.has('L') {
        channels.lock(name)
    } else {
        channels.wait(name)
    };
    Ok(match waiter.woken() {
        Some(_) => Done::Over,
        None => Done::Waits(waiter),
    })
}
