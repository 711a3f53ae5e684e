//! The listing tools, and `capture_pane` and `snapshot_pane`: each thing once, by its id, as it is at that moment.

use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::person::Person;
use support::release::three;
use support::tmux::Server;
use support::tools::{Bench, strings};

use crate::every_backend;

fn ids(rows: &Value, list: &str, id: &str) -> Vec<String> {
    let rows = rows[list].as_array().unwrap();
    rows.iter()
        .map(|row| row[id].as_str().unwrap().to_owned())
        .collect()
}

/// A server with the session `base`, whose window is named `one`.
fn quiet(on: Backend) -> Server {
    let server = on.none();
    let session = ["new-session", "-d", "-s", "base", "-n", "one"];
    let size = ["-x", "80", "-y", "24", "exec sleep 1000"];
    server.does(&[&session[..], &size].concat());
    server
}

/// A window that is in a session, in its twin of the same group, and linked into a third.
fn grouped_and_linked(on: Backend) -> Bench {
    let server = quiet(on);
    server.does(&["new-session", "-d", "-t", "base", "-s", "twin"]);
    server.does(&[
        "new-session",
        "-d",
        "-s",
        "other",
        "-n",
        "two",
        "exec sleep 1000",
    ]);
    server.does(&["link-window", "-s", "base:one", "-t", "other:5"]);
    Bench::over(server)
}

#[apply(every_backend)]
async fn f39_each_pane_is_listed_once_with_all_its_sessions(#[case] on: Backend) {
    let bench = grouped_and_linked(on);
    let panes = bench.call("list_panes", json!({})).await;
    assert_eq!(ids(&panes, "panes", "pane_id"), ["%0", "%2"], "{panes}");
    assert_eq!(panes["panes"][0]["session_id"], "$0", "{panes}");
    assert_eq!(panes["panes"][0]["also_in"], json!(["$2", "$1"]), "{panes}");
    let windows = bench.call("list_windows", json!({})).await;
    let placed = ids(&windows, "windows", "window_id");
    assert_eq!(
        placed.iter().filter(|id| *id == "@0").count(),
        3,
        "{windows}"
    );
    let info = bench
        .call("get_window_info", json!({ "window_id": "@0" }))
        .await;
    assert_eq!(info["linked"], true, "{info}");
    assert!(info["note"].as_str().unwrap().contains("$2"), "{info}");
    for session in ["$0", "$1", "base", "twin"] {
        let panes = bench
            .call("list_panes", json!({ "session": session }))
            .await;
        assert_eq!(
            ids(&panes, "panes", "pane_id"),
            ["%0"],
            "{session}: {panes}"
        );
    }
}

#[apply(every_backend)]
async fn f39_counts_and_endings_take_each_window_once(#[case] on: Backend) {
    let bench = grouped_and_linked(on);
    let sessions = bench.call("list_sessions", json!({})).await;
    assert_eq!(
        ids(&sessions, "sessions", "name"),
        ["base", "other", "twin"]
    );
    assert_eq!(
        sessions["sessions"][0]["group"],
        sessions["sessions"][2]["group"]
    );
    let server = bench.call("get_server_info", json!({})).await;
    assert_eq!(
        (&server["windows"], &server["panes"]),
        (&json!(2), &json!(2)),
        "{server}"
    );
    // Windows that live on elsewhere are not among what ended.
    let ended = bench
        .call("kill_session", json!({ "session": "other" }))
        .await;
    assert_eq!(ended["pane_ids"], json!(["%2"]), "{ended}");
    let ended = bench
        .call("kill_session", json!({ "session": "twin" }))
        .await;
    assert_eq!(ended["session_ids"], json!(["$1"]), "{ended}");
    assert_eq!(ended["pane_ids"], json!([]), "{ended}");
    let ended = bench.call("kill_pane", json!({ "pane_id": "%0" })).await;
    assert_eq!(ended["session_ids"], json!(["$0"]), "{ended}");
}

#[apply(every_backend)]
async fn hostile_names_and_titles_break_no_row(#[case] on: Backend) {
    let server = on.none();
    let title = "x #{pid} #(touch x) 1 %%9 \"}{, é|;";
    let program = format!("printf '\\033]2;{title}\\007'; echo set; exec sleep 1000");
    server.start(&program, 80, 24);
    server.until_screen("set").await;
    server.does(&["rename-window", "-t", "@0", "a|b;c {x} é %0"]);
    server.does(&["rename-session", "-t", "$0", "it's \"here\" $1"]);
    let bench = Bench::over(server);
    let panes = bench.call("list_panes", json!({})).await;
    assert_eq!(ids(&panes, "panes", "pane_id"), ["%0"], "{panes}");
    // From 3.7 on a title that a program sets holds no `#(`.
    let shell = if bench.server.release() >= three(7) {
        "_("
    } else {
        "#("
    };
    let wanted = format!("x #{{pid}} {shell}touch x) 1 %9 \"}}{{, é|;");
    assert_eq!(panes["panes"][0]["title"], wanted, "{panes}");
    let windows = bench.call("list_windows", json!({})).await;
    assert_eq!(windows["windows"][0]["name"], "a|b;c {x} é %0", "{windows}");
    let sessions = bench.call("list_sessions", json!({})).await;
    assert_eq!(
        sessions["sessions"][0]["name"], "it's \"here\" $1",
        "{sessions}"
    );
}

