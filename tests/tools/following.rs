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

    /// Waits until everything count so far is drawn.
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
    /// A look without waiting for what is being count.
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
    let mut count = 0;
    for step in steps {
        match step {
            Step::Print(lines, padding) => {
                let dots = ".".repeat(*padding);
                let text = numbered(count + 1..=count + lines, &dots);
                printer.print(text);
                count += lines;
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
    if count > 0 && !matches!(steps.last(), Some(Step::ClearScreen | Step::EraseHistory)) {
        all_came(&printer, &reader)?;
    }
    printer.end();
    Ok(())
}

/// What is still on the screen has come by the end, whatever was declared lost before.
fn all_came(printer: &Printer, reader: &Reader) -> Result<(), TestCaseError> {
    let server = &printer.bench.server;
    let screen = server.says(&["capture-pane", "-p", "-J", "-t", "%0"]);
    let shown = screen.lines().filter_map(|line| number(line.trim_end()));
    if let Some(shown) = shown.max() {
        prop_assert!(reader.last >= shown, "{} of {shown} shown", reader.last);
    }
    Ok(())
}

fn numbered(numbers: std::ops::RangeInclusive<u64>, dots: &str) -> String {
    let lines: Vec<String> = numbers.map(|n| format!("line {n} {dots}end")).collect();
    lines.join("\n") + "\n"
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
                let mut count = 0;
                match step {
                    Alike::Print(lines) => {
                        printer.print("same\n".repeat(usize::try_from(lines).unwrap()));
                        count = lines;
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
                    prop_assert_eq!(strings(&answer["lines"]).len() as u64, count, "{}", answer);
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
    let mut count = 0;
    let deadline = Instant::now() + 3 * PATIENCE;
    while next <= LINES {
        assert!(Instant::now() < deadline, "at {next} of {LINES}");
        // Bursts: the next is count while the last is still being read.
        if count < LINES && count < next + 2_000 {
            let text = numbered(count + 1..=count + 2_000, "");
            printer.print(text);
            count += 2_000;
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
