//! Builtins that change what runs next.

use std::task::Poll;

use crate::fake::shell::process::Entry;
use crate::fake::shell::state::{Flow, Ran, Shell, Step, status_of};
use crate::fake::shell::store::absolute;
use crate::fake::shell::{builtins, programs};

fn number(words: &[String], otherwise: i32) -> Result<i32, String> {
    match words.get(1) {
        None => Ok(otherwise),
        Some(word) => word.parse().map_err(|_| {
            let name = words.first().map(String::as_str).unwrap_or_default();
            format!("{name}: {word}: numeric argument required")
        }),
    }
}

fn levels(shell: &Shell, words: &[String]) -> Option<u32> {
    let asked = number(words, 1)
        .ok()
        .and_then(|levels| u32::try_from(levels).ok());
    let levels = asked.unwrap_or(1).clamp(1, shell.loops.max(1));
    (shell.loops > 0).then_some(levels)
}

/// `break`
pub(super) fn leave(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let levels = levels(shell, &words);
        levels.map_or(Ok(0), |levels| Err(Flow::Break(levels)))
    })
}

/// `continue`
pub(super) fn go_on(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let levels = levels(shell, &words);
        levels.map_or(Ok(0), |levels| Err(Flow::Continue(levels)))
    })
}

/// `return`
pub(super) fn give_back(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        if shell.functions_deep == 0 {
            return shell
                .fail(
                    "return: can only `return' from a function or sourced script",
                    1,
                )
                .await;
        }
        match number(&words, shell.status) {
            Ok(status) => Err(Flow::Return(status & 0xff)),
            Err(words) => shell.fail(&words, 2).await,
        }
    })
}

/// `exit`
pub(super) fn exit(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        if shell.interactive {
            shell.process.complain("exit\n").await;
        }
        match number(&words, shell.status) {
            Ok(status) => Err(Flow::Exit(status & 0xff)),
            Err(words) => {
                let status = shell.fail(&words, 2).await?;
                Err(Flow::Exit(status))
            }
        }
    })
}

/// `eval`
pub(super) fn eval(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let text = words.get(1..).unwrap_or_default().join(" ");
        shell.evaluate(&text, "eval").await
    })
}

/// `exec`
pub(super) fn exec(shell: &mut Shell, mut words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        words.remove(0);
        if words.is_empty() {
            shell.keep_files = true;
            return Ok(0);
        }
        shell.become_program(words).await
    })
}

/// `.`
pub(super) fn source(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let Some(name) = words.get(1) else {
            return shell.fail(".: filename argument required", 2).await;
        };
        let path = absolute(&shell.process.directory, name);
        let read = shell.process.machine.lock().store.read(&path);
        let text = match read {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(refused) => {
                return shell.fail(&format!("{name}: {}", refused.words()), 1).await;
            }
        };
        shell.functions_deep += 1;
        let ran = shell.evaluate(&text, name).await;
        shell.functions_deep -= 1;
        match ran {
            Err(Flow::Return(status)) => Ok(status),
            other => other,
        }
    })
}

/// `command`: no function, and with `-v` only where it is.
pub(super) fn command(shell: &mut Shell, mut words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        words.remove(0);
        let name = words.first().cloned().unwrap_or_default();
        if name == "-v" || name == "-V" {
            let name = words.get(1).cloned().unwrap_or_default();
            let known = builtins::find(&name).is_some()
                || shell.functions.contains_key(&name)
                || programs::is_known(&shell.process, &name);
            if known {
                shell.process.print(&format!("{name}\n")).await;
            }
            return Ok(i32::from(!known));
        }
        if name.is_empty() {
            return Ok(0);
        }
        match builtins::find(&name) {
            Some(builtin) => builtin(shell, words).await,
            None => shell.program(words).await,
        }
    })
}

/// `wait`
pub(super) fn wait(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let machine = shell.process.machine.clone();
        let own = shell.process.pid;
        let mut named = Vec::new();
        for word in words.get(1..).unwrap_or_default() {
            let Ok(pid) = word.parse::<u32>() else {
                let what = format!("wait: `{word}': not a pid or valid job spec");
                return shell.fail(&what, 1).await;
            };
            named.push(pid);
        }
        let all = named.is_empty();
        if all {
            named.clone_from(&shell.children);
        }
        let mut status = 0;
        for pid in named {
            if !shell.children.contains(&pid) {
                let what = format!("wait: pid {pid} is not a child of this shell");
                status = shell.fail(&what, 127).await?;
                continue;
            }
            let over = machine
                .until(|kernel| {
                    if kernel.processes.get(pid).is_none() {
                        return Poll::Ready(true);
                    }
                    let entry = kernel.processes.get(own);
                    if entry.is_some_and(Entry::is_disturbed) {
                        return Poll::Ready(false);
                    }
                    Poll::Pending
                })
                .await;
            shell.answer_signals().await?;
            if !over {
                return Ok(130);
            }
            let ended = machine.lock().processes.end(pid);
            shell.children.retain(|child| *child != pid);
            status = ended.map_or(127, status_of);
        }
        Ok(if all { 0 } else { status })
    })
}
