//! The simulator against a real tmux: some cases in each run of the tests. `--bin differential` runs more.

use std::time::Duration;

use support::differential::driver::{Plan, drive};
use support::differential::streams;

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn random_streams_leave_the_same_on_both_sides() {
    let plan = Plan {
        seed: 1,
        cases: 200,
        time: Duration::from_mins(1),
        panes: 4,
    };
    let outcome = drive(plan, streams::case).unwrap();
    assert!(outcome.failure.is_none(), "seed 1: {:#?}", outcome.failure);
    assert!(outcome.cases > 0);
}
