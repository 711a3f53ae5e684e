//! tmux's command line: what programs in panes call, and what tests stage things with.
//!
//! A list of commands is parsed as a whole before any of it runs, and ends at the first that fails.

use domain::PaneId;

use super::channels::Waiter;
use super::life::{Life, Said};
use super::world::World;
use crate::fake::profile::Profile;
use crate::fake::program::Answer;
use args::Args;
use table::{Command, find};

mod args;
mod arranging;
mod buffers;
mod creating;
mod ending;
mod input;
mod listing;
mod meant;
mod setting;
mod showing;
mod table;
mod target;
mod text;

/// What a command is given.
#[derive(Debug)]
struct Call<'a> {
    life: &'a mut Life,
    args: &'a Args,
    /// The pane whose program calls.
    pane: Option<PaneId>,
    output: &'a mut Vec<u8>,
}

impl Call<'_> {
    /// Prints a line.
    fn print(&mut self, line: &str) {
        let line = self.life.setup.profile.line(line);
        self.output.extend(line.bytes());
        self.output.push(b'\n');
    }
}

/// What came of a command.
#[derive(Debug)]
enum Done {
    /// It is over.
    Over,
    /// The list goes on once this one is woken.
    Waits(Waiter),
}

/// What came of a list of commands.
#[derive(Debug)]
pub(super) enum Outcome {
    /// All of them are over.
    Done(Answer),
    /// One waits.
    Waits {
        /// For this.
        waiter: Waiter,
        /// What was printed before.
        so_far: Answer,
        /// The commands behind it.
        rest: Vec<Vec<String>>,
    },
}

fn failed(words: &str) -> Answer {
    Answer {
        status: 1,
        output: Vec::new(),
        words: format!("{words}\n").into_bytes(),
    }
}

/// The options before the command, and the commands.
#[derive(Debug, Default)]
struct Line {
    socket: Option<String>,
    version: bool,
    commands: Vec<Vec<String>>,
}

fn read(words: &[String]) -> Result<Line, Answer> {
    let mut line = Line::default();
    let mut words = words.iter().peekable();
    while let Some(word) = words.next_if(|word| word.len() > 1 && word.starts_with('-')) {
        if word == "--" {
            break;
        }
        let mut letters = word.chars().skip(1);
        while let Some(letter) = letters.next() {
            if "2CDlNuUv".contains(letter) {
                continue;
            }
            if letter == 'V' {
                line.version = true;
                continue;
            }
            if !"cfLST".contains(letter) {
                return Err(failed(&format!("tmux: unknown option -- {letter}")));
            }
            let rest: String = letters.by_ref().collect();
            let value = if rest.is_empty() {
                words.next().cloned()
            } else {
                Some(rest)
            };
            if letter == 'S' {
                line.socket = value;
            }
        }
    }
    line.commands = lists(words);
    Ok(line)
}

/// The commands between arguments that end with a semicolon.
fn lists<'a>(words: impl Iterator<Item = &'a String>) -> Vec<Vec<String>> {
    let mut commands = Vec::new();
    let mut command: Vec<String> = Vec::new();
    for word in words {
        match word.strip_suffix(';') {
            Some(rest) if rest.ends_with('\\') => {
                let literal = rest.strip_suffix('\\').unwrap_or(rest);
                command.push(format!("{literal};"));
            }
            Some(rest) => {
                if !rest.is_empty() {
                    command.push(rest.to_owned());
                }
                commands.push(std::mem::take(&mut command));
            }
            None => command.push(word.clone()),
        }
    }
    commands.push(command);
    commands.retain(|command| !command.is_empty());
    commands
}

/// The commands that a program in a pane calls tmux with.
pub(super) fn split(life: &Life, words: &[String]) -> Result<Vec<Vec<String>>, Answer> {
    let given = read(words)?;
    if given.version {
        return Err(version(life.setup.profile.release.name()));
    }
    elsewhere(given.socket.as_ref(), &life.setup.socket)?;
    Ok(given.commands)
}

fn version(name: &str) -> Answer {
    Answer {
        status: 0,
        output: format!("tmux {name}\n").into_bytes(),
        words: Vec::new(),
    }
}

