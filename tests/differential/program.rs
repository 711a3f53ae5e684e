//! Runs the differential test for a number of cases or minutes, and prints the seed and the smallest case that fails.
#![expect(clippy::print_stdout, reason = "this program's results are its output")]

use std::io;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use support::differential::driver::{Plan, drive};
use support::differential::known::KNOWN;
use support::differential::streams;

fn main() -> io::Result<ExitCode> {
    let mut plan = Plan {
        seed: std::process::id().into(),
        cases: u64::MAX,
        time: Duration::from_mins(1),
        panes: 6,
    };
    let words: Vec<String> = std::env::args().skip(1).collect();
    for pair in words.chunks(2) {
        let [name, value] = pair else {
            return Err(usage());
        };
        let value: u64 = value.parse().map_err(|_| usage())?;
        match name.as_str() {
            "--seed" => plan.seed = value,
            "--cases" => {
                plan.cases = value;
                plan.time = Duration::from_hours(24);
            }
            "--minutes" => plan.time = Duration::from_mins(value),
            "--panes" => plan.panes = u32::try_from(value).map_err(|_| usage())?,
            _ => return Err(usage()),
        }
    }
    for known in &KNOWN {
        println!("left out: {}", known.what);
    }
    println!("seed {}", plan.seed);
    let begin = Instant::now();
    let outcome = drive(plan, streams::case)?;
    println!(
        "{} cases in {:.1?}; {} differed once and not again",
        outcome.cases,
        begin.elapsed(),
        outcome.unsteady
    );
    let Some(failure) = outcome.failure else {
        println!("no difference");
        return Ok(ExitCode::SUCCESS);
    };
    println!("case {}: {:?}", failure.number, failure.case);
    let difference = failure.difference;
    println!("{} differ", difference.what);
    println!("  tmux:      {}", difference.real);
    println!("  simulator: {}", difference.simulated);
    Ok(ExitCode::FAILURE)
}

fn usage() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidInput,
        "usage: differential [--seed N] [--cases N] [--minutes N] [--panes N]",
    )
}
