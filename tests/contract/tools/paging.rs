//! Reading on from the cursors of other answers: pages of a run's output, and what stands behind a full-screen program.

use rstest_reuse::apply;
use serde_json::json;
use support::backend::Backend;
use support::tools::strings;

use crate::every_backend;

#[apply(every_backend)]
async fn what_a_run_dropped_is_paged_through_from_its_start_cursor(#[case] on: Backend) {
    let bench = on.shell(80, 50_000).await;
    let answer = bench
        .call(
            "run_shell_command",
            json!({ "pane_id": "%0", "command": "seq 1 3000" }),
        )
        .await;
    assert_eq!(
        (
            &answer["output_truncated"],
            &answer["output_truncated_lines"]
        ),
        (&json!(true), &json!(2800))
    );
    assert_eq!(strings(&answer["output"]).first(), Some(&"2801"));
    let mut cursor = answer["start_cursor"].clone();
    let mut lines: Vec<String> = Vec::new();
    loop {
        let page = bench
            .call(
                "capture_since",
                json!({ "pane_id": "%0", "cursor": cursor, "keep": "oldest" }),
            )
            .await;
        assert_eq!(page["continuous"], true, "{page}");
        lines.extend(strings(&page["lines"]).into_iter().map(str::to_owned));
        cursor = page["cursor"].clone();
        if page["more"] != true {
            break;
        }
    }
    let expected: Vec<String> = (1..=3000).map(|n| n.to_string()).collect();
    assert_eq!(lines[..3000], expected);
}

#[apply(every_backend)]
async fn behind_a_full_screen_program_the_main_screen_is_read_and_the_answer_says_so(
    #[case] on: Backend,
) {
    let bench = on.bash().await;
    bench.run("seq 1 60").await;
    let before = bench
        .call("capture_since", json!({ "pane_id": "%0" }))
        .await;
    bench.call("send_keys", json!({ "pane_id": "%0", "text": "printf '\\033[?1049h\\033[2J\\033[Hfull\\040screen'; read x; printf '\\033[?1049l'; echo back", "enter": true })).await;
    bench.server.until_screen("full screen").await;
    let during = bench
        .call(
            "capture_since",
            json!({ "pane_id": "%0", "cursor": before["cursor"] }),
        )
        .await;
    assert_eq!(during["continuous"], true, "{during}");
    assert!(
        during["note"].as_str().unwrap().contains("full-screen"),
        "{during}"
    );
    assert!(!during.to_string().contains("\"full screen\""), "{during}");
    bench
        .call("send_keys", json!({ "pane_id": "%0", "enter": true }))
        .await;
    bench.server.until_screen("\nback").await;
    let after = bench
        .call(
            "capture_since",
            json!({ "pane_id": "%0", "cursor": during["cursor"] }),
        )
        .await;
    assert_eq!(after["continuous"], true, "{after}");
    assert!(strings(&after["lines"]).contains(&"back"), "{after}");
}
