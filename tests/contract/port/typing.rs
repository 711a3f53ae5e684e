//! Guarded input: sent if all that was observed still holds, and else nothing at all.

use domain::guard::Reach;
use domain::port::{Expected, Handover, Paste, Stroke, Typed};
use domain::{Nonce, PaneId, Runs, Scope, ServerIdentity, TmuxError};
use rstest_reuse::apply;
use support::backend::Backend;
use support::person::ControlClient;
use support::tmux::FIRST;

use crate::every_backend;

const RUNS: &str = "@libtmux_mcp_runs";

fn text(expected: Expected, text: &str) -> Typed {
    let strokes = vec![Stroke::Text(text.into())];
    Typed {
        expected,
        strokes,
        handover: None,
    }
}

fn framed(expected: Expected, nonce: &Nonce, runs: String) -> Typed {
    let handover = Handover {
        nonce: nonce.clone(),
        buffer: "ours".into(),
        script: "it's ; #{x}\n".into(),
        runs,
    };
    Typed {
        handover: Some(handover),
        ..text(expected, "typed")
    }
}

#[apply(every_backend)]
async fn nothing_is_typed_once_something_changed(
    #[case] on: Backend,
    #[values(
        &["copy-mode", "-t", "%0"],
        &["copy-mode", "-t", "%0", ";", "clock-mode", "-t", "%0"],
        &["select-pane", "-d", "-t", "%0"],
        &["set-option", "-w", "-t", "%0", "synchronize-panes", "on"],
        &["split-window", "-d", "-t", "%0", "cat"],
        &["split-window", "-t", "%0", "cat", ";", "resize-pane", "-Z", "-t", "%0"],
        &["set-option", "-p", "-t", "%0", RUNS, "x,}#{y} %H"],
        &["respawn-pane", "-k", "-t", "%0", "exec cat"],
    )]
    change: &[&str],
) {
    let server = on.quiet().await;
    server
        .until(
            &[
                "display-message",
                "-p",
                "-t",
                "%0",
                "#{pane_current_command}",
            ],
            |name| name == "cat",
        )
        .await;
    let expected = server.expected(Reach::Command).await;
    server.raw(change);
    let nonce = Nonce::from_bytes([7; 10]);
    let typed = framed(expected.clone(), &nonce, nonce.to_string());
    let sent = server.tmux.type_keys(&typed).await;
    assert!(
        matches!(sent, Err(TmuxError::Stale { pane: FIRST })),
        "{sent:?}"
    );
    let paste = Paste {
        expected,
        buffer: "ours".into(),
        text: "typed".into(),
        bracketed: false,
        enter: true,
    };
    // A paste that rests on a shell is not made by anybody, but the comparison is one and the same.
    let sent = server.tmux.paste(&paste).await;
    assert!(matches!(sent, Err(TmuxError::Stale { .. })), "{sent:?}");
    assert_eq!(server.buffers(), "");
    assert!(!server.text().await.contains("typed"));
}

#[apply(every_backend)]
async fn a_viewer_who_came_makes_it_stale(#[case] on: Backend) {
    let server = on.quiet().await;
    let expected = server.expected(Reach::Keys).await;
    let _client = ControlClient::attach(&server).await;
    let sent = server.tmux.type_keys(&text(expected, "typed")).await;
    assert!(matches!(sent, Err(TmuxError::Stale { .. })), "{sent:?}");
    let expected = server.expected(Reach::Keys).await;
    assert_eq!(expected.viewers, 1);
    server
        .tmux
        .type_keys(&text(expected, "typed"))
        .await
        .unwrap();
}

