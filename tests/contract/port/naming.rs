//! Names, titles and directories that mean something to tmux or to a shell: they stay text.

use domain::change::{Change, Changed};
use domain::{ServerIdentity, SessionId, Topology, WindowId};
use rstest_reuse::apply;
use support::backend::Backend;
use support::release::three;
use support::tmux::{FIRST, Server};

use crate::every_backend;

const SESSION: SessionId = SessionId::new(0);
const WINDOW: WindowId = WindowId::new(0);

fn hostile(server: &Server) -> Vec<String> {
    let touched = server.directory.path().join("touched");
    let mut texts = vec![
        format!("#(touch {})", touched.display()),
        format!("##(touch {})", touched.display()),
        format!("#{{E:#(touch {})}}", touched.display()),
        format!("; run-shell 'touch {}'", touched.display()),
        format!("`touch {}`", touched.display()),
        "x".repeat(10_000),
        "#".repeat(999),
    ];
    texts.extend(
        [
            "#{pid}",
            "#S",
            "#",
            "##",
            "#[fg=red]",
            "##[x",
            "###[",
            "#,#}",
            "%H%M",
            ";",
            "a;",
            "-t",
            "--",
            "-",
            "'",
            "\"",
            "it's \"so\"",
            "~",
            "{ x }",
            "é😀",
            "  two  ",
            "!",
            "*",
            "@1",
            "%1",
            "=x",
        ]
        .map(str::to_owned),
    );
    texts
}

async fn seen(server: &Server, change: &Change) -> Topology {
    match server.tmux.change(change).await.unwrap() {
        Changed::Arranged(seen) => seen,
        other => panic!("{other:?}"),
    }
}

fn rename(identity: ServerIdentity, name: &str) -> Change {
    Change::RenameWindow {
        identity,
        window: WINDOW,
        name: name.to_owned(),
    }
}

fn title(identity: ServerIdentity, title: &str) -> Change {
    Change::SetPaneTitle {
        identity,
        pane: FIRST,
        title: title.to_owned(),
    }
}

#[apply(every_backend)]
async fn names_and_titles_come_back_as_given_and_run_nothing(#[case] on: Backend) {
    let server = on.quiet().await;
    let identity = server.tmux.identity().await.unwrap();
    let newest = server.release() >= three(7);
    for text in hostile(&server) {
        let after = seen(&server, &rename(identity, &text)).await;
        assert_eq!(after.window(WINDOW).unwrap().name, text);
        let after = seen(&server, &title(identity, &text)).await;
        assert_eq!(after.pane(FIRST).unwrap().title, text);
        let change = Change::RenameSession {
            identity,
            session: SESSION,
            name: text.clone(),
        };
        // From 3.7 on a session's name may hold them.
        let name = if newest {
            text
        } else {
            text.replace(['.', ':'], "_")
        };
        let after = seen(&server, &change).await;
        assert_eq!(after.sessions[0].name, name);
    }
    let control = rename(identity, "a\nb\tc");
    if newest {
        // Before, tmux spelled control characters out.
        let refused = server.tmux.change(&control).await.unwrap_err();
        assert_eq!(refused.kind(), domain::Kind::Tmux, "{refused}");
    } else {
        let after = seen(&server, &control).await;
        assert_eq!(after.window(WINDOW).unwrap().name, "a\\nb\\tc");
    }
    assert!(!server.directory.path().join("touched").exists());
}

#[apply(every_backend)]
async fn a_new_window_takes_its_name_and_directory_as_text(#[case] on: Backend) {
    let server = on.quiet().await;
    let identity = server.tmux.identity().await.unwrap();
    for text in hostile(&server) {
        let directory = server.directory.path().join(text.replace('/', "_"));
        if text.len() < 200 {
            std::fs::create_dir_all(&directory).unwrap();
        }
        let change = Change::CreateWindow {
            identity,
            session: SESSION,
            name: Some(text.clone()),
            start_directory: Some(directory.to_str().unwrap().to_owned()),
            select: false,
        };
        let Changed::Window { window, .. } = server.tmux.change(&change).await.unwrap() else {
            panic!("no window");
        };
        let target = window.to_string();
        let says = |format| server.says(&["display-message", "-p", "-t", &target, format]);
        assert_eq!(says("#{window_name}"), text);
        if text.len() < 200 {
            assert_eq!(says("#{pane_start_path}"), directory.to_str().unwrap());
        }
    }
    assert!(!server.directory.path().join("touched").exists());
}
