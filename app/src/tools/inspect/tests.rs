//! What the inspecting tools answer, by a topology in memory.

use domain::guard::Caller;
use domain::topology::Client;
use domain::{PaneId, SessionId, Topology, WindowId};
use serde_json::{Value, json};

use crate::catalog::Catalog;
use crate::testing::{context, pane, session, topology, window};

async fn call(topology: Topology, tool: &str, arguments: Value) -> (Value, bool) {
    let Value::Object(arguments) = arguments else {
        panic!("arguments are an object")
    };
    let catalog = Catalog::new();
    let outcome = catalog
        .named(tool)
        .unwrap()
        .call(&context(topology), arguments)
        .await;
    (Value::Object(outcome.structured), outcome.is_error)
}

#[tokio::test]
async fn an_idle_shell_is_a_short_row() {
    let (answer, _) = call(topology(&[1]), "list_panes", json!({})).await;
    assert_eq!(
        answer,
        json!({ "panes": [{
            "pane_id": "%0", "window_id": "@0", "session_id": "$0", "index": 0, "command": "bash",
            "path": "/home/dev", "pid": 30000, "width": 200, "height": 50, "active": true,
        }] })
    );
    let (answer, _) = call(topology(&[40]), "list_panes", json!({})).await;
    let bytes = answer.to_string().len();
    assert!(bytes <= 6_000, "{bytes}");
    let (answer, _) = call(topology(&[1; 40]), "list_panes", json!({})).await;
    let bytes = answer.to_string().len();
    assert!(bytes <= 6_000, "{bytes}");
}

#[tokio::test]
async fn a_thousand_panes_are_all_listed() {
    let (answer, _) = call(topology(&[4; 250]), "list_panes", json!({})).await;
    assert_eq!(answer["panes"].as_array().unwrap().len(), 1000);
}

#[tokio::test]
async fn what_is_not_ordinary_stands_in_the_row() {
    let mut seen = topology(&[2]);
    seen.panes[0].title = "evil\u{1b}]0;x\u{7}title".to_owned();
    seen.panes[0].mode = Some("copy-mode".to_owned());
    seen.panes[0].alternate_screen = true;
    seen.panes[1].dead = true;
    seen.panes[1].dead_signal = Some(9);
    seen.windows.push(domain::Window {
        session: SessionId::new(1),
        ..window(0, 2)
    });
    seen.sessions.push(session(1, "0", 1));
    seen.clients.push(Client {
        pid: 1,
        session: SessionId::new(0),
        window: WindowId::new(0),
        pane: PaneId::new(0),
        zoomed: true,
        control: false,
    });
    let (answer, _) = call(seen, "list_panes", json!({ "session": 0 })).await;
    let row = &answer["panes"][0];
    assert_eq!(row["title"], "evil]0;xtitle");
    assert_eq!(row["mode"], "copy-mode");
    assert_eq!(row["also_in"], json!(["$1"]));
    assert_eq!(row["attended"], true);
    assert_eq!(answer["panes"][1]["dead_signal"], 9);
    assert_eq!(answer["panes"][1].get("attended"), None);
}

#[tokio::test]
async fn lists_narrow_to_a_session_and_to_a_window() {
    let (answer, _) = call(topology(&[1, 2]), "list_panes", json!({ "window": "@1" })).await;
    assert_eq!(answer["panes"].as_array().unwrap().len(), 2);
    let mut two = topology(&[1]);
    two.sessions.push(session(1, "other", 0));
    let arguments = json!({ "session": "other", "windowId": "@0" });
    let (answer, _) = call(two.clone(), "list_panes", arguments).await;
    assert_eq!(
        answer,
        json!({ "panes": [], "note": "Window @0 is not in session $1." })
    );
    let (answer, _) = call(two, "list_windows", json!({ "session": "work" })).await;
    assert_eq!(answer["windows"].as_array().unwrap().len(), 1);
    let (answer, failed) = call(topology(&[1]), "list_panes", json!({ "session": "wor" })).await;
    assert!(failed);
    assert_eq!(answer["kind"], "no_such_target");
}

#[tokio::test]
async fn an_empty_server_says_so() {
    let mut empty = topology(&[]);
    empty.sessions.clear();
    for tool in ["list_sessions", "list_windows", "list_panes"] {
        let (answer, _) = call(empty.clone(), tool, json!({})).await;
        assert_eq!(
            answer["note"],
            "The server holds no session; call create_session."
        );
    }
}

#[tokio::test]
async fn the_info_tools_add_to_the_row() {
    let (answer, _) = call(
        topology(&[1, 2]),
        "get_session_info",
        json!({ "session": "$0" }),
    )
    .await;
    assert_eq!(answer["window_ids"], json!(["@0", "@1"]));
    assert_eq!(answer["created"], "2023-11-14T22:13:20Z");
    let (answer, _) = call(
        topology(&[2]),
        "get_window_info",
        json!({ "window_id": "@0" }),
    )
    .await;
    assert_eq!(answer["pane_ids"], json!(["%0", "%1"]));
    let mut synchronized = topology(&[2]);
    for pane in &mut synchronized.panes {
        pane.synchronized = true;
    }
    let (answer, _) = call(synchronized, "get_pane_info", json!({ "paneId": "%1" })).await;
    assert_eq!(answer["input_cohort"], json!(["%0", "%1"]));
    assert_eq!(answer["text_cursor"], json!({ "x": 2, "y": 0 }));
    let (answer, _) = call(topology(&[2, 1]), "get_server_info", json!({})).await;
    assert_eq!(
        (&answer["windows"], &answer["panes"]),
        (&json!(2), &json!(3))
    );
    assert_eq!(answer["toolsets"], json!(["inspect", "manage", "execute"]));
}

#[tokio::test]
async fn a_bare_number_is_no_pane_and_a_missing_pane_is_named() {
    for wrong in [json!("1"), json!(1), json!("")] {
        let (answer, failed) =
            call(topology(&[1]), "get_pane_info", json!({ "pane_id": wrong })).await;
        assert!(failed);
        assert_eq!(answer["kind"], "invalid_argument");
        assert!(
            answer["recovery"].as_str().unwrap().contains("list_panes"),
            "{answer}"
        );
    }
    let (answer, _) = call(topology(&[1]), "get_pane_info", json!({ "pane_id": "%7" })).await;
    assert_eq!(answer["kind"], "no_such_target");
}

#[tokio::test]
async fn the_callers_own_pane_is_marked() {
    let mut context = context(topology(&[2]));
    context.evidence.ancestry = crate::caller::Ancestry::Whole(vec![5, 30_001, 700, 1]);
    let catalog = Catalog::new();
    let outcome = catalog
        .named("list_panes")
        .unwrap()
        .call(&context, serde_json::Map::new())
        .await;
    assert_eq!(outcome.structured["panes"][1]["caller"], true);
    assert_eq!(outcome.structured["panes"][0].get("caller"), None);
    let one = topology(&[1]);
    assert_eq!(context.caller(&one), Caller::Elsewhere);
    assert_eq!(one.panes, [pane(0, 0, 0)]);
}
