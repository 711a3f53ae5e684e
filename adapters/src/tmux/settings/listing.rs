//! What tmux's lists of settings print, read back exactly. No IO.

use domain::TmuxError;
use domain::setting::OptionValue;

/// The value of an option of this whole name in what `show-options -A` printed, and whether a wider scope gave it.
///
/// An entry is one line: tmux escapes what would end it (arguments.c, `args_escape`, seen in 3.3a).
pub(super) fn option(printed: &str, wanted: &str) -> Option<(OptionValue, bool)> {
    let mut values = Vec::new();
    let mut empty = false;
    let mut wider = false;
    for line in printed.lines() {
        let (name, value) = line
            .split_once(' ')
            .map_or((line, None), |(name, value)| (name, Some(value)));
        let (name, inherited) = name
            .strip_suffix('*')
            .map_or((name, false), |name| (name, true));
        let element = name
            .strip_suffix(']')
            .and_then(|name| name.split_once('['))
            .is_some_and(|(stem, _)| stem == wanted);
        match value {
            Some(value) if name == wanted => {
                return Some((OptionValue::One(unescaped(value)), inherited));
            }
            Some(value) if element => values.push(unescaped(value)),
            // An array without elements.
            None if name == wanted => empty = true,
            _ => continue,
        }
        wider |= inherited;
    }
    (empty || !values.is_empty()).then_some((OptionValue::Array(values), wider))
}

/// The variables that `show-environment -s` printed, in its order, which is by name.
pub(super) fn environment(printed: &str) -> Result<Vec<(String, Option<String>)>, TmuxError> {
    let mut variables = Vec::new();
    let mut rest = printed;
    while !rest.is_empty() {
        let (variable, behind) = variable(rest).ok_or(TmuxError::Garbled {
            detail: "a list of the environment does not read as one",
        })?;
        variables.push(variable);
        rest = behind;
    }
    Ok(variables)
}

/// `NAME="value"; export NAME;` or `unset NAME;`, and what stands behind it.
fn variable(text: &str) -> Option<((String, Option<String>), &str)> {
    if let Some(unset) = text.strip_prefix("unset ") {
        let (name, behind) = unset.split_once(";\n")?;
        return Some(((name.to_owned(), None), behind));
    }
    let (name, mut rest) = text.split_once("=\"")?;
    let mut value = String::new();
    loop {
        let (plain, special) = rest.split_at(rest.find(['\\', '"'])?);
        value.push_str(plain);
        let mut characters = special.chars();
        if characters.next()? == '"' {
            let behind = characters.as_str().strip_prefix("; export ")?;
            let behind = behind.strip_prefix(name)?.strip_prefix(";\n")?;
            return Some(((name.to_owned(), Some(value)), behind));
        }
        value.push(characters.next()?);
        rest = characters.as_str();
    }
}

/// The hooks that have commands in what `show-hooks` printed, each with its commands in the order of their indexes.
pub(super) fn hooks(printed: &str) -> Vec<(String, Vec<String>)> {
    let mut hooks: Vec<(String, Vec<String>)> = Vec::new();
    for line in printed.lines() {
        let entry = line.split_once(' ').and_then(|(name, command)| {
            let (name, _) = name.strip_suffix(']')?.split_once('[')?;
            Some((name, command))
        });
        let Some((name, command)) = entry.filter(|(_, command)| !command.is_empty()) else {
            continue;
        };
        match hooks.last_mut() {
            Some((last, commands)) if last == name => commands.push(command.to_owned()),
            _ => hooks.push((name.to_owned(), vec![command.to_owned()])),
        }
    }
    hooks
}

/// A value as it is, from how tmux escaped it: in quotes of either kind or none, in the way of vis(3).
///
/// What is no text (a key, a number) is not escaped: a lone quote or backslash is itself.
fn unescaped(value: &str) -> String {
    let quoted = ['"', '\'']
        .into_iter()
        .find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = quoted.unwrap_or(value).bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let Some(escape) = rest.next() else {
            bytes.push(byte);
            break;
        };
        match escape {
            b'0'..=b'7' => {
                let mut code = u32::from(escape - b'0');
                for _ in 0..2 {
                    if let Some(digit) = rest.next_if(|byte| matches!(byte, b'0'..=b'7')) {
                        code = code * 8 + u32::from(digit - b'0');
                    }
                }
                bytes.push(u8::try_from(code).unwrap_or(b'?'));
            }
            escape => bytes.push(control(escape)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The character that a letter behind a backslash stands for (vis(3), `VIS_CSTYLE`); any other stands for itself.
const fn control(letter: u8) -> u8 {
    match letter {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'a' => 7,
        b'b' => 8,
        b'v' => 11,
        b'f' => 12,
        b's' => b' ',
        other => other,
    }
}
