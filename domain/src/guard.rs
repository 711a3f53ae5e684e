//! May this input, or this ending, go ahead? A pure function of an observation.
//!
//! What passes here is checked by tmux once more in the invocation that acts ([`crate::port::Expected`]).

use alloc::string::ToString;

use crate::error::TmuxError;
use crate::id::PaneId;
use crate::port::{Expected, ExpectedShell, Member};
use crate::refusal::Refusal;
use crate::topology::{Pane, Topology};

/// What is known of the pane that this very process runs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    /// It runs in this pane of this server.
    Pane(PaneId),
    /// It runs in no pane of this server.
    Elsewhere,
    /// It claims to run in this pane, and whether of this server cannot be told: that pane is protected.
    Unproven(PaneId),
    /// It may run in any pane: nothing can be told, so nothing is typed and nothing is ended unconfirmed.
    Unknown,
}

impl Caller {
    /// Whether this pane may be the one that this process runs in.
    #[must_use]
    pub fn may_be(self, pane: PaneId) -> bool {
        match self {
            Self::Pane(own) | Self::Unproven(own) => own == pane,
            Self::Elsewhere => false,
            Self::Unknown => true,
        }
    }

    /// Whether this pane is certainly the one that this process runs in.
    #[must_use]
    pub fn is(self, pane: PaneId) -> bool {
        self == Self::Pane(pane)
    }
}

/// What holds for every input of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputGuard {
    /// The pane this process runs in.
    pub caller: Caller,
    /// Whether a pane that a person has on the screen may be typed into.
    pub allow_attended: bool,
}

/// How input reaches panes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Keys: the whole synchronized cohort.
    Keys,
    /// A paste: the pane alone.
    Paste,
    /// A framed command: the pane alone, so a cohort of more than one is refused.
    Command,
    /// A fresh start of the pane's program: the pane alone, and a dead one above all.
    Respawn,
}

impl InputGuard {
    /// Whether input may go into this pane, and what it rests on.
    ///
    /// # Errors
    /// [`TmuxError::Refused`] naming the first pane that must not be typed into, [`TmuxError::NoSuchPane`].
    pub fn admit(
        &self,
        topology: &Topology,
        pane: PaneId,
        reach: Reach,
    ) -> Result<Expected, TmuxError> {
        let target = topology.pane(pane)?;
        let cohort = topology.cohort(target);
        match reach {
            Reach::Keys => cohort
                .iter()
                .try_for_each(|member| self.check(topology, member, reach))?,
            Reach::Paste | Reach::Respawn => self.check(topology, target, reach)?,
            Reach::Command => {
                self.check(topology, target, reach)?;
                if cohort.len() > 1 {
                    let cohort = cohort.iter().map(|member| member.id).collect();
                    return Err(TmuxError::Refused(Refusal::Synchronized { pane, cohort }));
                }
            }
        }
        let shell = (reach == Reach::Command).then(|| ExpectedShell {
            command: target.command.clone(),
            runs: target.runs.observed().to_string(),
        });
        Ok(Expected {
            identity: topology.server.identity,
            pane,
            viewers: topology.viewers(target.window),
            zoomed: topology
                .placements(target.window)
                .any(|window| window.zoomed),
            members: topology.panes_of(target.window).map(member).collect(),
            shell,
        })
    }

    fn check(&self, topology: &Topology, pane: &Pane, reach: Reach) -> Result<(), TmuxError> {
        let id = pane.id;
        let refusal = if self.caller.may_be(id) {
            Refusal::OwnPane {
                pane: id,
                proven: self.caller.is(id),
            }
        } else if pane.dead && reach != Reach::Respawn {
            Refusal::Dead {
                pane: id,
                status: pane.dead_status,
            }
        } else if let Some(mode) = &pane.mode {
            Refusal::InMode {
                pane: id,
                mode: mode.clone(),
            }
        } else if pane.input_off {
            Refusal::InputOff { pane: id }
        } else if topology.attended(pane) && !self.allow_attended {
            Refusal::Attended { pane: id }
        } else {
            return Ok(());
        };
        Err(TmuxError::Refused(refusal))
    }
}

/// Whether these panes may be ended.
///
/// # Errors
/// [`TmuxError::Refused`] where the caller's own pane may be among them and that was not confirmed.
pub fn admit_ending(caller: Caller, ending: &[PaneId], confirmed: bool) -> Result<(), TmuxError> {
    let own = ending.iter().find(|pane| caller.may_be(**pane));
    match own {
        Some(pane) if !confirmed => Err(TmuxError::Refused(Refusal::EndsOwnPane {
            pane: *pane,
            proven: caller.is(*pane),
        })),
        _ => Ok(()),
    }
}

fn member(pane: &Pane) -> Member {
    Member {
        pane: pane.id,
        pid: pane.pid,
        dead: pane.dead,
        in_mode: pane.mode.is_some(),
        input_off: pane.input_off,
        synchronized: pane.synchronized,
    }
}
