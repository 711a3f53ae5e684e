//! Start, memory, and what an idle server costs.

use std::fs;
use std::time::Duration;

use serde_json::json;

use crate::mcp::{Mcp, Served};
use crate::measure::{Line, Samples};
use crate::world::World;

/// How many calls memory must not grow over.
const CALLS: usize = 10_000;

/// How many of them are open at once.
const AT_ONCE: usize = 8;

/// The figures of resources.
pub(crate) fn figures(world: &World, served: &mut Served) -> Vec<Line> {
    let mut lines = Vec::new();
    for backend in ["subprocess", "control"] {
        let starts = Samples::of((0..20).map(|_| Mcp::start(&world.socket, backend).1));
        lines.push(Line {
            what: format!("start to initialize, {backend}"),
            measured: String::new(),
            reached: starts.p50() / 1000.0,
            target: 20.0,
            unit: " ms",
        });
    }
    for (backend, mcp) in served.each() {
        lines.push(idle(mcp, backend));
        lines.extend(memory(world, backend));
    }
    lines
}

/// Processor time and wake-ups of three idle seconds.
fn idle(mcp: &mut Mcp, backend: &str) -> Line {
    // What a call leaves to be tidied up is over by then.
    std::thread::sleep(Duration::from_millis(500));
    let before = wakes(mcp.pid());
    std::thread::sleep(Duration::from_secs(3));
    let woken = wakes(mcp.pid()) - before;
    Line {
        what: format!("wake-ups in 3 idle seconds, {backend}"),
        measured: String::new(),
        reached: woken as f64,
        target: 0.0,
        unit: "",
    }
}

fn memory(world: &World, backend: &str) -> [Line; 2] {
    let (mut mcp, _) = Mcp::start(&world.socket, backend);
    mcp.ping();
    let pane = json!({ "pane_id": "%0" });
    mcp.call("get_pane_info", &pane);
    let idle = resident(mcp.pid());
    // Caches and allocators settle within the first thousand.
    busy(&mut mcp, CALLS / 10);
    let settled = resident(mcp.pid());
    busy(&mut mcp, CALLS);
    let after = resident(mcp.pid());
    [
        Line {
            what: format!("resident when idle, {backend}"),
            measured: String::new(),
            reached: idle / 1024.0,
            target: 12.0,
            unit: " MiB",
        },
        Line {
            what: format!("growth over {CALLS} calls, {backend}"),
            measured: format!("{settled:.0} KiB, then {after:.0} KiB"),
            reached: (after - settled).max(0.0),
            target: 128.0,
            unit: " KiB",
        },
    ]
}

/// So many calls, some of them at once, as agents make them.
fn busy(mcp: &mut Mcp, calls: usize) {
    let pane = json!({ "pane_id": "%0" });
    for _ in 0..calls / AT_ONCE {
        for _ in 0..AT_ONCE {
            mcp.begin("capture_pane", &pane);
        }
        for _ in 0..AT_ONCE {
            mcp.answer();
        }
    }
}

fn field(pid: u32, name: &str) -> f64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("a live process");
    let line = status
        .lines()
        .find(|line| line.starts_with(name))
        .expect("the field");
    let number = line.split_whitespace().nth(1).expect("a number");
    number.parse().expect("a number")
}

/// In KiB.
fn resident(pid: u32) -> f64 {
    field(pid, "VmRSS:")
}

fn wakes(pid: u32) -> u64 {
    field(pid, "voluntary_ctxt_switches:") as u64
}
