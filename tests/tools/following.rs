//! `capture_since` against a pane that prints at full speed: nothing is lost, repeated or torn while it says so.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::process::Command;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use support::tmux::Server;
use support::tools::{Bench, strings};

/// How long anything may take to be drawn.
const PATIENCE: Duration = Duration::from_secs(20);

/// A pane that shows what is written into a pipe, as fast as the terminal takes it.
struct Printer {
    bench: Bench,
    bytes: Sender<Vec<u8>>,
    writer: JoinHandle<()>,
}

impl Printer {
    fn new(width: u32, history_limit: u32) -> Self {
        let server = Server::none();
        let pipe = server.directory.path().join("pipe");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        let command = format!("stty -echo; exec cat {}", pipe.display());
        server.start_with_history(&command, width, 24, history_limit);
        let (bytes, incoming) = channel::<Vec<u8>>();
        let writer = std::thread::spawn(move || {
            let mut pipe: File = OpenOptions::new().write(true).open(pipe).unwrap();
            for bytes in incoming {
                // The server may be gone by now: then nobody reads.
                if pipe.write_all(&bytes).is_err() {
                    return;
                }
            }
        });
        let mut bench = Bench::over(server);
        // What the budget of characters drops is no matter of these tests.
        bench.context.limits.max_chars = 100_000_000;
        Self {
            bench,
            bytes,
            writer,
        }
    }

    fn print(&self, bytes: impl Into<Vec<u8>>) {
        self.bytes.send(bytes.into()).unwrap();
    }

    /// Waits until everything printed so far is drawn.
    async fn drawn(&self, mark: u64) {
        self.print(format!("\x1b]2;mark {mark}\x07"));
        let wanted = format!("mark {mark}");
        self.bench
            .server
            .until(
                &["display-message", "-p", "-t", "%0", "#{pane_title}"],
                |says| says == wanted,
            )
            .await;
    }

    async fn since(&self, cursor: Option<&str>, keep: &str, max_lines: u64) -> Value {
        let arguments =
            json!({ "pane_id": "%0", "cursor": cursor, "keep": keep, "max_lines": max_lines });
        self.bench.call("capture_since", arguments).await
    }

    fn tmux(&self, args: &[&str]) {
        assert!(self.bench.server.raw(args).status.success(), "{args:?}");
    }

    fn end(self) {
        drop(self.bytes);
        drop(self.bench);
        self.writer.join().unwrap();
    }
}

#[derive(Debug, Clone)]
enum Step {
    /// So many numbered lines with so much padding.
    Print(u64, usize),
    /// The screen is cleared; tmux keeps its rows in the history.
    ClearScreen,
    /// The history is cleared by the program.
    EraseHistory,
    /// The history is cleared by a tmux command.
    ClearHistory,
    Resize(u32),
    /// A look without waiting for what is being printed.
    Look,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (1_u64..400, 0_usize..70).prop_map(|(lines, padding)| Step::Print(lines, padding)),
        1 => Just(Step::ClearScreen),
        1 => Just(Step::EraseHistory),
        1 => Just(Step::ClearHistory),
        2 => (20_u32..120).prop_map(Step::Resize),
        8 => Just(Step::Look),
    ];
    proptest::collection::vec(step, 4..24)
}

/// Puts together what a reader was given.
#[derive(Debug, Default)]
struct Reader {
    cursor: Option<String>,
    last: u64,
    gaps: u32,
}

impl Reader {
    fn take(&mut self, answer: &Value) -> Result<(), TestCaseError> {
        let continuous = answer["continuous"].as_bool().unwrap();
        let first_look = self.cursor.is_none();
        let mut jump = !continuous || first_look;
        self.gaps += u32::from(!continuous);
        for line in strings(&answer["lines"]) {
            // Blank rows are what a clear leaves behind.
            if line.is_empty() {
                continue;
            }
            let Some(number) = number(line) else {
                // The oldest row that is held may be the end of a line that a clear or a trim cut.
                prop_assert!(jump, "torn: {line:?} in {answer}");
                continue;
            };
            if jump {
                // What was read before may come again where continuity is not claimed.
                jump = false;
            } else {
                prop_assert_eq!(number, self.last + 1, "lost or repeated in {}", answer);
            }
            self.last = number;
        }
        self.cursor = answer["cursor"].as_str().map(str::to_owned);
        Ok(())
    }
}

