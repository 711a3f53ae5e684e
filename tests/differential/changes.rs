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

#[tokio::test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
async fn options_and_messages_are_printed_alike() {
    let sides = Sides::start();
    let topology = sides.observed().await.unwrap().unwrap();
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
