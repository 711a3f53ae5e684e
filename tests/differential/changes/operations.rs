//! What is done to both sides, chosen at random.

use domain::change::Direction;
use domain::{Change, PaneId, ServerIdentity, SessionId, Split, Topology, WindowId};

use super::named::{named, shares_a_name};
use crate::differential::random::Random;

/// Choices among what was seen.
#[derive(Debug)]
pub(super) struct Choices(Random);

impl Choices {
    /// The choices of this seed.
    pub(super) const fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    /// A number below this one.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0.bits() % end
    }

    /// As many cells, or fewer.
    pub(super) fn cells(&mut self, end: u64) -> u32 {
        u32::try_from(self.below(end)).unwrap()
    }

    /// One of these.
    pub(super) fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[usize::try_from(self.below(of.len() as u64)).unwrap()]
    }

    /// True once in so many times.
    pub(super) fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of the panes, rarely one that is not there.
    fn pane(&mut self, seen: &Topology) -> PaneId {
        if seen.panes.is_empty() || self.one_in(40) {
            return PaneId::new(999);
        }
        self.pick(&seen.panes).id
    }

    fn window(&mut self, seen: &Topology) -> WindowId {
        if seen.windows.is_empty() || self.one_in(40) {
            return WindowId::new(999);
        }
        self.pick(&seen.windows).id
    }

    fn session(&mut self, seen: &Topology) -> SessionId {
        if seen.sessions.is_empty() || self.one_in(40) {
            return SessionId::new(999);
        }
        self.pick(&seen.sessions).id
    }
}

/// A change without the life that it is for.
#[derive(Debug, Clone)]
pub struct Plain(Change);

impl Plain {
    pub(super) fn change(&self, life: ServerIdentity) -> Change {
        let mut change = self.0.clone();
        match &mut change {
            Change::CreateSession { identity, .. } => *identity = Some(life),
            Change::RespawnPane { expected, .. } => expected.identity = life,
            Change::SplitWindow { identity, .. }
            | Change::CreateWindow { identity, .. }
            | Change::RenameSession { identity, .. }
            | Change::RenameWindow { identity, .. }
            | Change::SelectWindow { identity, .. }
            | Change::SelectPane { identity, .. }
            | Change::SelectLayout { identity, .. }
            | Change::ResizeWindow { identity, .. }
            | Change::ResizePane { identity, .. }
            | Change::MoveWindow { identity, .. }
            | Change::SwapPane { identity, .. }
            | Change::SetPaneTitle { identity, .. }
            | Change::SetMouse { identity, .. }
            | Change::SetHistoryLimit { identity, .. }
            | Change::SetSynchronizePanes { identity, .. }
            | Change::ClearScrollback { identity, .. }
            | Change::KillWindow { identity, .. }
            | Change::KillPane { identity, .. }
            | Change::KillSession { identity, .. } => *identity = life,
        }
        change
    }
}

/// A change, and what it rests on.
#[derive(Debug, Clone)]
pub enum Aim {
    /// Ids alone.
    Plain(Plain),
    /// A respawn, which rests on the pane as it is.
    Respawn(PaneId, bool),
}

/// One step.
#[derive(Debug, Clone)]
pub enum Operation {
    /// A change of the port.
    Changed(Aim),
    /// A command line of tmux.
    Staged(Vec<String>),
}

/// Nobody's life: the real one is put in when it is known.
const LIFE: ServerIdentity = ServerIdentity {
    pid: 0,
    start_time: 0,
};

const NAMES: [&str; 9] = [
    "a",
    "b.c",
    "d:e",
    "one two",
    "#{pid}",
    "é😀",
    "back\\slash",
    "x#[fg=red]",
    "0",
];

impl Operation {
    /// The next one.
    pub(super) fn choose(random: &mut Choices, seen: &Topology) -> Self {
        match random.below(20) {
            0..6 => return Self::Staged(staged(random, seen)),
            6 => return Self::Staged(named(random, seen)),
            _ => {}
        }
        if random.one_in(25) {
            return Self::Changed(Aim::Respawn(random.pane(seen), random.one_in(2)));
        }
        let change = match random.below(100) {
            0..55 => arranging(random, seen),
            55..90 => creating(random, seen),
            _ => ending(random, seen),
        };
        Self::Changed(Aim::Plain(Plain(change)))
    }
}

