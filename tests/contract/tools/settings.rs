//! What tmux is set to: variables, options, environment, hooks.

use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::tools::Bench;

use crate::every_backend;

fn bench(on: Backend) -> Bench {
    Bench::over(on.running("exec cat", 80, 24))
}

fn set(bench: &Bench, command: &[&str]) {
    assert!(bench.server.raw(command).status.success(), "{command:?}");
}

fn value<'a>(list: &'a Value, name: &str) -> &'a Value {
    let list = list.as_array().unwrap();
    list.iter()
        .find(|entry| entry["name"] == name)
        .unwrap_or(&Value::Null)
}

#[apply(every_backend)]
async fn variables_come_in_the_order_asked_for_and_unknown_ones_are_empty(#[case] on: Backend) {
    let bench = bench(on);
    let names = json!(["pane_width", "no_such_thing", "session_name"]);
    let answer = bench
        .call(
            "get_tmux_variables",
            json!({ "names": names, "pane_id": "%0" }),
        )
        .await;
    assert_eq!(
        answer,
        json!({ "variables": [
            { "name": "pane_width", "value": "80" }, { "name": "no_such_thing", "value": "" },
            { "name": "session_name", "value": "0" },
        ] })
    );
    let answer = bench
        .call("get_tmux_variables", json!({ "names": "pid" }))
        .await;
    assert_eq!(
        answer["variables"][0]["value"],
        bench.server.pid().to_string()
    );
    for (arguments, kind) in [
        (json!({ "names": [] }), "invalid_argument"),
        (json!({ "names": ["#(touch x)"] }), "invalid_argument"),
        (
            json!({ "names": ["pane_width"], "pane_id": "%9" }),
            "no_such_target",
        ),
    ] {
        assert_eq!(
            bench.refused("get_tmux_variables", arguments).await["kind"],
            kind
        );
    }
}

#[apply(every_backend)]
async fn an_option_says_whether_it_comes_from_a_wider_scope(#[case] on: Backend) {
    let bench = bench(on);
    let limit = |scope: &str, target: Value| json!({ "name": "history-limit", "scope": scope, "target": target });
    let answer = bench
        .call("show_option", limit("session", json!("0")))
        .await;
    assert_eq!(answer["inherited"], true, "{answer}");
    set(&bench, &["set-option", "-t", "0", "history-limit", "77"]);
    let answer = bench
        .call("show_option", limit("session", json!("$0")))
        .await;
    assert_eq!(answer, json!({ "name": "history-limit", "value": "77" }));
    let answer = bench
        .call("show_option", limit("global-session", Value::Null))
        .await;
    assert_eq!(answer["value"], "2000");
    set(&bench, &["set-option", "-s", "user-keys[3]", "x y"]);
    let answer = bench
        .call("show_option", json!({ "name": "user-keys" }))
        .await;
    assert_eq!(answer["values"], json!(["x y"]), "{answer}");
    set(
        &bench,
        &[
            "set-option",
            "-p",
            "-t",
            "%0",
            "@mine",
            "a #{b} \"c\" 'd' $e",
        ],
    );
    let answer = bench
        .call(
            "show_option",
            json!({ "name": "@mine", "scope": "pane", "target": "%0" }),
        )
        .await;
    assert_eq!(answer["value"], "a #{b} \"c\" 'd' $e");
    let answer = bench
        .call(
            "show_option",
            json!({ "name": "synchronize-panes", "scope": "window", "target": "@0" }),
        )
        .await;
    assert_eq!(answer["value"], "off");
}

#[apply(every_backend)]
async fn what_names_no_option_or_no_target_is_refused_and_runs_nothing(#[case] on: Backend) {
    let bench = bench(on);
    for (arguments, kind, words) in [
        (
            json!({ "name": "no-such-option" }),
            "no_such_target",
            "no-such-option",
        ),
        (
            json!({ "name": "#(touch x)" }),
            "no_such_target",
            "no option",
        ),
        (
            json!({ "name": "mouse", "scope": "session" }),
            "invalid_argument",
            "target",
        ),
        (
            json!({ "name": "mouse", "scope": "session", "target": "nobody" }),
            "no_such_target",
            "nobody",
        ),
        (
            json!({ "name": "synchronize-panes", "scope": "pane", "target": "1" }),
            "invalid_argument",
            "index",
        ),
        (
            json!({ "name": "synchronize-panes", "scope": "window", "target": "@9" }),
            "no_such_target",
            "@9",
        ),
    ] {
        let shown = arguments.to_string();
        let refusal = bench.refused("show_option", arguments).await;
        assert_eq!(refusal["kind"], kind, "{shown}: {refusal}");
        assert!(
            refusal["message"].as_str().unwrap().contains(words),
            "{refusal}"
        );
    }
    let answer = bench
        .call(
            "show_option",
            json!({ "name": "buffer-limit", "target": "%0" }),
        )
        .await;
    assert!(
        answer["note"].as_str().unwrap().contains("scope"),
        "{answer}"
    );
}

#[apply(every_backend)]
async fn the_environment_tells_values_and_what_is_removed(#[case] on: Backend) {
    let bench = bench(on);
    set(&bench, &["set-environment", "-g", "OURS", "a=b;c"]);
    set(&bench, &["set-environment", "-t", "0", "-r", "GONE"]);
    let answer = bench.call("show_environment", json!({})).await;
    assert_eq!(
        value(&answer["variables"], "OURS"),
        &json!({ "name": "OURS", "value": "a=b;c" })
    );
    let answer = bench
        .call("show_environment", json!({ "session": "0" }))
        .await;
    assert_eq!(
        value(&answer["variables"], "GONE"),
        &json!({ "name": "GONE", "removed": true })
    );
    assert_eq!(value(&answer["variables"], "OURS"), &Value::Null);
    let refusal = bench
        .refused("show_environment", json!({ "session": "nobody" }))
        .await;
    assert_eq!(refusal["kind"], "no_such_target");
}

#[apply(every_backend)]
async fn hooks_tell_their_commands_in_order(#[case] on: Backend) {
    let bench = bench(on);
    let answer = bench.call("show_hooks", json!({ "session": "0" })).await;
    assert_eq!(answer["hooks"], json!([]));
    assert!(
        answer["note"].as_str().unwrap().contains("global"),
        "{answer}"
    );
    set(
        &bench,
        &["set-hook", "-g", "pane-died", "display-message one"],
    );
    set(
        &bench,
        &["set-hook", "-ga", "pane-died", "display-message two"],
    );
    let answer = bench.call("show_hooks", json!({})).await;
    let died = value(&answer["hooks"], "pane-died");
    assert_eq!(
        died["commands"],
        json!(["display-message one", "display-message two"])
    );
}

#[apply(every_backend)]
async fn what_outgrows_the_budget_is_cut_and_counted(#[case] on: Backend) {
    let mut bench = bench(on);
    bench.context.limits.max_chars = 100;
    set(&bench, &["set-option", "-g", "@long", &"x".repeat(150)]);
    let answer = bench
        .call(
            "show_option",
            json!({ "name": "@long", "scope": "global-session" }),
        )
        .await;
    assert_eq!(
        (
            answer["value"].as_str().unwrap().len(),
            &answer["dropped_chars"]
        ),
        (100, &json!(50))
    );
}
