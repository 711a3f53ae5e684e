//! Targets: what the text behind `-t` and `-s` means.

use domain::{PaneId, SessionId, WindowId};

use super::super::format::Context;
use super::super::life::{Life, Said};

/// What a target is wanted for; a bare text means that first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Session,
    Window,
    Pane,
}

/// A target's text in its parts.
#[derive(Debug, Clone, Copy, Default)]
struct Parts<'a> {
    session: Option<&'a str>,
    window: Option<&'a str>,
    pane: Option<&'a str>,
}

fn parts(text: &str, kind: Kind) -> Parts<'_> {
    let filled = |text: &&str| !text.is_empty();
    let (session, rest) = match text.split_once(':') {
        Some((session, rest)) => (Some(session), Some(rest)),
        None => (None, None),
    };
    let (window, pane) = match rest.unwrap_or(text).split_once('.') {
        Some((window, pane)) => (Some(window), Some(pane)),
        None => (rest, None),
    };
    let mut parts = Parts {
        session: session.filter(filled),
        window: window.filter(filled),
        pane: pane.filter(filled),
    };
    if rest.is_none() && !text.contains('.') {
        match (text.chars().next(), kind) {
            (Some('$'), _) | (_, Kind::Session) => parts.session = Some(text),
            (Some('@'), _) | (_, Kind::Window) => parts.window = Some(text),
            (Some('%'), _) | (_, Kind::Pane) => parts.pane = Some(text),
        }
    }
    parts
}

impl Life {
    /// What a command without a target is about.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn current(&self, caller: Option<PaneId>) -> Said<Context> {
        match caller.filter(|pane| self.panes.contains_key(pane)) {
            Some(pane) => Ok(self.context_of(pane)),
            None => self
                .best_session(None)
                .map(|session| self.context_in(session))
                .ok_or_else(|| "no current target".to_owned()),
        }
    }

    /// What a target means.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn target(
        &self,
        text: Option<&str>,
        kind: Kind,
        caller: Option<PaneId>,
    ) -> Said<Context> {
        let Some(text) = text.filter(|text| !text.is_empty()) else {
            return self.current(caller);
        };
        let current = self.current(caller)?;
        // An id says whatever it names, wherever it is wanted.
        if let Ok(pane) = text.parse::<PaneId>() {
            self.pane(pane)?;
            return Ok(self.context_of(pane));
        }
        let parts = parts(text, kind);
        let session = match parts.session {
            Some(name) => Some(self.session_meant(name)?),
            None => None,
        };
        let Some(window) = parts.window else {
            let at = match (session, parts.pane) {
                (Some(session), _) => self.context_in(session),
                (None, Some(pane)) => return self.pane_meant_anyhow(pane, &current, caller),
                (None, None) => current,
            };
            return self.pane_at(at, parts.pane, &current);
        };
        let at = match session {
            Some(session) => self.window_meant(session, window)?,
            None => self.window_anywhere(window, &current)?,
        };
        self.pane_at(at, parts.pane, &current)
    }

    /// A pane of the current window, or else a window or a session of that name.
    fn pane_meant_anyhow(
        &self,
        text: &str,
        current: &Context,
        caller: Option<PaneId>,
    ) -> Said<Context> {
        if let Ok(found) = self.pane_at(*current, Some(text), current) {
            return Ok(found);
        }
        if text.starts_with('=') {
            return Err(format!("can't find pane: {text}"));
        }
        self.target(Some(text), Kind::Window, caller)
            .map_err(|_| format!("can't find pane: {text}"))
    }

    /// A window of the current session, or else the current one of a session of that name.
    fn window_anywhere(&self, text: &str, current: &Context) -> Said<Context> {
        if let Ok(id) = text.parse::<WindowId>() {
            self.window(id)?;
            let session = self.best_session(Some(id));
            let place = session
                .and_then(|session| Some((session, self.sessions.get(&session)?.place_of(id)?)));
            return place
                .map(|(session, index)| self.context_at(session, index))
                .ok_or_else(|| format!("can't find window: {id}"));
        }
        let here = current
            .session
            .ok_or_else(|| "no current target".to_owned())?;
        self.window_meant(here, text).or_else(|_| {
            self.session_meant(text)
                .map(|session| self.context_in(session))
                .map_err(|_| format!("can't find window: {text}"))
        })
    }

    /// A place that may be free: the session, and the index where one is named.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn place(
        &self,
        text: Option<&str>,
        caller: Option<PaneId>,
    ) -> Said<(SessionId, Option<u32>)> {
        let current = self.current(caller)?;
        let here = current
            .session
            .ok_or_else(|| "no current target".to_owned())?;
        let Some(text) = text.filter(|text| !text.is_empty()) else {
            return Ok((here, None));
        };
        let (session, window) = match text.split_once(':') {
            Some(("", window)) => (here, window),
            Some((session, window)) => (self.session_meant(session)?, window),
            None if text.starts_with('$') => (self.session_meant(text)?, ""),
            None => (here, text),
        };
        if window.is_empty() {
            return Ok((session, None));
        }
        if let Ok(index) = window.parse() {
            return Ok((session, Some(index)));
        }
        if let Ok(found) = self.window_meant(session, window) {
            return Ok((session, found.index));
        }
        match self.session_meant(window) {
            Ok(session) if !text.contains(':') => Ok((session, None)),
            _ => Err(format!("can't find window: {window}")),
        }
    }
}

/// The parts of a context that a command cannot do without.
impl Context {
    pub(super) fn needed_session(&self) -> Said<SessionId> {
        self.session.ok_or_else(|| "no current session".to_owned())
    }

    pub(super) fn needed_window(&self) -> Said<WindowId> {
        self.window.ok_or_else(|| "no current window".to_owned())
    }

    pub(super) fn needed_pane(&self) -> Said<PaneId> {
        self.pane.ok_or_else(|| "no current pane".to_owned())
    }

    pub(super) fn needed_index(&self) -> Said<u32> {
        self.index.ok_or_else(|| "no current window".to_owned())
    }
}
