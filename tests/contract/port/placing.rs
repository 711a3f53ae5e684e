//! What a change that arranges makes sure of: zooms, viewers, indexes, placements, respawns and layouts.

use domain::change::{Change, Changed, Direction};
use domain::guard::Reach;
use domain::{ServerIdentity, SessionId, Split, TmuxError, WindowId};
use rstest_reuse::apply;
use support::backend::Backend;
use support::tmux::FIRST;

use super::arranging::{OTHER_SESSION, SECOND, SESSION, WINDOW, arrange, arranged, state};
use crate::every_backend;

#[apply(every_backend)]
async fn a_zoom_is_what_was_wished_for_whatever_was_zoomed(#[case] on: Backend) {
    let server = arranged(on).await;
    let identity = server.tmux.identity().await.unwrap();
    let zoom = |pane, wish| Change::ResizePane {
        identity,
        pane,
        width: None,
        height: None,
        zoom: Some(wish),
    };
    for (pane, wish) in [
        (FIRST, true),
        (FIRST, true),
        (SECOND, true),
        (FIRST, true),
        (SECOND, false),
        (FIRST, false),
        (SECOND, true),
        (FIRST, false),
    ] {
        let seen = arrange(&server, &zoom(pane, wish)).await;
        let shown = seen.window(WINDOW).unwrap().zoomed;
        assert_eq!(shown, wish, "{pane} {wish}");
        assert!(!wish || seen.pane(pane).unwrap().active, "{pane} {wish}");
    }
    let both = Change::ResizePane {
        identity,
        pane: FIRST,
        width: Some(30),
        height: Some(6),
        zoom: Some(true),
    };
    assert!(arrange(&server, &both).await.window(WINDOW).unwrap().zoomed);
    let seen = arrange(&server, &zoom(FIRST, false)).await;
    assert_eq!(seen.pane(FIRST).unwrap().height, 6);
}

#[apply(every_backend)]
async fn a_window_is_resized_only_while_as_many_watch_it(#[case] on: Backend) {
    let server = arranged(on).await;
    let identity = server.tmux.identity().await.unwrap();
    let before = state(&server);
    let resize = Change::ResizeWindow {
        identity,
        window: WINDOW,
        width: 60,
        height: 20,
        viewers: 1,
    };
    let outcome = server.tmux.change(&resize).await;
    assert!(
        matches!(outcome, Err(TmuxError::Stale { pane: FIRST })),
        "{outcome:?}"
    );
    assert_eq!(state(&server), before);
}

#[apply(every_backend)]
async fn a_window_goes_to_a_free_index_and_to_no_other(#[case] on: Backend) {
    let server = arranged(on).await;
    server.raw(&["set-option", "-g", "base-index", "5"]);
    let identity = server.tmux.identity().await.unwrap();
    let window = |name: &str| Change::CreateWindow {
        identity,
        session: SESSION,
        name: Some(name.to_owned()),
        start_directory: Some("/".to_owned()),
        select: false,
    };
    for index in [5, 6, 7] {
        let made = server.tmux.change(&window("n")).await.unwrap();
        assert!(
            matches!(made, Changed::Window { index: found, .. } if found == index),
            "{made:?}"
        );
    }
    let current = server.says(&["display-message", "-p", "-t", "$0:", "#{window_id}"]);
    assert_eq!(current, "@0");
    let moved = |index| Change::MoveWindow {
        identity,
        window: WINDOW,
        from: SESSION,
        session: SESSION,
        index: Some(index),
    };
    for index in [6, 0] {
        let taken = server.tmux.change(&moved(index)).await;
        assert!(
            matches!(taken, Err(TmuxError::IndexInUse { index: found }) if found == index),
            "{taken:?}"
        );
    }
    assert_eq!(
        arrange(&server, &moved(40))
            .await
            .window(WINDOW)
            .unwrap()
            .index,
        40
    );
}

#[apply(every_backend)]
async fn a_window_that_is_linked_moves_out_of_the_session_that_is_named(#[case] on: Backend) {
    let server = arranged(on).await;
    server.raw(&["link-window", "-d", "-s", "$0:@0", "-t", "$1:7"]);
    server.raw(&["new-session", "-d", "-s", "three", "cat"]);
    let identity = server.tmux.identity().await.unwrap();
    let moved = Change::MoveWindow {
        identity,
        window: WINDOW,
        from: OTHER_SESSION,
        session: SessionId::new(2),
        index: Some(3),
    };
    let seen = arrange(&server, &moved).await;
    let places: Vec<_> = seen
        .placements(WINDOW)
        .map(|at| (at.session, at.index))
        .collect();
    assert_eq!(places, [(SESSION, 0), (SessionId::new(2), 3)]);
    let select = Change::SelectWindow {
        identity,
        session: SessionId::new(2),
        window: WINDOW,
    };
    let seen = arrange(&server, &select).await;
    assert!(seen.placements(WINDOW).all(|at| at.active), "{seen:?}");
    let nowhere = Change::SelectWindow {
        identity,
        session: OTHER_SESSION,
        window: WINDOW,
    };
    let outcome = server.tmux.change(&nowhere).await;
    assert!(
        matches!(outcome, Err(TmuxError::NoSuchWindow { window: WINDOW })),
        "{outcome:?}"
    );
}