fn creating(random: &mut Choices, seen: &Topology) -> Change {
    let name = random.one_in(2).then(|| (*random.pick(&NAMES)).to_owned());
    match random.below(8) {
        0 => Change::CreateSession {
            identity: None,
            name,
            window_name: random.one_in(2).then(|| (*random.pick(&NAMES)).to_owned()),
            start_directory: None,
            width: 1 + random.cells(120),
            height: 1 + random.cells(50),
        },
        1 | 2 => Change::CreateWindow {
            identity: LIFE,
            session: random.session(seen),
            name,
            start_directory: None,
            select: random.one_in(2),
        },
        _ => Change::SplitWindow {
            identity: LIFE,
            pane: random.pane(seen),
            direction: *random.pick(&[
                Direction::Right,
                Direction::Left,
                Direction::Above,
                Direction::Below,
            ]),
            size: match random.below(4) {
                0 => Split::Percent(u8::try_from(1 + random.below(99)).unwrap()),
                1 => Split::Cells(random.cells(60)),
                _ => Split::Half,
            },
            start_directory: None,
        },
    }
}

fn arranging(random: &mut Choices, seen: &Topology) -> Change {
    let name = (*random.pick(&NAMES)).to_owned();
    match random.below(16) {
        0 => Change::RenameSession {
            identity: LIFE,
            session: random.session(seen),
            name,
        },
        1 => Change::RenameWindow {
            identity: LIFE,
            window: random.window(seen),
            name,
        },
        2 => Change::SelectWindow {
            identity: LIFE,
            session: random.session(seen),
            window: random.window(seen),
        },
        3 => Change::SelectPane {
            identity: LIFE,
            pane: random.pane(seen),
        },
        4..=6 => select_layout(random, seen),
        7 => Change::ResizeWindow {
            identity: LIFE,
            window: random.window(seen),
            width: 1 + random.cells(150),
            height: 1 + random.cells(60),
            viewers: 0,
        },
        8..=10 => Change::ResizePane {
            identity: LIFE,
            pane: random.pane(seen),
            width: random.one_in(2).then(|| 1 + random.cells(90)),
            height: random.one_in(2).then(|| 1 + random.cells(40)),
            zoom: *random.pick(&[None, None, Some(true), Some(false)]),
        },
        11 => move_window(random, seen),
        12 => Change::SwapPane {
            identity: LIFE,
            pane: random.pane(seen),
            with: random.pane(seen),
        },
        _ => setting(random, seen, name),
    }
}

fn setting(random: &mut Choices, seen: &Topology, title: String) -> Change {
    let session = random.one_in(2).then(|| random.session(seen));
    match random.below(5) {
        0 => Change::SetPaneTitle {
            identity: LIFE,
            pane: random.pane(seen),
            title,
        },
        1 => Change::SetMouse {
            identity: LIFE,
            session,
            enabled: random.one_in(2),
        },
        2 => Change::SetHistoryLimit {
            identity: LIFE,
            session,
            lines: random.cells(5000),
        },
        3 => Change::SetSynchronizePanes {
            identity: LIFE,
            window: random.window(seen),
            enabled: random.one_in(2),
        },
        _ => Change::ClearScrollback {
            identity: LIFE,
            pane: random.pane(seen),
        },
    }
}

/// A named layout, or the string of some window that was seen: of this one, or of another that may have other panes.
fn select_layout(random: &mut Choices, seen: &Topology) -> Change {
    let text = if random.one_in(3) && !seen.windows.is_empty() {
        random.pick(&seen.windows).layout.clone()
    } else {
        (*random.pick(&domain::layout::NAMED)).to_owned()
    };
    Change::SelectLayout {
        identity: LIFE,
        window: random.window(seen),
        layout: text.parse().unwrap(),
    }
}

fn move_window(random: &mut Choices, seen: &Topology) -> Change {
    let (window, from) = if seen.windows.is_empty() || random.one_in(10) {
        (random.window(seen), random.session(seen))
    } else {
        let placed = random.pick(&seen.windows);
        (placed.id, placed.session)
    };
    Change::MoveWindow {
        identity: LIFE,
        window,
        from,
        session: random.session(seen),
        index: random.one_in(2).then(|| random.cells(6)),
    }
}

