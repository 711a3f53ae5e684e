//! Any text as a name, a title, an option or a variable: it stays what it is.

use domain::change::{Change, Changed};
use domain::setting::{OptionScope, OptionValue, SettingQuery, Settings};
use domain::{ServerIdentity, SessionId, Topology, WindowId};
use proptest::prelude::*;

use support::release::{release, three};
use support::tmux::{FIRST, Server};

const SESSION: SessionId = SessionId::new(0);
const WINDOW: WindowId = WindowId::new(0);

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

/// What tmux makes of a name before it keeps it: vis(3), which doubles backslashes, and before 3.5 a backslash before
/// `$x`.
fn stored(name: &str) -> String {
    let dollars = release() < three(5);
    let mut stored = String::new();
    let mut rest = name.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' => stored.push_str("\\\\"),
            '\n' => stored.push_str("\\n"),
            '\t' => stored.push_str("\\t"),
            '$' if dollars
                && rest
                    .peek()
                    .is_some_and(|next| next.is_ascii_alphabetic() || "_{".contains(*next)) =>
            {
                stored.push_str("\\$");
            }
            c => stored.push(c),
        }
    }
    stored
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
    #[test]
    fn any_name_stays_text(names in prop::collection::vec("[ -~é😀#\\[{}(),]{1,60}", 30)) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let server = Server::quiet().await;
            let identity = server.tmux.identity().await.unwrap();
            for name in names {
                let after = seen(&server, &rename(identity, &name)).await;
                assert_eq!(after.window(WINDOW).unwrap().name, stored(&name));
                let after = seen(&server, &title(identity, &name)).await;
                // From 3.7 on a title is kept as a name is.
                let title = if release() >= three(7) { stored(&name) } else { name };
                assert_eq!(after.pane(FIRST).unwrap().title, title);
            }
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5))]

    #[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
    #[test]
    fn any_value_is_read_as_it_was_set(values in prop::collection::vec("[ -~\\n\\t]{0,30}|[\\\\\"'~#$%;{}* \\n]{1,6}|\\PC{0,40}", 40)) {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let server = Server::quiet().await;
            for value in values {
                // A last semicolon would end the command (tmux-facts 2.2).
                let argument = value.strip_suffix(';').map_or_else(|| value.clone(), |text| format!("{text}\\;"));
                server.raw(&["set-option", "-t", "$0", "--", "@x", &argument]);
                server.raw(&["set-environment", "-t", "$0", "--", "X", &argument]);
                let query = SettingQuery::Option {
                    name: "@x".parse().unwrap(),
                    scope: OptionScope::Session(SESSION),
                };
                let found = server.tmux.settings(&query).await.unwrap();
                let wanted = Settings::Option {
                    value: OptionValue::One(value.clone()),
                    inherited: false,
                };
                assert_eq!(found, wanted);
                let query = SettingQuery::Environment(Some(SESSION));
                let Settings::Environment(found) = server.tmux.settings(&query).await.unwrap() else {
                    panic!("no environment");
                };
                assert!(found.contains(&("X".to_owned(), Some(value.clone()))), "{value:?} {found:?}");
            }
        });
    }
}
