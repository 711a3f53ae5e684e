//! The processes of one pane: which runs in the foreground, and what signals do to each.

use std::collections::{BTreeMap, BTreeSet};

use super::signal;
use crate::fake::program::Ended;

/// As many processes as a pane may have at a time.
const PROCESSES_MAX: usize = 200;
/// As many ends as are kept for a `wait`.
const ENDS_MAX: usize = 100;

/// What a process does about signals by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nature {
    /// Dies of them.
    Plain,
    /// A shell that runs a script: an interrupt waits for the command in the foreground.
    Script,
    /// A shell that a person types into: an interrupt ends what it does, not itself.
    Interactive,
}

/// A process.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) group: u32,
    pub(super) name: String,
    pub(super) directory: String,
    nature: Nature,
    ignored: BTreeSet<i32>,
    caught: BTreeSet<i32>,
    /// Caught signals that came, and that its traps have not answered yet.
    pending: BTreeSet<i32>,
    /// It was interrupted, and has not noticed yet.
    interrupted: bool,
    /// How many commands it waits for in the foreground.
    waits: u32,
    killed: Option<i32>,
}

/// All processes of a pane.
#[derive(Debug)]
pub(super) struct Processes {
    table: BTreeMap<u32, Entry>,
    ends: BTreeMap<u32, Ended>,
    leader: u32,
    foreground: u32,
    next: u32,
}

impl Processes {
    /// The pane's first process alone.
    pub(super) fn new(pid: u32, name: &str, directory: &str, nature: Nature) -> Self {
        let first = Entry {
            group: pid,
            name: name.to_owned(),
            directory: directory.to_owned(),
            nature,
            ignored: BTreeSet::new(),
            caught: BTreeSet::new(),
            pending: BTreeSet::new(),
            interrupted: false,
            waits: 0,
            killed: None,
        };
        Self {
            table: BTreeMap::from([(pid, first)]),
            ends: BTreeMap::new(),
            leader: pid,
            foreground: pid,
            next: pid.saturating_add(1),
        }
    }

    /// A child; in a group of its own, in another's, or in its parent's. `None` where there are too many processes.
    pub(super) fn fork(&mut self, parent: u32, group: Group) -> Option<u32> {
        if self.table.len() >= PROCESSES_MAX {
            return None;
        }
        let pid = self.next;
        let parent = self.table.get(&parent)?;
        let child = Entry {
            group: match group {
                Group::Own => pid,
                Group::Of(leader) => leader,
                Group::Parent => parent.group,
            },
            name: parent.name.clone(),
            directory: parent.directory.clone(),
            nature: match parent.nature {
                Nature::Interactive => Nature::Script,
                nature => nature,
            },
            ignored: parent.ignored.clone(),
            caught: BTreeSet::new(),
            pending: BTreeSet::new(),
            interrupted: false,
            waits: 0,
            killed: None,
        };
        self.table.insert(pid, child);
        self.next = self.next.saturating_add(1);
        Some(pid)
    }

    /// The process is gone.
    pub(super) fn remove(&mut self, pid: u32, ended: Ended) {
        self.table.remove(&pid);
        self.ends.insert(pid, ended);
        while self.ends.len() > ENDS_MAX {
            self.ends.pop_first();
        }
    }

    /// Whether a process runs, or its end is known.
    pub(super) fn is_known(&self, pid: u32) -> bool {
        self.table.contains_key(&pid) || self.ends.contains_key(&pid)
    }

    /// How a process that is gone ended.
    pub(super) fn end(&self, pid: u32) -> Option<Ended> {
        self.ends.get(&pid).copied()
    }

    pub(super) fn get(&self, pid: u32) -> Option<&Entry> {
        self.table.get(&pid)
    }

    pub(super) fn get_mut(&mut self, pid: u32) -> Option<&mut Entry> {
        self.table.get_mut(&pid)
    }

    /// Hands the terminal to a group.
    pub(super) const fn set_foreground(&mut self, group: u32) {
        self.foreground = group;
    }

