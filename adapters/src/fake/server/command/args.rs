//! A command's flags and arguments.

use super::super::life::Said;
use super::table::Command;
use crate::fake::profile::Profile;

/// What was given to a command.
#[derive(Debug, Default)]
pub(super) struct Args {
    flags: Vec<(char, Option<String>)>,
    /// What follows the flags.
    pub(super) words: Vec<String>,
}

impl Args {
    /// Reads a command's words.
    ///
    /// # Errors
    /// tmux's words.
    pub(super) fn parse(command: &Command, words: &[String], profile: &Profile) -> Said<Self> {
        let mut args = Self::default();
        let mut rest = words.iter().peekable();
        while let Some(word) = rest.next_if(|word| word.len() > 1 && word.starts_with('-')) {
            if word == "--" {
                break;
            }
            let mut letters = word.chars().skip(1);
            while let Some(letter) = letters.next() {
                let name = command.name;
                if command.refused.contains(letter) {
                    return Err(format!("command {name}: flag -{letter} is not simulated"));
                }
                let known = takes(command.flags, letter).filter(|_| profile.has_flag(name, letter));
                match known {
                    None => return Err(format!("command {name}: unknown flag -{letter}")),
                    Some(false) => args.flags.push((letter, None)),
                    Some(true) => {
                        let attached: String = letters.by_ref().collect();
                        let value = if attached.is_empty() {
                            rest.next().cloned()
                        } else {
                            Some(attached)
                        };
                        let value = value.ok_or_else(|| {
                            format!("command {name}: -{letter} expects an argument")
                        })?;
                        args.flags.push((letter, Some(value)));
                    }
                }
            }
        }
        args.words = rest.cloned().collect();
        let (least, most) = command.words;
        if args.words.len() < least {
            return Err(format!(
                "command {}: too few arguments (need at least {least})",
                command.name
            ));
        }
        match most {
            Some(most) if args.words.len() > most => Err(format!(
                "command {}: too many arguments (need at most {most})",
                command.name
            )),
            _ => Ok(args),
        }
    }

    /// Whether a flag was given.
    pub(super) fn has(&self, flag: char) -> bool {
        self.flags.iter().any(|(given, _)| *given == flag)
    }

    /// The last value of a flag.
    pub(super) fn get(&self, flag: char) -> Option<&str> {
        self.all(flag).last()
    }

    /// Every value of a flag.
    pub(super) fn all(&self, flag: char) -> impl Iterator<Item = &str> {
        self.flags
            .iter()
            .filter(move |(given, _)| *given == flag)
            .filter_map(|(_, value)| value.as_deref())
    }

    /// The word at a place.
    pub(super) fn word(&self, place: usize) -> Option<&str> {
        self.words.get(place).map(|word| &**word)
    }
}

/// Whether a command knows a flag, and whether it has a value.
fn takes(flags: &str, letter: char) -> Option<bool> {
    if letter == ':' {
        return None;
    }
    let at = flags.find(letter)?;
    Some(flags.get(at + letter.len_utf8()..)?.starts_with(':'))
}
