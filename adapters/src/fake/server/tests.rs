//! The simulator as a whole, in paused time: a wait of half a minute takes none.

use std::sync::Arc;
use std::time::Duration;

use domain::capture::Line;
use domain::change::Direction;
use domain::guard::{Caller, InputGuard, Reach};
use domain::port::{Paste, Stroke, Typed};
use domain::{
    CaptureRequest, Change, Changed, Channel, Kind, LineRange, PaneId, Scope, ServerIdentity,
    SessionId, Split, TmuxError, TmuxPort, WatchEvent, WindowId,
};

use super::{Setup, Simulator};
use crate::fake::program::Size;
use crate::fake::script::Scene;

const FIRST: PaneId = PaneId::new(0);

/// A server with a session that runs this.
fn running(command: &str) -> Simulator {
    let simulator = Simulator::new(Setup::default());
    says(&simulator, &["new-session", "-d", "-s", "one", command]);
    simulator
}

fn says(simulator: &Simulator, arguments: &[&str]) -> String {
    let answer = simulator.tmux(arguments);
    assert_eq!(answer.status, 0, "{arguments:?}: {answer:?}");
    String::from_utf8(answer.output).unwrap()
}

fn create(identity: Option<ServerIdentity>, name: &str) -> Change {
    Change::CreateSession {
        identity,
        name: Some(name.to_owned()),
        window_name: None,
        start_directory: None,
        width: 80,
        height: 24,
    }
}

async fn typed(simulator: &Simulator, text: &str) -> Typed {
    let seen = simulator.observe(Scope::Pane(FIRST)).await.unwrap();
    let guard = InputGuard {
        caller: Caller::Elsewhere,
        allow_attended: true,
    };
    Typed {
        expected: guard.admit(&seen, FIRST, Reach::Keys).unwrap(),
        strokes: vec![
            Stroke::Text(text.to_owned()),
            Stroke::Key("Enter".to_owned()),
        ],
        handover: None,
    }
}

async fn text(simulator: &Simulator) -> String {
    let request = CaptureRequest::shown(LineRange::ALL);
    let capture = simulator.capture(FIRST, &[request]).await.unwrap();
    let lines = capture.excerpts[0].lines();
    let lines: Vec<&str> = lines.iter().map(Line::text).collect();
    lines.join("\n").trim_end().to_owned()
}

/// A server with a session that runs the default shell.
fn shell() -> Simulator {
    let simulator = Simulator::new(Setup::default());
    says(&simulator, &["new-session", "-d", "-s", "one"]);
    simulator
}

#[tokio::test(start_paused = true)]
async fn a_session_starts_a_server_and_the_last_one_ends_it() {
    let simulator = Simulator::new(Setup::default());
    let error = simulator.identity().await.unwrap_err();
    assert_eq!(error.kind(), Kind::NoServer);
    let Changed::Session { identity, pane, .. } =
        simulator.change(&create(None, "a")).await.unwrap()
    else {
        panic!("no session");
    };
    assert_eq!(simulator.identity().await.unwrap(), identity);
    let kill = Change::KillPane { identity, pane };
    let ended = simulator.change(&kill).await.unwrap();
    assert_eq!(ended, Changed::Ended { left: None });
    let error = simulator.change(&kill).await.unwrap_err();
    assert_eq!(error.kind(), Kind::NoServer);
    simulator.change(&create(None, "a")).await.unwrap();
    // Another life: the same ids mean other things.
    let error = simulator.change(&kill).await.unwrap_err();
    assert_eq!(error.kind(), Kind::ServerGone);
}

#[tokio::test(start_paused = true)]
async fn the_same_calls_give_the_same_answers_and_another_seed_gives_others() {
    let mut answers = Vec::new();
    for seed in [1, 1, 2] {
        let simulator = Simulator::new(Setup {
            seed,
            ..Setup::default()
        });
        simulator.change(&create(None, "a")).await.unwrap();
        says(&simulator, &["split-window", "-d", "cat"]);
        answers.push(format!("{:?}", simulator.observe(Scope::Everything).await));
    }
    assert_eq!(answers[0], answers[1]);
    assert_ne!(answers[0], answers[2]);
}

