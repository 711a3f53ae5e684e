//! A pane's program: started in its environment, and started anew.

use domain::{PaneId, SessionId, WindowId};

use super::life::{Life, Said};
use super::options::Options;
use super::pane::Pane;
use super::settings::{Hooks, Owner};
use super::spawn::Begin;
use super::window::Window;
use crate::fake::program::{Program, Size, Start};
use crate::fake::shell;
use crate::fake::terminal::Terminal;

impl Life {
    /// Makes the pane that has the next id, and starts its program.
    pub(super) fn create_pane(
        &mut self,
        session: SessionId,
        window: WindowId,
        size: Size,
        begin: &Begin,
    ) {
        let id = PaneId::new(self.next_pane);
        self.next_pane += 1;
        let owner = Owner::Session(session);
        let limit = self
            .option_text(owner, "history-limit")
            .parse()
            .unwrap_or(2000);
        let command = self.command_of(owner, begin);
        let start_path = begin
            .directory
            .clone()
            .unwrap_or_else(|| self.setup.directory.clone());
        let start = Start {
            command: command.clone(),
            directory: start_path.clone(),
            environment: self.variables(session, id, &begin.environment),
            pid: self.counters.process(),
            size,
        };
        let pid = start.pid;
        let pane = Pane {
            id,
            window,
            terminal: Terminal::new(size, limit, &self.setup.scene.host)
                .with_profile(self.setup.profile),
            program: Some(self.program(start)),
            pid,
            command,
            shell: self.option_text(owner, "default-shell"),
            start_path,
            size,
            left: 0,
            top: 0,
            ended: None,
            dead_time: 0,
            input_off: false,
            modes: Vec::new(),
            options: Options::default(),
            hooks: Hooks::default(),
            version: 0,
            parked: None,
        };
        self.panes.insert(id, pane);
    }

    fn program(&self, start: Start) -> Box<dyn Program> {
        shell::spawn(start, &self.setup.scene, self.now)
    }

    /// What a new pane runs: what was asked for, or the default command, or nothing for the default shell.
    fn command_of(&self, owner: Owner, begin: &Begin) -> Vec<String> {
        let default = self.option_text(owner, "default-command");
        if begin.command.is_empty() && !default.is_empty() {
            vec![default]
        } else {
            begin.command.clone()
        }
    }

    /// The environment of a pane's program.
    fn variables(
        &self,
        session: SessionId,
        pane: PaneId,
        own: &[(String, String)],
    ) -> Vec<(String, String)> {
        let mut variables = self.environment_of(session);
        for (name, value) in own {
            variables.insert(name.clone(), value.clone());
        }
        let tmux = format!(
            "{},{},{}",
            self.setup.socket,
            self.identity.pid,
            session.number()
        );
        let term = self.option_text(Owner::Server, "default-terminal");
        let shell = self.option_text(Owner::Session(session), "default-shell");
        for (name, value) in [
            ("TMUX", tmux),
            ("TMUX_PANE", pane.to_string()),
            ("TERM", term),
            ("SHELL", shell),
            ("TERM_PROGRAM", "tmux".to_owned()),
            (
                "TERM_PROGRAM_VERSION",
                self.setup.profile.release.name().to_owned(),
            ),
        ] {
            variables.insert(name.to_owned(), value);
        }
        variables.into_iter().collect()
    }

    /// Starts the program of a pane anew; without a command, the one that it was started with.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn respawn(&mut self, id: PaneId, kill: bool, begin: Begin) -> Said<()> {
        let pane = self.pane(id)?;
        if !pane.dead() && !kill {
            return Err(format!(
                "respawn pane failed: pane {} still active",
                self.spoken(id)
            ));
        }
        let session = self
            .best_session(Some(pane.window))
            .ok_or_else(|| format!("can't find pane: {id}"))?;
        let command = if begin.command.is_empty() {
            pane.command.clone()
        } else {
            begin.command
        };
        let directory = begin.directory.unwrap_or_else(|| pane.start_path.clone());
        self.tick();
        let start = Start {
            command: command.clone(),
            directory: directory.clone(),
            environment: self.variables(session, id, &begin.environment),
            pid: self.counters.process(),
            size: self.pane(id)?.size,
        };
        let pid = start.pid;
        let program = self.program(start);
        let pane = self.pane_mut(id)?;
        pane.terminal.respawn();
        pane.modes.clear();
        pane.parked = None;
        pane.ended = None;
        pane.version += 1;
        (pane.command, pane.start_path) = (command, directory);
        (pane.pid, pane.program) = (pid, Some(program));
        Ok(())
    }

    /// A pane as session, window and index.
    fn spoken(&self, id: PaneId) -> String {
        let spoken = || {
            let window = self.window_of(id).ok()?;
            let session = self.sessions.get(&self.best_session(Some(window.id))?)?;
            let index = session.place_of(window.id)?;
            let place = self.pane_index(window, id)?;
            Some(format!("{}:{index}.{place}", session.name))
        };
        spoken().unwrap_or_else(|| id.to_string())
    }

    /// The index that a pane is shown with.
    pub(super) fn pane_index(&self, window: &Window, pane: PaneId) -> Option<u32> {
        let base: u32 = self
            .option_text(Owner::Window(window.id), "pane-base-index")
            .parse()
            .unwrap_or_default();
        let place = u32::try_from(window.place_of(pane)?).ok()?;
        Some(base + place)
    }
}
