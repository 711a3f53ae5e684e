//! Endings whose effect is not known, or whose server is another by now.

use domain::Change;
use rstest::rstest;
use serde_json::{Value, json};
use support::mock::{LIFE, MockTmux, world};

use super::{error, gone, unresponsive};

#[rstest]
#[case::a_pane("kill_pane", json!({ "pane_id": "%0" }))]
#[case::a_window("kill_window", json!({ "window_id": "@0" }))]
#[case::a_session("kill_session", json!({ "session": "main" }))]
#[tokio::test(start_paused = true)]
async fn an_ending_without_an_answer_is_to_be_looked_at_before_it_is_repeated(
    #[case] tool: &str,
    #[case] arguments: Value,
) {
    let mut port = MockTmux::new();
    port.expect_observe().returning(|_| Ok(world(LIFE, "")));
    port.expect_change()
        .once()
        .returning(|_| Err(unresponsive(true)));
    let failed = error(
        port,
        tool,
        arguments,
        "unresponsive",
        "Look before you repeat it",
    )
    .await;
    let message = failed["message"].as_str().unwrap();
    assert!(
        message.contains("whether it took effect is unknown"),
        "{failed}"
    );
}

#[tokio::test(start_paused = true)]
async fn an_ending_in_another_life_than_was_seen_ends_nothing() {
    let mut port = MockTmux::new();
    port.expect_observe().returning(|_| Ok(world(LIFE, "")));
    // The change names the life that was seen; the adapter compares.
    port.expect_change()
        .withf(|change| matches!(change, Change::KillPane { identity: LIFE, .. }))
        .once()
        .returning(|_| Err(gone()));
    let arguments = json!({ "pane_id": "%0" });
    let failed = error(port, "kill_pane", arguments, "server_gone", "list_sessions").await;
    assert_eq!(failed["retryable"], false, "{failed}");
}
