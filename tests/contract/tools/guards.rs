//! Panes that must not be typed into, or ended: each is refused by name, and nothing is typed anywhere.

use std::time::Duration;

use app::caller::{Ancestry, CallerEvidence, Claim};
use domain::guard::Caller;
use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::pane::ended;
use support::person::Person;
use support::tmux::{FIRST, Server};
use support::tools::Bench;
use tokio::time::Instant;

use crate::every_backend;

const SEE: &str = "echo must not be typed";

/// Every tool that types, for the first pane.
fn inputs() -> Vec<(&'static str, Value)> {
    vec![
        (
            "run_shell_command",
            json!({ "pane_id": "%0", "command": SEE }),
        ),
        (
            "run_shell_command",
            json!({ "pane_id": "%0", "command": SEE, "timeout": 0 }),
        ),
        (
            "send_keys",
            json!({ "pane_id": "%0", "text": SEE, "enter": true }),
        ),
        (
            "send_keys",
            json!({ "pane_id": "%0", "keys": ["f", "Enter"] }),
        ),
        (
            "paste_text",
            json!({ "pane_id": "%0", "text": SEE, "enter": true }),
        ),
    ]
}

/// Each of these calls is refused within a second with these words, and changes nothing.
async fn refuses(bench: &Bench, calls: Vec<(&str, Value)>, words: &str) {
    let before = bench.server.everything();
    for (tool, arguments) in calls {
        let started = Instant::now();
        let error = bench.refused(tool, arguments).await;
        assert!(
            started.elapsed() < Duration::from_secs(1),
            "{tool}: {error}"
        );
        assert_eq!(error["kind"], "refused", "{tool}: {error}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(words), "{tool}: {error}");
        // What a person does passes by itself; what is set or dead does not.
        let passes = message.contains("screen") || message.contains("-mode");
        assert_eq!(error["retryable"], passes, "{tool}: {error}");
        assert!(
            error["recovery"].as_str().unwrap().len() > 10,
            "{tool}: {error}"
        );
    }
    // What a pane still drew at that moment passes; what was typed would stay.
    bench
        .server
        .becomes("nothing was typed", |server| server.everything() == before)
        .await;
}

/// A second pane beside the first, ready at its prompt.
async fn split(bench: &Bench) {
    bench.server.does(&["split-window", "-d", "-t", "%0"]);
    prompts(bench).await;
}

/// Waits until every pane stands at its prompt.
async fn prompts(bench: &Bench) {
    let at_prompt = |server: &Server, pane: &str| {
        let text = server.says(&["capture-pane", "-p", "-t", pane]);
        text.trim_end().ends_with(['#', '$'])
    };
    bench
        .server
        .becomes("all panes stand at their prompts", |server| {
            let panes = server.says(&["list-panes", "-a", "-F", "#{pane_id}"]);
            panes.lines().all(|pane| at_prompt(server, pane))
        })
        .await;
}

#[apply(every_backend)]
async fn a_pane_on_a_persons_screen_is_refused_until_they_look_elsewhere(#[case] on: Backend) {
    let bench = on.bash().await;
    bench.server.does(&["new-window", "-d"]);
    prompts(&bench).await;
    let person = Person::attach(&bench.server, "$0", 80, 25).await;
    refuses(&bench, inputs(), "screen").await;
    let rows = bench.call("list_panes", json!({})).await;
    assert_eq!(rows["panes"][0]["attended"], true, "{rows}");
    assert!(rows["panes"][1]["attended"].is_null(), "{rows}");
    // They go to another window: then nobody sees this pane.
    bench.server.does(&["select-window", "-t", "@1"]);
    ended(&bench.run("echo hi").await, 0, &["hi"]);
    assert!(!person.sees().contains("hi"), "{}", person.sees());
    prompts(&bench).await;
    // And they come back.
    bench.server.does(&["select-window", "-t", "@0"]);
    refuses(&bench, inputs(), "screen").await;
    drop(person);
    bench
        .server
        .becomes("they detached", |server| {
            support::person::others(server) == 0
        })
        .await;
    bench.is_usable().await;
}

#[apply(every_backend)]
async fn with_a_zoom_only_the_zoomed_pane_is_on_the_screen(#[case] on: Backend) {
    let bench = on.bash().await;
    split(&bench).await;
    let _person = Person::attach(&bench.server, "$0", 80, 25).await;
    refuses(&bench, inputs(), "screen").await;
    bench.server.does(&["resize-pane", "-Z", "-t", "%1"]);
    ended(&bench.run("echo hidden").await, 0, &["hidden"]);
    bench.server.does(&["resize-pane", "-Z", "-t", "%1"]);
    bench.server.does(&["resize-pane", "-Z", "-t", "%0"]);
    prompts(&bench).await;
    refuses(&bench, inputs(), "screen").await;
}

#[apply(every_backend)]
async fn where_the_operator_allows_it_an_attended_pane_is_typed_into(#[case] on: Backend) {
    let mut bench = on.bash().await;
    bench.context.allow_attended = true;
    let person = Person::attach(&bench.server, "$0", 80, 25).await;
    ended(&bench.run("echo with you").await, 0, &["with you"]);
    bench
        .server
        .becomes("they see it", |_| person.sees().contains("with you"))
        .await;
}

#[apply(every_backend)]
async fn a_person_who_comes_while_it_runs_changes_nothing_for_the_run(#[case] on: Backend) {
    let bench = on.bash().await;
    let token = bench.start("echo a; read x; exit 5").await;
    bench.server.until_screen("\na").await;
    let _person = Person::attach(&bench.server, "$0", 80, 25).await;
    bench.server.typed("");
    ended(&bench.resume(&token, 30.0).await, 5, &["a", ""]);
}

#[apply(every_backend)]
async fn f44_a_pane_in_a_mode_is_refused_by_the_modes_name_and_still_read(
    #[case] on: Backend,
    #[values(
        (&["copy-mode", "-t", "%0"][..], "copy-mode"),
        (&["clock-mode", "-t", "%0"][..], "clock-mode"),
    )]
    case: (&[&str], &str),
) {
    let (enter, mode) = case;
    let bench = on.bash().await;
    bench.by_hand("seq 1 100").await;
    bench.server.does(enter);
    let ask = ["display-message", "-p", "-t", "%0", "#{pane_mode}"];
    bench.server.until(&ask, |now| now == mode).await;
    if mode == "copy-mode" {
        bench
            .server
            .does(&["send-keys", "-t", "%0", "-X", "-N", "10", "scroll-up"]);
    }
    refuses(&bench, inputs(), mode).await;
    assert_eq!(bench.server.says(&ask), mode, "the mode is not left");
    // What reads goes on, on the live screen.
    let lines = bench.call("capture_pane", json!({ "pane_id": "%0" })).await;
    assert!(lines["lines"].to_string().contains("\"100\""), "{lines}");
    let row = bench
        .call("snapshot_pane", json!({ "pane_id": "%0" }))
        .await;
    assert_eq!(row["mode"], mode, "{row}");
    if mode == "copy-mode" {
        assert_eq!(row["scroll_position"], 10, "{row}");
    }
    bench.server.does(&["copy-mode", "-q", "-t", "%0"]);
    bench.is_usable().await;
}

