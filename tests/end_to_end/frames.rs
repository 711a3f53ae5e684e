//! What is no proper request: at most one JSON-RPC error each, and the next request is served.

use std::time::Duration;

use serde_json::{Value, json};
use support::nest::Nest;
use support::process::PATIENCE;
use support::stdio::{self, Client};

use super::{PROGRAM, SOON, on_server};

/// A line that is answered by exactly this error code and id.
fn check(client: &mut Client, line: &[u8], code: i64, id: &Value) {
    let shown = String::from_utf8_lossy(&line[..line.len().min(80)]).into_owned();
    client.raw(line);
    let answer = client.next_message(PATIENCE);
    let answer = answer.unwrap_or_else(|| panic!("no answer to {shown}"));
    assert_eq!(answer["error"]["code"], code, "{shown}: {answer}");
    assert_eq!(
        answer.get("id").unwrap_or(&Value::Null),
        id,
        "{shown}: {answer}"
    );
    client.ping();
}

/// A line that is not answered at all.
fn ignored(client: &mut Client, line: &[u8]) {
    client.raw(line);
    client.ping();
    assert_eq!(client.next_message(Duration::from_millis(50)), None);
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f58_lines_that_are_no_json_get_one_parse_error_each() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    for line in [
        &b"garbage"[..],
        b"{\"jsonrpc\": \"2.0\", \"id\": 77, \"method\": \"pi",
        b"{\"jsonrpc\":\"2.0\",\"id\":78,\"method\":\"\xff\xfe\"}",
        b"\x00\x01\x02",
        b"{} {}",
    ] {
        check(&mut client, line, -32700, &Value::Null);
    }
    let deep = [b"[".repeat(100_000), b"]".repeat(100_000)].concat();
    check(&mut client, &deep, -32700, &Value::Null);
    client.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f58_a_line_of_five_megabytes_gets_one_error_and_no_memory() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    client.ping();
    check(&mut client, &vec![b'x'; 5 << 20], -32600, &Value::Null);
    let request = json!({ "jsonrpc": "2.0", "id": 900, "method": "tools/call",
        "params": { "name": "paste_text", "arguments": { "pane_id": "%0", "text": "y".repeat(5 << 20) } } });
    check(
        &mut client,
        request.to_string().as_bytes(),
        -32600,
        &Value::Null,
    );
    // One below the cap is a request like any other, and too much for its tool.
    let text = "z".repeat(3 << 20);
    let refused = client.refused("paste_text", json!({ "pane_id": "%0", "text": text }));
    assert_eq!(refused["kind"], "too_large");
    assert!(refused.to_string().len() < 1_000);
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn json_that_is_no_request_gets_one_error_with_its_id_where_it_has_one() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    let id = json!(50);
    for (line, code, id) in [
        ("[]", -32600, &Value::Null),
        (
            r#"[{"jsonrpc":"2.0","id":51,"method":"ping"},{"jsonrpc":"2.0","id":52,"method":"ping"}]"#,
            -32600,
            &Value::Null,
        ),
        ("42", -32600, &Value::Null),
        ("\"text\"", -32600, &Value::Null),
        ("null", -32600, &Value::Null),
        ("{}", -32600, &Value::Null),
        (r#"{"id":50,"method":"ping"}"#, -32600, &id),
        (r#"{"jsonrpc":"1.0","id":50,"method":"ping"}"#, -32600, &id),
        (r#"{"jsonrpc":"2.0","id":50}"#, -32600, &id),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            -32600,
            &Value::Null,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            -32600,
            &Value::Null,
        ),
        (
            r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#,
            -32600,
            &Value::Null,
        ),
        (
            r#"{"jsonrpc":"2.0","id":50,"method":"no/such"}"#,
            -32601,
            &id,
        ),
    ] {
        check(&mut client, line.as_bytes(), code, id);
    }
    client.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_call_without_its_parts_is_invalid_params() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    for (number, params) in [
        "",
        r#","params":{}"#,
        r#","params":[]"#,
        r#","params":{"name":7}"#,
        r#","params":{"name":"list_panes","arguments":[]}"#,
        r#","params":{"name":"list_panes","arguments":"x"}"#,
        r#","params":{"arguments":{}}"#,
    ]
    .iter()
    .enumerate()
    {
        let id = 500 + number;
        let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call"{params}}}"#);
        client.raw(line.as_bytes());
        let answer = client.next_message(PATIENCE).expect("an answer");
        assert_eq!(answer["id"], id, "{line}: {answer}");
        let code = answer["error"]["code"].as_i64();
        assert!(matches!(code, Some(-32602 | -32600)), "{line}: {answer}");
    }
    client.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn blank_lines_answers_and_unknown_notifications_are_passed_over() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    for line in [
        "",
        "   \t ",
        "\r",
        r#"{"jsonrpc":"2.0","method":"notifications/no-such"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4711}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":7}"#,
        r#"{"jsonrpc":"2.0","id":4711,"result":{}}"#,
    ] {
        ignored(&mut client, line.as_bytes());
    }
    client.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn ids_may_be_texts_and_one_in_flight_is_not_taken_twice() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    client.raw(br#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#);
    let answer = client.next_message(SOON).expect("an answer");
    assert_eq!(
        (&answer["id"], &answer["result"]),
        (&json!("a"), &json!({}))
    );
    let wait = json!({ "jsonrpc": "2.0", "id": "w", "method": "tools/call", "params": {
        "name": "wait_for_text", "arguments": { "pane_id": "%0", "patterns": ["never"], "timeout": 1 } } });
    client.raw(wait.to_string().as_bytes());
    client.raw(br#"{"jsonrpc":"2.0","id":"w","method":"ping"}"#);
    let refused = client.next_message(SOON).expect("an answer");
    assert_eq!(refused["error"]["code"], -32600, "{refused}");
    let waited = client.next_message(PATIENCE).expect("an answer");
    assert_eq!(waited["id"], "w");
    assert_eq!(
        waited["result"]["structuredContent"]["outcome"],
        "timed_out"
    );
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn what_comes_before_the_handshake_does_not_end_the_program() {
    let nest = Nest::with_server();
    let mut client = stdio::start(nest.program(PROGRAM, &["--socket", &nest.socket()]));
    client.raw(b"garbage");
    let answer = client.next_message(PATIENCE).expect("an answer");
    assert_eq!(answer["error"]["code"], -32700);
    client.notify("notifications/initialized", json!({}));
    client.notify("notifications/cancelled", json!({ "requestId": 1 }));
    let early = client.ask("list_panes", json!({}));
    assert!(client.answer(early)["error"].is_object());
    client.initialize();
    client.call("list_panes", json!({}));
    client.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_last_line_without_its_newline_is_a_request_too() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    client.ping();
    let line = br#"{"jsonrpc":"2.0","id":"last","method":"ping"}"#;
    client.raw_without_end(line);
    client.close();
    let answer = client.next_message(SOON).expect("an answer");
    assert_eq!(answer["id"], "last");
    assert!(client.ended(PATIENCE).success());
}
