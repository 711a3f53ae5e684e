//! Each [`Change`] as what it does to the model.

use domain::change::Direction;
use domain::port::Expected;
use domain::{Change, Changed, PaneId, Scope, SessionId, Split, TmuxError, WindowId};

use super::layout::{Axis, Division};
use super::life::{Life, Said};
use super::settings::Owner;
use super::spawn::{Begin, NewSession, NewWindow};
use super::world::World;
use crate::fake::program::Size;

impl World {
    /// The port's `change`.
    pub(super) fn change(&mut self, change: &Change) -> Result<Changed, TmuxError> {
        match change {
            Change::CreateSession { identity, .. } => {
                self.create_session(*identity, new_session(change))
            }
            Change::RespawnPane {
                expected,
                kill_first,
            } => self.respawn(expected, *kill_first),
            Change::ResizeWindow { .. } => self.resize_window(change),
            Change::SelectLayout {
                identity,
                window,
                layout,
            } => {
                self.tiles(*identity, *window, layout.as_str())?;
                self.act(*identity, None, |life| {
                    life.select_layout(*window, layout.as_str())?;
                    life.observe(Scope::Everything).map(Changed::Arranged)
                })
            }
            Change::SplitWindow { identity, pane, .. } => {
                self.act(*identity, Some(*pane), |life| split(life, change))
            }
            Change::CreateWindow { identity, .. } => {
                self.act(*identity, None, |life| create_window(life, change))
            }
            Change::SetMouse { identity, .. } | Change::SetHistoryLimit { identity, .. } => {
                self.act(*identity, None, |life| set_value(life, change))
            }
            Change::KillWindow { identity, .. }
            | Change::KillPane { identity, .. }
            | Change::KillSession { identity, .. } => self.end(*identity, change),
            Change::RenameSession { identity, .. }
            | Change::RenameWindow { identity, .. }
            | Change::SelectWindow { identity, .. }
            | Change::SelectPane { identity, .. }
            | Change::ResizePane { identity, .. }
            | Change::MoveWindow { identity, .. }
            | Change::SwapPane { identity, .. }
            | Change::SetPaneTitle { identity, .. }
            | Change::SetSynchronizePanes { identity, .. }
            | Change::ClearScrollback { identity, .. } => self.act(*identity, None, |life| {
                arrange(life, change)?;
                life.observe(Scope::Everything).map(Changed::Arranged)
            }),
        }
    }

    /// Does something in this life of the server.
    fn act(
        &mut self,
        identity: domain::ServerIdentity,
        pane: Option<PaneId>,
        act: impl FnOnce(&mut Life) -> Said<Changed>,
    ) -> Result<Changed, TmuxError> {
        let done = act(self.same(identity)?);
        let done = done.map_err(|words| self.said(&words, pane));
        self.finish();
        done
    }

    fn end(
        &mut self,
        identity: domain::ServerIdentity,
        change: &Change,
    ) -> Result<Changed, TmuxError> {
        let life = self.same(identity)?;
        let ended = match change {
            Change::KillWindow { window, .. } => life.kill_window(*window),
            Change::KillPane { pane, .. } => life.kill_pane(*pane),
            Change::KillSession { session, .. } => life.kill_session(*session),
            _ => Ok(()),
        };
        let left = ended.and_then(|()| {
            if life.over() {
                Ok(None)
            } else {
                life.observe(Scope::Everything).map(Some)
            }
        });
        let left = left.map_err(|words| self.said(&words, None));
        self.finish();
        Ok(Changed::Ended { left: left? })
    }

    fn resize_window(&mut self, change: &Change) -> Result<Changed, TmuxError> {
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
        let life = self.same(*identity)?;
        let missing = TmuxError::NoSuchWindow { window: *window };
        let pane = life.windows.get(window).ok_or(missing)?.active;
        if life.viewers(*window) != *viewers {
            return Err(TmuxError::Stale { pane });
        }
        let size = Size {
            width: *width,
            height: *height,
        };
        self.act(*identity, None, |life| {
            life.resize_window_checked(*window, size)?;
            life.observe(Scope::Everything).map(Changed::Arranged)
        })
    }

    /// Refuses what would end a real server.
    fn tiles(
        &mut self,
        identity: domain::ServerIdentity,
        window: WindowId,
        layout: &str,
    ) -> Result<(), TmuxError> {
        let held = self.same(identity)?.windows.get(&window);
        let fits = held.is_none_or(|held| {
            let panes = u32::try_from(held.panes.len()).unwrap_or(u32::MAX);
            domain::layout::tiles(panes, held.size.width, held.size.height)
        });
        if layout == "tiled" && !fits {
            return Err(TmuxError::NoRoom { window });
        }
        Ok(())
    }

    fn respawn(&mut self, expected: &Expected, kill: bool) -> Result<Changed, TmuxError> {
        self.expect(expected)?;
        let pane = expected.pane;
        self.act(expected.identity, Some(pane), |life| {
            life.respawn(pane, kill, Begin::default())?;
            life.pane_mut(pane)?.options.unset(domain::run::RUNS_OPTION);
            life.observe(Scope::Everything).map(Changed::Arranged)
        })
    }
}

const UNFIT: TmuxError = TmuxError::Garbled {
    detail: "another change was handed on than was meant",
};

const MEANT: &str = "another change was handed on than was meant";

