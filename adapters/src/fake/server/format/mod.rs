//! tmux's formats, as far as they are asked for: variables, conditions, comparisons and loops. Nothing in a format runs.

use domain::{PaneId, SessionId, WindowId};

use super::life::Life;

mod variables;

#[cfg(test)]
mod tests;

/// What a format is expanded for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Context {
    pub(super) session: Option<SessionId>,
    /// The place of the window in the session.
    pub(super) index: Option<u32>,
    pub(super) window: Option<WindowId>,
    pub(super) pane: Option<PaneId>,
    /// A client's process.
    pub(super) client: Option<u32>,
    /// A buffer, counted from the newest.
    pub(super) buffer: Option<usize>,
}

/// How deep formats nest.
const DEPTH_MAX: u32 = 20;

impl Life {
    /// The context of a pane, in the session that its window is seen in.
    pub(super) fn context_of(&self, pane: PaneId) -> Context {
        let window = self.panes.get(&pane).map(|pane| pane.window);
        let session = window.and_then(|window| self.best_session(Some(window)));
        let held = session.and_then(|session| self.sessions.get(&session));
        Context {
            session,
            index: held.and_then(|held| held.place_of(window?)),
            window,
            pane: Some(pane),
            client: None,
            buffer: None,
        }
    }

    /// The context of a place, with the active pane there.
    pub(super) fn context_at(&self, session: SessionId, index: u32) -> Context {
        let held = self.sessions.get(&session);
        let window = held.and_then(|held| held.places.get(&index)).copied();
        Context {
            session: Some(session),
            index: Some(index),
            window,
            pane: window.and_then(|window| self.windows.get(&window).map(|window| window.active)),
            client: None,
            buffer: None,
        }
    }

    /// The context of a session, with its current window.
    pub(super) fn context_in(&self, session: SessionId) -> Context {
        let current = self.sessions.get(&session).map(|held| held.current);
        current.map_or_else(Context::default, |current| {
            self.context_at(session, current)
        })
    }

    /// A format, expanded.
    pub(super) fn expand(&self, format: &str, context: &Context) -> String {
        self.expand_at(format, context, 0)
    }

    /// Whether a format expands to something that is neither empty nor 0.
    pub(super) fn is_true(&self, format: &str, context: &Context) -> bool {
        truth(&self.expand(format, context))
    }

    fn expand_at(&self, format: &str, context: &Context, depth: u32) -> String {
        let mut expanded = String::new();
        let mut rest = format;
        if depth > DEPTH_MAX {
            return expanded;
        }
        while let Some(at) = rest.find('#') {
            let (plain, behind) = rest.split_at(at);
            expanded.push_str(plain);
            let behind = behind.get(1..).unwrap_or_default();
            let mut characters = behind.chars();
            rest = match characters.next() {
                Some('{') => {
                    let Some((inner, behind)) = enclosed(characters.as_str(), '}') else {
                        return expanded;
                    };
                    expanded.push_str(&self.replace(inner, context, depth));
                    behind
                }
                Some('(') => {
                    let Some((_, behind)) = enclosed(characters.as_str(), ')') else {
                        return expanded;
                    };
                    behind
                }
                Some('#') => {
                    let (text, behind) = hashes(behind);
                    expanded.push_str(&text);
                    behind
                }
                Some(escaped @ (',' | '}')) => {
                    expanded.push(escaped);
                    characters.as_str()
                }
                Some(short) => {
                    match alias(short) {
                        Some(name) => {
                            expanded.push_str(&self.variable(name, context).unwrap_or_default());
                        }
                        None => expanded.extend(['#', short]),
                    }
                    characters.as_str()
                }
                None => {
                    expanded.push('#');
                    ""
                }
            };
        }
        expanded.push_str(rest);
        expanded
    }

    /// What stands for the inside of `#{…}`.
    fn replace(&self, inner: &str, context: &Context, depth: u32) -> String {
        let again = |format: &str| self.expand_at(format, context, depth + 1);
        if let Some(parts) = inner.strip_prefix('?') {
            return self.condition(parts, context, depth);
        }
        let Some((modifier, argument)) = modified(inner) else {
            return self.variable(inner, context).unwrap_or_default();
        };
        let value = |name: &str| {
            if name.contains("#{") {
                again(name)
            } else {
                self.variable(name, context).unwrap_or_default()
            }
        };
        match modifier {
            "l" => argument.to_owned(),
            "E" | "T" => again(&value(argument)),
            "n" => value(argument).len().to_string(),
            "w" => value(argument).chars().count().to_string(),
            "b" => value(argument)
                .rsplit('/')
                .next()
                .unwrap_or_default()
                .to_owned(),
            "d" => value(argument)
                .rsplit_once('/')
                .map_or(".", |(directory, _)| directory)
                .to_owned(),
            "t" => value(argument)
                .parse()
                .map_or_else(|_| String::new(), super::time::spoken),
            "S" | "W" | "P" => self.over_all(modifier, argument, context, depth),
            _ => {
                let mut sides = split(argument);
                let left = again(sides.next().unwrap_or_default());
                let right = again(sides.next().unwrap_or_default());
                u8::from(compared(modifier, &left, &right)).to_string()
            }
        }
    }

