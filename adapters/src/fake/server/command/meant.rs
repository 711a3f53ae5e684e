//! What the parts of a target mean: the session, the window in it, the pane in that.

use std::collections::BTreeMap;

use domain::{PaneId, SessionId, WindowId};

use super::super::format::Context;
use super::super::life::{Life, Said};
use super::super::session::Session;
use super::super::window::Window;
use crate::fake::shell::fits;

impl Life {
    /// The session of a name, of its beginning, or of a pattern.
    ///
    /// # Errors
    /// tmux's words where there is none, or several.
    pub(super) fn session_meant(&self, text: &str) -> Said<SessionId> {
        let exact = text.strip_prefix('=');
        let wanted = exact.unwrap_or(text);
        let fail = || format!("can't find session: {wanted}");
        if wanted.starts_with('$') {
            let id = wanted.parse().map_err(|_| fail())?;
            return self.session(id).map(|session| session.id);
        }
        let sessions = self.sessions.values();
        let names = sessions.map(|session| (session.id, &*session.name));
        named(names, wanted, exact.is_some()).ok_or_else(fail)
    }

    /// The window of a session that an id, an index, a sign, a name, its beginning or a pattern means.
    ///
    /// # Errors
    /// tmux's words where there is none, or several.
    pub(super) fn window_meant(&self, session: SessionId, text: &str) -> Said<Context> {
        let text = sign(text);
        let held = self.session(session)?;
        let found = self.place_meant(held, text);
        let wanted = text.strip_prefix('=').unwrap_or(text);
        found
            .map(|index| self.context_at(session, index))
            .ok_or_else(|| format!("can't find window: {wanted}"))
    }

    fn place_meant(&self, held: &Session, text: &str) -> Option<u32> {
        match text {
            "!" => return held.last.first().copied(),
            "^" => return held.places.first_key_value().map(|(index, _)| *index),
            "$" => return held.places.last_key_value().map(|(index, _)| *index),
            _ => {}
        }
        if let Some(steps) = offset(text) {
            let places: Vec<u32> = held.places.keys().copied().collect();
            return moved(&places, Some(&held.current), steps);
        }
        let exact = text.strip_prefix('=');
        let wanted = exact.unwrap_or(text);
        if wanted.starts_with('@') {
            return held.place_of(wanted.parse::<WindowId>().ok()?);
        }
        if let Ok(index) = wanted.parse::<u32>()
            && held.places.contains_key(&index)
        {
            return Some(index);
        }
        let windows: BTreeMap<u32, &Window> = held
            .places
            .iter()
            .filter_map(|(index, id)| Some((*index, self.windows.get(id)?)))
            .collect();
        let names = windows
            .iter()
            .map(|(index, window)| (*index, &*window.name));
        named(names, wanted, exact.is_some())
    }

    /// The pane of a window that a text means, or its active one. An offset counts from the current pane, which need not
    /// be of that window: then it leads to the window's first or last (tmux 3.3a).
    ///
    /// # Errors
    /// tmux's words where there is none.
    pub(super) fn pane_at(
        &self,
        at: Context,
        text: Option<&str>,
        current: &Context,
    ) -> Said<Context> {
        let Some(text) = text.map(sign) else {
            return Ok(at);
        };
        if matches!(text, "{up-of}" | "{down-of}" | "{left-of}" | "{right-of}") {
            return Err(format!("target {text} is not simulated"));
        }
        let fail = || format!("can't find pane: {text}");
        let window = at
            .window
            .and_then(|id| self.windows.get(&id))
            .ok_or_else(fail)?;
        let pane = match text {
            "!" => window.last,
            _ => match offset(text) {
                Some(steps) => moved(&window.panes, current.pane.as_ref(), steps),
                None => self
                    .listed_pane(window, text)
                    .or_else(|| self.pane_at_edge(window, text)),
            },
        };
        Ok(Context {
            pane: Some(pane.ok_or_else(fail)?),
            ..at
        })
    }

