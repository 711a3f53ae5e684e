//! Commands that list.
#![expect(
    clippy::unnecessary_wraps,
    reason = "the table of commands has one kind of function"
)]

use super::super::format::Context;
use super::super::life::Said;
use super::target::Kind;
use super::{Call, Done};

const SESSIONS: &str = "#{session_name}: #{session_windows} windows (created #{t:session_created})#{?session_grouped, \
     (group ,}#{session_group}#{?session_grouped,),}#{?session_attached, (attached),}";
const WINDOWS: &str = "#{window_index}: #{window_name}#{window_flags} (#{window_panes} panes) \
     [#{window_width}x#{window_height}] [layout #{window_layout}] #{window_id}#{?window_active, (active),}";
const PANES: &str = "#{pane_index}: [#{pane_width}x#{pane_height}] [history #{history_size}/#{history_limit}] \
     #{pane_id}#{?pane_active, (active),}#{?pane_dead, (dead),}";
const CLIENTS: &str = "#{client_name}: #{session_name} [#{client_width}x#{client_height}]";
const BUFFERS: &str = "#{buffer_name}: #{buffer_size} bytes: \"#{buffer_sample}\"";

/// Prints a row for each context that the filter lets through.
fn rows(call: &mut Call<'_>, contexts: &[Context], otherwise: &str) {
    let format = call.args.get('F').unwrap_or(otherwise);
    for context in contexts {
        let passes = call
            .args
            .get('f')
            .is_none_or(|filter| call.life.is_true(filter, context));
        if passes {
            let line = call.life.expand(format, context);
            call.print(&line);
        }
    }
}

pub(super) fn list_sessions(call: &mut Call<'_>) -> Said<Done> {
    let sessions = call.life.sessions_by_name();
    let contexts: Vec<Context> = sessions
        .iter()
        .map(|session| call.life.context_in(session.id))
        .collect();
    rows(call, &contexts, SESSIONS);
    Ok(Done::Over)
}

/// The places of all windows, or of those of one session.
fn places(call: &Call<'_>, only: Option<domain::SessionId>) -> Vec<Context> {
    let sessions = call.life.sessions_by_name();
    let sessions = sessions
        .into_iter()
        .filter(|session| only.is_none_or(|only| session.id == only));
    sessions
        .flat_map(|session| {
            let places = session.places.keys();
            places.map(|index| call.life.context_at(session.id, *index))
        })
        .collect()
}

pub(super) fn list_windows(call: &mut Call<'_>) -> Said<Done> {
    // Even a list of everything is of a current target (cmd-list-windows.c, seen in 3.3a).
    let at = call
        .life
        .target(call.args.get('t'), Kind::Session, call.pane)?;
    let all = call.args.has('a');
    let contexts = places(call, at.session.filter(|_| !all));
    let named = format!("#{{session_name}}:{WINDOWS}");
    rows(call, &contexts, if all { &named } else { WINDOWS });
    Ok(Done::Over)
}

pub(super) fn list_panes(call: &mut Call<'_>) -> Said<Done> {
    let of_session = call.args.has('s');
    let kind = if of_session {
        Kind::Session
    } else {
        Kind::Window
    };
    let at = call.life.target(call.args.get('t'), kind, call.pane)?;
    let windows = if call.args.has('a') {
        places(call, None)
    } else if of_session {
        places(call, at.session)
    } else {
        vec![at]
    };
    let contexts: Vec<Context> = windows
        .iter()
        .flat_map(|at| {
            let window = at.window.and_then(|id| call.life.windows.get(&id));
            let panes = window.into_iter().flat_map(|window| &window.panes);
            panes.map(|pane| Context {
                pane: Some(*pane),
                ..*at
            })
        })
        .collect();
    let named = if call.args.has('a') {
        format!("#{{session_name}}:#{{window_index}}.{PANES}")
    } else if of_session {
        format!("#{{window_index}}.{PANES}")
    } else {
        PANES.to_owned()
    };
    rows(call, &contexts, &named);
    Ok(Done::Over)
}

pub(super) fn list_clients(call: &mut Call<'_>) -> Said<Done> {
    let at = call
        .life
        .target(call.args.get('t'), Kind::Session, call.pane)?;
    let only = at.session.filter(|_| call.args.has('t'));
    let contexts: Vec<Context> = call
        .life
        .clients
        .iter()
        .filter(|client| only.is_none_or(|only| client.session == only))
        .map(|client| Context {
            client: Some(client.pid),
            ..call.life.context_in(client.session)
        })
        .collect();
    rows(call, &contexts, CLIENTS);
    Ok(Done::Over)
}

pub(super) fn list_buffers(call: &mut Call<'_>) -> Said<Done> {
    let contexts: Vec<Context> = (0..call.life.buffers.iter().count())
        .map(|buffer| Context {
            buffer: Some(buffer),
            ..Context::default()
        })
        .collect();
    rows(call, &contexts, BUFFERS);
    Ok(Done::Over)
}