/// The number of a whole line.
fn number(line: &str) -> Option<u64> {
    let (number, rest) = line.strip_prefix("line ")?.split_once(' ')?;
    let padding = rest.strip_suffix("end")?;
    padding.bytes().all(|byte| byte == b'.').then_some(())?;
    number.parse().ok()
}

async fn reconstructs(limit: u32, steps: &[Step]) -> Result<(), TestCaseError> {
    let printer = Printer::new(80, limit);
    let mut reader = Reader::default();
    let mut printed = 0;
    for step in steps {
        match step {
            Step::Print(lines, padding) => {
                let dots = ".".repeat(*padding);
                let text: String = (printed + 1..=printed + lines)
                    .map(|n| format!("line {n} {dots}end\n"))
                    .collect();
                printer.print(text);
                printed += lines;
            }
            Step::ClearScreen => printer.print("\x1b[H\x1b[2J"),
            Step::EraseHistory => printer.print("\x1b[3J"),
            Step::ClearHistory => printer.tmux(&["clear-history", "-t", "%0"]),
            Step::Resize(width) => printer.tmux(&[
                "resize-window",
                "-t",
                "@0",
                "-x",
                &width.to_string(),
                "-y",
                "24",
            ]),
            Step::Look => {
                let answer = printer
                    .since(reader.cursor.as_deref(), "newest", 10_000)
                    .await;
                reader.take(&answer)?;
            }
        }
    }
    printer.drawn(1).await;
    let answer = printer
        .since(reader.cursor.as_deref(), "newest", 10_000)
        .await;
    reader.take(&answer)?;
    // What is still on the screen has come by the end, whatever was declared lost before.
    if printed > 0 && !matches!(steps.last(), Some(Step::ClearScreen | Step::EraseHistory)) {
        let screen = printer
            .bench
            .server
            .says(&["capture-pane", "-p", "-J", "-t", "%0"]);
        let shown = screen
            .lines()
            .filter_map(|line| number(line.trim_end()))
            .max();
        if let Some(shown) = shown {
            prop_assert!(reader.last >= shown, "{} of {} shown", reader.last, shown);
        }
    }
    printer.end();
    Ok(())
}

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 30,
        ..Config::default()
    })
}

/// Runs an async property; each case has a runtime of its own.
fn holds<S: Strategy>(
    cases: u32,
    strategy: &S,
    property: impl AsyncFn(S::Value) -> Result<(), TestCaseError>,
) {
    let run = runner(cases).run(strategy, |value| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(property(value))
    });
    if let Err(error) = run {
        panic!("{error}");
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "needs tmux")]
fn numbered_lines_at_full_speed_are_reconstructed_or_a_gap_is_declared() {
    let limits = prop_oneof![3 => Just(50_u32), 1 => Just(5), 1 => Just(200), 1 => Just(2000)];
    holds(60, &(limits, steps()), async |(limit, steps)| {
        reconstructs(limit, &steps).await
    });
}

#[derive(Debug, Clone, Copy)]
enum Alike {
    Print(u64),
    Resize(u32),
}

#[test]
#[cfg_attr(no_tmux, ignore = "needs tmux")]
fn equal_lines_never_hide_a_trim() {
    let step = prop_oneof![5 => (0_u64..90).prop_map(Alike::Print), 1 => (20_u32..120).prop_map(Alike::Resize)];
    let limits = prop_oneof![3 => Just(50_u32), 1 => Just(5), 1 => Just(200)];
    holds(
        30,
        &(limits, proptest::collection::vec(step, 1..14)),
        async |(limit, steps)| {
            let printer = Printer::new(80, limit);
            let mut reader: Option<String> = None;
            for (mark, step) in (0..).zip(steps) {
                let mut printed = 0;
                match step {
                    Alike::Print(lines) => {
                        printer.print("same\n".repeat(usize::try_from(lines).unwrap()));
                        printed = lines;
                    }
                    Alike::Resize(width) => printer.tmux(&[
                        "resize-window",
                        "-t",
                        "@0",
                        "-x",
                        &width.to_string(),
                        "-y",
                        "24",
                    ]),
                }
                printer.drawn(mark).await;
                let answer = printer.since(reader.as_deref(), "newest", 10_000).await;
                if reader.is_some() && answer["continuous"] == true {
                    prop_assert_eq!(
                        strings(&answer["lines"]).len() as u64,
                        printed,
                        "{}",
                        answer
                    );
                }
                reader = answer["cursor"].as_str().map(str::to_owned);
            }
            printer.end();
            Ok(())
        },
    );
}

