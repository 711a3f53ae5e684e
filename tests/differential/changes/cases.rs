//! Many cases on few servers, until the number or the time is reached or one fails.

use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use tokio::runtime::Runtime;

use super::sides::Sides;
use super::{Difference, run, steps};
use crate::differential::driver::Plan;
use crate::differential::shrink::shrink;

/// How many cases a server serves: enough that starting it does not count, few enough that ids stay readable.
const CASES_PER_SERVER: u64 = 50;
/// How many servers are in use at once.
const SERVERS: u32 = 2;

/// A case that failed, made small.
#[derive(Debug)]
pub struct Failure {
    /// Its number under the seed.
    pub number: u64,
    /// Its steps, and what differed behind them.
    pub difference: Difference,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Outcome {
    /// How many cases were run.
    pub cases: u64,
    /// How many operations they had.
    pub operations: u64,
    /// Those that differed on a server that had served others, and not on a fresh one.
    pub unsteady: Vec<Failure>,
    /// The first that failed.
    pub failure: Option<Failure>,
}

/// Runs the plan.
///
/// # Errors
/// Where tmux cannot be run.
pub fn drive(plan: Plan) -> io::Result<Outcome> {
    let work = &Work {
        plan,
        next: AtomicU64::new(plan.first),
        operations: AtomicU64::new(0),
        stop: AtomicBool::new(false),
        outcome: Mutex::default(),
        end: Instant::now() + plan.time,
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..SERVERS).map(|_| scope.spawn(|| work.run())).collect();
        workers.into_iter().try_for_each(|worker| {
            let joined = worker.join();
            joined.unwrap_or_else(|_| Err(io::Error::other("a worker panicked")))
        })
    })?;
    let mut outcome = std::mem::take(&mut *work.outcome.lock().unwrap());
    outcome.operations = work.operations.load(Ordering::Relaxed);
    Ok(outcome)
}

/// What the workers share.
struct Work {
    plan: Plan,
    next: AtomicU64,
    operations: AtomicU64,
    stop: AtomicBool,
    outcome: Mutex<Outcome>,
    end: Instant,
}

impl Work {
    fn run(&self) -> io::Result<()> {
        let done = runtime().and_then(|runtime| self.run_cases(&runtime));
        self.stop.fetch_or(done.is_err(), Ordering::Relaxed);
        done
    }

    fn run_cases(&self, runtime: &Runtime) -> io::Result<()> {
        let (mut sides, mut served) = (fresh(runtime)?, 0);
        while !self.stop.load(Ordering::Relaxed) && Instant::now() < self.end {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number - self.plan.first >= self.plan.cases {
                break;
            }
            if served == CASES_PER_SERVER {
                (sides, served) = (fresh(runtime)?, 0);
            }
            served += 1;
            let steps = steps(self.plan.seed, number);
            let found = runtime.block_on(run(&sides, &steps));
            self.outcome.lock().unwrap().cases += 1;
            match found {
                Ok(count) => drop(self.operations.fetch_add(count as u64, Ordering::Relaxed)),
                Err(found) => {
                    self.differed(runtime, number, &steps, found)?;
                    (sides, served) = (fresh(runtime)?, 0);
                }
            }
        }
        Ok(())
    }

    fn differed(
        &self,
        runtime: &Runtime,
        number: u64,
        steps: &[u64],
        found: Difference,
    ) -> io::Result<()> {
        let steps = &steps[..found.done.len()];
        let Some(mut best) = alone(runtime, steps)? else {
            let difference = found;
            let unsteady = Failure { number, difference };
            self.outcome.lock().unwrap().unsteady.push(unsteady);
            return Ok(());
        };
        if self.stop.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let _ = shrink(steps.to_vec(), |fewer| {
            // Where no server starts, the steps stay as they are.
            let found = alone(runtime, fewer).ok().flatten();
            let failed = found.is_some();
            best = found.unwrap_or_else(|| best.clone());
            failed
        });
        let difference = best;
        self.outcome.lock().unwrap().failure = Some(Failure { number, difference });
        Ok(())
    }
}

fn runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
}

fn fresh(runtime: &Runtime) -> io::Result<Sides> {
    runtime.block_on(Sides::over_a_client())
}

/// What steps differ in on a fresh server.
fn alone(runtime: &Runtime, steps: &[u64]) -> io::Result<Option<Difference>> {
    Ok(runtime.block_on(run(&fresh(runtime)?, steps)).err())
}