#[tokio::test(start_paused = true)]
async fn what_is_typed_is_run_and_a_watch_tells_of_it() {
    let simulator = shell();
    let mut watch = simulator.watch(FIRST).await.unwrap();
    let keys = typed(&simulator, "sleep 30; echo do''ne").await;
    simulator.type_keys(&keys).await.unwrap();
    let before = tokio::time::Instant::now();
    while !text(&simulator).await.contains("\ndone") {
        let event = watch.next().await.unwrap();
        assert_eq!(event, WatchEvent::Changed);
    }
    let passed = before.elapsed();
    assert!(passed >= Duration::from_secs(30) && passed < Duration::from_secs(31));
}

#[tokio::test(start_paused = true)]
async fn a_channel_keeps_one_signal_and_a_dropped_wait_takes_the_next() {
    let simulator = running("cat");
    let channel: Channel = "c".parse().unwrap();
    simulator.signal(&channel).await.unwrap();
    simulator.await_signal(&channel).await.unwrap();
    let second = Duration::from_secs(1);
    let wait = tokio::time::timeout(second, simulator.await_signal(&channel)).await;
    assert!(wait.is_err());
    simulator.signal(&channel).await.unwrap();
    let wait = tokio::time::timeout(second, simulator.await_signal(&channel)).await;
    assert!(wait.is_err());
}

