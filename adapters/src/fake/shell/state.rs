//! A shell: its variables, functions, options, traps and descriptors. What it does with them is in the files beside.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::files::{self, Fault, Files, Open};
use super::machine::Machine;
use super::process::{Entry, Group, Nature};
use super::syntax::Command;
use crate::fake::program::Ended;

/// What the shell calls its version.
pub(super) const VERSION: &str = "5.2";
/// As many bytes as a shell's variables hold together.
const VALUES_BYTES_MAX: usize = 1 << 20;
/// As many variables and functions as a shell has.
const NAMES_MAX: usize = 2000;

/// A future that borrows the shell it belongs to.
pub(super) type Step<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Why a list of commands goes no further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    /// Out of so many loops.
    Break(u32),
    /// To the next round of the loop so many levels out.
    Continue(u32),
    /// Out of the function.
    Return(i32),
    /// The shell ends.
    Exit(i32),
    /// The shell dies of this signal.
    Die(i32),
    /// Back to the prompt, with this status: a person interrupted, or a word could not be expanded.
    Abort(i32),
}

/// The status of what ran, or why nothing more does.
pub(super) type Ran = Result<i32, Flow>;

/// A program that runs: where it stands in the pane.
#[derive(Clone)]
pub(super) struct Process {
    pub(super) machine: Machine,
    pub(super) pid: u32,
    pub(super) files: Files,
    pub(super) directory: String,
    pub(super) environment: BTreeMap<String, String>,
}

impl Process {
    /// Writes to a descriptor; `false` where nobody takes it.
    pub(super) async fn write(&self, descriptor: u32, bytes: &[u8]) -> bool {
        let Some(file) = self.files.get(&descriptor) else {
            return false;
        };
        let file = Arc::clone(file);
        files::write(&self.machine, self.pid, &file, bytes)
            .await
            .is_ok()
    }

    /// Prints to standard output.
    pub(super) async fn print(&self, text: &str) -> bool {
        self.write(1, text.as_bytes()).await
    }

    /// Complains on standard error.
    pub(super) async fn complain(&self, text: &str) {
        self.write(2, text.as_bytes()).await;
    }

    /// Reads from standard input; empty at its end.
    pub(super) async fn read(&self, bytes_max: usize) -> Result<Vec<u8>, Fault> {
        let file = self.files.get(&0).cloned().ok_or(Fault::Closed)?;
        files::read(&self.machine, self.pid, &file, bytes_max, false).await
    }

    /// Looks at its own entry.
    pub(super) fn entry<T>(&self, look: impl FnOnce(&mut Entry) -> T) -> Option<T> {
        self.machine.lock().processes.get_mut(self.pid).map(look)
    }
}

/// A variable.
#[derive(Debug, Clone, Default)]
pub(super) struct Variable {
    pub(super) value: String,
    pub(super) exported: bool,
    pub(super) readonly: bool,
}

/// What `set` turns on and off.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Settings {
    /// `-e`
    pub(super) exit_on_failure: bool,
    /// `-u`
    pub(super) unset_is_error: bool,
    /// `-x`
    pub(super) trace: bool,
    /// `-v`, which nothing here depends on.
    pub(super) verbose: bool,
    /// `-f`, which nothing here depends on.
    pub(super) no_globbing: bool,
    /// `-o pipefail`
    pub(super) pipe_fails: bool,
}

/// A shell.
#[derive(Clone)]
pub(super) struct Shell {
    pub(super) process: Process,
    /// `$$`: the pid of the shell that this one is a part of.
    pub(super) leader: u32,
    pub(super) variables: BTreeMap<String, Variable>,
    pub(super) functions: BTreeMap<String, Arc<Command>>,
    pub(super) aliases: BTreeMap<String, String>,
    pub(super) name: String,
    pub(super) arguments: Vec<String>,
    pub(super) settings: Settings,
    /// What is done at a signal; 0 is the end of the shell.
    pub(super) traps: BTreeMap<i32, String>,
    /// Signals that were ignored when the shell started: it cannot change that.
    pub(super) sealed: Vec<i32>,
    pub(super) status: i32,
    /// The status of the last substitution, for a command that is nothing but assignments.
    pub(super) substituted: Option<i32>,
    pub(super) last_background: Option<u32>,
    /// Commands in the background that were not waited for.
    pub(super) children: Vec<u32>,
    /// A person types into it: jobs have groups of their own.
    pub(super) interactive: bool,
    /// It descends from such a shell: no line numbers in its complaints.
    pub(super) from_terminal: bool,
    pub(super) line: u32,
    /// How many conditions are being tested: there `set -e` does not count.
    pub(super) tests: u32,
    pub(super) loops: u32,
    pub(super) functions_deep: u32,
    /// How deep commands nest.
    pub(super) depth: u32,
    /// Nothing comes after its command: it becomes the program that it would start.
    pub(super) is_last: bool,
    /// Set by `exec` without a command, whose redirections stay.
    pub(super) keep_files: bool,
    pub(super) jobs: Vec<Job>,
    pub(super) history: VecDeque<String>,
    /// Values that a function's `local` will give back.
    pub(super) locals: Vec<BTreeMap<String, Option<Variable>>>,
}

