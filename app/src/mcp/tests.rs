//! A client in memory against the server: handshake, calls, bad input, cancellation, progress, the end.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf, split,
};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::lines::LINE_BYTES_MAX;
use super::server::{INSTRUCTIONS, Server};
use super::{Ready, serve};
use crate::catalog::Catalog;
use crate::context::Context;
use crate::testing::{Still, topology};

struct Client {
    read: BufReader<ReadHalf<DuplexStream>>,
    write: WriteHalf<DuplexStream>,
    done: JoinHandle<()>,
    gone: CancellationToken,
}

impl Client {
    fn start(ready: Ready) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (read, write) = split(theirs);
        let gone = CancellationToken::new();
        let server = Server::new(Arc::new(Catalog::new()), ready, gone.clone());
        let done = tokio::spawn(serve(server, read, write, gone.clone()));
        let (read, write) = split(ours);
        Self {
            read: BufReader::new(read),
            write,
            done,
            gone,
        }
    }

    /// A client past its handshake.
    async fn opened(port: Still) -> Self {
        let context = Context::new(Arc::new(port));
        let mut client = Self::start(Ready::now(Arc::new(context)));
        client.open().await;
        client
    }

    async fn open(&mut self) -> Value {
        self.send(json!({ "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" },
        } }))
        .await;
        let answer = self.receive().await;
        self.send(json!({ "method": "notifications/initialized" }))
            .await;
        answer
    }

    async fn raw(&mut self, line: &[u8]) {
        self.write.write_all(line).await.unwrap();
        self.write.write_all(b"\n").await.unwrap();
    }

    async fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = json!("2.0");
        self.raw(message.to_string().as_bytes()).await;
    }

    async fn call(&mut self, id: u32, tool: &str, arguments: Value) {
        let params = json!({ "name": tool, "arguments": arguments });
        self.send(json!({ "id": id, "method": "tools/call", "params": params }))
            .await;
    }

    async fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.read.read_line(&mut line).await.unwrap();
        serde_json::from_str(&line).unwrap()
    }

    async fn ping(&mut self, id: u32) {
        self.send(json!({ "id": id, "method": "ping" })).await;
        assert_eq!(self.receive().await["id"], id);
    }
}

fn still() -> Still {
    Still::new(topology(&[1]))
}

/// A port whose every look waits until the gate lets it through.
fn gated() -> (Still, Arc<Semaphore>) {
    let gate = Arc::new(Semaphore::new(0));
    let mut port = still();
    port.gate = Some(Arc::clone(&gate));
    (port, gate)
}

#[tokio::test]
async fn the_handshake_does_not_wait_for_tmux_and_the_list_does() {
    let (sender, ready): (watch::Sender<Option<Arc<Context>>>, Ready) = Ready::pending();
    let mut client = Client::start(ready);
    let answer = client.open().await;
    assert_eq!(answer["result"]["instructions"], INSTRUCTIONS);
    assert_eq!(
        answer["result"]["capabilities"],
        json!({ "tools": {}, "resources": {} })
    );
    client
        .send(json!({ "id": 1, "method": "tools/list" }))
        .await;
    client.ping(2).await;
    sender.send_replace(Some(Arc::new(Context::new(Arc::new(still())))));
    let answer = client.receive().await;
    assert_eq!(answer["id"], 1);
    let tools = answer["result"]["tools"].as_array().unwrap();
    assert!(tools.iter().any(|tool| tool["name"] == "list_panes"));
}

#[tokio::test]
async fn an_answer_is_structured_and_the_same_as_text() {
    let mut client = Client::opened(still()).await;
    client.call(1, "list_panes", json!({})).await;
    let result = client.receive().await["result"].clone();
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, result["structuredContent"]);
    assert_eq!(result.get("isError"), None);
    client
        .call(2, "get_pane_info", json!({ "pane_id": "%9" }))
        .await;
    let result = client.receive().await["result"].clone();
    assert_eq!(
        (&result["isError"], &result["structuredContent"]["kind"]),
        (&json!(true), &json!("no_such_target"))
    );
    client
        .send(json!({ "id": 3, "method": "tools/call", "params": { "name": "list_sessions" } }))
        .await;
    assert_eq!(
        client.receive().await["result"]["structuredContent"]["sessions"][0]["name"],
        "work"
    );
}

