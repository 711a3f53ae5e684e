//! A command list that is kept as text, as a hook's: tmux reads it when it is set, and shows it in words of its own.

use std::iter::Peekable;
use std::str::Chars;

use super::table::find;
use crate::fake::server::options::escape;

/// The text as tmux shows what it read; text with blocks, variables or conditions stays as it was given.
pub(super) fn read_and_shown(text: &str) -> String {
    let Some(commands) = commands(text) else {
        return text.to_owned();
    };
    let shown: Vec<String> = commands.iter().map(|words| shown(words)).collect();
    shown.join(" ; ")
}

/// A command by its whole name, its words quoted where they need it.
fn shown(words: &[String]) -> String {
    let mut words = words.to_vec();
    if let Some(name) = words.first_mut()
        && let Ok(command) = find(name)
    {
        command.name.clone_into(name);
    }
    escape::arguments(&words)
}

/// The words of each command; `None` where something stands there that is more than words.
fn commands(text: &str) -> Option<Vec<Vec<String>>> {
    let mut commands = vec![Vec::new()];
    let mut rest = text.chars().peekable();
    while let Some(&next) = rest.peek() {
        match next {
            ' ' | '\t' => {
                rest.next();
            }
            ';' | '\n' => {
                rest.next();
                commands.push(Vec::new());
            }
            _ => commands.last_mut()?.push(word(&mut rest)?),
        }
    }
    commands.retain(|words: &Vec<String>| !words.is_empty());
    Some(commands)
}

/// One word, out of its quotes.
fn word(rest: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut word = String::new();
    while let Some(&next) = rest.peek() {
        match next {
            ' ' | '\t' | ';' | '\n' => break,
            '{' | '}' | '$' | '~' | '%' if word.is_empty() => return None,
            _ => {}
        }
        rest.next();
        match next {
            '\'' => loop {
                match rest.next()? {
                    '\'' => break,
                    c => word.push(c),
                }
            },
            '"' => loop {
                match rest.next()? {
                    '"' => break,
                    '$' => return None,
                    '\\' => word.push(escaped(rest.next()?)),
                    c => word.push(c),
                }
            },
            '\\' => word.push(escaped(rest.next()?)),
            '$' => return None,
            c => word.push(c),
        }
    }
    Some(word)
}

/// What stands behind a backslash.
fn escaped(letter: char) -> char {
    match letter {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'e' => '\u{1b}',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_shown_as_tmux_read_them() {
        for (text, wanted) in [
            (
                "display-message 'a;b' ; display c",
                "display-message \"a;b\" ; display-message c",
            ),
            ("set  -g @x 'it\"s'", "set-option -g @x 'it\"s'"),
            ("display-message a\\;b", "display-message \"a;b\""),
            ("run-shell \"echo x\"", "run-shell \"echo x\""),
            ("display a#b", "display-message \"a#b\""),
            ("display \"a'b\"", "display-message \"a'b\""),
        ] {
            assert_eq!(read_and_shown(text), wanted, "{text}");
        }
    }
}
