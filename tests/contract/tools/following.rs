//! `capture_since`: each finished line once, in order, and no claim that cannot be kept.

use std::time::Duration;

use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::tools::{Bench, strings};
use tokio::time::Instant;

use crate::every_backend;

async fn since(bench: &Bench, cursor: &Value, wait_ms: u64) -> Value {
    let arguments = json!({ "pane_id": "%0", "cursor": cursor, "wait_ms": wait_ms });
    bench.call("capture_since", arguments).await
}

/// Lines of this text, as many as that, drawn by the first pane.
fn prints(bench: &Bench, text: &str, times: usize) {
    bench
        .server
        .pressed(&format!("{text}\n").repeat(times), &[]);
}

/// Waits until this stands there as a finished line, with nothing begun below it.
async fn finished(bench: &Bench, line: &str) {
    bench.server.until_screen(line).await;
    let column = ["display-message", "-p", "-t", "%0", "#{cursor_x}"];
    bench.server.until(&column, |column| column == "0").await;
}

#[apply(every_backend)]
async fn a_line_comes_once_and_only_when_it_is_finished(#[case] on: Backend) {
    let bench = on.bench().await;
    bench.server.typed("one");
    finished(&bench, "one").await;
    let first = since(&bench, &Value::Null, 0).await;
    assert_eq!(first["lines"], json!(["one"]), "{first}");
    bench.server.pressed("two", &[]);
    bench.server.until_screen("two").await;
    let drawing = since(&bench, &first["cursor"], 0).await;
    assert_eq!(
        (&drawing["lines"], &drawing["unfinished"]),
        (&json!([]), &json!("two")),
        "{drawing}"
    );
    bench.server.typed(" and a half");
    bench.server.typed("three");
    finished(&bench, "three").await;
    let news = since(&bench, &drawing["cursor"], 0).await;
    assert_eq!(
        (&news["lines"], &news["continuous"]),
        (&json!(["two and a half", "three"]), &json!(true)),
        "{news}"
    );
    // An older cursor gives all that followed it.
    let again = since(&bench, &first["cursor"], 0).await;
    assert_eq!(again["lines"], news["lines"], "{again}");
}

#[apply(every_backend)]
async fn a_wait_for_news_ends_with_the_first_line_that_is_finished(#[case] on: Backend) {
    let bench = on.bench().await;
    bench.server.typed("before");
    finished(&bench, "before").await;
    let cursor = since(&bench, &Value::Null, 0).await["cursor"].clone();
    let started = Instant::now();
    let later = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        bench.server.typed("news");
    };
    let (news, ()) = tokio::join!(since(&bench, &cursor, 20_000), later);
    assert_eq!(news["lines"], json!(["news"]), "{news}");
    assert!(started.elapsed() < Duration::from_secs(10), "{news}");
}

#[apply(every_backend)]
async fn a_wait_for_news_that_do_not_come_is_no_error(#[case] on: Backend) {
    let bench = on.bench().await;
    bench.server.typed("before");
    finished(&bench, "before").await;
    let cursor = since(&bench, &Value::Null, 0).await["cursor"].clone();
    let started = Instant::now();
    let none = since(&bench, &cursor, 300).await;
    assert_eq!(
        (&none["lines"], &none["continuous"]),
        (&json!([]), &json!(true)),
        "{none}"
    );
    assert!(started.elapsed() >= Duration::from_millis(300), "{none}");
}

#[apply(every_backend)]
async fn a_wait_for_news_ends_with_the_pane(#[case] on: Backend) {
    let bench = on.bench().await;
    bench.window();
    bench.server.typed("before");
    finished(&bench, "before").await;
    let cursor = since(&bench, &Value::Null, 0).await["cursor"].clone();
    let kill = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        bench.server.does(&["kill-pane", "-t", "%0"]);
    };
    let arguments = json!({ "pane_id": "%0", "cursor": cursor, "wait_ms": 20_000 });
    let (error, ()) = tokio::join!(bench.refused("capture_since", arguments), kill);
    assert_eq!(error["kind"], "no_such_target", "{error}");
}

#[apply(every_backend)]
async fn equal_lines_are_counted_and_not_taken_for_one_another(#[case] on: Backend) {
    let bench = on.bench().await;
    prints(&bench, "same", 10);
    bench.server.typed("END");
    finished(&bench, "END").await;
    let mut cursor = since(&bench, &Value::Null, 0).await["cursor"].clone();
    for times in [1, 7, 30, 3] {
        prints(&bench, "same", times);
        // Another one each time: the last still stands there.
        let end = format!("END {times}.");
        bench.server.typed(&end);
        finished(&bench, &end).await;
        let answer = since(&bench, &cursor, 0).await;
        assert_eq!(answer["continuous"], true, "{answer}");
        let lines = strings(&answer["lines"]);
        assert_eq!(lines.len(), times + 1, "{answer}");
        assert!(
            lines[..times].iter().all(|line| *line == "same"),
            "{answer}"
        );
        cursor = answer["cursor"].clone();
    }
}

#[apply(every_backend)]
async fn a_pane_that_is_rewrapped_loses_and_repeats_nothing(#[case] on: Backend) {
    let bench = on.bench().await;
    let long = "0123456789".repeat(6);
    for number in 0..40 {
        bench.server.typed(&format!("{number} {long}"));
    }
    finished(&bench, &format!("39 {long}")).await;
    let mut cursor = since(&bench, &Value::Null, 0).await["cursor"].clone();
    for (place, width) in ["33", "120", "50"].into_iter().enumerate() {
        let resize = ["resize-window", "-t", "@0", "-x", width, "-y", "24"];
        bench.server.does(&resize);
        let line = format!("{place} after {long}");
        bench.server.typed(&line);
        finished(&bench, &line).await;
        let answer = since(&bench, &cursor, 0).await;
        assert_eq!(
            (&answer["lines"], &answer["continuous"]),
            (&json!([line]), &json!(true)),
            "{width}: {answer}"
        );
        cursor = answer["cursor"].clone();
    }
}

#[apply(every_backend)]
async fn what_a_trim_took_away_is_a_gap_that_is_declared(#[case] on: Backend) {
    let bench = on.shell(80, 50).await;
    bench.run("echo begin").await;
    let cursor = since(&bench, &Value::Null, 0).await["cursor"].clone();
    bench.run("seq 1 400").await;
    let answer = since(&bench, &cursor, 0).await;
    assert_eq!(answer["continuous"], false, "{answer}");
    assert!(answer["note"].is_string(), "{answer}");
    assert!(strings(&answer["lines"]).contains(&"400"), "{answer}");
}

#[apply(every_backend)]
async fn a_cursor_of_another_pane_or_process_proves_nothing(#[case] on: Backend) {
    let bench = on.bench().await;
    bench.server.typed("here");
    finished(&bench, "here").await;
    let cursor = since(&bench, &Value::Null, 0).await["cursor"].clone();
    let (pane, _) = bench.window();
    let arguments = json!({ "pane_id": pane, "cursor": cursor });
    let other = bench.call("capture_since", arguments).await;
    assert_eq!(other["continuous"], false, "{other}");
    bench
        .server
        .does(&["respawn-pane", "-k", "-t", "%0", "exec cat"]);
    let respawned = since(&bench, &cursor, 0).await;
    assert_eq!(respawned["continuous"], false, "{respawned}");
}
