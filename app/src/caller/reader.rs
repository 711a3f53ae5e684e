//! Gathers the evidence: the variables, the socket files, and the processes above this one.

use std::fs;
use std::os::unix::fs::MetadataExt;

use camino::Utf8Path;

use super::{Ancestry, CallerEvidence, Claim};

/// More ancestors than any real process has; a longer chain is a fault of the reader.
const ANCESTORS_MAX: usize = 256;

/// What tells which pane this process runs in, for the server on `socket`, as it is now.
#[must_use]
pub fn evidence(environment: &dyn Fn(&str) -> Option<String>, socket: &Utf8Path) -> CallerEvidence {
    let tmux = environment("TMUX");
    CallerEvidence {
        claim: tmux.as_deref().and_then(|tmux| claim(tmux, socket)),
        pane: environment("TMUX_PANE").and_then(|pane| pane.parse().ok()),
        ancestry: ancestry(std::process::id(), &parent),
        started: None,
    }
}

/// TMUX is `<socket path>,<pid>,<session number>`; a path may hold commas itself.
fn claim(tmux: &str, socket: &Utf8Path) -> Option<Claim> {
    let mut parts = tmux.rsplitn(3, ',').skip(1);
    let pid = parts.next()?.parse().ok()?;
    let named = parts.next()?;
    let file = |path: &str| {
        let found = fs::metadata(path).ok()?;
        Some((found.dev(), found.ino()))
    };
    let same_socket = match (file(named), file(socket.as_str())) {
        (Some(theirs), Some(ours)) => Some(theirs == ours),
        _ => None,
    };
    Some(Claim { pid, same_socket })
}

/// The processes above `pid`, by a function that tells the parent of one.
pub(super) fn ancestry(pid: u32, parent: &dyn Fn(u32) -> Option<u32>) -> Ancestry {
    let mut above = Vec::new();
    let mut at = pid;
    // Process 1 has no parent, nor has the first of a namespace, whose parent reads as 0.
    while at > 1 {
        match parent(at) {
            Some(0) => break,
            Some(next) if above.len() < ANCESTORS_MAX => {
                above.push(next);
                at = next;
            }
            _ => return Ancestry::Broken(above),
        }
    }
    Ancestry::Whole(above)
}

fn parent(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    parent_in(&stat)
}

/// `pid (name) state ppid …`; the name may hold blanks and parentheses (proc(5)).
pub(super) fn parent_in(stat: &str) -> Option<u32> {
    let (_, behind) = stat.rsplit_once(") ")?;
    behind.split(' ').nth(1)?.parse().ok()
}