#[apply(every_backend)]
async fn a_pane_or_a_server_that_is_gone_is_told_from_a_change(#[case] on: Backend) {
    let server = on.quiet().await;
    server.raw(&["split-window", "-d", "-t", "%0", "cat"]);
    let expected = server.expected(Reach::Keys).await;
    let other = Expected {
        pane: PaneId::new(99),
        ..expected.clone()
    };
    let sent = server.tmux.type_keys(&text(other, "x")).await;
    assert!(
        matches!(sent, Err(TmuxError::NoSuchPane { .. })),
        "{sent:?}"
    );
    let identity = ServerIdentity {
        start_time: 1,
        ..expected.identity
    };
    let other = Expected {
        identity,
        ..expected.clone()
    };
    let sent = server.tmux.type_keys(&text(other, "x")).await;
    assert!(
        matches!(sent, Err(TmuxError::ServerGone { .. })),
        "{sent:?}"
    );
    server.raw(&["set-option", "-g", "remain-on-exit", "on"]);
    server
        .tmux
        .type_keys(&text(expected, "\u{3}"))
        .await
        .unwrap();
}

#[apply(every_backend)]
async fn a_dead_pane_is_never_pasted_into(#[case] on: Backend) {
    let server = on.quiet().await;
    let expected = server.expected(Reach::Paste).await;
    server.raw(&["set-option", "-g", "remain-on-exit", "on"]);
    server.raw(&["send-keys", "-t", "%0", "C-c"]);
    server
        .until(
            &["display-message", "-p", "-t", "%0", "#{pane_dead}"],
            |text| text == "1",
        )
        .await;
    let paste = Paste {
        expected,
        buffer: "ours".into(),
        text: "x".into(),
        bracketed: true,
        enter: true,
    };
    let sent = server.tmux.paste(&paste).await;
    assert!(matches!(sent, Err(TmuxError::Stale { .. })), "{sent:?}");
    assert_eq!(server.buffers(), "");
}

#[apply(every_backend)]
async fn a_framed_line_is_handed_over_and_withdrawn_once(#[case] on: Backend) {
    let server = on.quiet().await;
    let odd = "11111111111111111111:0 x,}#{y} %H 'q'";
    server.raw(&["set-option", "-p", "-t", "%0", RUNS, odd]);
    let nonce = Nonce::from_bytes([7; 10]);
    let expected = server.expected(Reach::Command).await;
    let runs = Runs::parse(odd, 7).with(&nonce);
    server
        .tmux
        .type_keys(&framed(expected, &nonce, runs.clone()))
        .await
        .unwrap();
    server.until_screen("typed").await;
    assert_eq!(
        server.says(&["save-buffer", "-b", "ours", "-"]),
        "it's ; #{x}"
    );
    let seen = server.tmux.observe(Scope::Pane(FIRST)).await.unwrap();
    assert_eq!(seen.panes[0].runs.observed(), runs);
    assert!(server.tmux.withdraw(FIRST, &nonce, "ours").await.unwrap());
    let seen = server.tmux.observe(Scope::Pane(FIRST)).await.unwrap();
    assert_eq!(
        seen.panes[0].runs.observed(),
        Runs::parse(&runs, 7).without(&nonce)
    );
    assert!(!server.tmux.withdraw(FIRST, &nonce, "ours").await.unwrap());
    let gone = server.tmux.withdraw(PaneId::new(99), &nonce, "ours").await;
    assert!(
        matches!(gone, Err(TmuxError::NoSuchPane { .. })),
        "{gone:?}"
    );
}

#[apply(every_backend)]
async fn a_paste_is_bracketed_where_the_program_asked(#[case] on: Backend) {
    let server = on.running("stty raw -echo; printf '\\033[?2004h>'; exec cat -v", 40, 6);
    server.until_screen(">").await;
    let expected = server.expected(Reach::Paste).await;
    let paste = Paste {
        expected,
        buffer: "ours".into(),
        text: "a\nb".into(),
        bracketed: true,
        enter: true,
    };
    server.tmux.paste(&paste).await.unwrap();
    server.until_screen("^[[200~a^Mb^[[201~^M").await;
    assert_eq!(server.buffers(), "");
}
