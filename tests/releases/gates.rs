//! The port answers alike on every release, where tmux itself does not.

use domain::change::{Change, Direction, Split};
use domain::guard::Reach;
use domain::port::{Paste, Stroke, Typed};
use domain::{CaptureRequest, LineRange, TmuxError};
use rstest_reuse::apply;
use support::backend::Backend;
use support::release::three;
use support::tmux::{FIRST, Server};

use crate::every_release;

#[apply(every_release)]
async fn blanks_that_were_never_written_are_not_captured(#[case] on: Backend) {
    let server = on.running("stty -echo; printf 'ab  \\ncd\\n'; exec cat", 20, 4);
    server.until_screen("cd").await;
    let request = CaptureRequest::shown(LineRange::SCREEN);
    let capture = server.tmux.capture(FIRST, &[request]).await.unwrap();
    let rows: Vec<&str> = capture.excerpts[0]
        .rows
        .iter()
        .map(|row| &*row.text)
        .collect();
    assert_eq!(rows, ["ab  ", "cd", "", ""]);
    // What tmux itself prints, for which there is the gate.
    let printed = server.says(&["capture-pane", "-p", "-N", "-t", "%0"]);
    let padded = server.release() >= three(4);
    assert_eq!(
        printed.lines().nth(1),
        Some(if padded { "cd   " } else { "cd" })
    );
    let known = server.raw(&["capture-pane", "-p", "-N", "-T", "-t", "%0"]);
    assert_eq!(known.status.success(), padded, "{known:?}");
}

async fn pasted(server: &Server, text: &str) {
    let paste = Paste {
        expected: server.expected(Reach::Paste).await,
        buffer: "ours".into(),
        text: text.into(),
        bracketed: false,
        enter: false,
    };
    server.tmux.paste(&paste).await.unwrap();
}

#[apply(every_release)]
async fn a_paste_is_not_spelled_out(#[case] on: Backend) {
    let server = on.quiet().await;
    // What the program reads goes to its terminal, which draws it.
    pasted(&server, "one\u{1b}[31m two").await;
    server.until_screen("one two").await;
    server.does(&["set-buffer", "-b", "x", " three\u{1b}[32m four"]);
    server.does(&["paste-buffer", "-b", "x", "-t", "%0"]);
    let wanted = if server.release() >= three(7) {
        "one two three^[[32m four"
    } else {
        "one two three four"
    };
    server.until_screen(wanted).await;
    let known = server.raw(&["paste-buffer", "-S", "-b", "x", "-t", "%0"]);
    assert_eq!(known.status.success(), server.release() >= three(7));
}

#[apply(every_release)]
async fn a_paste_that_fails_says_so_and_sends_nothing_behind_it(#[case] on: Backend) {
    let server = on.quiet().await;
    let expected = server.expected(Reach::Paste).await;
    server.does(&["kill-pane", "-t", "%0"]);
    let paste = Paste {
        expected,
        buffer: "ours".into(),
        text: "x".into(),
        bracketed: false,
        enter: true,
    };
    let error = server.tmux.paste(&paste).await.unwrap_err();
    assert!(
        matches!(
            error,
            TmuxError::NoSuchPane { .. }
                | TmuxError::NoServer { .. }
                | TmuxError::ServerGone { .. }
        ),
        "{error:?}"
    );
}

#[apply(every_release)]
async fn panes_that_changed_places_are_typed_into(#[case] on: Backend) {
    let server = on.quiet().await;
    server.does(&["split-window", "-d", "-t", "%0", "sleep 1000"]);
    server.does(&["swap-pane", "-d", "-s", "%0", "-t", "%1"]);
    let typed = Typed {
        expected: server.expected(Reach::Keys).await,
        strokes: vec![Stroke::Text("arrived".into())],
        handover: None,
    };
    server.tmux.type_keys(&typed).await.unwrap();
    server.until_screen("arrived").await;
    // What tmux itself says, for which the condition knows both orders.
    let format = "#{P:#{pane_id} }";
    let listed = server.says(&["display-message", "-p", "-t", "%0", format]);
    let wanted = if server.release() >= three(7) {
        "%0 %1 "
    } else {
        "%1 %0 "
    };
    assert_eq!(listed, wanted);
}

#[apply(every_release)]
async fn a_pane_without_space_is_understood(#[case] on: Backend) {
    let server = on.none();
    server.start("exec sleep 1000", 20, 2);
    let identity = server.tmux.identity().await.unwrap();
    let change = Change::SplitWindow {
        identity,
        pane: FIRST,
        direction: Direction::Below,
        size: Split::Half,
        start_directory: None,
    };
    let error = server.tmux.change(&change).await.unwrap_err();
    assert!(
        matches!(error, TmuxError::NoSpace { pane } if pane == FIRST),
        "{error:?}"
    );
    let words = server.raw(&["split-window", "-t", "%0"]).stderr;
    let words = String::from_utf8(words).unwrap();
    let wanted = if server.release() >= three(7) {
        "size or position no space for a new pane"
    } else {
        "no space for new pane"
    };
    assert_eq!(words.trim(), wanted);
}