fn begin(directory: Option<&String>) -> Begin {
    Begin {
        directory: directory.cloned(),
        ..Begin::default()
    }
}

fn new_session(change: &Change) -> NewSession {
    let Change::CreateSession {
        name,
        window_name,
        start_directory,
        width,
        height,
        ..
    } = change
    else {
        return NewSession::default();
    };
    NewSession {
        name: name.clone(),
        window_name: window_name.clone(),
        width: Some(*width),
        height: Some(*height),
        begin: begin(start_directory.as_ref()),
        ..NewSession::default()
    }
}

fn split(life: &mut Life, change: &Change) -> Said<Changed> {
    let Change::SplitWindow {
        pane,
        direction,
        size,
        start_directory,
        ..
    } = change
    else {
        return Err(MEANT.to_owned());
    };
    let (axis, before) = match direction {
        Direction::Right => (Axis::Across, false),
        Direction::Left => (Axis::Across, true),
        Direction::Above => (Axis::Down, true),
        Direction::Below => (Axis::Down, false),
    };
    let held = life.pane(*pane)?;
    let length = match axis {
        Axis::Across => held.size.width,
        Axis::Down => held.size.height,
    };
    let size = match size {
        Split::Half => None,
        Split::Percent(share) => Some(length.saturating_mul(u32::from(*share)) / 100),
        Split::Cells(cells) => Some(*cells),
    };
    let division = Division {
        axis,
        size,
        before,
        whole: false,
    };
    let pane = life.split(*pane, division, &begin(start_directory.as_ref()))?;
    let size = life.pane(pane)?.size;
    Ok(Changed::Pane {
        pane,
        width: size.width,
        height: size.height,
    })
}

fn create_window(life: &mut Life, change: &Change) -> Said<Changed> {
    let Change::CreateWindow {
        session,
        name,
        start_directory,
        select,
        ..
    } = change
    else {
        return Err(MEANT.to_owned());
    };
    let new = NewWindow {
        index: None,
        name: name.clone(),
        select: *select,
        begin: begin(start_directory.as_ref()),
    };
    let (index, pane) = life.create_window(*session, new)?;
    Ok(Changed::Window {
        window: life.pane(pane)?.window,
        pane,
        index,
    })
}

fn set_value(life: &mut Life, change: &Change) -> Said<Changed> {
    let (session, name, value) = match change {
        Change::SetMouse {
            session, enabled, ..
        } => (session, "mouse", switch(*enabled).to_owned()),
        Change::SetHistoryLimit { session, lines, .. } => {
            (session, "history-limit", lines.to_string())
        }
        _ => return Err(MEANT.to_owned()),
    };
    if let Some(session) = session {
        life.session(*session)
            .map_err(|_| format!("no such session: {session}"))?;
    }
    life.set_option(owner(*session), name, &value)?;
    Ok(Changed::Value(value))
}

fn owner(session: Option<SessionId>) -> Owner {
    session.map_or(Owner::Sessions, Owner::Session)
}

const fn switch(enabled: bool) -> &'static str {
    if enabled { "on" } else { "off" }
}

fn arrange(life: &mut Life, change: &Change) -> Said<()> {
    match change {
        Change::RenameSession { session, name, .. } => life.rename_session(*session, name),
        Change::RenameWindow { window, name, .. } => life.rename_window(*window, name),
        Change::SelectWindow {
            session, window, ..
        } => {
            let index = place(life, *session, *window)?;
            life.select_window(*session, index)
        }
        Change::SelectPane { pane, .. } => life.select_pane(*pane),
        Change::ResizePane { .. } => resize_pane(life, change),
        Change::MoveWindow {
            window,
            from,
            session,
            index,
            ..
        } => {
            let at = place(life, *from, *window)?;
            life.session(*session)?;
            life.move_window((*from, at), (*session, *index), false)
        }
        Change::SwapPane { pane, with, .. } => life.swap_panes(*pane, *with, true),
        Change::SetPaneTitle { pane, title, .. } => life.set_title(*pane, title),
        Change::SetSynchronizePanes {
            window, enabled, ..
        } => {
            life.window(*window)
                .map_err(|_| format!("no such window: {window}"))?;
            life.set_option(
                Owner::Window(*window),
                "synchronize-panes",
                switch(*enabled),
            )
        }
        Change::ClearScrollback { pane, .. } => life.clear_history(*pane),
        _ => Err(MEANT.to_owned()),
    }
}

/// The first place of a window in a session.
fn place(life: &Life, session: SessionId, window: WindowId) -> Said<u32> {
    life.session(session)?
        .place_of(window)
        .ok_or_else(|| format!("can't find window: {window}"))
}

fn resize_pane(life: &mut Life, change: &Change) -> Said<()> {
    let Change::ResizePane {
        pane,
        width,
        height,
        zoom,
        ..
    } = change
    else {
        return Err(MEANT.to_owned());
    };
    let window = life.window_of(*pane)?.id;
    if *zoom == Some(false) {
        life.unzoom(window);
    }
    if width.is_some() || height.is_some() {
        life.resize_pane(*pane, *width, *height)?;
    }
    if *zoom == Some(true) {
        if life.window(window)?.active != *pane {
            life.unzoom(window);
        }
        life.zoom(*pane);
    }
    Ok(())
}
