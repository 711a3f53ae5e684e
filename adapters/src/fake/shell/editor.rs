//! The line editor at a prompt, with the keys that bash has by default, and drawn as bash draws them.
//!
//! It shows the line by moves relative to where the prompt began, as bash does: what a program left before the prompt in
//! the same row shifts it, there as here. Text that is pasted is not shown in reverse video.

mod draw;

use std::collections::VecDeque;

use super::cells;

/// As many characters as a line has.
const LINE_CHARS_MAX: usize = 16_384;
/// As many lines as can be called back.
const HISTORY_LINES_MAX: usize = 200;
const BELL: u8 = 7;

/// What a byte came to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// The line goes on.
    More,
    /// The line is finished.
    Line(String),
    /// There is no line, and none will come.
    EndOfFile,
}

/// Bytes of a sequence that is not complete.
#[derive(Debug, Default)]
enum Partial {
    #[default]
    None,
    /// Behind an escape.
    Escape,
    /// Behind `ESC [` or `ESC O`.
    Sequence(String),
    /// Behind C-v.
    Literal,
    /// A character of several bytes.
    Char(Vec<u8>),
}

/// A line as it is edited.
#[derive(Debug)]
pub(super) struct Editor {
    width: usize,
    /// The columns of the prompt's last row.
    base: usize,
    shows: bool,
    line: Vec<char>,
    cursor: usize,
    killed: Vec<char>,
    partial: Partial,
    pasting: bool,
    /// How far back in the history; 0 is the line itself, kept aside meanwhile.
    back: usize,
    aside: Vec<char>,
    /// What is drawn next.
    drawn: Vec<u8>,
}

impl Editor {
    /// An empty line behind a prompt of so many columns.
    pub(super) fn new(width: u32, prompt: &str, shows: bool) -> Self {
        Self {
            width: usize::try_from(width).unwrap_or(80).max(2),
            base: cells::columns(prompt),
            shows,
            line: Vec::new(),
            cursor: 0,
            killed: Vec::new(),
            partial: Partial::None,
            pasting: false,
            back: 0,
            aside: Vec::new(),
            drawn: Vec::new(),
        }
    }

    /// What the terminal gets now.
    pub(super) fn take_drawn(&mut self) -> Vec<u8> {
        let drawn = std::mem::take(&mut self.drawn);
        if self.shows {
            return drawn;
        }
        // Without echo only the ends of lines are seen.
        drawn
            .into_iter()
            .filter(|byte| matches!(byte, b'\r' | b'\n'))
            .collect()
    }

    /// Takes a typed byte.
    pub(super) fn take(&mut self, byte: u8, history: &VecDeque<String>) -> Typed {
        match std::mem::take(&mut self.partial) {
            Partial::Escape => match byte {
                b'[' | b'O' => self.partial = Partial::Sequence(String::new()),
                _ => self.meta(byte),
            },
            Partial::Sequence(mut text) => {
                text.push(char::from(byte));
                if (0x40..=0x7e).contains(&byte) || text.len() > 16 {
                    self.sequence(&text, history);
                } else {
                    self.partial = Partial::Sequence(text);
                }
            }
            Partial::Literal => self.insert(&[char::from(byte)]),
            Partial::Char(mut bytes) => {
                bytes.push(byte);
                match std::str::from_utf8(&bytes) {
                    Ok(text) => self.insert(&text.chars().collect::<Vec<_>>()),
                    Err(error) if error.error_len().is_none() && bytes.len() < 4 => {
                        self.partial = Partial::Char(bytes);
                    }
                    Err(_) => self.drawn.push(BELL),
                }
            }
            Partial::None => return self.key(byte, history),
        }
        Typed::More
    }

    fn key(&mut self, byte: u8, history: &VecDeque<String>) -> Typed {
        if self.pasting && !matches!(byte, 0x1b | 0x80..) {
            let c = if byte == b'\r' {
                '\n'
            } else {
                char::from(byte)
            };
            self.insert(&[c]);
            return Typed::More;
        }
        match byte {
            b'\r' | b'\n' => return self.finish(),
            0x04 if self.line.is_empty() => return Typed::EndOfFile,
            0x04 => self.delete(self.cursor, (self.cursor + 1).min(self.line.len())),
            0x01 => self.go(0),
            0x05 => self.go(self.line.len()),
            0x02 => self.go(self.cursor.saturating_sub(1)),
            0x06 => self.go((self.cursor + 1).min(self.line.len())),
            0x08 | 0x7f => self.delete(self.cursor.saturating_sub(1), self.cursor),
            0x0b => self.kill(self.cursor, self.line.len()),
            0x15 => self.kill(0, self.cursor),
            0x17 => self.kill(self.word_start(), self.cursor),
            0x19 => {
                let killed = self.killed.clone();
                self.insert(&killed);
            }
            0x10 => self.recall(true, history),
            0x0e => self.recall(false, history),
            0x16 => self.partial = Partial::Literal,
            0x1b => self.partial = Partial::Escape,
            0x80.. => self.partial = Partial::Char(vec![byte]),
            0x20..=0x7e => self.insert(&[char::from(byte)]),
            // Tab has nothing to complete; the other keys do nothing here.
            _ => self.drawn.push(BELL),
        }
        Typed::More
    }

