//! Shell patterns: `*`, `?`, `[…]`, for `case` and `${x#…}`.

/// A character of a pattern or of an expanded word, and whether it was quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Glyph {
    pub(super) c: char,
    pub(super) quoted: bool,
}

/// Whether a pattern as it is written, with backslashes that quote, matches the whole text.
pub(in crate::fake) fn fits(pattern: &str, text: &str) -> bool {
    let mut glyphs = Vec::new();
    let mut characters = pattern.chars();
    while let Some(c) = characters.next() {
        let quoted = c == '\\';
        let c = if quoted { characters.next() } else { Some(c) };
        glyphs.extend(c.map(|c| Glyph { c, quoted }));
    }
    let text: Vec<char> = text.chars().collect();
    matches(&glyphs, &text)
}

/// Whether the pattern matches the whole text. Time is bounded by pattern times text: a star only ever moves on.
pub(super) fn matches(pattern: &[Glyph], text: &[char]) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match step(pattern, p, text.get(t).copied()) {
            Step::Star => {
                star = Some((p + 1, t));
                p += 1;
            }
            Step::Match(next) => {
                p = next;
                t += 1;
            }
            Step::Fail => {
                let Some((after, from)) = star else {
                    return false;
                };
                star = Some((after, from + 1));
                p = after;
                t = from + 1;
            }
        }
    }
    pattern
        .get(p..)
        .unwrap_or_default()
        .iter()
        .all(|glyph| glyph.c == '*' && !glyph.quoted)
}

enum Step {
    Star,
    Match(usize),
    Fail,
}

fn step(pattern: &[Glyph], place: usize, c: Option<char>) -> Step {
    let (Some(glyph), Some(c)) = (pattern.get(place), c) else {
        return Step::Fail;
    };
    match glyph.c {
        '*' if !glyph.quoted => Step::Star,
        '?' if !glyph.quoted => Step::Match(place + 1),
        '[' if !glyph.quoted => match bracket(pattern, place + 1, c) {
            Some((true, next)) => Step::Match(next),
            None if c == '[' => Step::Match(place + 1),
            _ => Step::Fail,
        },
        own if own == c => Step::Match(place + 1),
        _ => Step::Fail,
    }
}

/// Whether a bracket expression has the character, and where the pattern goes on; `None` where it is never closed.
fn bracket(pattern: &[Glyph], begin: usize, c: char) -> Option<(bool, usize)> {
    let mut place = begin;
    let negated = matches!(pattern.get(place)?.c, '!' | '^');
    if negated {
        place += 1;
    }
    let first = place;
    let mut found = false;
    loop {
        let glyph = pattern.get(place)?;
        if glyph.c == ']' && place > first && !glyph.quoted {
            return Some((found != negated, place + 1));
        }
        let range = pattern.get(place + 1).is_some_and(|dash| dash.c == '-')
            && pattern.get(place + 2).is_some_and(|end| end.c != ']');
        if range {
            let end = pattern.get(place + 2)?.c;
            found |= (glyph.c..=end).contains(&c);
            place += 3;
        } else {
            found |= glyph.c == c;
            place += 1;
        }
    }
}

/// The text without its shortest or longest beginning that matches.
pub(super) fn without_front(pattern: &[Glyph], text: &[char], longest: bool) -> String {
    let mut cuts: Vec<usize> = (0..=text.len()).collect();
    if longest {
        cuts.reverse();
    }
    let cut = cuts
        .into_iter()
        .find(|cut| matches(pattern, text.get(..*cut).unwrap_or_default()));
    text.get(cut.unwrap_or(0)..)
        .unwrap_or_default()
        .iter()
        .collect()
}

/// The text without its shortest or longest end that matches.
pub(super) fn without_back(pattern: &[Glyph], text: &[char], longest: bool) -> String {
    let mut cuts: Vec<usize> = (0..=text.len()).collect();
    if !longest {
        cuts.reverse();
    }
    let cut = cuts
        .into_iter()
        .find(|cut| matches(pattern, text.get(*cut..).unwrap_or_default()));
    text.get(..cut.unwrap_or(text.len()))
        .unwrap_or_default()
        .iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glyphs(text: &str) -> Vec<Glyph> {
        text.chars().map(|c| Glyph { c, quoted: false }).collect()
    }

    fn does(pattern: &str, text: &str) -> bool {
        matches(&glyphs(pattern), &text.chars().collect::<Vec<_>>())
    }

    #[test]
    fn a_pattern_matches_whole_texts() {
        for (pattern, text) in [
            ("abc", "abc"),
            ("*", ""),
            ("a*c", "abbc"),
            ("a?c", "abc"),
            ("*e*", "hexB"),
            ("[a-c]x", "bx"),
            ("[!a-c]x", "dx"),
            ("[]]", "]"),
            ("[a", "[a"),
            ("*.rs", "a.b.rs"),
            ("[a-]", "-"),
        ] {
            assert!(does(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [
            ("abc", "ab"),
            ("a?c", "ac"),
            ("[!a]", "a"),
            ("", "a"),
            ("*e*", "hxB"),
            ("[a-c]", ""),
        ] {
            assert!(!does(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn quoted_characters_are_only_themselves() {
        let star = [Glyph {
            c: '*',
            quoted: true,
        }];
        assert!(matches(&star, &['*']));
        assert!(!matches(&star, &['a']));
    }

    #[test]
    fn ends_are_cut_as_short_or_as_long_as_asked() {
        let text: Vec<char> = "a/b/c".chars().collect();
        assert_eq!(without_front(&glyphs("*/"), &text, false), "b/c");
        assert_eq!(without_front(&glyphs("*/"), &text, true), "c");
        assert_eq!(without_back(&glyphs("/*"), &text, false), "a/b");
        assert_eq!(without_back(&glyphs("/*"), &text, true), "a");
        assert_eq!(without_back(&glyphs("x"), &text, true), "a/b/c");
    }
}
