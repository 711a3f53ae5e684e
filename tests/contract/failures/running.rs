//! Runs and input: the pane, the server or the reply changes between typing and reading.

use std::sync::{Arc, Mutex};

use domain::port::Typed;
use domain::{ServerIdentity, TmuxError};
use rstest::rstest;
use serde_json::{Value, json};
use support::mock::{LIFE, MockTmux, NEXT_LIFE, text, world};
use tokio::time::Instant;

use super::{answer, error, garbled, gone, unresponsive};

/// What was typed, for the script to go on from.
#[derive(Debug, Clone, Default)]
struct Script(Arc<Mutex<Option<Typed>>>);

impl Script {
    /// A port whose pane is ready, and that takes a typed command once.
    fn typing(&self) -> MockTmux {
        let mut port = MockTmux::new();
        port.expect_view()
            .returning(|_, asked| Ok((world(LIFE, ""), text(LIFE, "", &["$ "], asked))));
        let typed = Arc::clone(&self.0);
        port.expect_type_keys().once().returning(move |keys| {
            *typed.lock().unwrap() = Some(keys.clone());
            Ok(())
        });
        port
    }

    /// The pane's run words while the run goes on.
    fn running(&self) -> String {
        let typed = self.0.lock().unwrap();
        typed
            .as_ref()
            .unwrap()
            .handover
            .as_ref()
            .unwrap()
            .runs
            .clone()
    }

    fn nonce(&self) -> String {
        let typed = self.0.lock().unwrap();
        typed
            .as_ref()
            .unwrap()
            .handover
            .as_ref()
            .unwrap()
            .nonce
            .to_string()
    }

    /// The pane's run words once it has ended so.
    fn ended(&self, status: u8) -> String {
        format!("{} {}:{status}", self.running(), self.nonce())
    }

    /// Rows of a pane in which the run has ended with this output.
    fn rows(&self, output: &str, status: u8) -> Vec<String> {
        let nonce = self.nonce();
        let [start, end] = [format!("{nonce}:s"), format!("{nonce}:e:{status}")];
        ["$ the line", "", &start, output, "", &end]
            .map(str::to_owned)
            .to_vec()
    }
}

fn run(timeout: u32) -> Value {
    json!({ "pane_id": "%0", "command": "echo hi; exit 3", "timeout": timeout })
}

#[tokio::test(start_paused = true)]
async fn a_run_whose_output_cannot_be_read_once_is_read_again() {
    let script = Script::default();
    let mut port = script.typing();
    port.expect_await_signal().returning(|_| Ok(()));
    port.expect_capture()
        .once()
        .returning(|_, _| Err(garbled()));
    let at = script.clone();
    port.expect_capture().returning(move |_, asked| {
        let rows = at.rows("hi", 3);
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        Ok(text(LIFE, &at.ended(3), &rows, asked))
    });
    let at = script.clone();
    port.expect_observe()
        .returning(move |_| Ok(world(LIFE, &at.ended(3))));
    let ran = answer(port, "run_shell_command", run(10)).await;
    support::pane::ended(&ran, 3, &["hi"]);
}

#[tokio::test(start_paused = true)]
async fn a_run_whose_output_can_never_be_read_gives_its_status_and_says_what_is_missing() {
    let script = Script::default();
    let mut port = script.typing();
    port.expect_await_signal().returning(|_| Ok(()));
    port.expect_capture().returning(|_, _| Err(garbled()));
    let at = script.clone();
    port.expect_observe()
        .returning(move |_| Ok(world(LIFE, &at.ended(3))));
    let ran = answer(port, "run_shell_command", run(10)).await;
    assert_eq!(
        (&ran["outcome"], &ran["exit_status"], &ran["framed"]),
        (&json!("completed"), &json!(3), &json!(false)),
        "{ran}"
    );
    assert!(
        ran["note"].as_str().unwrap().contains("out of reach"),
        "{ran}"
    );
}

#[rstest]
#[case::by_another(Some(NEXT_LIFE))]
#[case::by_none(None)]
#[tokio::test(start_paused = true)]
async fn a_run_whose_server_is_replaced_before_the_wait_is_lost_with_it(
    #[case] next: Option<ServerIdentity>,
) {
    let script = Script::default();
    let mut port = script.typing();
    // The signal comes from the server's end: tmux reports success then.
    port.expect_await_signal().returning(|_| Err(gone()));
    port.expect_observe().returning(move |_| match next {
        Some(life) => Ok(world(life, "")),
        None => Err(TmuxError::NoServer {
            socket: "/tmp/s".to_owned(),
        }),
    });
    let ran = answer(port, "run_shell_command", run(10)).await;
    assert_eq!(ran["outcome"], "server_gone", "{ran}");
    assert_eq!(ran["exit_status"], Value::Null, "{ran}");
    assert!(
        ran["resume"].is_null(),
        "there is nothing to go on with: {ran}"
    );
    assert_eq!(
        ran["output"],
        json!([]),
        "of another server's pane nothing is told: {ran}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_run_on_a_server_that_stops_answering_waits_on_and_then_says_so() {
    let script = Script::default();
    let mut port = script.typing();
    port.expect_await_signal()
        .returning(|_| Err(unresponsive(false)));
    port.expect_observe()
        .returning(|_| Err(unresponsive(false)));
    let began = Instant::now();
    let failed = error(
        port,
        "run_shell_command",
        run(10),
        "unresponsive",
        "resume: \"ltxr1.0.",
    )
    .await;
    let recovery = failed["recovery"].as_str().unwrap();
    assert!(recovery.contains(&script.nonce()), "{failed}");
    assert_eq!(
        failed["retryable"], false,
        "the command would run twice: {failed}"
    );
    assert!(began.elapsed().as_secs() >= 10, "it was waited for");
}

#[tokio::test(start_paused = true)]
async fn what_changed_between_the_look_and_the_keys_is_looked_at_again_and_typed_once() {
    let mut port = MockTmux::new();
    port.expect_view()
        .times(2)
        .returning(|_, asked| Ok((world(LIFE, ""), text(LIFE, "", &["$ "], asked))));
    let pane = support::tmux::FIRST;
    port.expect_type_keys()
        .once()
        .returning(move |_| Err(TmuxError::Stale { pane }));
    port.expect_type_keys().once().returning(|_| Ok(()));
    let sent = answer(port, "send_keys", json!({ "pane_id": "%0", "text": "x" })).await;
    assert_eq!(sent["pane_ids"], json!(["%0"]), "{sent}");
}

#[rstest]
#[case::keys("send_keys", json!({ "pane_id": "%0", "text": "x" }))]
#[case::paste("paste_text", json!({ "pane_id": "%0", "text": "x" }))]
#[case::a_run("run_shell_command", json!({ "pane_id": "%0", "command": "x" }))]
#[tokio::test(start_paused = true)]
async fn a_pane_that_changes_each_time_is_busy_and_nothing_was_sent(
    #[case] tool: &str,
    #[case] arguments: Value,
) {
    let mut port = MockTmux::new();
    port.expect_view()
        .returning(|_, asked| Ok((world(LIFE, ""), text(LIFE, "", &["$ "], asked))));
    let pane = support::tmux::FIRST;
    port.expect_type_keys()
        .returning(move |_| Err(TmuxError::Stale { pane }));
    port.expect_paste()
        .returning(move |_| Err(TmuxError::Stale { pane }));
    let failed = error(port, tool, arguments, "busy", "get_pane_info").await;
    assert_eq!(failed["retryable"], true, "{failed}");
    assert!(
        failed["message"]
            .as_str()
            .unwrap()
            .contains("nothing was sent"),
        "{failed}"
    );
}
