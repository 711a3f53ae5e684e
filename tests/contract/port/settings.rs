//! Options, environments, hooks and variables, exactly as they are.

use domain::setting::{OptionScope, OptionValue, SettingQuery, Settings};
use domain::{PaneId, SessionId, TmuxError, WindowId};
use rstest_reuse::apply;
use support::backend::Backend;
use support::release::three;
use support::tmux::{FIRST, Server};

use crate::every_backend;

const SESSION: OptionScope = OptionScope::Session(SessionId::new(0));
const WINDOW: OptionScope = OptionScope::Window(WindowId::new(0));
const PANE: OptionScope = OptionScope::Pane(FIRST);

async fn option(
    server: &Server,
    name: &str,
    scope: OptionScope,
) -> Result<(OptionValue, bool), TmuxError> {
    let name = name.parse().unwrap();
    match server
        .tmux
        .settings(&SettingQuery::Option { name, scope })
        .await?
    {
        Settings::Option { value, inherited } => Ok((value, inherited)),
        other => panic!("{other:?}"),
    }
}

fn one(value: &str) -> OptionValue {
    OptionValue::One(value.to_owned())
}

#[apply(every_backend)]
async fn an_option_comes_from_its_scope_or_from_a_wider_one(#[case] on: Backend) {
    let server = on.quiet().await;
    server.raw(&[
        "set-option",
        "-g",
        "status-left",
        "#(x) #{pid} \"it's\" \\ $HOME",
    ]);
    server.raw(&["set-option", "-t", "$0", "history-limit", "9"]);
    server.raw(&["set-option", "-p", "-t", "%0", "remain-on-exit", "on"]);
    server.raw(&["set-option", "-s", "@here", ""]);
    server.raw(&["set-option", "-w", "-t", "@0", "@mine", " x\\;"]);
    server.raw(&["set-option", "-g", "prefix", "\\"]);
    server.raw(&["set-option", "-g", "prefix2", "\""]);
    // tmux's own default, from 3.5 on another.
    let escape_time = if server.release() >= three(5) {
        "10"
    } else {
        "500"
    };
    for (name, scope, value, inherited) in [
        ("escape-time", OptionScope::Server, escape_time, false),
        (
            "status-left",
            OptionScope::GlobalSession,
            "#(x) #{pid} \"it's\" \\ $HOME",
            false,
        ),
        (
            "status-left",
            SESSION,
            "#(x) #{pid} \"it's\" \\ $HOME",
            true,
        ),
        ("history-limit", SESSION, "9", false),
        ("mouse", SESSION, "off", true),
        ("mode-keys", OptionScope::GlobalWindow, "emacs", false),
        ("mode-keys", WINDOW, "emacs", true),
        ("remain-on-exit", WINDOW, "off", true),
        ("remain-on-exit", PANE, "on", false),
        ("@here", OptionScope::Server, "", false),
        ("@mine", WINDOW, " x;", false),
        ("@mine", PANE, " x;", true),
        ("prefix", SESSION, "\\", true),
        ("prefix2", SESSION, "\"", true),
    ] {
        let found = option(&server, name, scope).await.unwrap();
        assert_eq!(found, (one(value), inherited), "{name} {scope:?}");
    }
}

#[apply(every_backend)]
async fn a_name_that_is_not_whole_or_is_of_another_scope_is_no_setting(#[case] on: Backend) {
    let server = on.quiet().await;
    for (name, scope) in [
        ("escape-tim", OptionScope::Server),
        ("mouse", OptionScope::Server),
        ("mous", SESSION),
        ("escape-time", SESSION),
        ("mode-keys", PANE),
        ("@none", SESSION),
        ("@none", OptionScope::Server),
        ("nothing", OptionScope::GlobalWindow),
        ("after-new-window", OptionScope::GlobalSession),
        ("status-left[0]", SESSION),
        ("update-environment[77]", SESSION),
    ] {
        let none = option(&server, name, scope).await;
        assert!(
            matches!(&none, Err(TmuxError::NoSuchSetting { name: named }) if named == name),
            "{name} {scope:?}: {none:?}"
        );
    }
}

#[apply(every_backend)]
async fn whose_settings_are_asked_for_must_be_there(#[case] on: Backend) {
    let server = on.quiet().await;
    let session = SessionId::new(9);
    for name in ["mouse", "@x"] {
        let none = option(&server, name, OptionScope::Session(session)).await;
        assert!(
            matches!(none, Err(TmuxError::NoSuchSession { .. })),
            "{none:?}"
        );
        let none = option(&server, name, OptionScope::Window(WindowId::new(9))).await;
        assert!(
            matches!(none, Err(TmuxError::NoSuchWindow { .. })),
            "{none:?}"
        );
        let none = option(&server, name, OptionScope::Pane(PaneId::new(9))).await;
        assert!(
            matches!(none, Err(TmuxError::NoSuchPane { .. })),
            "{none:?}"
        );
    }
    for query in [
        SettingQuery::Environment(Some(session)),
        SettingQuery::Hooks(Some(session)),
    ] {
        let none = server.tmux.settings(&query).await;
        assert!(
            matches!(none, Err(TmuxError::NoSuchSession { .. })),
            "{none:?}"
        );
    }
    let query = SettingQuery::Variables {
        names: vec!["pid".parse().unwrap()],
        pane: Some(PaneId::new(9)),
    };
    let none = server.tmux.settings(&query).await;
    assert!(
        matches!(none, Err(TmuxError::NoSuchPane { .. })),
        "{none:?}"
    );
}

