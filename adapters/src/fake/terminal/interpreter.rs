//! What text, control characters and control sequences mean: each becomes a call on the screen.

use super::super::grid::width::width;
use super::super::profile::Profile;
use super::parameters::Parameters;
use super::pen::Pen;
use super::screen::Screen;

/// The finals of the control sequences without marks that tmux knows.
const KNOWN: &str = "@ABCDEFGHJKLMPSTXZ`bcdfghlmnrstu";

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
    pen: Pen,
    saved: Saved,
    /// The bytes of parameters of the sequence that is being read.
    parameters: Vec<u8>,
    /// What REP repeats: ASCII alone.
    last: Option<u8>,
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
            title.clone_into(&mut self.screen.title);
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

    fn save(&mut self) {
        self.saved = Saved {
            pen: self.pen,
            cursor: (self.screen.x, self.screen.y),
            origin: self.screen.modes.origin,
        };
    }

    fn restore(&mut self) {
        self.screen.set_origin(self.saved.origin);
        self.pen = self.saved.pen;
        self.screen.move_back_to(self.saved.cursor);
    }

    fn repeat(&mut self, count: usize) {
        let Some(byte) = self.last else {
            return;
        };
        let room = self.screen.width().saturating_sub(self.screen.x);
        for _ in 0..count.min(room) {
            self.screen.print_plain(byte, self.pen.plain());
        }
    }

    fn escape(&mut self, intermediates: &[u8], byte: u8) {
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
                self.saved = Saved::default();
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

    /// Moves, and what else needs one count alone. `None` where the sequence is none of these or is ignored.
    fn moved(&mut self, byte: char, count: Option<usize>) -> Option<()> {
        let screen = &mut self.screen;
        let place = count.map(|count| count - 1);
        match byte {
            'A' => screen.up(count?),
            'B' => screen.down(count?),
            'C' => screen.right(count?),
            'D' => screen.left(count?),
            'E' => {
                screen.carriage_return();
                screen.down(count?);
            }
            'F' => {
                screen.carriage_return();
                screen.up(count?);
            }
            'G' | '`' => screen.move_to(Some(place?), None),
            'd' => screen.move_to(None, Some(place?)),
            'Z' => screen.back_tab(count?),
            _ => return None,
        }
        Some(())
    }

    /// Erasing, inserting, deleting and scrolling.
    fn edited(&mut self, byte: char, count: Option<usize>) -> Option<()> {
        let background = self.pen.style.background;
        let screen = &mut self.screen;
        match byte {
            '@' => screen.insert_characters(count?, background),
            'P' => screen.delete_characters(count?, background),
            'X' => screen.erase_characters(count?, background),
            'L' => screen.insert_lines(count?, background),
            'M' => screen.delete_lines(count?, background),
            'S' => screen.scroll_up(count?, background),
            'T' => screen.scroll_down(count?, background),
            _ => return None,
        }
        Some(())
    }

    fn control_sequence(&mut self, parameters: &Parameters, byte: char) -> Option<()> {
        let count = parameters.count();
        if self.moved(byte, count).is_some() || self.edited(byte, count).is_some() {
            return Some(());
        }
        match byte {
            'H' | 'f' => {
                let (y, x) = (parameters.or(0, 1, 1)?, parameters.or(1, 1, 1)?);
                self.screen.move_to(Some(x - 1), Some(y - 1));
            }
            'J' => self.erase_in_display(parameters)?,
            'K' => self.erase_in_line(parameters)?,
            'b' => self.repeat(count?),
            'c' if parameters.or(0, 0, 0)? == 0 => self.reply("\u{1b}[?1;2c"),
            'g' => match parameters.or(0, 0, 0)? {
                0 => self.screen.set_tab(false),
                3 => self.screen.clear_tabs(),
                _ => {}
            },
            'h' => self.set_modes(parameters, true),
            'l' => self.set_modes(parameters, false),
            'm' => self.pen.select(parameters),
            'n' => self.report(parameters)?,
            'r' => {
                let height = u32::try_from(self.screen.height()).ok()?;
                let (top, bottom) = (parameters.or(0, 1, 1)?, parameters.or(1, 1, height)?);
                self.screen.set_region(top - 1, bottom - 1);
            }
            's' => self.save(),
            't' => self.window(parameters)?,
            'u' => self.restore(),
            _ => {}
        }
        Some(())
    }

    fn erase_in_display(&mut self, parameters: &Parameters) -> Option<()> {
        let background = self.pen.style.background;
        match parameters.or(0, 0, 0)? {
            0 => self.screen.clear_end_of_screen(background),
            1 => self.screen.clear_start_of_screen(background),
            2 => self.screen.clear_screen(background),
            3 if parameters.or(1, 0, 0) == Some(0) => self.screen.grid.clear_history(),
            _ => {}
        }
        Some(())
    }

    fn erase_in_line(&mut self, parameters: &Parameters) -> Option<()> {
        let background = self.pen.style.background;
        match parameters.or(0, 0, 0)? {
            0 => self.screen.clear_end_of_line(background),
            1 => self.screen.clear_start_of_line(background),
            2 => self.screen.clear_line(background),
            _ => {}
        }
        Some(())
    }

    fn set_modes(&mut self, parameters: &Parameters, on: bool) {
        for place in 0..parameters.len() {
            if parameters.number(place) == Some(4) {
                self.screen.modes.insert = on;
            }
        }
    }

    fn set_private_modes(&mut self, parameters: &Parameters, on: bool) {
        let background = self.pen.style.background;
        for place in 0..parameters.len() {
            match parameters.number(place) {
                Some(1) => self.screen.modes.application_cursor = on,
                Some(3) => {
                    self.screen.move_to(Some(0), Some(0));
                    self.screen.clear_screen(background);
                }
                Some(6) => {
                    self.screen.set_origin(on);
                    self.screen.move_to(Some(0), Some(0));
                }
                Some(7) => self.screen.modes.wrap = on,
                Some(25) => self.screen.modes.cursor = on,
                Some(mode @ (47 | 1047 | 1049)) if on => {
                    self.screen.alternate_on(self.pen.style, mode == 1049);
                }
                Some(mode @ (47 | 1047 | 1049)) => {
                    if let Some(style) = self.screen.alternate_off(mode == 1049) {
                        self.pen.style = style;
                    }
                }
                Some(2004) => self.screen.modes.bracketed_paste = on,
                _ => {}
            }
        }
    }

    fn report(&mut self, parameters: &Parameters) -> Option<()> {
        match parameters.or(0, 0, 0)? {
            5 => self.reply("\u{1b}[0n"),
            6 => {
                let (y, x) = (self.screen.y + 1, self.screen.x + 1);
                self.reply(&format!("\u{1b}[{y};{x}R"));
            }
            _ => {}
        }
        Some(())
    }

    /// Window operations: sizes that are asked for, and the stack of titles.
    fn window(&mut self, parameters: &Parameters) -> Option<()> {
        let mut place = 0;
        while let Some(number) = parameters.number(place) {
            match number {
                3 | 4 | 8 => {
                    parameters.number(place + 1)?;
                    parameters.number(place + 2)?;
                    place += 2;
                }
                9 | 10 => {
                    parameters.number(place + 1)?;
                    place += 1;
                }
                18 => {
                    let (height, width) = (self.screen.height(), self.screen.width());
                    // Columns before rows, unlike other terminals (seen on 3.3a).
                    self.reply(&format!("\u{1b}[8;{width};{height}t"));
                }
                22 | 23 => {
                    place += 1;
                    match (number, parameters.number(place)?) {
                        (22, 0 | 2) => self.screen.push_title(),
                        (_, 0 | 2) => self.screen.pop_title(),
                        _ => {}
                    }
                }
                _ => {}
            }
            place += 1;
        }
        Some(())
    }

    fn reply(&mut self, text: &str) {
        self.replies.extend_from_slice(text.as_bytes());
    }
}

