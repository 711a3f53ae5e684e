//! The line discipline: what the kernel does to bytes between a terminal and a program, as Linux does it by default.
//!
//! Not simulated: flow control (C-s and C-q are taken, and stop nothing) and job control (C-z is taken, echoed, and stops
//! nothing: a stopped program has no counterpart in the simulator, and a pane that hangs would teach nobody anything).

use std::collections::VecDeque;

use super::signal::{INTERRUPT, QUIT};

/// As many bytes as the kernel keeps for a program that does not read; later ones are dropped.
const WAITING_BYTES_MAX: usize = 4096;
/// The longest line in canonical mode, its end not counted.
const LINE_BYTES_MAX: usize = 4095;

const END_OF_FILE: u8 = 0x04;
const KILL: u8 = 0x15;
const LITERAL_NEXT: u8 = 0x16;
const ERASE_WORD: u8 = 0x17;
const ERASE: u8 = 0x7f;

/// The settings that `stty` changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mode {
    /// Lines are edited here, and read whole.
    pub(super) canonical: bool,
    /// Typed bytes are shown.
    pub(super) echo: bool,
    /// C-c and C-\ are signals.
    pub(super) signals: bool,
    /// A typed carriage return is a line break.
    pub(super) breaks_in: bool,
    /// A printed line break is a carriage return and a line break.
    pub(super) breaks_out: bool,
}

impl Mode {
    /// As a terminal starts, and as `stty sane` leaves it.
    pub(super) const SANE: Self = Self {
        canonical: true,
        echo: true,
        signals: true,
        breaks_in: true,
        breaks_out: true,
    };
    /// As `stty raw` leaves it: echo is a setting apart.
    pub(super) const RAW: Self = Self {
        canonical: false,
        echo: true,
        signals: false,
        breaks_in: false,
        breaks_out: false,
    };
    /// As a line editor wants it.
    pub(super) const EDITED: Self = Self {
        canonical: false,
        echo: false,
        signals: true,
        breaks_in: false,
        breaks_out: true,
    };
}

/// What typed bytes came to, besides what a program can read now.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Taken {
    /// What the terminal shows for it.
    pub(super) echo: Vec<u8>,
    /// The signals for the foreground.
    pub(super) signals: Vec<i32>,
}

/// A terminal's line discipline.
#[derive(Debug)]
pub(super) struct Tty {
    mode: Mode,
    /// The line that is still edited.
    line: Vec<u8>,
    /// What can be read, by reads; an empty one is an end of file.
    ready: VecDeque<Vec<u8>>,
    literal: bool,
}

impl Tty {
    pub(super) fn new() -> Self {
        Self {
            mode: Mode::SANE,
            line: Vec::new(),
            ready: VecDeque::new(),
            literal: false,
        }
    }

    pub(super) const fn mode(&self) -> Mode {
        self.mode
    }

    /// Changes the settings. What was typed so far is kept, and can be read at once where lines are no longer edited.
    pub(super) fn set_mode(&mut self, mode: Mode) {
        if !mode.canonical && !self.line.is_empty() {
            let line = std::mem::take(&mut self.line);
            self.ready.push_back(line);
        }
        self.mode = mode;
    }

    /// Takes in typed bytes.
    pub(super) fn input(&mut self, bytes: &[u8]) -> Taken {
        let mut taken = Taken::default();
        for &byte in bytes {
            self.take(byte, &mut taken);
        }
        taken
    }

    /// What a program prints, as the terminal gets it.
    pub(super) fn output(&self, bytes: &[u8]) -> Vec<u8> {
        if !self.mode.breaks_out {
            return bytes.to_vec();
        }
        let mut printed = Vec::with_capacity(bytes.len() + 8);
        for &byte in bytes {
            if byte == b'\n' {
                printed.push(b'\r');
            }
            printed.push(byte);
        }
        printed
    }

    /// Up to so many bytes of what was typed: none at an end of file, `None` where a program has to wait.
    pub(super) fn read(&mut self, bytes_max: usize) -> Option<Vec<u8>> {
        let mut first = self.ready.pop_front()?;
        if first.len() > bytes_max {
            let rest = first.split_off(bytes_max);
            self.ready.push_front(rest);
        }
        Some(first)
    }

    /// How many more bytes are kept for a program that does not read.
    pub(super) fn room(&self) -> usize {
        let waiting: usize = self.ready.iter().map(|bytes| bytes.len().max(1)).sum();
        WAITING_BYTES_MAX.saturating_sub(waiting)
    }