/// A command in the background of an interactive shell.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) number: usize,
    pub(super) pid: u32,
    pub(super) text: String,
}

impl Shell {
    /// A fresh one.
    pub(super) fn new(process: Process, name: &str) -> Self {
        let variables = first_variables(&process);
        let sealed = process
            .entry(|entry| (1..=31).filter(|signal| entry.ignores(*signal)).collect())
            .unwrap_or_default();
        Self {
            leader: process.pid,
            variables,
            functions: BTreeMap::new(),
            aliases: BTreeMap::new(),
            name: name.to_owned(),
            arguments: Vec::new(),
            settings: Settings::default(),
            traps: BTreeMap::new(),
            sealed,
            status: 0,
            substituted: None,
            last_background: None,
            children: Vec::new(),
            interactive: false,
            from_terminal: false,
            line: 1,
            tests: 0,
            loops: 0,
            functions_deep: 0,
            depth: 0,
            is_last: false,
            keep_files: false,
            jobs: Vec::new(),
            history: VecDeque::new(),
            locals: Vec::new(),
            process,
        }
    }

    /// A copy of it as a process of its own; `None` where there are too many.
    pub(super) fn fork(&self, group: Group) -> Option<Self> {
        let machine = self.process.machine.clone();
        let pid = machine.lock().processes.fork(self.process.pid, group)?;
        let mut child = self.clone();
        child.process.pid = pid;
        child.interactive = false;
        child.is_last = false;
        child.jobs.clear();
        child.children.clear();
        child.history.clear();
        child.loops = 0;
        // What is ignored stays so; what is caught is not inherited.
        child.traps.retain(|_, action| action.is_empty());
        Some(child)
    }

    /// The environment of a program that it starts.
    pub(super) fn exported(&self) -> BTreeMap<String, String> {
        let exported = self
            .variables
            .iter()
            .filter(|(_, variable)| variable.exported);
        exported
            .map(|(name, variable)| (name.clone(), variable.value.clone()))
            .collect()
    }

    /// A variable's value, where it has one.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.variables
            .get(name)
            .map(|variable| variable.value.as_str())
    }

    /// Gives a variable a value; what is wrong where that cannot be.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let held = self.variables.values().map(|variable| variable.value.len());
        let before = self.get(name).map_or(0, str::len);
        if held.sum::<usize>() - before + value.len() > VALUES_BYTES_MAX {
            return Err(format!(
                "{name}: variables hold more than {VALUES_BYTES_MAX} bytes together"
            ));
        }
        if !self.variables.contains_key(name) && self.variables.len() >= NAMES_MAX {
            return Err(format!("{name}: more than {NAMES_MAX} variables"));
        }
        let variable = self.variables.entry(name.to_owned()).or_default();
        if variable.readonly {
            return Err(format!("{name}: readonly variable"));
        }
        value.clone_into(&mut variable.value);
        Ok(())
    }

    /// Defines a function; `false` where there are too many.
    pub(super) fn define(&mut self, name: &str, body: &Arc<Command>) -> bool {
        if self.functions.len() >= NAMES_MAX {
            return false;
        }
        self.functions.insert(name.to_owned(), Arc::clone(body));
        true
    }

    /// What the shell puts before its complaints.
    pub(super) fn label(&self) -> String {
        if self.from_terminal {
            format!("{}: ", self.name)
        } else {
            format!("{}: line {}: ", self.name, self.line)
        }
    }

    /// Complains, and says that it failed.
    pub(super) async fn fail(&self, what: &str, status: i32) -> Ran {
        let text = format!("{}{what}\n", self.label());
        self.process.complain(&text).await;
        Ok(status)
    }

    /// Whether a person types into it.
    pub(super) fn reads_terminal(&self) -> bool {
        let input = self.process.files.get(&0);
        input.is_some_and(|file| matches!(**file, Open::Terminal))
    }

    /// Opens a descriptor.
    pub(super) fn open(&mut self, descriptor: u32, file: Open) {
        self.process.files.insert(descriptor, Arc::new(file));
    }

    /// What a signal's trap has as its nature in the table of processes.
    pub(super) const fn nature(&self) -> Nature {
        if self.interactive {
            Nature::Interactive
        } else {
            Nature::Script
        }
    }
}

/// The status that a shell gives to an end.
pub(super) const fn status_of(ended: Ended) -> i32 {
    match ended {
        Ended::Status(status) => status & 0xff,
        Ended::Signal(signal) => 128 + signal,
    }
}

/// What a fresh shell has: its environment, and variables of its own.
fn first_variables(process: &Process) -> BTreeMap<String, Variable> {
    let variables = process.environment.iter().map(|(name, value)| {
        let variable = Variable {
            value: value.clone(),
            exported: true,
            readonly: false,
        };
        (name.clone(), variable)
    });
    let mut variables: BTreeMap<String, Variable> = variables.collect();
    let own = |value: &str| Variable {
        value: value.to_owned(),
        ..Variable::default()
    };
    variables
        .entry("IFS".to_owned())
        .or_insert_with(|| own(" \t\n"));
    variables.insert("OPTIND".to_owned(), own("1"));
    variables.insert(
        "PWD".to_owned(),
        Variable {
            exported: true,
            ..own(&process.directory)
        },
    );
    variables
}
