//! Runs the differential test for a number of cases or minutes, and prints the seed and the smallest case that fails.
#![expect(clippy::print_stdout, reason = "this program's results are its output")]

use std::io;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use support::differential::changes::cases;
use support::differential::driver::{Plan, drive};
use support::differential::known::KNOWN;
use support::differential::streams;

/// What is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Streams,
    Changes,
    All,
}

/// What the arguments ask for.
fn read(words: &[String]) -> io::Result<(Plan, Kind)> {
    let mut plan = Plan {
        seed: std::process::id().into(),
        first: 0,
        cases: u64::MAX,
        time: Duration::from_mins(1),
        panes: 6,
    };
    let mut kind = Kind::All;
    for pair in words.chunks(2) {
        let [name, value] = pair else {
            return Err(usage());
        };
        if name == "--kind" {
            kind = match value.as_str() {
                "streams" => Kind::Streams,
                "changes" => Kind::Changes,
                "all" => Kind::All,
                _ => return Err(usage()),
            };
            continue;
        }
        let value: u64 = value.parse().map_err(|_| usage())?;
        match name.as_str() {
            "--seed" => plan.seed = value,
            "--cases" => {
                plan.cases = value;
                plan.time = Duration::from_hours(24);
            }
            "--first" => plan.first = value,
            "--minutes" => plan.time = Duration::from_mins(value),
            "--panes" => plan.panes = u32::try_from(value).map_err(|_| usage())?,
            _ => return Err(usage()),
        }
    }
    Ok((plan, kind))
}

fn main() -> io::Result<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (mut plan, kind) = read(&words)?;
    for known in &KNOWN {
        println!("left out: {}", known.what);
    }
    println!("seed {}", plan.seed);
    let same = match kind {
        Kind::Streams => run_streams(plan)?,
        Kind::Changes => run_changes(plan)?,
        Kind::All => {
            // Half the time each; both say what they found.
            plan.time /= 2;
            let (streams, changes) = (run_streams(plan)?, run_changes(plan)?);
            streams && changes
        }
    };
    Ok(if same {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Bytes and sizes in panes; whether no case differed.
fn run_streams(plan: Plan) -> io::Result<bool> {
    let begin = Instant::now();
    let outcome = drive(plan, streams::case)?;
    println!(
        "streams: {} cases in {:.1?}; {} differed once and not again",
        outcome.cases,
        begin.elapsed(),
        outcome.unsteady
    );
    let Some(failure) = outcome.failure else {
        println!("no difference");
        return Ok(true);
    };
    println!("case {}: {:?}", failure.number, failure.case);
    let difference = failure.difference;
    println!("{} differ", difference.what);
    println!("  tmux:      {}", difference.real);
    println!("  simulator: {}", difference.simulated);
    Ok(false)
}

/// Operations on servers; whether no case differed.
fn run_changes(plan: Plan) -> io::Result<bool> {
    let begin = Instant::now();
    let outcome = cases::drive(plan)?;
    println!(
        "changes: {} cases of {} operations in all in {:.1?}; {} differed once and not again",
        outcome.cases,
        outcome.operations,
        begin.elapsed(),
        outcome.unsteady.len()
    );
    for unsteady in &outcome.unsteady {
        println!(
            "case {}, not again:\n{:?}",
            unsteady.number, unsteady.difference
        );
    }
    if let Some(failure) = &outcome.failure {
        println!("case {}:\n{:?}", failure.number, failure.difference);
    } else if outcome.unsteady.is_empty() {
        println!("no difference");
    }
    Ok(outcome.failure.is_none() && outcome.unsteady.is_empty())
}

fn usage() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidInput,
        "usage: differential [--kind streams|changes|all] [--seed N] [--first N] [--cases N] [--minutes N] [--panes N]",
    )
}