#[tokio::test]
async fn unknown_and_hidden_tools_are_protocol_errors_that_say_what_to_do() {
    let mut context = Context::new(Arc::new(still()));
    let choice = domain::policy::Choice {
        exclude: vec!["list_panes".to_owned()],
        ..Default::default()
    };
    context.policy = domain::ToolPolicy::new(&choice, domain::Provenance::Operator);
    let mut client = Client::start(Ready::now(Arc::new(context)));
    client.open().await;
    for (tool, words) in [
        ("list_sesions", "list_sessions"),
        ("list_panes", "LIBTMUX_EXCLUDE_TOOLS"),
    ] {
        client.call(1, tool, json!({})).await;
        let error = client.receive().await["error"].clone();
        assert_eq!(error["code"], -32602);
        assert!(
            error["message"].as_str().unwrap().contains(words),
            "{error}"
        );
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_answered_and_the_next_line_is_read() {
    let mut client = Client::start(Ready::now(Arc::new(Context::new(Arc::new(still())))));
    // Before the handshake: this would end rmcp's own server.
    client
        .send(json!({ "method": "notifications/initialized" }))
        .await;
    client.raw(b"garbage \xff").await;
    assert_eq!(client.receive().await["error"]["code"], -32700);
    client.open().await;
    let long = vec![b'x'; LINE_BYTES_MAX + 10];
    for (line, code, id) in [
        (&b"{\"jsonrpc\":"[..], -32700, Value::Null),
        (b"[]", -32600, Value::Null),
        (b"{\"id\":7,\"method\":\"ping\"}", -32600, json!(7)),
        (&long, -32600, Value::Null),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"tools/call\",\"params\":{}}",
            -32602,
            json!(8),
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"no/such\"}",
            -32601,
            json!(9),
        ),
    ] {
        client.raw(line).await;
        let answer = client.receive().await;
        let shown = String::from_utf8_lossy(&line[..line.len().min(60)]);
        assert_eq!(answer["error"]["code"], code, "{shown}");
        assert_eq!(answer["id"], id, "{shown}");
    }
    client.raw(b"").await;
    client
        .send(json!({ "method": "notifications/no-such" }))
        .await;
    client.ping(10).await;
}

#[tokio::test]
async fn a_cancelled_call_is_dropped_and_its_id_stays_used() {
    let (port, gate) = gated();
    let mut client = Client::opened(port).await;
    client.call(1, "list_panes", json!({})).await;
    client.call(1, "list_panes", json!({})).await;
    assert_eq!(client.receive().await["error"]["code"], -32600);
    client
        .send(json!({ "method": "notifications/cancelled", "params": { "requestId": 1 } }))
        .await;
    client.ping(2).await;
    gate.add_permits(1);
    client.call(3, "list_panes", json!({})).await;
    // The permit was not taken by the dropped call.
    assert_eq!(client.receive().await["id"], 3);
    client.call(1, "list_panes", json!({})).await;
    assert_eq!(client.receive().await["error"]["code"], -32600);
}

#[tokio::test]
async fn a_panic_is_an_answer_and_the_server_lives_on() {
    let (port, gate) = gated();
    gate.close();
    let mut client = Client::opened(port).await;
    client.call(1, "list_panes", json!({})).await;
    let answer = client.receive().await;
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&json!(1), &json!(-32603))
    );
    client.ping(2).await;
}

#[tokio::test(start_paused = true)]
async fn a_long_call_shows_progress_only_where_it_was_asked_for() {
    let (port, gate) = gated();
    let mut client = Client::opened(port).await;
    client.call(1, "list_panes", json!({})).await;
    let params = json!({ "name": "list_panes", "_meta": { "progressToken": "t" } });
    client
        .send(json!({ "id": 2, "method": "tools/call", "params": params }))
        .await;
    let mut last = (0.0, Instant::now());
    for _ in 0..5 {
        let sign = client.receive().await;
        assert_eq!(sign["method"], "notifications/progress");
        assert_eq!(sign["params"]["progressToken"], "t");
        let progress = sign["params"]["progress"].as_f64().unwrap();
        assert!(progress > last.0 && last.1.elapsed() <= Duration::from_secs(10));
        last = (progress, Instant::now());
    }
    gate.add_permits(2);
    let ids = [
        client.receive().await["id"].clone(),
        client.receive().await["id"].clone(),
    ];
    assert!(
        ids.contains(&json!(1)) && ids.contains(&json!(2)),
        "{ids:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn at_the_end_of_input_quick_calls_finish_and_the_rest_is_called_off() {
    let (port, gate) = gated();
    let mut client = Client::opened(port).await;
    client.call(1, "list_panes", json!({})).await;
    client.call(2, "list_panes", json!({})).await;
    client.write.shutdown().await.unwrap();
    let started = Instant::now();
    tokio::time::sleep(Duration::from_millis(300)).await;
    gate.add_permits(1);
    assert_eq!(client.receive().await["id"], 1);
    assert!(started.elapsed() < Duration::from_millis(500));
    client.done.await.unwrap();
    assert!(started.elapsed() < Duration::from_millis(1_800));
}

#[tokio::test]
async fn a_client_that_cannot_be_written_to_ends_the_session() {
    let client = Client::opened(still()).await;
    drop((client.read, client.write));
    client.done.await.unwrap();
    assert!(client.gone.is_cancelled());
}

#[test]
fn the_instructions_fit_every_client() {
    assert!(INSTRUCTIONS.len() <= 1_200, "{}", INSTRUCTIONS.len());
}
