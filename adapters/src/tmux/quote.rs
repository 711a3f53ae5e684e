//! Text as one argument in tmux's command language, and as a literal inside a format.
//!
//! The language is that of configuration files and of control clients (tmux(1) PARSING SYNTAX): the same line serves
//! both. Which arguments tmux expands as formats is in tmux-facts 6.4.

use std::fmt::Write as _;

/// The text as one argument: nothing in it means anything to tmux.
///
/// `'…'` for what is printable, and `"\ooo"` for control characters, because a newline ends a request. There is no NUL
/// in any argument: the text ends there, as it would for tmux.
pub(crate) fn quoted(text: &str) -> String {
    let text = text.split('\0').next().unwrap_or_default();
    let mut line = String::with_capacity(text.len() + 2);
    let mut open = Open::No;
    for c in text.chars() {
        if c.is_ascii_control() {
            open.switch(Open::Double, &mut line);
            // Writing to a String cannot fail.
            let _ = write!(line, "\\{:03o}", u32::from(c));
        } else if c == '\'' {
            open.switch(Open::Double, &mut line);
            line.push(c);
        } else {
            open.switch(Open::Single, &mut line);
            line.push(c);
        }
    }
    if line.is_empty() {
        return "''".to_owned();
    }
    open.switch(Open::No, &mut line);
    line
}

/// The text as one argument that tmux expands as a format: it expands to the text itself, and `#(…)` never runs.
pub(crate) fn quoted_literal(text: &str) -> String {
    quoted(&literal(text, ""))
}

/// The text as one side of a comparison inside a format, as in `#{==:#{x},…}`.
pub(crate) fn compared(text: &str) -> String {
    literal(text, ",}")
}

/// The text as a format that expands to it, with these characters escaped as well.
///
/// Every `#` is doubled, but for those right before a `[`: tmux leaves such a run as it is, however long, because a
/// style is drawn later (format.c, `format_expand1`, seen in 3.3a).
fn literal(text: &str, special: &str) -> String {
    let mut format = String::with_capacity(text.len());
    let mut run = 0;
    for c in text.chars() {
        if c == '#' {
            run += 1;
            continue;
        }
        format.extend(hashes(run, c != '['));
        run = 0;
        if special.contains(c) {
            format.push('#');
        }
        format.push(c);
    }
    format.extend(hashes(run, true));
    format
}

fn hashes(count: usize, doubled: bool) -> impl Iterator<Item = char> {
    std::iter::repeat_n('#', if doubled { 2 * count } else { count })
}

/// Which quote is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    No,
    Single,
    Double,
}

impl Open {
    fn switch(&mut self, to: Self, line: &mut String) {
        if *self == to {
            return;
        }
        for quote in [*self, to] {
            match quote {
                Self::No => {}
                Self::Single => line.push('\''),
                Self::Double => line.push('"'),
            }
        }
        *self = to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_control_characters_stand_in_double_quotes() {
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("a b;#{x}~$H"), "'a b;#{x}~$H'");
        assert_eq!(quoted("it's\n"), r#"'it'"'"'s'"\012""#);
        assert_eq!(quoted("''\t"), r#""''\011""#);
        assert_eq!(quoted("a\0b"), "'a'");
    }

    #[test]
    fn a_literal_expands_to_itself() {
        assert_eq!(quoted_literal("#(touch x)"), "'##(touch x)'");
        assert_eq!(quoted_literal("##{x}#"), "'####{x}##'");
        assert_eq!(quoted_literal("#[fg=red]##[#"), "'#[fg=red]##[##'");
        assert_eq!(compared("a,b}#{"), "a#,b#}##{");
    }
}