impl vte::Perform for Interpreter {
    fn execute(&mut self, byte: u8) {
        self.control(byte);
    }

    fn esc_dispatch(&mut self, intermediates: &[u8], ignore: bool, byte: u8) {
        if !ignore {
            self.escape(intermediates, byte);
        }
    }

    fn csi_dispatch(&mut self, _: &vte::Params, marks: &[u8], ignore: bool, action: char) {
        let parameters = Parameters::parse(&self.parameters).filter(|_| !ignore);
        if let Some(parameters) = parameters {
            match (marks, action) {
                ([], _) if KNOWN.contains(action) => {
                    // Where a parameter is wrong it does nothing.
                    let _ = self.control_sequence(&parameters, action);
                }
                ([b'?'], 'h' | 'l') => self.set_private_modes(&parameters, action == 'h'),
                ([b'>'], 'c') if parameters.or(0, 0, 0) == Some(0) => {
                    self.reply("\u{1b}[>84;0;0c");
                }
                ([b'>'], 'q') => {
                    let name = self.profile.release.name();
                    self.reply(&format!("\u{1b}P>|tmux {name}\u{1b}\\"));
                }
                ([b'>'], 'c' | 'm' | 'n') | ([b' '], 'q') => {}
                _ => return,
            }
            self.screen.end_run();
            self.last = None;
        }
    }
}
