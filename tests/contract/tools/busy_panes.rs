//! Panes where another program than a shell reads: a run is refused by that program's name, within a second. The
//! programs that need to be there, less and python among them, are in `tests/tools`.

use std::time::Duration;

use rstest_reuse::apply;
use serde_json::json;
use support::backend::Backend;
use tokio::time::Instant;

use crate::every_backend;

#[apply(every_backend)]
async fn f06_a_pane_where_no_shell_reads_is_busy_by_the_programs_name(
    #[case] on: Backend,
    #[values("cat", "sleep 300")] program: &str,
) {
    let bench = on.bash().await;
    bench.server.typed(program);
    let (name, _) = program.split_once(' ').unwrap_or((program, ""));
    bench.server.until_command(name).await;
    bench.server.until_screen(program).await;
    let before = bench.server.everything();
    let started = Instant::now();
    let error = bench
        .refused(
            "run_shell_command",
            json!({ "pane_id": "%0", "command": "echo must not be typed" }),
        )
        .await;
    assert!(started.elapsed() < Duration::from_secs(1), "{error}");
    assert_eq!(error["kind"], "busy", "{error}");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains(name), "{error}");
    assert_eq!(error["retryable"], true, "{error}");
    bench
        .server
        .becomes("nothing was typed", |server| server.everything() == before)
        .await;
}
