//! What a shell does in its own process.

mod flow;
mod names;
mod reading;
mod signals;

use super::state::{Ran, Shell, Step};
use super::store::absolute;
use super::text;

/// A command that is part of the shell.
pub(super) type Builtin = for<'a> fn(&'a mut Shell, Vec<String>) -> Step<'a, Ran>;

/// The builtin of this name.
pub(super) fn find(name: &str) -> Option<Builtin> {
    let builtin: Builtin = match name {
        ":" | "true" => |_, _| Box::pin(async { Ok(0) }),
        "false" => |_, _| Box::pin(async { Ok(1) }),
        "echo" | "printf" | "test" | "[" => printed,
        "cd" => change_directory,
        "pwd" => print_directory,
        "break" => flow::leave,
        "continue" => flow::go_on,
        "return" => flow::give_back,
        "exit" | "logout" => flow::exit,
        "eval" => flow::eval,
        "exec" => flow::exec,
        "." | "source" => flow::source,
        "command" | "builtin" => flow::command,
        "wait" => flow::wait,
        "trap" => signals::trap,
        "kill" => signals::kill,
        "export" => names::export,
        "readonly" => names::readonly,
        "local" => names::local,
        "unset" => names::unset,
        "set" => names::set,
        "shift" => names::shift,
        "alias" => names::alias,
        "unalias" => names::unalias,
        "type" => names::kind,
        "read" => reading::read,
        _ => return None,
    };
    Some(builtin)
}

/// The builtins that only print: those that are programs too.
fn printed(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let files = |path: &str| {
            let path = absolute(&shell.process.directory, path);
            let kernel = shell.process.machine.lock();
            (
                kernel.store.is_file(&path),
                kernel.store.is_directory(&path),
            )
        };
        let said = text::say(&words, &files);
        if let Some(complaint) = &said.complaint {
            shell.fail(complaint, 1).await?;
        }
        if !said.output.is_empty() && !shell.process.write(1, &said.output).await {
            let name = words.first().cloned().unwrap_or_default();
            return shell.fail(&format!("{name}: write error"), 1).await;
        }
        Ok(said.status)
    })
}

fn change_directory(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let word = match words.get(1).map(String::as_str) {
            None => shell.get("HOME").unwrap_or("/").to_owned(),
            Some("-") => shell.get("OLDPWD").unwrap_or("/").to_owned(),
            Some(word) => word.to_owned(),
        };
        let path = absolute(&shell.process.directory, &word);
        let is_directory = {
            let kernel = shell.process.machine.lock();
            // The directory that the pane started in exists, whatever it is called.
            kernel.store.is_directory(&path) || path == kernel.start_directory
        };
        if !is_directory {
            return shell
                .fail(&format!("cd: {word}: No such file or directory"), 1)
                .await;
        }
        let before = shell.process.directory.clone();
        for (name, value) in [("OLDPWD", &before), ("PWD", &path)] {
            if let Err(words) = shell.set(name, value) {
                return shell.fail(&words, 1).await;
            }
        }
        shell.process.directory.clone_from(&path);
        shell.process.entry(|entry| entry.directory = path);
        Ok(0)
    })
}

fn print_directory(shell: &mut Shell, _: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let text = format!("{}\n", shell.process.directory);
        shell.process.print(&text).await;
        Ok(0)
    })
}
