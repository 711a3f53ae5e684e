//! How tmux shows a text: control characters as escapes, and arguments in quotes where they need them.

use crate::fake::profile::Profile;
use crate::fake::spelling;

/// The text with control characters and backslashes as escapes; `quote` says whether a double quote is one too.
fn escaped(text: &str, quote: bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => shown.push_str("\\\\"),
            '"' if quote => shown.push_str("\\\""),
            c => spelling::push(&mut shown, c),
        }
    }
    shown
}

/// A text as tmux stores what comes from outside.
pub(in super::super) fn name(text: &str) -> String {
    escaped(text, false)
}

/// A name that is given to something, as this release stores it; `None` where it refuses it.
pub(in super::super) fn given_name(text: &str, profile: &Profile) -> Option<String> {
    if profile.names_refuse_control && text.chars().any(|c| c.is_ascii_control()) {
        return None;
    }
    let stored = name(text);
    if !profile.names_spell_dollars {
        return Some(stored);
    }
    let mut spelled = String::with_capacity(stored.len());
    let mut rest = stored.chars().peekable();
    while let Some(c) = rest.next() {
        let variable = |next: &char| next.is_ascii_alphabetic() || matches!(next, '_' | '{');
        if c == '$' && rest.peek().is_some_and(variable) {
            spelled.push('\\');
        }
        spelled.push(c);
    }
    Some(spelled)
}

/// The name that a window is made with, as this release stores it; `None` where it refuses it.
pub(in super::super) fn new_name(text: &str, profile: &Profile) -> Option<String> {
    if profile.names_refuse_control {
        given_name(text, profile)
    } else {
        Some(text.to_owned())
    }
}

/// A session's name as tmux stores it; `None` where it is none.
pub(in super::super) fn session_name(text: &str, profile: &Profile) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    if profile.session_names_keep_punctuation {
        return given_name(text, profile);
    }
    given_name(&text.replace([':', '.'], "_"), profile)
}

/// A pasted text as a release that spells it sends it: control characters but for those that a line has, and bytes that
/// are no UTF-8 (vis(3), seen in 3.7c).
pub(in super::super) fn pasted(bytes: &[u8]) -> Vec<u8> {
    let mut sent = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\u{7}'..='\n' | '\r' => sent.extend(c.to_string().bytes()),
                '\u{7f}' => sent.extend(b"^?"),
                c if c.is_ascii_control() => {
                    let letter = u32::from(c) + u32::from('@');
                    sent.push(b'^');
                    sent.extend(u8::try_from(letter));
                }
                c => sent.extend(c.to_string().bytes()),
            }
        }
        for &byte in chunk.invalid() {
            sent.extend(meta(byte).bytes());
        }
    }
    sent
}

/// A byte past ASCII.
fn meta(byte: u8) -> String {
    let low = char::from(byte & 0x7f);
    match low {
        ' ' => "\\240".to_owned(),
        '\u{7f}' => "M^?".to_owned(),
        low if low.is_ascii_control() => {
            let letter = char::from(byte & 0x7f | 0x40);
            format!("M^{letter}")
        }
        low => format!("M-{low}"),
    }
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
    use crate::fake::profile::Release;

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
        let old = Profile::default();
        assert_eq!(session_name("a:b.c\t", &old).as_deref(), Some("a_b_c\\t"));
        assert_eq!(session_name("", &old), None);
    }

    #[test]
    fn names_titles_and_pastes_are_spelled_as_the_release_does() {
        let [old, new] = [Release::V3_3a, Release::V3_7c].map(Profile::of);
        assert_eq!(session_name("a:b.c", &new).as_deref(), Some("a:b.c"));
        assert_eq!(session_name("a\t", &new), None);
        assert_eq!(
            given_name("$HOME \\", &old).as_deref(),
            Some("\\$HOME \\\\")
        );
        assert_eq!(given_name("$HOME \\", &new).as_deref(), Some("$HOME \\\\"));
        assert_eq!(new_name("\\", &old).as_deref(), Some("\\"));
        assert_eq!(new_name("\\", &new).as_deref(), Some("\\\\"));
        // What tmux 3.7c makes of these bytes.
        assert_eq!(
            pasted(b"\x01\x07\x08\t\n\x0b\r\x1b\x1f \x7f\xc3\xa9\xff\x80\xa0\xc1~\\"),
            b"^A\x07\x08\t\n^K\r^[^_ ^?\xc3\xa9M^?M^@\\240M-A~\\"
        );
    }
}
