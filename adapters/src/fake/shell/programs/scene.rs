//! Commands of the scene, step by step.

use std::task::Poll;

use crate::fake::program::Ended;
use crate::fake::script::{Command, Outcome};
use crate::fake::shell::state::Process;

/// Plays a command of the scene.
pub(super) async fn play(process: &Process, command: &Command) -> Ended {
    loop {
        for step in &command.steps {
            process.machine.step().await;
            process.machine.sleep(step.after).await;
            if !step.print.is_empty() && !process.print(&step.print).await {
                return Ended::Status(1);
            }
            if !step.complain.is_empty() {
                process.complain(&step.complain).await;
            }
            if step.reads && !read_line(process).await {
                return Ended::Status(1);
            }
            match step.outcome {
                Outcome::GoesOn => {}
                Outcome::Exit(status) => return Ended::Status(status),
                Outcome::Signal(signal) => {
                    process.machine.lock().processes.signal(process.pid, signal);
                    process.machine.give_way().await;
                    // A signal that is ignored, or harmless: it goes on.
                }
            }
        }
        if !command.repeats {
            return Ended::Status(0);
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
        process.machine.until(|_| Poll::Ready(())).await;
    }
}
