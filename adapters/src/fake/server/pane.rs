//! A pane: a terminal, and the program that runs in it.

use domain::PaneId;
use domain::WindowId;
use domain::layout::Area;

use super::channels::Waiter;
use super::options::Options;
use super::settings::Hooks;
use crate::fake::program::{Answer, Ended, Event, Program, Size};
use crate::fake::terminal::Terminal;
use tokio::time::Instant;

/// A mode that a pane is in, as copy mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mode {
    /// Its name.
    pub(super) name: &'static str,
    /// How many rows it is scrolled back.
    pub(super) scrolled: u64,
}

/// A tmux command of the pane's program that waits on a channel.
#[derive(Debug)]
pub(super) struct Parked {
    /// What it waits for.
    pub(super) waiter: Waiter,
    /// What came out before.
    pub(super) so_far: Answer,
    /// The commands behind it.
    pub(super) rest: Vec<Vec<String>>,
}

/// One pane.
#[derive(Debug)]
pub(super) struct Pane {
    pub(super) id: PaneId,
    pub(super) window: WindowId,
    pub(super) terminal: Terminal,
    /// Taken out while it runs, and gone once it ended.
    pub(super) program: Option<Box<dyn Program>>,
    pub(super) pid: u32,
    /// What it was started with; nothing for the default shell.
    pub(super) command: Vec<String>,
    pub(super) shell: String,
    /// Where it was started.
    pub(super) start_path: String,
    pub(super) size: Size,
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) ended: Option<Ended>,
    /// When its program ended, in seconds since 1970.
    pub(super) dead_time: u64,
    pub(super) input_off: bool,
    pub(super) modes: Vec<Mode>,
    pub(super) options: Options,
    pub(super) hooks: Hooks,
    /// Grows with all that a watch may want to see.
    pub(super) version: u64,
    pub(super) parked: Option<Parked>,
}

impl Pane {
    /// Whether its program ended and it was kept.
    pub(super) const fn dead(&self) -> bool {
        self.ended.is_some()
    }

    /// What it covers of its window.
    pub(super) const fn area(&self) -> Area {
        Area {
            width: self.size.width,
            height: self.size.height,
            left: self.left,
            top: self.top,
        }
    }

    /// Puts it somewhere; another size is told to terminal and program.
    pub(super) fn place(&mut self, area: Area, now: Instant) {
        (self.left, self.top) = (area.left, area.top);
        let size = Size {
            width: area.width,
            height: area.height,
        };
        if size == self.size {
            return;
        }
        self.size = size;
        self.version += 1;
        self.terminal.resize(size);
        for mode in &mut self.modes {
            mode.scrolled = 0;
        }
        if let Some(program) = &mut self.program {
            program.handle(Event::Resized(size), now);
        }
    }

    /// The foreground process, by name.
    pub(super) fn foreground(&self) -> String {
        match &self.program {
            Some(program) if !self.dead() => program.command(),
            _ => self.named_after(),
        }
    }

    /// The name of what it was started with.
    pub(super) fn named_after(&self) -> String {
        let line = if self.command.is_empty() {
            self.shell.clone()
        } else {
            super::options::escape::arguments(&self.command)
        };
        program_name(&line)
    }

    /// The working directory of the foreground process.
    pub(super) fn directory(&self) -> String {
        match &self.program {
            Some(program) if !self.dead() => program.directory(),
            _ => String::new(),
        }
    }

    /// Bytes for its program, if it still takes any.
    pub(super) fn give(&mut self, bytes: &[u8], now: Instant) {
        if self.dead() || self.input_off || bytes.is_empty() {
            return;
        }
        if let Some(program) = &mut self.program {
            program.handle(Event::Input(bytes), now);
        }
    }

    /// The mode it is in.
    pub(super) fn mode(&self) -> Option<&Mode> {
        self.modes.last()
    }
}

/// The name that tmux gives a command line: its first word, without directory, and without what stands before it by habit.
pub(super) fn program_name(line: &str) -> String {
    let line = line.strip_prefix('"').unwrap_or(line);
    let end = line.find('"').unwrap_or(line.len());
    let line = line.get(..end).unwrap_or(line);
    let line = line.strip_prefix("exec ").unwrap_or(line);
    let line = line.trim_start_matches([' ', '-']);
    let word = line.split(' ').next().unwrap_or_default();
    let word =
        word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && !c.is_ascii_punctuation());
    let name = if word.starts_with('/') {
        word.rsplit('/').next().unwrap_or(word)
    } else {
        word
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::program_name;

    #[test]
    fn a_program_is_named_after_its_first_word() {
        for (line, name) in [
            ("cat", "cat"),
            ("/bin/bash", "bash"),
            ("\"exec cat\"", "cat"),
            ("sh -c \"x y\"", "sh"),
            ("\"seq 1 3; cat\"", "seq"),
            ("-bash", "bash"),
        ] {
            assert_eq!(program_name(line), name, "{line}");
        }
    }
}
