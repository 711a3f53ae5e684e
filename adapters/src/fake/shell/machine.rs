//! What the programs of one pane share: terminal, processes, the moment's budget, what they ask of the server.
//!
//! Programs are futures that are polled by hand, in rounds, until a round changes nothing. So nothing has to be woken: a
//! future that waits looks again in the next round, and says by [`Kernel::wake_at`] when time alone will help it.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;

use tokio::time::Instant;

use super::process::Processes;
use super::store::Store;
use super::tty::Tty;
use crate::fake::program::{Act, Answer, Ended, Size, Start};
use crate::fake::script::Scene;

/// A future that runs by itself: the pane's program, or a command in the background.
pub(super) type Task = std::pin::Pin<Box<dyn Future<Output = ()> + Send>>;

/// How long a moment's budget lasts.
pub(super) const MOMENT: Duration = Duration::from_millis(10);
/// As many commands as run in a moment.
const STEPS_MAX: u32 = 500;
/// As many bytes as are printed in a moment: 800 kB a second.
const BYTES_MAX: usize = 8192;

/// The state that all programs of a pane share.
pub(super) struct Kernel {
    pub(super) now: Instant,
    pub(super) size: Size,
    pub(super) start_directory: String,
    pub(super) tty: Tty,
    pub(super) processes: Processes,
    pub(super) store: Store,
    pub(super) scene: Arc<Scene>,
    /// What the pane does next.
    pub(super) acts: VecDeque<Act>,
    /// What starts beside the programs that run.
    pub(super) births: Vec<Task>,
    /// Something changed in this round.
    pub(super) changed: bool,
    /// The time at which the first of those who wait goes on.
    pub(super) due: Option<Instant>,
    /// How the pane's program ended.
    pub(super) ended: Option<Ended>,
    call: Call,
    calls: u64,
    moment: Instant,
    steps: u32,
    bytes: usize,
}

/// A call of `tmux` that is under way.
enum Call {
    None,
    Asked { caller: u64, given_up: bool },
    Answered { caller: u64, answer: Answer },
}

impl Kernel {
    /// Begins a round: nothing has changed, and nobody waits yet.
    pub(super) fn begin_round(&mut self, now: Instant) {
        self.now = now;
        self.changed = false;
        self.due = None;
        if now >= self.moment {
            self.moment = now + MOMENT;
            self.steps = STEPS_MAX;
            self.bytes = BYTES_MAX;
        }
    }

    /// Whoever says this goes on at that time.
    pub(super) fn wake_at(&mut self, time: Instant) {
        self.due = Some(self.due.map_or(time, |due| due.min(time)));
    }

    /// Bytes arrive on the terminal.
    pub(super) fn input(&mut self, bytes: &[u8]) {
        let taken = self.tty.input(bytes);
        if !taken.echo.is_empty() {
            self.acts.push_back(Act::Print(taken.echo));
        }
        for signal in taken.signals {
            self.processes.signal_foreground(signal);
        }
    }

    /// The answer to the call of `tmux`.
    pub(super) fn answered(&mut self, answer: Answer) {
        self.call = match std::mem::replace(&mut self.call, Call::None) {
            Call::Asked {
                caller,
                given_up: false,
            } => Call::Answered { caller, answer },
            _ => Call::None,
        };
    }

    /// Prints as much as the moment has room for; how many bytes that were.
    fn print(&mut self, bytes: &[u8]) -> Poll<usize> {
        let now = bytes.get(..self.bytes).unwrap_or(bytes);
        if now.is_empty() && !bytes.is_empty() {
            self.wake_at(self.moment);
            return Poll::Pending;
        }
        self.bytes -= now.len();
        self.changed = true;
        let printed = self.tty.output(now);
        match self.acts.back_mut() {
            Some(Act::Print(before)) => before.extend(printed),
            _ => self.acts.push_back(Act::Print(printed)),
        }
        Poll::Ready(now.len())
    }
}

/// A hold on what the programs of a pane share.
#[derive(Clone)]
pub(super) struct Machine(Arc<Mutex<Kernel>>);

