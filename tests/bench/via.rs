//! Calls on a tmux in a container through `docker exec -i`, against the same calls on a tmux of this machine, both on the
//! control link and once the connection stands.

use std::cell::RefCell;

use serde_json::{Value, json};
use support::container::{self, Container};

use crate::mcp::Mcp;
use crate::measure::{Line, Probe, interleaved, timed};

/// How much longer than a local call one may take.
const RATIO_MAX: f64 = 1.3;

/// The figures; without an engine none, and why.
pub(crate) fn figures(local: &mut Mcp, rounds: usize) -> Vec<Line> {
    if !container::is_there() {
        println!(
            "Left out: calls through docker exec, for no container engine has the image (docker/README.md).\n"
        );
        return Vec::new();
    }
    let container = Container::start();
    let socket = "/tmp/s";
    container.says(&[
        "tmux",
        "-u",
        "-f",
        "/dev/null",
        "-S",
        socket,
        "new-session",
        "-d",
        "-x",
        "80",
        "-y",
        "24",
        "exec bash --norc --noprofile",
    ]);
    let mut far = Mcp::start_with(&["--via", &container.via()], socket, "control").0;
    stand(&mut far);
    stand(local);
    let (local, far) = (RefCell::new(local), RefCell::new(far));
    let pane = json!({ "pane_id": "%0" });
    let reads = [
        ("list_panes", json!({})),
        ("capture_pane", pane.clone()),
        ("get_pane_info", pane),
    ];
    let lines = reads.iter().map(|(tool, arguments)| {
        let probes: Vec<Probe<'_>> = vec![
            Box::new(timed(|| drop(local.borrow_mut().call(tool, arguments)))),
            Box::new(timed(|| drop(far.borrow_mut().call(tool, arguments)))),
        ];
        let taken = interleaved(rounds.max(20), probes);
        let (here, there) = (taken[0].p50(), taken[1].p50());
        let measured = format!("local {here:.0}, through docker exec {there:.0}");
        Line::ratio(
            format!("{tool}, docker exec, control"),
            measured,
            there / here,
            RATIO_MAX,
        )
    });
    lines.collect()
}

/// Calls until its client is attached: then a call takes no process of its own, which takes a tenth of a second.
fn stand(mcp: &mut Mcp) {
    let quick = std::time::Duration::from_millis(20);
    let mut call = timed(|| drop::<Value>(mcp.call("list_panes", &json!({}))));
    while call() > quick {}
}
