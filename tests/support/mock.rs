//! A port that is scripted call by call, for failures that no backend makes on demand, and the small world it shows.

use async_trait::async_trait;
use domain::capture::{Excerpt, Position, Row};
use domain::port::{Paste, Typed};
use domain::topology::Server;
use domain::{
    Capture, CaptureRequest, Change, Changed, Channel, Nonce, Pane, PaneId, PaneWatch, Runs, Scope,
    ServerIdentity, Session, SessionId, SettingQuery, Settings, Spot, TmuxError, TmuxPort,
    Topology, WatchEvent, Window, WindowId,
};

use crate::tmux::FIRST;

mockall::mock! {
    /// A scripted port.
    #[derive(Debug)]
    pub Tmux {}

    #[async_trait]
    impl TmuxPort for Tmux {
        async fn identity(&self) -> Result<ServerIdentity, TmuxError>;
        async fn observe(&self, scope: Scope) -> Result<Topology, TmuxError>;
        async fn capture(&self, pane: PaneId, requests: &[CaptureRequest]) -> Result<Capture, TmuxError>;
        async fn view(
            &self,
            pane: PaneId,
            requests: &[CaptureRequest],
        ) -> Result<(Topology, Capture), TmuxError>;
        async fn settings(&self, query: &SettingQuery) -> Result<Settings, TmuxError>;
        async fn type_keys(&self, typed: &Typed) -> Result<(), TmuxError>;
        async fn paste(&self, paste: &Paste) -> Result<(), TmuxError>;
        async fn withdraw(&self, pane: PaneId, nonce: &Nonce, buffer: &str) -> Result<bool, TmuxError>;
        async fn change(&self, change: &Change) -> Result<Changed, TmuxError>;
        async fn signal(&self, channel: &Channel) -> Result<(), TmuxError>;
        async fn await_signal(&self, channel: &Channel) -> Result<(), TmuxError>;
        async fn watch(&self, pane: PaneId) -> Result<Box<dyn PaneWatch>, TmuxError>;
    }
}

mockall::mock! {
    /// A scripted watch.
    #[derive(Debug)]
    pub Watch {}

    #[async_trait]
    impl PaneWatch for Watch {
        async fn next(&mut self) -> Result<WatchEvent, TmuxError>;
    }
}

/// The life of the server that the script begins in.
pub const LIFE: ServerIdentity = ServerIdentity {
    pid: 100,
    start_time: 1000,
};

/// The life that answers on the same socket after that.
pub const NEXT_LIFE: ServerIdentity = ServerIdentity {
    pid: 200,
    start_time: 2000,
};

/// The process of the only pane.
pub const PID: u32 = 101;

/// A server of this life with one session whose only pane runs bash and remembers these runs.
pub fn world(identity: ServerIdentity, runs: &str) -> Topology {
    Topology {
        server: Server {
            identity,
            version: "3.3a".to_owned(),
            socket_path: "/tmp/s".to_owned(),
            host: "host".to_owned(),
        },
        sessions: vec![Session {
            id: SessionId::new(0),
            name: "main".to_owned(),
            windows: 1,
            attached: 0,
            created: 1000,
            activity: 1000,
            group: None,
        }],
        places: Vec::new(),
        windows: vec![window()],
        panes: vec![pane(runs)],
        clients: Vec::new(),
    }
}

fn window() -> Window {
    Window {
        id: WindowId::new(0),
        session: SessionId::new(0),
        index: 0,
        name: "bash".to_owned(),
        panes: 1,
        width: 80,
        height: 24,
        active: true,
        zoomed: false,
        linked: false,
        activity: 1000,
        layout: "b25d,80x24,0,0,0".to_owned(),
    }
}

fn pane(runs: &str) -> Pane {
    Pane {
        id: FIRST,
        window: WindowId::new(0),
        index: 0,
        title: "host".to_owned(),
        command: "bash".to_owned(),
        path: "/".to_owned(),
        start_command: String::new(),
        pid: PID,
        width: 80,
        height: 24,
        left: 0,
        top: 0,
        active: true,
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
        history_limit: 2000,
        runs: Runs::parse(runs, PID),
    }
}

/// What a capture of that pane holds for each request: these rows, the text cursor on the row behind them.
pub fn text(
    identity: ServerIdentity,
    runs: &str,
    rows: &[&str],
    requests: &[CaptureRequest],
) -> Capture {
    let row = |text: &&str| Row {
        text: (*text).to_owned(),
        wrapped: false,
    };
    let mut shown: Vec<Row> = rows.iter().map(row).collect();
    shown.resize_with(24, || row(&""));
    let excerpt = Excerpt {
        first: 0,
        rows: shown,
    };
    Capture {
        identity,
        pane: FIRST,
        pid: PID,
        dead: false,
        position: Position {
            history_size: 0,
            history_limit: 2000,
            width: 80,
            height: 24,
            text_cursor: Spot {
                x: 0,
                y: u32::try_from(rows.len()).expect("few rows"),
            },
            alternate_screen: false,
        },
        runs: Runs::parse(runs, PID),
        excerpts: vec![excerpt; requests.len()],
    }
}
