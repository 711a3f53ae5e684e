//! What is asked of a server about what it holds: a format for each kind of row.

use domain::run::RUNS_OPTION;

use crate::tmux::quote::quoted;
use crate::tmux::rows::Token;

/// The kind of the server's row.
pub(crate) const SERVER: char = 'v';
pub(super) const SESSION: char = 's';
pub(super) const WINDOW: char = 'w';
pub(super) const PANE: char = 'p';
pub(super) const CLIENT: char = 'c';
/// A pane in brief, with the session that it was found in.
pub(super) const PLACED: char = 'q';
/// A window's row and a pane's in one, with whether the window may have other places.
pub(super) const WHOLE: char = 'x';

/// The command that prints the server's row.
pub(crate) fn server(token: &Token) -> String {
    let words = ["pid", "start_time", "version", "exit-empty", "S:x"];
    let format = token.format(SERVER, &words, &["socket_path", "host"]);
    format!("display-message -p {}", quoted(&format))
}

pub(super) fn sessions(token: &Token) -> String {
    let words = [
        "session_id",
        "session_windows",
        "session_attached",
        "session_created",
        "session_activity",
    ];
    let format = token.format(SESSION, &words, &["session_name", "session_group"]);
    format!("list-sessions -F {}", quoted(&format))
}

const WINDOW_WORDS: [&str; 9] = [
    "window_id",
    "session_id",
    "window_index",
    "window_panes",
    "window_width",
    "window_height",
    "window_active",
    "window_zoomed_flag",
    "window_activity",
];
const WINDOW_TEXTS: [&str; 2] = ["window_layout", "window_name"];

/// What a list of panes shows of each.
const BRIEF_WORDS: [&str; 13] = [
    "pane_id",
    "window_id",
    "pane_index",
    "pane_pid",
    "pane_width",
    "pane_height",
    "pane_active",
    "pane_dead",
    "pane_dead_status",
    "pane_dead_signal",
    "pane_mode",
    "alternate_on",
    "pane_synchronized",
];
const BRIEF_TEXTS: [&str; 3] = ["pane_title", "pane_current_command", "pane_current_path"];
/// What else is known of one.
const OTHER_WORDS: [&str; 9] = [
    "pane_left",
    "pane_top",
    "scroll_position",
    "pane_input_off",
    "cursor_x",
    "cursor_y",
    "cursor_flag",
    "history_size",
    "history_limit",
];
const OTHER_TEXTS: [&str; 2] = ["pane_start_command", RUNS_OPTION];

pub(super) fn window_format(token: &Token) -> String {
    quoted(&token.format(WINDOW, &WINDOW_WORDS, &WINDOW_TEXTS))
}

pub(super) fn pane_format(token: &Token) -> String {
    let mut format = token.format(PANE, &BRIEF_WORDS, &BRIEF_TEXTS);
    token.add(&mut format, &OTHER_WORDS, &OTHER_TEXTS);
    quoted(&format)
}

pub(super) fn placed_format(token: &Token) -> String {
    let mut format = token.format(PLACED, &["session_id"], &[]);
    token.add(&mut format, &BRIEF_WORDS, &BRIEF_TEXTS);
    quoted(&format)
}

pub(super) fn whole_format(token: &Token) -> String {
    let mut format = token.format(WHOLE, &WINDOW_WORDS, &WINDOW_TEXTS);
    token.add(&mut format, &BRIEF_WORDS, &BRIEF_TEXTS);
    token.add(&mut format, &OTHER_WORDS, &OTHER_TEXTS);
    // For a session in a group tmux compares with the group's size (session.c, `session_is_linked`).
    token.add(&mut format, &["window_linked", "session_grouped"], &[]);
    quoted(&format)
}

pub(super) fn clients(token: &Token) -> String {
    let words = [
        "client_pid",
        "session_id",
        "window_id",
        "pane_id",
        "window_zoomed_flag",
        "client_control_mode",
    ];
    format!(
        "list-clients -F {}",
        quoted(&token.format(CLIENT, &words, &[]))
    )
}
