//! Which pane this very process runs in: evidence gathered once, judged against each observation.
//!
//! The judgement is a pure function. The ancestry of a process does not change while it runs, so nothing is cached: the
//! panes of each observation are held against it. Where the evidence comes from is in [`reader`].

pub mod reader;
#[cfg(test)]
mod tests;

use domain::PaneId;
use domain::guard::Caller;
use domain::topology::Topology;

/// What the variable TMUX says: which socket, and which daemon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The daemon's process id.
    pub pid: u32,
    /// Whether its socket is the very file of ours; `None` where that cannot be told.
    pub same_socket: Option<bool>,
}

/// The processes that this one descends from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ancestry {
    /// All of them, the parent first.
    Whole(Vec<u32>),
    /// The nearest of them: further up one could not be read.
    Broken(Vec<u32>),
}

impl Ancestry {
    fn pids(&self) -> &[u32] {
        match self {
            Self::Whole(pids) | Self::Broken(pids) => pids,
        }
    }
}

/// What tells which pane this process runs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallerEvidence {
    /// The variable TMUX, where it is set and reads as tmux writes it.
    pub claim: Option<Claim>,
    /// The variable `TMUX_PANE`.
    pub pane: Option<PaneId>,
    /// The processes above this one; empty and whole where tmux runs on another machine.
    pub ancestry: Ancestry,
    /// The daemon that this process started itself: it cannot live in a pane of that.
    pub started: Option<u32>,
}

impl Default for CallerEvidence {
    /// No variable, no ancestor: runs in no pane.
    fn default() -> Self {
        Self {
            claim: None,
            pane: None,
            ancestry: Ancestry::Whole(Vec::new()),
            started: None,
        }
    }
}

impl CallerEvidence {
    /// Which pane of this observation is the caller's.
    ///
    /// An ancestor that is a pane's process proves it, whatever the variables say: those are inherited and may be stale.
    /// The variables are believed where the socket is the same file and the daemon's pid agrees; where only one of the
    /// two holds, the pane they name is protected unproven. A daemon of another pid on our socket is a later life of
    /// the server: no process of a pane outlives its server inside one.
    #[must_use]
    pub fn judge(&self, topology: &Topology) -> Caller {
        let server = topology.server.identity.pid;
        if self.started == Some(server) {
            return Caller::Elsewhere;
        }
        let pids = self.ancestry.pids();
        let holder = pids
            .iter()
            .find_map(|pid| topology.panes.iter().find(|pane| pane.pid == *pid));
        if let Some(pane) = holder.filter(|pane| !pane.dead) {
            return Caller::Pane(pane.id);
        }
        match (self.claim, self.pane) {
            (Some(claim), _) if claim.pid != server => Caller::Elsewhere,
            (Some(claim), Some(pane)) if claim.same_socket == Some(true) => Caller::Pane(pane),
            (Some(_), Some(pane)) => Caller::Unproven(pane),
            (Some(_), None) => Caller::Unknown,
            (None, Some(pane)) => self.without_claim(Caller::Unproven(pane)),
            (None, None) => self.without_claim(Caller::Unknown),
        }
    }

    /// Without TMUX the ancestry alone decides: the whole of it holds no pane, so this process runs in none.
    fn without_claim(&self, otherwise: Caller) -> Caller {
        match self.ancestry {
            Ancestry::Whole(_) => Caller::Elsewhere,
            Ancestry::Broken(_) => otherwise,
        }
    }
}
