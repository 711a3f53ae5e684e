//! Running `true`, against the same framed line typed by hand.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use domain::frame::{Frame, FrameClient, Shell};
use domain::{Nonce, PaneId};
use serde_json::json;

use crate::control::Control;
use crate::mcp::{Mcp, Served};
use crate::measure::{Line, Probe, Samples, interleaved, timed};
use crate::world::World;

/// A framed line, ready to be typed by hand.
struct ByHand {
    nonce: String,
    /// `set-buffer` and the keys, as arguments.
    typing: Vec<String>,
}

fn by_hand(world: &World, number: u64) -> ByHand {
    let mut bytes = [0; 10];
    bytes[..8].copy_from_slice(&number.to_be_bytes());
    let frame = Frame::new(Nonce::from_bytes(bytes));
    let client = FrameClient::new(&support::tools::program(), &world.socket).expect("plain paths");
    let composed = frame.compose(Shell::Own, "true", &client, PaneId::new(0));
    let line = format!(" {}", composed.line);
    let words = [
        "set-buffer",
        "-b",
        &frame.buffer(),
        "--",
        &composed.script,
        ";",
        "send-keys",
        "-t",
        "%0",
        "C-k",
        "C-u",
        ";",
        "send-keys",
        "-t",
        "%0",
        "-l",
        "--",
        &line,
        ";",
        "send-keys",
        "-t",
        "%0",
        "Enter",
    ];
    ByHand {
        nonce: frame.nonce().as_str().to_owned(),
        typing: words.iter().map(ToString::to_string).collect(),
    }
}

/// The figures of a run.
pub(crate) fn figures(world: &World, served: &mut Served, rounds: usize) -> Vec<Line> {
    let number = std::cell::Cell::new(1);
    let next = || {
        number.set(number.get() + 1);
        by_hand(world, number.get())
    };
    let mut control = Control::attach(&world.socket, "no-output,ignore-size");
    let Served {
        subprocess: by_process,
        control: by_control,
    } = served;
    let run = |mcp: &mut Mcp| {
        let answer = mcp.call(
            "run_shell_command",
            &json!({ "pane_id": "%0", "command": "true" }),
        );
        assert_eq!(answer["exit_status"], 0, "{answer}");
    };
    let processes = || -> Duration {
        let hand = next();
        timed(|| {
            let words: Vec<&str> = hand.typing.iter().map(String::as_str).collect();
            world.raw(&words);
            world.raw(&["wait-for", &hand.nonce]);
        })()
    };
    let mut through_control = || typed_over_control(world, &mut control, &next());
    let read = ["display-message", "-p", "-t", "%0", "#{pane_id}"];
    let probes: Vec<Probe<'_>> = vec![
        Box::new(processes),
        Box::new(timed(|| world.raw(&read))),
        Box::new(timed(|| run(by_process))),
        Box::new(&mut through_control),
        Box::new(timed(|| run(by_control))),
    ];
    judge(&interleaved(rounds.max(20), probes))
}

/// Typed over a control client; the wait stands before the line is typed.
fn typed_over_control(world: &World, control: &mut Control, hand: &ByHand) -> Duration {
    let line = typed_line(hand);
    let start = Instant::now();
    let mut waiter = Command::new(support::release::tmux())
        .args(["-S", &world.socket, "wait-for", &hand.nonce])
        .env_remove("TMUX")
        .stdin(Stdio::null())
        .spawn()
        .expect("a waiter");
    let commands = 1 + hand.typing.iter().filter(|word| *word == ";").count();
    control.ask(&line, commands);
    waiter.wait().expect("the waiter");
    start.elapsed()
}

fn judge(taken: &[Samples]) -> Vec<Line> {
    let subprocess = taken[0].p50() + 2.0 * taken[1].p50();
    vec![
        Line::ratio(
            "run true, subprocess",
            format!(
                "by hand {:.0} + 2 raw processes of {:.0}, call {:.0}",
                taken[0].p50(),
                taken[1].p50(),
                taken[2].p50()
            ),
            taken[2].p50() / subprocess,
            1.15,
        ),
        Line::ratio(
            "run true, control",
            format!(
                "by hand {:.0} (typed by processes {:.0}), call {:.0}",
                taken[3].p50(),
                taken[0].p50(),
                taken[4].p50()
            ),
            taken[4].p50() / taken[3].p50(),
            1.3,
        ),
    ]
}

fn typed_line(hand: &ByHand) -> String {
    let word = |word: &String| match word.as_str() {
        ";" => ";".to_owned(),
        // Newlines end a request of a control client.
        text => format!(
            "\"{}\"",
            text.replace('\\', "\\\\")
                .replace('"', "\\\"")
                .replace('$', "\\$")
                .replace('\n', "\\n")
        ),
    };
    hand.typing.iter().map(word).collect::<Vec<_>>().join(" ")
}
