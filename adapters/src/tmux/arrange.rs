//! Arranging: what gives a place, a size, a name or a value to something that exists.
//!
//! Everything is observed in the invocation that arranges, behind the change: that is the answer.

use domain::run::RUNS_OPTION;
use domain::{Change, Changed, PaneId, Scope, ServerIdentity, SessionId, TmuxError, WindowId};

use super::encode::{in_life, same_life};
use super::input::viewers_format;
use super::observe::{self, only};
use super::quote::{quoted, quoted_literal};
use super::rows::{END, Output, Token};
use super::{Tmux, choice, input, replaced, sequence};
use crate::link::{Group, Link};

/// The kind of the row that tells why nothing was done.
const STALE: char = 'x';
/// The kind of the row that tells that the window is too small.
const NO_ROOM: char = 'n';
/// The kind of the row behind which an option's value is printed.
const VALUE: char = 'o';

impl<L: Link> Tmux<L> {
    /// Runs a command in this life of the server, and observes everything behind it.
    pub(super) async fn arrange(
        &self,
        identity: ServerIdentity,
        change: &Change,
    ) -> Result<Changed, TmuxError> {
        let token = Token::random()?;
        let seen = observe::commands(&token, Scope::Everything, false);
        let line = in_life(&token, identity, &commands(&token, change, &seen));
        let output = self.arranged(&token, line).await?;
        same_life(&output)?;
        if let Some(mut row) = output.rows(NO_ROOM).next() {
            let window = row.value()?;
            return Err(TmuxError::NoRoom { window });
        }
        Ok(Changed::Arranged(self.topology(&output)?))
    }

    async fn arranged(&self, token: &Token, line: String) -> Result<Output, TmuxError> {
        let (output, words) = self
            .hear(token, Group::changing(line).taking_turns())
            .await?;
        if output.has(END) {
            return Ok(output);
        }
        Err(self.missing(&words, None).await)
    }

    /// Resizes a window that as many clients show as was seen.
    pub(super) async fn resize_window(&self, change: &Change) -> Result<Changed, TmuxError> {
        let Change::ResizeWindow {
            identity,
            window,
            width,
            height,
            viewers,
        } = change
        else {
            return Err(UNFIT);
        };
        let token = Token::random()?;
        let words = ["pid", "start_time", "window_id", "pane_id"];
        let stale = format!(
            "display-message -p -t {window} {}",
            quoted(&token.format(STALE, &words, &[])),
        );
        let (shown, wanted) = viewers_format(*viewers, &self.own_clients());
        let condition = format!(
            "#{{==:#{{pid}} #{{start_time}} #{{window_id}} {shown},{} {} {window} {wanted}}}",
            identity.pid, identity.start_time,
        );
        let resize = format!("resize-window -t {window} -x {width} -y {height}");
        let yes = sequence([resize, observe::commands(&token, Scope::Everything, false)]);
        let no = sequence([stale, token.mark(END)]);
        let line = choice(Some(window), &condition, &yes, &no);
        let output = self.arranged(&token, line).await?;
        if output.has(STALE) {
            return Err(outdated(&output, *identity, *window)?);
        }
        Ok(Changed::Arranged(self.topology(&output)?))
    }

    /// Respawns a pane of which everything that is expected still holds.
    pub(super) async fn respawn(&self, change: &Change) -> Result<Changed, TmuxError> {
        let Change::RespawnPane {
            expected,
            kill_first,
        } = change
        else {
            return Err(UNFIT);
        };
        let token = Token::random()?;
        let pane = expected.pane;
        let kill = if *kill_first { "-k " } else { "" };
        let yes = sequence([
            format!("respawn-pane {kill}-t {pane}"),
            format!("set-option -p -u -t {pane} {RUNS_OPTION}"),
            observe::commands(&token, Scope::Everything, false),
        ]);
        let no = sequence([input::stale(&token, pane), token.mark(END)]);
        let line = choice(
            Some(&pane),
            &input::condition(expected, &self.own_clients()),
            &yes,
            &no,
        );
        let output = self.ask(&token, Group::changing(line), Some(pane)).await?;
        if output.has(input::STALE) {
            return Err(input::reason(&output, expected)?);
        }
        Ok(Changed::Arranged(self.topology(&output)?))
    }

    /// Gives an option of sessions a value, and reads it back.
    pub(super) async fn set_value(
        &self,
        identity: ServerIdentity,
        session: Option<SessionId>,
        name: &'static str,
        value: &str,
    ) -> Result<Changed, TmuxError> {
        let token = Token::random()?;
        let scope = session.map_or_else(
            || "-g".to_owned(),
            |session| format!("-t {}", quoted(&format!("{session}:"))),
        );
        let commands = sequence([
            format!("set-option {scope} {name} {value}"),
            token.mark(VALUE),
            format!("show-options {scope} {name}"),
            token.mark(END),
        ]);
        let line = in_life(&token, identity, &commands);
        let output = self.arranged(&token, line).await?;
        same_life(&output)?;
        let printed = output.row(VALUE)?.remainder();
        // What a hook prints stands behind it.
        let value = printed
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let value = value.ok_or(TmuxError::Garbled {
            detail: "the option that was set is not printed",
        })?;
        Ok(Changed::Value(value.to_owned()))
    }
}

const UNFIT: TmuxError = TmuxError::Garbled {
    detail: "another change was handed on than was meant",
};

