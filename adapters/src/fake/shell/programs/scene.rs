//! Commands of the scene, step by step.

use super::shells;
use crate::fake::program::Ended;
use crate::fake::script::{Command, Deed, Outcome, Reads, Step};
use crate::fake::shell::state::Process;
use crate::fake::shell::tty::Mode;

/// Plays a command of the scene that these words called.
pub(super) async fn play(process: Process, command: &Command, words: Vec<String>) -> Ended {
    let (steps, repeats) = match &command.deed {
        Deed::Run(script) => return shells::run_script(process, script, words).await,
        Deed::Steps { steps, repeats } => (steps, *repeats),
    };
    loop {
        for step in steps {
            if let Some(ended) = play_step(&process, step).await {
                return ended;
            }
        }
        if !repeats {
            return Ended::Status(0);
        }
    }
}

/// Plays a step; its end, where it is one.
async fn play_step(process: &Process, step: &Step) -> Option<Ended> {
    process.machine.step().await;
    if !step.after.is_zero() {
        process.machine.sleep(step.after).await;
    }
    if !step.print.is_empty() && !process.print(&step.print).await {
        return Some(Ended::Status(1));
    }
    process.complain(&step.complain).await;
    let read = match step.reads {
        Reads::Nothing => true,
        Reads::Line => read_line(process).await,
        Reads::Key => read_key(process).await,
    };
    if !read {
        return Some(Ended::Status(1));
    }
    match step.outcome {
        Outcome::GoesOn => None,
        Outcome::Exit(status) => Some(Ended::Status(status)),
        Outcome::Signal(signal) => {
            process.machine.lock().processes.signal(process.pid, signal);
            // Where the signal is ignored, the command goes on.
            process.machine.give_way().await;
            None
        }
    }
}

/// Waits for a line of input; `false` at its end.
async fn read_line(process: &Process) -> bool {
    loop {
        let read = process.read(1).await.unwrap_or_default();
        match read.first() {
            None => return false,
            Some(b'\n') => return true,
            Some(_) => {}
        }
    }
}

/// Waits for a key, with the terminal in raw mode but for its signals.
async fn read_key(process: &Process) -> bool {
    let before = {
        let mut kernel = process.machine.lock();
        let before = kernel.tty.mode();
        kernel.tty.set_mode(Mode {
            breaks_out: before.breaks_out,
            ..Mode::EDITED
        });
        before
    };
    let read = process.read(1).await.unwrap_or_default();
    process.machine.lock().tty.set_mode(before);
    !read.is_empty()
}
