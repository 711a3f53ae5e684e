//! Runs many cases, several at once, until the number or the time is reached or one fails.

use std::io;
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
    /// The number of the first case.
    pub first: u64,
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
    let work = &Work {
        plan,
        make,
        next: AtomicU64::new(plan.first),
        done: AtomicU64::new(0),
        unsteady: AtomicU64::new(0),
        stop: AtomicBool::new(false),
        failure: Mutex::new(None),
        end: Instant::now() + plan.time,
    };
    // One after the other: a server of 3.3a may end when several attach at once.
    let clients: io::Result<Vec<Client>> = (0..plan.panes)
        .map(|number| Client::attach(&real.socket(), &format!("worker{number}")))
        .collect();
    thread::scope(|scope| {
        let start = |mut client| scope.spawn(move || work.run(&mut client));
        let workers: Vec<_> = clients?.into_iter().map(start).collect();
        workers.into_iter().try_for_each(|worker| {
            let joined = worker.join();
            joined.unwrap_or_else(|_| Err(io::Error::other("a worker panicked")))
        })
    })?;
    Ok(Outcome {
        cases: work.done.load(Ordering::Relaxed),
        unsteady: work.unsteady.load(Ordering::Relaxed),
        failure: work.failure.lock().ok().and_then(|mut found| found.take()),
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
    fn run(&self, client: &mut Client) -> io::Result<()> {
        let done = self.run_cases(client);
        self.stop.fetch_or(done.is_err(), Ordering::Relaxed);
        done
    }

    fn run_cases(&self, client: &mut Client) -> io::Result<()> {
        while !self.stop.load(Ordering::Relaxed) && Instant::now() < self.end {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number - self.plan.first >= self.plan.cases {
                break;
            }
            let case = case(self.plan.seed, number, self.make);
            let found = match run(client, &case) {
                Ok(found) => found,
                Err(error) => return self.ended(number, case, error),
            };
            self.done.fetch_add(1, Ordering::Relaxed);
            let Some(found) = found else { continue };
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            if run(client, &case)?.is_none() {
                self.unsteady.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            if !self.stop.swap(true, Ordering::Relaxed) {
                eprintln!("case {number} differs: {found:?}");
                let again = |case: &Case| run(client, case).ok().flatten();
                self.report(smallest(number, &case, found, again));
            }
        }
        Ok(())
    }

    /// The server ended. If this case ends one by itself it is the failure.
    fn ended(&self, number: u64, case: Case, error: io::Error) -> io::Result<()> {
        self.stop.store(true, Ordering::Relaxed);
        match alone(&case) {
            Some(found) => {
                self.report(smallest(number, &case, found, alone));
                Ok(())
            }
            None if error.kind() == io::ErrorKind::UnexpectedEof => Ok(()),
            None => Err(error),
        }
    }

    fn report(&self, failure: Failure) {
        if let Ok(mut place) = self.failure.lock() {
            place.get_or_insert(failure);
        }
    }
}

/// Runs a case on a server of its own; that this server ends is a difference, too.
fn alone(case: &Case) -> Option<Difference> {
    let real = Real::start().ok()?;
    let mut client = Client::attach(&real.socket(), "alone").ok()?;
    match run(&mut client, case) {
        Ok(found) => found,
        Err(error) => Some(Difference {
            step: case.steps.len(),
            what: "the server's life",
            real: error.to_string(),
            simulated: String::new(),
        }),
    }
}

/// The case with this number.
pub fn case(seed: u64, number: u64, make: fn(&mut Random) -> Case) -> Case {
    let mut mixed = Random::new(seed ^ number.wrapping_mul(0xa076_1d64_78bd_642f));
    make(&mut Random::new(mixed.bits()))
}

/// Makes a failing case small: fewer steps, then fewer bytes in each.
fn smallest(
    number: u64,
    case: &Case,
    found: Difference,
    mut again: impl FnMut(&Case) -> Option<Difference>,
) -> Failure {
    let mut steps: Vec<Step> = case.steps.iter().take(found.step + 1).cloned().collect();
    let mut best = found;
    let with = |steps: &[Step]| Case {
        steps: steps.to_vec(),
        ..*case
    };
    let mut fails = |steps: &[Step]| {
        let found = again(&with(steps));
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
