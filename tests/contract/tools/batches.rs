//! `send_keys_batch`.

use rstest_reuse::apply;
use serde_json::json;
use support::backend::Backend;
use support::tools::said;

use crate::every_backend;

#[apply(every_backend)]
async fn rows_are_sent_in_their_order_and_each_answers(#[case] on: Backend) {
    let bench = on.bench().await;
    let (pane, _) = bench.window();
    let answer = bench
        .call(
            "send_keys_batch",
            json!({ "operations": [
                { "pane_id": "%0", "text": "one " },
                { "paneId": pane, "text": "two", "enter": true },
                { "pane_id": "%0", "text": "three", "keys": ["Enter"] },
            ] }),
        )
        .await;
    assert_eq!(
        (&answer["succeeded"], &answer["failed"]),
        (&json!(3), &json!(0))
    );
    assert_eq!(answer.get("stopped_at"), None);
    for (index, to) in ["%0", &pane, "%0"].into_iter().enumerate() {
        let row = &answer["results"][index];
        assert_eq!(
            (&row["index"], &row["success"]),
            (&json!(index), &json!(true))
        );
        assert_eq!(row["pane_ids"], json!([to]));
        assert!(row["cursor"].is_string(), "{row}");
    }
    bench.server.until_screen("one three").await;
}

#[apply(every_backend)]
async fn a_row_that_fails_stops_the_rest_unless_it_is_to_go_on(#[case] on: Backend) {
    let bench = on.bench().await;
    let (pane, _) = bench.window();
    bench.server.says(&["copy-mode", "-t", &pane]);
    let rows = json!([
        { "pane_id": "%0", "text": "a" },
        { "pane_id": pane, "text": "b" },
        { "pane_id": "%99", "text": "c" },
        { "pane_id": "%0", "text": "d" },
    ]);
    let answer = bench
        .call("send_keys_batch", json!({ "operations": rows }))
        .await;
    assert_eq!(
        (
            &answer["succeeded"],
            &answer["failed"],
            &answer["stopped_at"]
        ),
        (&json!(1), &json!(1), &json!(1)),
        "{answer}"
    );
    assert_eq!(answer["results"].as_array().unwrap().len(), 2);
    let error = answer["results"][1]["error"].as_str().unwrap();
    assert!(
        error.contains("copy-mode") && error.contains("another pane"),
        "{error}"
    );
    let answer = bench
        .call(
            "send_keys_batch",
            json!({ "operations": rows, "on_error": "continue" }),
        )
        .await;
    assert_eq!(
        (&answer["succeeded"], &answer["failed"]),
        (&json!(2), &json!(2)),
        "{answer}"
    );
    let error = answer["results"][2]["error"].as_str().unwrap();
    assert!(
        error.contains("%99") && error.contains("list_panes"),
        "{error}"
    );
    bench.server.until_screen("aad").await;
}

#[apply(every_backend)]
async fn a_row_that_cannot_be_read_is_named_and_nothing_is_sent(#[case] on: Backend) {
    let bench = on.bench().await;
    let good = json!({ "pane_id": "%0", "text": "typed" });
    for (bad, named) in [
        (
            json!({ "pane_id": "1", "text": "x" }),
            "operations[2].pane_id",
        ),
        (json!({ "pane": "%0", "text": "x" }), "operations[2].pane"),
        (json!({ "pane_id": "%0", "txt": "x" }), "operations[2].txt"),
        (
            json!({ "pane_id": "%0", "keys": ["NoKey"] }),
            "operations[2].keys",
        ),
        (
            json!({ "pane_id": "%0", "text": "a\u{0}" }),
            "operations[2].text",
        ),
        (json!({ "pane_id": "%0" }), "operations[2].text"),
        (json!({ "text": "x" }), "operations[2].pane_id"),
        (json!("x"), "operations[2]"),
    ] {
        let error = bench
            .refused(
                "send_keys_batch",
                json!({ "operations": [good, good, bad], "on_error": "continue" }),
            )
            .await;
        let (kind, message) = said(&error);
        assert_eq!(kind, "invalid_argument", "{error}");
        assert!(message.contains(named), "{named}: {error}");
    }
    for operations in [json!([]), json!(vec![good.clone(); 65])] {
        let error = bench
            .refused("send_keys_batch", json!({ "operations": operations }))
            .await;
        assert_eq!(said(&error).0, "invalid_argument", "{error}");
    }
    assert_eq!(bench.server.text().await, "");
}
