//! A command bracketed in a terminal: the line that is typed, the script behind it, and the cut of output out of a capture.
//!
//! The script prints a line with a nonce before and after the command, so that output is what stands between two whole
//! lines. An outer subshell keeps that true however the command ends: by `exit`, a signal, C-c, `set -e`, a syntax error,
//! `exec`. It then writes the status into the pane's run words and signals the run's channel, in one tmux invocation.
//!
//! The script is handed over in a private tmux buffer, which the typed line reads and deletes in one invocation. So the
//! line stays short whatever the command, the line editor never sees the command itself, and a buffer that still exists
//! is proof that no shell has read the line. The typed line leads with the command as the argument of `:`, for a person
//! who watches; it holds neither nonce nor marker, so that its echo is never taken for one.
//!
//! The pieces are proven by cases in `tests/tools` in bash, zsh, dash and fish; see also tmux-facts 8.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::capture::{Excerpt, Line, Position};
use crate::id::{Nonce, PaneId};
use crate::port::Stroke;
use crate::run::RUNS_OPTION;

/// The longest command that is typed in full; of a longer one the line shows the beginning.
const SHOWN_CHARS: usize = 160;

/// The shells that a frame can be typed into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shell {
    /// Runs the command in a subshell of its own: bash, zsh, dash, busybox ash, mksh, a plain `sh`.
    Own,
    /// Has no subshell that keeps a frame (ksh93 runs them in-process), so a `sh` runs the command.
    Foreign,
    /// As [`Shell::Foreign`], and quotes unlike a POSIX shell.
    Fish,
}

impl Shell {
    /// The shell that a foreground process of this name is; `None` where it is no shell known here.
    #[must_use]
    pub fn of_process(name: &str) -> Option<Self> {
        match name {
            "bash" | "zsh" | "dash" | "ash" | "busybox" | "sh" | "mksh" | "rbash" => {
                Some(Self::Own)
            }
            "ksh" | "ksh93" | "ksh2020" | "oksh" => Some(Self::Foreign),
            "fish" => Some(Self::Fish),
            _ => None,
        }
    }

    /// The names that [`Shell::of_process`] knows, for a message.
    pub const KNOWN: &'static str = "bash, zsh, dash, ash, sh, ksh, mksh, fish";

    /// Whether another shell than the pane's own runs the command.
    #[must_use]
    pub const fn is_foreign(self) -> bool {
        matches!(self, Self::Foreign | Self::Fish)
    }
}

/// The tmux client that the frame calls from within the pane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameClient {
    program: String,
    socket: String,
}

/// A path that cannot stand in a typed line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{path:?} is relative or has control characters; the tmux executable and its socket need plain absolute paths"
)]
pub struct UnusablePath {
    /// The path.
    pub path: String,
}

impl FrameClient {
    /// A client by its absolute path, on a server's socket, both as the pane's machine knows them.
    ///
    /// # Errors
    /// [`UnusablePath`] for a relative path or one with control characters.
    pub fn new(program: &str, socket: &str) -> Result<Self, UnusablePath> {
        for path in [program, socket] {
            if !path.starts_with('/') || path.chars().any(char::is_control) {
                return Err(UnusablePath {
                    path: path.to_string(),
                });
            }
        }
        Ok(Self {
            program: program.to_string(),
            socket: socket.to_string(),
        })
    }

    fn call(&self) -> String {
        format!("{} -S {}", sh_word(&self.program), sh_word(&self.socket))
    }
}

/// One framed run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    nonce: Nonce,
    start: String,
    end: String,
}

/// What is typed, and what tmux holds for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composed {
    /// The typed line, without Enter.
    pub line: String,
    /// What the private buffer holds.
    pub script: String,
}

/// A command's output, cut out of an excerpt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cut {
    /// The output's logical lines.
    pub lines: Vec<Line>,
    /// Whether the start marker is held: nothing of the output is missing before the first line.
    pub started: bool,
    /// Whether the end marker is held behind all of the output: the last line is the last of it.
    pub ended: bool,
    /// The absolute row behind the start marker, or the first one held.
    pub first: u64,
}

impl Cut {
    /// Whether the lines are exactly what the command printed.
    #[must_use]
    pub const fn framed(&self) -> bool {
        self.started && self.ended
    }
}

