//! A blocked wait blocks nothing else; a call that is called off leaves nothing behind.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::json;
use support::nest::Nest;
use support::process::{self, children, command_line, until};
use support::stdio::Client;

use super::{SOON, lines, on_server, soon, timed};

/// How long forty waits of three seconds take at most, on a machine that does ten other things: one after the other they
/// take two minutes.
const ALL_AT_ONCE: f64 = 12.0;

/// Waits for a text that never comes.
fn wait_for_nothing(client: &mut Client, pane: &str, seconds: f64) -> u64 {
    client.ask(
        "wait_for_text",
        json!({ "pane_id": pane, "patterns": ["never to be seen"], "timeout": seconds }),
    )
}

/// The tmux processes that wait for a channel under this process.
fn waiters(client: &Client) -> Vec<u32> {
    let mut all = children(client.pid());
    all.retain(|pid| {
        command_line(*pid).starts_with("tmux") || command_line(*pid).contains("/tmux")
    });
    all
}

/// Waits until a run has begun: its pane says so.
fn until_running(nest: &Nest, pane: &str) {
    nest.until_is(pane, "#{?#{@libtmux_mcp_runs},typed,}", "typed");
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f24_eight_waits_hold_up_neither_ping_nor_list_nor_keys_nor_runs() {
    let nest = Nest::with_server();
    let panes: Vec<String> = (0..8).map(|_| nest.pane(&["sleep", "600"])).collect();
    let free = nest.shell();
    let mut client = on_server(&nest);
    let waits: Vec<u64> = panes
        .iter()
        .map(|pane| wait_for_nothing(&mut client, pane, 20.0))
        .collect();
    soon("a ping", || client.ping());
    let listed = soon("list_panes", || client.call("list_panes", json!({})));
    assert_eq!(listed["panes"].as_array().unwrap().len(), 10);
    let interrupt = json!({ "pane_id": panes[0], "keys": ["C-c"] });
    soon("C-c", || client.call("send_keys", interrupt));
    let echo = json!({ "pane_id": free, "command": "echo hi" });
    let ran = soon("a run", || client.call("run_shell_command", echo));
    assert_eq!(lines(&ran, "output"), ["hi"]);
    // The interrupted pane is gone, and its wait says so: out of order, by its id.
    let died = client.answer_within(waits[0], SOON);
    assert_eq!(
        died["result"]["structuredContent"]["outcome"], "pane_died",
        "{died}"
    );
    let ninth = wait_for_nothing(&mut client, &free, 0.2);
    let timed_out = client.answer_within(ninth, SOON);
    let record = &timed_out["result"]["structuredContent"];
    assert_eq!(record["outcome"], "timed_out", "{timed_out}");
    for wait in &waits[1..] {
        assert_eq!(client.answer_or_none(*wait, Duration::ZERO), None);
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn forty_waits_of_three_seconds_end_together() {
    let nest = Nest::with_server();
    let panes: Vec<String> = (0..8).map(|_| nest.pane(&["cat"])).collect();
    let mut client = on_server(&nest);
    let (ids, took) = timed(|| {
        let mut ids = BTreeSet::new();
        for number in 0..40 {
            ids.insert(wait_for_nothing(&mut client, &panes[number % 8], 3.0));
        }
        for id in &ids {
            let answer = client.answer(*id);
            let record = &answer["result"]["structuredContent"];
            assert_eq!(record["outcome"], "timed_out", "{answer}");
            let elapsed = record["elapsed_seconds"].as_f64().unwrap();
            assert!((3.0..ALL_AT_ONCE).contains(&elapsed), "{elapsed}");
        }
        ids
    });
    assert_eq!(ids.len(), 40);
    assert!(took.as_secs_f64() < ALL_AT_ONCE, "{took:?}");
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_cancelled_run_frees_its_waiting_tmux_at_once_and_is_not_answered() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    let arguments = json!({ "pane_id": "%0", "command": "sleep 600", "timeout": 100 });
    let id = client.ask("run_shell_command", arguments);
    until_running(&nest, "%0");
    until("a tmux waits for the run", || !waiters(&client).is_empty());
    client.cancel(id);
    let asked = Instant::now();
    until("the waiting tmux is gone", || {
        children(client.pid()).is_empty()
    });
    assert!(asked.elapsed() < SOON, "{:?}", asked.elapsed());
    client.ping();
    assert_eq!(client.answer_or_none(id, Duration::from_millis(300)), None);
    assert!(nest.left_with("wait-for").is_empty());
    // The command itself was not called off: it still runs, and the pane is busy.
    let busy = client.refused(
        "run_shell_command",
        json!({ "pane_id": "%0", "command": "true" }),
    );
    assert_eq!(busy["kind"], "busy", "{busy}");
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_cancelled_wait_stops_looking_and_the_id_is_not_taken_twice() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    let ids: Vec<u64> = (0..5)
        .map(|_| wait_for_nothing(&mut client, "%0", 100.0))
        .collect();
    until("the waits look", || !children(client.pid()).is_empty());
    for id in &ids {
        client.cancel(*id);
    }
    // No look follows: nothing is started any more.
    until("nothing is looked at any more", || {
        process::holds_for(Duration::from_millis(300), || {
            children(client.pid()).is_empty()
        })
    });
    let again = json!({ "jsonrpc": "2.0", "id": ids[0], "method": "ping" });
    client.raw(again.to_string().as_bytes());
    let refused = client.next_message(SOON).expect("an answer");
    assert_eq!(refused["error"]["code"], -32600, "{refused}");
    for id in ids {
        assert_eq!(client.answer_or_none(id, Duration::ZERO), None);
    }
    client.ping();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn an_idle_program_uses_no_processor_time() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    client.call("list_panes", json!({}));
    let before = process::ticks(client.pid());
    assert!(process::holds_for(Duration::from_millis(700), || {
        children(client.pid()).is_empty()
    }));
    assert!(process::ticks(client.pid()) - before <= 1);
}
