//! Names and titles: what arrives literally, what is refused, and what is said of it.

use rstest_reuse::apply;
use serde_json::json;
use support::backend::Backend;
use support::tools::said;

use crate::every_backend;

/// What would mean something to tmux, to a shell or to a parser.
const LITERAL: [&str; 9] = [
    "#(touch hacked)",
    "#{pid}",
    "##{pid}",
    ";kill-server",
    "x;",
    "-k",
    "it's \"quoted\" `id`",
    "{ a } ~ % #",
    "\u{e9}\u{1f600}",
];

#[apply(every_backend)]
async fn a_window_has_the_very_name_that_was_given(#[case] on: Backend) {
    let bench = on.bench().await;
    for name in LITERAL {
        let answer = bench
            .call("rename_window", json!({ "window_id": "@0", "name": name }))
            .await;
        assert_eq!(answer, json!({ "window_id": "@0", "name": name }));
        assert_eq!(bench.is("@0", "#{window_name}"), name);
    }
    assert_eq!(bench.is("@0", "#{automatic-rename}"), "0");
    // What rename-window escapes (utf8.c, utf8_stravis, 3.3a) is answered as it is stored.
    let answer = bench
        .call(
            "rename_window",
            json!({ "window_id": "@0", "name": "$HOME" }),
        )
        .await;
    assert_eq!(answer["name"], bench.is("@0", "#{window_name}"));
    assert_eq!(answer["name"] != "$HOME", answer["note"].is_string());
}

#[apply(every_backend)]
async fn a_pane_has_the_very_title_that_was_given(#[case] on: Backend) {
    let bench = on.bench().await;
    for title in LITERAL.into_iter().chain([""]) {
        let answer = bench
            .call("set_pane_title", json!({ "pane_id": "%0", "title": title }))
            .await;
        assert_eq!(answer, json!({ "title": title }));
        assert_eq!(bench.is("%0", "#{pane_title}"), title);
    }
}

#[apply(every_backend)]
async fn a_session_has_the_very_name_that_was_given(#[case] on: Backend) {
    let bench = on.bench().await;
    for name in ["build", "_#{pid}", "a b;", "1", "x#(touch hacked)"] {
        let answer = bench
            .call("rename_session", json!({ "session": "$0", "name": name }))
            .await;
        assert_eq!(answer, json!({ "session_id": "$0", "name": name }));
        assert_eq!(bench.is("%0", "#{session_name}"), name);
    }
    // By its name, and to the name it has.
    let same = json!({ "session": "x#(touch hacked)", "name": "x#(touch hacked)" });
    assert_eq!(bench.call("rename_session", same).await["session_id"], "$0");
}

#[apply(every_backend)]
async fn names_that_tmux_would_change_or_that_are_no_names_are_refused(#[case] on: Backend) {
    let bench = on.bench().await;
    let long = "x".repeat(10 << 10);
    for name in ["", "a:b", "a.b", "-x", "=x", "$3", ";x", "a\nb", &long] {
        let error = bench
            .refused("rename_session", json!({ "session": "$0", "name": name }))
            .await;
        assert_eq!(said(&error).0, "invalid_argument", "{name:?}");
    }
    for name in ["", "a\nb", "\u{1b}[31m", &long] {
        let error = bench
            .refused("rename_window", json!({ "window_id": "@0", "name": name }))
            .await;
        assert_eq!(said(&error).0, "invalid_argument", "{name:?}");
    }
    for title in ["a\nb", "\u{1b}]2;x", &long] {
        let error = bench
            .refused("set_pane_title", json!({ "pane_id": "%0", "title": title }))
            .await;
        assert_eq!(said(&error).0, "invalid_argument", "{title:?}");
    }
}

#[apply(every_backend)]
async fn the_name_of_another_session_is_taken_and_a_name_is_never_a_prefix(#[case] on: Backend) {
    let bench = on.bench().await;
    bench
        .server
        .raw(&["new-session", "-d", "-s", "other", "cat"]);
    let error = bench
        .refused(
            "rename_session",
            json!({ "session": "$0", "name": "other" }),
        )
        .await;
    assert_eq!(said(&error).0, "invalid_argument", "{error}");
    let error = bench
        .refused(
            "rename_session",
            json!({ "session": "oth", "name": "fresh" }),
        )
        .await;
    assert_eq!(said(&error).0, "no_such_target", "{error}");
}