impl Machine {
    pub(super) fn new(
        start: &Start,
        processes: Processes,
        scene: &Arc<Scene>,
        now: Instant,
    ) -> Self {
        Self(Arc::new(Mutex::new(Kernel {
            now,
            size: start.size,
            start_directory: start.directory.clone(),
            tty: Tty::new(),
            processes,
            store: Store::new(scene),
            scene: Arc::clone(scene),
            acts: VecDeque::new(),
            births: Vec::new(),
            changed: true,
            due: None,
            ended: None,
            call: Call::None,
            calls: 0,
            moment: now,
            steps: 0,
            bytes: 0,
        })))
    }

    /// The state itself, for a moment: never held across an await.
    pub(super) fn lock(&self) -> MutexGuard<'_, Kernel> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until this look at the state is ready.
    pub(super) async fn until<T>(&self, mut look: impl FnMut(&mut Kernel) -> Poll<T> + Send) -> T {
        poll_fn(|_| look(&mut self.lock())).await
    }

    /// Takes one step of this moment's; waits for the next moment where there is none left.
    pub(super) async fn step(&self) {
        self.until(|kernel| {
            if let Some(left) = kernel.steps.checked_sub(1) {
                kernel.steps = left;
                kernel.changed = true;
                return Poll::Ready(());
            }
            let moment = kernel.moment;
            kernel.wake_at(moment);
            Poll::Pending
        })
        .await;
    }

    /// Lets everything else go first, so that a signal to itself finds its aim.
    pub(super) async fn give_way(&self) {
        let mut waited = false;
        self.until(|kernel| {
            kernel.changed = true;
            if std::mem::replace(&mut waited, true) {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
        .await;
    }

    /// Waits so long.
    pub(super) async fn sleep(&self, time: Duration) {
        let now = self.lock().now;
        // Further than anybody waits, where the clock has no such time.
        let end = now
            .checked_add(time)
            .unwrap_or_else(|| now + Duration::from_secs(1_000_000_000));
        self.until(|kernel| {
            if kernel.now >= end {
                kernel.changed = true;
                return Poll::Ready(());
            }
            kernel.wake_at(end);
            Poll::Pending
        })
        .await;
    }

    /// Prints on the terminal, as fast as moments allow.
    pub(super) async fn print(&self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() {
            let printed = self.until(|kernel| kernel.print(rest)).await;
            rest = rest.get(printed..).unwrap_or_default();
        }
    }

    /// Shows what a line editor draws: as much as is typed, and never more.
    pub(super) fn show(&self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let mut kernel = self.lock();
        // The editor says carriage returns itself.
        kernel.acts.push_back(Act::Print(bytes.to_vec()));
    }

    /// Calls `tmux`, one call at a time.
    pub(super) async fn tmux(&self, arguments: &[String]) -> Answer {
        let call = Caller::new(self).await;
        self.lock().acts.push_back(Act::Tmux(arguments.to_vec()));
        let caller = call.caller;
        self.until(
            |kernel| match std::mem::replace(&mut kernel.call, Call::None) {
                Call::Answered { caller: of, answer } if of == caller => {
                    kernel.changed = true;
                    Poll::Ready(answer)
                }
                other => {
                    kernel.call = other;
                    Poll::Pending
                }
            },
        )
        .await
    }
}

/// A place in the queue for calls. Dropped before the answer came, it leaves word that nobody wants it.
struct Caller<'a> {
    machine: &'a Machine,
    caller: u64,
}

impl<'a> Caller<'a> {
    async fn new(machine: &'a Machine) -> Self {
        let caller = machine
            .until(|kernel| {
                if !matches!(kernel.call, Call::None) {
                    return Poll::Pending;
                }
                kernel.calls = kernel.calls.wrapping_add(1);
                kernel.call = Call::Asked {
                    caller: kernel.calls,
                    given_up: false,
                };
                kernel.changed = true;
                Poll::Ready(kernel.calls)
            })
            .await;
        Self { machine, caller }
    }
}

impl Drop for Caller<'_> {
    fn drop(&mut self) {
        let mut kernel = self.machine.lock();
        match &mut kernel.call {
            Call::Asked { caller, given_up } if *caller == self.caller => *given_up = true,
            Call::Answered { caller, .. } if *caller == self.caller => kernel.call = Call::None,
            _ => {}
        }
    }
}
