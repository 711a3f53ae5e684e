//! What is there, as the domain sees it.

use domain::run::RUNS_OPTION;
use domain::{
    Capture, CaptureRequest, Client, Pane, PaneId, Place, Runs, Scope, Screen, Server, Session,
    Topology, Window, WindowId,
};

use super::life::{Life, Said};
use super::pane::Pane as Held;
use super::session::Session as Member;
use super::settings::Owner;
use crate::fake::program::Ended;

impl Life {
    /// Observes what a scope names.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn observe(&self, scope: Scope) -> Said<Topology> {
        let mut topology = Topology {
            server: self.server(),
            sessions: Vec::new(),
            places: Vec::new(),
            windows: Vec::new(),
            panes: Vec::new(),
            clients: Vec::new(),
        };
        let windows = match scope {
            Scope::Sessions => Vec::new(),
            Scope::Everything | Scope::Panes => self.placements(None),
            Scope::Pane(pane) => self.placements(Some(self.pane(pane)?.window)),
        };
        if matches!(scope, Scope::Sessions | Scope::Everything) {
            topology.sessions = self.all_sessions();
        }
        if scope != Scope::Sessions {
            let mut seen = Vec::new();
            for window in &windows {
                if !seen.contains(&window.id) {
                    seen.push(window.id);
                    topology.panes.extend(self.panes_of(window.id));
                }
            }
            topology.clients = self.all_clients();
        }
        if scope == Scope::Panes {
            topology.places = windows.iter().map(Place::from).collect();
            topology.places.dedup();
            topology.panes = topology.panes.into_iter().map(Pane::in_brief).collect();
        } else {
            topology.windows = windows;
        }
        Ok(topology)
    }

    fn server(&self) -> Server {
        Server {
            identity: self.identity,
            version: self.setup.profile.release.name().to_owned(),
            socket_path: self.setup.socket.clone(),
            host: self.setup.scene.host.clone(),
        }
    }

    fn all_sessions(&self) -> Vec<Session> {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let session = |session: &Member| Session {
            id: session.id,
            name: session.name.clone(),
            windows: count(session.places.len()),
            attached: count(self.attached(session)),
            created: session.created,
            activity: session.activity,
            group: session.group.clone(),
        };
        self.sessions_by_name().into_iter().map(session).collect()
    }

    /// How many clients a session has.
    pub(super) fn attached(&self, session: &Member) -> usize {
        let attached = self
            .clients
            .iter()
            .filter(|client| client.session == session.id);
        attached.count()
    }

    /// The places of all windows, or of one, by session and index.
    fn placements(&self, wanted: Option<WindowId>) -> Vec<Window> {
        let mut placements = Vec::new();
        for session in self.sessions_by_name() {
            for (index, id) in &session.places {
                if wanted.is_none_or(|wanted| wanted == *id) {
                    placements.extend(self.placement(session, *index, *id));
                }
            }
        }
        placements
    }

    fn placement(&self, session: &Member, index: u32, id: WindowId) -> Option<Window> {
        let window = self.windows.get(&id)?;
        Some(Window {
            id,
            session: session.id,
            index,
            name: self.setup.profile.line(&window.name),
            panes: u32::try_from(window.panes.len()).unwrap_or(u32::MAX),
            width: window.size.width,
            height: window.size.height,
            active: session.current == index,
            zoomed: window.zoomed,
            linked: self.sessions_with(id).len() > 1,
            activity: window.activity,
            layout: window.layout.print(),
        })
    }

    fn panes_of(&self, window: WindowId) -> Vec<Pane> {
        let held = self.windows.get(&window);
        let panes = held.into_iter().flat_map(|window| &window.panes);
        panes
            .filter_map(|id| self.row(self.panes.get(id)?))
            .collect()
    }

    fn row(&self, pane: &Held) -> Option<Pane> {
        let window = self.windows.get(&pane.window)?;
        let position = pane.terminal.position(Screen::Shown);
        let (dead_status, dead_signal) = match pane.ended {
            Some(Ended::Status(status)) => (Some(status), None),
            Some(Ended::Signal(signal)) => (None, Some(signal)),
            None => (None, None),
        };
        Some(Pane {
            id: pane.id,
            window: pane.window,
            index: self.pane_index(window, pane.id)?,
            title: pane.terminal.title().to_owned(),
            command: pane.foreground(),
            path: self.setup.profile.line(&pane.directory()),
            start_command: super::options::escape::arguments(&pane.command),
            pid: pane.pid,
            width: pane.size.width,
            height: pane.size.height,
            left: pane.left,
            top: pane.top,
            active: window.active == pane.id,
            dead: pane.dead(),
            dead_status,
            dead_signal,
            mode: pane.mode().map(|mode| mode.name.to_owned()),
            scroll_position: pane.mode().and_then(|mode| {
                let scrolls = mode.name != "clock-mode";
                scrolls.then(|| u32::try_from(mode.scrolled).unwrap_or(u32::MAX))
            }),
            alternate_screen: position.alternate_screen,
            synchronized: self.is_on(Owner::Pane(pane.id), "synchronize-panes"),
            input_off: pane.input_off,
            text_cursor: position.text_cursor,
            text_cursor_visible: pane.terminal.cursor_visible(),
            history_size: position.history_size,
            history_limit: position.history_limit,
            runs: self.runs(pane),
        })
    }

    /// The runs that a pane remembers.
    pub(super) fn runs(&self, pane: &Held) -> Runs {
        Runs::parse(
            &self
                .setup
                .profile
                .line(&self.option_text(Owner::Pane(pane.id), RUNS_OPTION)),
            pane.pid,
        )
    }

    fn all_clients(&self) -> Vec<Client> {
        self.clients
            .iter()
            .filter_map(|client| {
                let window = self.sessions.get(&client.session)?.window()?;
                let shown = self.windows.get(&window)?;
                Some(Client {
                    pid: client.pid,
                    session: client.session,
                    window,
                    pane: shown.active,
                    zoomed: shown.zoomed,
                    control: client.control,
                })
            })
            .collect()
    }

    /// Reads parts of a pane, with its position.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn capture(&self, id: PaneId, requests: &[CaptureRequest]) -> Said<Capture> {
        let pane = self.pane(id)?;
        let main = requests
            .iter()
            .any(|request| request.screen == Screen::Main);
        let screen = if main { Screen::Main } else { Screen::Shown };
        Ok(Capture {
            identity: self.identity,
            pane: id,
            pid: pane.pid,
            dead: pane.dead(),
            position: pane.terminal.position(screen),
            runs: self.runs(pane),
            excerpts: requests
                .iter()
                .map(|request| pane.terminal.excerpt(request))
                .collect(),
        })
    }
}
