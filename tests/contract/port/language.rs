//! What goes through tmux's command language comes out as it was, and what comes out of formats cannot break rows.

use domain::Scope;
use domain::change::Change;
use rstest_reuse::apply;
use support::backend::Backend;
use support::release::three;
use support::tmux::FIRST;

use crate::every_backend;

#[apply(every_backend)]
async fn hostile_names_and_titles_stay_in_their_fields(#[case] on: Backend) {
    let server = on.quiet().await;
    let hostile = "a\tb\nc 0123>p%9 #{pid} #(touch x) \u{1b}[31m é😀 |;'";
    // From 3.7 on no name holds control characters; 3.4 and 3.5 spell all but tabs and newlines out in what they print.
    let release = server.release();
    let name: String = hostile
        .chars()
        .filter(|c| release < three(7) || !c.is_control())
        .collect();
    server.raw(&["set-option", "-p", "-t", "%0", "@libtmux_mcp_runs", hostile]);
    server.raw(&[
        "new-window",
        "-d",
        "-n",
        &name.replace('#', "##"),
        "sleep 100",
    ]);
    // A title with control characters is refused by tmux.
    let title = "c 0123>p%9 ##{pid} ##(touch x) é😀 |;'";
    server.raw(&["select-pane", "-t", "%0", "-T", title]);
    server.raw(&[
        "set-hook",
        "-g",
        "after-list-panes",
        "display-message -p 'HOOK\nHOOK'",
    ]);
    server.raw(&[
        "set-hook",
        "-g",
        "after-display-message",
        "display-message -p 'HOOK'",
    ]);
    server.raw(&[
        "set-hook",
        "-g",
        "after-capture-pane",
        "display-message -p 'HOOK'",
    ]);
    let seen = server.tmux.observe(Scope::Everything).await.unwrap();
    let printed = |text: &str| {
        if release >= three(4) && release < three(6) {
            text.replace('\u{1b}', "\\033")
        } else {
            text.to_owned()
        }
    };
    assert_eq!(seen.windows[1].name, printed(&name));
    assert_eq!(seen.panes[0].runs.observed(), printed(hostile));
    assert_eq!(seen.panes[0].title, title.replace("##", "#"));
    assert_eq!((seen.panes.len(), seen.windows.len()), (2, 2));
    let request = domain::CaptureRequest::shown(domain::LineRange::SCREEN);
    let capture = server
        .tmux
        .capture(FIRST, &[request, request])
        .await
        .unwrap();
    assert_eq!(capture.excerpts[1].rows.len(), 24);
    assert!(server.text().await.is_empty(), "{:?}", server.text().await);
}

#[apply(every_backend)]
async fn names_that_look_like_formats_are_stored_as_they_are(#[case] on: Backend) {
    let server = on.quiet().await;
    let name = "a #(touch x) #{pid} ##";
    let changed = server
        .tmux
        .change(&Change::CreateSession {
            identity: Some(server.tmux.identity().await.unwrap()),
            name: Some(name.into()),
            window_name: Some(name.into()),
            start_directory: Some("/tmp".into()),
            width: 50,
            height: 10,
        })
        .await
        .unwrap();
    let domain::Changed::Session { name: stored, .. } = changed else {
        panic!("{changed:?}");
    };
    assert_eq!(stored, name);
    let seen = server.tmux.observe(Scope::Everything).await.unwrap();
    assert!(
        seen.windows
            .iter()
            .any(|window| window.name == name && window.width == 50)
    );
}
