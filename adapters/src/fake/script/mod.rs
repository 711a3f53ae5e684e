//! Scenes: what a simulated machine holds, and what its commands print, when, and how they end.
//!
//! Plain data. The shell plays the commands; the server makes the sessions. The format of a scene's file is in
//! `app/docs/scenes.md`.

mod error;
mod reading;
mod written;

use std::sync::Arc;
use std::time::Duration;

use regex::Regex;

pub use error::SceneError;

/// A simulated machine.
#[derive(Debug, Clone)]
pub struct Scene {
    /// What `hostname` says.
    pub host: String,
    /// The environment that every program is started with, below what the server gives it; a prompt is `PS1` in it.
    pub environment: Vec<(String, String)>,
    /// The files that every pane finds.
    pub files: Vec<File>,
    /// The commands beyond those that the shell knows; the first that matches is run.
    pub commands: Vec<Arc<Command>>,
    /// The sessions that there are at the beginning.
    pub sessions: Vec<Session>,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its absolute path.
    pub path: String,
    /// What it holds.
    pub text: String,
}

/// A command.
#[derive(Debug, Clone)]
pub struct Command {
    /// Which words it answers to.
    pub words: Words,
    /// What it does.
    pub deed: Deed,
}

/// What a command does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// These steps, in order; after the last it ends with status 0, or begins again.
    Steps {
        /// The steps.
        steps: Vec<Step>,
        /// Whether it begins again, for ever.
        repeats: bool,
    },
    /// What a shell makes of this script; the words behind the command's name are its arguments.
    Run(String),
}

/// Which words a command answers to.
#[derive(Debug, Clone)]
pub enum Words {
    /// These, all of them and no more.
    Exact(Vec<String>),
    /// Any that, joined by blanks, match from beginning to end.
    Pattern(Regex),
}

/// A step of a command: it waits, prints, reads, and then goes on or ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// How long it waits first.
    pub after: Duration,
    /// What it prints then.
    pub print: String,
    /// What it prints on its standard error.
    pub complain: String,
    /// What it waits for then.
    pub reads: Reads,
    /// What comes of it.
    pub outcome: Outcome,
}

/// What a step waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// For nothing.
    Nothing,
    /// For a line of input.
    Line,
    /// For a key, which the terminal does not show.
    Key,
}

/// What comes of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The next step.
    GoesOn,
    /// The command ends with this status.
    Exit(i32),
    /// The command gets this signal, as from outside.
    Signal(i32),
}

/// A session at the beginning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its name.
    pub name: String,
    /// Its windows, at least one.
    pub windows: Vec<Window>,
}

/// A window at the beginning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// Its name, where it has one of its own.
    pub name: Option<String>,
    /// Its panes, at least one.
    pub panes: Vec<Pane>,
}

/// A pane at the beginning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pane {
    /// What runs in it, as in [`crate::fake::program::Start`]: nothing for the default shell, one word for a shell's line.
    pub command: Vec<String>,
    /// A line that is typed into it, with Enter, once it runs.
    pub types: Option<String>,
    /// Its working directory.
    pub directory: Option<String>,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            host: "fake".to_owned(),
            environment: Vec::new(),
            files: Vec::new(),
            commands: Vec::new(),
            sessions: Vec::new(),
        }
    }
}

impl Scene {
    /// The command that answers to these words.
    #[must_use]
    pub fn find(&self, words: &[String]) -> Option<Arc<Command>> {
        if self.commands.is_empty() {
            return None;
        }
        let joined = words.join(" ");
        let answers = |command: &&Arc<Command>| match &command.words {
            Words::Exact(own) => own == words,
            Words::Pattern(pattern) => pattern.is_match(&joined),
        };
        self.commands.iter().find(answers).cloned()
    }
}

/// The number of a signal that ends a program, by its name.
fn signal_number(name: &str) -> Option<i32> {
    let number = match name.strip_prefix("SIG").unwrap_or(name) {
        "HUP" => 1,
        "INT" => 2,
        "QUIT" => 3,
        "ILL" => 4,
        "ABRT" => 6,
        "BUS" => 7,
        "FPE" => 8,
        "KILL" => 9,
        "SEGV" => 11,
        "PIPE" => 13,
        "TERM" => 15,
        _ => return None,
    };
    Some(number)
}

#[cfg(test)]
mod tests;