    /// A pane of a window by its id or by its index.
    fn listed_pane(&self, window: &Window, text: &str) -> Option<PaneId> {
        if text.starts_with('%') {
            let id = text.parse().ok()?;
            return window.place_of(id).map(|_| id);
        }
        let index: u32 = text.parse().ok()?;
        let mut panes = window.panes.iter();
        panes
            .find(|pane| self.pane_index(window, **pane) == Some(index))
            .copied()
    }

    /// The first pane listed that has the cell at an edge or in a corner; a pane has the border behind it, too.
    fn pane_at_edge(&self, window: &Window, text: &str) -> Option<PaneId> {
        let (right, bottom) = (window.size.width - 1, window.size.height - 1);
        let (middle, centre) = (window.size.width / 2, window.size.height / 2);
        let (x, y) = match text {
            "top" => (middle, 0),
            "bottom" => (middle, bottom),
            "left" => (0, centre),
            "right" => (right, centre),
            "top-left" => (0, 0),
            "top-right" => (right, 0),
            "bottom-left" => (0, bottom),
            "bottom-right" => (right, bottom),
            _ => return None,
        };
        let has = |id: &&PaneId| {
            let visible = !window.zoomed || window.active == **id;
            visible
                && self.panes.get(id).is_some_and(|pane| {
                    (pane.left..=pane.left + pane.size.width).contains(&x)
                        && (pane.top..=pane.top + pane.size.height).contains(&y)
                })
        };
        window.panes.iter().find(has).copied()
    }
}

/// The only one of a name; or else of a name that begins so; or else whose name fits the pattern.
fn named<'a, T: Copy>(
    names: impl Iterator<Item = (T, &'a str)>,
    wanted: &str,
    exact: bool,
) -> Option<T> {
    let names: Vec<(T, &str)> = names.collect();
    let ways: [&dyn Fn(&str) -> bool; 3] = [
        &|name| name == wanted,
        &|name| name.starts_with(wanted),
        &|name| fits(wanted, name),
    ];
    for matches in ways.into_iter().take(if exact { 1 } else { 3 }) {
        let mut found = names.iter().filter(|(_, name)| matches(name));
        match (found.next(), found.next()) {
            (Some((only, _)), None) => return Some(*only),
            (None, _) => {}
            // Several are never told apart by the next way.
            _ => return None,
        }
    }
    None
}

/// A sign for what has a name in braces, too.
fn sign(text: &str) -> &str {
    match text {
        "{start}" => "^",
        "{end}" => "$",
        "{last}" => "!",
        "{next}" => "+",
        "{previous}" => "-",
        "{top}" | "{bottom}" | "{left}" | "{right}" | "{top-left}" | "{top-right}"
        | "{bottom-left}" | "{bottom-right}" => text.trim_matches(['{', '}']),
        _ => text,
    }
}

/// `+`, `-2`: so many places on, or back.
fn offset(text: &str) -> Option<i64> {
    let (sign, count) = match text.strip_prefix('+') {
        Some(count) => (1, count),
        None => (-1, text.strip_prefix('-')?),
    };
    // Text that is no number counts as one, as in tmux.
    Some(
        sign * count
            .parse::<u32>()
            .ok()
            .filter(|count| *count > 0)
            .map_or(1, i64::from),
    )
}

/// The place so many steps away, round the ends; a place that is not among them stands before the first and behind the last.
fn moved<T: Copy + PartialEq>(places: &[T], from: Option<&T>, steps: i64) -> Option<T> {
    let place = places.iter().position(|place| Some(place) == from);
    let count = i64::try_from(places.len()).ok()?;
    let place = match place {
        Some(place) => i64::try_from(place).ok()?,
        None if steps > 0 => -1,
        None => 0,
    };
    let to = (place + steps).checked_rem_euclid(count)?;
    places.get(usize::try_from(to).ok()?).copied()
}