    /// Whether one of these bytes would be a signal.
    pub(super) fn has_signal(&self, bytes: &[u8]) -> bool {
        self.mode.signals && bytes.iter().any(|byte| matches!(byte, 0x03 | 0x1c))
    }

    fn take(&mut self, byte: u8, taken: &mut Taken) {
        let byte = if byte == b'\r' && self.mode.breaks_in && !self.literal {
            b'\n'
        } else {
            byte
        };
        if self.literal {
            self.literal = false;
            self.keep(byte, taken);
            return;
        }
        if self.mode.signals && matches!(byte, 0x03 | 0x1c | 0x1a) {
            self.line.clear();
            self.ready.clear();
            self.show(byte, taken);
            match byte {
                0x03 => taken.signals.push(INTERRUPT),
                0x1c => taken.signals.push(QUIT),
                _ => {}
            }
            return;
        }
        if self.mode.canonical {
            self.edit(byte, taken);
        } else {
            self.show(byte, taken);
            self.push(vec![byte]);
        }
    }

    fn edit(&mut self, byte: u8, taken: &mut Taken) {
        match byte {
            ERASE => self.erase_one(taken),
            KILL => {
                while !self.line.is_empty() {
                    self.erase_one(taken);
                }
            }
            ERASE_WORD => {
                while self.line.last() == Some(&b' ') {
                    self.erase_one(taken);
                }
                while self.line.last().is_some_and(|&byte| byte != b' ') {
                    self.erase_one(taken);
                }
            }
            LITERAL_NEXT => {
                self.literal = true;
                if self.mode.echo {
                    taken.echo.extend(b"^\x08");
                }
            }
            END_OF_FILE => {
                let line = std::mem::take(&mut self.line);
                self.push(line);
            }
            b'\n' => {
                let mut line = std::mem::take(&mut self.line);
                line.push(b'\n');
                self.show(b'\n', taken);
                self.push(line);
            }
            0x11 | 0x13 => {}
            _ => self.keep(byte, taken),
        }
    }

    fn keep(&mut self, byte: u8, taken: &mut Taken) {
        if !self.mode.canonical {
            self.show(byte, taken);
            self.push(vec![byte]);
        } else if self.line.len() < LINE_BYTES_MAX {
            self.line.push(byte);
            self.show(byte, taken);
        }
    }

    fn push(&mut self, bytes: Vec<u8>) {
        if bytes.len() > self.room() {
            return;
        }
        match self.ready.back_mut() {
            Some(last) if !self.mode.canonical && !last.is_empty() => last.extend(bytes),
            _ => self.ready.push_back(bytes),
        }
    }

    /// Shows a typed byte: control characters as `^X`, tabs and line breaks as themselves.
    fn show(&self, byte: u8, taken: &mut Taken) {
        if !self.mode.echo {
            return;
        }
        match byte {
            b'\n' if self.mode.breaks_out => taken.echo.extend(b"\r\n"),
            b'\n' | b'\t' | 0x20..=0x7e | 0x80.. => taken.echo.push(byte),
            _ => taken.echo.extend([b'^', byte ^ 0x40]),
        }
    }

    /// Erases the last character, and what was shown for it.
    fn erase_one(&mut self, taken: &mut Taken) {
        let Some(last) = self.line.pop() else { return };
        let mut byte = last;
        while (0x80..0xc0).contains(&byte) {
            let Some(before) = self.line.pop() else { break };
            byte = before;
        }
        if !self.mode.echo {
            return;
        }
        match byte {
            b'\t' => {
                let columns = 8 - self.columns() % 8;
                taken.echo.extend(std::iter::repeat_n(0x08, columns));
            }
            0x20..=0x7e | 0x80.. => taken.echo.extend(b"\x08 \x08"),
            _ => taken.echo.extend(b"\x08 \x08\x08 \x08"),
        }
    }

    /// The columns that the line takes up, counted from its own beginning: where a prompt stands before it, the width of
    /// an erased tab is a guess, as it is in the kernel.
    fn columns(&self) -> usize {
        self.line.iter().fold(0, |columns, &byte| match byte {
            b'\t' => columns + 8 - columns % 8,
            0x20..=0x7e | 0xc0.. => columns + 1,
            0x80..0xc0 => columns,
            _ => columns + 2,
        })
    }
}

#[cfg(test)]
mod tests;