impl Frame {
    /// The frame of the run that `nonce` names.
    #[must_use]
    pub fn new(nonce: Nonce) -> Self {
        Self {
            start: format!("{nonce}:s"),
            end: format!("{nonce}:e:"),
            nonce,
        }
    }

    /// The run's name.
    #[must_use]
    pub const fn nonce(&self) -> &Nonce {
        &self.nonce
    }

    /// The private buffer that hands the script over. It tells too little of the nonce for its echo to be a marker.
    #[must_use]
    pub fn buffer(&self) -> String {
        format!("ltm{}", self.nonce.as_str().get(..8).unwrap_or_default())
    }

    /// Composes the typed line and the script for `command` in a pane whose foreground process is `shell`.
    #[must_use]
    pub fn compose(
        &self,
        shell: Shell,
        command: &str,
        client: &FrameClient,
        pane: PaneId,
    ) -> Composed {
        let buffer = self.buffer();
        let fetch = format!(
            "{} show-buffer -b {buffer} \\; delete-buffer -b {buffer}",
            client.call()
        );
        let shown = sh_quoted(&shown(command));
        let line = match shell {
            Shell::Own => format!("( : {shown}; \\trap '' INT; \\eval \"$({fetch})\" )"),
            Shell::Foreign => {
                format!(
                    "/bin/sh -c {}",
                    sh_quoted(&format!(": {shown}; trap '' INT; eval \"$({fetch})\""))
                )
            }
            Shell::Fish => {
                format!(
                    "/bin/sh -c {}",
                    fish_quoted(&format!(": {shown}; trap '' INT; eval \"$({fetch})\""))
                )
            }
        };
        Composed {
            line,
            script: self.script(command, client, pane),
        }
    }

    /// The strokes that type a composed line: whatever stands half-typed at the prompt is discarded first, behind the
    /// text cursor (C-k) and before it (C-u). In line mode C-u takes the C-k back with the rest of the line.
    #[must_use]
    pub fn strokes(composed: &Composed, leading_space: bool) -> Vec<Stroke> {
        let space = if leading_space { " " } else { "" };
        alloc::vec![
            Stroke::Key("C-k".to_string()),
            Stroke::Key("C-u".to_string()),
            Stroke::Text(format!("{space}{}", composed.line)),
            Stroke::Key("Enter".to_string()),
        ]
    }

    /// The script, line by line:
    ///
    /// - Interrupts end the command, not the frame; the options e, x and v are off in the frame, e and x back on in the
    ///   command, so that `set -e` in the pane closes no shell and `set -x` writes no plumbing into the output.
    /// - Markers begin with a line break and erase what stood in their row, so that they are whole lines. The start marker
    ///   erases all that an earlier program left below it. Carriage returns keep them whole in a terminal left in raw mode. A subshell of their own
    ///   forgets functions and aliases called printf and leaves the command its own.
    /// - The command is evaluated from one quoted word, so that unbalanced quotes, comments and here-documents stay in it.
    /// - From its end on nothing interrupts any more, or a second C-c would lose the status.
    fn script(&self, command: &str, client: &FrameClient, pane: PaneId) -> String {
        let nonce = &self.nonce;
        let say = |what: &str| {
            format!("( \\unalias printf; \\unset -f printf; \\printf '\\r\\n{what} ) 2>/dev/null")
        };
        let start = say(&format!("\\033[J%s:s\\r\\n' {nonce}"));
        let end = say(&format!("\\033[K%s:e:%s\\r\\n' {nonce} \"$_ltm\""));
        let client = client.call();
        let command = sh_quoted(command);
        format!(
            "( {{ \\trap : INT QUIT TERM; _ltm=; case $- in *e*) _ltm=e;; esac; case $- in *x*) _ltm=x$_ltm;; esac; \\set +exv; }} 2>/dev/null\n\
             {start}\n\
             ( \\eval \"\\\\unset _ltm;${{_ltm:+set -$_ltm;}}\"{command} )\n\
             _ltm=$?; \\trap '' INT QUIT TERM\n\
             {end}\n\
             {client} set-option -pa -t {pane} {RUNS_OPTION} \" {nonce}:$_ltm\" \\; wait-for -S {nonce}\n\
             \\exit 0 )"
        )
    }

