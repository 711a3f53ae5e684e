//! Every string argument of every tool against a real server with two sessions: hostile text runs nothing and ends nothing.

use serde_json::{Map, Value, json};
use support::tools::{Bench, CATALOG};

use support::backend::Backend;
use support::samples::{arguments, stage};

/// Text that means something to tmux, to a shell or to a format. None names what is on the stage.
#[expect(clippy::too_many_lines, reason = "a table")]
fn hostile(mark: &str) -> Vec<String> {
    let mut texts: Vec<String> = [
        "",
        " ",
        "#",
        "##",
        "#{pid}",
        "#{E:pane_title}",
        "#[fg=red]",
        ";",
        "a;",
        "a\\;",
        "; kill-server",
        "' ; kill-server",
        "\" ; kill-server",
        "} ; kill-server ; {",
        "\n kill-server\n",
        "'",
        "\"",
        "\\",
        "-",
        "--",
        "-t",
        "-x",
        "=",
        "=alph",
        "alph",
        "al*",
        "*",
        "?",
        "{last}",
        "!",
        "~",
        "+1",
        ":",
        ".",
        "1",
        "0:0.0",
        "%99",
        "@99",
        "$99",
        "%",
        "@",
        "$",
        "%0x",
        "not-a-layout",
        "main",
        "even",
        "zzzz,80x24,0,0,0",
        "b25d,80x24,0,0,0",
        "b25d,1x1,0,0{",
        "\u{0}",
        "\u{1b}[201~",
        "\u{7f}",
        "日本語",
        "é\u{301}",
        "👨‍👩‍👧",
        "C-c",
        "Foo",
        "%H%M",
        "$HOME",
        "`true`",
        "status[",
        "@",
        "E:x",
    ]
    .iter()
    .map(|text| (*text).to_owned())
    .collect();
    texts.push(format!("#(touch {mark})"));
    texts.push(format!("x#(touch {mark})#{{pid}}"));
    texts.push(format!("' ; run-shell 'touch {mark}"));
    texts.push("x".repeat(10_000));
    texts.push("#{".repeat(5_000));
    texts.push("ltxc1.".to_owned() + &"0".repeat(32) + ".99999999999999999999");
    texts
}

/// Where the strings of these arguments stand.
fn strings(schema: &Map<String, Value>, sample: &Value) -> Vec<Vec<String>> {
    let mut places = Vec::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        match property["type"].as_str() {
            Some("string") => places.push(vec![name.clone()]),
            Some("array") if property["items"]["type"] == "string" => {
                places.push(vec![name.clone(), "0".to_owned()]);
            }
            Some("array") => {
                let item = property["items"].as_object().cloned().unwrap_or_default();
                for mut inner in strings(&item, &sample[name][0]) {
                    inner.splice(0..0, [name.clone(), "0".to_owned()]);
                    places.push(inner);
                }
            }
            _ => {}
        }
    }
    places
}

/// The arguments with this text in that place.
fn with(sample: &Value, place: &[String], text: &str) -> Value {
    let mut arguments = sample.clone();
    let mut at = &mut arguments;
    for step in place {
        at = match (step.parse::<usize>(), at.is_array()) {
            (Ok(index), true) => &mut at[index],
            (Ok(_), false) => {
                *at = json!([null]);
                &mut at[0]
            }
            _ => &mut at[step.as_str()],
        };
    }
    *at = json!(text);
    arguments
}

fn alive(bench: &Bench, what: &str) {
    let output = bench.server.raw(&["list-sessions", "-F", "#{session_id}"]);
    let ids = String::from_utf8_lossy(&output.stdout).into_owned();
    for id in ["$0", "$1"] {
        assert!(
            ids.lines().any(|line| line == id),
            "{what} ended {id}: {ids:?}"
        );
    }
}

#[tokio::test]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
async fn no_string_of_any_argument_runs_or_ends_anything() {
    let bench = stage(Backend::Subprocess).await;
    let mark = bench.server.directory.path().join("touched");
    let texts = hostile(&mark.display().to_string());
    for tool in CATALOG.tools() {
        let name = tool.row.name;
        let mut sample = arguments(name);
        if name == "run_shell_command" {
            // The command itself is the shell's to run: here it only must not hold the test up.
            sample["timeout"] = json!(0.5);
        }
        for place in strings(&tool.input_schema, &sample) {
            // What ends by design ends only what it names; nothing here names what is there.
            for text in &texts {
                let (_, _) = bench.try_call(name, with(&sample, &place, text)).await;
                assert!(!mark.exists(), "{name} {place:?} ran {text:?}");
            }
            alive(&bench, &format!("{name} {place:?}"));
            tidy(&bench);
        }
    }
}

/// Ends what the calls created, and brings names and panes back: a session that was renamed to some text is what that
/// text names.
fn tidy(bench: &Bench) {
    for (id, name) in [("$0", "alpha"), ("$1", "beta")] {
        bench.server.raw(&["rename-session", "-t", id, name]);
    }
    for line in bench
        .server
        .says(&["list-windows", "-a", "-F", "#{session_id} #{window_id}"])
        .lines()
    {
        let (session, window) = line.split_once(' ').unwrap();
        if !["$0", "$1"].contains(&session) {
            bench.server.raw(&["kill-session", "-t", session]);
        } else if !["@0", "@1"].contains(&window) {
            bench.server.raw(&["kill-window", "-t", window]);
        }
    }
    for pane in bench
        .server
        .says(&["list-panes", "-a", "-F", "#{pane_id}"])
        .lines()
    {
        if !["%0", "%1", "%2"].contains(&pane) {
            bench.server.raw(&["kill-pane", "-t", pane]);
        }
    }
    // Sent by a raw tmux: none of the guards is asked.
    bench.server.raw(&["send-keys", "-t", "%0", "C-c"]);
}