    fn condition(&self, parts: &str, context: &Context, depth: u32) -> String {
        let mut parts = split(parts);
        let condition = parts.next().unwrap_or_default();
        let held = if condition.contains('#') {
            self.expand_at(condition, context, depth + 1)
        } else {
            self.variable(condition, context).unwrap_or_default()
        };
        let yes = parts.next().unwrap_or_default();
        let no = parts.next().unwrap_or_default();
        let chosen = if truth(&held) { yes } else { no };
        self.expand_at(chosen, context, depth + 1)
    }

    /// A format for each session, window of the session, or pane of the window.
    fn over_all(&self, what: &str, format: &str, context: &Context, depth: u32) -> String {
        let contexts: Vec<Context> = match what {
            "S" => self
                .sessions_by_name()
                .into_iter()
                .map(|session| self.context_in(session.id))
                .collect(),
            "W" => {
                let session = context.session.and_then(|id| self.sessions.get(&id));
                let places = session
                    .into_iter()
                    .flat_map(|held| held.places.keys().map(|index| (held.id, *index)));
                places
                    .map(|(session, index)| self.context_at(session, index))
                    .collect()
            }
            _ => {
                let window = context.window.and_then(|id| self.windows.get(&id));
                let mut panes = window
                    .map(|window| window.panes.clone())
                    .unwrap_or_default();
                if self.setup.profile.loops_by_id {
                    panes.sort_unstable();
                }
                panes
                    .into_iter()
                    .map(|pane| Context {
                        pane: Some(pane),
                        ..*context
                    })
                    .collect()
            }
        };
        contexts
            .iter()
            .map(|context| self.expand_at(format, context, depth + 1))
            .collect()
    }
}

const fn alias(short: char) -> Option<&'static str> {
    Some(match short {
        'D' => "pane_id",
        'F' => "window_flags",
        'H' => "host",
        'I' => "window_index",
        'P' => "pane_index",
        'S' => "session_name",
        'T' => "pane_title",
        'W' => "window_name",
        'h' => "host_short",
        _ => return None,
    })
}

fn truth(text: &str) -> bool {
    !text.is_empty() && text != "0"
}

/// A run of `#` is halved, but not before a `[`.
fn hashes(text: &str) -> (String, &str) {
    // The first of the run was taken already.
    let more = text.bytes().take_while(|byte| *byte == b'#').count();
    let rest = text.get(more..).unwrap_or_default();
    let count = more + 1;
    if rest.starts_with('[') {
        return ("#".repeat(count), rest);
    }
    let odd = count % 2 == 1;
    if odd {
        // The last one begins something of its own.
        let rest = text.get(more - 1..).unwrap_or_default();
        return ("#".repeat(count / 2), rest);
    }
    ("#".repeat(count / 2), rest)
}

/// The text up to the mark that closes it, and what stands behind.
fn enclosed(text: &str, close: char) -> Option<(&str, &str)> {
    let open = if close == '}' { '{' } else { '(' };
    let mut depth = 0;
    let mut hash = false;
    for (at, c) in text.char_indices() {
        if hash {
            hash = false;
            if c == open {
                depth += 1;
            }
            if matches!(c, '{' | '(' | ',' | '}' | '#') {
                continue;
            }
        }
        match c {
            '#' => hash = true,
            c if c == close && depth == 0 => {
                return Some((text.get(..at)?, text.get(at + close.len_utf8()..)?));
            }
            c if c == close => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The parts between the commas of this level.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut depth = 0;
        let mut hash = false;
        for (at, c) in text.char_indices() {
            let escaped = std::mem::replace(&mut hash, c == '#');
            match c {
                '{' if escaped => depth += 1,
                '}' if !escaped && depth > 0 => depth -= 1,
                ',' if !escaped && depth == 0 => {
                    rest = text.get(at + 1..);
                    return text.get(..at);
                }
                _ => {}
            }
        }
        rest = None;
        Some(text)
    })
}

const MODIFIERS: [&str; 18] = [
    "==", "!=", "<=", ">=", "&&", "||", "<", ">", "l", "E", "T", "n", "w", "b", "d", "t", "S", "W",
];

/// A modifier and what it is for.
fn modified(inner: &str) -> Option<(&str, &str)> {
    let (modifier, argument) = inner.split_once(':')?;
    (MODIFIERS.contains(&modifier) || modifier == "P").then_some((modifier, argument))
}

fn compared(modifier: &str, left: &str, right: &str) -> bool {
    match modifier {
        "==" => left == right,
        "!=" => left != right,
        "<" => left < right,
        ">" => left > right,
        "<=" => left <= right,
        ">=" => left >= right,
        "&&" => truth(left) && truth(right),
        _ => truth(left) || truth(right),
    }
}
