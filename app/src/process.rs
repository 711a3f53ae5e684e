//! Processes of this machine, as /proc shows them; elsewhere nothing is known and nothing is claimed.

use std::time::Duration;

use tokio::time::{Instant, sleep};

/// How long a hung-up process has to go.
const GRACE: Duration = Duration::from_millis(300);

/// Those of these processes that still run a moment after their terminal hung up.
pub async fn outliving(pids: &[u32]) -> Vec<u32> {
    let deadline = Instant::now() + GRACE;
    let mut pause = Duration::from_millis(2);
    loop {
        let alive: Vec<u32> = pids.iter().copied().filter(|pid| runs(*pid)).collect();
        if alive.is_empty() || Instant::now() >= deadline {
            return alive;
        }
        sleep(pause).await;
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

/// Whether a process runs; one that ended and was not waited for does not.
fn runs(pid: u32) -> bool {
    stat(pid).is_some_and(|stat| !matches!(stat.state, 'Z' | 'X'))
}

/// What `/proc/PID/stat` tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stat {
    state: char,
    group: i32,
    foreground: i32,
}

fn stat(pid: u32) -> Option<Stat> {
    parse_stat(&std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// The fields behind the name, which stands in parentheses and may hold anything (proc(5)).
fn parse_stat(text: &str) -> Option<Stat> {
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_ascii_whitespace();
    let state = fields.next()?.chars().next()?;
    let group = fields.nth(1)?.parse().ok()?;
    let foreground = fields.nth(2)?.parse().ok()?;
    Some(Stat {
        state,
        group,
        foreground,
    })
}

/// Who has the terminal of a process in the foreground.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Foreground {
    /// The leader of the foreground group, by its command line.
    Leader(Vec<String>),
    /// A group whose leader has ended, as `less` is left by what fills its pipe; one of it, by name. tmux then names
    /// the pane's own shell (osdep-linux.c, 3.3a).
    Left(String),
}

/// The foreground of the terminal of this process; `None` where that cannot be told.
#[must_use]
pub fn foreground(pid: u32) -> Option<Foreground> {
    let group = stat(pid)?.foreground;
    match command_line(group) {
        Some(words) => Some(Foreground::Leader(words)),
        None => member(group).map(Foreground::Left),
    }
}

/// The name of the oldest process of this group that runs.
fn member(group: i32) -> Option<String> {
    let entries = std::fs::read_dir("/proc").ok()?.flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let of_group = |pid: &u32| {
        stat(*pid).is_some_and(|stat| stat.group == group && !matches!(stat.state, 'Z' | 'X'))
    };
    let oldest = pids.filter(of_group).min()?;
    let name = std::fs::read_to_string(format!("/proc/{oldest}/comm")).ok()?;
    Some(name.trim_end().to_owned())
}

/// A zombie's is empty, which counts as none.
fn command_line(group: i32) -> Option<Vec<String>> {
    let raw = std::fs::read(format!("/proc/{group}/cmdline")).ok()?;
    let words = raw
        .split(|byte| *byte == 0)
        .map(|word| String::from_utf8_lossy(word).into_owned());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then_some(words)
}

/// Whether a shell started with these words reads commands from its terminal: no script, no `-c`.
#[must_use]
pub fn is_interactive_shell(words: &[String]) -> bool {
    let mut words = words.iter().skip(1).map(String::as_str);
    if words.clone().next() == Some("ash") || words.clone().next() == Some("sh") {
        // busybox is called with the applet's name first.
        words.next();
    }
    while let Some(word) = words.next() {
        match word {
            "--rcfile" | "--init-file" | "-o" | "+o" | "-O" | "+O" | "-C" | "--init-command" => {
                words.next();
            }
            _ if word.starts_with("--") => {
                if word == "--command" || word.starts_with("--command=") {
                    return false;
                }
            }
            _ if word.starts_with('-') || word.starts_with('+') => {
                if word.starts_with('-') && word.contains('c') {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_name_with_parentheses_and_blanks_hides_no_field() {
        let stat = parse_stat("42 (a) R (b c) S 1 42 42 34816 99 4194304 0").unwrap();
        assert_eq!(
            stat,
            Stat {
                state: 'S',
                group: 42,
                foreground: 99
            }
        );
        assert_eq!(parse_stat("garbage"), None);
    }

    #[test]
    fn a_shell_with_a_script_or_a_command_reads_no_terminal() {
        let interactive = |words: &str| {
            is_interactive_shell(&words.split(' ').map(str::to_owned).collect::<Vec<_>>())
        };
        for words in [
            "bash",
            "-bash",
            "bash --norc --noprofile",
            "zsh -f",
            "fish --no-config",
            "bash -i",
            "dash",
            "bash --rcfile /tmp/rc -i",
            "busybox ash",
            "sh -l",
            "bash -o vi",
            "zsh -il",
            "fish -C true",
        ] {
            assert!(interactive(words), "{words}");
        }
        for words in [
            "bash -c true",
            "bash script.sh",
            "sh -ec true",
            "zsh -f /tmp/x",
            "fish --command=true",
            "bash --norc x",
            "busybox sh -c x",
        ] {
            assert!(!interactive(words), "{words}");
        }
    }

    #[tokio::test]
    async fn this_process_outlives_and_an_impossible_one_does_not() {
        assert_eq!(
            outliving(&[std::process::id(), u32::MAX]).await,
            [std::process::id()]
        );
    }
}
