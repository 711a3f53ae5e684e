//! Targets in words: names, their beginnings, patterns, signs, offsets.

use domain::{SessionId, Topology};

use super::operations::Choices;

/// A command line with a target that names no id. Each has its session, and no pane is counted from the
/// current one: what is current differs between a client and a process.
pub(super) fn named(random: &mut Choices, seen: &Topology) -> Vec<String> {
    let session = session(random, seen);
    let window = format!("{session}:{}", window(random, seen));
    let pane = format!("{window}.{}", pane(random));
    let (command, target, rest) = match random.below(9) {
        0 => ("has-session", session, vec![]),
        1 => ("list-windows", session, vec!["-F", "#{window_id}"]),
        2 => ("list-panes", window, vec!["-F", "#{pane_id}"]),
        3 => ("select-window", window, vec![]),
        4 => (
            "rename-window",
            window,
            vec![*random.pick(&["b", "bc", "abc", "7"])],
        ),
        5 => (
            "rename-session",
            session,
            vec![*random.pick(&["b", "bc", "abc", "7"])],
        ),
        6 => ("select-pane", pane, vec![]),
        7 => ("kill-session", format!("={session}"), vec![]),
        _ => ("resize-pane", pane, vec!["-x", "20"]),
    };
    let words = [command, "-t", &*target].into_iter().chain(rest);
    words.map(str::to_owned).collect()
}

fn session(random: &mut Choices, seen: &Topology) -> String {
    let names: Vec<&str> = seen.sessions.iter().map(|session| &*session.name).collect();
    text(random, &names)
}

fn window(random: &mut Choices, seen: &Topology) -> String {
    if random.one_in(2) {
        let signs = [
            "^", "$", "!", "+", "-", "+2", "-3", "{start}", "{end}", "{last}", "{next}", "0", "1",
            "4", "@1", "",
        ];
        return (*random.pick(&signs)).to_owned();
    }
    let names: Vec<&str> = seen.windows.iter().map(|window| &*window.name).collect();
    text(random, &names)
}

fn pane(random: &mut Choices) -> String {
    let signs = [
        "!",
        "{last}",
        "{top}",
        "{bottom}",
        "{left}",
        "{right}",
        "{top-left}",
        "{top-right}",
        "{bottom-left}",
        "{bottom-right}",
        "bottom",
        "0",
        "1",
        "2",
        "%1",
        "",
    ];
    (*random.pick(&signs)).to_owned()
}

/// A name, a part of it, or a pattern that may fit.
fn text(random: &mut Choices, names: &[&str]) -> String {
    if names.is_empty() {
        return "none".to_owned();
    }
    let name: Vec<char> = random.pick(names).chars().collect();
    let beginning: String = name.iter().take(1 + random.cells(3) as usize).collect();
    // What stands for a part of a target is left out of it.
    let plain = |text: String| text.replace([':', '.'], "?");
    let whole = plain(name.iter().collect());
    match random.below(7) {
        0 | 1 => plain(beginning),
        2 => format!("={whole}"),
        3 => format!("*{}", plain(name.iter().skip(1).collect())),
        4 => format!(
            "[{}x]*",
            name.first()
                .filter(|c| c.is_ascii_alphanumeric())
                .unwrap_or(&'a')
        ),
        5 => (*random.pick(&["b", "*", "?", "a*c"])).to_owned(),
        _ => whole,
    }
}

/// Whether a session that is in no group is called as a group that there is, see [`crate::differential::known`].
pub(super) fn shares_a_name(session: SessionId, seen: &Topology) -> bool {
    let mut sessions = seen.sessions.iter();
    let meant = sessions.find(|held| held.id == session && held.group.is_none());
    let groups = || {
        seen.sessions
            .iter()
            .filter_map(|held| held.group.as_deref())
    };
    meant.is_some_and(|meant| groups().any(|group| group == meant.name))
}