/// Nothing listens on any other socket.
fn elsewhere(asked: Option<&String>, own: &str) -> Result<(), Answer> {
    match asked {
        Some(socket) if socket != own => Err(failed(&format!(
            "error connecting to {socket} (No such file or directory)"
        ))),
        _ => Ok(()),
    }
}

/// Runs tmux as a process of its own, which may start a server.
pub(super) fn process(world: &mut World, words: &[String]) -> Answer {
    attempt(world, words).unwrap_or_else(|answer| answer)
}

fn attempt(world: &mut World, words: &[String]) -> Result<Answer, Answer> {
    let given = read(words)?;
    if given.version {
        return Err(version(world.setup.profile.release.name()));
    }
    elsewhere(given.socket.as_ref(), &world.setup.socket)?;
    let starts = given.commands.iter().any(|command| starts_server(command));
    if world.life.is_none() && !starts {
        return Err(failed(&format!(
            "no server running on {}",
            world.setup.socket
        )));
    }
    let life = world.start();
    let outcome = run(life, given.commands, Answer::default(), None);
    life.begun = true;
    match outcome {
        Outcome::Done(answer) => Ok(answer),
        // A process that waits has no end that could be answered.
        Outcome::Waits { .. } => Err(failed("it waits for a channel that nobody signalled")),
    }
}

fn starts_server(command: &[String]) -> bool {
    command
        .first()
        .and_then(|name| find(name).ok())
        .is_some_and(|command| matches!(command.name, "new-session" | "start-server"))
}

/// Runs commands in order, after what came out before.
pub(super) fn run(
    life: &mut Life,
    commands: Vec<Vec<String>>,
    mut so_far: Answer,
    pane: Option<PaneId>,
) -> Outcome {
    let parsed: Said<Vec<(&Command, Args)>> = commands
        .iter()
        .map(|words| parse(words, &life.setup.profile))
        .collect();
    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(words) => return Outcome::Done(failed(&words)),
    };
    for (place, (command, args)) in parsed.iter().enumerate() {
        let mut call = Call {
            life,
            args,
            pane,
            output: &mut so_far.output,
        };
        match (command.run)(&mut call) {
            Ok(Done::Over) => {}
            Ok(Done::Waits(waiter)) => {
                let rest = commands.into_iter().skip(place + 1).collect();
                return Outcome::Waits {
                    waiter,
                    so_far,
                    rest,
                };
            }
            Err(words) => {
                so_far.status = 1;
                so_far.words.extend(format!("{words}\n").bytes());
                return Outcome::Done(so_far);
            }
        }
        if life.killed {
            break;
        }
    }
    Outcome::Done(so_far)
}

fn parse(words: &[String], profile: &Profile) -> Said<(&'static Command, Args)> {
    let (name, rest) = words.split_first().ok_or("no command")?;
    let command = find(name)?;
    let args = Args::parse(command, rest, profile)?;
    Ok((command, args))
}

#[cfg(test)]
mod tests {
    use super::super::{Setup, Simulator};

    #[test]
    fn command_lines_fail_in_the_words_of_tmux() {
        let simulator = Simulator::new(Setup::default());
        let started = simulator.tmux(&["new-session", "-d", "-s", "one", "cat"]);
        assert_eq!(started.status, 0);
        for (arguments, words) in [
            (&["bogus"][..], "unknown command: bogus\n"),
            (
                &["list-panes", "-Q"],
                "command list-panes: unknown flag -Q\n",
            ),
            (
                &["kill-pane", "x"],
                "command kill-pane: too many arguments (need at most 0)\n",
            ),
            (
                &["rename-window"],
                "command rename-window: too few arguments (need at least 1)\n",
            ),
            (
                &["display-message", "-p", "x", ";", "bogus"],
                "unknown command: bogus\n",
            ),
            (&["has-session", "-t", "=two"], "can't find session: two\n"),
            (&["show-buffer", "-b", "x"], "no buffer x\n"),
            (
                &["set-option", "-g", "mousy", "on"],
                "invalid option: mousy\n",
            ),
        ] {
            let answer = simulator.tmux(arguments);
            assert_eq!(String::from_utf8_lossy(&answer.words), words);
            assert!(
                answer.status == 1 && answer.output.is_empty(),
                "{arguments:?}"
            );
        }
    }
}
