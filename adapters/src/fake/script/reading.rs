//! A scene's file, read and held against the rules of the format.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use camino::Utf8Path;
use regex::Regex;
use toml::Spanned;

use super::error::{Place, SceneError};
use super::written::{
    Written, WrittenCommand, WrittenFile, WrittenSession, WrittenStep, WrittenWindow,
};
use super::{
    Command, Deed, File, Outcome, Pane, Reads, Scene, Session, Step, Window, Words, signal_number,
};

/// As many bytes as a scene's file has.
const FILE_BYTES_MAX: usize = 1 << 20;
/// As many commands as a scene has.
const COMMANDS_MAX: usize = 500;
/// As many steps as a command has.
const STEPS_MAX: usize = 1000;
/// As many files as a scene has.
const FILES_MAX: usize = 200;
/// As many sessions as there are at the beginning.
const SESSIONS_MAX: usize = 20;
/// As many windows as a session has at the beginning.
const WINDOWS_MAX: usize = 20;
/// As many panes as a window has at the beginning.
const PANES_MAX: usize = 8;
/// As long as a step waits, in seconds.
const AFTER_SECONDS_MAX: f64 = 86_400.0;

impl Scene {
    /// Reads a scene's file.
    ///
    /// # Errors
    /// [`SceneError`] where the file cannot be read, or breaks a rule of the format.
    pub fn load(path: &Utf8Path) -> Result<Self, SceneError> {
        let unreadable = |why: String| SceneError {
            file: path.to_string(),
            line: 0,
            key: String::new(),
            rule: why,
            recovery: "Name a scene's file that can be read".to_owned(),
        };
        let size = std::fs::metadata(path).map_err(|error| unreadable(error.to_string()))?;
        if usize::try_from(size.len()).unwrap_or(usize::MAX) > FILE_BYTES_MAX {
            return Err(unreadable(format!(
                "a scene's file has no more than {FILE_BYTES_MAX} bytes"
            )));
        }
        let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
        Self::parse(&text, path.as_str())
    }

    /// Reads a scene's text; the file's name is for messages.
    ///
    /// # Errors
    /// [`SceneError`] where the text breaks a rule of the format.
    pub fn parse(text: &str, file: &str) -> Result<Self, SceneError> {
        let place = Place { file, text };
        if text.len() > FILE_BYTES_MAX {
            let rule = format!("a scene has no more than {FILE_BYTES_MAX} bytes");
            return Err(place.error(0, &rule, "Take something out"));
        }
        let written: Written = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span: Range<usize>| span.start);
            let rule = error.message().replace('\n', ", ");
            place.error(
                at,
                &rule,
                "See app/docs/scenes.md for the keys and their values",
            )
        })?;
        place.scene(written)
    }
}

