//! Panes that must not be typed into now: in a mode, busy, dead, switched off, synchronized. They are still read.

use serde_json::json;
use support::nest::Nest;
use support::process::until;

use super::bad_input::{check, witness, written};
use super::{lines, on_server, soon};

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f44_a_pane_in_copy_mode_is_read_and_not_typed_into() {
    let nest = Nest::with_server();
    let pane = witness(&nest, "typed");
    let mut client = on_server(&nest);
    nest.says(&["copy-mode", "-t", &pane]);
    for (tool, arguments) in [
        ("send_keys", json!({ "pane_id": pane, "text": "f" })),
        (
            "send_keys",
            json!({ "pane_id": pane, "text": "echo hi", "enter": true }),
        ),
        ("paste_text", json!({ "pane_id": pane, "text": "pasted" })),
        (
            "run_shell_command",
            json!({ "pane_id": pane, "command": "echo hi" }),
        ),
    ] {
        check(
            &mut client,
            tool,
            arguments,
            "refused",
            &["copy-mode", &pane],
        );
    }
    let read = soon("capture", || {
        client.call("capture_pane", json!({ "pane_id": pane }))
    });
    assert_eq!(lines(&read, "lines"), ["ready"]);
    nest.says(&["send-keys", "-t", &pane, "-X", "cancel"]);
    client.call("send_keys", json!({ "pane_id": pane, "text": "free" }));
    until("the keys arrive", || written(&nest, "typed") == "free");
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn a_pane_that_runs_less_or_is_dead_or_switched_off_takes_no_command() {
    let nest = Nest::with_server();
    let busy = nest.pane(&["sh", "-c", "exec less /etc/passwd"]);
    nest.until_is(&busy, "#{pane_current_command}", "less");
    nest.until_is(&busy, "#{alternate_on}", "1");
    let off = witness(&nest, "off");
    nest.says(&["select-pane", "-d", "-t", &off]);
    nest.says(&["set-option", "-g", "remain-on-exit", "on"]);
    let dead = nest.pane(&["sh", "-c", "echo last words; exit 7"]);
    nest.until_is(&dead, "#{pane_dead}", "1");
    let mut client = on_server(&nest);
    let shown = nest.screen(&busy);
    let run = |pane: &str| json!({ "pane_id": pane, "command": "echo typed", "timeout": 20 });
    check(
        &mut client,
        "run_shell_command",
        run(&busy),
        "busy",
        &["less"],
    );
    assert_eq!(nest.screen(&busy), shown);
    for pane in [&off, &dead] {
        check(
            &mut client,
            "run_shell_command",
            run(pane),
            "refused",
            &[pane],
        );
        let keys = json!({ "pane_id": pane, "text": "typed" });
        check(&mut client, "send_keys", keys, "refused", &[pane]);
        let paste = json!({ "pane_id": pane, "text": "typed" });
        check(&mut client, "paste_text", paste, "refused", &[pane]);
    }
    assert_eq!(written(&nest, "off"), "");
    // What reads still reads.
    let read = client.call("capture_pane", json!({ "pane_id": dead, "history": true }));
    // tmux scrolls by one for its own words on the death.
    assert_eq!(lines(&read, "lines")[0], "last words");
    let wait = json!({ "pane_id": dead, "patterns": ["never"], "timeout": 30 });
    let waited = soon("a wait on a dead pane", || {
        client.call("wait_for_text", wait)
    });
    assert_eq!(waited["outcome"], "pane_died", "{waited}");
    // tmux itself loses the status now and then.
    let format = ["display-message", "-p", "-t", &dead, "#{pane_dead_status}"];
    let status = nest.says(&format);
    assert!(status.is_empty() || status == "7", "{status}");
    assert!(
        waited["note"].as_str().unwrap().contains(&status),
        "{waited}"
    );
}

#[test]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
fn f45_a_synchronized_cohort_gets_keys_whole_and_a_command_not_at_all() {
    let nest = Nest::with_server();
    let one = witness(&nest, "one");
    let two = nest.says(&[
        "split-window",
        "-d",
        "-t",
        &one,
        "-P",
        "-F",
        "#{pane_id}",
        "stty raw -echo; echo ready; exec cat >two",
    ]);
    nest.until_shown(&two, "ready");
    nest.until_is(&two, "#{pane_current_command}", "cat");
    nest.says(&["set-option", "-w", "-t", &one, "synchronize-panes", "on"]);
    let mut client = on_server(&nest);
    let run = json!({ "pane_id": one, "command": "echo typed" });
    check(
        &mut client,
        "run_shell_command",
        run,
        "refused",
        &[&two, "synchronized"],
    );
    let sent = client.call("send_keys", json!({ "pane_id": one, "text": "both" }));
    assert_eq!(lines(&sent, "pane_ids"), [one.as_str(), two.as_str()]);
    client.call("paste_text", json!({ "pane_id": one, "text": "+" }));
    until("the keys reach both, the paste one", || {
        written(&nest, "one") == "both+" && written(&nest, "two") == "both"
    });
    nest.says(&["copy-mode", "-t", &two]);
    let keys = json!({ "pane_id": one, "text": "half" });
    check(&mut client, "send_keys", keys, "refused", &[&two]);
    assert_eq!(written(&nest, "one"), "both+");
}
