//! Control mode as bytes and events, without IO: `feed` what was read, then `poll` until there is no event left.
//!
//! What a line means is in tmux(1) CONTROL MODE. A block is ended by nothing but the three numbers that it began with,
//! so no text that a pane, a buffer or a name puts into one can end it. Which request a block answers is in
//! `replies`.

use domain::PaneId;

/// No line outside a block that means something is longer: tmux cuts what panes print into pieces of some kilobytes.
pub const LINE_BYTES_MAX: usize = 1024 * 1024;
/// No line that ends a block is longer: a word and three numbers.
const END_BYTES_MAX: usize = 80;

/// What was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A command's block is complete.
    Block(Block),
    /// A pane printed.
    Output {
        /// Which.
        pane: PaneId,
        /// What its program wrote, cut anywhere.
        bytes: Vec<u8>,
    },
    /// Any other notification.
    Notice {
        /// The word behind the `%`.
        name: String,
        /// What follows it.
        rest: Vec<u8>,
    },
    /// The client ends.
    Exit {
        /// tmux's words; a client that was detached, or whose session or server ended properly, has none.
        reason: String,
    },
    /// A line that is none of these; its first bytes, where it was too long to be any.
    Stray(Vec<u8>),
}

/// What one command printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The server's count of commands.
    pub number: u64,
    /// Whether this client asked for it, rather than a hook or a binding.
    pub own: bool,
    /// Whether it went well.
    pub ok: bool,
    /// Its lines, each with its newline. Empty where they were cut.
    pub body: Vec<u8>,
    /// Whether there was more than is held.
    pub cut: bool,
}

/// Turns bytes into events. It holds one unfinished line and one unfinished block, both bounded.
#[derive(Debug)]
pub struct Codec {
    body_bytes_max: usize,
    buffer: Vec<u8>,
    /// Where the current line starts in the buffer.
    start: usize,
    /// Up to where the buffer was searched for the line's end.
    searched: usize,
    /// Whether the current line's beginning was dealt with, because it is too long to be held.
    long: bool,
    open: Option<Open>,
}

/// The block that is being read.
#[derive(Debug)]
struct Open {
    /// The three numbers as they were written: what must stand behind `%end`.
    numbers: Vec<u8>,
    block: Block,
}

impl Codec {
    /// A codec at the start of a stream, which holds so much of a block at most.
    #[must_use]
    pub const fn new(body_bytes_max: usize) -> Self {
        Self {
            body_bytes_max,
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            long: false,
            open: None,
        }
    }

    /// Takes in what was read. To be followed by [`Codec::poll`] until that has nothing more.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// How much is held of a line that is not finished.
    #[must_use]
    pub const fn held_bytes(&self) -> usize {
        self.buffer.len() - self.start
    }

    /// The next event of what was fed.
    pub fn poll(&mut self) -> Option<Event> {
        loop {
            let unsearched = self.buffer.get(self.searched..).unwrap_or_default();
            let Some(length) = memchr::memchr(b'\n', unsearched) else {
                self.searched = self.buffer.len();
                return self.pause();
            };
            let end = self.searched + length;
            let line = self.buffer.get(self.start..end).unwrap_or_default();
            let event = if self.long {
                if let Some(open) = &mut self.open {
                    open.hold(&[line, b"\n"], self.body_bytes_max);
                }
                None
            } else if let Some(open) = self.open.take() {
                let (open, event) = open.line(line, self.body_bytes_max);
                self.open = open;
                event
            } else if let Some(open) = begun(line) {
                self.open = Some(open);
                None
            } else {
                Some(notification(line))
            };
            self.long = false;
            self.start = end + 1;
            self.searched = self.start;
            if event.is_some() {
                return event;
            }
        }
    }

    /// Keeps the line that is not finished, or what it begins with where it is too long.
    fn pause(&mut self) -> Option<Event> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let line = &self.buffer;
        let mut event = None;
        if let Some(open) = &mut self.open {
            if self.long || line.len() > END_BYTES_MAX {
                open.hold(&[line], self.body_bytes_max);
                self.long |= !line.is_empty();
                self.buffer.clear();
            }
        } else if self.long || line.len() > LINE_BYTES_MAX {
            if !self.long {
                let first = line.get(..END_BYTES_MAX).unwrap_or_default();
                event = Some(Event::Stray(first.to_vec()));
            }
            self.long = true;
            self.buffer.clear();
        }
        self.searched = self.buffer.len();
        event
    }
}

