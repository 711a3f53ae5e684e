//! May this input, or this ending, go ahead? A pure function of an observation.
//!
//! What passes here is checked by tmux once more in the invocation that acts ([`crate::port::Expected`]).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::error::TmuxError;
use crate::id::PaneId;
use crate::port::{Expected, ExpectedShell, Member};
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

/// Why a guard held something back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The pane is the one this process runs in.
    OwnPane {
        /// The pane.
        pane: PaneId,
        /// Whether that is certain.
        proven: bool,
    },
    /// The ending would take the pane this process runs in.
    EndsOwnPane {
        /// The pane.
        pane: PaneId,
        /// Whether that is certain.
        proven: bool,
    },
    /// A person has the pane on the screen.
    Attended {
        /// The pane.
        pane: PaneId,
    },
    /// The pane's process has ended.
    Dead {
        /// The pane.
        pane: PaneId,
        /// The exit status, where tmux knows it.
        status: Option<i32>,
    },
    /// The pane is in a mode, which would take the keys.
    InMode {
        /// The pane.
        pane: PaneId,
        /// The mode.
        mode: String,
    },
    /// The pane's input is switched off.
    InputOff {
        /// The pane.
        pane: PaneId,
    },
    /// A framed command would run in several panes.
    Synchronized {
        /// The pane.
        pane: PaneId,
        /// All panes that would run it.
        cohort: Vec<PaneId>,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = |proven: bool| if proven { "is" } else { "may be" };
        match self {
            Self::OwnPane { pane, proven } => {
                write!(
                    f,
                    "pane {pane} {} the one that this server itself runs in; nothing is typed there",
                    own(*proven)
                )
            }
            Self::EndsOwnPane { pane, proven } => {
                write!(
                    f,
                    "this would end pane {pane}, which {} the one that this server itself runs in",
                    own(*proven)
                )
            }
            Self::Attended { pane } => write!(f, "pane {pane} is on a person's screen right now"),
            Self::Dead {
                pane,
                status: Some(status),
            } => write!(f, "pane {pane} is dead: its program exited with {status}"),
            Self::Dead { pane, status: None } => {
                write!(f, "pane {pane} is dead: its program has ended")
            }
            Self::InMode { pane, mode } => {
                write!(f, "pane {pane} is in {mode}, which would take the keys")
            }
            Self::InputOff { pane } => write!(
                f,
                "the input of pane {pane} is switched off (select-pane -d)"
            ),
            Self::Synchronized { pane, cohort } => {
                write!(
                    f,
                    "pane {pane} is synchronized, so the command would run in {} panes:",
                    cohort.len()
                )?;
                cohort.iter().try_for_each(|pane| write!(f, " {pane}"))
            }
        }
    }
}

impl Refusal {
    /// One imperative sentence that names the next call.
    #[must_use]
    pub fn recovery(&self) -> String {
        match self {
            Self::OwnPane { .. } => "Use another pane: call list_panes, or create_session for a new one.".to_string(),
            Self::EndsOwnPane { .. } => "End something else, or pass confirm_self: true if this is meant.".to_string(),
            Self::Attended { .. } => {
                "Use a pane of your own (create_session), or ask the operator to set LIBTMUX_ALLOW_ATTENDED=1.".to_string()
            }
            Self::Dead { pane, .. } => format!("Read it with capture_pane {pane}; call create_session or split_window for a live one."),
            Self::InMode { pane, .. } => {
                format!("Ask the person to leave the mode (q, or tmux copy-mode -q -t {pane}), or use another pane.")
            }
            Self::InputOff { pane } => format!("Ask the operator for tmux select-pane -e -t {pane}, or use another pane."),
            Self::Synchronized { .. } => {
                "Switch synchronize-panes off for the window, or use send_keys if all of them are meant.".to_string()
            }
        }
    }

    /// Whether it may pass by itself.
    #[must_use]
    pub const fn passing(&self) -> bool {
        match self {
            Self::Attended { .. } | Self::InMode { .. } => true,
            Self::OwnPane { .. }
            | Self::EndsOwnPane { .. }
            | Self::Dead { .. }
            | Self::InputOff { .. }
            | Self::Synchronized { .. } => false,
        }
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
                .try_for_each(|member| self.check(topology, member))?,
            Reach::Paste => self.check(topology, target)?,
            Reach::Command => {
                self.check(topology, target)?;
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

    fn check(&self, topology: &Topology, pane: &Pane) -> Result<(), TmuxError> {
        let id = pane.id;
        let refusal = if self.caller.may_be(id) {
            Refusal::OwnPane {
                pane: id,
                proven: self.caller.is(id),
            }
        } else if pane.dead {
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