    /// Cuts the output out of an excerpt: between the first line that is the start marker and the first end marker
    /// behind it. A command that prints the pane's own content prints markers again, always behind the first.
    ///
    /// Without an end marker the output so far ends with the line under the text cursor. Without a start marker all
    /// that is held before the end marker is the command's; without either nothing is known to be.
    #[must_use]
    pub fn cut(&self, excerpt: &Excerpt, position: &Position) -> Cut {
        let lines = excerpt.lines();
        let start = lines.iter().position(|line| line.text() == self.start);
        let behind = start.map_or(0, |place| place + 1);
        let rest = lines.get(behind..).unwrap_or_default();
        let end = rest.iter().position(|line| self.is_end(line.text()));
        let output = match (start, end) {
            (_, Some(end)) => rest.get(..end).unwrap_or_default(),
            (Some(_), None) => {
                let shown = rest
                    .iter()
                    .take_while(|line| line.first <= position.cursor_row())
                    .count();
                rest.get(..shown).unwrap_or_default()
            }
            (None, None) => &[],
        };
        let first = rest.first().map_or(excerpt.end(), |line| line.first);
        // Something stands below the text cursor: the command moved it up, and its end marker into the output.
        let overdrawn = end.is_some_and(|end| {
            let below = rest.get(end + 1..).unwrap_or_default().iter();
            below
                .skip_while(|line| line.first <= position.cursor_row())
                .any(|line| !line.text().is_empty())
        });
        // The line break of the end marker leaves an empty row where the output ended with a line break of its own;
        // while the command runs, the row that the text cursor waits on is empty just so.
        let output = match output.split_last() {
            Some((last, before)) if last.written.is_empty() => before,
            _ => output,
        };
        Cut {
            lines: output.to_vec(),
            started: start.is_some(),
            ended: end.is_some() && !overdrawn,
            first,
        }
    }

    /// What is left of a command that still runs and whose start marker is out of reach: all that is held up to the text
    /// cursor. Nothing where the typed line is still held, for then the start marker is not drawn yet.
    #[must_use]
    pub fn cut_so_far(&self, excerpt: &Excerpt, position: &Position) -> Cut {
        let cut = self.cut(excerpt, position);
        let rows: String = excerpt.rows.iter().map(|row| row.text.as_str()).collect();
        if cut.started || rows.contains(&self.buffer()) {
            return cut;
        }
        let mut lines = excerpt.lines();
        lines.retain(|line| line.first <= position.cursor_row());
        if lines.last().is_some_and(|line| line.written.is_empty()) {
            lines.pop();
        }
        Cut { lines, ..cut }
    }

    fn is_end(&self, text: &str) -> bool {
        text.strip_prefix(self.end.as_str()).is_some_and(|status| {
            (1..=3).contains(&status.len()) && status.bytes().all(|byte| byte.is_ascii_digit())
        })
    }
}

/// The command as the typed line shows it: in full where it is one short printable line, else its beginning.
///
/// Only printable ASCII is typed: what a line editor makes of other bytes depends on the pane's locale.
fn shown(command: &str) -> String {
    let plain = |c: char| if (' '..='~').contains(&c) { c } else { ' ' };
    if command.chars().all(|c| plain(c) == c) && command.chars().nth(SHOWN_CHARS).is_none() {
        return command.to_string();
    }
    let beginning: String = command
        .trim_start()
        .chars()
        .map(plain)
        .take(SHOWN_CHARS / 2)
        .collect();
    format!("{} ...", beginning.trim_end())
}

/// The text as one word of a POSIX shell.
fn sh_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// The text as one word of a POSIX shell: as it is where a shell reads it so, else quoted.
#[must_use]
pub fn sh_word(path: &str) -> String {
    let plain = |byte: u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'/' | b'.' | b'_' | b'-' | b'+' | b'@' | b'%' | b',')
    };
    if !path.is_empty() && path.bytes().all(plain) {
        path.to_string()
    } else {
        sh_quoted(path)
    }
}

/// The text as one word of fish, where backslashes count inside single quotes.
fn fish_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

#[cfg(test)]
mod tests;
