//! Bringing a value into the shape of its argument, or saying in one line why it does not fit.

use std::sync::LazyLock;

use domain::text::shortened;
use domain::{Cursor, Kind, PaneId, SessionId, WindowId};
use regex::Regex;
use serde_json::Value;

use super::Problem;
use super::shape::{List, Number, Pattern, Shape, Text};

impl Shape {
    /// The value in this shape; `None` where a problem was noted.
    pub(super) fn take(
        &self,
        value: Value,
        path: &str,
        problems: &mut Vec<Problem>,
    ) -> Option<Value> {
        let taken = match (self, value) {
            (Self::Text(text), value) => text.take(value, path),
            (Self::Number(number), value) => number.take(&value, path),
            (Self::Flag, value) => flag(&value)
                .map(Value::Bool)
                .ok_or_else(|| misfit(path, "true or false", &value)),
            (Self::List(list), value) => return list.take(value, path, problems),
            (Self::Record(record), Value::Object(raw)) => {
                return Some(Value::Object(record.normalise(raw, &[], path, problems)));
            }
            (Self::Open, Value::Object(raw)) => Ok(Value::Object(raw)),
            (Self::Record(_) | Self::Open, value) => Err(misfit(path, &self.wanted(), &value)),
        };
        taken.map_err(|problem| problems.push(problem)).ok()
    }

    /// The call that shows what may stand here.
    pub(super) fn recovery(&self) -> Option<&'static str> {
        match self {
            Self::Text(text) => text.pattern.as_ref().and_then(Pattern::recovery),
            Self::List(list) => list.item.recovery(),
            Self::Number(_) | Self::Flag | Self::Record(_) | Self::Open => None,
        }
    }
}

impl Text {
    fn take(&self, value: Value, path: &str) -> Result<Value, Problem> {
        let text = match value {
            Value::String(text) => text,
            // A session may be called 0, and keys may be digits; an id or a choice is never a number.
            Value::Number(number) if self.choices.is_empty() && self.pattern.is_none() => {
                number.to_string()
            }
            other => return Err(self.refused(path, &other)),
        };
        let count = text.chars().count();
        if count < self.min_chars {
            let rule = if count == 0 {
                format!("is empty; wanted {}", self.wanted())
            } else {
                format!("must have at least {} characters", self.min_chars)
            };
            return Err(Problem::new(path, rule));
        }
        if let Some(most) = self.max_chars.filter(|most| count > *most) {
            let rule = format!("must have at most {most} characters; it has {count}");
            return Err(Problem::new(path, rule));
        }
        let fits = self.choices.is_empty() || self.choices.contains(&text);
        let fits = fits
            && self
                .pattern
                .as_ref()
                .is_none_or(|pattern| pattern.fits(&text));
        if fits {
            Ok(Value::String(text))
        } else {
            Err(self.refused(path, &Value::String(text)))
        }
    }

    fn refused(&self, path: &str, value: &Value) -> Problem {
        let problem = misfit(path, &self.wanted(), value);
        let Some(pattern) = &self.pattern else {
            return problem;
        };
        let Some(recovery) = pattern.recovery() else {
            return problem;
        };
        // Of the shape of an id, and none that tmux gives out: nothing is there.
        if value.as_str().is_some_and(|text| pattern.resembles(text)) {
            let shown = shortened(value.as_str().unwrap_or_default(), 40);
            return Problem {
                kind: Kind::NoSuchTarget,
                message: format!("argument {path:?}: {shown} {}", pattern.missing()),
                recovery: Some(recovery.to_owned()),
            };
        }
        let index = value.is_number()
            || value
                .as_str()
                .is_some_and(|text| text.parse::<u32>().is_ok());
        let message = if index && !matches!(pattern, Pattern::Session) {
            format!(
                "{}: tmux would read a bare number as an index",
                problem.message
            )
        } else {
            problem.message.clone()
        };
        Problem {
            message,
            recovery: Some(recovery.to_owned()),
            ..problem
        }
    }
}

impl Pattern {
    fn fits(&self, text: &str) -> bool {
        match self {
            Self::Pane => text.parse::<PaneId>().is_ok(),
            Self::Window => text.parse::<WindowId>().is_ok(),
            Self::Session => text.parse::<SessionId>().is_ok(),
            Self::Cursor(_) => text.parse::<Cursor>().is_ok(),
            Self::Other(pattern) => pattern.is_match(text),
        }
    }