#[tokio::test(start_paused = true)]
async fn the_server_s_end_wakes_whoever_waits_and_watches() {
    let simulator = running("cat");
    let channel: Channel = "c".parse().unwrap();
    let mut watch = simulator.watch(FIRST).await.unwrap();
    let (waited, watched, _) =
        tokio::join!(simulator.await_signal(&channel), watch.next(), async {
            tokio::task::yield_now().await;
            says(&simulator, &["kill-server"])
        },);
    assert!(
        matches!(waited, Err(TmuxError::ServerGone { .. })),
        "{waited:?}"
    );
    assert!(
        matches!(watched, Err(TmuxError::ServerGone { .. })),
        "{watched:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_pane_that_ends_is_gone_for_its_watch() {
    let simulator = running("cat");
    says(&simulator, &["split-window", "-d", "sleep 3"]);
    let mut watch = simulator.watch(PaneId::new(1)).await.unwrap();
    assert_eq!(watch.next().await.unwrap(), WatchEvent::Gone);
    let error = simulator.watch(PaneId::new(1)).await.unwrap_err();
    assert!(matches!(error, TmuxError::NoSuchPane { .. }));
}

#[tokio::test(start_paused = true)]
async fn what_changed_since_the_look_holds_input_back() {
    let simulator = running("cat");
    let keys = typed(&simulator, "x").await;
    let paste = Paste {
        expected: keys.expected.clone(),
        buffer: "mine".to_owned(),
        text: "x".to_owned(),
        bracketed: true,
        enter: false,
    };
    for change in [
        &["copy-mode", "-t", "%0"][..],
        &[
            "copy-mode",
            "-q",
            "-t",
            "%0",
            ";",
            "select-pane",
            "-d",
            "-t",
            "%0",
        ],
        &[
            "select-pane",
            "-e",
            "-t",
            "%0",
            ";",
            "split-window",
            "-d",
            "cat",
        ],
    ] {
        says(&simulator, change);
        let error = simulator.type_keys(&keys).await.unwrap_err();
        assert!(
            matches!(error, TmuxError::Stale { .. }),
            "{change:?}: {error}"
        );
        let error = simulator.paste(&paste).await.unwrap_err();
        assert!(
            matches!(error, TmuxError::Stale { .. }),
            "{change:?}: {error}"
        );
    }
    assert_eq!(says(&simulator, &["list-buffers"]), "");
    says(&simulator, &["kill-pane", "-t", "%1"]);
    simulator.type_keys(&keys).await.unwrap();
    assert!(text(&simulator).await.contains('x'));
}

#[tokio::test(start_paused = true)]
async fn a_person_gives_a_window_its_size_and_is_a_viewer() {
    let simulator = running("cat");
    let identity = simulator.identity().await.unwrap();
    let terminal = Size {
        width: 100,
        height: 40,
    };
    let person = simulator.attach(SessionId::new(0), terminal).unwrap();
    let seen = simulator.observe(Scope::Everything).await.unwrap();
    assert_eq!((seen.windows[0].width, seen.windows[0].height), (100, 39));
    assert_eq!((seen.clients.len(), seen.sessions[0].attached), (1, 1));
    let resize = |viewers| Change::ResizeWindow {
        identity,
        window: WindowId::new(0),
        width: 50,
        height: 20,
        viewers,
    };
    let error = simulator.change(&resize(0)).await.unwrap_err();
    assert!(matches!(error, TmuxError::Stale { .. }));
    simulator.change(&resize(1)).await.unwrap();
    assert!(simulator.detach(person) && !simulator.detach(person));
    let seen = simulator.observe(Scope::Everything).await.unwrap();
    assert_eq!((seen.windows[0].width, seen.windows[0].height), (50, 20));
    assert!(simulator.attach_control(SessionId::new(9)).is_none());
}

#[tokio::test(start_paused = true)]
async fn a_program_in_a_pane_calls_tmux() {
    let simulator = shell();
    let line = "tmux set-option -p @x seen \\; wait-for -S told";
    let keys = typed(&simulator, line).await;
    simulator.type_keys(&keys).await.unwrap();
    let told: Channel = "told".parse().unwrap();
    simulator.await_signal(&told).await.unwrap();
    assert_eq!(
        says(&simulator, &["show-options", "-pv", "-t", "%0", "@x"]),
        "seen\n"
    );
}

#[tokio::test(start_paused = true)]
async fn a_dead_pane_stays_where_that_is_wanted() {
    let simulator = running("cat");
    says(&simulator, &["set-option", "-g", "remain-on-exit", "on"]);
    says(&simulator, &["split-window", "-d", "-t", "%0", "exit 3"]);
    let seen = simulator.observe(Scope::Everything).await.unwrap();
    let pane = seen.pane(PaneId::new(1)).unwrap();
    assert!(pane.dead && pane.dead_status == Some(3) && !pane.text_cursor_visible);
    let shown = says(&simulator, &["capture-pane", "-p", "-t", "%1"]);
    assert!(shown.contains("Pane is dead (status 3, "), "{shown}");
}

#[tokio::test(start_paused = true)]
async fn an_unattached_session_that_does_not_last_is_told_of() {
    let simulator = Simulator::new(Setup::default());
    let started = [
        "start-server",
        ";",
        "set-option",
        "-g",
        "destroy-unattached",
        "on",
    ];
    says(
        &simulator,
        &[
            &started[..],
            &[";", "set-option", "-s", "exit-empty", "off"],
        ]
        .concat(),
    );
    let error = simulator.change(&create(None, "a")).await.unwrap_err();
    assert!(matches!(error, TmuxError::Vanished { .. }), "{error}");
    let seen = simulator.observe(Scope::Everything).await.unwrap();
    assert!(seen.sessions.is_empty() && seen.panes.is_empty());
}

#[tokio::test(start_paused = true)]
async fn errors_are_those_of_tmux() {
    let simulator = running("cat");
    let identity = simulator.identity().await.unwrap();
    let pane = PaneId::new(9);
    let split = Change::SplitWindow {
        identity,
        pane,
        direction: Direction::Below,
        size: Split::Half,
        start_directory: None,
    };
    let error = simulator.change(&split).await.unwrap_err();
    assert!(matches!(error, TmuxError::NoSuchPane { .. }));
    let kill = Change::KillSession {
        identity,
        session: SessionId::new(9),
    };
    match simulator.change(&kill).await.unwrap_err() {
        TmuxError::NoSuchSession { existing, .. } => assert_eq!(existing, ["one"]),
        error => panic!("{error}"),
    }
    let again = simulator
        .change(&create(Some(identity), "one"))
        .await
        .unwrap_err();
    assert!(matches!(again, TmuxError::DuplicateSession { .. }));
}

#[tokio::test(start_paused = true)]
async fn a_scene_begins_with_its_sessions() {
    use crate::fake::script::{Pane, Session, Window};
    let pane = |types: Option<&str>| Pane {
        types: types.map(str::to_owned),
        ..Pane::default()
    };
    let window = |panes| Window {
        name: Some("w".to_owned()),
        panes,
    };
    let session = Session {
        name: "demo".to_owned(),
        windows: vec![
            window(vec![pane(Some("echo he''llo")), pane(None)]),
            window(vec![pane(None)]),
        ],
    };
    let simulator = Simulator::new(Setup {
        scene: Arc::new(Scene {
            sessions: vec![session],
            ..Scene::default()
        }),
        ..Setup::default()
    });
    let seen = simulator.observe(Scope::Everything).await.unwrap();
    assert_eq!((seen.windows.len(), seen.panes.len()), (2, 3));
    assert_eq!(
        (seen.sessions[0].name.as_str(), seen.windows[0].active),
        ("demo", true)
    );
    let mut watch = simulator.watch(FIRST).await.unwrap();
    while !text(&simulator).await.contains("\nhello") {
        watch.next().await.unwrap();
    }
}
