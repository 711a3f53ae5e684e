//! Random operations on a whole server: changes of the port, and commands that stage what the port has no change for.
//!
//! - `operations`: what is done, chosen by a number and by what there is at that moment; `named`: targets in words;
//! - `sides`: a real tmux and a simulator side by side; `quick`: the link to the real one;
//! - `cases`: many cases, and the smallest of one that fails.
//!
//! A step of a case is a number, not an operation: what it stands for is decided by the arrangement that it meets. So a case
//! from which steps were taken is still a case.

pub mod cases;
mod compared;
mod named;
pub mod operations;
pub mod quick;
pub mod sides;

use std::fmt;

use self::operations::{Choices, Operation};
use self::sides::Sides;
use super::random::Random;

/// The operations of a case.
pub const OPERATIONS: usize = 200;

/// The steps of the case with this number.
#[must_use]
pub fn steps(seed: u64, number: u64) -> Vec<u64> {
    let mut mixed = Random::new(seed ^ number.wrapping_mul(0xa076_1d64_78bd_642f));
    let mut random = Random::new(mixed.bits());
    (0..OPERATIONS).map(|_| random.bits()).collect()
}

/// Where the two were told apart.
#[derive(Clone)]
pub struct Difference {
    /// What was done, the last of which made the difference.
    pub done: Vec<Operation>,
    /// What differs.
    pub what: String,
}

impl fmt::Debug for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for operation in &self.done {
            writeln!(formatter, "  {operation:?}")?;
        }
        formatter.write_str(&self.what)
    }
}

/// Runs a case in sessions of its own, which are ended; how many operations there were.
///
/// # Errors
/// The first difference.
pub async fn run(sides: &Sides, steps: &[u64]) -> Result<usize, Difference> {
    let mut done = Vec::new();
    match all(sides, steps, &mut done).await {
        Ok(()) => Ok(done.len()),
        Err(what) => Err(Difference { done, what }),
    }
}

async fn all(sides: &Sides, steps: &[u64], done: &mut Vec<Operation>) -> Result<(), String> {
    for step in steps {
        let mut seen = sides.seen().await;
        if seen.as_ref().is_none_or(|seen| seen.sessions.is_empty()) {
            sides.begin()?;
            seen = sides.seen().await;
        }
        let seen = seen.ok_or("the simulated server is gone")?;
        let mut choices = Choices::new(*step);
        let operation = Operation::choose(&mut choices, &seen);
        done.push(operation.clone());
        sides.both(&operation, &seen).await?;
        // What a change answers is compared anyhow; this is for what it does not answer.
        if choices.one_in(4) {
            sides.compare().await?;
        }
    }
    sides.compare().await?;
    sides.end().await
}
