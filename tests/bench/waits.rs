//! Waits: how soon they answer, how many there may be, and what they leave to others.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::control::Control;
use crate::mcp::{Mcp, Served};
use crate::measure::{Line, Samples};
use crate::world::{World, say};

/// How long a wait has to be set up before its text is printed.
const SET_UP: Duration = Duration::from_millis(15);

/// The figures of waits.
pub(crate) fn figures(world: &World, served: &mut Served, rounds: usize) -> Vec<Line> {
    let mut lines = latency(world, served, rounds);
    for (backend, mcp) in served.each() {
        lines.push(many(mcp, backend));
        lines.push(beside(mcp, backend));
    }
    lines
}

/// From the print to the answer, and to a raw control client's sight of it.
fn latency(world: &World, served: &mut Served, rounds: usize) -> Vec<Line> {
    let (pane, mut file) = world.pipe();
    let session_id = world
        .server
        .says(&["display-message", "-p", "-t", &pane, "#{session_id}"]);
    let mut raw = Control::attach(&world.socket, "ignore-size");
    raw.ask(&format!("switch-client -t '{session_id}'"), 1);
    let mut seen = Vec::new();
    let mut answered: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    let mut number = 0;
    for _ in 0..rounds.max(20) {
        for (backend, mcp) in served.each() {
            number += 1;
            let text = format!("word{number}.");
            let arguments = json!({ "pane_id": pane, "patterns": [text], "timeout": 10 });
            let id = mcp.begin("wait_for_text", &arguments);
            std::thread::sleep(SET_UP);
            let start = Instant::now();
            say(&mut file, &text);
            mcp.until(id);
            answered.entry(backend).or_default().push(start.elapsed());
        }
        number += 1;
        let text = format!("word{number}.");
        std::thread::sleep(SET_UP);
        let start = Instant::now();
        say(&mut file, &text);
        raw.until_output(text.as_bytes());
        seen.push(start.elapsed());
    }
    judge(&Samples::of(seen), answered)
}

fn judge(raw: &Samples, mut answered: BTreeMap<&str, Vec<Duration>>) -> Vec<Line> {
    let mut samples = |backend| {
        answered
            .remove(backend)
            .map(Samples::of)
            .unwrap_or_default()
    };
    let (taken, polled) = (samples("control"), samples("subprocess"));
    vec![
        Line::ratio(
            "text to answer, control",
            format!(
                "raw control client {:.0}, wait_for_text {:.0}; subprocess {:.0}",
                raw.p50(),
                taken.p50(),
                polled.p50()
            ),
            taken.p50() / raw.p50(),
            3.0,
        ),
        Line {
            what: "text to answer, control, p99".to_owned(),
            measured: format!("raw control client p99 {:.0}", raw.p99()),
            reached: taken.p99() / 1000.0,
            target: 5.0,
            unit: " ms",
        },
    ]
}

/// Forty waits of three seconds at once.
fn many(mcp: &mut Mcp, backend: &str) -> Line {
    let arguments = json!({ "pane_id": "%0", "patterns": ["never printed"], "timeout": 3 });
    let start = Instant::now();
    let begun: Vec<u64> = (0..40)
        .map(|_| mcp.begin("wait_for_text", &arguments))
        .collect();
    for _ in &begun {
        let (_, result) = mcp.answer();
        assert_eq!(
            result["structuredContent"]["outcome"], "timed_out",
            "{result}"
        );
    }
    Line {
        what: format!("40 waits of 3 s at once, {backend}"),
        measured: "all answered".to_owned(),
        reached: start.elapsed().as_secs_f64(),
        target: 3.1,
        unit: " s",
    }
}

/// Quick calls while a wait is open, against the same without.
fn beside(mcp: &mut Mcp, backend: &str) -> Line {
    let quick = |mcp: &mut Mcp| -> Samples {
        Samples::of((0..20).map(|_| {
            let start = Instant::now();
            mcp.call("get_pane_info", &json!({ "pane_id": "%0" }));
            start.elapsed()
        }))
    };
    let quiet = quick(mcp);
    let arguments = json!({ "pane_id": "%0", "patterns": ["never printed"], "timeout": 2 });
    let wait = mcp.begin("wait_for_text", &arguments);
    std::thread::sleep(SET_UP);
    let busy = quick(mcp);
    mcp.until(wait);
    let (quiet, busy) = (quiet.quantile(0.95), busy.quantile(0.95));
    Line::ratio(
        format!("20 quick calls during a wait, {backend}, p95"),
        format!("quiet {quiet:.0}, during {busy:.0}"),
        busy / quiet,
        2.0,
    )
}
