//! Runs many cases, several at once, until the number or the time is reached or one fails.

use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::pair::{Case, Difference, Step, run};
use super::random::Random;
use super::real::{Client, Real};
use super::shrink::shrink;

/// How long and from where.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// What the cases come from.
    pub seed: u64,
    /// The most cases.
    pub cases: u64,
    /// The most time.
    pub time: Duration,
    /// How many panes are in use at once.
    pub panes: u32,
}

/// A case that failed, made small.
#[derive(Debug)]
pub struct Failure {
    /// Its number under the seed.
    pub number: u64,
    /// The case.
    pub case: Case,
    /// What differed.
    pub difference: Difference,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Outcome {
    /// How many cases were run.
    pub cases: u64,
    /// How many differed once and not again: tmux takes in what was written in parts that nobody chooses.
    pub unsteady: u64,
    /// The first that failed.
    pub failure: Option<Failure>,
}

/// Runs the plan with cases of this kind.
///
/// # Errors
/// Where tmux fails.
pub fn drive(plan: Plan, make: fn(&mut Random) -> Case) -> io::Result<Outcome> {
    let real = Real::start()?;
    let socket = real.socket();
    let work = Work {
        plan,
        make,
        next: AtomicU64::new(0),
        done: AtomicU64::new(0),
        unsteady: AtomicU64::new(0),
        stop: AtomicBool::new(false),
        failure: Mutex::new(None),
        end: Instant::now() + plan.time,
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.panes)
            .map(|number| {
                scope.spawn({
                    let (work, socket) = (&work, &socket);
                    move || {
                        let done = work.run(socket, &format!("worker{number}"));
                        work.stop.fetch_or(done.is_err(), Ordering::Relaxed);
                        done
                    }
                })
            })
            .collect();
        workers.into_iter().try_for_each(|worker| {
            let joined = worker.join();
            joined.unwrap_or_else(|_| Err(io::Error::other("a worker panicked")))
        })
    })?;
    Ok(Outcome {
        cases: work.done.into_inner(),
        unsteady: work.unsteady.into_inner(),
        failure: work.failure.into_inner().unwrap_or(None),
    })
}

/// What the workers share.
struct Work {
    plan: Plan,
    make: fn(&mut Random) -> Case,
    next: AtomicU64,
    done: AtomicU64,
    unsteady: AtomicU64,
    stop: AtomicBool,
    failure: Mutex<Option<Failure>>,
    end: Instant,
}

impl Work {
    fn run(&self, socket: &Path, session: &str) -> io::Result<()> {
        let mut client = Client::attach(socket, session)?;
        while !self.stop.load(Ordering::Relaxed) && Instant::now() < self.end {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.plan.cases {
                break;
            }
            let case = case(self.plan.seed, number, self.make);
            let found = run(&mut client, &case).map_err(|error| {
                io::Error::new(error.kind(), format!("case {number}: {error}: {case:?}"))
            })?;
            self.done.fetch_add(1, Ordering::Relaxed);
            let Some(found) = found else { continue };
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            if run(&mut client, &case)?.is_none() {
                self.unsteady.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            if !self.stop.swap(true, Ordering::Relaxed) {
                let failure = smallest(&mut client, number, case, found);
                if let Ok(mut place) = self.failure.lock() {
                    *place = Some(failure);
                }
            }
        }
        Ok(())
    }
}

/// The case with this number.
pub fn case(seed: u64, number: u64, make: fn(&mut Random) -> Case) -> Case {
    let mut mixed = Random::new(seed ^ number.wrapping_mul(0xa076_1d64_78bd_642f));
    make(&mut Random::new(mixed.bits()))
}

/// Makes a failing case small: fewer steps, then fewer bytes in each.
fn smallest(client: &mut Client, number: u64, case: Case, found: Difference) -> Failure {
    let mut steps: Vec<Step> = case.steps.iter().take(found.step + 1).cloned().collect();
    let mut best = found;
    let with = |steps: &[Step]| Case {
        steps: steps.to_vec(),
        ..case
    };
    let mut fails = |steps: &[Step]| {
        let found = run(client, &with(steps)).ok().flatten();
        let failed = found.is_some();
        if let Some(found) = found {
            best = found;
        }
        failed
    };
    steps = shrink(steps, &mut fails);
    for place in 0..steps.len() {
        let Some(Step::Write(bytes)) = steps.get(place).cloned() else {
            continue;
        };
        let fewer = shrink(characters(&bytes), |parts| {
            let mut tried = steps.clone();
            tried[place] = Step::Write(parts.concat());
            fails(&tried)
        });
        steps[place] = Step::Write(fewer.concat());
    }
    let _ = fails(&steps);
    Failure {
        number,
        case: with(&steps),
        difference: best,
    }
}

/// The bytes of each character, which stay together: others would come out of them.
fn characters(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for chunk in bytes.utf8_chunks() {
        let characters = chunk.valid().chars();
        all.extend(characters.map(|character| character.to_string().into_bytes()));
        all.extend(Some(chunk.invalid().to_vec()).filter(|bytes| !bytes.is_empty()));
    }
    all
}
