//! Keys by tmux's names for them, and the bytes that they send.

/// A key without modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Base {
    /// A character.
    Character(char),
    /// A byte, whatever it means.
    Byte(u8),
    /// `CSI` or `SS3` and this letter: the arrows.
    Arrow(char),
    /// `SS3` and this letter, `CSI 1 ; modifiers` and it with modifiers: F1 to F4.
    Function(char),
    /// `CSI number ~`.
    Numbered(u8),
    /// `CSI number ~`, and with modifiers `CSI 1 ; modifiers letter`.
    Edge(u8, char),
    /// Back a tab.
    BackTab,
}

/// What is held down with a key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Held {
    control: bool,
    meta: bool,
    shift: bool,
}

const NAMED: [(&str, Base); 40] = [
    ("Enter", Base::Byte(b'\r')),
    ("Escape", Base::Byte(0x1b)),
    ("Tab", Base::Byte(b'\t')),
    ("BSpace", Base::Byte(0x7f)),
    ("Space", Base::Character(' ')),
    ("BTab", Base::BackTab),
    ("Up", Base::Arrow('A')),
    ("Down", Base::Arrow('B')),
    ("Right", Base::Arrow('C')),
    ("Left", Base::Arrow('D')),
    ("Home", Base::Edge(1, 'H')),
    ("End", Base::Edge(4, 'F')),
    ("IC", Base::Numbered(2)),
    ("Insert", Base::Numbered(2)),
    ("DC", Base::Numbered(3)),
    ("Delete", Base::Numbered(3)),
    ("PPage", Base::Numbered(5)),
    ("PageUp", Base::Numbered(5)),
    ("PgUp", Base::Numbered(5)),
    ("NPage", Base::Numbered(6)),
    ("PageDown", Base::Numbered(6)),
    ("PgDn", Base::Numbered(6)),
    ("F1", Base::Function('P')),
    ("F2", Base::Function('Q')),
    ("F3", Base::Function('R')),
    ("F4", Base::Function('S')),
    ("F5", Base::Numbered(15)),
    ("F6", Base::Numbered(17)),
    ("F7", Base::Numbered(18)),
    ("F8", Base::Numbered(19)),
    ("F9", Base::Numbered(20)),
    ("F10", Base::Numbered(21)),
    ("F11", Base::Numbered(23)),
    ("F12", Base::Numbered(24)),
    ("KPEnter", Base::Byte(b'\n')),
    ("KP+", Base::Character('+')),
    ("KP-", Base::Character('-')),
    ("KP*", Base::Character('*')),
    ("KP/", Base::Character('/')),
    ("KP.", Base::Character('.')),
];

/// What a key sends; `None` for a name that is no key. `application` says whether the program asked for arrows in
/// application mode.
pub(super) fn bytes(name: &str, application: bool) -> Option<Vec<u8>> {
    if let Some(digits) = name.strip_prefix("0x") {
        let code = u32::from_str_radix(digits, 16).ok()?;
        return char::from_u32(code).map(|c| c.to_string().into_bytes());
    }
    let (held, rest) = modifiers(name)?;
    let base = base(rest)?;
    sent(base, held, application)
}

fn modifiers(name: &str) -> Option<(Held, &str)> {
    let mut held = Held::default();
    let mut rest = name;
    if let Some(behind) = rest.strip_prefix('^').filter(|behind| !behind.is_empty()) {
        held.control = true;
        rest = behind;
    }
    loop {
        let mut characters = rest.chars();
        let (Some(letter), Some('-')) = (characters.next(), characters.next()) else {
            break;
        };
        let behind = characters.as_str();
        if behind.is_empty() {
            return None;
        }
        match letter {
            'C' | 'c' => held.control = true,
            'M' | 'm' => held.meta = true,
            'S' | 's' => held.shift = true,
            _ => return None,
        }
        rest = behind;
    }
    Some((held, rest))
}

fn base(name: &str) -> Option<Base> {
    let mut characters = name.chars();
    if let (Some(only), None) = (characters.next(), characters.next()) {
        return Some(Base::Character(only));
    }
    NAMED
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
        .map(|(_, base)| *base)
}

fn sent(base: Base, held: Held, application: bool) -> Option<Vec<u8>> {
    let number = 1 + u8::from(held.shift) + 2 * u8::from(held.meta) + 4 * u8::from(held.control);
    let plain = number == 1;
    let text = match base {
        Base::Character(_) | Base::Byte(_) | Base::BackTab => return simple(base, held),
        Base::Arrow(letter) if plain && application => format!("\u{1b}O{letter}"),
        Base::Arrow(letter) if plain => format!("\u{1b}[{letter}"),
        Base::Function(letter) if plain => format!("\u{1b}O{letter}"),
        Base::Edge(own, _) | Base::Numbered(own) if plain => format!("\u{1b}[{own}~"),
        Base::Numbered(own) => format!("\u{1b}[{own};{number}~"),
        Base::Arrow(letter) | Base::Function(letter) | Base::Edge(_, letter) => {
            format!("\u{1b}[1;{number}{letter}")
        }
    };
    Some(text.into_bytes())
}

/// A key that is one character, perhaps with an escape before it.
fn simple(base: Base, held: Held) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    if held.meta {
        bytes.push(0x1b);
    }
    match base {
        Base::BackTab => bytes.extend(b"\x1b[Z"),
        Base::Character(c) if held.control => bytes.push(control(c)?),
        Base::Character(c) => bytes.extend(c.to_string().bytes()),
        Base::Byte(byte) => bytes.push(byte),
        Base::Arrow(_) | Base::Function(_) | Base::Numbered(_) | Base::Edge(..) => return None,
    }
    Some(bytes)
}

/// The byte of a character with control held.
fn control(c: char) -> Option<u8> {
    let byte = u8::try_from(c).ok()?;
    match byte {
        b'a'..=b'z' => Some(byte - b'a' + 1),
        b'A'..=b'Z' => Some(byte - b'A' + 1),
        b'@' | b' ' | b'2' => Some(0),
        b'[' | b'3' => Some(0x1b),
        b'\\' | b'4' => Some(0x1c),
        b']' | b'5' => Some(0x1d),
        b'^' | b'6' => Some(0x1e),
        b'_' | b'/' | b'7' => Some(0x1f),
        b'?' | b'8' => Some(0x7f),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn a_key_sends_what_tmux_sends_for_it() {
        for (name, sent) in [
            ("Enter", "\r"),
            ("enter", "\r"),
            ("C-c", "\u{3}"),
            ("^C", "\u{3}"),
            ("M-x", "\u{1b}x"),
            ("C-Space", "\0"),
            ("Up", "\u{1b}[A"),
            ("C-Up", "\u{1b}[1;5A"),
            ("F1", "\u{1b}OP"),
            ("S-F5", "\u{1b}[15;2~"),
            ("Home", "\u{1b}[1~"),
            ("BTab", "\u{1b}[Z"),
            ("0x41", "A"),
            ("é", "é"),
            ("-", "-"),
        ] {
            assert_eq!(
                bytes(name, false).as_deref(),
                Some(sent.as_bytes()),
                "{name}"
            );
        }
        assert_eq!(bytes("Up", true).as_deref(), Some(&b"\x1bOA"[..]));
        for name in ["NotAKey", "Q-x", "C-"] {
            assert_eq!(bytes(name, false), None, "{name}");
        }
    }
}
