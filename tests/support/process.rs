//! Processes of this machine as `/proc` shows them, and conditions with a deadline.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// How long a condition may take on a busy machine before a test gives up.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Waits until this holds.
pub fn until(what: &str, holds: impl FnMut() -> bool) {
    until_within(PATIENCE, what, holds);
}

/// Waits until this holds, so long at most.
pub fn until_within(limit: Duration, what: &str, mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + limit;
    while !holds() {
        assert!(Instant::now() < end, "not within {limit:?}: {what}");
        pause();
    }
}

/// The moment between two looks at a condition.
pub fn pause() {
    std::thread::sleep(Duration::from_millis(5));
}

/// Whether this holds for as long as that.
pub fn holds_for(time: Duration, mut holds: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + time;
    while Instant::now() < end {
        if !holds() {
            return false;
        }
        pause();
    }
    true
}

/// The fields of `/proc/PID/stat` behind the name, which may hold anything (proc(5)): state, parent, group, ….
fn stat(pid: u32) -> Option<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    Some(fields.split_whitespace().map(str::to_owned).collect())
}

/// The state letter of a process; `None` once it is gone.
pub fn state(pid: u32) -> Option<char> {
    stat(pid)?.first()?.chars().next()
}

/// Whether it runs: a zombie does not.
pub fn runs(pid: u32) -> bool {
    state(pid).is_some_and(|state| !matches!(state, 'Z' | 'X'))
}

/// The processor time it has used, in clock ticks (hundredths of a second).
pub fn ticks(pid: u32) -> u64 {
    let fields = stat(pid).unwrap_or_default();
    let field = |index: usize| fields.get(index).and_then(|text| text.parse().ok());
    field(11).unwrap_or(0) + field(12).unwrap_or(0)
}

/// The processes that this one started and that are still in the table, zombies among them.
///
/// Asked of the process itself where the kernel tells it (`CONFIG_PROC_CHILDREN`): a look at the whole table takes longer,
/// the more processes there are, than a tmux lives that answers one question.
pub fn children(pid: u32) -> Vec<u32> {
    if let Some(told) = told_children(pid) {
        return told;
    }
    let parent = pid.to_string();
    all()
        .filter(|child| stat(*child).is_some_and(|fields| fields.get(1) == Some(&parent)))
        .collect()
}

/// The children of each of its threads; `None` where the kernel does not tell, or the process is gone.
fn told_children(pid: u32) -> Option<Vec<u32>> {
    let mut children = Vec::new();
    for thread in fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten() {
        match fs::read_to_string(thread.path().join("children")) {
            Ok(text) => children.extend(text.split(' ').filter_map(|pid| pid.parse::<u32>().ok())),
            // A thread may end meanwhile.
            Err(_) if thread.path().exists() => return None,
            Err(_) => {}
        }
    }
    Some(children)
}

/// Everybody's process ids.
pub fn all() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").expect("/proc");
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

/// The words it was started with, between blanks.
pub fn command_line(pid: u32) -> String {
    let raw = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let words: Vec<_> = raw
        .split(|byte| *byte == 0)
        .map(String::from_utf8_lossy)
        .collect();
    words.join(" ").trim().to_owned()
}

/// Processes whose environment holds this entry: what was started, directly or not, by whoever set it.
pub fn marked(entry: &str) -> Vec<u32> {
    let held = |pid: &u32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment
            .split(|byte| *byte == 0)
            .any(|held| held == entry.as_bytes())
    };
    let own = std::process::id();
    all().filter(|pid| *pid != own).filter(held).collect()
}

/// Sends a signal by its name; whether the process was there.
pub fn signal(name: &str, pid: u32) -> bool {
    let sent = Command::new("kill")
        .args([format!("-{name}"), pid.to_string()])
        .output();
    sent.is_ok_and(|sent| sent.status.success())
}

/// Whether some process has this file open.
pub fn holders(file: &Path) -> Vec<u32> {
    let holds = |pid: &u32| {
        let Ok(open) = fs::read_dir(format!("/proc/{pid}/fd")) else {
            return false;
        };
        open.flatten()
            .any(|entry| fs::read_link(entry.path()).is_ok_and(|target| target == file))
    };
    all().filter(holds).collect()
}
