//! Builtins about names: variables, options, arguments, aliases.

use crate::fake::shell::simple::quoted;
use crate::fake::shell::state::{Ran, Shell, Step};
use crate::fake::shell::{builtins, programs};

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Declares names, with a value where one is given; what else happens to each is said by `mark`.
async fn declare(
    shell: &mut Shell,
    words: &[String],
    mark: impl Fn(&mut Shell, &str) + Send,
) -> Ran {
    let mut status = 0;
    let command = words.first().cloned().unwrap_or_default();
    for word in words.iter().skip(1).filter(|word| !word.starts_with('-')) {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word.as_str(), None),
        };
        if !is_name(name) {
            let what = format!("{command}: `{word}': not a valid identifier");
            status = shell.fail(&what, 1).await?;
            continue;
        }
        if command == "local" {
            mark(shell, name);
        }
        if let Some(value) = value
            && let Err(what) = shell.set(name, value)
        {
            status = shell.fail(&what, 1).await?;
        }
        if command != "local" {
            mark(shell, name);
        }
    }
    Ok(status)
}

/// `export`
pub(super) fn export(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        if words.len() == 1 || words.get(1).is_some_and(|word| word == "-p") {
            let list: Vec<String> = shell
                .exported()
                .iter()
                .map(|(name, value)| format!("declare -x {name}=\"{value}\"\n"))
                .collect();
            shell.process.print(&list.concat()).await;
            return Ok(0);
        }
        let takes_back = words.get(1).is_some_and(|word| word == "-n");
        declare(shell, &words, |shell, name| {
            // A name without a value is exported once it has one; an empty one stands for that.
            if let Some(variable) = shell.variables.get_mut(name) {
                variable.exported = !takes_back;
            } else if !takes_back
                && shell.set(name, "").is_ok()
                && let Some(variable) = shell.variables.get_mut(name)
            {
                variable.exported = true;
            }
        })
        .await
    })
}

/// `readonly`
pub(super) fn readonly(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        declare(shell, &words, |shell, name| {
            shell.variables.entry(name.to_owned()).or_default().readonly = true;
        })
        .await
    })
}

/// `local`
pub(super) fn local(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        if shell.locals.is_empty() {
            return shell.fail("local: can only be used in a function", 1).await;
        }
        declare(shell, &words, |shell, name| {
            let before = shell.variables.get(name).cloned();
            if let Some(locals) = shell.locals.last_mut() {
                locals.entry(name.to_owned()).or_insert(before);
            }
            shell.variables.remove(name);
        })
        .await
    })
}

/// `unset`
pub(super) fn unset(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let mut functions = false;
        let mut status = 0;
        for word in words.iter().skip(1) {
            match word.as_str() {
                "-f" => functions = true,
                "-v" => functions = false,
                name if functions => {
                    shell.functions.remove(name);
                }
                name if shell
                    .variables
                    .get(name)
                    .is_some_and(|variable| variable.readonly) =>
                {
                    let what = format!("unset: {name}: cannot unset: readonly variable");
                    status = shell.fail(&what, 1).await?;
                }
                name => {
                    if shell.variables.remove(name).is_none() {
                        shell.functions.remove(name);
                    }
                }
            }
        }
        Ok(status)
    })
}

impl Shell {
    /// Applies an option of its command line.
    pub(in super::super) fn apply(&mut self, words: &[String]) {
        let Some(word) = words.first() else { return };
        let on = word.starts_with('-');
        for letter in word.chars().skip(1) {
            if letter == 'o' {
                option(self, words.get(1).map_or("", |name| name), on);
            } else {
                letter_option(self, letter, on);
            }
        }
    }
}

