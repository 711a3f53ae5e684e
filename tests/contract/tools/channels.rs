//! `wait_for_channel` and `signal_channel`: no signal is lost, and none is made up.

use std::time::Duration;

use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::tools::{Bench, said};

use crate::every_backend;

async fn wait(bench: &Bench, channel: &str, timeout: f64) -> Value {
    let arguments = json!({ "channel": channel, "timeout": timeout });
    bench.call("wait_for_channel", arguments).await
}

async fn signal(bench: &Bench, channel: &str) {
    let answer = bench
        .call("signal_channel", json!({ "channel": channel }))
        .await;
    assert_eq!(answer, json!({ "channel": channel }));
}

#[apply(every_backend)]
async fn a_signal_before_the_wait_counts_once(#[case] on: Backend) {
    let bench = on.bench().await;
    signal(&bench, "done").await;
    let answer = wait(&bench, "done", 0.0).await;
    assert_eq!(
        (&answer["outcome"], &answer["effective_timeout"]),
        (&json!("signalled"), &json!(0.0)),
        "{answer}"
    );
    let answer = wait(&bench, "done", 0.0).await;
    assert_eq!(answer["outcome"], "timed_out", "{answer}");
}

#[apply(every_backend)]
async fn a_signal_by_anybody_ends_the_wait(#[case] on: Backend) {
    let bench = on.bench().await;
    let other = async {
        tokio::task::yield_now().await;
        bench.server.says(&["wait-for", "-S", "build-1"]);
    };
    let (answer, ()) = tokio::join!(wait(&bench, "build-1", 20.0), other);
    assert_eq!(
        (&answer["outcome"], &answer["effective_timeout"]),
        (&json!("signalled"), &json!(20.0)),
        "{answer}"
    );
    assert!(
        answer["elapsed_seconds"].as_f64().unwrap() < 19.0,
        "{answer}"
    );
}

#[apply(every_backend)]
async fn a_signal_after_a_wait_that_timed_out_is_kept_for_the_next(#[case] on: Backend) {
    let bench = on.bench().await;
    let answer = wait(&bench, "late", 0.3).await;
    assert_eq!(answer["outcome"], "timed_out", "{answer}");
    assert!(
        answer["note"].as_str().unwrap().contains("kept"),
        "{answer}"
    );
    signal(&bench, "late").await;
    assert_eq!(wait(&bench, "late", 10.0).await["outcome"], "signalled");
    assert_eq!(wait(&bench, "late", 0.0).await["outcome"], "timed_out");
    // The one that still waits is taken over, and no second process waits beside it.
    let over = async {
        tokio::task::yield_now().await;
        signal(&bench, "late").await;
    };
    let (answer, ()) = tokio::join!(wait(&bench, "late", 20.0), over);
    assert_eq!(answer["outcome"], "signalled", "{answer}");
}

#[apply(every_backend)]
async fn a_wait_that_was_cancelled_loses_no_signal(#[case] on: Backend) {
    let bench = on.bench().await;
    let waiting = wait(&bench, "c", 60.0);
    let cancelled = tokio::time::timeout(Duration::from_millis(400), waiting).await;
    assert!(cancelled.is_err());
    signal(&bench, "c").await;
    let answer = wait(&bench, "c", 10.0).await;
    assert_eq!(answer["outcome"], "signalled", "{answer}");
}

#[apply(every_backend)]
async fn one_signal_ends_all_waits_on_its_channel_and_no_other(#[case] on: Backend) {
    let bench = on.bench().await;
    let other = async {
        // A signal counts for those who wait by then: a process has to come up first.
        tokio::time::sleep(bench.server.patience(Duration::from_millis(300))).await;
        signal(&bench, "a").await;
    };
    let (one, two, three, ()) = tokio::join!(
        wait(&bench, "a", 20.0),
        wait(&bench, "a", 20.0),
        wait(&bench, "a.b", 1.0),
        other
    );
    assert_eq!(one["outcome"], "signalled", "{one}");
    assert_eq!(two["outcome"], "signalled", "{two}");
    assert_eq!(three["outcome"], "timed_out", "{three}");
}

#[apply(every_backend)]
async fn the_end_of_the_server_is_no_signal(#[case] on: Backend) {
    for end in ["kill-server", "kill-pane"] {
        let bench = on.bench().await;
        let ending = async {
            let begun = bench.server.patience(Duration::from_millis(300));
            tokio::time::timeout(begun, std::future::pending::<()>())
                .await
                .unwrap_err();
            bench.server.says(&[end]);
        };
        let (answer, ()) = tokio::join!(wait(&bench, "x", 20.0), ending);
        assert_eq!(answer["outcome"], "server_gone", "{end}: {answer}");
    }
}

#[apply(every_backend)]
async fn what_waited_on_an_ended_server_does_not_answer_for_the_next(#[case] on: Backend) {
    let bench = Bench::over(on.running("cat", 80, 24));
    assert_eq!(wait(&bench, "x", 0.0).await["outcome"], "timed_out");
    let pid = bench.server.pid();
    bench.server.says(&["wait-for", "-S", "x"]);
    bench.server.says(&["kill-server"]);
    support::process::until("the server has ended", || !bench.server.process_runs(pid));
    let error = bench
        .refused("wait_for_channel", json!({ "channel": "x" }))
        .await;
    assert_eq!(said(&error).0, "no_server", "{error}");
    bench.server.start("cat", 80, 24);
    assert_eq!(wait(&bench, "x", 0.0).await["outcome"], "timed_out");
    signal(&bench, "x").await;
    assert_eq!(wait(&bench, "x", 10.0).await["outcome"], "signalled");
}

#[apply(every_backend)]
async fn a_channel_has_a_plain_name(#[case] on: Backend) {
    let bench = on.bench().await;
    let long = "x".repeat(129);
    for name in ["", "a b", ";x", "#{pid}", "\u{e4}", "a\n", &long] {
        for tool in ["wait_for_channel", "signal_channel"] {
            let error = bench.refused(tool, json!({ "channel": name })).await;
            assert_eq!(said(&error).0, "invalid_argument", "{name:?}: {error}");
        }
    }
}

#[apply(every_backend)]
async fn a_channel_that_begins_with_a_dash_is_a_name_and_no_flag(#[case] on: Backend) {
    let bench = Bench::over(on.quiet().await);
    for channel in ["-x", "-S", "--"] {
        bench
            .call("signal_channel", json!({ "channel": channel }))
            .await;
        let arguments = json!({ "channel": channel, "timeout": 10 });
        let answer = bench.call("wait_for_channel", arguments).await;
        assert_eq!(answer["outcome"], "signalled", "{channel}: {answer}");
    }
}
