//! Names of sessions and windows: matched exactly, stored as given or refused, and never read as anything else.

use rstest::rstest;
use serde_json::json;
use support::tmux::Server;
use support::tools::Bench;

fn tmux(server: &Server, args: &[&str]) {
    let done = server.raw(args);
    assert!(done.status.success(), "{args:?}: {done:?}");
}

/// Sessions of these names, each with a quiet pane.
fn sessions(names: &[&str]) -> Bench {
    let server = Server::none();
    for name in names {
        tmux(
            &server,
            &["new-session", "-d", "-s", name, "exec sleep 1000"],
        );
    }
    Bench::over(server)
}

fn names(server: &Server) -> String {
    server.says(&["list-sessions", "-F", "#{session_id} #{session_name}"])
}

#[rstest]
#[case::a_prefix("proj")]
#[case::a_pattern("pr*")]
#[case::a_longer_prefix("proj-tw")]
#[case::exactly("=proj-two")]
#[case::a_window("proj-two:0")]
#[case::a_pane("proj-two:0.0")]
#[case::last("!")]
#[case::an_id_that_is_not("$9")]
#[case::another_case("PROJ-TWO")]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn f34_no_prefix_or_pattern_names_a_session(#[case] name: &str) {
    let bench = sessions(&["proj-two"]);
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

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn f34_an_empty_name_is_refused_and_is_not_the_current_session() {
    let bench = sessions(&["proj-two"]);
    for tool in ["kill_session", "get_session_info", "list_panes"] {
        let error = bench.refused(tool, json!({ "session": "" })).await;
        assert_eq!(error["kind"], "invalid_argument", "{tool}: {error}");
    }
    let arguments = json!({ "session_name": "", "command": "true" });
    let error = bench.refused("run_shell_command", arguments).await;
    assert!(
        ["invalid_argument", "no_such_target"].contains(&error["kind"].as_str().unwrap()),
        "{error}"
    );
    assert_eq!(names(&bench.server), "$0 proj-two");
}

#[rstest]
#[case::rewritten("a.b:c")]
#[case::an_id("$1")]
#[case::exact_mark("=x")]
#[case::a_dash("-dash")]
#[case::a_window_id("@1")]
#[case::a_pane_id("%0")]
#[case::a_number("12")]
#[case::empty("")]
#[case::a_line_break("two\nlines")]
#[case::a_semicolon("x;")]
#[case::a_format("#{pid}")]
#[case::a_job("#(touch x)")]
#[case::a_job_behind_a_letter("x#(touch y)")]
#[case::a_format_behind_a_letter("x#{pid}#,#}")]
#[case::a_date("x%H")]
#[case::blanks(" a b ")]
#[case::wide("日本")]
#[case::quotes("it's \"x\"")]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn f36_a_name_is_refused_or_usable_as_answered_and_harms_no_other(#[case] name: &str) {
    let bench = sessions(&["first", "second"]);
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

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn f36_a_session_that_is_named_like_an_id_is_reached_by_its_own_id_only() {
    let bench = sessions(&["first", "second"]);
    // Its name is the id of the second.
    tmux(
        &bench.server,
        &["new-session", "-d", "-s", "third", "exec sleep 1000"],
    );
    tmux(&bench.server, &["rename-session", "-t", "=third", "$1"]);
    let info = bench
        .call("get_session_info", json!({ "session": "$1" }))
        .await;
    assert_eq!(info["name"], "second", "{info}");
    let ended = bench.call("kill_session", json!({ "session": "$2" })).await;
    assert_eq!(ended["session_ids"], json!(["$2"]), "{ended}");
    assert_eq!(names(&bench.server), "$0 first\n$1 second");
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn f28_a_window_name_keeps_its_semicolon_and_runs_no_format() {
    let bench = sessions(&["first"]);
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

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_taken_name_is_invalid_and_makes_nothing() {
    let bench = sessions(&["first"]);
    let error = bench
        .refused("create_session", json!({ "name": "first" }))
        .await;
    assert_eq!(error["kind"], "invalid_argument", "{error}");
    assert_eq!(names(&bench.server), "$0 first");
}