/// `set`
pub(super) fn set(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let mut rest = words.iter().skip(1);
        if words.len() == 1 {
            let list: Vec<String> = shell
                .variables
                .iter()
                .map(|(name, variable)| format!("{name}={}\n", quoted(&variable.value)))
                .collect();
            shell.process.print(&list.concat()).await;
            return Ok(0);
        }
        while let Some(word) = rest.next() {
            let on = word.starts_with('-');
            if word == "--" || word == "-" || !(on || word.starts_with('+')) || word.len() < 2 {
                let first = (!on).then(|| word.clone());
                shell.arguments = first.into_iter().chain(rest.cloned()).collect();
                return Ok(0);
            }
            for letter in word.chars().skip(1) {
                let known = if letter == 'o' {
                    rest.next().is_none_or(|name| option(shell, name, on))
                } else {
                    letter_option(shell, letter, on)
                };
                if !known {
                    let what = format!("set: {word}: invalid option");
                    return shell.fail(&what, 2).await;
                }
            }
        }
        Ok(0)
    })
}

fn letter_option(shell: &mut Shell, letter: char, on: bool) -> bool {
    let settings = &mut shell.settings;
    match letter {
        'e' => settings.exit_on_failure = on,
        'u' => settings.unset_is_error = on,
        'x' => settings.trace = on,
        'v' => settings.verbose = on,
        'f' => settings.no_globbing = on,
        // Hashing, jobs, editing and braces: nothing here depends on them.
        'a' | 'b' | 'h' | 'k' | 'm' | 'n' | 'B' | 'C' | 'H' => {}
        _ => return false,
    }
    true
}

fn option(shell: &mut Shell, name: &str, on: bool) -> bool {
    match name {
        "errexit" => shell.settings.exit_on_failure = on,
        "nounset" => shell.settings.unset_is_error = on,
        "xtrace" => shell.settings.trace = on,
        "verbose" => shell.settings.verbose = on,
        "noglob" => shell.settings.no_globbing = on,
        "pipefail" => shell.settings.pipe_fails = on,
        "emacs" | "vi" | "monitor" | "posix" | "ignoreeof" | "notify" => {}
        _ => return false,
    }
    true
}

/// `shift`
pub(super) fn shift(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let count = words.get(1).map_or(Ok(1), |word| word.parse::<usize>());
        match count {
            Ok(count) if count <= shell.arguments.len() => {
                shell.arguments.drain(..count);
                Ok(0)
            }
            Ok(_) => Ok(1),
            Err(_) => shell.fail("shift: numeric argument required", 1).await,
        }
    })
}

/// `alias`
pub(super) fn alias(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    const ALIASES_MAX: usize = 200;
    Box::pin(async move {
        let mut status = 0;
        let mut list = String::new();
        if words.len() == 1 {
            for (name, text) in &shell.aliases {
                list.push_str(&spelled(name, text));
            }
        }
        for word in words.iter().skip(1) {
            match (word.split_once('='), shell.aliases.get(word)) {
                (Some((name, text)), _) if shell.aliases.len() < ALIASES_MAX => {
                    shell.aliases.insert(name.to_owned(), text.to_owned());
                }
                (None, Some(text)) => list.push_str(&spelled(word, text)),
                _ => status = shell.fail(&format!("alias: {word}: not found"), 1).await?,
            }
        }
        shell.process.print(&list).await;
        Ok(status)
    })
}

/// An alias as it could be typed.
fn spelled(name: &str, text: &str) -> String {
    format!("alias {name}='{text}'\n")
}

/// `unalias`
pub(super) fn unalias(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let mut status = 0;
        for word in words.iter().skip(1) {
            if word == "-a" {
                shell.aliases.clear();
            } else if shell.aliases.remove(word).is_none() {
                status = shell
                    .fail(&format!("unalias: {word}: not found"), 1)
                    .await?;
            }
        }
        Ok(status)
    })
}

/// `type`
pub(super) fn kind(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let mut status = 0;
        for word in words.iter().skip(1) {
            let what = if shell.aliases.contains_key(word) {
                "aliased"
            } else if shell.functions.contains_key(word) {
                "a function"
            } else if builtins::find(word).is_some() {
                "a shell builtin"
            } else if programs::is_known(&shell.process, word) {
                "a program"
            } else {
                status = shell.fail(&format!("type: {word}: not found"), 1).await?;
                continue;
            };
            shell.process.print(&format!("{word} is {what}\n")).await;
        }
        Ok(status)
    })
}
