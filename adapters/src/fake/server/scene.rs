//! The sessions that a scene begins with.

use super::command;
use super::input::Keys;
use super::layout::{Axis, Division};
use super::life::{Life, Said};
use super::spawn::{Begin, NewSession, NewWindow};
use super::world::World;
use crate::fake::script::{Pane, Session, Window};
use domain::{PaneId, SessionId};

impl World {
    /// Starts a server with its configuration, where it has one, and makes the sessions of the scene, where it has any. A name that is taken or is none leaves its session out.
    pub(super) fn set_the_scene(&mut self) {
        let scene = std::sync::Arc::clone(&self.setup.scene);
        if !self.setup.configuration.is_empty() {
            let configuration = self.setup.configuration.clone();
            let answer = command::process(self, &configuration);
            if answer.status != 0 {
                let words = String::from_utf8_lossy(&answer.words).into_owned();
                tracing::warn!(words, "the configuration fails");
            }
        }
        if scene.sessions.is_empty() {
            return;
        }
        let life = self.start();
        for session in &scene.sessions {
            if let Err(words) = life.play(session) {
                tracing::warn!(
                    session = session.name,
                    words,
                    "a session of the scene cannot be made"
                );
            }
        }
        life.begun = true;
        self.finish();
    }
}

fn begin(pane: Option<&Pane>) -> Begin {
    Begin {
        command: pane.map(|pane| pane.command.clone()).unwrap_or_default(),
        directory: pane.and_then(|pane| pane.directory.clone()),
        ..Begin::default()
    }
}

impl Life {
    fn play(&mut self, session: &Session) -> Said<()> {
        let first = session.windows.first();
        let new = NewSession {
            name: Some(session.name.clone()),
            window_name: first.and_then(|window| window.name.clone()),
            begin: begin(first.and_then(|window| window.panes.first())),
            ..NewSession::default()
        };
        let id = self.create_session(new)?;
        if let Some(window) = first {
            let pane = self
                .window(self.session(id)?.window().ok_or("no window")?)?
                .active;
            self.fill(pane, window)?;
        }
        for window in session.windows.iter().skip(1) {
            self.play_window(id, window)?;
        }
        Ok(())
    }

    fn play_window(&mut self, session: SessionId, window: &Window) -> Said<()> {
        let new = NewWindow {
            name: window.name.clone(),
            begin: begin(window.panes.first()),
            ..NewWindow::default()
        };
        let (_, pane) = self.create_window(session, new)?;
        self.fill(pane, window)
    }

    /// Adds the other panes of a window, and types what they are to be told.
    fn fill(&mut self, first: PaneId, window: &Window) -> Said<()> {
        let id = self.pane(first)?.window;
        let mut last = first;
        for (place, pane) in window.panes.iter().enumerate() {
            if place > 0 {
                let division = Division {
                    axis: Axis::Down,
                    size: None,
                    before: false,
                    whole: false,
                };
                last = self.split(last, division, &begin(Some(pane)))?;
                // Each time anew, so that there is space for the next.
                self.select_layout(id, "tiled")?;
            }
            if let Some(line) = &pane.types {
                self.type_into(last, Keys::Text(line))?;
                self.type_into(last, Keys::Named("Enter"))?;
            }
        }
        Ok(())
    }
}
