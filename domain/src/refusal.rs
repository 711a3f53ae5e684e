//! Why a guard holds input or an ending back, and what to do about it. The guard itself is [`crate::guard`].

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::id::PaneId;

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
