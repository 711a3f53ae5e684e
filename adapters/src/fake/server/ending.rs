//! What ends: panes, windows, sessions, and the server with the last of them.

use domain::{PaneId, SessionId, WindowId};

use super::life::{Life, Said};
use super::settings::Owner;
use crate::fake::program::Ended;

impl Life {
    /// Ends a pane, and its window where it is the last.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn kill_pane(&mut self, id: PaneId) -> Said<()> {
        let window = self.window_of(id)?;
        let (window, last) = (window.id, window.panes.len() <= 1);
        self.tick();
        if last {
            return self.kill_window(window);
        }
        self.unzoom(window);
        self.drop_pane(id);
        Ok(())
    }

    /// Takes a pane out of a window that has others.
    fn drop_pane(&mut self, id: PaneId) {
        let Some(pane) = self.panes.remove(&id) else {
            return;
        };
        if let Some(window) = self.windows.get_mut(&pane.window) {
            window.layout.remove(id);
            window.forget(id);
        }
        self.lay_out(pane.window);
    }

    /// Ends a window in every session, and the sessions that it was the last of.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn kill_window(&mut self, id: WindowId) -> Said<()> {
        self.window(id)?;
        self.tick();
        for session in self.sessions_with(id) {
            while let Some(index) = self
                .sessions
                .get(&session)
                .and_then(|session| session.first_place_of(id))
            {
                self.unlink(session, index);
            }
        }
        self.collect();
        self.recalculate();
        Ok(())
    }

    /// Takes a window from an index of a session. A session that has none left ends; the rest of its group keeps the window
    /// and loses its clients (3.3a, server-fn.c, `server_unlink_window`).
    pub(super) fn unlink(&mut self, session: SessionId, index: u32) {
        let Some(held) = self.sessions.get_mut(&session) else {
            return;
        };
        if held.unlink(index) {
            self.tell_group(session);
            return;
        }
        let group = held.group.clone();
        let others: Vec<SessionId> = self
            .sessions
            .values()
            .filter(|other| other.id != session && group.is_some() && other.group == group)
            .map(|other| other.id)
            .collect();
        self.drop_session(session);
        for other in others {
            self.let_clients_go(other);
        }
    }

    /// Ends a session; windows that are linked elsewhere live on.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn kill_session(&mut self, id: SessionId) -> Said<()> {
        self.session(id)?;
        self.tick();
        self.drop_session(id);
        self.collect();
        self.recalculate();
        Ok(())
    }

    fn drop_session(&mut self, id: SessionId) {
        if self.sessions.remove(&id).is_some() {
            self.let_clients_go(id);
        }
    }

    /// The clients of a session are detached, or sent to another.
    fn let_clients_go(&mut self, id: SessionId) {
        let stays = self.option_text(Owner::Sessions, "detach-on-destroy") == "off";
        let next = self.best_session(None).filter(|_| stays);
        match next {
            Some(next) => {
                for client in self
                    .clients
                    .iter_mut()
                    .filter(|client| client.session == id)
                {
                    client.session = next;
                }
            }
            None => self.clients.retain(|client| client.session != id),
        }
    }

    /// Lets windows go that no session holds.
    pub(super) fn collect(&mut self) {
        let held: Vec<WindowId> = self
            .sessions
            .values()
            .flat_map(|session| session.places.values().copied())
            .collect();
        self.windows.retain(|id, _| held.contains(id));
        let windows = &self.windows;
        self.panes
            .retain(|_, pane| windows.contains_key(&pane.window));
    }

    /// A pane's program ended.
    pub(super) fn pane_ended(&mut self, id: PaneId, ended: Ended) {
        let remain = self.option_text(Owner::Pane(id), "remain-on-exit");
        let keeps = match &*remain {
            "on" => true,
            "failed" => ended != Ended::Status(0),
            _ => false,
        };
        self.tick();
        let clock = self.counters.clock;
        if keeps {
            let words = self.last_words(ended);
            if let Ok(pane) = self.pane_mut(id) {
                pane.ended = Some(ended);
                pane.dead_time = clock;
                pane.program = None;
                pane.version += 1;
                let row = pane.size.height;
                pane.terminal
                    .feed(format!("\u{1b}[r\u{1b}[{row};1H\n{words}\u{1b}[?25l").as_bytes());
            }
            return;
        }
        let Ok(window) = self.window_of(id) else {
            return;
        };
        let (window, last) = (window.id, window.panes.len() <= 1);
        self.unzoom(window);
        if last {
            // The window is there: its pane was.
            let _ = self.kill_window(window);
        } else {
            self.drop_pane(id);
        }
    }

    /// What is written on the screen of a dead pane.
    fn last_words(&self, ended: Ended) -> String {
        let how = match ended {
            Ended::Status(status) => format!("status {status}"),
            Ended::Signal(signal) => format!("signal {signal}"),
        };
        format!(
            "Pane is dead ({how}, {})",
            super::time::spoken(self.counters.clock)
        )
    }

    /// Ends sessions that do not outlive their last client.
    pub(super) fn end_unattached(&mut self) {
        let ends: Vec<SessionId> = self
            .sessions
            .keys()
            .copied()
            .filter(|id| {
                self.is_on(Owner::Session(*id), "destroy-unattached")
                    && !self.clients.iter().any(|client| client.session == *id)
            })
            .collect();
        if ends.is_empty() {
            return;
        }
        for session in ends {
            self.drop_session(session);
        }
        self.collect();
        self.recalculate();
    }
}
