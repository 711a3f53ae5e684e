//! What the two sides have in common, and where they differ.

use domain::{Runs, ServerIdentity, TmuxError, Topology};

/// A row for each thing.
fn rows(text: &str) -> String {
    ["Session {", "Window {", "Pane {", "Client {"]
        .iter()
        .fold(text.to_owned(), |text, start| {
            text.replace(start, &format!("\n{start}"))
        })
}

/// What differs between two answers, where anything does.
pub(super) fn compare<T: std::fmt::Debug>(
    real: &Result<T, TmuxError>,
    simulated: &Result<T, TmuxError>,
) -> Result<(), String> {
    let text = |answer: &Result<T, TmuxError>| match answer {
        Ok(answer) => rows(&format!("{answer:?}")),
        Err(error) => format!("{:?}: {error}", error.kind()),
    };
    let (real, simulated) = (text(real), text(simulated));
    if real == simulated {
        return Ok(());
    }
    let lines = real.lines().zip(simulated.lines());
    let differing: Vec<String> = lines
        .filter(|(real, simulated)| real != simulated)
        .take(6)
        .map(|(real, simulated)| apart(real, simulated))
        .collect();
    if differing.is_empty() {
        return Err(format!("real:\n{real}\nsimulated:\n{simulated}"));
    }
    Err(differing.join("\n"))
}

/// Two rows without what is the same at their ends; the head tells which they are.
fn apart(real: &str, simulated: &str) -> String {
    let (ours, theirs): (Vec<char>, Vec<char>) =
        (real.chars().collect(), simulated.chars().collect());
    let same = |(one, other): &(&char, &char)| one == other;
    let before = ours.iter().zip(&theirs).take_while(same).count();
    let behind = ours
        .iter()
        .rev()
        .zip(theirs.iter().rev())
        .take_while(same)
        .count();
    let cut = |all: &[char]| -> String {
        let from = before.saturating_sub(30);
        let to = (all.len() - behind).max(before) + 30;
        let part = all.get(from..to.min(all.len())).unwrap_or_default();
        part.iter().collect()
    };
    let head: String = ours.iter().take(24).collect();
    format!(
        "{head}\n  real:      {}\n  simulated: {}",
        cut(&ours),
        cut(&theirs)
    )
}

/// What the two can have in common: no processes, times and places on the machine.
pub(super) fn plain(mut topology: Topology) -> Topology {
    topology.server.identity = NOBODY;
    topology.server.socket_path.clear();
    for session in &mut topology.sessions {
        (session.created, session.activity) = (0, 0);
    }
    for window in &mut topology.windows {
        window.activity = 0;
    }
    for pane in &mut topology.panes {
        pane.pid = 0;
        pane.runs = Runs::default();
        pane.command.clear();
        pane.path.clear();
        // Where a resize leaves what a mode shows is a matter of the rows below, which the simulator has none of.
        pane.scroll_position = pane.scroll_position.map(|_| 0);
    }
    topology
}

pub(super) const NOBODY: ServerIdentity = ServerIdentity {
    pid: 0,
    start_time: 0,
};