fn ending(random: &mut Choices, seen: &Topology) -> Change {
    match random.below(8) {
        0 if seen.sessions.len() > 1 => Change::KillSession {
            identity: LIFE,
            session: random.session(seen),
        },
        1 | 2 if seen.windows.len() > 1 => kill_window(random.window(seen), seen),
        _ => {
            let pane = random.pane(seen);
            let window = seen.pane(pane).map(|pane| pane.window);
            match window.and_then(|window| seen.window(window)) {
                Ok(window) if window.panes == 1 => kill_window(window.id, seen),
                _ => Change::KillPane {
                    identity: LIFE,
                    pane,
                },
            }
        }
    }
}

/// Ends a window; its last place in a session is the only one there, see [`crate::differential::known`].
fn kill_window(window: WindowId, seen: &Topology) -> Change {
    let identity = LIFE;
    for session in seen.sessions.iter().map(|session| session.id) {
        let places = seen
            .windows
            .iter()
            .filter(|placed| placed.session == session);
        let places: Vec<WindowId> = places.map(|placed| placed.id).collect();
        if places.len() > 1 && places.iter().all(|placed| *placed == window) {
            return Change::KillSession { identity, session };
        }
    }
    Change::KillWindow { identity, window }
}

/// A command line that stages something the port has no change for.
fn staged(random: &mut Choices, seen: &Topology) -> Vec<String> {
    let (pane, window, session) = (random.pane(seen), random.window(seen), random.session(seen));
    let other = random.pane(seen);
    let (cells, index) = (random.cells(20), random.cells(9));
    let line = match random.below(19) {
        0 => format!("link-window -d -s {window} -t {session}:{index}"),
        1 => format!("link-window -s {window} -t {session}:"),
        2 => format!("resize-pane -Z -t {pane}"),
        3 => format!(
            "resize-pane -{} -t {pane} {cells}",
            random.pick(&["L", "R", "U", "D"])
        ),
        4 if levels(pane, seen) < 3 => format!(
            "split-window -d -{} -f -t {pane} -l {}",
            random.pick(&["h", "v", "hb", "vb"]),
            1 + cells
        ),
        5 => format!(
            "split-window -{} -t {pane} -l {}%",
            random.pick(&["h", "v", "hb"]),
            cells * 6
        ),
        6 => format!("swap-pane -s {pane} -t {other}"),
        7 => format!(
            "set-option -w -t {window} main-pane-{} {}",
            random.pick(&["width", "height"]),
            cells * 3
        ),
        8 => format!(
            "set-option -w -t {window} other-pane-{} {cells}",
            random.pick(&["width", "height"])
        ),
        9 => format!("set-option -g base-index {}", cells % 3),
        10 => format!("set-option -g pane-base-index {}", cells % 2),
        11 if !shares_a_name(session, seen) => format!("new-session -d -t {session}"),
        12 => format!("unlink-window -t {session}:{window}"),
        13 => format!(
            "select-window -{} -t {session}:",
            random.pick(&["l", "n", "p"])
        ),
        14 => format!("move-window -s {session}:{window} -t {session}:{index}"),
        15 => format!("resize-pane -t {pane} -x {}% -y {cells}", cells * 5),
        16 => format!("set-option -wu -t {window} window-size"),
        17 => format!("select-pane -{} -t {pane}", random.pick(&["d", "e", "l"])),
        _ => format!("copy-mode {}-t {pane}", random.pick(&["", "-q "])),
    };
    line.split(' ').map(str::to_owned).collect()
}

/// How deep the layout of a pane's window is, see [`crate::differential::known`].
fn levels(pane: PaneId, seen: &Topology) -> usize {
    let window = seen.pane(pane).and_then(|pane| seen.window(pane.window));
    let layout = window.map_or("", |window| window.layout.as_str());
    let mut open = 0_usize;
    let depths = layout.chars().map(|character| {
        match character {
            '{' | '[' => open += 1,
            '}' | ']' => open -= 1,
            _ => {}
        }
        open
    });
    depths.max().unwrap_or(0)
}
