//! Formats, beside what tmux 3.3a made of them.

use super::super::{Setup, Simulator};

fn says(format: &str) -> String {
    let simulator = Simulator::new(Setup::default());
    let answer = simulator.tmux(&["new-session", "-d", "-s", "one", "cat"]);
    assert_eq!(answer.status, 0, "{answer:?}");
    let answer = simulator.tmux(&["display-message", "-p", "-t", "%0", format]);
    String::from_utf8(answer.output).unwrap()
}

#[test]
fn variables_conditions_and_comparisons_expand() {
    for (format, text) in [
        ("#{pane_id} #S:#I", "%0 one:0\n"),
        ("#{nothing}|", "|\n"),
        ("##{pane_id}", "#{pane_id}\n"),
        ("####{pane_id}", "##{pane_id}\n"),
        ("###{pane_id}", "#%0\n"),
        ("##[x]", "##[x]\n"),
        ("#(touch x)", "\n"),
        ("#{?pane_active,yes,no}", "yes\n"),
        ("#{?#{==:#{pane_id},%1},a#,b,c}", "c\n"),
        ("#{?#{==:#{pane_id},%0},a#,b,c}", "a,b\n"),
        ("#{&&:#{==:a,a},#{!=:a,a}}", "0\n"),
        ("#{P:#{pane_id} }", "%0 \n"),
        ("#{S:x}", "x\n"),
        ("#{n:session_name}", "3\n"),
        ("#{history-limit}", "2000\n"),
        ("#{mouse}", "0\n"),
        ("100%%", "100%\n"),
    ] {
        assert_eq!(says(format), text, "{format}");
    }
}
