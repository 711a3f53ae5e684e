//! What comes to be: sessions, windows and panes, with their programs.

use std::collections::BTreeMap;

use domain::{PaneId, SessionId, WindowId};

use super::layout::{Cell, Division};
use super::life::{Life, Said};
use super::options::{Options, Value, escape};
use super::session::Session;
use super::settings::{Environment, Hooks, Owner};
use super::window::Window;
use crate::fake::program::Size;

/// What a new pane runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Begin {
    /// The command; empty for the default one.
    pub(super) command: Vec<String>,
    /// Where.
    pub(super) directory: Option<String>,
    /// What stands in its environment beside the session's.
    pub(super) environment: Vec<(String, String)>,
}

/// A session to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct NewSession {
    pub(super) name: Option<String>,
    pub(super) window_name: Option<String>,
    pub(super) width: Option<u32>,
    pub(super) height: Option<u32>,
    /// The group that it joins, or founds: its name, and the session that is meant where there is one.
    pub(super) group: Option<(String, Option<SessionId>)>,
    pub(super) environment: Vec<(String, String)>,
    pub(super) begin: Begin,
}

/// A window to be made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct NewWindow {
    pub(super) index: Option<u32>,
    pub(super) name: Option<String>,
    pub(super) select: bool,
    pub(super) begin: Begin,
}

