//! Panes where another program than a shell reads, or tmux itself does: a run is refused by its name, within a second.

use std::time::{Duration, Instant};

use rstest::rstest;
use serde_json::json;
use support::tools::Bench;

#[rstest]
#[cfg_attr(any(no_tmux, no_bash, no_less), ignore = "needs tmux, bash and less")]
#[case::less("less /etc/passwd", "less", "root:")]
#[cfg_attr(any(no_tmux, no_bash, no_less), ignore = "needs tmux, bash and less")]
#[case::less_of_a_pipe("seq 1 100 | less", "less", "\n20\n")]
#[cfg_attr(
    any(no_tmux, no_bash, no_python3),
    ignore = "needs tmux, bash and python3"
)]
#[case::python("python3 -i", "python3", ">>>")]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::a_script("bash -c 'read -p ready x; true'", "script", "\nready")]
#[tokio::test]
async fn f06_a_pane_where_no_shell_reads_is_busy_by_the_programs_name(
    #[case] program: &str,
    #[case] name: &str,
    #[case] drawn: &str,
) {
    let bench = Bench::shell("bash", 80, 2000).await;
    let shell = bench.server.says(&["display-message", "-p", "#{pane_pid}"]);
    bench.server.typed(program);
    bench
        .server
        .becomes("it has the terminal", |_| foreground(&shell) != shell)
        .await;
    // tmux names the shell for a group whose leader has ended, and for a script.
    if !["script", "less"].contains(&name) {
        bench.server.until_command(name).await;
    }
    bench.server.until_screen(drawn).await;
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

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn f44_a_pane_that_shows_what_a_command_of_tmux_printed_is_refused_by_the_modes_name() {
    let bench = Bench::shell("bash", 80, 2000).await;
    bench.server.does(&["run-shell", "-t", "%0", "echo shown"]);
    let mode = ["display-message", "-p", "-t", "%0", "#{pane_mode}"];
    bench.server.until(&mode, |mode| mode == "view-mode").await;
    let run = json!({ "pane_id": "%0", "command": "echo must not be typed" });
    let error = bench.refused("run_shell_command", run).await;
    assert_eq!(error["kind"], "refused", "{error}");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("view-mode"), "{error}");
}

/// The foreground process group of the terminal of a process.
fn foreground(pid: &str) -> String {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let (_, fields) = stat.rsplit_once(')').unwrap();
    fields.split_whitespace().nth(5).unwrap().to_owned()
}
