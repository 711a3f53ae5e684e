//! What is taken from flags and variables, and what stops the start.

use super::*;

const TOOLS: &[&str] = &["list_panes", "kill_pane"];

fn read(flags: &Flags, variables: &[(&str, &str)]) -> Result<Config, StartError> {
    let environment = |name: &str| {
        variables
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| (*value).to_owned())
    };
    Config::read(flags, &environment, TOOLS)
}

fn refused(variables: &[(&str, &str)]) -> String {
    read(&Flags::default(), variables).unwrap_err().to_string()
}

#[test]
fn nothing_chosen_is_the_dedicated_server_with_the_defaults() {
    let config = read(&Flags::default(), &[("LIBTMUX_SOCKET", "")]).unwrap();
    assert_eq!(config.socket, Socket::Dedicated);
    assert_eq!(config.choice, Choice::default());
    assert_eq!(config.limits.wait_max, Duration::from_mins(2));
    assert!(config.suppress_history && !config.allow_attended);
}

#[test]
fn a_flag_wins_over_its_variable() {
    let flags = Flags {
        wait_max: Some("7".to_owned()),
        ..Flags::default()
    };
    let config = read(&flags, &[("LIBTMUX_WAIT_MAX", "nonsense")]).unwrap();
    assert_eq!(config.limits.wait_max, Duration::from_secs(7));
}

#[test]
fn a_wrong_value_names_the_variable_the_value_and_what_is_allowed() {
    for (variable, value, allowed) in [
        ("LIBTMUX_WAIT_MAX", "121", "seconds from 0 to 120"),
        ("LIBTMUX_WAIT_MAX", "soon", "seconds"),
        ("LIBTMUX_MAX_LINES", "0", "a number from 1 to 10000"),
        ("LIBTMUX_ALLOW_ATTENDED", "yes", "1, 0, true or false"),
        (
            "LIBTMUX_BACKEND",
            "magic",
            "auto, control, subprocess or fake",
        ),
        ("LIBTMUX_SCENE", "build.toml", "--backend fake"),
        ("LIBTMUX_SEED", "7", "--backend fake"),
        ("LIBTMUX_LOG", "loud", "debug"),
        ("LIBTMUX_TMUX_CONFIG", "/etc/tmux.conf", "--socket"),
        ("LIBTMUX_SOCKET_PATH", "run/tmux", "absolute"),
        ("LIBTMUX_SOCKET", "a/b", "without slashes"),
    ] {
        let words = refused(&[(variable, value)]);
        for part in [variable, value, allowed] {
            assert!(words.contains(part), "{words}");
        }
    }
    let words = refused(&[("LIBTMUX_SOCKET", "a"), ("LIBTMUX_SOCKET_PATH", "/b")]);
    assert!(words.contains("both"), "{words}");
    assert!(refused(&[("LIBTMUX_SOCKET_PATH", "/tmp/a\nb")]).contains("control"));
}

#[test]
fn lists_of_tools_are_checked_and_empty_selects_nothing() {
    let config = read(
        &Flags::default(),
        &[("LIBTMUX_TOOLSETS", ""), ("LIBTMUX_TOOLS", "list_panes")],
    )
    .unwrap();
    assert_eq!(config.choice.toolsets, Some(Vec::new()));
    assert_eq!(config.choice.tools, ["list_panes"]);
    let words = refused(&[("LIBTMUX_TOOLSETS", "inspekt")]);
    assert!(
        words.contains("LIBTMUX_TOOLSETS") && words.contains("inspect"),
        "{words}"
    );
    assert!(refused(&[("LIBTMUX_EXCLUDE_TOOLS", "kil_pane")]).contains("kill_pane"));
}

#[test]
fn the_retired_variable_says_what_to_write_instead() {
    assert!(refused(&[("LIBTMUX_SAFETY", "readonly")]).contains("LIBTMUX_TOOLSETS=inspect "));
    assert!(refused(&[("LIBTMUX_SAFETY", "mutating")]).contains("=inspect,manage,execute "));
    assert!(
        refused(&[("LIBTMUX_SAFETY", "destructive")]).contains("=inspect,manage,execute,teardown ")
    );
    let flags = Flags {
        safety: Some("readonly".to_owned()),
        ..Flags::default()
    };
    assert!(
        read(&flags, &[])
            .unwrap_err()
            .to_string()
            .contains("--safety")
    );
}

#[test]
fn a_name_becomes_the_path_that_tmux_uses() {
    let uid = rustix::process::getuid().as_raw();
    let nowhere = |_: &str| Some("/nonexistent".to_owned());
    let path = Socket::Name("work".to_owned()).path(&nowhere).unwrap();
    assert!(
        path.as_str().ends_with(&format!("/tmux-{uid}/work")),
        "{path}"
    );
    let long = Socket::Path(format!("/{}", "x".repeat(107)).into());
    assert!(long.path(&nowhere).is_err());
}

#[test]
fn the_simulator_takes_a_scene_and_a_seed_and_no_socket() {
    let fake = ("LIBTMUX_BACKEND", "fake");
    let given = [fake, ("LIBTMUX_SCENE", "a.toml"), ("LIBTMUX_SEED", "7")];
    let config = read(&Flags::default(), &given).unwrap();
    let simulated = Simulated {
        scene: Some("a.toml".into()),
        seed: 7,
    };
    assert_eq!(config.backend, Backend::Fake(simulated));
    assert!(refused(&[fake, ("LIBTMUX_SEED", "-1")]).contains("LIBTMUX_SEED"));
    assert!(refused(&[fake, ("LIBTMUX_SOCKET", "a")]).contains("no socket"));
}

#[test]
fn a_command_to_elsewhere_is_split_into_words_and_no_shell_reads_it() {
    let via = |text| read(&Flags::default(), &[("LIBTMUX_VIA", text)]).map(|config| config.via);
    assert_eq!(
        via("ssh -p 22 'a b' $HOME;x").unwrap(),
        ["ssh", "-p", "22", "a b", "$HOME;x"]
    );
    assert!(
        via("").unwrap().is_empty(),
        "an empty variable is an absent one"
    );
    for text in ["ssh 'open", " ", "ssh a\nb"] {
        assert!(
            via(text).unwrap_err().to_string().contains("LIBTMUX_VIA"),
            "{text:?}"
        );
    }
    let given = [("LIBTMUX_BACKEND", "fake"), ("LIBTMUX_VIA", "ssh b")];
    assert!(refused(&given).contains("--via"));
}