impl Open {
    fn line(mut self, line: &[u8], most: usize) -> (Option<Self>, Option<Event>) {
        let ends = |word: &[u8]| line.strip_prefix(word) == Some(&*self.numbers);
        let ok = ends(b"%end ");
        if ok || ends(b"%error ") {
            self.block.ok = ok;
            return (None, Some(Event::Block(self.block)));
        }
        self.hold(&[line, b"\n"], most);
        (Some(self), None)
    }

    fn hold(&mut self, parts: &[&[u8]], most: usize) {
        let block = &mut self.block;
        for part in parts {
            block.cut |= block.body.len() + part.len() > most;
            if block.cut {
                block.body = Vec::new();
            } else {
                block.body.extend_from_slice(part);
            }
        }
    }
}

/// The block that this line begins.
fn begun(line: &[u8]) -> Option<Open> {
    let numbers = line.strip_prefix(b"%begin ")?;
    let text = std::str::from_utf8(numbers).ok()?;
    let mut fields = text.split(' ').map(|field| field.parse::<u64>().ok());
    let (Some(Some(_time)), Some(Some(number)), Some(Some(flags)), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return None;
    };
    Some(Open {
        numbers: numbers.to_vec(),
        block: Block {
            number,
            own: flags & 1 == 1,
            ok: false,
            body: Vec::new(),
            cut: false,
        },
    })
}

/// What a line outside a block means.
fn notification(line: &[u8]) -> Event {
    let stray = || Event::Stray(line.to_vec());
    let Some(line) = line.strip_prefix(b"%") else {
        return stray();
    };
    let (name, rest) = split(line);
    let Ok(name) = std::str::from_utf8(name) else {
        return stray();
    };
    match name {
        "output" => output(rest).unwrap_or_else(stray),
        "extended-output" => extended_output(rest).unwrap_or_else(stray),
        "exit" => Event::Exit {
            reason: String::from_utf8_lossy(rest).into_owned(),
        },
        "" | "begin" | "end" | "error" => stray(),
        name => Event::Notice {
            name: name.to_owned(),
            rest: rest.to_vec(),
        },
    }
}

fn output(rest: &[u8]) -> Option<Event> {
    let (pane, escaped) = split(rest);
    Some(Event::Output {
        pane: pane_id(pane)?,
        bytes: unescaped(escaped),
    })
}

/// `%N age … : bytes`; what stands before the colon may grow.
fn extended_output(rest: &[u8]) -> Option<Event> {
    let (pane, rest) = split(rest);
    let colon = rest.windows(3).position(|three| three == b" : ")?;
    Some(Event::Output {
        pane: pane_id(pane)?,
        bytes: unescaped(rest.get(colon + 3..)?),
    })
}

fn pane_id(text: &[u8]) -> Option<PaneId> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// The line up to its first blank, and what follows that.
fn split(line: &[u8]) -> (&[u8], &[u8]) {
    let end = line.iter().position(|byte| *byte == b' ');
    let end = end.unwrap_or(line.len());
    (
        line.get(..end).unwrap_or_default(),
        line.get(end + 1..).unwrap_or_default(),
    )
}

/// What a pane wrote: tmux writes what is below a blank, and the backslash, as a backslash and three octal digits.
fn unescaped(mut text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    while let [first, rest @ ..] = text {
        let escape = (*first == b'\\').then(|| octal(rest)).flatten();
        bytes.push(escape.unwrap_or(*first));
        let behind = if escape.is_some() {
            rest.get(3..)
        } else {
            None
        };
        text = behind.unwrap_or(rest);
    }
    bytes
}

fn octal(text: &[u8]) -> Option<u8> {
    let digits = text.get(..3)?;
    let mut value = 0_u8;
    for digit in digits {
        if !(b'0'..=b'7').contains(digit) {
            return None;
        }
        value = value.checked_mul(8)?.checked_add(digit - b'0')?;
    }
    Some(value)
}

#[cfg(test)]
mod tests;