#[apply(every_backend)]
async fn what_is_not_there_is_refused_with_the_call_that_lists(
    #[case] on: Backend,
    #[values(
        ("get_pane_info", json!({ "pane_id": "%99" }), "no_such_target"),
        ("capture_pane", json!({ "pane_id": "%99" }), "no_such_target"),
        ("snapshot_pane", json!({ "pane_id": "%99" }), "no_such_target"),
        ("capture_since", json!({ "pane_id": "%99" }), "no_such_target"),
        ("get_window_info", json!({ "window_id": "@99" }), "no_such_target"),
        ("list_panes", json!({ "window_id": "@99" }), "no_such_target"),
        ("list_windows", json!({ "session": "$99" }), "no_such_target"),
        ("get_pane_info", json!({ "pane_id": "0" }), "invalid_argument"),
        ("capture_pane", json!({ "pane_id": 0 }), "invalid_argument"),
        ("get_window_info", json!({ "window_id": "1" }), "invalid_argument"),
        ("get_pane_info", json!({ "pane_id": "@0" }), "invalid_argument"),
        ("get_pane_info", json!({ "pane_id": "%0 ; kill-server" }), "invalid_argument"),
        ("list_panes", json!({ "sesion": "base" }), "invalid_argument"),
    )]
    case: (&str, Value, &str),
) {
    let (tool, arguments, kind) = case;
    let bench = Bench::over(quiet(on));
    let error = bench.refused(tool, arguments).await;
    assert_eq!(error["kind"], kind, "{error}");
    assert!(!error["recovery"].as_str().unwrap().is_empty(), "{error}");
    assert_eq!(
        bench.server.says(&["display-message", "-p", "alive"]),
        "alive"
    );
}

#[apply(every_backend)]
async fn f41_where_no_server_runs_each_call_says_so_and_starts_none(
    #[case] on: Backend,
    #[values(
        ("list_sessions", json!({})),
        ("list_windows", json!({})),
        ("list_panes", json!({})),
        ("get_server_info", json!({})),
        ("capture_pane", json!({ "pane_id": "%0" })),
        ("snapshot_pane", json!({ "pane_id": "%0" })),
        ("send_keys", json!({ "pane_id": "%0", "text": "x" })),
        ("paste_text", json!({ "pane_id": "%0", "text": "x" })),
        ("run_shell_command", json!({ "pane_id": "%0", "command": "true" })),
        ("split_window", json!({ "pane_id": "%0", "direction": "right" })),
        ("kill_pane", json!({ "pane_id": "%0" })),
        ("kill_session", json!({ "session": "x" })),
    )]
    case: (&str, Value),
) {
    let (tool, arguments) = case;
    let bench = Bench::over(on.none());
    let error = bench.refused(tool, arguments).await;
    assert_eq!(error["kind"], "no_server", "{error}");
    assert!(
        error["recovery"]
            .as_str()
            .unwrap()
            .contains("create_session"),
        "{error}"
    );
    assert!(!bench.server.socket.exists());
}

#[apply(every_backend)]
async fn a_server_without_a_session_lists_nothing_and_says_what_to_do(#[case] on: Backend) {
    let server = quiet(on);
    server.does(&["set-option", "-g", "exit-empty", "off"]);
    server.does(&["kill-session", "-t", "$0"]);
    // Nobody's startup files: they may take their time.
    server.does(&[
        "set-option",
        "-g",
        "default-command",
        "exec bash --norc --noprofile",
    ]);
    let bench = Bench::over(server);
    for (tool, list) in [
        ("list_sessions", "sessions"),
        ("list_windows", "windows"),
        ("list_panes", "panes"),
    ] {
        let rows = bench.call(tool, json!({})).await;
        assert_eq!(rows[list], json!([]), "{rows}");
        assert!(
            rows["note"].as_str().unwrap().contains("create_session"),
            "{rows}"
        );
    }
    // Without a target and without a session a run makes one.
    let answer = bench
        .call("run_shell_command", json!({ "command": "exit 5" }))
        .await;
    assert_eq!(answer["exit_status"], 5, "{answer}");
    // With one pane that one is meant; with two it must be said.
    let again = bench
        .call("run_shell_command", json!({ "command": "exit 6" }))
        .await;
    assert_eq!(again["pane_id"], answer["pane_id"], "{again}");
    bench.call("create_session", json!({})).await;
    let error = bench
        .refused("run_shell_command", json!({ "command": "exit 7" }))
        .await;
    assert_eq!(error["kind"], "ambiguous_target", "{error}");
    let message = error["message"].as_str().unwrap();
    assert!(
        message.contains(answer["pane_id"].as_str().unwrap()),
        "{error}"
    );
}

