//! Panes found by what they show and by where they stand.

use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::tools::Bench;

use crate::every_backend;

/// A pane that shows these lines and nothing else.
async fn showing(on: Backend, lines: &str, width: u32, height: u32) -> Bench {
    let server = on.running(
        &format!("stty -echo; printf '{lines}'; printf '\\nEND'; exec cat"),
        width,
        height,
    );
    server.until_screen("END").await;
    Bench::over(server)
}

fn texts(answer: &Value) -> Vec<&str> {
    let matches = answer["matches"].as_array().unwrap();
    matches
        .iter()
        .map(|found| found["text"].as_str().unwrap())
        .collect()
}

#[apply(every_backend)]
async fn f14_text_that_spans_a_wrap_is_found_and_its_line_is_joined(#[case] on: Backend) {
    let bench = showing(
        on,
        "xxxxxxxxxxxxxxxx Build failed: module not found",
        30,
        10,
    )
    .await;
    for arguments in [
        json!({ "pattern": "Build failed: module not found" }),
        json!({ "pattern": "not found$", "regex": true }),
        json!({ "pattern": "BUILD FAILED", "ignore_case": true }),
    ] {
        let answer = bench.call("search_panes", arguments).await;
        assert_eq!(
            texts(&answer),
            ["xxxxxxxxxxxxxxxx Build failed: module not found"]
        );
        let found = &answer["matches"][0];
        assert_eq!(
            (&found["pane_id"], &found["window_id"], &found["line"]),
            (&json!("%0"), &json!("@0"), &json!(0))
        );
        assert_eq!(
            (&answer["panes_searched"], &answer["lines_searched"]),
            (&json!(1), &json!(2))
        );
        assert_eq!(answer.get("stopped_by"), None);
    }
}

#[apply(every_backend)]
async fn history_is_searched_only_as_far_as_asked_for_and_lines_are_on_tmuxs_scale(
    #[case] on: Backend,
) {
    let bench = showing(on, "needle 1\\nneedle 2\\n\\n\\n\\n\\n", 40, 5).await;
    let answer = bench
        .call("search_panes", json!({ "pattern": "needle" }))
        .await;
    assert_eq!(texts(&answer), Vec::<&str>::new());
    assert!(
        answer["note"]
            .as_str()
            .unwrap()
            .contains("scrollback_lines"),
        "{answer}"
    );
    for rows in [json!(100), json!(9_007_199_254_740_991_u64)] {
        let arguments = json!({ "pattern": "needle", "scrollback_lines": rows });
        let answer = bench.call("search_panes", arguments).await;
        let places: Vec<&Value> = answer["matches"]
            .as_array()
            .unwrap()
            .iter()
            .map(|found| &found["line"])
            .collect();
        assert_eq!(places, [&json!(-3), &json!(-2)], "{answer}");
        assert_eq!(answer.get("stopped_by"), None);
    }
}

#[apply(every_backend)]
async fn of_many_matches_the_newest_are_told_and_the_answer_says_that_there_are_more(
    #[case] on: Backend,
) {
    let bench = showing(on, "m1\\nm2\\nm3\\nm4", 40, 10).await;
    let answer = bench
        .call(
            "search_panes",
            json!({ "pattern": "m", "max_matches_per_pane": 2 }),
        )
        .await;
    assert_eq!(texts(&answer), ["m3", "m4"]);
    assert_eq!(answer["stopped_by"], "matches");
    assert!(answer["note"].as_str().unwrap().contains("%0"), "{answer}");
    let answer = bench
        .call("search_panes", json!({ "pattern": "m", "max_lines": 1 }))
        .await;
    assert_eq!(
        (texts(&answer), &answer["stopped_by"]),
        (vec!["m4"], &json!("matches"))
    );
    let answer = bench
        .call(
            "search_panes",
            json!({ "pattern": "m", "max_matches_per_pane": 4 }),
        )
        .await;
    assert_eq!((texts(&answer).len(), answer.get("stopped_by")), (4, None));
}

#[apply(every_backend)]
async fn targets_narrow_a_search_and_a_bad_expression_is_named(#[case] on: Backend) {
    let bench = showing(on, "here", 40, 10).await;
    for target in [
        json!({ "pane_id": "%0" }),
        json!({ "window_id": "@0" }),
        json!({ "session": "0" }),
    ] {
        let mut arguments = target;
        arguments["pattern"] = json!("here");
        assert_eq!(
            texts(&bench.call("search_panes", arguments).await),
            ["here"]
        );
    }
    for (arguments, kind) in [
        (json!({ "pattern": "x", "pane_id": "%7" }), "no_such_target"),
        (json!({ "pattern": "x", "session": "" }), "no_such_target"),
        (json!({ "pattern": "(", "regex": true }), "invalid_argument"),
        (
            json!({ "pattern": "(?=x)", "regex": true }),
            "invalid_argument",
        ),
        (json!({ "pattern": "" }), "invalid_argument"),
    ] {
        assert_eq!(bench.refused("search_panes", arguments).await["kind"], kind);
    }
}

#[apply(every_backend)]
async fn a_pane_is_found_in_each_corner_also_behind_a_zoom(#[case] on: Backend) {
    let server = on.running("exec cat", 80, 24);
    for command in [
        &["split-window", "-h", "-t", "%0", "exec cat"][..],
        &["split-window", "-v", "-t", "%1", "exec cat"],
    ] {
        assert!(server.raw(command).status.success());
    }
    let bench = Bench::over(server);
    for zoom in [false, true] {
        if zoom {
            assert!(
                bench
                    .server
                    .raw(&["resize-pane", "-Z", "-t", "%1"])
                    .status
                    .success()
            );
        }
        for (corner, pane) in [
            ("top-left", "%0"),
            ("bottom-left", "%0"),
            ("top-right", "%1"),
            ("bottom-right", "%2"),
        ] {
            let arguments = json!({ "window_id": "@0", "corner": corner });
            let answer = bench.call("find_pane_by_position", arguments).await;
            assert_eq!(answer["pane_id"], pane, "{corner}, zoomed: {zoom}");
            assert_eq!(answer.get("note").is_some(), zoom);
        }
    }
    let gone = json!({ "window_id": "@9", "corner": "top-left" });
    assert_eq!(
        bench.refused("find_pane_by_position", gone).await["kind"],
        "no_such_target"
    );
}
