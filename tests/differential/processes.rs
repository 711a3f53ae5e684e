//! Random changes and staged commands, on a real tmux and on the simulator: both must say the same and have the same
//! arrangement behind it.
//!
//! Here the real one is asked by a process for each group, as a user would, and it may end; `--bin differential` asks one
//! client, and is many times faster. A case is replayed by its seed: `CHANGES_SEED=7 CHANGES_CASES=1`. Without these the cases are few and always the same.
#![expect(
    clippy::unwrap_used,
    reason = "tests and their helpers fail by panicking"
)]

use support::differential::changes::operations::Operation;
use support::differential::changes::sides::Sides;
use support::differential::changes::{run, steps};

/// How many operations a case has at most.
const OPERATIONS: usize = 60;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

#[tokio::test]
#[cfg_attr(
    no_tmux_3_3a,
    ignore = "the tmux on PATH is not 3.3a, to which the simulator is held"
)]
async fn random_changes_leave_the_simulator_as_they_leave_tmux() {
    let first = number("CHANGES_SEED", 1);
    let cases = number("CHANGES_CASES", 12);
    let mut operations = 0;
    for seed in first..first + cases {
        let steps = &steps(seed, 0)[..OPERATIONS];
        let found = run(&Sides::over_processes().unwrap(), steps).await;
        operations += found
            .map_err(|found| format!("seed {seed}: {found:?}"))
            .unwrap();
    }
    eprintln!("{operations} operations in {cases} cases");
    assert!(operations > 0);
}

#[tokio::test]
#[cfg_attr(
    no_tmux_3_3a,
    ignore = "the tmux on PATH is not 3.3a, to which the simulator is held"
)]
async fn options_and_messages_are_printed_alike() {
    let sides = Sides::over_processes().unwrap();
    let topology = sides.seen().await.unwrap();
    for line in [
        "show-options -s",
        "show-options -g -w",
        "show-options -A -p -t %0",
        "show-options -w -t @0",
        "show-options -t $0",
        "show-options -g update-environment",
        "set-option -g @x a;b'c",
        "show-options -g @x",
        "show-options -gv @x",
        "show-options -v -t $0 @y",
        "set-option -s -a terminal-features x:y",
        "show-options -s terminal-features",
        "set-environment -t $0 X a\"b$c",
        "set-environment -r -t $0 Z",
        "show-environment -s -t $0",
        "list-windows -t $0 -F #{window_flags}#{window_layout}",
        "list-panes -a -F #{session_name}:#{window_index}.#{pane_index}#{pane_active}",
        "list-panes -t %99",
        "has-session -t nope",
        "kill-window -t @9",
        "select-window -t $0:7",
        "set-option -g mouse maybe",
        "set-option -g history-limit x",
        "set-option -w -t @0 window-size odd",
        "delete-buffer -b x",
        "show-buffer",
        "set-buffer -b x text",
        "list-buffers",
        "wait-for -U x",
        "rename-session -t $0 a.b:c",
        "new-session -d -s a_b_c",
        "display-message -p -t %0 #{==:#{pane_id},%0}#{?window_zoomed_flag,z,-}",
    ] {
        let words = line.split(' ').map(str::to_owned).collect();
        let operation = Operation::Staged(words);
        let same = sides.both(&operation, &topology).await;
        assert_eq!(same, Ok(()), "{line}");
    }
}