fn outdated(
    output: &Output,
    expected: ServerIdentity,
    window: WindowId,
) -> Result<TmuxError, TmuxError> {
    let mut row = output.row(STALE)?;
    let identity = ServerIdentity {
        pid: row.value()?,
        start_time: row.value()?,
    };
    let found: Option<WindowId> = row.optional()?;
    let pane: Option<PaneId> = row.optional()?;
    Ok(match (identity == expected, found == Some(window), pane) {
        (false, _, _) => replaced(identity),
        (true, true, Some(pane)) => TmuxError::Stale { pane },
        _ => TmuxError::NoSuchWindow { window },
    })
}

/// The change, and what is behind it; where tmux would end itself over it, a row says so instead, see
/// [`domain::layout::tiles`].
fn commands(token: &Token, change: &Change, behind: &str) -> String {
    let all = sequence([&*command(change), behind]);
    let Change::SelectLayout { window, layout, .. } = change else {
        return all;
    };
    if layout.as_str() != "tiled" {
        return all;
    }
    let (columns, rows) = ("#{e|+:#{window_width},1}", "#{e|+:#{window_height},1}");
    let crowded = format!(
        "#{{||:#{{e|>:#{{window_panes}},#{{e|*:{rows},{rows}}}}},#{{e|>:#{{window_panes}},#{{e|*:{columns},#{{e|+:{columns},1}}}}}}}}",
    );
    let condition = format!("#{{&&:#{{==:#{{window_id}},{window}}},{crowded}}}");
    let format = quoted(&token.format(NO_ROOM, &["window_id"], &[]));
    let refusal = sequence([
        format!("display-message -p -t {window} {format}"),
        token.mark(END),
    ]);
    choice(Some(window), &condition, &refusal, &all)
}

/// The command of a change that needs no more than this life of the server; empty for any other.
fn command(change: &Change) -> String {
    match change {
        Change::RenameSession { session, name, .. } => format!(
            "rename-session -t {} -- {}",
            quoted(&session.to_string()),
            quoted_literal(name)
        ),
        Change::RenameWindow { window, name, .. } => {
            format!("rename-window -t {window} -- {}", quoted_literal(name))
        }
        Change::SelectWindow {
            session, window, ..
        } => format!("select-window -t {}", placement(*session, *window)),
        Change::SelectPane { pane, .. } => format!("select-pane -t {pane}"),
        Change::SelectLayout { window, layout, .. } => {
            format!("select-layout -t {window} {}", quoted(layout.as_str()))
        }
        Change::ResizePane { .. } => resize_pane(change),
        Change::MoveWindow { .. } => move_window(change),
        Change::SwapPane { pane, with, .. } => format!("swap-pane -d -s {pane} -t {with}"),
        Change::SetPaneTitle { pane, title, .. } => {
            format!("select-pane -t {pane} -T {}", quoted_literal(title))
        }
        Change::SetSynchronizePanes {
            window, enabled, ..
        } => format!(
            "set-option -w -t {window} synchronize-panes {}",
            switch(*enabled)
        ),
        Change::ClearScrollback { pane, .. } => format!("clear-history -t {pane}"),
        Change::CreateSession { .. }
        | Change::CreateWindow { .. }
        | Change::SplitWindow { .. }
        | Change::RespawnPane { .. }
        | Change::ResizeWindow { .. }
        | Change::SetMouse { .. }
        | Change::SetHistoryLimit { .. }
        | Change::KillWindow { .. }
        | Change::KillPane { .. }
        | Change::KillSession { .. } => String::new(),
    }
}

/// A switch in tmux's words.
pub(super) const fn switch(enabled: bool) -> &'static str {
    if enabled { "on" } else { "off" }
}

/// The first place of a window in a session, as a target.
fn placement(session: SessionId, window: WindowId) -> String {
    quoted(&format!("{session}:{window}"))
}

fn move_window(change: &Change) -> String {
    let Change::MoveWindow {
        window,
        from,
        session,
        index,
        ..
    } = change
    else {
        return String::new();
    };
    let index = index.map(|index| index.to_string()).unwrap_or_default();
    format!(
        "move-window -d -s {} -t {}",
        placement(*from, *window),
        quoted(&format!("{session}:{index}"))
    )
}

/// A size unzooms the window, so a zoom comes last.
///
/// `resize-pane -Z` ends any zoom of the window, whichever pane it names (cmd-resize-pane.c, seen in 3.3a): the flags
/// decide how often it takes one. An error in a branch would not stop the group, so the list fails first where the pane
/// is gone.
fn resize_pane(change: &Change) -> String {
    let Change::ResizePane {
        pane,
        width,
        height,
        zoom,
        ..
    } = change
    else {
        return String::new();
    };
    let toggle = format!("resize-pane -Z -t {pane}");
    let mut commands = vec![format!("list-panes -t {pane} -f {} -F x", only(*pane))];
    if *zoom == Some(false) {
        let zoomed = "#{window_zoomed_flag}";
        commands.push(format!("if-shell -F -t {pane} '{zoomed}' {{ {toggle} }}"));
    }
    let size = |flag: &str, cells: Option<u32>| {
        cells.map_or_else(String::new, |cells| format!(" {flag} {cells}"))
    };
    if width.is_some() || height.is_some() {
        let (width, height) = (size("-x", *width), size("-y", *height));
        commands.push(format!("resize-pane -t {pane}{width}{height}"));
    }
    if *zoom == Some(true) {
        let other = "#{==:#{window_zoomed_flag}#{pane_active},10}";
        let plain = "#{==:#{window_zoomed_flag},0}";
        commands.push(format!("if-shell -F -t {pane} '{other}' {{ {toggle} }}"));
        commands.push(format!("if-shell -F -t {pane} '{plain}' {{ {toggle} }}"));
    }
    sequence(commands)
}
