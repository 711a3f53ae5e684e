//! The rows that several tools answer with. What is ordinary is left out: an answer's bytes are its reader's context.

use std::time::Duration;

use domain::guard::Caller;
use domain::text::printable;
use domain::{Pane, Session, Topology, Window};
use schemars::JsonSchema;
use serde::Serialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// A session.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SessionRow {
    /// Its id.
    pub session_id: String,
    /// Its name.
    pub name: String,
    /// How many windows it has.
    pub windows: u32,
    /// How many clients are attached.
    #[serde(skip_serializing_if = "is_zero")]
    pub attached: u32,
    /// When it was created.
    pub created: String,
    /// When it last saw activity.
    pub activity: String,
    /// Its session group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

impl SessionRow {
    /// The row of a session.
    #[must_use]
    pub fn new(session: &Session) -> Self {
        Self {
            session_id: session.id.to_string(),
            name: printable(&session.name),
            windows: session.windows,
            attached: session.attached,
            created: instant(session.created),
            activity: instant(session.activity),
            group: session.group.as_deref().map(printable),
        }
    }
}

/// One placement of a window.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct WindowRow {
    /// Its id.
    pub window_id: String,
    /// The session it is in.
    pub session_id: String,
    /// Its index there.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// How many panes it has.
    pub panes: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Whether it is its session's current window.
    #[serde(skip_serializing_if = "is_false")]
    pub active: bool,
    /// Whether its active pane is zoomed.
    #[serde(skip_serializing_if = "is_false")]
    pub zoomed: bool,
    /// Whether it is in several sessions.
    #[serde(skip_serializing_if = "is_false")]
    pub linked: bool,
    /// When it last saw activity.
    pub activity: String,
}

impl WindowRow {
    /// The row of one placement.
    #[must_use]
    pub fn new(window: &Window) -> Self {
        Self {
            window_id: window.id.to_string(),
            session_id: window.session.to_string(),
            index: window.index,
            name: printable(&window.name),
            panes: window.panes,
            width: window.width,
            height: window.height,
            active: window.active,
            zoomed: window.zoomed,
            linked: window.linked,
            activity: instant(window.activity),
        }
    }
}

/// A pane.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the answer has a field for each fact"
)]
pub struct PaneRow {
    /// Its id.
    pub pane_id: String,
    /// Its window.
    pub window_id: String,
    /// The session its window is in, the first in tmux's order.
    pub session_id: String,
    /// The other sessions that its window is linked into.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also_in: Vec<String>,
    /// Its index in the window.
    pub index: u32,
    /// The title that a program or a person gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its foreground process.
    pub command: String,
    /// That process's working directory.
    pub path: String,
    /// The process it was started with.
    pub pid: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Whether it is its window's active pane.
    #[serde(skip_serializing_if = "is_false")]
    pub active: bool,
    /// Whether its process has ended.
    #[serde(skip_serializing_if = "is_false")]
    pub dead: bool,
    /// The exit status of a dead pane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead_status: Option<i32>,
    /// The signal that ended a dead pane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead_signal: Option<i32>,
    /// The mode it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// Whether a full-screen program has the alternate screen.
    #[serde(skip_serializing_if = "is_false")]
    pub alternate_screen: bool,
    /// Whether keys go to its synchronized neighbours too.
    #[serde(skip_serializing_if = "is_false")]
    pub synchronized: bool,
    /// Whether this very server runs in it.
    #[serde(skip_serializing_if = "is_false")]
    pub caller: bool,
    /// Whether a person has it on the screen.
    #[serde(skip_serializing_if = "is_false")]
    pub attended: bool,
}

impl PaneRow {
    /// The row of a pane, as it stands in this observation, with what the observation says of the caller.
    #[must_use]
    pub fn new(pane: &Pane, topology: &Topology, caller: Caller) -> Self {
        let sessions = topology.sessions_of(pane.window);
        let mut sessions = sessions.map(|session| session.to_string());
        let titled = !pane.title.is_empty() && pane.title != topology.server.host;
        Self {
            pane_id: pane.id.to_string(),
            window_id: pane.window.to_string(),
            session_id: sessions.next().unwrap_or_default(),
            also_in: sessions.collect(),
            index: pane.index,
            title: titled.then(|| printable(&pane.title)),
            command: printable(&pane.command),
            path: printable(&pane.path),
            pid: pane.pid,
            width: pane.width,
            height: pane.height,
            active: pane.active,
            dead: pane.dead,
            dead_status: pane.dead_status,
            dead_signal: pane.dead_signal,
            mode: pane.mode.as_deref().map(printable),
            alternate_screen: pane.alternate_screen,
            synchronized: pane.synchronized,
            caller: caller.is(pane.id),
            attended: topology.attended(pane),
        }
    }
}

/// The terminal's own cursor.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct TextCursor {
    /// Column, from 0.
    pub x: u32,
    /// Row of the screen, from 0.
    pub y: u32,
    /// Whether it is shown.
    #[serde(skip_serializing_if = "is_true")]
    pub visible: bool,
}

/// A duration in seconds, to the millisecond.
#[must_use]
pub fn seconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1000.0).round() / 1000.0
}

/// Seconds since 1970 as RFC 3339; empty where no calendar holds them.
#[must_use]
pub fn instant(seconds: u64) -> String {
    i64::try_from(seconds)
        .ok()
        .and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok())
        .and_then(|instant| instant.format(&Rfc3339).ok())
        .unwrap_or_default()
}

/// For `skip_serializing_if`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
pub(crate) fn is_false(flag: &bool) -> bool {
    !*flag
}

/// For `skip_serializing_if`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
pub(crate) fn is_true(flag: &bool) -> bool {
    *flag
}

/// For `skip_serializing_if`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
pub(crate) fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// For `skip_serializing_if`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
pub(crate) fn is_zero_u64(count: &u64) -> bool {
    *count == 0
}
