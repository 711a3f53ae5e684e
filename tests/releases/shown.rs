//! What a release shows of a pane, and what it sets by default.

use domain::change::Change;
use domain::setting::{OptionScope, OptionValue, SettingQuery, Settings};
use domain::{CaptureRequest, LineRange, Scope};
use rstest_reuse::apply;
use support::backend::Backend;
use support::release::three;
use support::tmux::FIRST;

use crate::every_release;

#[apply(every_release)]
async fn tabs_and_invalid_bytes_are_shown_from_3_6_on(#[case] on: Backend) {
    let server = on.running("stty -echo; printf 'a\\tb\\377c\\n.'; exec cat", 20, 4);
    server.until_screen(".").await;
    let request = CaptureRequest::shown(LineRange::SCREEN);
    let capture = server.tmux.capture(FIRST, &[request]).await.unwrap();
    let wanted = if server.release() >= three(6) {
        "a\tb\u{fffd}c"
    } else {
        "a       bc"
    };
    assert_eq!(capture.excerpts[0].rows[0].text, wanted);
}

#[apply(every_release)]
async fn a_history_limit_takes_effect_at_once_from_3_7_on(#[case] on: Backend) {
    let server = on.quiet().await;
    let change = Change::SetHistoryLimit {
        identity: server.tmux.identity().await.unwrap(),
        session: None,
        lines: 77,
    };
    server.tmux.change(&change).await.unwrap();
    let seen = server.tmux.observe(Scope::Everything).await.unwrap();
    let wanted = if server.release() >= three(7) {
        77
    } else {
        2000
    };
    assert_eq!(seen.pane(FIRST).unwrap().history_limit, wanted);
}

#[apply(every_release)]
async fn escape_time_is_shorter_by_default_from_3_5_on(#[case] on: Backend) {
    let server = on.quiet().await;
    let query = SettingQuery::Option {
        name: "escape-time".parse().unwrap(),
        scope: OptionScope::Server,
    };
    let wanted = if server.release() >= three(5) {
        "10"
    } else {
        "500"
    };
    let found = server.tmux.settings(&query).await.unwrap();
    let wanted = Settings::Option {
        value: OptionValue::One(wanted.to_owned()),
        inherited: false,
    };
    assert_eq!(found, wanted);
}

#[apply(every_release)]
async fn the_release_is_told(#[case] on: Backend) {
    let server = on.quiet().await;
    let seen = server.tmux.observe(Scope::Everything).await.unwrap();
    let told = adapters::tmux::version::Release::parse(&seen.server.version);
    assert_eq!(told, Some(server.release()));
}