/// The parts of a scene, each held against its rules.
impl Place<'_> {
    fn scene(&self, written: Written) -> Result<Scene, SceneError> {
        self.count(&written.command, COMMANDS_MAX, "commands")?;
        self.count(&written.file, FILES_MAX, "files")?;
        self.count(&written.session, SESSIONS_MAX, "sessions")?;
        let mut scene = Scene::default();
        if let Some(host) = written.host {
            if host.get_ref().is_empty() {
                return Err(self.at(
                    &host,
                    "a host has a name",
                    "Write one, or leave the key out",
                ));
            }
            scene.host = host.into_inner();
        }
        scene
            .environment
            .extend(written.prompt.map(|prompt| ("PS1".to_owned(), prompt)));
        for (name, value) in written.environment {
            if !is_variable(name.get_ref()) {
                let rule = "a variable's name has letters, digits and underscores";
                return Err(self.at(&name, rule, "Rename the variable"));
            }
            scene.environment.push((name.into_inner(), value));
        }
        for file in written.file {
            scene.files.push(self.file(file.into_inner())?);
        }
        for command in written.command {
            scene.commands.push(Arc::new(self.command(command)?));
        }
        for session in written.session {
            let session = self.session(session.into_inner(), &scene.sessions)?;
            scene.sessions.push(session);
        }
        Ok(scene)
    }

    fn at<T>(&self, what: &Spanned<T>, rule: &str, recovery: &str) -> SceneError {
        self.error(what.span().start, rule, recovery)
    }

    fn count<T>(&self, all: &[Spanned<T>], max: usize, what: &str) -> Result<(), SceneError> {
        match all.get(max) {
            Some(first) => {
                let rule = format!("there are no more than {max} {what}");
                Err(self.at(first, &rule, "Take some out"))
            }
            None => Ok(()),
        }
    }

    fn file(&self, file: WrittenFile) -> Result<File, SceneError> {
        let path = file.path.get_ref();
        if !path.starts_with('/') || path.ends_with('/') {
            let rule = "a file's path is absolute and names a file";
            return Err(self.at(&file.path, rule, "Write it from / on, as /work/notes.txt"));
        }
        Ok(File {
            path: file.path.into_inner(),
            text: file.text,
        })
    }

    fn command(&self, spanned: Spanned<WrittenCommand>) -> Result<Command, SceneError> {
        let at = spanned.span().start;
        let written = spanned.into_inner();
        let words = self.words(at, &written)?;
        self.count(&written.step, STEPS_MAX, "steps")?;
        let mut steps = Vec::new();
        for step in written.step {
            steps.push(self.step(step.into_inner())?);
        }
        let deed = match written.run {
            Some(run) if !steps.is_empty() || written.repeats => {
                let rule = "a command with `run` has no steps, and does not repeat";
                return Err(self.at(
                    &run,
                    rule,
                    "Take one of both out; a shell has loops of its own",
                ));
            }
            Some(run) => Deed::Run(run.into_inner()),
            None => {
                let waits = |step: &Step| !step.after.is_zero() || step.reads != Reads::Nothing;
                if written.repeats && !steps.iter().any(waits) {
                    let rule = "a command that repeats waits or reads in each round";
                    return Err(self.error(
                        at,
                        rule,
                        "Give one of its steps an `after` above 0, or `reads`",
                    ));
                }
                Deed::Steps {
                    steps,
                    repeats: written.repeats,
                }
            }
        };
        Ok(Command { words, deed })
    }

    fn words(&self, at: usize, written: &WrittenCommand) -> Result<Words, SceneError> {
        match (&written.r#match, &written.pattern) {
            (Some(words), None) => {
                let split: Vec<String> = words
                    .get_ref()
                    .split_whitespace()
                    .map(str::to_owned)
                    .collect();
                if split.is_empty() {
                    return Err(self.at(words, "`match` names a command", "Write its words"));
                }
                Ok(Words::Exact(split))
            }
            (None, Some(pattern)) => {
                let whole = format!("^(?:{})$", pattern.get_ref());
                Regex::new(&whole).map(Words::Pattern).map_err(|_| {
                    let rule = "`pattern` is a regular expression";
                    self.at(pattern, rule, "Correct it; \\\\. is a dot, and a literal string ('…') needs one backslash")
                })
            }
            _ => {
                let rule = "a command has either `match` or `pattern`";
                Err(self.error(at, rule, "Write one of both"))
            }
        }
    }

    fn step(&self, step: WrittenStep) -> Result<Step, SceneError> {
        let after = match &step.after {
            Some(seconds) if (0.0..=AFTER_SECONDS_MAX).contains(seconds.get_ref()) => {
                Duration::from_secs_f64(*seconds.get_ref())
            }
            Some(seconds) => {
                let rule = format!("`after` is a number of seconds from 0 to {AFTER_SECONDS_MAX}");
                return Err(self.at(seconds, &rule, "Correct the number"));
            }
            None => Duration::ZERO,
        };
        let reads = match &step.reads {
            None => Reads::Nothing,
            Some(what) => match what.get_ref().as_str() {
                "line" => Reads::Line,
                "key" => Reads::Key,
                _ => {
                    let rule = "`reads` is \"line\" or \"key\"";
                    return Err(self.at(what, rule, "Write one of both, or leave it out"));
                }
            },
        };
        Ok(Step {
            after,
            print: step.print,
            complain: step.complain,
            reads,
            outcome: self.outcome(step.exit.as_ref(), step.signal.as_ref())?,
        })
    }

    fn outcome(
        &self,
        exit: Option<&Spanned<i32>>,
        signal: Option<&Spanned<String>>,
    ) -> Result<Outcome, SceneError> {
        match (exit, signal) {
            (None, None) => Ok(Outcome::GoesOn),
            (Some(status), None) if (0..=255).contains(status.get_ref()) => {
                Ok(Outcome::Exit(*status.get_ref()))
            }
            (Some(status), None) => Err(self.at(
                status,
                "`exit` is a status from 0 to 255",
                "Correct the number",
            )),
            (None, Some(name)) => signal_number(name.get_ref())
                .map(Outcome::Signal)
                .ok_or_else(|| {
                    self.at(
                        name,
                        "`signal` names a signal that ends a program",
                        "Write one as \"SEGV\" or \"KILL\"",
                    )
                }),
            (Some(_), Some(signal)) => Err(self.at(
                signal,
                "a step has `exit` or `signal`, not both",
                "Take one out",
            )),
        }
    }

    fn session(&self, session: WrittenSession, others: &[Session]) -> Result<Session, SceneError> {
        let name = session.name.get_ref();
        if name.is_empty() || name.contains([':', '.']) || name.chars().any(char::is_control) {
            let rule = "a session's name has no colon, no dot and no control characters";
            return Err(self.at(&session.name, rule, "Rename the session"));
        }
        if others.iter().any(|other| other.name == *name) {
            return Err(self.at(&session.name, "sessions have different names", "Rename one"));
        }
        self.count(&session.window, WINDOWS_MAX, "windows in a session")?;
        let mut windows = Vec::new();
        for window in session.window {
            windows.push(self.window(window.into_inner())?);
        }
        if windows.is_empty() {
            windows.push(Window {
                name: None,
                panes: vec![Pane::default()],
            });
        }
        Ok(Session {
            name: session.name.into_inner(),
            windows,
        })
    }

    fn window(&self, window: WrittenWindow) -> Result<Window, SceneError> {
        self.count(&window.pane, PANES_MAX, "panes in a window")?;
        let mut panes = Vec::new();
        for pane in window.pane {
            let pane = pane.into_inner();
            if let Some(types) = pane
                .types
                .as_ref()
                .filter(|types| types.get_ref().contains('\n'))
            {
                let rule = "`types` is one line, without its end";
                return Err(self.at(
                    types,
                    rule,
                    "Take the line break out; Enter is pressed anyhow",
                ));
            }
            if let Some(path) = pane
                .directory
                .as_ref()
                .filter(|path| !path.get_ref().starts_with('/'))
            {
                return Err(self.at(path, "a directory's path is absolute", "Write it from / on"));
            }
            panes.push(Pane {
                command: pane.command,
                types: pane.types.map(Spanned::into_inner),
                directory: pane.directory.map(Spanned::into_inner),
            });
        }
        if panes.is_empty() {
            panes.push(Pane::default());
        }
        Ok(Window {
            name: window.name,
            panes,
        })
    }
}

fn is_variable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
