//! A tmux behind a command whose connection fails now and then.

use std::path::Path;

use serde_json::json;
use support::nest::Nest;

use super::{ALL, serve};

/// A connection that is lost as many times as `cuts` has lines, and stands otherwise.
const FLAKY: &str = r#"#!/bin/sh
if [ -s "$0.cuts" ]; then
  sed -i 1d "$0.cuts"
  echo "connection lost" >&2
  exit 255
fi
exec "$@"
"#;

fn lose(way: &Path, times: usize) {
    std::fs::write(way.with_extension("cuts"), "cut\n".repeat(times)).unwrap();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_look_survives_a_lost_connection_and_a_change_is_never_made_twice() {
    let nest = Nest::with_server();
    let way = nest.path("way");
    std::fs::write(&way, FLAKY).unwrap();
    let via = format!("sh {}", way.display());
    let socket = nest.socket();
    let words = [
        "--via",
        &via,
        "--socket",
        &socket,
        "--backend",
        "subprocess",
        "--toolsets",
        ALL,
    ];
    let mut client = serve(&nest, &words);
    client.call("list_panes", json!({}));

    lose(&way, 1);
    client.call("list_panes", json!({}));
    lose(&way, 2);
    let told = client.refused("list_panes", json!({}));
    assert_eq!(told["kind"], "server_gone", "{told}");
    assert_eq!(told["retryable"], true, "{told}");
    let words = told["message"].as_str().unwrap();
    assert!(words.contains("connection lost"), "{told}");

    // Two signals would cancel each other out: nobody knows whether the first one came.
    lose(&way, 1);
    let told = client.refused("signal_channel", json!({ "channel": "c" }));
    assert_eq!(told["kind"], "server_gone", "{told}");
    client.call("signal_channel", json!({ "channel": "c" }));
    client.leave();
}
