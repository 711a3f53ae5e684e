//! Clients that are attached, and the sizes that windows get from them.

use domain::{SessionId, WindowId};

use super::life::Life;
use super::settings::Owner;
use crate::fake::program::Size;

/// One client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Client {
    pub(super) pid: u32,
    pub(super) session: SessionId,
    /// The size of its terminal; a control client has none.
    pub(super) size: Option<Size>,
    pub(super) control: bool,
    /// When it was last used, by counting.
    pub(super) used: u64,
}

/// The least and the most columns or rows of a window.
const LIMITS: (u32, u32) = (1, 10_000);

impl Life {
    /// How many clients show a window.
    pub(super) fn viewers(&self, window: WindowId) -> usize {
        self.clients
            .iter()
            .filter(|client| self.shows(client, window))
            .count()
    }

    fn shows(&self, client: &Client, window: WindowId) -> bool {
        self.sessions
            .get(&client.session)
            .is_some_and(|session| session.window() == Some(window))
    }

    /// Rows that a session's status line takes.
    fn status_rows(&self, session: SessionId) -> u32 {
        match &*self.option_text(Owner::Session(session), "status") {
            "off" => 0,
            "on" => 1,
            rows => rows.parse().unwrap_or(1),
        }
    }

    /// The size that the attached clients give a window of `session`, or one that stands in several; `None` where none
    /// has a say.
    pub(super) fn size_from_clients(
        &self,
        wanted: &dyn Fn(&Client) -> bool,
        rule: &str,
    ) -> Option<Size> {
        let mut with: Vec<&Client> = self
            .clients
            .iter()
            .filter(|client| client.size.is_some() && wanted(client))
            .collect();
        if rule == "latest" && with.len() > 1 {
            with.sort_by_key(|client| client.used);
            with = with.split_off(with.len() - 1);
        }
        let sizes = with.iter().filter_map(|client| {
            let size = client.size?;
            let height = size
                .height
                .saturating_sub(self.status_rows(client.session))
                .max(1);
            Some((size.width, height))
        });
        let larger = rule == "largest";
        let pick = |one: u32, other: u32| {
            if larger {
                one.max(other)
            } else {
                one.min(other)
            }
        };
        sizes
            .reduce(|one, other| (pick(one.0, other.0), pick(one.1, other.1)))
            .map(|(width, height)| Size { width, height })
    }

    /// The size that a new window of a session gets.
    pub(super) fn default_size(&self, session: SessionId) -> Size {
        let rule = self.option_text(Owner::Windows, "window-size");
        let from_clients = if rule == "manual" {
            None
        } else {
            self.size_from_clients(&|client| client.session == session, &rule)
        };
        let text = self.option_text(Owner::Session(session), "default-size");
        let stated = text
            .split_once('x')
            .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
        let (width, height) = stated.unwrap_or((80, 24));
        limited(from_clients.unwrap_or(Size { width, height }))
    }

    /// Gives every window the size that its clients ask for, or the one that it was given by hand.
    pub(super) fn recalculate(&mut self) {
        let windows: Vec<WindowId> = self.windows.keys().copied().collect();
        for window in windows {
            if let Some(size) = self.wanted_size(window) {
                self.give_size(window, size);
            }
        }
    }

    fn wanted_size(&self, id: WindowId) -> Option<Size> {
        let window = self.windows.get(&id)?;
        let owner = Owner::Window(id);
        let rule = self.option_text(owner, "window-size");
        let size = if rule == "manual" {
            Some(window.manual)
        } else {
            let aggressive = self.is_on(owner, "aggressive-resize");
            let wanted = |client: &Client| {
                let session = self.sessions.get(&client.session);
                if aggressive {
                    self.shows(client, id)
                } else {
                    session.is_some_and(|session| session.place_of(id).is_some())
                }
            };
            self.size_from_clients(&wanted, &rule)
        }?;
        (size != window.size).then_some(size)
    }
}

/// A size within the limits.
pub(super) fn limited(size: Size) -> Size {
    let (least, most) = LIMITS;
    Size {
        width: size.width.clamp(least, most),
        height: size.height.clamp(least, most),
    }
}

impl Life {
    /// Attaches a client to a session: a person's terminal where it has a size, else a control client.
    pub(super) fn attach(&mut self, session: SessionId, size: Option<Size>) -> Option<u32> {
        self.tick();
        let clock = self.counters.clock;
        self.sessions.get_mut(&session)?.activity = clock;
        let pid = self.counters.process();
        self.clients.push(Client {
            pid,
            session,
            size,
            control: size.is_none(),
            used: clock,
        });
        self.recalculate();
        Some(pid)
    }

    /// Takes a client off; whether it was there.
    pub(super) fn detach(&mut self, pid: u32) -> bool {
        let before = self.clients.len();
        self.clients.retain(|client| client.pid != pid);
        self.tick();
        self.recalculate();
        self.clients.len() < before
    }
}
