//! Targets: what the text behind `-t` and `-s` means.

use domain::{PaneId, SessionId, WindowId};

use super::super::format::Context;
use super::super::life::{Life, Said};
use super::super::session::Session;
use super::super::window::Window;

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
            return self.pane_at(at, parts.pane);
        };
        let at = match session {
            Some(session) => self.window_meant(session, window)?,
            None => self.window_anywhere(window, &current)?,
        };
        self.pane_at(at, parts.pane)
    }

    /// A pane of the current window, or else a window or a session of that name.
    fn pane_meant_anyhow(
        &self,
        text: &str,
        current: &Context,
        caller: Option<PaneId>,
    ) -> Said<Context> {
        if let Ok(found) = self.pane_at(*current, Some(text)) {
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

    fn session_meant(&self, text: &str) -> Said<SessionId> {
        let fail = |text: &str| format!("can't find session: {text}");
        if let Ok(id) = text.parse::<SessionId>() {
            return self.session(id).map(|session| session.id);
        }
        if let Some(name) = text.strip_prefix('=') {
            let session = self.session_named(name);
            return session.map(|session| session.id).ok_or_else(|| fail(name));
        }
        if let Some(session) = self.session_named(text) {
            return Ok(session.id);
        }
        let mut beginning = self
            .sessions
            .values()
            .filter(|session| session.name.starts_with(text));
        match (beginning.next(), beginning.next()) {
            (Some(only), None) => Ok(only.id),
            _ => Err(fail(text)),
        }
    }

    fn window_meant(&self, session: SessionId, text: &str) -> Said<Context> {
        let held = self.session(session)?;
        let found = self.place_meant(held, text);
        found
            .map(|index| self.context_at(session, index))
            .ok_or_else(|| format!("can't find window: {text}"))
    }

    fn place_meant(&self, held: &Session, text: &str) -> Option<u32> {
        if let Ok(id) = text.parse::<WindowId>() {
            return held.place_of(id);
        }
        match text {
            "!" | "{last}" => return held.last.first().copied(),
            "^" | "{start}" => return held.places.first_key_value().map(|(index, _)| *index),
            "$" | "{end}" => return held.places.last_key_value().map(|(index, _)| *index),
            _ => {}
        }
        let exact = text.strip_prefix('=');
        let wanted = exact.unwrap_or(text);
        if let Ok(index) = wanted.parse::<u32>()
            && held.places.contains_key(&index)
        {
            return Some(index);
        }
        let named = |matches: &dyn Fn(&str) -> bool| {
            let mut found = held.places.iter().filter(|(_, id)| {
                self.windows
                    .get(id)
                    .is_some_and(|window| matches(&window.name))
            });
            match (found.next(), found.next()) {
                (Some((index, _)), None) => Some(*index),
                _ => None,
            }
        };
        let whole = named(&|name| name == wanted);
        if exact.is_some() {
            return whole;
        }
        whole.or_else(|| named(&|name| name.starts_with(wanted)))
    }

    /// The pane of a window that a text means, or its active one.
    fn pane_at(&self, at: Context, text: Option<&str>) -> Said<Context> {
        let Some(text) = text else {
            return Ok(at);
        };
        let fail = || format!("can't find pane: {text}");
        let window = at
            .window
            .and_then(|id| self.windows.get(&id))
            .ok_or_else(fail)?;
        let pane = match text {
            "!" | "{last}" => window.last,
            _ => self.listed_pane(window, text),
        };
        Ok(Context {
            pane: Some(pane.ok_or_else(fail)?),
            ..at
        })
    }

    /// A pane of a window by its id or by its index.
    fn listed_pane(&self, window: &Window, text: &str) -> Option<PaneId> {
        if let Ok(id) = text.parse::<PaneId>() {
            return Some(id).filter(|id| window.place_of(*id).is_some());
        }
        let index: u32 = text.parse().ok()?;
        let mut panes = window.panes.iter();
        panes
            .find(|pane| self.pane_index(window, **pane) == Some(index))
            .copied()
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
