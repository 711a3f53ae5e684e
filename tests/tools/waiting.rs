//! `wait_for_text` on a real tmux: what matches, what never does, and what ends it.

use rstest::rstest;
use serde_json::json;
use support::tools::Bench;

#[rstest]
#[case("bash", 12)]
#[case("bash", 40)]
#[cfg_attr(no_zsh, ignore = "needs zsh")]
#[case("zsh", 12)]
#[cfg_attr(no_zsh, ignore = "needs zsh")]
#[case("zsh", 30)]
#[cfg_attr(no_fish, ignore = "needs fish")]
#[case("fish", 30)]
#[cfg_attr(no_fish, ignore = "needs fish")]
#[case("dash", 20)]
#[tokio::test]
#[cfg_attr(any(no_tmux, no_bash, no_dash), ignore = "needs tmux and the shells")]
async fn its_own_echo_matches_nothing_however_narrow_the_pane(
    #[case] shell: &str,
    #[case] width: u32,
) {
    let bench = Bench::shell(shell, width, 2_000).await;
    let sent = bench.type_line("sleep 0.6; echo THE-MARK").await;
    let answer = bench
        .wait_for(json!({ "patterns": ["THE-MARK"], "timeout": 10, "cursor": sent["cursor"] }))
        .await;
    assert_eq!(
        (&answer["outcome"], &answer["line"]),
        (&json!("matched"), &json!("THE-MARK")),
        "{answer}"
    );
    assert!(
        answer["elapsed_seconds"].as_f64().unwrap() > 0.2,
        "{answer}"
    );
}
