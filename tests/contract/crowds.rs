//! As many waits at once as are allowed: 64 processes. Not a case for a container: an engine stalls over so many
//! `docker exec` at once (seen on 20.10), and what is counted is counted on this side of the connection.

use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::tools::{Bench, said};

use crate::every_backend;

async fn wait(bench: &Bench, channel: &str, timeout: f64) -> Value {
    let arguments = json!({ "channel": channel, "timeout": timeout });
    bench.call("wait_for_channel", arguments).await
}

#[apply(every_backend)]
async fn beyond_64_channels_a_wait_is_refused_and_none_is_given_up(#[case] on: Backend) {
    let bench = on.bench().await;
    let names: Vec<String> = (0..64).map(|number| format!("c{number}")).collect();
    let waits = names.iter().map(|name| wait(&bench, name, 0.0));
    let answers = futures::future::join_all(waits).await;
    assert!(
        answers
            .iter()
            .all(|answer| answer["outcome"] == "timed_out")
    );
    let error = bench
        .refused("wait_for_channel", json!({ "channel": "one-more" }))
        .await;
    assert_eq!(said(&error).0, "busy", "{error}");
    bench
        .call("signal_channel", json!({ "channel": "c0" }))
        .await;
    assert_eq!(wait(&bench, "c0", 10.0).await["outcome"], "signalled");
    assert_eq!(wait(&bench, "one-more", 0.0).await["outcome"], "timed_out");
}
