//! What a scene's file may say, and what is said about one that says something else.

use super::*;

/// The scenes that ship with the product.
const EXAMPLES: [(&str, &str); 2] = [
    (
        "build.toml",
        include_str!("../../../../app/scenes/build.toml"),
    ),
    (
        "prompts.toml",
        include_str!("../../../../app/scenes/prompts.toml"),
    ),
];

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

#[test]
fn the_examples_are_scenes() {
    for (name, text) in EXAMPLES {
        let scene = Scene::parse(text, name).unwrap_or_else(|error| panic!("{error}"));
        assert!(scene.commands.len() > 2, "{name}");
        assert!(!scene.sessions.is_empty(), "{name}");
    }
}

#[test]
fn commands_are_found_by_all_their_words_and_the_first_wins() {
    let scene = Scene::parse(EXAMPLES[0].1, "build.toml").unwrap();
    let found = |text: &str| scene.find(&words(text));
    assert!(matches!(&found("make").unwrap().deed, Deed::Steps { steps, .. } if steps.len() == 3));
    assert!(
        matches!(&found("make test").unwrap().deed, Deed::Steps { steps, .. } if steps.len() == 4)
    );
    assert!(found("make tests").is_none());
    assert!(found("shop serve").is_some());
    assert!(found("shop serve --port 80").is_some());
    assert!(found("shop serve --port x").is_none());
    assert!(found("a shop serve").is_none());
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn everything_that_is_written_is_in_the_scene() {
    let text = r#"
        host = "h"
        prompt = "> "
        [environment]
        A = "1"
        [[file]]
        path = "/a/b"
        text = "c"
        [[command]]
        match = "x  y"
        repeats = true
        [[command.step]]
        after = 0.25
        print = "p"
        complain = "c"
        reads = "key"
        exit = 3
        [[command.step]]
        signal = "SIGTERM"
        [[command]]
        pattern = 'a+'
        run = "echo $1"
        [[session]]
        name = "s"
        [[session.window]]
        name = "w"
        [[session.window.pane]]
        command = ["cat", "x"]
        types = "t"
        directory = "/d"
    "#;
    let scene = Scene::parse(text, "t.toml").unwrap();
    assert_eq!(scene.host, "h");
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(scene.environment, [pair("PS1", "> "), pair("A", "1")]);
    assert_eq!(
        scene.files,
        [File {
            path: "/a/b".to_owned(),
            text: "c".to_owned()
        }]
    );
    let step = Step {
        after: Duration::from_millis(250),
        print: "p".to_owned(),
        complain: "c".to_owned(),
        reads: Reads::Key,
        outcome: Outcome::Exit(3),
    };
    let second = Step {
        after: Duration::ZERO,
        print: String::new(),
        complain: String::new(),
        reads: Reads::Nothing,
        outcome: Outcome::Signal(15),
    };
    assert!(matches!(&scene.commands[0].words, Words::Exact(own) if *own == words("x y")));
    assert_eq!(
        scene.commands[0].deed,
        Deed::Steps {
            steps: vec![step, second],
            repeats: true
        }
    );
    assert_eq!(scene.commands[1].deed, Deed::Run("echo $1".to_owned()));
    assert!(scene.find(&words("aaa")).is_some());
    let pane = Pane {
        command: words("cat x"),
        types: Some("t".to_owned()),
        directory: Some("/d".to_owned()),
    };
    let window = Window {
        name: Some("w".to_owned()),
        panes: vec![pane],
    };
    assert_eq!(
        scene.sessions,
        [Session {
            name: "s".to_owned(),
            windows: vec![window]
        }]
    );
}

#[test]
fn a_session_has_a_window_and_a_window_a_pane() {
    let scene = Scene::parse("[[session]]\nname = 's'", "t.toml").unwrap();
    assert_eq!(scene.sessions[0].windows[0].panes, [Pane::default()]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn an_error_names_file_line_key_rule_and_what_to_do() {
    for (text, line, key, rule) in [
        ("host = ''", 1, "host", "a host has a name"),
        ("\nhots = 'x'", 2, "hots", "unknown field `hots`"),
        ("host = 3", 1, "host", "invalid type"),
        ("host = 'a'\nhost = 'b'", 2, "host", "duplicate key"),
        ("x = [", 1, "x", ""),
        (
            "[environment]\n'A B' = '1'",
            2,
            "'A B'",
            "a variable's name",
        ),
        (
            "[[file]]\npath = 'x'\ntext = ''",
            2,
            "path",
            "a file's path is absolute",
        ),
        (
            "[[command]]\nrun = ''",
            1,
            "[[command]]",
            "either `match` or `pattern`",
        ),
        (
            "[[command]]\nmatch = ' '",
            2,
            "match",
            "`match` names a command",
        ),
        (
            "[[command]]\npattern = '('",
            2,
            "pattern",
            "`pattern` is a regular expression",
        ),
        (
            "[[command]]\nmatch = 'a'\nrun = 'b'\nrepeats = true",
            3,
            "run",
            "has no steps",
        ),
        (
            "[[command]]\nmatch = 'a'\nrepeats = true",
            1,
            "[[command]]",
            "waits or reads in each round",
        ),
        (
            "[[command]]\nmatch = 'a'\n[[command.step]]\nafter = -1",
            4,
            "after",
            "`after` is a number of seconds",
        ),
        (
            "[[command]]\nmatch = 'a'\n[[command.step]]\nafter = nan",
            4,
            "after",
            "`after` is a number of seconds",
        ),
        (
            "[[command]]\nmatch = 'a'\n[[command.step]]\nreads = 'x'",
            4,
            "reads",
            "`reads` is \"line\" or \"key\"",
        ),
        (
            "[[command]]\nmatch = 'a'\n[[command.step]]\nexit = 256",
            4,
            "exit",
            "a status from 0 to 255",
        ),
        (
            "[[command]]\nmatch = 'a'\n[[command.step]]\nsignal = 'STOP'",
            4,
            "signal",
            "names a signal that ends",
        ),
        (
            "[[command]]\nmatch = 'a'\n[[command.step]]\nexit = 1\nsignal = 'TERM'",
            5,
            "signal",
            "not both",
        ),
        (
            "[[command]]\nmatch = 'a'\n[[command.step]]\nprnt = 'x'",
            4,
            "prnt",
            "unknown field `prnt`",
        ),
        ("[[session]]\nname = 'a:b'", 2, "name", "a session's name"),
        (
            "[[session]]\nname = 'a'\n[[session]]\nname = 'a'",
            4,
            "name",
            "different names",
        ),
        (
            "[[session]]\nname = 'a'\n[[session.window]]\n[[session.window.pane]]\ntypes = \"a\\nb\"",
            5,
            "types",
            "one line",
        ),
        (
            "[[session]]\nname = 'a'\n[[session.window]]\n[[session.window.pane]]\ndirectory = 'x'",
            5,
            "directory",
            "absolute",
        ),
    ] {
        let error = Scene::parse(text, "my.toml").unwrap_err();
        assert_eq!(
            (error.line, error.key.as_str()),
            (line, key),
            "{text}: {error}"
        );
        assert!(error.rule.contains(rule), "{text}: {error}");
        let shown = error.to_string();
        assert!(
            shown.starts_with(&format!("my.toml:{line}: {key}: ")),
            "{shown}"
        );
        assert!(
            shown.ends_with(&error.recovery) && !error.recovery.is_empty(),
            "{shown}"
        );
    }
}

#[test]
fn a_scene_has_an_end() {
    for (piece, count) in [
        ("[[command]]\nmatch = 'a'\n", 501),
        ("[[file]]\npath = '/a'\ntext = ''\n", 201),
        ("[[session]]\nname = 'a'\n", 21),
    ] {
        let error = Scene::parse(&piece.repeat(count), "t.toml").unwrap_err();
        assert!(error.rule.contains("no more than"), "{error}");
    }
    let long = format!("host = '{}'", "x".repeat(1 << 20));
    assert!(
        Scene::parse(&long, "t.toml")
            .unwrap_err()
            .rule
            .contains("bytes")
    );
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let error = Scene::load("/no/such/scene.toml".into()).unwrap_err();
    assert!(
        error.to_string().starts_with("/no/such/scene.toml: "),
        "{error}"
    );
}
