//! Listings, searches, cursors and waits: what was seen is gone, or another, at the next look.

use std::sync::Arc;

use domain::{TmuxError, WatchEvent};
use rstest::rstest;
use serde_json::{Value, json};
use support::mock::{LIFE, MockTmux, MockWatch, NEXT_LIFE, text, world};
use support::tools::{call_in, strings};
use tokio::time::Instant;

use super::{answer, error, garbled, gone, over};

#[tokio::test(start_paused = true)]
async fn a_search_whose_server_vanishes_behind_the_listing_is_no_empty_answer() {
    let mut port = MockTmux::new();
    port.expect_observe().returning(|_| Ok(world(LIFE, "")));
    port.expect_capture().returning(|_, _| Err(gone()));
    let arguments = json!({ "pattern": "x" });
    let failed = error(
        port,
        "search_panes",
        arguments,
        "server_gone",
        "list_sessions",
    )
    .await;
    assert_eq!(failed["retryable"], false, "{failed}");
}

#[tokio::test(start_paused = true)]
async fn a_pane_that_vanishes_behind_the_listing_is_left_out_of_a_search() {
    let mut port = MockTmux::new();
    port.expect_observe().returning(|_| Ok(world(LIFE, "")));
    port.expect_capture()
        .returning(|pane, _| Err(TmuxError::NoSuchPane { pane }));
    let found = answer(port, "search_panes", json!({ "pattern": "x" })).await;
    assert_eq!(
        (&found["matches"], &found["panes_searched"]),
        (&json!([]), &json!(0)),
        "{found}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_listing_of_a_server_that_vanishes_sends_back_to_the_sessions() {
    let mut port = MockTmux::new();
    port.expect_observe().returning(|_| Err(gone()));
    error(
        port,
        "list_panes",
        json!({}),
        "server_gone",
        "list_sessions",
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_cursor_of_another_life_is_not_continuous_and_all_lines_are_told() {
    let rows = ["one", "two"];
    let mut port = MockTmux::new();
    port.expect_capture()
        .once()
        .returning(move |_, asked| Ok(text(LIFE, "", &rows, asked)));
    port.expect_capture()
        .returning(move |_, asked| Ok(text(NEXT_LIFE, "", &rows, asked)));
    let context = over(port);
    let read = async |cursor: Value| {
        let arguments = json!({ "pane_id": "%0", "cursor": cursor });
        call_in(&context, "capture_since", arguments).await.0
    };
    let first = read(Value::Null).await;
    let second = read(first["cursor"].clone()).await;
    assert_eq!(second["continuous"], false, "{second}");
    assert_eq!(strings(&second["lines"]), rows, "{second}");
    assert!(second["note"].is_string(), "{second}");
    // And the cursor of the second answer goes on in the second life.
    let third = read(second["cursor"].clone()).await;
    assert_eq!(
        (&third["continuous"], &third["lines"]),
        (&json!(true), &json!([])),
        "{third}"
    );
}

fn watched(next: impl Fn() -> Result<WatchEvent, TmuxError> + Send + Sync + 'static) -> MockTmux {
    let next = Arc::new(next);
    let mut port = MockTmux::new();
    port.expect_watch().returning(move |_| {
        let mut watch = MockWatch::new();
        let next = Arc::clone(&next);
        watch.expect_next().returning(move || next());
        Ok(Box::new(watch))
    });
    port
}

fn wait() -> Value {
    json!({ "pane_id": "%0", "patterns": ["NEVER"], "timeout": 20 })
}

#[tokio::test(start_paused = true)]
async fn a_wait_whose_watch_ends_with_the_server_answers_server_gone() {
    let mut port = watched(|| Err(gone()));
    port.expect_capture()
        .returning(|_, asked| Ok(text(LIFE, "", &["last words"], asked)));
    let waited = answer(port, "wait_for_text", wait()).await;
    assert_eq!(waited["outcome"], "server_gone", "{waited}");
    assert_eq!(waited["elapsed_seconds"], 0.0, "{waited}");
}

#[tokio::test(start_paused = true)]
async fn a_wait_whose_pane_is_another_process_at_the_next_look_says_so() {
    let mut port = watched(|| Ok(WatchEvent::Changed));
    port.expect_capture()
        .once()
        .returning(|_, asked| Ok(text(LIFE, "", &["$ "], asked)));
    port.expect_capture().returning(|_, asked| {
        let mut capture = text(LIFE, "", &["NEVER"], asked);
        capture.pid += 1;
        Ok(capture)
    });
    let waited = answer(port, "wait_for_text", wait()).await;
    assert_eq!(waited["outcome"], "pane_died", "{waited}");
    assert!(
        waited["note"].as_str().unwrap().contains("respawned"),
        "{waited}"
    );
}

/// A wait of 20 s with either tool.
fn wait_with(tool: &str) -> Value {
    match tool {
        "capture_since" => json!({ "pane_id": "%0", "wait_ms": 20_000 }),
        _ => wait(),
    }
}

/// A pane that shows nothing at so many looks.
fn idle_for(port: &mut MockTmux, looks: usize) {
    port.expect_capture()
        .times(looks)
        .returning(|_, asked| Ok(text(LIFE, "", &[], asked)));
}

#[rstest]
#[case::wait_for_text("wait_for_text", 1)]
#[case::capture_since("capture_since", 2)]
#[tokio::test(start_paused = true)]
async fn a_wait_whose_looks_fail_for_a_moment_goes_on(#[case] tool: &str, #[case] first: usize) {
    let mut port = watched(|| Ok(WatchEvent::Changed));
    idle_for(&mut port, first);
    port.expect_capture()
        .times(20)
        .returning(|_, _| Err(garbled()));
    port.expect_capture()
        .returning(|_, asked| Ok(text(LIFE, "", &["NEVER"], asked)));
    let context = over(port);
    let (waited, is_error) = call_in(&context, tool, wait_with(tool)).await;
    assert!(!is_error, "{waited}");
    if tool == "wait_for_text" {
        assert_eq!(waited["outcome"], "matched", "{waited}");
    } else {
        assert_eq!(strings(&waited["lines"]), ["NEVER"], "{waited}");
    }
}

#[rstest]
#[case::wait_for_text("wait_for_text", 1)]
#[case::capture_since("capture_since", 2)]
#[tokio::test(start_paused = true)]
async fn a_wait_whose_looks_fail_to_its_deadline_is_an_error_that_may_be_repeated(
    #[case] tool: &str,
    #[case] first: usize,
) {
    let mut port = watched(|| Ok(WatchEvent::Changed));
    idle_for(&mut port, first);
    port.expect_capture().returning(|_, _| Err(garbled()));
    let began = Instant::now();
    let failed = error(port, tool, wait_with(tool), "tmux", "get_server_info").await;
    assert_eq!(failed["retryable"], true, "{failed}");
    assert!(began.elapsed().as_secs() >= 19, "{:?}", began.elapsed());
}
