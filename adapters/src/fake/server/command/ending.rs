//! Commands that end something.
#![expect(
    clippy::unnecessary_wraps,
    reason = "the table of commands has one kind of function"
)]

use super::super::life::Said;
use super::target::Kind;
use super::{Call, Done};

pub(super) fn kill_server(call: &mut Call<'_>) -> Said<Done> {
    call.life.killed = true;
    Ok(Done::Over)
}

pub(super) fn kill_session(call: &mut Call<'_>) -> Said<Done> {
    let at = call
        .life
        .target(call.args.get('t'), Kind::Session, call.pane)?;
    let session = at.needed_session()?;
    if call.args.has('a') {
        let others: Vec<_> = call.life.sessions.keys().copied().collect();
        for other in others.into_iter().filter(|other| *other != session) {
            call.life.kill_session(other)?;
        }
    } else if !call.args.has('C') {
        call.life.kill_session(session)?;
    }
    Ok(Done::Over)
}

pub(super) fn kill_window(call: &mut Call<'_>) -> Said<Done> {
    let at = call
        .life
        .target(call.args.get('t'), Kind::Window, call.pane)?;
    let window = at.needed_window()?;
    if call.args.has('a') {
        let session = call.life.session(at.needed_session()?)?;
        let others: Vec<_> = session.places.values().copied().collect();
        for other in others.into_iter().filter(|other| *other != window) {
            if call.life.windows.contains_key(&other) {
                call.life.kill_window(other)?;
            }
        }
    } else {
        call.life.kill_window(window)?;
    }
    Ok(Done::Over)
}

pub(super) fn kill_pane(call: &mut Call<'_>) -> Said<Done> {
    let at = call
        .life
        .target(call.args.get('t'), Kind::Pane, call.pane)?;
    let pane = at.needed_pane()?;
    if call.args.has('a') {
        let others = call.life.window_of(pane)?.panes.clone();
        for other in others.into_iter().filter(|other| *other != pane) {
            call.life.kill_pane(other)?;
        }
    } else {
        call.life.kill_pane(pane)?;
    }
    Ok(Done::Over)
}

pub(super) fn detach_client(call: &mut Call<'_>) -> Said<Done> {
    let Some(session) = call.args.get('s') else {
        return Err("no current client".to_owned());
    };
    let at = call.life.target(Some(session), Kind::Session, call.pane)?;
    let session = at.needed_session()?;
    let clients: Vec<u32> = call
        .life
        .clients
        .iter()
        .filter(|client| client.session == session)
        .map(|client| client.pid)
        .collect();
    for client in clients {
        call.life.detach(client);
    }
    Ok(Done::Over)
}
