//! `printf`, and the backslashes that it and `echo -e` know.

use super::Said;
use crate::fake::shell::simple::quoted;

/// As wide as a field may be.
const WIDTH_MAX: usize = 100_000;
/// As many bytes as one call prints.
const OUTPUT_BYTES_MAX: usize = 4 << 20;

/// Writes a text with its escapes resolved; `true` where `\c` ends all output. With `leading_zero`, octal numbers begin
/// with a 0 that does not count, as for `echo -e` and `%b`.
pub(super) fn escaped(text: &str, leading_zero: bool, output: &mut Vec<u8>) -> bool {
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            output.extend(c.encode_utf8(&mut [0; 4]).bytes());
            continue;
        }
        let Some(next) = rest.next() else {
            output.push(b'\\');
            return false;
        };
        match next {
            'a' => output.push(7),
            'b' => output.push(8),
            'c' => return true,
            'e' | 'E' => output.push(27),
            'f' => output.push(12),
            'n' => output.push(b'\n'),
            'r' => output.push(b'\r'),
            't' => output.push(b'\t'),
            'v' => output.push(11),
            '\\' => output.push(b'\\'),
            '\'' | '"' if !leading_zero => output.push(if next == '"' { b'"' } else { b'\'' }),
            'x' => match digits(&mut rest, 0, 16, 2) {
                Some(code) => output.extend(code.to_le_bytes().first()),
                None => output.extend(b"\\x"),
            },
            'u' | 'U' => {
                let code = digits(&mut rest, 0, 16, if next == 'u' { 4 } else { 8 });
                let c = code.and_then(char::from_u32).unwrap_or('\u{fffd}');
                output.extend(c.encode_utf8(&mut [0; 4]).bytes());
            }
            '0'..='7' => {
                let first = next.to_digit(8).unwrap_or(0);
                let more = if leading_zero && first == 0 { 3 } else { 2 };
                let code = digits(&mut rest, first, 8, more).unwrap_or(first);
                output.extend(code.to_le_bytes().first());
            }
            other => {
                output.push(b'\\');
                output.extend(other.encode_utf8(&mut [0; 4]).bytes());
            }
        }
    }
    false
}

/// The number that begins with these digits and goes on with up to so many; `None` where none follows.
fn digits(
    rest: &mut std::iter::Peekable<std::str::Chars<'_>>,
    begin: u32,
    radix: u32,
    count_max: u32,
) -> Option<u32> {
    let mut code = None;
    for _ in 0..count_max {
        let Some(digit) = rest.peek().and_then(|c| c.to_digit(radix)) else {
            break;
        };
        let before = code.unwrap_or(begin);
        code = Some(before.wrapping_mul(radix).wrapping_add(digit));
        rest.next();
    }
    code
}

/// A `%…` of a format.
#[derive(Debug, Default)]
struct Directive {
    left: bool,
    zero: bool,
    plus: bool,
    blank: bool,
    hash: bool,
    width: usize,
    precision: Option<usize>,
}

/// `printf`
pub(super) fn printf(arguments: &[String]) -> Said {
    let mut arguments = arguments;
    if arguments.first().is_some_and(|word| word == "--") {
        arguments = arguments.get(1..).unwrap_or_default();
    }
    let Some((format, rest)) = arguments.split_first() else {
        return Said {
            status: 2,
            complaint: Some("printf: usage: printf [-v var] format [arguments]".to_owned()),
            ..Said::default()
        };
    };
    let mut run = Run {
        said: Said::default(),
        rest,
        over: false,
    };
    loop {
        let before = run.rest.len();
        run.format(format);
        let used = before != run.rest.len();
        let full = run.said.output.len() > OUTPUT_BYTES_MAX;
        if run.over || run.rest.is_empty() || !used || full {
            return run.said;
        }
    }
}

/// The flags that a directive begins with, and what stands behind them.
fn flags(text: &str) -> (Directive, &str) {
    let mut directive = Directive::default();
    let mut rest = text;
    while let Some(flag) = rest.chars().next().filter(|flag| "-0+ #".contains(*flag)) {
        match flag {
            '-' => directive.left = true,
            '0' => directive.zero = true,
            '+' => directive.plus = true,
            ' ' => directive.blank = true,
            _ => directive.hash = true,
        }
        rest = rest.get(1..).unwrap_or_default();
    }
    (directive, rest)
}

struct Run<'a> {
    said: Said,
    rest: &'a [String],
    over: bool,
}

