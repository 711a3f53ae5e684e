//! Cuts a program's output into text, control sequences and strings.
//!
//! Control sequences go to vte. What vte does not report, or ends elsewhere than tmux, is handled here: text (of which
//! tmux drops what is not UTF-8), and strings: a title may come by APC, and what a DCS holds ends with ST alone.

use super::interpreter::Interpreter;

/// The most bytes of a string; of a longer one nothing is taken.
const STRING_BYTES_MAX: usize = 1_048_576;

/// What kind of string is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// An operating system command.
    Osc,
    /// An application program command: tmux takes it for a title.
    Apc,
    /// A privacy message, a start of string, or a name for the window, which tmux ignores by default.
    Ignored,
}

/// Where in the output the next byte is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Ground,
    /// Behind ESC, and whether intermediates followed.
    Escape(bool),
    /// Within a control sequence.
    Control,
    String(Kind),
    /// Within a DCS, and whether an ESC was just seen in what it holds.
    Device(Device),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Device {
    /// Its parameters.
    Head,
    /// What it holds.
    Held,
    /// An ESC in what it holds.
    Escape,
    /// One that is ignored: any ESC ends it.
    Ignored,
}

/// Reads a program's output.
#[derive(Default)]
pub(super) struct Stream {
    place: Place,
    parser: vte::Parser,
    string: Vec<u8>,
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Stream")
            .field("place", &self.place)
            .finish_non_exhaustive()
    }
}

impl Stream {
    /// Takes in bytes; what they mean goes to `interpreter`.
    pub(super) fn feed(&mut self, bytes: &[u8], interpreter: &mut Interpreter) {
        interpreter.begin_output();
        for &byte in bytes {
            self.take(byte, interpreter);
        }
        interpreter.end_text();
    }

    fn take(&mut self, byte: u8, interpreter: &mut Interpreter) {
        if self.place == Place::Ground && matches!(byte, 0x20..=0x7e) {
            interpreter.text(byte);
            return;
        }
        interpreter.end_text();
        match (self.place, byte) {
            (Place::Device(device), _) => self.take_device(device, byte, interpreter),
            (_, 0x1b) => {
                self.leave(interpreter);
                self.start_escape(byte, interpreter);
            }
            (_, 0x18 | 0x1a) => {
                self.leave(interpreter);
                self.pass(byte, interpreter);
                interpreter.control(byte);
                self.place = Place::Ground;
            }
            (Place::Ground, 0x80..) => interpreter.part(byte),
            (Place::Ground, 0x7f) => {}
            (Place::Ground, _) => {
                interpreter.control(byte);
            }
            (Place::Escape(behind), _) => self.take_escape(behind, byte, interpreter),
            (Place::Control, _) => {
                interpreter.note(byte);
                self.pass(byte, interpreter);
                if matches!(byte, 0x40..=0x7e) {
                    self.place = Place::Ground;
                }
            }
            (Place::String(kind), _) => self.take_string(kind, byte, interpreter),
        }
    }

    fn pass(&mut self, byte: u8, interpreter: &mut Interpreter) {
        self.parser.advance(interpreter, &[byte]);
    }

    fn start_escape(&mut self, byte: u8, interpreter: &mut Interpreter) {
        self.place = Place::Escape(false);
        self.pass(byte, interpreter);
    }

    fn take_escape(&mut self, behind: bool, byte: u8, interpreter: &mut Interpreter) {
        let string = |kind| Place::String(kind);
        let place = match byte {
            b'[' if !behind => {
                interpreter.begin();
                Place::Control
            }
            b']' if !behind => string(Kind::Osc),
            b'_' if !behind => string(Kind::Apc),
            b'k' | b'^' | b'X' if !behind => string(Kind::Ignored),
            b'P' if !behind => Place::Device(Device::Head),
            0x20..=0x2f => Place::Escape(true),
            0x30..=0x7e => Place::Ground,
            _ => self.place,
        };
        self.place = place;
        self.string.clear();
        if matches!(place, Place::String(_) | Place::Device(_)) {
            interpreter.forget_last();
            // vte is not told of strings; it begins anew behind them.
            self.parser = vte::Parser::new();
        } else {
            self.pass(byte, interpreter);
        }
    }

    fn take_string(&mut self, kind: Kind, byte: u8, interpreter: &mut Interpreter) {
        match byte {
            0x07 if kind == Kind::Osc => {
                self.leave(interpreter);
                self.place = Place::Ground;
            }
            0x20.. => self.string.push(byte),
            _ => {}
        }
        if self.string.len() > STRING_BYTES_MAX {
            self.string.clear();
            self.place = Place::String(Kind::Ignored);
        }
    }

    fn take_device(&mut self, device: Device, byte: u8, interpreter: &mut Interpreter) {
        let next = match (device, byte) {
            (Device::Head | Device::Ignored, 0x1b) => {
                self.start_escape(byte, interpreter);
                return;
            }
            (Device::Head | Device::Ignored, 0x18 | 0x1a) => {
                self.place = Place::Ground;
                return;
            }
            (Device::Head, 0x3a) => Device::Ignored,
            (Device::Held, 0x1b) => Device::Escape,
            (Device::Escape, b'\\') => {
                interpreter.forget_last();
                self.place = Place::Ground;
                return;
            }
            (Device::Head, 0x40..=0x7e) | (Device::Escape, _) => Device::Held,
            (device, _) => device,
        };
        self.place = Place::Device(next);
    }

    /// A string has ended, by whatever.
    fn leave(&mut self, interpreter: &mut Interpreter) {
        if let Place::String(kind) = self.place {
            match kind {
                Kind::Osc => interpreter.command(&self.string),
                Kind::Apc => interpreter.set_title(&self.string),
                Kind::Ignored => {}
            }
            self.string.clear();
        }
    }
}