    fn meta(&mut self, byte: u8) {
        match byte {
            b'b' => self.go(self.word_start()),
            b'f' => {
                let rest = self.line.get(self.cursor..).unwrap_or_default();
                let blanks = rest.iter().take_while(|c| !c.is_alphanumeric()).count();
                let word = rest
                    .iter()
                    .skip(blanks)
                    .take_while(|c| c.is_alphanumeric())
                    .count();
                self.go(self.cursor + blanks + word);
            }
            0x1b => self.partial = Partial::Escape,
            _ => self.drawn.push(BELL),
        }
    }

    fn sequence(&mut self, text: &str, history: &VecDeque<String>) {
        match text {
            "A" => self.recall(true, history),
            "B" => self.recall(false, history),
            "C" => self.go((self.cursor + 1).min(self.line.len())),
            "D" => self.go(self.cursor.saturating_sub(1)),
            "H" | "1~" | "7~" => self.go(0),
            "F" | "4~" | "8~" => self.go(self.line.len()),
            "3~" => self.delete(self.cursor, (self.cursor + 1).min(self.line.len())),
            "200~" => self.pasting = true,
            "201~" => self.pasting = false,
            _ => {}
        }
    }

    fn finish(&mut self) -> Typed {
        self.go(self.line.len());
        self.leave_full_row();
        self.drawn.extend(b"\r\n");
        Typed::Line(self.line.iter().collect())
    }

    fn word_start(&self) -> usize {
        let before = self.line.get(..self.cursor).unwrap_or_default();
        let blanks = before
            .iter()
            .rev()
            .take_while(|c| c.is_whitespace())
            .count();
        let word = before
            .iter()
            .rev()
            .skip(blanks)
            .take_while(|c| !c.is_whitespace())
            .count();
        self.cursor - blanks - word
    }

    fn insert(&mut self, text: &[char]) {
        if self.line.len() + text.len() > LINE_CHARS_MAX {
            self.drawn.push(BELL);
            return;
        }
        let end = self.end();
        let from = self.cursor;
        self.line.splice(from..from, text.iter().copied());
        self.cursor += text.len();
        self.redraw(from, end);
    }

    fn delete(&mut self, from: usize, to: usize) {
        if from >= to {
            self.drawn.push(BELL);
            return;
        }
        let end = self.end();
        let before = self.place(self.cursor);
        self.line.drain(from..to);
        self.cursor = from;
        self.travel(before, self.place(from));
        self.redraw(from, end);
    }

    fn kill(&mut self, from: usize, to: usize) {
        if from < to {
            self.killed = self.line.get(from..to).unwrap_or_default().to_vec();
            self.delete(from, to);
        }
    }

    fn go(&mut self, to: usize) {
        let before = self.place(self.cursor);
        self.cursor = to;
        self.travel(before, self.place(to));
    }

    fn recall(&mut self, older: bool, history: &VecDeque<String>) {
        let back = if older {
            self.back + 1
        } else {
            self.back.saturating_sub(1)
        };
        if back == self.back || back > history.len() {
            self.drawn.push(BELL);
            return;
        }
        if self.back == 0 {
            self.aside.clone_from(&self.line);
        }
        self.back = back;
        let line = match history
            .len()
            .checked_sub(back)
            .and_then(|place| history.get(place))
        {
            Some(line) if back > 0 => line.chars().collect(),
            _ => std::mem::take(&mut self.aside),
        };
        let end = self.end();
        self.go(0);
        self.line = line;
        self.cursor = self.line.len();
        self.redraw(0, end);
    }

    /// Clears the screen and draws prompt and line at its top.
    pub(super) fn clear_screen(&mut self, prompt: &str) {
        self.drawn.extend(b"\x1b[H\x1b[J");
        self.draw_all(prompt);
    }

    /// The terminal has another width: prompt and line are drawn anew from the prompt's row on.
    pub(super) fn resize(&mut self, width: u32, prompt: &str) {
        self.drawn.extend(b"\r\x1b[K");
        self.width = usize::try_from(width).unwrap_or(80).max(2);
        self.draw_all(prompt);
    }

    fn draw_all(&mut self, prompt: &str) {
        self.drawn.extend(prompt.bytes());
        let end = self.end();
        self.redraw(0, end);
    }

    /// The width that it draws for.
    pub(super) fn width(&self) -> u32 {
        u32::try_from(self.width).unwrap_or(u32::MAX)
    }

    /// What C-c leaves on the screen.
    pub(super) fn interrupt(&mut self) {
        self.drawn
            .extend(b"^C\x1b[?2004l\r\x1b[?2004h\x1b[?2004l\r\r\n");
    }
}

/// Keeps a finished line, unless it begins with a blank or is there already.
pub(super) fn remember(history: &mut VecDeque<String>, line: &str) {
    if line.is_empty() || line.starts_with(' ') || history.back().is_some_and(|last| last == line) {
        return;
    }
    history.push_back(line.to_owned());
    if history.len() > HISTORY_LINES_MAX {
        history.pop_front();
    }
}
