//! `respawn_pane`: a fresh start, what it forgets, and what it is not done to.

use app::caller::Ancestry;
use rstest_reuse::apply;
use serde_json::json;
use support::backend::Backend;
use support::person::Person;
use support::tools::said;

use crate::every_backend;

#[apply(every_backend)]
async fn a_dead_pane_starts_anew(#[case] on: Backend) {
    let bench = on.bench().await;
    bench
        .server
        .says(&["set-option", "-g", "remain-on-exit", "on"]);
    let (pane, _) = bench.window();
    let before = bench.is(&pane, "#{pane_pid}");
    bench.server.says(&["send-keys", "-t", &pane, "C-d"]);
    bench
        .server
        .until(
            &["display-message", "-p", "-t", &pane, "#{pane_dead}"],
            |dead| dead == "1",
        )
        .await;
    let answer = bench.call("respawn_pane", json!({ "pane_id": pane })).await;
    assert_eq!(answer["pane_id"], pane);
    assert_eq!(answer["pid"].to_string(), bench.is(&pane, "#{pane_pid}"));
    assert_ne!(answer["pid"].to_string(), before);
}

#[apply(every_backend)]
async fn a_running_program_is_ended_only_where_that_was_asked_for(#[case] on: Backend) {
    let bench = on.bench().await;
    let (pane, _) = bench.window();
    let before = bench.is(&pane, "#{pane_pid}");
    let error = bench
        .refused("respawn_pane", json!({ "pane_id": pane }))
        .await;
    assert_eq!(said(&error).0, "busy", "{error}");
    assert!(
        error["recovery"].as_str().unwrap().contains("kill_first"),
        "{error}"
    );
    assert_eq!(bench.is(&pane, "#{pane_pid}"), before);
    let answer = bench
        .call(
            "respawn_pane",
            json!({ "pane_id": pane, "kill_first": true }),
        )
        .await;
    assert_ne!(answer["pid"].to_string(), before);
}

#[apply(every_backend)]
async fn the_runs_of_a_pane_are_forgotten_and_the_next_one_starts_in_the_new_shell(
    #[case] on: Backend,
) {
    let bench = on.bash().await;
    let run = bench
        .call(
            "run_shell_command",
            json!({ "pane_id": "%0", "command": "sleep 600", "timeout": 0 }),
        )
        .await;
    let answer = bench
        .call(
            "respawn_pane",
            json!({ "pane_id": "%0", "kill_first": true }),
        )
        .await;
    assert_eq!(answer["pid"].to_string(), bench.is("%0", "#{pane_pid}"));
    assert_eq!(bench.is("%0", "#{@libtmux_mcp_runs}"), "");
    let error = bench
        .refused(
            "run_shell_command",
            json!({ "resume": run["resume"], "timeout": 1 }),
        )
        .await;
    assert_eq!(said(&error).0, "no_such_target", "{error}");
    let ran = bench.run("echo again").await;
    assert_eq!(ran["output"], json!(["again"]), "{ran}");
}

#[apply(every_backend)]
async fn a_run_that_is_waited_for_ends_with_its_shell(#[case] on: Backend) {
    let bench = on.bash().await;
    let run = json!({ "pane_id": "%0", "command": "sleep 600", "timeout": 60 });
    let respawn = async {
        bench
            .server
            .until(
                &["display-message", "-p", "-t", "%0", "#{@libtmux_mcp_runs}"],
                |runs| !runs.is_empty(),
            )
            .await;
        let kill = json!({ "pane_id": "%0", "kill_first": true });
        bench.call("respawn_pane", kill).await
    };
    let (ran, _) = tokio::join!(bench.call("run_shell_command", run), respawn);
    assert_eq!(ran["outcome"], "pane_died", "{ran}");
}

#[apply(every_backend)]
async fn a_program_that_ends_at_once_is_told(#[case] on: Backend) {
    let bench = on.bench().await;
    bench
        .server
        .says(&["set-option", "-g", "remain-on-exit", "on"]);
    let pane = bench
        .server
        .says(&["new-window", "-d", "-P", "-F", "#{pane_id}", "false"]);
    bench
        .server
        .until(
            &["display-message", "-p", "-t", &pane, "#{pane_dead}"],
            |dead| dead == "1",
        )
        .await;
    let answer = bench.call("respawn_pane", json!({ "pane_id": pane })).await;
    assert!(answer["pid"].is_number(), "{answer}");
}

#[apply(every_backend)]
async fn a_pane_of_its_own_or_of_a_person_is_left_alone(#[case] on: Backend) {
    let mut bench = on.bench().await;
    let (pane, _) = bench.window();
    let kill = |pane: &str| json!({ "pane_id": pane, "kill_first": true });
    bench.server.says(&["copy-mode", "-t", &pane]);
    let error = bench.refused("respawn_pane", kill(&pane)).await;
    assert!(
        said(&error) == ("refused", said(&error).1) && said(&error).1.contains("copy-mode"),
        "{error}"
    );
    bench.server.says(&["copy-mode", "-q", "-t", &pane]);
    let pid = bench.is(&pane, "#{pane_pid}").parse().unwrap();
    bench.context.evidence.ancestry = Ancestry::Whole(vec![pid]);
    bench.context.allow_attended = true;
    let error = bench.refused("respawn_pane", kill(&pane)).await;
    assert!(said(&error).1.contains("itself runs in"), "{error}");
    bench.context.evidence.ancestry = Ancestry::Whole(Vec::new());
    bench.context.allow_attended = false;
    let person = Person::attach(&bench.server, "$0", 100, 30).await;
    let error = bench.refused("respawn_pane", kill("%0")).await;
    assert!(said(&error).1.contains("person's screen"), "{error}");
    bench.call("respawn_pane", kill(&pane)).await;
    bench.context.allow_attended = true;
    bench.call("respawn_pane", kill("%0")).await;
    drop(person);
}
