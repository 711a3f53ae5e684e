//! What runs in a simulated pane: a terminal's line discipline, and under it a shell with a handful of tools.
//!
//! The shell is bash 5.2 without its configuration, as far as it goes: it calls itself `bash` and shows bash's prompt,
//! `bash-5.2$ `, unless `PS1` says otherwise. The frame of a run is nothing special to it: it reads what is typed, and
//! calls `tmux` as any program.
//!
//! - `tty`: what typing and printing do to bytes. `editor`: the line at a prompt.
//! - `syntax`: text to a tree. `expand`, `arithmetic`, `pattern`: words. `run`, `simple`, `builtins`: commands.
//! - `programs`: what has a process of its own. `process`, `signal`: who gets which signal. `files`, `store`: descriptors.
//! - `machine`: what they all share, and the budget of a moment. Nothing here sleeps, and no wait is longer than asked.

mod arithmetic;
mod builtins;
mod cells;
mod children;
mod editor;
mod expand;
mod files;
mod interactive;
mod machine;
mod pattern;
mod process;
mod programs;
mod run;
mod signal;
mod simple;
mod state;
mod store;
mod syntax;
mod text;
mod tty;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Waker};

use tokio::time::Instant;

use super::program::{Act, Ended, Event, Program, Start};
use super::script::Scene;
use files::Open;
use machine::{Machine, Task};
pub(super) use pattern::fits;
use process::{Nature, Processes};
use state::Process;

/// The shell that a pane gets where no command is named.
const DEFAULT_SHELL: &str = "bash";
/// As many bytes as are taken in between two looks at what programs make of them.
const CHUNK_BYTES: usize = 1024;
/// As many bytes as wait for a program that does not read.
const BACKLOG_BYTES_MAX: usize = 1 << 20;
/// As many rounds as one moment has: more than its budgets allow for.
const ROUNDS_MAX: usize = 20_000;

/// Starts what runs in a pane.
#[must_use]
#[expect(
    clippy::needless_pass_by_value,
    reason = "the caller makes a start for this alone"
)]
pub fn spawn(start: Start, scene: &Arc<Scene>, now: Instant) -> Box<dyn Program> {
    Box::new(Pane::new(&start, scene, now))
}

/// The programs of a pane, polled by hand.
struct Pane {
    machine: Machine,
    tasks: Vec<Task>,
    /// Typed bytes that the terminal has no room for yet.
    backlog: Vec<u8>,
    leader: u32,
    over: bool,
}

impl fmt::Debug for Pane {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Pane")
            .field("command", &self.command())
            .field("over", &self.over)
            .finish_non_exhaustive()
    }
}

impl Pane {
    fn new(start: &Start, scene: &Arc<Scene>, now: Instant) -> Self {
        let words = match start.command.as_slice() {
            [] => vec![DEFAULT_SHELL.to_owned()],
            [line] => vec![DEFAULT_SHELL.to_owned(), "-c".to_owned(), line.clone()],
            words => words.to_vec(),
        };
        let name = words
            .first()
            .map_or(DEFAULT_SHELL, |word| programs::title(word));
        let processes = Processes::new(start.pid, name, &start.directory, Nature::Plain);
        let machine = Machine::new(start, processes, scene, now);
        let given = scene.environment.iter().chain(&start.environment).cloned();
        let terminal = Arc::new(Open::Terminal);
        let process = Process {
            machine: machine.clone(),
            pid: start.pid,
            files: (0..3)
                .map(|number| (number, Arc::clone(&terminal)))
                .collect(),
            directory: start.directory.clone(),
            environment: given.collect::<BTreeMap<_, _>>(),
        };
        let own = machine.clone();
        let pid = start.pid;
        let task: Task = Box::pin(async move {
            let body = programs::find(&process, &words);
            let ended = match body {
                Some(body) => children::live(own.clone(), pid, body).await,
                None => Ended::Status(127),
            };
            own.lock().ended = Some(ended);
        });
        Self {
            machine,
            tasks: vec![task],
            backlog: Vec::new(),
            leader: pid,
            over: false,
        }
    }

    /// Lets every program go on until nothing changes at this moment.
    fn run(&mut self, now: Instant) {
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..ROUNDS_MAX {
            if self.over {
                return;
            }
            self.machine.lock().begin_round(now);
            self.feed();
            self.tasks
                .retain_mut(|task| task.as_mut().poll(&mut context).is_pending());
            let mut kernel = self.machine.lock();
            let births = std::mem::take(&mut kernel.births);
            let changed = kernel.changed || !births.is_empty();
            if let Some(ended) = kernel.ended {
                kernel.acts.push_back(Act::End(ended));
                self.over = true;
            }
            drop(kernel);
            self.tasks.extend(births);
            if self.over {
                // Background commands lose their terminal with the pane.
                self.tasks.clear();
                return;
            }
            if !changed {
                return;
            }
        }
    }

    /// Hands typed bytes to the terminal as long as it has room.
    fn feed(&mut self) {
        let mut kernel = self.machine.lock();
        if self.backlog.is_empty() || kernel.tty.room() < CHUNK_BYTES {
            return;
        }
        let count = CHUNK_BYTES.min(self.backlog.len());
        let chunk: Vec<u8> = self.backlog.drain(..count).collect();
        kernel.input(&chunk);
        kernel.changed = true;
    }
}

impl Program for Pane {
    fn handle(&mut self, event: Event<'_>, now: Instant) {
        if self.over {
            return;
        }
        match event {
            Event::Input(bytes) => {
                let interrupts = self.machine.lock().tty.has_signal(bytes);
                if interrupts && !self.backlog.is_empty() {
                    // An interrupt throws away what was typed before it, and does not wait for a reader.
                    self.backlog.clear();
                    self.machine.lock().input(bytes);
                } else {
                    let room = BACKLOG_BYTES_MAX.saturating_sub(self.backlog.len());
                    self.backlog.extend(bytes.iter().take(room));
                }
            }
            Event::Resized(size) => self.machine.lock().size = size,
            Event::Answer(answer) => self.machine.lock().answered(answer),
            Event::Signal(signal) => {
                let mut kernel = self.machine.lock();
                kernel.processes.signal_foreground(signal);
                if signal == signal::HANG_UP {
                    // The session's first process hears of it too.
                    kernel.processes.signal(self.leader, signal);
                }
            }
        }
        self.run(now);
    }

    fn next(&mut self, now: Instant) -> Option<Act> {
        if self.machine.lock().acts.is_empty() {
            self.run(now);
        }
        self.machine.lock().acts.pop_front()
    }

    fn due(&self) -> Option<Instant> {
        let kernel = self.machine.lock();
        if !kernel.acts.is_empty() {
            return Some(kernel.now);
        }
        kernel.due.filter(|_| !self.over)
    }

    fn command(&self) -> String {
        let kernel = self.machine.lock();
        let front = kernel.processes.front();
        front.map_or_else(|| DEFAULT_SHELL.to_owned(), |entry| entry.name.clone())
    }

    fn directory(&self) -> String {
        let kernel = self.machine.lock();
        let front = kernel.processes.front();
        front.map_or_else(|| "/".to_owned(), |entry| entry.directory.clone())
    }
}

#[cfg(test)]
mod tests;
