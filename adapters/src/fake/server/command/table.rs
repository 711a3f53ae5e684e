//! The commands that there are.

use super::super::life::Said;
use super::{Call, Done, arranging, buffers, creating, ending, input, listing, setting, showing};

/// One command.
#[derive(Debug)]
pub(super) struct Command {
    pub(super) name: &'static str,
    alias: &'static str,
    /// Its flags; one with a colon behind it has a value.
    pub(super) flags: &'static str,
    /// Those of them that this simulator refuses, for it has not what they do.
    pub(super) refused: &'static str,
    /// The least and the most words behind the flags.
    pub(super) words: (usize, Option<usize>),
    pub(super) run: fn(&mut Call<'_>) -> Said<Done>,
}

macro_rules! commands {
    ($($name:literal, $alias:literal, $flags:literal without $refused:literal, $least:literal ..= $most:expr, $run:path;)*) => {
        &[$(Command {
            name: $name,
            alias: $alias,
            flags: $flags,
            refused: $refused,
            words: ($least, $most),
            run: $run,
        }),*]
    };
}

const COMMANDS: &[Command] = commands! {
    "capture-pane", "capturep", "ab:CeE:JNpPqS:t:T" without "CP", 0 ..= Some(0), showing::capture_pane;
    "clear-history", "clearhist", "t:" without "", 0 ..= Some(0), input::clear_history;
    "copy-mode", "", "eHMs:t:uq" without "eHMs", 0 ..= Some(0), input::copy_mode;
    "clock-mode", "", "t:" without "", 0 ..= Some(0), input::clock_mode;
    "delete-buffer", "deleteb", "b:" without "", 0 ..= Some(0), buffers::delete_buffer;
    "detach-client", "detach", "aE:s:t:P" without "aEPt", 0 ..= Some(0), ending::detach_client;
    "display-message", "display", "ac:d:INpt:F:v" without "acINv", 0 ..= Some(1), showing::display_message;
    "has-session", "has", "t:" without "", 0 ..= Some(0), showing::has_session;
    "kill-pane", "killp", "at:" without "", 0 ..= Some(0), ending::kill_pane;
    "kill-server", "", "" without "", 0 ..= Some(0), ending::kill_server;
    "kill-session", "", "aCt:" without "", 0 ..= Some(0), ending::kill_session;
    "kill-window", "killw", "at:" without "", 0 ..= Some(0), ending::kill_window;
    "link-window", "linkw", "abdks:t:" without "ab", 0 ..= Some(0), arranging::link_window;
    "list-buffers", "lsb", "F:f:" without "", 0 ..= Some(0), listing::list_buffers;
    "list-clients", "lsc", "F:t:" without "", 0 ..= Some(0), listing::list_clients;
    "list-panes", "lsp", "asF:f:t:" without "", 0 ..= Some(0), listing::list_panes;
    "list-sessions", "ls", "F:f:" without "", 0 ..= Some(0), listing::list_sessions;
    "list-windows", "lsw", "F:f:at:" without "", 0 ..= Some(0), listing::list_windows;
    "move-window", "movew", "abdkrs:t:" without "abr", 0 ..= Some(0), arranging::move_window;
    "new-session", "new", "Ac:dDe:EF:f:n:Ps:t:x:Xy:" without "DEfX", 0 ..= None, creating::new_session;
    "new-window", "neww", "abc:de:F:kn:PSt:" without "abS", 0 ..= None, creating::new_window;
    "paste-buffer", "pasteb", "db:prs:St:" without "", 0 ..= Some(0), buffers::paste_buffer;
    "rename-session", "rename", "t:" without "", 1 ..= Some(1), arranging::rename_session;
    "rename-window", "renamew", "t:" without "", 1 ..= Some(1), arranging::rename_window;
    "resize-pane", "resizep", "DLMRTt:Ux:y:Z" without "MT", 0 ..= Some(1), arranging::resize_pane;
    "resize-window", "resizew", "aADLRt:Ux:y:" without "aA", 0 ..= Some(1), arranging::resize_window;
    "respawn-pane", "respawnp", "c:e:kt:" without "", 0 ..= None, creating::respawn_pane;
    "save-buffer", "saveb", "ab:" without "a", 1 ..= Some(1), buffers::save_buffer;
    "select-layout", "selectl", "Enopt:" without "Enop", 0 ..= Some(1), arranging::select_layout;
    "select-pane", "selectp", "DdegLlMmP:RT:t:UZ" without "DgLmMPRUZ", 0 ..= Some(0), arranging::select_pane;
    "select-window", "selectw", "lnpTt:" without "T", 0 ..= Some(0), arranging::select_window;
    "send-keys", "send", "FHlMN:Rt:X" without "FM", 0 ..= None, input::send_keys;
    "set-buffer", "setb", "ab:t:n:w" without "tw", 0 ..= Some(1), buffers::set_buffer;
    "set-environment", "setenv", "Fhgrt:u" without "", 1 ..= Some(2), setting::set_environment;
    "set-hook", "", "agpRt:uw" without "R", 1 ..= Some(2), setting::set_hook;
    "set-option", "set", "aFgopqst:uUw" without "", 1 ..= Some(2), setting::set_option;
    "set-window-option", "setw", "aFgoqt:u" without "", 1 ..= Some(2), setting::set_window_option;
    "show-buffer", "showb", "b:" without "", 0 ..= Some(0), buffers::show_buffer;
    "show-environment", "showenv", "hgst:" without "", 0 ..= Some(1), showing::show_environment;
    "show-hooks", "", "gpt:w" without "", 0 ..= Some(1), showing::show_hooks;
    "show-options", "show", "AgHpqst:vw" without "H", 0 ..= Some(1), showing::show_options;
    "show-window-options", "showw", "gvt:" without "", 0 ..= Some(1), showing::show_window_options;
    "split-window", "splitw", "bc:de:fF:hIl:p:Pt:vZ" without "IZ", 0 ..= None, creating::split_window;
    "start-server", "start", "" without "", 0 ..= Some(0), creating::start_server;
    "swap-pane", "swapp", "dDs:t:UZ" without "DUZ", 0 ..= Some(0), arranging::swap_pane;
    "unlink-window", "unlinkw", "kt:" without "", 0 ..= Some(0), arranging::unlink_window;
    "wait-for", "wait", "LSU" without "", 1 ..= Some(1), input::wait_for;
};

/// The command of a name, of an alias, or of a beginning that is the only one.
///
/// # Errors
/// tmux's words.
pub(super) fn find(name: &str) -> Said<&'static Command> {
    let exact = |command: &&Command| command.name == name || command.alias == name;
    if let Some(command) = COMMANDS.iter().find(exact) {
        return Ok(command);
    }
    let found: Vec<&Command> = COMMANDS
        .iter()
        .filter(|command| command.name.starts_with(name))
        .collect();
    match &*found {
        [only] => Ok(only),
        [] => Err(format!("unknown command: {name}")),
        several => {
            let names: Vec<&str> = several.iter().map(|command| command.name).collect();
            Err(format!(
                "ambiguous command: {name}, could be: {}",
                names.join(", ")
            ))
        }
    }
}
