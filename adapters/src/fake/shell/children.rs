//! What stands between a shell and the processes that it starts: pipelines, the background, the terminal's foreground.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use super::files::Open;
use super::machine::Machine;
use super::process::{Entry, Group};
use super::signal;
use super::state::{Flow, Job, Ran, Shell, Step, status_of};
use super::syntax::{Command, Item};
use crate::fake::program::Ended;

/// Takes a process out of the table however it ends.
struct Leaves {
    machine: Machine,
    pid: u32,
    ended: Ended,
}

impl Drop for Leaves {
    fn drop(&mut self) {
        let mut kernel = self.machine.lock();
        kernel.processes.remove(self.pid, self.ended);
        kernel.changed = true;
    }
}

/// Runs a process to its end, or until a signal ends it.
pub(super) async fn live(machine: Machine, pid: u32, mut body: Step<'_, Ended>) -> Ended {
    let mut leaves = Leaves {
        machine: machine.clone(),
        pid,
        ended: Ended::Signal(signal::KILL),
    };
    let ended = poll_fn(|context| {
        let killed = machine.lock().processes.get(pid).and_then(Entry::killed);
        if let Some(signal) = killed {
            return Poll::Ready(Ended::Signal(signal));
        }
        body.as_mut().poll(context)
    })
    .await;
    leaves.ended = ended;
    drop(body);
    ended
}

/// Runs all of them side by side; how each ended.
async fn all(bodies: Vec<Step<'static, Ended>>) -> Vec<Ended> {
    let mut ends = vec![Ended::Status(0); bodies.len()];
    let mut bodies: Vec<Option<Step<'static, Ended>>> = bodies.into_iter().map(Some).collect();
    poll_fn(|context| {
        let mut waits = false;
        for (body, end) in bodies.iter_mut().zip(&mut ends) {
            let Some(running) = body else { continue };
            match running.as_mut().poll(context) {
                Poll::Ready(ended) => {
                    *end = ended;
                    *body = None;
                }
                Poll::Pending => waits = true,
            }
        }
        if waits {
            Poll::Pending
        } else {
            Poll::Ready(())
        }
    })
    .await;
    ends
}

impl Shell {
    /// Runs a command of a list in the background.
    pub(super) async fn background(&mut self, item: &Item, text: &str) -> Ran {
        let group = if self.interactive {
            Group::Own
        } else {
            Group::Parent
        };
        let Some(mut child) = self.fork(group) else {
            return self
                .fail("fork: Resource temporarily unavailable", 254)
                .await;
        };
        let pid = child.process.pid;
        if !self.interactive {
            child.open(0, Open::Null);
            child.process.entry(|entry| {
                entry.ignore(signal::INTERRUPT);
                entry.ignore(signal::QUIT);
            });
        }
        let chain = Arc::clone(&item.chain);
        let machine = self.process.machine.clone();
        let own = machine.clone();
        let body = Box::pin(async move {
            let body = Box::pin(async move {
                let ran = child.chain(&chain).await;
                child.finish(ran).await
            });
            live(own, pid, body).await;
        });
        machine.lock().births.push(body);
        self.last_background = Some(pid);
        self.children
            .retain(|child| machine.lock().processes.is_known(*child));
        self.children.push(pid);
        if self.interactive {
            let number = self.jobs.iter().map(|job| job.number).max().unwrap_or(0) + 1;
            self.jobs.push(Job {
                number,
                pid,
                text: text.to_owned(),
            });
            self.process.complain(&format!("[{number}] {pid}\n")).await;
        }
        Ok(0)
    }

    /// Runs commands side by side, each reading what the one before prints.
    pub(super) async fn stages(&mut self, stages: &[Arc<Command>]) -> Ran {
        let Some((leader, bodies)) = self.fork_stages(stages) else {
            return self
                .fail("fork: Resource temporarily unavailable", 254)
                .await;
        };
        let ends = self.wait_for(leader, Box::pin(all(bodies))).await;
        let last = ends.last().copied().unwrap_or(Ended::Status(0));
        let failed = ends.iter().rev().find(|end| status_of(**end) != 0);
        let counts = match failed {
            Some(failed) if self.settings.pipe_fails => *failed,
            _ => last,
        };
        self.after(counts).await?;
        Ok(status_of(counts))
    }

    /// The processes of a pipeline, and the group that they are in where it is one of their own.
    fn fork_stages(
        &self,
        stages: &[Arc<Command>],
    ) -> Option<(Option<u32>, Vec<Step<'static, Ended>>)> {
        let mut bodies: Vec<Step<'static, Ended>> = Vec::new();
        let mut leader = None;
        let mut input = None;
        for (place, stage) in stages.iter().enumerate() {
            let group = match leader {
                Some(leader) => Group::Of(leader),
                None if self.interactive => Group::Own,
                None => Group::Parent,
            };
            let mut child = self.fork(group)?;
            let pid = child.process.pid;
            if self.interactive {
                leader.get_or_insert(pid);
            }
            if let Some(input) = input.take() {
                child.open(0, input);
            }
            if place + 1 < stages.len() {
                let (reader, writer) = Open::pipe();
                child.open(1, writer);
                input = Some(reader);
            }
            let stage = Arc::clone(stage);
            let machine = self.process.machine.clone();
            bodies.push(Box::pin(async move {
                let body = Box::pin(async move {
                    let ran = child.command(&stage).await;
                    child.finish(ran).await
                });
                live(machine, pid, body).await
            }));
        }
        Some((leader, bodies))
    }

    /// Runs a child in the foreground to its end.
    pub(super) async fn attend(&mut self, pid: u32, body: Step<'_, Ended>) -> Result<Ended, Flow> {
        let machine = self.process.machine.clone();
        let group = machine.lock().processes.get(pid).map(|entry| entry.group);
        let mode = machine.lock().tty.mode();
        let body: Step<'_, Ended> = Box::pin(live(machine.clone(), pid, body));
        let ended = self.wait_for(group, body).await;
        if self.interactive && matches!(ended, Ended::Signal(_)) {
            // A program that was cut short may have left the terminal as it needed it.
            machine.lock().tty.set_mode(mode);
        }
        self.after(ended).await?;
        Ok(ended)
    }

    /// Waits for what runs in the foreground, with the terminal handed over where a person types into this shell.
    async fn wait_for<T>(&mut self, group: Option<u32>, body: Step<'_, T>) -> T {
        let interactive = self.interactive;
        let own = self.process.entry(|entry| {
            entry.wait_for(true);
            entry.group
        });
        let machine = self.process.machine.clone();
        if let Some(group) = group.filter(|_| interactive) {
            machine.lock().processes.set_foreground(group);
        }
        let outcome = body.await;
        self.process.entry(|entry| entry.wait_for(false));
        if let Some(own) = own.filter(|_| interactive) {
            machine.lock().processes.set_foreground(own);
        }
        outcome
    }

    /// What the end of a child means to this shell: it says what it died of, and goes on, dies too, or is interrupted.
    async fn after(&mut self, ended: Ended) -> Result<(), Flow> {
        let interrupted = self.process.entry(Entry::take_interrupt);
        let Ended::Signal(signal) = ended else {
            return Ok(());
        };
        if signal == signal::INTERRUPT && self.interactive {
            self.process.complain("\n").await;
            return Err(Flow::Abort(130));
        }
        if signal == signal::INTERRUPT && interrupted == Some(true) {
            return Err(Flow::Die(signal));
        }
        if let Some(words) = signal::words(signal).filter(|_| self.from_terminal) {
            self.process.complain(&format!("{words}\n")).await;
        }
        Ok(())
    }
}