impl Run<'_> {
    fn argument(&mut self) -> Option<String> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first.clone())
    }

    fn format(&mut self, format: &str) {
        let mut rest = format;
        while !rest.is_empty() && !self.over {
            let Some((text, directive)) = rest.split_once('%') else {
                self.over = escaped(rest, false, &mut self.said.output);
                return;
            };
            self.over = escaped(text, false, &mut self.said.output);
            if self.over {
                return;
            }
            rest = self.directive(directive);
        }
    }

    /// Does the directive at the beginning; what stands behind it.
    fn directive<'b>(&mut self, text: &'b str) -> &'b str {
        let (mut directive, mut rest) = flags(text);
        (directive.width, rest) = self.measure(rest, &mut directive.left);
        if let Some(behind) = rest.strip_prefix('.') {
            let mut negative = false;
            let (precision, behind) = self.measure(behind, &mut negative);
            directive.precision = (!negative).then_some(precision);
            rest = behind;
        }
        let Some(kind) = rest.chars().next() else {
            return self.bad("printf: `%': missing format character");
        };
        rest = rest.get(kind.len_utf8()..).unwrap_or_default();
        match kind {
            '%' => self.said.output.push(b'%'),
            's' => {
                let text = self.argument().unwrap_or_default();
                self.put(&directive, text.into_bytes());
            }
            'b' => {
                let text = self.argument().unwrap_or_default();
                let mut bytes = Vec::new();
                self.over = escaped(&text, true, &mut bytes);
                self.put(&directive, bytes);
            }
            'q' => {
                let text = quoted(&self.argument().unwrap_or_default());
                self.put(&directive, text.into_bytes());
            }
            'c' => {
                let text = self.argument().unwrap_or_default();
                self.put(&directive, text.bytes().take(1).collect());
            }
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => self.number(kind, &directive),
            'f' | 'F' | 'e' | 'g' => self.fraction(&directive),
            other => {
                return self.bad(&format!("printf: `{other}': invalid format character"));
            }
        }
        rest
    }

    fn bad(&mut self, words: &str) -> &'static str {
        self.said.complaint = Some(words.to_owned());
        self.said.status = 1;
        self.over = true;
        ""
    }

    /// A width or a precision: digits, or a star for an argument.
    fn measure<'b>(&mut self, text: &'b str, negative: &mut bool) -> (usize, &'b str) {
        if let Some(behind) = text.strip_prefix('*') {
            let given = self.argument().unwrap_or_default();
            let given: i64 = given.parse().unwrap_or(0);
            *negative |= given < 0;
            let size = usize::try_from(given.unsigned_abs()).unwrap_or(WIDTH_MAX);
            return (size.min(WIDTH_MAX), behind);
        }
        let end = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let (digits, behind) = text.split_at(end);
        let size = if digits.is_empty() {
            0
        } else {
            digits.parse().unwrap_or(WIDTH_MAX)
        };
        (size.min(WIDTH_MAX), behind)
    }

    fn put(&mut self, directive: &Directive, mut bytes: Vec<u8>) {
        if let Some(precision) = directive.precision {
            bytes.truncate(precision);
        }
        self.pad(directive, &bytes);
    }

    fn pad(&mut self, directive: &Directive, bytes: &[u8]) {
        let blanks = directive.width.saturating_sub(bytes.len());
        let blanks = std::iter::repeat_n(b' ', blanks);
        if directive.left {
            self.said.output.extend(bytes);
            self.said.output.extend(blanks);
        } else {
            self.said.output.extend(blanks);
            self.said.output.extend(bytes);
        }
    }

    fn number(&mut self, kind: char, directive: &Directive) {
        let text = self.argument().unwrap_or_default();
        let value = self.parsed(&text);
        let mut digits = match kind {
            'x' => format!("{value:x}"),
            'X' => format!("{value:X}"),
            'o' => format!("{value:o}"),
            'u' => value.cast_unsigned().to_string(),
            _ => value.unsigned_abs().to_string(),
        };
        let sign = match kind {
            'd' | 'i' if value < 0 => "-",
            'd' | 'i' if directive.plus => "+",
            'd' | 'i' if directive.blank => " ",
            'x' if directive.hash && value != 0 => "0x",
            'X' if directive.hash && value != 0 => "0X",
            'o' if directive.hash => "0",
            _ => "",
        };
        let wanted = match directive.precision {
            Some(precision) => precision,
            None if directive.zero && !directive.left => directive.width.saturating_sub(sign.len()),
            None => 0,
        };
        if digits.len() < wanted {
            digits = format!("{}{digits}", "0".repeat(wanted - digits.len()));
        }
        self.pad(directive, format!("{sign}{digits}").as_bytes());
    }

    fn fraction(&mut self, directive: &Directive) {
        let text = self.argument().unwrap_or_default();
        let value: f64 = if text.is_empty() {
            0.0
        } else {
            text.parse().unwrap_or_else(|_| {
                self.complain(&text);
                0.0
            })
        };
        let precision = directive.precision.unwrap_or(6).min(100);
        self.pad(directive, format!("{value:.precision$}").as_bytes());
    }

    fn parsed(&mut self, text: &str) -> i64 {
        if text.is_empty() {
            return 0;
        }
        if let Some(quoted) = text.strip_prefix(['\'', '"']) {
            return quoted.chars().next().map_or(0, |c| i64::from(u32::from(c)));
        }
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let value = match digits
            .strip_prefix("0x")
            .or_else(|| digits.strip_prefix("0X"))
        {
            Some(hex) => i64::from_str_radix(hex, 16),
            None if digits.len() > 1 && digits.starts_with('0') => i64::from_str_radix(digits, 8),
            None => digits.parse(),
        };
        let Ok(value) = value else {
            self.complain(text);
            return 0;
        };
        if negative {
            value.wrapping_neg()
        } else {
            value
        }
    }

    fn complain(&mut self, text: &str) {
        self.said.complaint = Some(format!("printf: {text}: invalid number"));
        self.said.status = 1;
    }
}
