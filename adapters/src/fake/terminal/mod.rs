//! What a program's output does to a pane's grid.

use domain::{CaptureRequest, capture::{Excerpt, Position, Screen}};

use super::{profile::Profile, program::Size};

/// A pane's terminal: two screens, a history, and the state of the escape sequences.
#[derive(Debug)]
pub struct Terminal {}

impl Terminal {
    /// An empty one.
    #[must_use]
    pub fn new(_size: Size, _history_limit: u64, _title: &str) -> Self { todo!() }
    /// The same as another release of tmux has it.
    #[must_use]
    pub fn with_profile(self, _profile: Profile) -> Self { todo!() }
    /// Changes how many rows the history holds at most, where the release lets a live pane follow that option.
    pub fn set_history_limit(&mut self, _limit: u64) { todo!() }
    /// Takes in output of the program.
    pub fn feed(&mut self, _bytes: &[u8]) { todo!() }
    /// What the terminal answers to the program's questions (DSR, DA and the like), once.
    pub fn take_replies(&mut self) -> Vec<u8> { todo!() }
    /// Gives it another size, as tmux's `screen_resize` does.
    pub fn resize(&mut self, _size: Size) { todo!() }
    /// Forgets the rows above the screen.
    pub fn clear_history(&mut self) { todo!() }
    /// What respawn-pane does to it.
    pub fn respawn(&mut self) { todo!() }
    /// Where it stands.
    #[must_use]
    pub fn position(&self, _screen: Screen) -> Position { todo!() }
    /// The rows that a request names.
    #[must_use]
    pub fn excerpt(&self, _request: &CaptureRequest) -> Excerpt { todo!() }
    /// The title that the program set.
    #[must_use]
    pub fn title(&self) -> &str { todo!() }
    /// Sets the title from outside, as select-pane -T does.
    pub fn set_title(&mut self, _title: &str) { todo!() }
    /// Whether the program asked for bracketed paste.
    #[must_use]
    pub fn bracketed_paste(&self) -> bool { todo!() }
    /// Whether the text cursor is shown.
    #[must_use]
    pub fn cursor_visible(&self) -> bool { todo!() }
    /// Whether cursor keys are sent in application mode.
    #[must_use]
    pub fn application_cursor(&self) -> bool { todo!() }
}
