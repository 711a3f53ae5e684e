//! Listing and reading, against the same question put to tmux by hand.

use serde_json::{Value, json};

use crate::control::Control;
use crate::mcp::{Mcp, Served};
use crate::measure::{Line, Probe, Samples, interleaved, timed};
use crate::world::World;

/// What a row of the answer tells of a pane.
const ROW: &str = "#{pane_id} #{window_id} #{session_id} #{pane_index} #{pane_title} #{pane_current_command} \
     #{pane_current_path} #{pane_pid} #{pane_width} #{pane_height} #{pane_active} #{pane_dead} #{pane_mode} \
     #{alternate_on} #{pane_synchronized}";
/// What is told of one pane in full.
const FULL_ROW: &str = "#{pane_id} #{window_id} #{session_id} #{pane_index} #{pane_title} #{pane_current_command} \
     #{pane_current_path} #{pane_pid} #{pane_width} #{pane_height} #{pane_active} #{pane_dead} #{pane_mode} \
     #{alternate_on} #{pane_synchronized} #{cursor_x} #{cursor_y} #{cursor_flag} #{history_size} #{history_limit} \
     #{pane_start_command}";

/// A tool, and the tmux command that answers the same.
struct Read {
    what: String,
    tool: &'static str,
    arguments: Value,
    by_hand: Vec<&'static str>,
}

fn list(panes: usize) -> Read {
    Read {
        what: format!("list_panes, {panes}"),
        tool: "list_panes",
        arguments: json!({}),
        by_hand: vec!["list-panes", "-a", "-F", ROW],
    }
}

/// With one pane.
pub(crate) fn few_panes(world: &World, served: &mut Served, rounds: usize) -> Vec<Line> {
    let pane = json!({ "pane_id": "%0" });
    let position = "#{history_size} #{cursor_x} #{cursor_y}";
    let cursor = served.subprocess.call("capture_since", &pane)["cursor"].clone();
    let reads = [
        list(1),
        Read {
            what: "capture_pane".to_owned(),
            tool: "capture_pane",
            arguments: pane.clone(),
            by_hand: vec![
                "capture-pane",
                "-p",
                "-t",
                "%0",
                ";",
                "display-message",
                "-p",
                "-t",
                "%0",
                position,
            ],
        },
        Read {
            what: "get_pane_info".to_owned(),
            tool: "get_pane_info",
            arguments: pane,
            by_hand: vec!["list-panes", "-t", "%0", "-F", FULL_ROW],
        },
        Read {
            what: "capture_since, no news".to_owned(),
            tool: "capture_since",
            arguments: json!({ "pane_id": "%0", "cursor": cursor }),
            by_hand: vec![
                "capture-pane",
                "-p",
                "-t",
                "%0",
                ";",
                "display-message",
                "-p",
                "-t",
                "%0",
                position,
            ],
        },
    ];
    reads
        .iter()
        .flat_map(|read| measure(world, served, rounds, read, 1.0))
        .collect()
}

/// Listing so many.
pub(crate) fn more_panes(
    world: &World,
    served: &mut Served,
    rounds: usize,
    panes: usize,
) -> Vec<Line> {
    let mut lines = Vec::new();
    if panes <= 40 {
        let bytes = served
            .subprocess
            .call("list_panes", &json!({}))
            .to_string()
            .len();
        lines.push(Line {
            what: format!("list_panes, {panes} idle shells, structured content"),
            measured: String::new(),
            reached: bytes as f64,
            target: 6000.0,
            unit: " bytes",
        });
    }
    let rounds = rounds * 40 / panes.max(40);
    // So many panes may take twice what raw tmux takes.
    let slack = if panes >= 1000 { 2.0 } else { 1.0 };
    lines.extend(measure(world, served, rounds, &list(panes), slack));
    lines
}

fn measure(
    world: &World,
    served: &mut Served,
    rounds: usize,
    read: &Read,
    slack: f64,
) -> Vec<Line> {
    let mut control = Control::attach(&world.socket, "no-output,ignore-size");
    let words: Vec<String> = read
        .by_hand
        .iter()
        .map(|word| {
            if *word == ";" {
                (*word).to_owned()
            } else {
                format!("'{word}'")
            }
        })
        .collect();
    let line = words.join(" ");
    let commands = 1 + words.iter().filter(|word| *word == ";").count();
    let Served {
        subprocess: by_process,
        control: by_control,
    } = served;
    let by_process = std::cell::RefCell::new(by_process);
    let by_control = std::cell::RefCell::new(by_control);
    let call = |mcp: &std::cell::RefCell<&mut Mcp>| {
        mcp.borrow_mut().call(read.tool, &read.arguments);
    };
    let probes: Vec<Probe<'_>> = vec![
        Box::new(timed(|| world.raw(&read.by_hand))),
        Box::new(timed(|| by_process.borrow_mut().ping())),
        Box::new(timed(|| call(&by_process))),
        Box::new(timed(|| {
            control.ask(&line, commands);
        })),
        Box::new(timed(|| by_control.borrow_mut().ping())),
        Box::new(timed(|| call(&by_control))),
    ];
    judge(read, slack, &interleaved(rounds.max(20), probes))
}

fn judge(read: &Read, slack: f64, taken: &[Samples]) -> Vec<Line> {
    let raw_process = taken[0].p50() + taken[1].p50();
    let raw_control = taken[3].p50() + taken[4].p50();
    let process = format!(
        "raw process {:.0} + ping {:.0}, call {:.0}",
        taken[0].p50(),
        taken[1].p50(),
        taken[2].p50()
    );
    let control = format!(
        "raw control {:.0} + ping {:.0}, call {:.0}",
        taken[3].p50(),
        taken[4].p50(),
        taken[5].p50()
    );
    let what = &read.what;
    vec![
        Line::ratio(
            format!("{what}, subprocess"),
            process,
            taken[2].p50() / raw_process,
            1.15_f64.max(slack),
        ),
        Line::ratio(
            format!("{what}, control"),
            control,
            taken[5].p50() / raw_control,
            1.5_f64.max(slack),
        ),
        Line::ratio(
            format!("{what}, control, p99"),
            format!("call p99 {:.0}", taken[5].p99()),
            taken[5].p99() / raw_control,
            3.0,
        ),
    ]
}
