//! Random changes and staged commands, on a real tmux and on the simulator: both must say the same and have the same
//! arrangement behind it.
//!
//! A case is replayed by its seed: `CHANGES_SEED=7 CHANGES_CASES=1`. Without these the cases are few and always the same.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "tests and their helpers fail by panicking"
)]

#[path = "changes/operations.rs"]
mod operations;
#[path = "changes/sides.rs"]
mod sides;

use operations::{Operation, Random};
use sides::Sides;

/// How many operations a case has at most; it ends earlier where the server does.
const OPERATIONS: usize = 60;

/// Runs a case; how many operations it had, or what differed behind which.
async fn run(seed: u64) -> Result<usize, String> {
    let mut random = Random::new(seed);
    let sides = Sides::start();
    let mut done: Vec<Operation> = Vec::new();
    for _ in 0..OPERATIONS {
        let Some(topology) = sides
            .observed()
            .await
            .map_err(|difference| told(seed, &done, &difference))?
        else {
            break;
        };
        let operation = Operation::choose(&mut random, &topology);
        done.push(operation.clone());
        sides
            .both(&operation, &topology)
            .await
            .map_err(|difference| told(seed, &done, &difference))?;
    }
    Ok(done.len())
}

fn told(seed: u64, done: &[Operation], difference: &str) -> String {
    let steps: Vec<String> = done
        .iter()
        .map(|operation| format!("  {operation:?}"))
        .collect();
    format!("seed {seed}, behind\n{}\n{difference}", steps.join("\n"))
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

#[tokio::test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
async fn random_changes_leave_the_simulator_as_they_leave_tmux() {
    let first = number("CHANGES_SEED", 1);
    let cases = number("CHANGES_CASES", 12);
    let mut operations = 0;
    for seed in first..first + cases {
        match run(seed).await {
            Ok(count) => operations += count,
            Err(difference) => panic!("{difference}"),
        }
    }
    eprintln!("{operations} operations in {cases} cases");
    assert!(operations > 0);
}
