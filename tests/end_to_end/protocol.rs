//! The way a client goes: handshake, list, calls; with rmcp's own client, and with the main job in one flow.

use std::collections::BTreeSet;

use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::transport::TokioChildProcess;
use serde_json::{Value, json};
use support::nest::Nest;

use super::{ALL, PROGRAM, lines, on_server, serve};

/// What is served, whatever else comes to it.
const TOOLS: [&str; 38] = [
    "list_sessions",
    "list_windows",
    "list_panes",
    "get_server_info",
    "get_session_info",
    "get_window_info",
    "get_pane_info",
    "capture_pane",
    "capture_since",
    "snapshot_pane",
    "wait_for_text",
    "rename_session",
    "rename_window",
    "select_window",
    "select_pane",
    "select_layout",
    "resize_window",
    "resize_pane",
    "move_window",
    "swap_pane",
    "set_pane_title",
    "wait_for_channel",
    "signal_channel",
    "set_mouse_enabled",
    "set_history_limit",
    "create_session",
    "create_window",
    "split_window",
    "respawn_pane",
    "run_shell_command",
    "send_keys",
    "send_keys_batch",
    "paste_text",
    "set_synchronize_panes",
    "clear_pane_scrollback",
    "kill_pane",
    "kill_window",
    "kill_session",
];

/// What a tool of the whole list may cost a client that keeps it in its context.
const BYTES_MAX: usize = 1_450;

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn the_client_of_rmcp_shakes_hands_lists_and_calls() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let nest = Nest::with_server();
    runtime.block_on(async {
        let command = nest.program(PROGRAM, &["--socket", &nest.socket()]);
        let transport = TokioChildProcess::new(tokio::process::Command::from(command)).unwrap();
        let client = ().serve(transport).await.unwrap();
        let info = client.peer_info().unwrap();
        assert!(info.instructions.as_ref().unwrap().contains("list_panes"));
        let tools = client.list_all_tools().await.unwrap();
        assert!(tools.iter().any(|tool| tool.name == "run_shell_command"));
        assert!(tools.iter().all(|tool| tool.output_schema.is_some()));
        let Value::Object(arguments) = json!({ "pane_id": "%0", "command": "exit 3" }) else {
            unreachable!()
        };
        let request = CallToolRequestParams::new("run_shell_command").with_arguments(arguments);
        let result = client.call_tool(request).await.unwrap();
        assert_eq!(result.structured_content.unwrap()["exit_status"], 3);
        client.cancel().await.unwrap();
    });
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_client_of_the_newest_revision_calls_without_a_handshake() {
    let nest = Nest::with_server();
    let words = ["--socket", &nest.socket()];
    let mut client = support::stdio::start(nest.program(PROGRAM, &words));
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "end-to-end", "version": "1" },
    });
    let id = client.request("server/discover", json!({ "_meta": meta }));
    let found = client.answer(id);
    assert!(
        found["result"]["capabilities"]["tools"].is_object(),
        "{found}"
    );
    let id = client.request("tools/list", json!({ "_meta": meta }));
    let listed = client.answer(id);
    assert!(listed["result"]["tools"].as_array().unwrap().len() > 10);
    let params = json!({ "name": "list_panes", "arguments": {}, "_meta": meta });
    let id = client.request("tools/call", params);
    let answer = client.answer(id);
    assert_eq!(
        answer["result"]["structuredContent"]["panes"][0]["pane_id"], "%0",
        "{answer}"
    );
    client.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn an_agent_creates_runs_types_waits_and_reads_only_what_is_new() {
    let nest = Nest::new();
    let mut client = serve(&nest, &[]);
    let made = client.call("create_session", json!({ "name": "build" }));
    let pane = made["pane_id"].as_str().unwrap().to_owned();
    assert_eq!(made["name"], "build");
    let ran = client.call(
        "run_shell_command",
        json!({ "pane_id": pane, "command": "echo one; echo two >&2; exit 7" }),
    );
    assert_eq!(
        (&ran["outcome"], &ran["exit_status"]),
        (&json!("completed"), &json!(7))
    );
    assert_eq!(lines(&ran, "output"), ["one", "two"]);
    assert_eq!(
        (&ran["framed"], &ran["timed_out"]),
        (&json!(true), &json!(false))
    );
    let text = "sleep 0.3; echo built; echo all";
    let sent = client.call(
        "send_keys",
        json!({ "pane_id": pane, "text": text, "enter": true }),
    );
    assert_eq!(lines(&sent, "pane_ids"), [pane.as_str()]);
    let waited = client.call(
        "wait_for_text",
        json!({ "pane_id": pane, "patterns": ["built"], "cursor": sent["cursor"], "timeout": 20 }),
    );
    assert_eq!(
        (&waited["outcome"], &waited["line"], &waited["continuous"]),
        (&json!("matched"), &json!("built"), &json!(true))
    );
    let mut seen = Vec::new();
    let mut cursor = sent["cursor"].clone();
    while !seen.iter().any(|line| line == "all") {
        let more = json!({ "pane_id": pane, "cursor": cursor, "wait_ms": 5_000 });
        let since = client.call("capture_since", more);
        assert_eq!(since["continuous"], true, "{since}");
        seen.extend(lines(&since, "lines"));
        cursor = since["cursor"].clone();
    }
    assert!(seen[0].contains(text), "{seen:?}");
    assert_eq!(seen[1..], ["built", "all"]);
    let nothing = client.call(
        "capture_since",
        json!({ "pane_id": pane, "cursor": cursor }),
    );
    assert_eq!(lines(&nothing, "lines"), [""; 0]);
    client.leave();
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn the_list_holds_the_whole_catalogue_within_its_bytes() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    let tools = client.tools();
    let names: BTreeSet<&str> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    for name in TOOLS {
        assert!(names.contains(name), "{name} is not listed");
    }
    assert_eq!(names.len(), tools.len());
    let size = |keys: &[&str]| -> usize {
        let bytes = |tool: &Value| {
            keys.iter()
                .map(|key| tool[key].to_string().len())
                .sum::<usize>()
        };
        tools.iter().map(bytes).sum()
    };
    let (read, answers) = (
        size(&["name", "description", "inputSchema"]),
        size(&["outputSchema"]),
    );
    assert!(
        read <= 20_000 && answers <= 20_000,
        "name, description and inputSchema have {read} bytes, outputSchema {answers}"
    );
    let whole = serde_json::to_string(&tools).unwrap().len();
    let share = BYTES_MAX * tools.len();
    assert!(
        whole <= share,
        "the whole list has {whole} bytes; {share} are wanted"
    );
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn the_program_tells_its_server_on_one_line_of_standard_error() {
    let nest = Nest::with_server();
    let words = ["--socket", &nest.socket(), "--toolsets", ALL];
    let mut client = serve(&nest, &words);
    client.tools();
    let log = client.log();
    assert_eq!(log.lines().count(), 1, "{log}");
    for word in [&nest.socket(), "operator", "subprocess", ALL] {
        assert!(log.contains(word), "{word}: {log}");
    }
}