#[apply(every_backend)]
async fn f45_a_synchronized_pane_takes_no_run_and_keys_name_the_cohort(#[case] on: Backend) {
    let bench = on.bash().await;
    split(&bench).await;
    bench
        .server
        .does(&["set-option", "-w", "-t", "@0", "synchronize-panes", "on"]);
    let run = vec![(
        "run_shell_command",
        json!({ "pane_id": "%0", "command": "echo $RANDOM" }),
    )];
    refuses(&bench, run, "%1").await;
    let sent = bench
        .call("send_keys", json!({ "pane_id": "%0", "text": "# both" }))
        .await;
    assert_eq!(sent["pane_ids"], json!(["%0", "%1"]), "{sent}");
    let value = ["show-options", "-wv", "-t", "@0", "synchronize-panes"];
    assert_eq!(bench.server.says(&value), "on", "the option is the owner's");
    // One of them is in a mode: the keys go nowhere at all.
    bench.server.does(&["copy-mode", "-t", "%1"]);
    let keys = vec![("send_keys", json!({ "pane_id": "%0", "text": SEE }))];
    refuses(&bench, keys, "%1").await;
    // A paste reaches its own pane only, and asks about that one only.
    bench
        .call("paste_text", json!({ "pane_id": "%0", "text": " pasted" }))
        .await;
    bench.server.until_screen("# both pasted").await;
    let other = bench.server.says(&["capture-pane", "-p", "-t", "%1"]);
    assert!(!other.contains("pasted"), "{other}");
}

#[apply(every_backend)]
async fn f45_a_pane_whose_input_is_switched_off_is_refused(#[case] on: Backend) {
    let bench = on.bash().await;
    bench.server.does(&["select-pane", "-d", "-t", "%0"]);
    refuses(&bench, inputs(), "switched off").await;
    bench.server.does(&["select-pane", "-e", "-t", "%0"]);
    bench.is_usable().await;
}

#[apply(every_backend)]
async fn a_dead_pane_is_refused_and_still_read(#[case] on: Backend) {
    let bench = on.bash().await;
    bench
        .server
        .does(&["set-option", "-g", "remain-on-exit", "on"]);
    bench.server.typed("echo last words; exit 3");
    let ask = ["display-message", "-p", "-t", "%0", "#{pane_dead}"];
    bench.server.until(&ask, |dead| dead == "1").await;
    refuses(&bench, inputs(), "dead").await;
    let row = bench
        .call("get_pane_info", json!({ "pane_id": "%0" }))
        .await;
    assert_eq!(row["dead"], true, "{row}");
    // tmux 3.3a loses the status now and then, on a busy machine for good; then it is not told, and never 0.
    let status = &row["dead_status"];
    assert!(status.is_null() || status == 3, "{row}");
    let lines = bench.call("capture_pane", json!({ "pane_id": "%0" })).await;
    assert!(lines["lines"].to_string().contains("last words"), "{lines}");
    assert_eq!(
        bench.server.says(&["display-message", "-p", "alive"]),
        "alive"
    );
}