    /// Whether the text looks like one of these: a sigil and digits.
    fn resembles(&self, text: &str) -> bool {
        let sigil = match self {
            Self::Pane => '%',
            Self::Window => '@',
            Self::Session => '$',
            Self::Cursor(pattern) => return pattern.is_match(text),
            Self::Other(_) => return false,
        };
        text.strip_prefix(sigil).is_some_and(|digits| {
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
    }

    /// What is wrong with a text that resembles one and is none.
    const fn missing(&self) -> &'static str {
        match self {
            Self::Cursor(_) => "is no cursor that an answer gave",
            _ => "does not exist",
        }
    }

    fn recovery(&self) -> Option<&'static str> {
        match self {
            Self::Pane => Some("Call list_panes for the pane ids that exist."),
            Self::Window => Some("Call list_windows for the window ids that exist."),
            Self::Session => Some("Call list_sessions for the session ids that exist."),
            Self::Cursor(_) => Some(
                "Leave cursor out for the newest lines, and go on with the cursor of that answer.",
            ),
            Self::Other(_) => None,
        }
    }
}

impl Number {
    fn take(self, value: &Value, path: &str) -> Result<Value, Problem> {
        let refused = || misfit(path, &self.wanted(), value);
        let number = match value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.trim().parse::<f64>().ok(),
            _ => None,
        };
        let mut number = number.filter(|n| n.is_finite()).ok_or_else(refused)?;
        if self.clamped {
            number = number.max(self.least.unwrap_or(f64::MIN));
            number = number.min(self.most.unwrap_or(f64::MAX));
        } else if self.least.is_some_and(|least| number < least)
            || self.most.is_some_and(|most| number > most)
        {
            return Err(refused());
        }
        if !self.whole {
            return Ok(Value::from(number));
        }
        // Beyond 2^53 a float no longer counts by ones, and no argument of ours goes there.
        if number.fract() != 0.0 || number.abs() > 9_007_199_254_740_992.0 {
            return Err(refused());
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "whole, and checked to be below 2^53"
        )]
        let whole = number as i64;
        Ok(Value::from(whole))
    }
}

impl List {
    fn take(&self, value: Value, path: &str, problems: &mut Vec<Problem>) -> Option<Value> {
        let elements = match value {
            Value::Array(elements) => elements,
            // One where a list is wanted is a list of one.
            Value::String(_) | Value::Number(_) if matches!(self.item, Shape::Text(_)) => {
                vec![value]
            }
            Value::Object(_) if matches!(self.item, Shape::Record(_)) => vec![value],
            other => {
                let wanted = format!("a list, each element {}", self.item.wanted());
                problems.push(misfit(path, &wanted, &other));
                return None;
            }
        };
        let count = elements.len();
        if count < self.least || self.most.is_some_and(|most| count > most) {
            let range = self.most.map_or_else(
                || format!("at least {}", self.least),
                |most| format!("{} to {most}", self.least),
            );
            let rule = format!("must have {range} elements; it has {count}");
            problems.push(Problem::new(path, rule));
            return None;
        }
        let before = problems.len();
        let mut taken = Vec::with_capacity(count);
        for (index, element) in elements.into_iter().enumerate() {
            taken.extend(
                self.item
                    .take(element, &format!("{path}[{index}]"), problems),
            );
        }
        (problems.len() == before).then_some(Value::Array(taken))
    }
}

fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::String(text) => match text.as_str() {
            "true" | "True" | "TRUE" => Some(true),
            "false" | "False" | "FALSE" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

fn misfit(path: &str, wanted: &str, value: &Value) -> Problem {
    Problem::new(
        path,
        format!("must be {wanted}; {} was given", shown(value)),
    )
}

/// The value where it cannot be a secret, else what kind of value it is.
fn shown(value: &Value) -> String {
    static PLAIN: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^[A-Za-z0-9_%@$:.+-]{1,24}$").ok());
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) if text.is_empty() => "an empty string".to_owned(),
        Value::String(text) if PLAIN.as_ref().is_some_and(|plain| plain.is_match(text)) => {
            format!("{text:?}")
        }
        Value::String(_) => "another string".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}
