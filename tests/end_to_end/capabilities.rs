//! The resource `tmux://capabilities`: what a client can read about what this process may do.

use serde_json::{Value, json};
use support::nest::Nest;
use support::stdio::Client;

use super::{on_server, serve};

fn report(client: &mut Client) -> Value {
    let id = client.request("resources/read", json!({ "uri": "tmux://capabilities" }));
    let answer = client.answer(id);
    let contents = &answer["result"]["contents"][0];
    assert_eq!(contents["mimeType"], "application/json", "{answer}");
    serde_json::from_str(contents["text"].as_str().unwrap()).unwrap()
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn the_report_names_every_tool_with_its_whole_row() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    let id = client.request("resources/list", json!({}));
    let listed = client.answer(id);
    assert_eq!(
        listed["result"]["resources"][0]["uri"], "tmux://capabilities",
        "{listed}"
    );
    let report = report(&mut client);
    assert_eq!(report["tools"].as_array().unwrap().len(), 45);
    assert_eq!(
        (&report["provenance"], &report["server_at_start"]),
        (&json!("operator"), &json!("running"))
    );
    assert_eq!(
        report["toolsets"],
        json!(["inspect", "manage", "execute", "teardown"])
    );
    assert!(
        report["socket_selector"]
            .as_str()
            .unwrap()
            .contains(&nest.socket()),
        "{report}"
    );
    let tools = client.tools();
    for (row, tool) in report["tools"].as_array().unwrap().iter().zip(&tools) {
        assert_eq!(row["name"], tool["name"]);
        assert_eq!(
            (&row["input_schema"], &row["output_schema"]),
            (&tool["inputSchema"], &tool["outputSchema"])
        );
        assert_eq!(row["annotations"], tool["annotations"]);
        let published = &tool["_meta"]["com.git-pull.libtmux-mcp/capability"];
        for (key, value) in published.as_object().unwrap() {
            assert_eq!(&row[key], value, "{key} of {}", tool["name"]);
        }
    }
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_hidden_tool_is_in_no_list_no_report_and_no_batch() {
    let nest = Nest::with_server();
    let words = [
        "--socket",
        &nest.socket(),
        "--toolsets",
        "inspect",
        "--tools",
        "send_keys",
        "--exclude-tools",
        "show_environment",
    ];
    let mut client = serve(&nest, &words);
    let report = report(&mut client);
    let names: Vec<&str> = report["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, client.names());
    assert!(
        names.contains(&"send_keys")
            && !names.contains(&"show_environment")
            && !names.contains(&"kill_pane"),
        "{names:?}"
    );
    assert_eq!(
        (&report["included_tools"], &report["excluded_tools"]),
        (&json!(["send_keys"]), &json!(["show_environment"]))
    );
    let batch = report["tools"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["name"] == "call_read_tools_batch")
        .unwrap();
    assert!(!batch.to_string().contains("show_environment"), "{batch}");
    let operations = json!({ "operations": [{ "tool": "show_environment" }] });
    let refused = client.refused("call_read_tools_batch", operations);
    assert_eq!(refused["kind"], "invalid_argument", "{refused}");
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn another_resource_is_not_found() {
    let nest = Nest::with_server();
    let mut client = on_server(&nest);
    let id = client.request("resources/read", json!({ "uri": "tmux://secrets" }));
    assert!(
        client.answer(id)["error"]["message"]
            .as_str()
            .unwrap()
            .contains("tmux://capabilities")
    );
}
