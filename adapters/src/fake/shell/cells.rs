//! The columns that text takes up on a terminal.

use unicode_width::UnicodeWidthChar;

/// The columns that a character takes up.
pub(super) fn cells(c: char, column: usize) -> usize {
    match c {
        '\t' => 8 - column % 8,
        c if c.is_control() => 2,
        c => c.width().unwrap_or(0),
    }
}

/// The columns of a prompt's last row, its escape sequences not counted.
pub(super) fn columns(prompt: &str) -> usize {
    let last = prompt.rsplit('\n').next().unwrap_or(prompt);
    let mut count = 0;
    let mut rest = last.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\x1b' => {
                if rest.next_if_eq(&'[').is_some() {
                    while rest.next().is_some_and(|c| !('\x40'..='\x7e').contains(&c)) {}
                } else {
                    rest.next();
                }
            }
            '\r' => count = 0,
            c if c.is_control() => {}
            c => count += c.width().unwrap_or(0),
        }
    }
    count
}
