//! How a release stores names and titles.

use domain::change::{Change, Changed};
use domain::{Kind, Scope, SessionId, TmuxError, WindowId};
use rstest_reuse::apply;
use serde_json::json;
use support::backend::Backend;
use support::release::three;
use support::tmux::{FIRST, Server};

use crate::every_release;

const SESSION: SessionId = SessionId::new(0);
const WINDOW: WindowId = WindowId::new(0);

/// What the session, the window and the pane are called once they were given this name.
async fn named(server: &Server, name: &str) -> Result<[String; 3], TmuxError> {
    let identity = server.tmux.identity().await?;
    let name = || name.to_owned();
    let changes = [
        Change::RenameSession {
            identity,
            session: SESSION,
            name: name(),
        },
        Change::RenameWindow {
            identity,
            window: WINDOW,
            name: name(),
        },
        Change::SetPaneTitle {
            identity,
            pane: FIRST,
            title: name(),
        },
    ];
    let mut seen = None;
    for change in changes {
        let Changed::Arranged(after) = server.tmux.change(&change).await? else {
            panic!("{change:?}");
        };
        seen = Some(after);
    }
    let seen = seen.unwrap();
    Ok([
        seen.sessions[0].name.clone(),
        seen.window(WINDOW)?.name.clone(),
        seen.pane(FIRST)?.title.clone(),
    ])
}

#[apply(every_release)]
async fn a_session_s_name_holds_punctuation_from_3_7_on(#[case] on: Backend) {
    let server = on.quiet().await;
    let session = if server.release() >= three(7) {
        "a:b.c"
    } else {
        "a_b_c"
    };
    let names = named(&server, "a:b.c").await.unwrap();
    assert_eq!(names, [session, "a:b.c", "a:b.c"]);
    // Whatever it is called, it is found by its id.
    assert_eq!(named(&server, "plain").await.unwrap(), ["plain"; 3]);
}

#[apply(every_release)]
async fn backslashes_are_doubled_and_dollars_were_spelled(#[case] on: Backend) {
    let server = on.quiet().await;
    let release = server.release();
    let stored = if release >= three(5) {
        r"a\\b $HOME $1"
    } else {
        r"a\\b \$HOME $1"
    };
    let given = r"a\b $HOME $1";
    let title = if release >= three(7) { stored } else { given };
    let names = named(&server, given).await.unwrap();
    assert_eq!(names, [stored, stored, title]);
}

#[apply(every_release)]
async fn a_name_with_control_characters_is_refused_from_3_7_on(#[case] on: Backend) {
    let server = on.quiet().await;
    let release = server.release();
    let identity = server.tmux.identity().await.unwrap();
    let given = "a\tb\u{1b}c";
    let renamed = server
        .tmux
        .change(&Change::RenameWindow {
            identity,
            window: WINDOW,
            name: given.to_owned(),
        })
        .await;
    let made = server
        .tmux
        .change(&Change::CreateWindow {
            identity,
            session: SESSION,
            name: Some(given.to_owned()),
            start_directory: None,
            select: false,
        })
        .await;
    let seen = server.tmux.observe(Scope::Everything).await.unwrap();
    let names: Vec<&str> = seen.windows.iter().map(|window| &*window.name).collect();
    if release >= three(7) {
        for refused in [renamed.unwrap_err(), made.unwrap_err()] {
            assert_eq!(refused.kind(), Kind::Tmux);
            assert!(
                refused.to_string().contains("invalid window name: "),
                "{refused}"
            );
        }
        assert_eq!(names.len(), 1, "{names:?}");
        return;
    }
    // Between, whatever is printed is spelled out, but for tabs.
    let made = if release >= three(4) && release < three(6) {
        "a\tb\\033c"
    } else {
        given
    };
    assert_eq!(names, ["a\\tb\\033c", made]);
}

#[apply(every_release)]
async fn a_title_that_a_program_sets_holds_no_command_from_3_7_on(#[case] on: Backend) {
    let program = "stty -echo; printf '\\033]2;#(x) #{pid}\\007set'; exec cat";
    let server = on.running(program, 80, 24);
    server.until_screen("set").await;
    let seen = server.tmux.observe(Scope::Everything).await.unwrap();
    let wanted = if server.release() >= three(7) {
        "_(x) #{pid}"
    } else {
        "#(x) #{pid}"
    };
    assert_eq!(seen.pane(FIRST).unwrap().title, wanted);
}

#[apply(every_release)]
async fn a_title_that_is_stored_otherwise_says_so(#[case] on: Backend) {
    let bench = on.bench().await;
    let doubled = bench.server.release() >= three(7);
    for (given, otherwise) in [("plain", false), (r"a\b", doubled)] {
        let arguments = json!({ "pane_id": "%0", "title": given });
        let answer = bench.call("set_pane_title", arguments).await;
        let stored = if otherwise { r"a\\b" } else { given };
        assert_eq!(answer["title"], stored, "{answer}");
        assert_eq!(answer.get("note").is_some(), otherwise, "{answer}");
    }
}
