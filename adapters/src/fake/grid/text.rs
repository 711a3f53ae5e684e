//! Rows of a grid as `capture-pane` prints them: plain, or with the SGR sequences that lead from cell to cell.

use std::fmt::Write as _;

use super::cell::{Attributes, Cell, Colour, Style};
use super::line::Line;

/// What is written for a line: of it the first `columns` cells, blanks that were written included.
pub(crate) fn plain(line: &Line, columns: usize) -> String {
    let mut text = String::new();
    for cell in line.written().take(columns) {
        match cell {
            Some(cell) => text.push_str(&cell.text()),
            None => text.push(' '),
        }
    }
    text
}

/// The same with colours and attributes. `last` is the look of the cell before, also of the row before.
pub(crate) fn coloured(line: &Line, columns: usize, last: &mut Style) -> String {
    let blank = Cell::default();
    let mut text = String::new();
    for cell in line.written().take(columns) {
        let cell = cell.unwrap_or(&blank);
        if cell.is_padding() {
            continue;
        }
        change(*last, cell.style, &mut text);
        *last = cell.style;
        text.push_str(&cell.text());
    }
    text
}

/// Attributes in the order in which tmux writes them.
const CODES: [(Attributes, u8); 13] = [
    (Attributes::BRIGHT, 1),
    (Attributes::DIM, 2),
    (Attributes::ITALICS, 3),
    (Attributes::UNDERSCORE, 4),
    (Attributes::BLINK, 5),
    (Attributes::REVERSE, 7),
    (Attributes::HIDDEN, 8),
    (Attributes::STRIKETHROUGH, 9),
    (Attributes::DOUBLE_UNDERSCORE, 42),
    (Attributes::CURLY_UNDERSCORE, 43),
    (Attributes::DOTTED_UNDERSCORE, 44),
    (Attributes::DASHED_UNDERSCORE, 45),
    (Attributes::OVERLINE, 53),
];

/// What leads from one look to the next.
fn change(from: Style, to: Style, text: &mut String) {
    let mut before = from.attributes;
    let gone = |code: &(Attributes, u8)| before.has(code.0) && !to.attributes.has(code.0);
    let reset = CODES.iter().any(gone)
        || from.underscore != Colour::Default && to.underscore == Colour::Default;
    let mut codes: Vec<String> = Vec::new();
    if reset {
        codes.push("0".to_owned());
        before = if before.has(Attributes::CHARSET) {
            Attributes::CHARSET
        } else {
            Attributes::NONE
        };
    }
    for (attribute, code) in CODES {
        if to.attributes.has(attribute) && !before.has(attribute) {
            // Codes of two digits are kinds of underscore, written with a colon; so is 53, seen on 3.3a.
            codes.push(match code {
                0..10 => code.to_string(),
                _ => format!("{}:{}", code / 10, code % 10),
            });
        }
    }
    if !codes.is_empty() {
        sequence(&codes, text);
    }
    colour((from.foreground, to.foreground), (reset, 30), text);
    colour((from.background, to.background), (reset, 40), text);
    if to.underscore != Colour::Default && (reset || from.underscore != to.underscore) {
        sequence(&underscore(to.underscore), text);
    }
    let charset = |attributes: Attributes| attributes.has(Attributes::CHARSET);
    match (charset(before), charset(to.attributes)) {
        (false, true) => text.push('\u{e}'),
        (true, false) => text.push('\u{f}'),
        _ => {}
    }
}

fn sequence(codes: &[String], text: &mut String) {
    // Writing to a string cannot fail.
    let _ = write!(text, "\u{1b}[{}m", codes.join(";"));
}

/// Writes a colour where it changed, and behind every reset.
fn colour((from, to): (Colour, Colour), (reset, base): (bool, u8), text: &mut String) {
    if to != from || reset {
        sequence(&codes(to, base), text);
    }
}

fn codes(colour: Colour, base: u8) -> Vec<String> {
    let numbers = match colour {
        Colour::Default => vec![base + 9],
        Colour::Named(colour @ 90..) => vec![colour + base - 30],
        Colour::Named(colour) => vec![base + colour],
        Colour::Indexed(colour) => vec![base + 8, 5, colour],
        Colour::Rgb(red, green, blue) => vec![base + 8, 2, red, green, blue],
    };
    numbers.iter().map(u8::to_string).collect()
}

fn underscore(colour: Colour) -> Vec<String> {
    codes(colour, 50)
}
