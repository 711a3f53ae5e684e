//! Builtins about signals: `trap` and `kill`.

use crate::fake::shell::signal;
use crate::fake::shell::simple::quoted;
use crate::fake::shell::state::{Ran, Shell, Step};

/// The number of what `trap` names; 0 is the end of the shell.
fn condition(word: &str) -> Option<i32> {
    if word.eq_ignore_ascii_case("EXIT") {
        return Some(0);
    }
    signal::parse(word)
}

/// `trap`
pub(super) fn trap(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let mut words = words.into_iter().skip(1).peekable();
        if words
            .peek()
            .is_some_and(|word| word == "--" || word == "-p")
        {
            words.next();
        }
        let rest: Vec<String> = words.collect();
        let Some(first) = rest.first() else {
            let list: Vec<String> = shell
                .traps
                .iter()
                .map(|(number, action)| {
                    let name = match number {
                        0 => "EXIT".to_owned(),
                        number => format!("SIG{}", signal::name(*number)),
                    };
                    format!("trap -- {} {name}\n", trapped(action))
                })
                .collect();
            shell.process.print(&list.concat()).await;
            return Ok(0);
        };
        let resets = first == "-" || rest.len() == 1;
        let action = if resets { None } else { Some(first.clone()) };
        let named = if rest.len() == 1 {
            &rest[..]
        } else {
            rest.get(1..).unwrap_or_default()
        };
        let mut status = 0;
        for word in named {
            let Some(number) = condition(word) else {
                let what = format!("trap: {word}: invalid signal specification");
                status = shell.fail(&what, 1).await?;
                continue;
            };
            if !shell.sealed.contains(&number) {
                set_trap(shell, number, action.as_deref());
            }
        }
        Ok(status)
    })
}

fn trapped(action: &str) -> String {
    if action.is_empty() || quoted(action) == action {
        format!("'{action}'")
    } else {
        quoted(action)
    }
}

fn set_trap(shell: &mut Shell, number: i32, action: Option<&str>) {
    match action {
        None => {
            shell.traps.remove(&number);
        }
        Some(action) => {
            shell.traps.insert(number, action.to_owned());
        }
    }
    if number == 0 {
        return;
    }
    shell.process.entry(|entry| match action {
        None => entry.restore(number),
        Some("") => entry.ignore(number),
        Some(_) => entry.catch(number),
    });
}

/// `kill`
pub(super) fn kill(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let mut sent = signal::TERMINATE;
        let mut rest = words.get(1..).unwrap_or_default();
        if let Some((first, others)) = rest.split_first() {
            let name = match first.strip_prefix('-') {
                Some("l") => {
                    let names: Vec<String> = (1..=15).map(signal::name).collect();
                    shell.process.print(&format!("{}\n", names.join(" "))).await;
                    return Ok(0);
                }
                Some("s" | "n") => {
                    rest = others.get(1..).unwrap_or_default();
                    others.first().cloned()
                }
                Some("-") => {
                    rest = others;
                    None
                }
                Some(name) => {
                    rest = others;
                    Some(name.to_owned())
                }
                None => None,
            };
            if let Some(name) = name {
                let Some(number) = signal::parse(&name) else {
                    let what = format!("kill: {name}: invalid signal specification");
                    return shell.fail(&what, 1).await;
                };
                sent = number;
            }
        }
        if rest.is_empty() {
            return shell
                .fail("kill: usage: kill [-s sigspec | -signum] pid ...", 2)
                .await;
        }
        let mut status = 0;
        for word in rest {
            if !send(shell, word, sent) {
                let what = format!("kill: ({word}) - No such process");
                status = shell.fail(&what, 1).await?;
            }
        }
        // A signal to itself finds its aim before anything else is done.
        shell.process.machine.give_way().await;
        shell.answer_signals().await?;
        Ok(status)
    })
}

/// Signals a process, a group or a job of this pane.
fn send(shell: &Shell, word: &str, signal: i32) -> bool {
    let mut kernel = shell.process.machine.lock();
    kernel.changed = true;
    if let Some(job) = word.strip_prefix('%') {
        let number = job.parse::<usize>().ok();
        let pid = shell
            .jobs
            .iter()
            .find(|job| Some(job.number) == number)
            .map(|job| job.pid);
        return pid.is_some_and(|pid| kernel.processes.signal_group(pid, signal));
    }
    match word.parse::<i64>() {
        Ok(0) => kernel.processes.signal_group_of(shell.process.pid, signal),
        Ok(pid) if pid < 0 => {
            u32::try_from(-pid).is_ok_and(|group| kernel.processes.signal_group(group, signal))
        }
        Ok(pid) => u32::try_from(pid).is_ok_and(|pid| kernel.processes.signal(pid, signal)),
        Err(_) => false,
    }
}