/// Evidence that this process runs in the first pane.
fn in_the_first_pane(server: &Server) -> CallerEvidence {
    CallerEvidence {
        claim: Some(Claim {
            pid: server.pid(),
            same_socket: Some(true),
        }),
        pane: Some(FIRST),
        ..CallerEvidence::default()
    }
}

#[apply(every_backend)]
async fn f55_the_own_pane_is_neither_typed_into_nor_ended_unconfirmed(#[case] on: Backend) {
    let mut bench = on.bash().await;
    bench.server.does(&["new-session", "-d", "-s", "other"]);
    prompts(&bench).await;
    bench.context.evidence = in_the_first_pane(&bench.server);
    bench.context.allow_attended = true;
    let mut calls = inputs();
    calls.push(("send_keys", json!({ "pane_id": "%0", "keys": ["C-d"] })));
    calls.push((
        "run_shell_command",
        json!({ "pane_id": "%0", "command": "exit" }),
    ));
    calls.push(("kill_pane", json!({ "pane_id": "%0" })));
    calls.push(("kill_session", json!({ "session": "$0" })));
    calls.push((
        "kill_session",
        json!({ "session": "0", "confirm_self": false }),
    ));
    refuses(&bench, calls, "%0").await;
    let rows = bench.call("list_panes", json!({})).await;
    assert_eq!(rows["panes"][0]["caller"], true, "{rows}");
    assert!(rows["panes"][1]["caller"].is_null(), "{rows}");
    // Others are unaffected, and the override is explicit.
    let killed = bench
        .call("kill_session", json!({ "session": "other" }))
        .await;
    assert_eq!(killed["pane_ids"], json!(["%1"]), "{killed}");
    let killed = bench
        .call(
            "kill_session",
            json!({ "session": "$0", "confirm_self": true }),
        )
        .await;
    assert_eq!(killed["pane_ids"], json!(["%0"]), "{killed}");
    assert_eq!(killed["server_ended"], true, "{killed}");
}

#[apply(every_backend)]
async fn f55_a_synchronized_neighbour_of_the_own_pane_takes_no_keys(#[case] on: Backend) {
    let mut bench = on.bash().await;
    split(&bench).await;
    bench
        .server
        .does(&["set-option", "-w", "-t", "@0", "synchronize-panes", "on"]);
    bench.context.evidence = in_the_first_pane(&bench.server);
    let keys = vec![("send_keys", json!({ "pane_id": "%1", "keys": ["C-d"] }))];
    refuses(&bench, keys, "%0").await;
}

#[apply(every_backend)]
async fn f40_the_same_pane_id_of_another_server_is_not_the_own_pane(#[case] on: Backend) {
    let mut bench = on.bash().await;
    let mut evidence = in_the_first_pane(&bench.server);
    evidence.claim = Some(Claim {
        pid: bench.server.pid() + 1,
        same_socket: Some(false),
    });
    bench.context.evidence = evidence;
    let seen = bench
        .context
        .port
        .observe(domain::Scope::Everything)
        .await
        .unwrap();
    assert_eq!(bench.context.caller(&seen), Caller::Elsewhere);
    bench.is_usable().await;
}

#[apply(every_backend)]
async fn f40_where_the_own_pane_cannot_be_told_nothing_is_typed_and_nothing_is_ended(
    #[case] on: Backend,
) {
    let mut bench = on.bash().await;
    bench.server.does(&["new-session", "-d", "-s", "other"]);
    prompts(&bench).await;
    bench.context.evidence.ancestry = Ancestry::Broken(Vec::new());
    let mut calls = inputs();
    calls.push(("kill_pane", json!({ "pane_id": "%0" })));
    calls.push(("kill_window", json!({ "window_id": "@0" })));
    calls.push(("kill_session", json!({ "session": "$0" })));
    refuses(&bench, calls, "may be the one").await;
    // What only reads says nothing of it.
    let rows = bench.call("list_panes", json!({})).await;
    assert!(rows["panes"][0]["caller"].is_null(), "{rows}");
    // Where one pane is claimed, only that one is held back.
    bench.context.evidence.pane = Some(FIRST);
    refuses(&bench, inputs(), "may be the one").await;
    let other = json!({ "pane_id": "%1", "command": "echo there" });
    ended(&bench.call("run_shell_command", other).await, 0, &["there"]);
}
