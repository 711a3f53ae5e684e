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
    /// The least and the most words behind the flags.
    pub(super) words: (usize, Option<usize>),
    pub(super) run: fn(&mut Call<'_>) -> Said<Done>,
}

macro_rules! commands {
    ($($name:literal, $alias:literal, $flags:literal, $least:literal ..= $most:expr, $run:path;)*) => {
        &[$(Command {
            name: $name,
            alias: $alias,
            flags: $flags,
            words: ($least, $most),
            run: $run,
        }),*]
    };
}

const COMMANDS: &[Command] = commands! {
    "capture-pane", "capturep", "ab:CeE:JNpPqS:t:", 0 ..= Some(0), showing::capture_pane;
    "clear-history", "clearhist", "t:", 0 ..= Some(0), input::clear_history;
    "copy-mode", "", "eHMs:t:uq", 0 ..= Some(0), input::copy_mode;
    "clock-mode", "", "t:", 0 ..= Some(0), input::clock_mode;
    "delete-buffer", "deleteb", "b:", 0 ..= Some(0), buffers::delete_buffer;
    "detach-client", "detach", "aE:s:t:P", 0 ..= Some(0), ending::detach_client;
    "display-message", "display", "ac:d:INpt:F:v", 0 ..= Some(1), showing::display_message;
    "has-session", "has", "t:", 0 ..= Some(0), showing::has_session;
    "kill-pane", "killp", "at:", 0 ..= Some(0), ending::kill_pane;
    "kill-server", "", "", 0 ..= Some(0), ending::kill_server;
    "kill-session", "", "aCt:", 0 ..= Some(0), ending::kill_session;
    "kill-window", "killw", "at:", 0 ..= Some(0), ending::kill_window;
    "link-window", "linkw", "abdks:t:", 0 ..= Some(0), arranging::link_window;
    "list-buffers", "lsb", "F:f:", 0 ..= Some(0), listing::list_buffers;
    "list-clients", "lsc", "F:t:", 0 ..= Some(0), listing::list_clients;
    "list-panes", "lsp", "asF:f:t:", 0 ..= Some(0), listing::list_panes;
    "list-sessions", "ls", "F:f:", 0 ..= Some(0), listing::list_sessions;
    "list-windows", "lsw", "F:f:at:", 0 ..= Some(0), listing::list_windows;
    "move-window", "movew", "abdkrs:t:", 0 ..= Some(0), arranging::move_window;
    "new-session", "new", "Ac:dDe:EF:f:n:Ps:t:x:Xy:", 0 ..= None, creating::new_session;
    "new-window", "neww", "abc:de:F:kn:PSt:", 0 ..= None, creating::new_window;
    "paste-buffer", "pasteb", "db:prs:t:", 0 ..= Some(0), buffers::paste_buffer;
    "rename-session", "rename", "t:", 1 ..= Some(1), arranging::rename_session;
    "rename-window", "renamew", "t:", 1 ..= Some(1), arranging::rename_window;
    "resize-pane", "resizep", "DLMRTt:Ux:y:Z", 0 ..= Some(1), arranging::resize_pane;
    "resize-window", "resizew", "aADLRt:Ux:y:", 0 ..= Some(1), arranging::resize_window;
    "respawn-pane", "respawnp", "c:e:kt:", 0 ..= None, creating::respawn_pane;
    "save-buffer", "saveb", "ab:", 1 ..= Some(1), buffers::save_buffer;
    "select-layout", "selectl", "Enopt:", 0 ..= Some(1), arranging::select_layout;
    "select-pane", "selectp", "DdegLlMmP:RT:t:UZ", 0 ..= Some(0), arranging::select_pane;
    "select-window", "selectw", "lnpTt:", 0 ..= Some(0), arranging::select_window;
    "send-keys", "send", "FHlMN:Rt:X", 0 ..= None, input::send_keys;
    "set-buffer", "setb", "ab:t:n:w", 0 ..= Some(1), buffers::set_buffer;
    "set-environment", "setenv", "Fhgrt:u", 1 ..= Some(2), setting::set_environment;
    "set-hook", "", "agpRt:uw", 1 ..= Some(2), setting::set_hook;
    "set-option", "set", "aFgopqst:uUw", 1 ..= Some(2), setting::set_option;
    "set-window-option", "setw", "aFgoqt:u", 1 ..= Some(2), setting::set_window_option;
    "show-buffer", "showb", "b:", 0 ..= Some(0), buffers::show_buffer;
    "show-environment", "showenv", "hgst:", 0 ..= Some(1), showing::show_environment;
    "show-hooks", "", "gpt:w", 0 ..= Some(1), showing::show_hooks;
    "show-options", "show", "AgHpqst:vw", 0 ..= Some(1), showing::show_options;
    "show-window-options", "showw", "gvt:", 0 ..= Some(1), showing::show_window_options;
    "split-window", "splitw", "bc:de:fF:hIl:p:Pt:vZ", 0 ..= None, creating::split_window;
    "start-server", "start", "", 0 ..= Some(0), creating::start_server;
    "swap-pane", "swapp", "dDs:t:UZ", 0 ..= Some(0), arranging::swap_pane;
    "unlink-window", "unlinkw", "kt:", 0 ..= Some(0), arranging::unlink_window;
    "wait-for", "wait", "LSU", 1 ..= Some(1), input::wait_for;
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