#[tokio::test]
#[cfg_attr(no_tmux, ignore = "needs tmux")]
async fn a_follower_of_the_oldest_misses_nothing_that_history_can_hold() {
    const LINES: u64 = 20_000;
    let printer = Printer::new(80, 50_000);
    let mut cursor = printer.since(None, "oldest", 200).await["cursor"]
        .as_str()
        .map(str::to_owned);
    let mut next = 1;
    let mut printed = 0;
    let deadline = Instant::now() + 3 * PATIENCE;
    while next <= LINES {
        assert!(Instant::now() < deadline, "at {next} of {LINES}");
        // Bursts: the next is printed while the last is still being read.
        if printed < LINES && printed < next + 2_000 {
            let text: String = (printed + 1..=printed + 2_000)
                .map(|n| format!("line {n} end\n"))
                .collect();
            printer.print(text);
            printed += 2_000;
        }
        let answer = printer.since(cursor.as_deref(), "oldest", 500).await;
        // The very first lines follow a cursor without an anchor.
        assert!(answer["continuous"] == true || next == 1, "{answer}");
        for line in strings(&answer["lines"]) {
            assert_eq!(number(line), Some(next), "{line:?}");
            next += 1;
        }
        cursor = answer["cursor"].as_str().map(str::to_owned);
    }
    printer.end();
}

#[tokio::test]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
async fn what_a_run_dropped_is_paged_through_from_its_start_cursor() {
    let bench = Bench::shell("bash", 80, 50_000).await;
    let answer = bench
        .call(
            "run_shell_command",
            json!({ "pane_id": "%0", "command": "seq 1 3000" }),
        )
        .await;
    assert_eq!(
        (
            &answer["output_truncated"],
            &answer["output_truncated_lines"]
        ),
        (&json!(true), &json!(2800))
    );
    assert_eq!(strings(&answer["output"]).first(), Some(&"2801"));
    let mut cursor = answer["start_cursor"].clone();
    let mut lines: Vec<String> = Vec::new();
    loop {
        let page = bench
            .call(
                "capture_since",
                json!({ "pane_id": "%0", "cursor": cursor, "keep": "oldest" }),
            )
            .await;
        assert_eq!(page["continuous"], true, "{page}");
        lines.extend(strings(&page["lines"]).into_iter().map(str::to_owned));
        cursor = page["cursor"].clone();
        if page["more"] != true {
            break;
        }
    }
    let expected: Vec<String> = (1..=3000).map(|n| n.to_string()).collect();
    assert_eq!(lines[..3000], expected);
}

#[tokio::test]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
async fn behind_a_full_screen_program_the_main_screen_is_read_and_the_answer_says_so() {
    let bench = Bench::shell("bash", 80, 2_000).await;
    bench.run("seq 1 60").await;
    let before = bench
        .call("capture_since", json!({ "pane_id": "%0" }))
        .await;
    bench.call("send_keys", json!({ "pane_id": "%0", "text": "printf '\\033[?1049h\\033[2J\\033[Hfull screen'; read x; printf '\\033[?1049l'; echo back", "enter": true })).await;
    bench.server.until_screen("full screen").await;
    let during = bench
        .call(
            "capture_since",
            json!({ "pane_id": "%0", "cursor": before["cursor"] }),
        )
        .await;
    assert_eq!(during["continuous"], true, "{during}");
    assert!(
        during["note"].as_str().unwrap().contains("full-screen"),
        "{during}"
    );
    assert!(!during.to_string().contains("\"full screen\""), "{during}");
    bench
        .call("send_keys", json!({ "pane_id": "%0", "enter": true }))
        .await;
    bench.server.until_screen("\nback").await;
    let after = bench
        .call(
            "capture_since",
            json!({ "pane_id": "%0", "cursor": during["cursor"] }),
        )
        .await;
    assert_eq!(after["continuous"], true, "{after}");
    assert!(strings(&after["lines"]).contains(&"back"), "{after}");
}
