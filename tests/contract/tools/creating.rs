//! `create_window`.

use rstest_reuse::apply;
use serde_json::json;
use support::backend::Backend;
use support::tools::said;

use crate::every_backend;

#[apply(every_backend)]
async fn a_window_comes_at_the_lowest_free_index_and_is_current_only_if_selected(
    #[case] on: Backend,
) {
    let bench = on.bash().await;
    let answer = bench
        .call("create_window", json!({ "session": "$0" }))
        .await;
    assert_eq!(
        answer,
        json!({ "window_id": "@1", "pane_id": "%1", "index": 1 })
    );
    assert_eq!(bench.is("$0:", "#{window_id}"), "@0");
    let selected = json!({ "session": "0", "select": true, "start_directory": "/" });
    let answer = bench.call("create_window", selected).await;
    assert_eq!(
        answer,
        json!({ "window_id": "@2", "pane_id": "%2", "index": 2 })
    );
    assert_eq!(bench.is("$0:", "#{window_id}"), "@2");
    let ran = bench
        .call(
            "run_shell_command",
            json!({ "pane_id": "%2", "command": "pwd" }),
        )
        .await;
    assert_eq!(ran["output"], json!(["/"]));
}

#[apply(every_backend)]
async fn a_windows_name_is_literal_and_what_is_none_is_refused(#[case] on: Backend) {
    let bench = on.bash().await;
    for name in ["#(touch hacked)", "#{pid}", ";x", "-n", "it's"] {
        let answer = bench
            .call("create_window", json!({ "session": "$0", "name": name }))
            .await;
        let window = answer["window_id"].as_str().unwrap();
        assert_eq!(bench.is(window, "#{window_name}"), name);
    }
    for (argument, value) in [
        ("name", ""),
        ("name", "a\nb"),
        ("start_directory", "relative"),
    ] {
        let mut arguments = json!({ "session": "$0" });
        arguments[argument] = json!(value);
        let error = bench.refused("create_window", arguments).await;
        assert_eq!(said(&error).0, "invalid_argument", "{error}");
    }
}
