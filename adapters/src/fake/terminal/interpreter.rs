//! What text, control characters, strings and sequences without parameters mean: each becomes a call on the screen. Those
//! with parameters are in `sequences`.

use super::super::grid::width::width;
use super::super::profile::Profile;
use super::pen::Pen;
use super::screen::Screen;

/// What DECSC saves.
#[derive(Debug, Clone, Copy, Default)]
struct Saved {
    pen: Pen,
    cursor: (usize, usize),
    origin: bool,
}

/// A screen and the state of the sequences that change it.
#[derive(Debug)]
pub(super) struct Interpreter {
    pub(super) screen: Screen,
    pub(super) profile: Profile,
    pub(super) pen: Pen,
    saved: Saved,
    /// The bytes of parameters of the sequence that is being read.
    pub(super) parameters: Vec<u8>,
    /// What REP repeats: ASCII alone.
    pub(super) last: Option<u8>,
    /// A character of which bytes are missing. Control sequences may stand between (seen on 3.3a).
    partial: Vec<u8>,
    pub(super) replies: Vec<u8>,
}

impl Interpreter {
    pub(super) fn new(screen: Screen, profile: Profile) -> Self {
        Self {
            screen,
            profile,
            pen: Pen::default(),
            saved: Saved::default(),
            parameters: Vec::new(),
            last: None,
            partial: Vec::new(),
            replies: Vec::new(),
        }
    }

    /// A printable character of ASCII.
    pub(super) fn text(&mut self, byte: u8) {
        self.screen.print_plain(byte, self.pen.plain());
        self.last = Some(byte);
        self.partial.clear();
    }

    /// Output arrives.
    pub(super) fn begin_output(&mut self) {
        self.screen.joining = false;
    }

    /// Something else than plain text follows.
    pub(super) fn end_text(&mut self) {
        self.screen.end_run();
    }

    /// A byte of a character beyond ASCII.
    pub(super) fn part(&mut self, byte: u8) {
        self.last = None;
        if self.partial.is_empty() && !matches!(byte, 0xc2..=0xf4) {
            self.invalid();
            return;
        }
        self.partial.push(byte);
        let needed = match self.partial.first() {
            Some(0xc2..=0xdf) => 2,
            Some(0xe0..=0xef) => 3,
            _ => 4,
        };
        if self.partial.len() < needed {
            return;
        }
        let bytes = std::mem::take(&mut self.partial);
        let text = std::str::from_utf8(&bytes);
        match text.ok().and_then(|text| text.chars().next()) {
            Some(character) => self.character(character),
            None => self.invalid(),
        }
    }

    fn character(&mut self, character: char) {
        if let Some(columns) = width(character) {
            self.screen.print(character, columns, self.pen.style);
        }
    }

    /// Bytes that are no character.
    fn invalid(&mut self) {
        if self.profile.shows_invalid {
            self.character(char::REPLACEMENT_CHARACTER);
        }
    }

    /// Nothing is there to be repeated.
    pub(super) fn forget_last(&mut self) {
        self.last = None;
    }

    /// A control character.
    pub(super) fn control(&mut self, byte: u8) {
        match byte {
            0x08 => self.screen.backspace(),
            0x09 if self.profile.keeps_tabs => self.screen.print_tab(),
            0x09 => self.screen.tab(),
            0x0a..=0x0c => self.screen.line_feed(false, self.pen.style.background),
            0x0d => self.screen.carriage_return(),
            0x0e => self.pen.shifted = true,
            0x0f => self.pen.shifted = false,
            _ => {}
        }
        self.last = None;
        self.partial.clear();
    }

    /// A control sequence begins.
    pub(super) fn begin(&mut self) {
        self.parameters.clear();
    }

    /// A byte of a control sequence.
    pub(super) fn note(&mut self, byte: u8) {
        if matches!(byte, 0x30..=0x3b) {
            self.parameters.push(byte);
        }
    }

    /// An operating system command.
    pub(super) fn command(&mut self, bytes: &[u8]) {
        let digits = bytes
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let (number, rest) = bytes.split_at(digits);
        let rest = rest.strip_prefix(b";").unwrap_or(rest);
        let number = std::str::from_utf8(number).unwrap_or_default();
        if matches!(number.parse(), Ok(0_u32 | 2)) {
            self.set_title(rest);
        }
    }

    /// Sets the title, if it is text.
    pub(super) fn set_title(&mut self, bytes: &[u8]) {
        if let Ok(title) = std::str::from_utf8(bytes)
            && !title.chars().any(|character| character.is_ascii_control())
        {
            self.screen.title = self.profile.title(title, true);
        }
    }

    /// What a new program begins with.
    pub(super) fn restart(&mut self) {
        self.pen = Pen::default();
        self.saved = Saved::default();
        self.last = None;
        self.partial.clear();
        self.screen.restart();
    }

    pub(super) fn save(&mut self) {
        self.saved = Saved {
            pen: self.pen,
            cursor: (self.screen.x, self.screen.y),
            origin: self.screen.modes.origin,
        };
    }

    pub(super) fn restore(&mut self) {
        self.screen.set_origin(self.saved.origin);
        self.pen = self.saved.pen;
        self.screen.move_back_to(self.saved.cursor);
    }

    /// A sequence without parameters.
    pub(super) fn escape(&mut self, intermediates: &[u8], byte: u8) {
        let background = self.pen.style.background;
        match (intermediates, byte) {
            ([], b'7') => self.save(),
            ([], b'8') => self.restore(),
            ([], b'D') => self.screen.line_feed(false, background),
            ([], b'E') => {
                self.screen.carriage_return();
                self.screen.line_feed(false, background);
            }
            ([], b'H') => self.screen.set_tab(true),
            ([], b'M') => self.screen.reverse_index(background),
            ([], b'c') => {
                self.pen = Pen::default();
                // tmux 3.3a keeps the saved origin mode alone.
                self.saved = Saved {
                    origin: self.saved.origin,
                    ..Saved::default()
                };
                self.screen.reset();
            }
            ([b'#'], b'8') => self.screen.align(),
            ([b'('], b'0') => self.pen.drawing[0] = true,
            ([b'('], b'B') => self.pen.drawing[0] = false,
            ([b')'], b'0') => self.pen.drawing[1] = true,
            ([b')'], b'B') => self.pen.drawing[1] = false,
            ([], b'=' | b'>' | b'\\') => {}
            // An unknown one does nothing, not even this.
            _ => return,
        }
        self.last = None;
    }

    /// Answers the program.
    pub(super) fn reply(&mut self, text: &str) {
        self.replies.extend_from_slice(text.as_bytes());
    }
}
