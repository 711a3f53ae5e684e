//! How tmux shows a text: control characters as escapes, and arguments in quotes where they need them.

use std::fmt::Write as _;

/// The text with control characters and backslashes as escapes; `quote` says whether a double quote is one too.
fn escaped(text: &str, quote: bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => shown.push_str("\\\\"),
            '"' if quote => shown.push_str("\\\""),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            '\u{7}' => shown.push_str("\\a"),
            '\u{8}' => shown.push_str("\\b"),
            '\u{b}' => shown.push_str("\\v"),
            '\u{c}' => shown.push_str("\\f"),
            c if c.is_ascii_control() => {
                // Writing to a String cannot fail.
                let _ = write!(shown, "\\{:03o}", u32::from(c));
            }
            c => shown.push(c),
        }
    }
    shown
}

/// A name as tmux stores it.
pub(in super::super) fn name(text: &str) -> String {
    escaped(text, false)
}

/// A session's name as tmux stores it; `None` where it is none.
pub(in super::super) fn session_name(text: &str) -> Option<String> {
    let plain = text.replace([':', '.'], "_");
    (!plain.is_empty()).then(|| name(&plain))
}

/// The text as an argument.
pub(in super::super) fn argument(text: &str) -> String {
    if text.is_empty() {
        return "''".to_owned();
    }
    let has = |special: &str| text.contains(|c| special.contains(c));
    let quote = if has(" #';${}%") {
        Some('"')
    } else if has(" \"") {
        Some('\'')
    } else {
        None
    };
    let mut characters = text.chars();
    if let (Some(only), None) = (characters.next(), characters.next())
        && only != ' '
        && (quote.is_some() || only == '~')
    {
        return format!("\\{only}");
    }
    let shown = escaped(text, quote == Some('"'));
    match quote {
        Some(quote) => format!("{quote}{shown}{quote}"),
        None if shown.starts_with('~') => format!("\\{shown}"),
        None => shown,
    }
}

/// Words as one line.
pub(in super::super) fn arguments(words: &[String]) -> String {
    let shown: Vec<String> = words.iter().map(|word| argument(word)).collect();
    shown.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_is_quoted_as_tmux_does() {
        for (text, shown) in [
            ("", "''"),
            ("cat", "cat"),
            ("a b", "\"a b\""),
            ("a\"b", "'a\"b'"),
            ("#", "\\#"),
            ("\"", "\\\""),
            ("~", "\\~"),
            ("~x", "\\~x"),
            ("it's \"x\"", "\"it's \\\"x\\\"\""),
            ("a\tb\u{1b}", "a\\tb\\033"),
        ] {
            assert_eq!(argument(text), shown);
        }
    }

    #[test]
    fn a_session_s_name_has_no_separators() {
        assert_eq!(session_name("a:b.c\t").as_deref(), Some("a_b_c\\t"));
        assert_eq!(session_name(""), None);
    }
}