#[apply(every_backend)]
async fn clients_are_counted_and_a_watched_pane_is_marked(#[case] on: Backend) {
    let bench = Bench::over(quiet(on));
    let _person = Person::attach(&bench.server, "base", 80, 25).await;
    let info = bench.call("get_server_info", json!({})).await;
    assert_eq!(
        info["clients"],
        json!({ "terminal": 1, "control": 0 }),
        "{info}"
    );
    let info = bench
        .call("get_pane_info", json!({ "pane_id": "%0" }))
        .await;
    assert_eq!(info["attended"], true, "{info}");
    let info = bench
        .call("get_session_info", json!({ "session": "base" }))
        .await;
    assert_eq!(info["attached"], 1, "{info}");
    assert_eq!(info["window_ids"], json!(["@0"]), "{info}");
}

#[apply(every_backend)]
async fn capture_pane_reads_the_range_on_tmuxs_scale(#[case] on: Backend) {
    let bench = on.shell(20, 2000).await;
    bench
        .by_hand("PS1='> '; clear; seq 1 100; echo 123456789012345678901234567890")
        .await;
    let capture = async |mut arguments: Value| {
        arguments["pane_id"] = json!("%0");
        let answer = bench.call("capture_pane", arguments).await;
        strings(&answer["lines"])
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let screen = capture(json!({})).await;
    assert_eq!(screen.last().unwrap(), ">", "{screen:?}");
    assert!(
        screen.contains(&"123456789012345678901234567890".to_owned()),
        "{screen:?}"
    );
    let rows = capture(json!({ "join_wrapped": false })).await;
    assert!(rows.contains(&"1234567890".to_owned()), "{rows:?}");
    assert_eq!(rows.len(), screen.len() + 1, "{rows:?}");
    let top = capture(json!({ "start": 0, "end": 0 })).await;
    assert_eq!(top, rows[..1], "{top:?}");
    let above: u32 = capture(json!({ "start": -1, "end": -1 })).await[0]
        .parse()
        .unwrap();
    assert_eq!(above + 1, rows[0].parse::<u32>().unwrap());
    let all = capture(json!({ "history": true, "max_lines": 10_000 })).await;
    assert!(all.contains(&"1".to_owned()) && all.len() > 100, "{all:?}");
    let few = bench
        .call(
            "capture_pane",
            json!({ "pane_id": "%0", "history": true, "max_lines": 3 }),
        )
        .await;
    assert_eq!(few["lines"].as_array().unwrap().len(), 3, "{few}");
    assert_eq!(few["dropped_lines"], all.len() - 3, "{few}");
    let both = json!({ "pane_id": "%0", "history": true, "start": 0 });
    let error = bench.refused("capture_pane", both).await;
    assert_eq!(error["kind"], "invalid_argument", "{error}");
}

#[apply(every_backend)]
async fn a_capture_of_text_and_nothing_below_it_has_no_blank_lines_at_its_end(#[case] on: Backend) {
    let bench = on.bash().await;
    bench.by_hand("clear; echo; echo a; echo").await;
    let answer = bench.call("capture_pane", json!({ "pane_id": "%0" })).await;
    let lines = strings(&answer["lines"]);
    assert!(!lines.last().unwrap().is_empty(), "{answer}");
    assert!(
        lines.contains(&""),
        "blank lines between are lines: {answer}"
    );
}

#[apply(every_backend)]
async fn a_snapshot_holds_row_text_and_text_cursor_of_one_moment(#[case] on: Backend) {
    let server = on.none();
    let program = "stty raw -echo; printf '\\033[?1049h\\033[2J\\033[3;5Hfull\\033[?25l'; exec cat";
    server.start(program, 40, 10);
    server.until_screen("full").await;
    let bench = Bench::over(server);
    let seen = bench
        .call("snapshot_pane", json!({ "pane_id": "%0" }))
        .await;
    assert_eq!(seen["lines"], json!(["", "", "    full"]), "{seen}");
    assert_eq!(
        seen["text_cursor"],
        json!({ "x": 8, "y": 2, "visible": false }),
        "{seen}"
    );
    assert_eq!(seen["alternate_screen"], true, "{seen}");
    assert_eq!(
        (&seen["width"], &seen["height"]),
        (&json!(40), &json!(10)),
        "{seen}"
    );
    assert!(seen["mode"].is_null(), "{seen}");
    let since = bench
        .call("capture_since", json!({ "pane_id": "%0" }))
        .await;
    assert!(
        since["note"].as_str().unwrap().contains("snapshot_pane"),
        "{since}"
    );
}

#[apply(every_backend)]
async fn f43_a_new_session_takes_no_environment_and_no_command(#[case] on: Backend) {
    let bench = Bench::over(quiet(on));
    for argument in ["environment", "command"] {
        let mut arguments = json!({ "name": "mine" });
        arguments[argument] = json!({ "TOKEN": "s3cr3t" });
        let error = bench.refused("create_session", arguments).await;
        assert_eq!(error["kind"], "invalid_argument", "{error}");
        assert!(
            error["message"].as_str().unwrap().contains(argument),
            "{error}"
        );
        assert!(!error.to_string().contains("s3cr3t"), "{error}");
    }
    let sessions = bench.call("list_sessions", json!({})).await;
    assert_eq!(ids(&sessions, "sessions", "name"), ["base"]);
}
