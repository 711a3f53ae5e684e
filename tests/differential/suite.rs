//! The simulator against a real tmux: some cases in each run of the tests. `--bin differential` runs more.

use std::time::Duration;

use adapters::fake::program::Size;
use adapters::fake::terminal::Terminal;
use domain::{CaptureRequest, LineRange};
use rstest::rstest;
use support::differential::driver::{self, Plan, drive};
use support::differential::pair::Step;
use support::differential::streams;
use support::raw_tty::{MARK, PROGRAM, RawTty};
use support::tmux::{FIRST, Server};

#[test]
#[cfg_attr(
    no_tmux_3_3a,
    ignore = "the tmux on PATH is not 3.3a, to which the simulator is held"
)]
fn random_streams_leave_the_same_on_both_sides() {
    let plan = Plan {
        seed: 1,
        first: 0,
        cases: 200,
        time: Duration::from_mins(1),
        panes: 4,
    };
    let outcome = drive(plan, streams::case).unwrap();
    assert!(outcome.failure.is_none(), "seed 1: {:#?}", outcome.failure);
    assert!(outcome.cases > 0);
}

/// A range of every kind, of both screens, plain and with colours.
fn requests() -> Vec<CaptureRequest> {
    let part = LineRange {
        start: Some(-3),
        end: Some(1),
    };
    let mut requests = Vec::new();
    for range in [LineRange::ALL, LineRange::SCREEN, LineRange::from(-1), part] {
        for request in [CaptureRequest::shown(range), CaptureRequest::main(range)] {
            requests.extend([false, true].map(|escapes| CaptureRequest { escapes, ..request }));
        }
    }
    requests
}

#[rstest]
#[tokio::test]
#[cfg_attr(
    no_tmux_3_3a,
    ignore = "the tmux on PATH is not 3.3a, to which the simulator is held"
)]
async fn the_adapter_reads_of_tmux_what_the_simulator_answers(#[values(1, 2, 3, 4, 5)] seed: u64) {
    support::release::must_be_simulated().unwrap();
    let case = driver::case(seed, 0, streams::case);
    let (width, height) = case.size;
    let server = Server::running(PROGRAM.trim_matches('\''), width, height);
    let told = server.says(&[
        "list-panes",
        "-F",
        "#{pane_tty} #{history_limit} #{pane_title}",
    ]);
    let mut words = told.splitn(3, ' ');
    let mut word = || words.next().unwrap();
    let mut tty = RawTty::open(word()).unwrap();
    let limit = word().parse().unwrap();
    let mut terminal = Terminal::new(Size { width, height }, limit, word());
    let mut looks = 0;
    for step in &case.steps {
        match step {
            Step::Write(bytes) => {
                tty.draw(bytes).unwrap();
                terminal.feed(&[bytes, MARK].concat());
            }
            Step::Check => {
                for request in requests() {
                    let capture = server.tmux.capture(FIRST, &[request]).await.unwrap();
                    assert_eq!(
                        capture.excerpts,
                        [terminal.excerpt(&request)],
                        "{request:?}"
                    );
                    assert_eq!(capture.position, terminal.position(request.screen));
                    looks += 1;
                }
            }
            Step::Resize(width, height) if !terminal.last_row_continues() => {
                let (width, height) = (*width, *height);
                let columns = width.to_string();
                let rows = height.to_string();
                server.says(&["resize-window", "-x", &columns, "-y", &rows]);
                terminal.resize(Size { width, height });
            }
            Step::Resize(..) | Step::ClearHistory | Step::Respawn => {}
        }
    }
    assert!(looks > 0);
}