    /// The process that names the foreground.
    pub(super) fn front(&self) -> Option<&Entry> {
        self.table
            .get(&self.foreground)
            .or_else(|| {
                let mut all = self.table.values();
                all.find(|entry| entry.group == self.foreground)
            })
            .or_else(|| self.table.get(&self.leader))
    }

    /// Whether the process may read from the terminal.
    pub(super) fn is_in_front(&self, pid: u32) -> bool {
        self.get(pid)
            .is_some_and(|entry| entry.group == self.foreground)
    }

    /// Signals every process of the foreground.
    pub(super) fn signal_foreground(&mut self, signal: i32) {
        self.signal_group(self.foreground, signal);
    }

    /// Signals every process of a group; whether there is one.
    pub(super) fn signal_group(&mut self, group: u32, signal: i32) -> bool {
        let mut found = false;
        for entry in self.table.values_mut() {
            if entry.group == group {
                entry.deliver(signal);
                found = true;
            }
        }
        found
    }

    /// Signals every process of the group that a process is in.
    pub(super) fn signal_group_of(&mut self, pid: u32, signal: i32) -> bool {
        let group = self.table.get(&pid).map(|entry| entry.group);
        group.is_some_and(|group| self.signal_group(group, signal))
    }

    /// Signals one process; whether there is one.
    pub(super) fn signal(&mut self, pid: u32, signal: i32) -> bool {
        self.table
            .get_mut(&pid)
            .map(|entry| entry.deliver(signal))
            .is_some()
    }
}

/// The process group of a child.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    /// It leads a new one.
    Own,
    /// The one that this process leads.
    Of(u32),
    /// As its parent.
    Parent,
}

impl Entry {
    /// What a signal does to the process.
    pub(super) fn deliver(&mut self, signal: i32) {
        if signal == signal::KILL {
            self.killed = Some(signal);
        } else if self.ignored.contains(&signal) {
        } else if self.caught.contains(&signal) {
            self.pending.insert(signal);
        } else if self.nature == Nature::Interactive {
            match signal {
                signal::INTERRUPT => self.interrupted = true,
                signal::QUIT | signal::TERMINATE => {}
                _ if signal::is_harmless(signal) => {}
                _ => self.killed = Some(signal),
            }
        } else if signal::is_harmless(signal) {
        } else if signal == signal::INTERRUPT && self.nature == Nature::Script && self.waits > 0 {
            self.interrupted = true;
        } else {
            self.killed = Some(signal);
        }
    }

    /// The signal that it dies of at the next occasion.
    pub(super) const fn killed(&self) -> Option<i32> {
        self.killed
    }

    /// Something came that a shell has to look at.
    pub(super) fn is_disturbed(&self) -> bool {
        self.interrupted || !self.pending.is_empty()
    }

    /// Whether it was interrupted; told once.
    pub(super) const fn take_interrupt(&mut self) -> bool {
        std::mem::replace(&mut self.interrupted, false)
    }

    /// A caught signal that came.
    pub(super) fn take_pending(&mut self) -> Option<i32> {
        self.pending.pop_first()
    }

    /// It waits for a command in the foreground, or no longer does.
    pub(super) const fn wait_for(&mut self, begins: bool) {
        if begins {
            self.waits = self.waits.saturating_add(1);
        } else {
            self.waits = self.waits.saturating_sub(1);
        }
    }

    pub(super) fn ignore(&mut self, signal: i32) {
        self.caught.remove(&signal);
        self.ignored.insert(signal);
    }

    pub(super) fn catch(&mut self, signal: i32) {
        self.ignored.remove(&signal);
        self.caught.insert(signal);
    }

    pub(super) fn restore(&mut self, signal: i32) {
        self.ignored.remove(&signal);
        self.caught.remove(&signal);
    }

    pub(super) fn ignores(&self, signal: i32) -> bool {
        self.ignored.contains(&signal)
    }

    /// Another program takes the process over: traps are gone, ignored signals stay so.
    pub(super) fn become_program(&mut self, name: &str, nature: Nature) {
        name.clone_into(&mut self.name);
        self.nature = nature;
        self.caught.clear();
        self.pending.clear();
        self.interrupted = false;
        self.waits = 0;
    }
}
