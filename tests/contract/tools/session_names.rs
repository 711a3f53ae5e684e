//! Names of sessions and windows: matched exactly, stored as given or refused, and never read as anything else.

use rstest_reuse::apply;
use serde_json::json;
use support::backend::Backend;
use support::tmux::Server;
use support::tools::Bench;

use crate::every_backend;

fn names(server: &Server) -> String {
    server.says(&["list-sessions", "-F", "#{session_id} #{session_name}"])
}

#[apply(every_backend)]
async fn f34_no_prefix_or_pattern_names_a_session(
    #[case] on: Backend,
    #[values(
        "proj",
        "pr*",
        "proj-tw",
        "=proj-two",
        "proj-two:0",
        "proj-two:0.0",
        "!",
        "$9",
        "PROJ-TWO"
    )]
    name: &str,
) {
    let bench = Bench::over(on.sessions(&["proj-two"]));
    let before = names(&bench.server);
    for (tool, arguments) in [
        ("kill_session", json!({ "session": name })),
        ("get_session_info", json!({ "session": name })),
        ("list_windows", json!({ "session": name })),
        ("list_panes", json!({ "session": name })),
        (
            "run_shell_command",
            json!({ "session": name, "command": "true" }),
        ),
        (
            "run_shell_command",
            json!({ "session_name": name, "command": "true" }),
        ),
    ] {
        let error = bench.refused(tool, arguments).await;
        assert_eq!(error["kind"], "no_such_target", "{tool}: {error}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("proj-two"), "names the real ones: {error}");
    }
    assert_eq!(names(&bench.server), before);
}

#[apply(every_backend)]
async fn f34_an_empty_name_is_refused_and_is_not_the_current_session(#[case] on: Backend) {
    let bench = Bench::over(on.sessions(&["proj-two"]));
    for tool in ["kill_session", "get_session_info", "list_panes"] {
        let error = bench.refused(tool, json!({ "session": "" })).await;
        assert_eq!(error["kind"], "no_such_target", "{tool}: {error}");
    }
    let arguments = json!({ "session_name": "", "command": "true" });
    let error = bench.refused("run_shell_command", arguments).await;
    assert!(
        ["invalid_argument", "no_such_target"].contains(&error["kind"].as_str().unwrap()),
        "{error}"
    );
    assert_eq!(names(&bench.server), "$0 proj-two");
}

#[apply(every_backend)]
async fn f36_a_name_is_refused_or_usable_as_answered_and_harms_no_other(
    #[case] on: Backend,
    #[values(
        "a.b:c",
        "$1",
        "=x",
        "-dash",
        "@1",
        "%0",
        "12",
        "",
        "two\nlines",
        "x;",
        "#{pid}",
        "#(touch x)",
        "x#(touch y)",
        "x#{pid}#,#}",
        "x%H",
        " a b ",
        "日本",
        "it's \"x\""
    )]
    name: &str,
) {
    let bench = Bench::over(on.sessions(&["first", "second"]));
    let (answer, is_error) = bench
        .try_call("create_session", json!({ "name": name }))
        .await;
    if is_error {
        assert_eq!(answer["kind"], "invalid_argument", "{answer}");
        assert_eq!(names(&bench.server), "$0 first\n$1 second");
    } else {
        let stored = answer["name"].as_str().unwrap();
        assert_eq!(stored, name, "stored as given: {answer}");
        let id = answer["session_id"].as_str().unwrap();
        let listed = format!("{id} {stored}");
        assert!(names(&bench.server).contains(&listed), "{answer}");
        let info = bench
            .call("get_session_info", json!({ "session": stored }))
            .await;
        assert_eq!(info["session_id"], id, "{info}");
        let ended = bench
            .call("kill_session", json!({ "session": stored }))
            .await;
        assert_eq!(ended["session_ids"], json!([id]), "{ended}");
    }
    assert_eq!(names(&bench.server), "$0 first\n$1 second");
}

#[apply(every_backend)]
async fn f36_a_session_that_is_named_like_an_id_is_reached_by_its_own_id_only(#[case] on: Backend) {
    let bench = Bench::over(on.sessions(&["first", "second"]));
    // Its name is the id of the second.
    bench
        .server
        .does(&["new-session", "-d", "-s", "third", "exec sleep 1000"]);
    bench.server.does(&["rename-session", "-t", "=third", "$1"]);
    let info = bench
        .call("get_session_info", json!({ "session": "$1" }))
        .await;
    assert_eq!(info["name"], "second", "{info}");
    let ended = bench.call("kill_session", json!({ "session": "$2" })).await;
    assert_eq!(ended["session_ids"], json!(["$2"]), "{ended}");
    assert_eq!(names(&bench.server), "$0 first\n$1 second");
}

#[apply(every_backend)]
async fn f28_a_window_name_keeps_its_semicolon_and_runs_no_format(#[case] on: Backend) {
    let bench = Bench::over(on.sessions(&["first"]));
    for (number, name) in ["w;", "#{pid}", "#(touch x)", "a b", "-n", "x%H", "it's"]
        .iter()
        .enumerate()
    {
        let made = bench
            .call(
                "create_session",
                json!({ "name": format!("s{number}"), "window_name": name }),
            )
            .await;
        let arguments = json!({ "window_id": made["window_id"] });
        let info = bench.call("get_window_info", arguments).await;
        assert_eq!(info["name"], *name, "{info}");
    }
}

#[apply(every_backend)]
async fn a_taken_name_is_invalid_and_makes_nothing(#[case] on: Backend) {
    let bench = Bench::over(on.sessions(&["first"]));
    let error = bench
        .refused("create_session", json!({ "name": "first" }))
        .await;
    assert_eq!(error["kind"], "invalid_argument", "{error}");
    assert_eq!(names(&bench.server), "$0 first");
}
