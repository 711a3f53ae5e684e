//! What a program's output does to a pane's grid.
//!
//! - `stream` cuts the output into text, control sequences (over vte) and strings;
//! - `interpreter` and `sequences` say what they mean, with `parameters` and the `pen`;
//! - `screen` carries it out on a grid;
//! - `excerpt` answers readers.

mod excerpt;
mod interpreter;
mod parameters;
mod pen;
mod screen;
mod sequences;
mod stream;
#[cfg(test)]
mod tests;

use domain::CaptureRequest;
use domain::capture::{Excerpt, Position, Screen};

use super::profile::Profile;
use super::program::Size;
use interpreter::Interpreter;
use stream::Stream;

/// A pane's terminal: two screens, a history, and the state of the escape sequences.
#[derive(Debug)]
pub struct Terminal {
    stream: Stream,
    interpreter: Interpreter,
}

impl Terminal {
    /// An empty one.
    #[must_use]
    pub fn new(size: Size, history_limit: u64, title: &str) -> Self {
        let limit = usize::try_from(history_limit).unwrap_or(usize::MAX);
        let screen = screen::Screen::new(cells(size), limit, title);
        Self {
            stream: Stream::default(),
            interpreter: Interpreter::new(screen, Profile::default()),
        }
    }

    /// The same as another release of tmux has it.
    #[must_use]
    pub fn with_profile(mut self, profile: Profile) -> Self {
        self.interpreter.profile = profile;
        self
    }

    /// Takes in output of the program.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.stream.feed(bytes, &mut self.interpreter);
    }

    /// What the terminal answers to the program's questions (DSR, DA and the like), once.
    pub fn take_replies(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.interpreter.replies)
    }

    /// Gives it another size, as tmux's `screen_resize` does.
    pub fn resize(&mut self, size: Size) {
        self.interpreter.screen.resize(cells(size));
    }

    /// Whether the last row is marked as continued, though no row follows. tmux 3.3a may then read beyond its grid at the
    /// next resize, and end.
    #[must_use]
    pub fn last_row_continues(&self) -> bool {
        let screen = &self.interpreter.screen;
        let last = screen.grid.line(screen.height() - 1);
        last.is_some_and(|line| line.wrapped)
    }

    /// Forgets the rows above the screen.
    pub fn clear_history(&mut self) {
        self.interpreter.screen.grid.clear_history();
    }

    /// Changes how many rows the history holds at most, where the release lets a live pane follow that option.
    pub fn set_history_limit(&mut self, limit: u64) {
        if self.interpreter.profile.live_history_limit {
            let limit = usize::try_from(limit).unwrap_or(usize::MAX);
            self.interpreter.screen.grid.set_limit(limit);
        }
    }

    /// What respawn-pane does to it.
    pub fn respawn(&mut self) {
        self.stream = Stream::default();
        self.interpreter.restart();
    }

    /// Where it stands.
    #[must_use]
    pub fn position(&self, screen: Screen) -> Position {
        excerpt::position(&self.interpreter.screen, screen)
    }

    /// The rows that a request names.
    #[must_use]
    pub fn excerpt(&self, request: &CaptureRequest) -> Excerpt {
        excerpt::excerpt(&self.interpreter.screen, request)
    }

    /// The title that the program set.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.interpreter.screen.title
    }

    /// Sets the title from outside, as select-pane -T does.
    pub fn set_title(&mut self, title: &str) {
        title.clone_into(&mut self.interpreter.screen.title);
    }

    /// Whether the program asked for bracketed paste.
    #[must_use]
    pub fn bracketed_paste(&self) -> bool {
        self.interpreter.screen.modes.bracketed_paste
    }

    /// Whether the text cursor is shown.
    #[must_use]
    pub fn cursor_visible(&self) -> bool {
        self.interpreter.screen.modes.cursor
    }

    /// Whether cursor keys are sent in application mode.
    #[must_use]
    pub fn application_cursor(&self) -> bool {
        self.interpreter.screen.modes.application_cursor
    }
}

/// A size as a grid counts it: at least one column and one row.
fn cells(size: Size) -> (usize, usize) {
    let cells = |count: u32| usize::try_from(count.max(1)).unwrap_or(usize::MAX);
    (cells(size.width), cells(size.height))
}