impl Life {
    /// Makes a session.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn create_session(&mut self, new: NewSession) -> Said<SessionId> {
        let name = match &new.name {
            Some(text) => {
                let name = self.session_name(text)?;
                if self.session_named(&name).is_some() {
                    return Err(format!("duplicate session: {name}"));
                }
                Some(name)
            }
            None => None,
        };
        // Said before there is a session.
        if let Some(text) = &new.window_name {
            self.new_name(text)?;
        }
        let id = self.add_session(name, &new);
        let window = NewWindow {
            name: new.window_name,
            select: true,
            begin: new.begin,
            ..NewWindow::default()
        };
        self.create_window(id, window)?;
        // Whoever joins a group begins with a window of its own, and loses it to those of the group.
        if let Some((name, with)) = &new.group {
            self.join(id, name, *with);
            self.collect();
        }
        self.begun = true;
        Ok(id)
    }

    fn add_session(&mut self, name: Option<String>, new: &NewSession) -> SessionId {
        self.tick();
        let mut number = self.next_session;
        let name = name.unwrap_or_else(|| {
            let prefix = new.group.as_ref().map(|(name, with)| {
                let with = with.and_then(|with| self.sessions.get(&with));
                let named =
                    with.map(|with| with.group.clone().unwrap_or_else(|| with.name.clone()));
                format!("{}-", named.unwrap_or_else(|| name.clone()))
            });
            let prefix = prefix.unwrap_or_default();
            while self.session_named(&format!("{prefix}{number}")).is_some() {
                number += 1;
            }
            format!("{prefix}{number}")
        });
        self.next_session = number + 1;
        let id = SessionId::new(number);
        let mut options = Options::default();
        if new.width.is_some() || new.height.is_some() {
            let size = format!("{}x{}", new.width.unwrap_or(80), new.height.unwrap_or(24));
            options.set_one("default-size", &size);
        }
        let mut environment = self.carried_over();
        for (name, value) in &new.environment {
            environment.set(name, value, false);
        }
        let session = Session {
            id,
            name,
            created: self.counters.clock,
            activity: self.counters.clock,
            places: BTreeMap::new(),
            current: 0,
            last: Vec::new(),
            group: None,
            options,
            environment,
            hooks: Hooks::default(),
            directory: new
                .begin
                .directory
                .clone()
                .unwrap_or_else(|| self.setup.directory.clone()),
        };
        self.sessions.insert(id, session);
        id
    }

    /// What `update-environment` takes from whoever makes a session: a variable that is not there is taken out.
    fn carried_over(&self) -> Environment {
        let mut environment = Environment::default();
        let names = match self.option(Owner::Sessions, "update-environment") {
            Some((Value::Array(names), _)) => names,
            _ => BTreeMap::new(),
        };
        for wanted in names.values() {
            match self
                .setup
                .environment
                .iter()
                .find(|(name, _)| name == wanted)
            {
                Some((name, value)) => environment.set(name, value, false),
                None => environment.remove(wanted),
            }
        }
        environment
    }

    /// Joins a group, or founds it with a session, and has its windows then.
    fn join(&mut self, id: SessionId, name: &str, with: Option<SessionId>) {
        let with = with.and_then(|with| self.sessions.get(&with));
        let group = match with {
            Some(with) => with.group.clone().unwrap_or_else(|| with.name.clone()),
            None => name.to_owned(),
        };
        let of_group =
            |session: &&Session| session.id != id && session.group.as_ref() == Some(&group);
        // A group of that name may be there already, without the session that is meant: that joins it too, and keeps what
        // it has until the next change.
        let member = self.sessions.values().find(of_group).or(with);
        let found = member.map(|member| (member.id, member.places.clone()));
        let meant = with.map(|with| with.id);
        for joined in [Some(id), meant, found.as_ref().map(|(member, _)| *member)] {
            if let Some(session) = joined.and_then(|joined| self.sessions.get_mut(&joined)) {
                session.group = Some(group.clone());
            }
        }
        if let (Some((_, places)), Some(session)) = (found, self.sessions.get_mut(&id)) {
            let first = places.first_key_value().map_or(0, |(index, _)| *index);
            let stays = places.contains_key(&session.current);
            session.follow(&places);
            if stays {
                session.select(first);
            } else {
                session.current = first;
                session.last.clear();
            }
        }
    }

    /// The name that a window is made with, as it is stored.
    fn new_name(&self, text: &str) -> Said<String> {
        escape::new_name(text, &self.setup.profile)
            .ok_or_else(|| format!("invalid window name: {text}"))
    }

    /// Makes a window; the pane that it begins with.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn create_window(
        &mut self,
        session: SessionId,
        new: NewWindow,
    ) -> Said<(u32, PaneId)> {
        let name = new.name.map(|text| self.new_name(&text));
        let name = name.transpose()?;
        let base = self.option_text(Owner::Session(session), "base-index");
        let held = self.session(session)?;
        let index = match new.index {
            Some(index) if held.places.contains_key(&index) => {
                return Err(format!("create window failed: index {index} in use"));
            }
            Some(index) => index,
            None => held.free(base.parse().unwrap_or_default()),
        };
        self.tick();
        let size = self.default_size(session);
        let id = WindowId::new(self.next_window);
        self.next_window += 1;
        let pane = PaneId::new(self.next_pane);
        let mut window = Window {
            id,
            name: String::new(),
            size,
            manual: size,
            panes: vec![pane],
            active: pane,
            last: None,
            layout: Cell::whole(pane, size),
            zoomed: false,
            options: Options::default(),
            hooks: Hooks::default(),
            activity: self.counters.clock,
        };
        if name.is_some() {
            window.options.set_one("automatic-rename", "off");
        }
        self.windows.insert(id, window);
        self.create_pane(session, id, size, &new.begin);
        let name = match name {
            Some(name) => name,
            None => self.pane(pane)?.named_after(),
        };
        self.window_mut(id)?.name = name;
        let held = self.session_mut(session)?;
        held.link(index, id);
        if new.select {
            held.select(index);
        }
        self.tell_group(session);
        Ok((index, pane))
    }

    /// Divides the cell of a pane for a new one.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn split(
        &mut self,
        pane: PaneId,
        division: Division,
        begin: &Begin,
    ) -> Said<PaneId> {
        let window = self.window_of(pane)?.id;
        self.unzoom(window);
        let new = PaneId::new(self.next_pane);
        let session = self.best_session(Some(window));
        let no_space = self.setup.profile.no_space;
        let held = self.window_mut(window)?;
        if !held.layout.divide(pane, new, division) {
            return Err(no_space.to_owned());
        }
        let beside = held.place_of(pane).unwrap_or_default();
        let place = match (division.whole, division.before) {
            (true, true) => 0,
            (true, false) => held.panes.len(),
            (false, before) => beside + usize::from(!before),
        };
        held.panes.insert(place, new);
        let area = held.layout.areas().into_iter().find(|(id, _)| *id == new);
        let size = area.map_or(held.size, |(_, area)| Size {
            width: area.width,
            height: area.height,
        });
        self.tick();
        let session = session.ok_or_else(|| format!("can't find pane: {pane}"))?;
        self.create_pane(session, window, size, begin);
        self.lay_out(window);
        Ok(new)
    }
}