#[apply(every_backend)]
async fn an_array_is_read_by_index_and_by_element(#[case] on: Backend) {
    let server = on.quiet().await;
    for (index, value) in [("12", "b \"c\""), ("3", "a\nb"), ("0", "")] {
        let name = format!("command-alias[{index}]");
        server.raw(&["set-option", "-s", &name, value]);
    }
    server.raw(&["set-option", "-g", "update-environment", ""]);
    let (value, _) = option(&server, "command-alias", OptionScope::Server)
        .await
        .unwrap();
    let OptionValue::Array(values) = value else {
        panic!("{value:?}");
    };
    assert_eq!(
        (&*values[0], &*values[3], values.last().unwrap().as_str()),
        ("", "a\nb", "b \"c\"")
    );
    let element = option(&server, "command-alias[12]", OptionScope::Server)
        .await
        .unwrap();
    assert_eq!(element, (one("b \"c\""), false));
    let empty = option(&server, "update-environment", SESSION)
        .await
        .unwrap();
    assert_eq!(empty.0, OptionValue::Array(Vec::new()));
}

#[apply(every_backend)]
async fn an_environment_has_exact_values_and_says_what_is_taken_out(#[case] on: Backend) {
    let server = on.quiet().await;
    let value = "a\"b\\`$x\n; export Y;\nZ=\"1\"; export Z;\n\n";
    let set = |args: &[&str]| server.raw(&[&["set-environment", "-t", "$0"], args].concat());
    server.raw(&["set-environment", "-t", "$0", "DISPLAY", ":0"]);
    set(&["-r", "GONE"]);
    set(&["-h", "HIDDEN", "x"]);
    set(&["EMPTY", ""]);
    set(&["ODD%%", value]);
    let query = SettingQuery::Environment(Some(SessionId::new(0)));
    let Settings::Environment(found) = server.tmux.settings(&query).await.unwrap() else {
        panic!("no environment");
    };
    let pick = |name: &str| {
        found
            .iter()
            .find(|(held, _)| held == name)
            .map(|(_, value)| value.clone())
    };
    assert_eq!(pick("GONE"), Some(None));
    assert_eq!(pick("HIDDEN"), None);
    assert_eq!(pick("EMPTY"), Some(Some(String::new())));
    assert_eq!(pick("ODD%%"), Some(Some(value.to_owned())));
    assert_eq!((pick("Y"), pick("Z")), (None, None));
    assert!(found.is_sorted(), "{found:?}");
    let global = server
        .tmux
        .settings(&SettingQuery::Environment(None))
        .await
        .unwrap();
    let Settings::Environment(global) = global else {
        panic!("no environment");
    };
    assert!(
        global
            .iter()
            .any(|(name, value)| name == "PATH" && value.is_some())
    );
    assert!(global.iter().all(|(name, _)| name != "EMPTY"));
}

#[apply(every_backend)]
async fn hooks_are_those_of_the_scope_that_have_commands(#[case] on: Backend) {
    let server = on.quiet().await;
    let hook = |scope: &[&str], name: &str, command: &str| {
        let made = server.raw(&[&["set-hook"], scope, &[name, command]].concat());
        assert!(made.status.success(), "{made:?}");
    };
    hook(&["-g"], "after-new-window[5]", "display-message b");
    hook(
        &["-g"],
        "after-new-window[1]",
        "display-message 'a;b' ; display-message c",
    );
    hook(&["-g"], "pane-died", "display-message d");
    hook(&["-t", "$0"], "client-attached", "display-message e");
    let ask = async |session| match server
        .tmux
        .settings(&SettingQuery::Hooks(session))
        .await
        .unwrap()
    {
        Settings::Hooks(hooks) => hooks,
        other => panic!("{other:?}"),
    };
    let row = |name: &str, commands: &[&str]| {
        (
            name.to_owned(),
            commands
                .iter()
                .map(|&text| text.to_owned())
                .collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        ask(None).await,
        [
            row(
                "after-new-window",
                &[
                    "display-message \"a;b\" ; display-message c",
                    "display-message b"
                ]
            ),
            row("pane-died", &["display-message d"]),
        ]
    );
    assert_eq!(
        ask(Some(SessionId::new(0))).await,
        [row("client-attached", &["display-message e"])]
    );
}

#[apply(every_backend)]
async fn variables_are_those_of_the_pane_or_of_the_server_alone(#[case] on: Backend) {
    let server = on.quiet().await;
    server.raw(&["select-pane", "-t", "%0", "-T", "50% ##{pid} x"]);
    let ask = async |pane| {
        let names = ["pid", "pane_title", "pane_id", "no_such_thing", "version"];
        let query = SettingQuery::Variables {
            names: names.map(|name| name.parse().unwrap()).to_vec(),
            pane,
        };
        match server.tmux.settings(&query).await.unwrap() {
            Settings::Variables(found) => {
                assert!(found.iter().map(|(name, _)| name).eq(names), "{found:?}");
                found
                    .into_iter()
                    .map(|(_, value)| value)
                    .collect::<Vec<_>>()
            }
            other => panic!("{other:?}"),
        }
    };
    let pid = server.pid().to_string();
    let version = server.says(&["display-message", "-p", "#{version}"]);
    assert_eq!(
        ask(Some(FIRST)).await,
        [&*pid, "50% #{pid} x", "%0", "", &version]
    );
    assert_eq!(ask(None).await, [&*pid, "", "", "", &version]);
}
