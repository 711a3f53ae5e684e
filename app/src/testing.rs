//! What the tests of this crate share: a port in memory with a topology that the test writes.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use domain::{
    Capture, CaptureRequest, Change, Changed, Channel, Nonce, Pane, PaneId, PaneWatch, Place, Runs,
    Scope, Server, ServerIdentity, Session, SessionId, SettingQuery, Settings, Spot, TmuxError,
    TmuxPort, Topology, Window, WindowId, port,
};

use crate::context::Context;

/// A port that answers every look from one topology, and nothing else.
#[derive(Debug)]
pub(crate) struct Still {
    pub(crate) topology: Mutex<Option<Topology>>,
    /// Every look waits for this permit, where there is one.
    pub(crate) gate: Option<Arc<tokio::sync::Semaphore>>,
}

impl Still {
    pub(crate) fn new(topology: Topology) -> Self {
        Self {
            topology: Mutex::new(Some(topology)),
            gate: None,
        }
    }

    pub(crate) fn look(&self) -> Result<Topology, TmuxError> {
        let topology = self.topology.lock().unwrap().clone();
        topology.ok_or_else(no_server)
    }
}

pub(crate) fn no_server() -> TmuxError {
    TmuxError::NoServer {
        socket: "/tmp/none".to_owned(),
    }
}

#[async_trait]
impl TmuxPort for Still {
    async fn identity(&self) -> Result<ServerIdentity, TmuxError> {
        Ok(self.look()?.server.identity)
    }

    async fn observe(&self, scope: Scope) -> Result<Topology, TmuxError> {
        if let Some(gate) = &self.gate {
            gate.acquire().await.unwrap().forget();
        }
        let mut topology = self.look()?;
        match scope {
            Scope::Everything => {}
            Scope::Panes => {
                topology.sessions.clear();
                topology.places = topology.windows.iter().map(Place::from).collect();
                topology.windows.clear();
                topology.panes = topology.panes.into_iter().map(Pane::in_brief).collect();
            }
            Scope::Sessions => {
                topology.windows.clear();
                topology.panes.clear();
                topology.clients.clear();
            }
            Scope::Pane(pane) => {
                let window = topology.pane(pane)?.window;
                topology.sessions.clear();
                topology.windows.retain(|placed| placed.id == window);
                topology.panes.retain(|pane| pane.window == window);
            }
        }
        Ok(topology)
    }

    async fn capture(&self, pane: PaneId, _: &[CaptureRequest]) -> Result<Capture, TmuxError> {
        panic!("a pane {pane} has no rows here")
    }

    async fn view(
        &self,
        pane: PaneId,
        requests: &[CaptureRequest],
    ) -> Result<(Topology, Capture), TmuxError> {
        let topology = self.observe(Scope::Pane(pane)).await?;
        Ok((topology, self.capture(pane, requests).await?))
    }

    async fn settings(&self, _: &SettingQuery) -> Result<Settings, TmuxError> {
        Err(no_server())
    }

    async fn type_keys(&self, _: &port::Typed) -> Result<(), TmuxError> {
        Err(no_server())
    }

    async fn paste(&self, _: &port::Paste) -> Result<(), TmuxError> {
        Err(no_server())
    }

    async fn withdraw(&self, _: PaneId, _: &Nonce, _: &str) -> Result<bool, TmuxError> {
        Err(no_server())
    }

    async fn change(&self, _: &Change) -> Result<Changed, TmuxError> {
        Err(no_server())
    }

    async fn signal(&self, _: &Channel) -> Result<(), TmuxError> {
        Err(no_server())
    }

    async fn await_signal(&self, _: &Channel) -> Result<(), TmuxError> {
        std::future::pending().await
    }

    async fn watch(&self, _: PaneId) -> Result<Box<dyn PaneWatch>, TmuxError> {
        Err(no_server())
    }
}

pub(crate) fn context(topology: Topology) -> Context {
    Context::new(Arc::new(Still::new(topology)))
}

/// One session `work` with one window for each count, of so many panes; ids count up from 0.
pub(crate) fn topology(panes: &[u32]) -> Topology {
    let mut topology = Topology {
        server: Server {
            identity: ServerIdentity {
                pid: 700,
                start_time: 1_700_000_000,
            },
            version: "3.3a".to_owned(),
            socket_path: "/tmp/tmux-1000/libtmux-mcp".to_owned(),
            host: "box".to_owned(),
        },
        sessions: vec![session(0, "work", panes.len())],
        places: Vec::new(),
        windows: Vec::new(),
        panes: Vec::new(),
        clients: Vec::new(),
    };
    let mut next = 0;
    for (index, count) in (0..).zip(panes) {
        topology.windows.push(window(index, *count));
        for place in 0..*count {
            topology.panes.push(pane(next, index, place));
            next += 1;
        }
    }
    topology
}

pub(crate) fn session(number: u32, name: &str, windows: usize) -> Session {
    Session {
        id: SessionId::new(number),
        name: name.to_owned(),
        windows: u32::try_from(windows).unwrap(),
        attached: 0,
        created: 1_700_000_000,
        activity: 1_700_000_060,
        group: None,
    }
}

pub(crate) fn window(number: u32, panes: u32) -> Window {
    Window {
        id: WindowId::new(number),
        session: SessionId::new(0),
        index: number,
        name: "bash".to_owned(),
        panes,
        width: 200,
        height: 50,
        active: number == 0,
        zoomed: false,
        linked: false,
        activity: 1_700_000_060,
        layout: "b25d,200x50,0,0,0".to_owned(),
    }
}

pub(crate) fn pane(number: u32, window: u32, index: u32) -> Pane {
    Pane {
        id: PaneId::new(number),
        window: WindowId::new(window),
        index,
        title: "box".to_owned(),
        command: "bash".to_owned(),
        path: "/home/dev".to_owned(),
        start_command: String::new(),
        pid: 30_000 + number,
        width: 200,
        height: 50,
        left: 0,
        top: 0,
        active: index == 0,
        dead: false,
        dead_status: None,
        dead_signal: None,
        mode: None,
        scroll_position: None,
        alternate_screen: false,
        synchronized: false,
        input_off: false,
        text_cursor: Spot { x: 2, y: 0 },
        text_cursor_visible: true,
        history_size: 0,
        history_limit: 50_000,
        runs: Runs::default(),
    }
}
