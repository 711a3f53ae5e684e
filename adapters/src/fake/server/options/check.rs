//! What an option takes: switches, choices and numbers are checked, texts are not.

use super::{Definition, Value};

/// Options that take one of a few words.
const CHOICES: &[(&str, &[&str])] = &[
    ("activity-action", &["none", "any", "current", "other"]),
    ("bell-action", &["none", "any", "current", "other"]),
    ("silence-action", &["none", "any", "current", "other"]),
    ("clock-mode-style", &["12", "24"]),
    (
        "cursor-style",
        &[
            "default",
            "blinking-block",
            "block",
            "blinking-underline",
            "underline",
            "blinking-bar",
            "bar",
        ],
    ),
    ("detach-on-destroy", &["off", "on", "no-detached"]),
    ("extended-keys", &["off", "on", "always"]),
    ("mode-keys", &["emacs", "vi"]),
    ("status-keys", &["emacs", "vi"]),
    (
        "pane-border-indicators",
        &["off", "colour", "arrows", "both"],
    ),
    (
        "pane-border-lines",
        &["single", "double", "heavy", "simple", "number"],
    ),
    (
        "popup-border-lines",
        &[
            "single", "double", "heavy", "simple", "rounded", "padded", "none",
        ],
    ),
    ("pane-border-status", &["off", "top", "bottom"]),
    ("remain-on-exit", &["off", "on", "failed"]),
    ("set-clipboard", &["off", "external", "on"]),
    ("status", &["off", "on", "2", "3", "4", "5"]),
    (
        "status-justify",
        &["left", "centre", "right", "absolute-centre"],
    ),
    ("status-position", &["top", "bottom"]),
    ("visual-activity", &["off", "on", "both"]),
    ("visual-bell", &["off", "on", "both"]),
    ("visual-silence", &["off", "on", "both"]),
    ("window-size", &["largest", "smallest", "manual", "latest"]),
];

/// Numbers that have other limits than 0 and the largest 32-bit one.
const LEAST: &[(&str, u32)] = &[("buffer-limit", 1), ("display-panes-time", 1)];
const MOST: &[(&str, u32)] = &[
    ("base-index", i32::MAX as u32),
    ("pane-base-index", 65535),
    ("status-left-length", 32767),
    ("status-right-length", 32767),
    ("repeat-time", 32767),
];

/// Options whose default reads as a number, and which take any text.
const TEXTS: [&str; 4] = [
    "main-pane-height",
    "main-pane-width",
    "other-pane-height",
    "other-pane-width",
];

enum Kind {
    Switch,
    Choice(&'static [&'static str]),
    Number,
    Text,
}

fn kind(option: &Definition) -> Kind {
    if let Some((_, choices)) = CHOICES.iter().find(|(name, _)| *name == option.name) {
        return Kind::Choice(choices);
    }
    match &option.default {
        Value::One(value) if value == "on" || value == "off" => Kind::Switch,
        Value::One(value) if value.parse::<u32>().is_ok() && !TEXTS.contains(&option.name) => {
            Kind::Number
        }
        Value::One(_) | Value::Array(_) => Kind::Text,
    }
}

/// The value as it is stored.
///
/// # Errors
/// tmux's words.
pub(in super::super) fn check(option: &Definition, value: &str) -> Result<String, String> {
    match kind(option) {
        Kind::Text => Ok(value.to_owned()),
        Kind::Switch => switch(value),
        Kind::Choice(choices) => choices
            .iter()
            .find(|choice| **choice == value)
            .map(|choice| (*choice).to_owned())
            .ok_or_else(|| format!("unknown value: {value}")),
        Kind::Number => number(option.name, value),
    }
}

fn switch(value: &str) -> Result<String, String> {
    let is = |words: [&str; 3]| words.iter().any(|word| word.eq_ignore_ascii_case(value));
    if is(["on", "yes", "1"]) {
        Ok("on".to_owned())
    } else if is(["off", "no", "0"]) {
        Ok("off".to_owned())
    } else {
        Err(format!("bad value: {value}"))
    }
}

fn number(name: &str, value: &str) -> Result<String, String> {
    let limit = |limits: &[(&str, u32)], otherwise: u32| {
        limits
            .iter()
            .find(|(limited, _)| *limited == name)
            .map_or(otherwise, |(_, limit)| *limit)
    };
    let (least, most) = (limit(LEAST, 0), limit(MOST, i32::MAX as u32));
    let parsed: i64 = value
        .parse()
        .map_err(|_| format!("value is invalid: {value}"))?;
    if parsed < i64::from(least) {
        Err(format!("value is too small: {value}"))
    } else if parsed > i64::from(most) {
        Err(format!("value is too large: {value}"))
    } else {
        Ok(parsed.to_string())
    }
}

/// Whether an option is a switch.
pub(in super::super) fn is_switch(option: &Definition) -> bool {
    matches!(kind(option), Kind::Switch)
}

/// What a switch, or a choice that has an on and an off, becomes where no value is given.
pub(in super::super) fn toggled(option: &Definition, current: &str) -> Option<String> {
    let other = if current == "off" { "on" } else { "off" };
    match kind(option) {
        Kind::Switch => Some(other.to_owned()),
        Kind::Choice(choices) if choices.contains(&"on") => Some(other.to_owned()),
        Kind::Choice(_) | Kind::Number | Kind::Text => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::definition;
    use super::*;

    #[test]
    fn a_value_that_does_not_fit_is_refused_in_tmux_s_words() {
        let try_out = |name: &str, value: &str| check(definition(name).unwrap(), value);
        assert_eq!(try_out("mouse", "yes"), Ok("on".to_owned()));
        assert_eq!(try_out("mouse", "x"), Err("bad value: x".to_owned()));
        assert_eq!(
            try_out("window-size", "x"),
            Err("unknown value: x".to_owned())
        );
        assert_eq!(
            try_out("history-limit", "-1"),
            Err("value is too small: -1".to_owned())
        );
        assert_eq!(
            try_out("history-limit", "x"),
            Err("value is invalid: x".to_owned())
        );
        assert_eq!(try_out("default-command", "x y"), Ok("x y".to_owned()));
    }
}
