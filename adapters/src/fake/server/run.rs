//! Time passes: programs do what is due, and their output, their tmux commands and their ends take effect.

use domain::PaneId;
use tokio::time::Instant;

use super::command;
use super::life::Life;
use super::pane::Parked;
use crate::fake::program::{Act, Answer, Ended, Event};

/// How often programs are asked at one moment: a pair that keeps each other busy ends here.
const ROUNDS_MAX: usize = 10_000;

impl Life {
    /// When something next happens by itself.
    pub(super) fn due(&self) -> Option<Instant> {
        let programs = self.panes.values().filter_map(|pane| pane.program.as_ref());
        programs.filter_map(|program| program.due()).min()
    }

    /// Brings everything up to a moment: what is due happens in its order, and at its own time.
    pub(super) fn advance(&mut self, now: Instant) {
        for _ in 0..ROUNDS_MAX {
            let Some(due) = self.due().filter(|due| *due <= now) else {
                break;
            };
            // A program that is late is served first, and time does not go back for it.
            self.now = due.max(self.now);
            self.settle();
        }
        self.now = now.max(self.now);
        self.settle();
    }

    /// Lets programs act until all of them wait.
    pub(super) fn settle(&mut self) {
        for _ in 0..ROUNDS_MAX {
            let panes: Vec<PaneId> = self.panes.keys().copied().collect();
            let mut acted = false;
            for pane in panes {
                acted |= self.run(pane);
            }
            if !acted {
                break;
            }
        }
        self.rename_automatically();
        self.end_unattached();
    }

    /// Lets the program of a pane act until it waits; whether it did anything.
    fn run(&mut self, id: PaneId) -> bool {
        let mut acted = self.unpark(id);
        for _ in 0..ROUNDS_MAX {
            let now = self.now;
            let act = match self.panes.get_mut(&id) {
                Some(pane) if pane.parked.is_none() && !pane.dead() => {
                    pane.program.as_mut().and_then(|program| program.next(now))
                }
                _ => None,
            };
            match act {
                None => return acted,
                Some(Act::Print(bytes)) => self.print(id, &bytes),
                Some(Act::Tmux(words)) => self.call(id, &words),
                Some(Act::End(ended)) => self.end_program(id, ended),
            }
            acted = true;
        }
        acted
    }

    fn print(&mut self, id: PaneId, bytes: &[u8]) {
        let (now, clock) = (self.now, self.counters.clock);
        let Some(pane) = self.panes.get_mut(&id) else {
            return;
        };
        pane.terminal.feed(bytes);
        pane.version += 1;
        let replies = pane.terminal.take_replies();
        if !replies.is_empty()
            && let Some(program) = &mut pane.program
        {
            program.handle(Event::Input(&replies), now);
        }
        if let Some(window) = self.windows.get_mut(&pane.window) {
            window.activity = clock;
        }
    }

    fn call(&mut self, id: PaneId, words: &[String]) {
        match command::split(self, words) {
            Ok(commands) => self.go_on(id, Answer::default(), commands),
            Err(answer) => self.answer(id, answer),
        }
    }

    /// Runs what is left of a program's tmux commands.
    fn go_on(&mut self, id: PaneId, so_far: Answer, commands: Vec<Vec<String>>) {
        match command::run(self, commands, so_far, Some(id)) {
            command::Outcome::Done(answer) => self.answer(id, answer),
            command::Outcome::Waits {
                waiter,
                so_far,
                rest,
            } => {
                if let Some(pane) = self.panes.get_mut(&id) {
                    pane.parked = Some(Parked {
                        waiter,
                        so_far,
                        rest,
                    });
                }
            }
        }
    }

    fn answer(&mut self, id: PaneId, answer: Answer) {
        let now = self.now;
        let pane = self.panes.get_mut(&id);
        if let Some(program) = pane.and_then(|pane| pane.program.as_mut()) {
            program.handle(Event::Answer(answer), now);
        }
    }

    /// Goes on with a command that waited and waits no more.
    fn unpark(&mut self, id: PaneId) -> bool {
        let parked = self.panes.get_mut(&id).and_then(|pane| {
            let woken = pane.parked.as_ref()?.waiter.woken().is_some();
            if woken { pane.parked.take() } else { None }
        });
        let Some(parked) = parked else {
            return false;
        };
        self.go_on(id, parked.so_far, parked.rest);
        true
    }

    fn end_program(&mut self, id: PaneId, ended: Ended) {
        if let Some(pane) = self.panes.get_mut(&id) {
            pane.program = None;
        }
        self.pane_ended(id, ended);
    }
}