#[apply(every_backend)]
async fn a_respawn_forgets_the_runs_and_needs_leave_to_end_a_program(#[case] on: Backend) {
    let server = arranged(on).await;
    server.raw(&["set-option", "-g", "remain-on-exit", "on"]);
    server.raw(&["set-option", "-p", "-t", "%0", "@libtmux_mcp_runs", " 00:0"]);
    let respawn = |expected, kill_first| Change::RespawnPane {
        expected,
        kill_first,
    };
    let expected = server.expected(Reach::Keys).await;
    let live = server.tmux.change(&respawn(expected.clone(), false)).await;
    assert!(
        matches!(live, Err(TmuxError::StillActive { pane: FIRST })),
        "{live:?}"
    );
    let runs = [
        "show-options",
        "-p",
        "-q",
        "-v",
        "-t",
        "%0",
        "@libtmux_mcp_runs",
    ];
    assert_eq!(server.says(&runs), " 00:0");
    let mut stale = expected.clone();
    stale.members[1].pid += 1;
    let changed = server.tmux.change(&respawn(stale, true)).await;
    assert!(
        matches!(changed, Err(TmuxError::Stale { pane: FIRST })),
        "{changed:?}"
    );
    let pid = expected.members[0].pid;
    server.does(&["send-keys", "-t", "%0", "C-c"]);
    server
        .until(
            &["display-message", "-p", "-t", "%0", "#{pane_dead}"],
            |dead| dead == "1",
        )
        .await;
    let mut dead = expected;
    dead.members[0].dead = true;
    let seen = arrange(&server, &respawn(dead, false)).await;
    let pane = seen.pane(FIRST).unwrap();
    assert!(!pane.dead && pane.pid != pid, "{pane:?}");
    assert_eq!(server.says(&runs), "");
}

#[apply(every_backend)]
async fn a_layout_is_applied_and_one_that_does_not_fit_is_refused(#[case] on: Backend) {
    let server = arranged(on).await;
    let identity = server.tmux.identity().await.unwrap();
    let layout = |text: &str| Change::SelectLayout {
        identity,
        window: WINDOW,
        layout: text.parse().unwrap(),
    };
    let before = arrange(&server, &layout("even-vertical")).await;
    let kept = before.window(WINDOW).unwrap().layout.clone();
    for name in domain::layout::NAMED {
        arrange(&server, &layout(name)).await;
    }
    let seen = arrange(&server, &layout(&kept)).await;
    assert_eq!(seen.window(WINDOW).unwrap().layout, kept);
    let single = server.tmux.change(&layout("b25d,80x24,0,0,0")).await;
    assert!(
        matches!(single, Err(TmuxError::Command { .. })),
        "{single:?}"
    );
}

#[apply(every_backend)]
async fn a_window_too_small_to_be_tiled_is_refused_and_the_server_lives(#[case] on: Backend) {
    let server = arranged(on).await;
    let identity = server.tmux.identity().await.unwrap();
    let layout = |text: &str| Change::SelectLayout {
        identity,
        window: WINDOW,
        layout: text.parse().unwrap(),
    };
    let mut refused = Vec::new();
    for panes in 3..=8 {
        // Room for the split.
        arrange(&server, &resized(identity, 90, 30)).await;
        arrange(&server, &layout("tiled")).await;
        let split = Change::SplitWindow {
            identity,
            pane: FIRST,
            direction: Direction::Right,
            size: Split::Half,
            start_directory: None,
        };
        server.tmux.change(&split).await.unwrap();
        for (row, width, height) in [("even-horizontal", 60, 1), ("even-vertical", 1, 40)] {
            arrange(&server, &layout(row)).await;
            arrange(&server, &resized(identity, width, height)).await;
            arrange(&server, &layout(row)).await;
            match server.tmux.change(&layout("tiled")).await {
                Ok(_) => {}
                Err(TmuxError::NoRoom { window: WINDOW }) => refused.push((panes, row)),
                Err(error) => panic!("{panes} {row}: {error}"),
            }
        }
    }
    let low = (5..=8).map(|panes| (panes, "even-horizontal"));
    let narrow = (7..=8).map(|panes| (panes, "even-vertical"));
    let mut wanted: Vec<_> = low.chain(narrow).collect();
    wanted.sort_unstable();
    assert_eq!(refused, wanted);
    let missing = Change::SelectLayout {
        identity,
        window: WindowId::new(99),
        layout: "tiled".parse().unwrap(),
    };
    let missing = server.tmux.change(&missing).await;
    assert!(
        matches!(missing, Err(TmuxError::NoSuchWindow { .. })),
        "{missing:?}"
    );
    assert_eq!(server.tmux.identity().await.unwrap(), identity);
}

fn resized(identity: ServerIdentity, width: u32, height: u32) -> Change {
    Change::ResizeWindow {
        identity,
        window: WINDOW,
        width,
        height,
        viewers: 0,
    }
}
