//! What runs in a pane, as the simulated server sees it.

use std::fmt;

use tokio::time::Instant;

/// Columns and rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// What a program is started with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// The command: empty for the default shell, one word for a line that a shell reads, else the words themselves.
    pub command: Vec<String>,
    /// Its working directory.
    pub directory: String,
    /// Its environment, `TMUX` and `TMUX_PANE` included.
    pub environment: Vec<(String, String)>,
    /// Its process.
    pub pid: u32,
    /// Its terminal.
    pub size: Size,
}

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with this status.
    Status(i32),
    /// By this signal.
    Signal(i32),
}

/// What a `tmux` command that a program called came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// Its exit status.
    pub status: i32,
    /// Its standard output.
    pub output: Vec<u8>,
    /// Its standard error.
    pub words: Vec<u8>,
}

/// What happens to a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event<'a> {
    /// Bytes arrive on its terminal, before the line discipline has seen them.
    Input(&'a [u8]),
    /// Its terminal has another size.
    Resized(Size),
    /// The answer to its last [`Act::Tmux`]; it asks for no second one before.
    Answer(Answer),
    /// A signal for what runs in the foreground.
    Signal(i32),
}

/// What a program does, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Writes to its terminal; line breaks are already what the terminal gets (`\r\n` in cooked mode).
    Print(Vec<u8>),
    /// Calls `tmux` with these arguments, and goes on with the [`Event::Answer`].
    Tmux(Vec<String>),
    /// Ends. Nothing follows.
    End(Ended),
}

/// What runs in a pane: a state machine that the server drives. It never sleeps and never blocks; time is handed in.
pub trait Program: fmt::Debug + Send {
    /// Takes in what happened. What it does about it comes out of [`Program::next`].
    fn handle(&mut self, event: Event<'_>, now: Instant);

    /// The next thing it does at this moment; `None` where it waits. A program that prints for ever prints a bounded
    /// amount for each moment, and is due again later.
    fn next(&mut self, now: Instant) -> Option<Act>;

    /// When it next does something by itself; `None` where only an event can wake it.
    fn due(&self) -> Option<Instant>;

    /// The foreground process, by name.
    fn command(&self) -> String;

    /// The working directory of the foreground process.
    fn directory(&self) -> String;
}
