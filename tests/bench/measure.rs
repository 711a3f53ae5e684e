//! Samples of several things, taken in turns, and what is said of them.

use std::time::{Duration, Instant};

/// What was measured of one thing, in microseconds, sorted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Samples(Vec<f64>);

impl Samples {
    pub(crate) fn of(durations: impl IntoIterator<Item = Duration>) -> Self {
        let micros = durations.into_iter().map(|took| took.as_secs_f64() * 1e6);
        let mut samples: Vec<f64> = micros.collect();
        samples.sort_by(f64::total_cmp);
        Self(samples)
    }

    /// The sample that this share of them does not exceed, from 0 to 1.
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        let last = self.0.len().saturating_sub(1) as f64;
        let place = (last * share).round() as usize;
        self.0.get(place).copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn p50(&self) -> f64 {
        self.quantile(0.5)
    }

    pub(crate) fn p99(&self) -> f64 {
        self.quantile(0.99)
    }
}

/// One thing that is measured: done once, it says how long it took.
pub(crate) type Probe<'a> = Box<dyn FnMut() -> Duration + 'a>;

/// How long something takes.
pub(crate) fn timed(mut work: impl FnMut()) -> impl FnMut() -> Duration {
    move || {
        let start = Instant::now();
        work();
        start.elapsed()
    }
}

/// Takes the probes in turns, so that what slows the machine for a while slows all of them; each starts every round
/// once in so many.
pub(crate) fn interleaved(rounds: usize, mut probes: Vec<Probe<'_>>) -> Vec<Samples> {
    let count = probes.len();
    let mut taken = vec![Vec::with_capacity(rounds); count];
    for probe in &mut probes {
        // Once outside the count: caches, lazily made connections.
        probe();
    }
    for round in 0..rounds {
        for place in 0..count {
            let place = (round + place) % count;
            taken[place].push(probes[place]());
        }
    }
    taken.into_iter().map(Samples::of).collect()
}

/// A line of the table: what, the figure reached, the target, and whether it is met.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) what: String,
    pub(crate) measured: String,
    pub(crate) reached: f64,
    pub(crate) target: f64,
    pub(crate) unit: &'static str,
}

impl Line {
    pub(crate) fn ratio(
        what: impl Into<String>,
        measured: String,
        reached: f64,
        target: f64,
    ) -> Self {
        Self {
            what: what.into(),
            measured,
            reached,
            target,
            unit: "x",
        }
    }

    fn met(&self) -> bool {
        self.reached <= self.target
    }
}

/// Prints the head of the table.
pub(crate) fn head() {
    println!("| what | reached | target | | measured (microseconds, p50, unless named) |");
    println!("|---|---|---|---|---|");
}

/// Prints a part of the table; whether every target in it is met.
pub(crate) fn table(lines: &[Line]) -> bool {
    for line in lines {
        let verdict = if line.met() { "met" } else { "MISSED" };
        let number = |value: f64| {
            if value.fract() == 0.0 {
                format!("{value:.0}")
            } else {
                format!("{value:.2}")
            }
        };
        println!(
            "| {} | {}{} | {}{} | {verdict} | {} |",
            line.what,
            number(line.reached),
            line.unit,
            number(line.target),
            line.unit,
            line.measured
        );
    }
    lines.iter().all(Line::met)
}
