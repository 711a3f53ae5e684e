//! `sh` and `bash`, as programs: a command line, a script, or a person.

use std::sync::Arc;

use super::files;
use super::tool::title;
use crate::fake::program::Ended;
use crate::fake::shell::process::Nature;
use crate::fake::shell::state::{Flow, Process, Shell};

/// How a shell was called.
#[derive(Debug, Default)]
struct Call {
    line: Option<String>,
    script: Option<String>,
    arguments: Vec<String>,
    /// Each with its name, where it is an `o`.
    options: Vec<Vec<String>>,
    interactive: bool,
}

fn read_call(words: &[String]) -> Result<Call, String> {
    let mut call = Call::default();
    let mut takes_line = false;
    let mut rest = words.iter().skip(1).peekable();
    while let Some(word) = rest.next_if(|word| word.len() > 1 && word.starts_with(['-', '+'])) {
        if word == "--" {
            break;
        }
        if word.starts_with("--") {
            if !matches!(
                word.as_str(),
                "--norc" | "--noprofile" | "--login" | "--posix" | "--noediting"
            ) {
                return Err(format!("{word}: invalid option"));
            }
            continue;
        }
        for letter in word.chars().skip(1) {
            match letter {
                'c' => takes_line = true,
                'i' => call.interactive = true,
                'l' | 's' => {}
                'o' => {
                    let name = rest.next().cloned().unwrap_or_default();
                    let sign: String = word.chars().take(1).collect();
                    call.options.push(vec![format!("{sign}o"), name]);
                }
                'e' | 'u' | 'x' | 'v' | 'f' | 'a' | 'h' | 'm' | 'B' | 'C' => {
                    let sign: String = word.chars().take(1).collect();
                    call.options.push(vec![format!("{sign}{letter}")]);
                }
                _ => return Err(format!("-{letter}: invalid option")),
            }
        }
    }
    if takes_line {
        call.line = Some(
            rest.next()
                .cloned()
                .ok_or("-c: option requires an argument")?,
        );
    } else {
        call.script = rest.next().cloned();
    }
    call.arguments = rest.cloned().collect();
    Ok(call)
}

/// Runs a shell.
pub(super) async fn run(process: Process, words: Vec<String>) -> Ended {
    process.machine.step().await;
    let name = title(words.first().map_or("sh", |word| word)).to_owned();
    process.entry(|entry| entry.become_program(&name, Nature::Script));
    let call = match read_call(&words) {
        Ok(call) => call,
        Err(what) => {
            process.complain(&format!("{name}: {what}\n")).await;
            return Ended::Status(2);
        }
    };
    let mut shell = Shell::new(process, &name);
    for option in &call.options {
        shell.apply(option);
    }
    if !call.interactive && (call.line.is_some() || call.script.is_some()) {
        // Prompts are not handed on by a shell that has none.
        shell.variables.remove("PS1");
        shell.variables.remove("PS2");
    }
    if let Some(line) = &call.line {
        // The first word behind the line is the shell's name.
        let mut arguments = call.arguments.clone().into_iter();
        if let Some(own) = arguments.next() {
            shell.name = own;
        }
        shell.arguments = arguments.collect();
        shell.is_last = crate::fake::shell::syntax::Source::is_one_command(line);
        let ran = shell.evaluate(line, "-c").await;
        return shell.finish(ran).await;
    }
    shell.arguments.clone_from(&call.arguments);
    if let Some(script) = &call.script {
        return run_file(&mut shell, script).await;
    }
    if shell.reads_terminal() || call.interactive {
        return shell.converse().await;
    }
    let ran = piped(&mut shell).await;
    shell.finish(ran).await
}

/// Runs a script that is a file.
async fn run_file(shell: &mut Shell, script: &str) -> Ended {
    let text = match files::read_file(&shell.process, script) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(refused) => {
            let text = format!("{}: {script}: {}\n", shell.name, refused.words());
            shell.process.complain(&text).await;
            return Ended::Status(127);
        }
    };
    script.clone_into(&mut shell.name);
    let ran = shell.evaluate(&text, script).await;
    shell.finish(ran).await
}

/// Runs a script that is a command of the scene: it has the command's name, and its words as arguments.
pub(super) async fn run_script(process: Process, script: &str, words: Vec<String>) -> Ended {
    let name = title(words.first().map_or("sh", |word| word)).to_owned();
    process.entry(|entry| entry.become_program(&name, Nature::Script));
    let mut shell = Shell::new(process, &name);
    shell.arguments = words.into_iter().skip(1).collect();
    let ran = shell.evaluate(script, "scene").await;
    shell.finish(ran).await
}

/// Runs what standard input holds, all of it at once.
async fn piped(shell: &mut Shell) -> Result<i32, Flow> {
    const SCRIPT_BYTES_MAX: usize = 1 << 20;
    let mut bytes = Vec::new();
    loop {
        let read = shell.process.read(4096).await.unwrap_or_default();
        if read.is_empty() || bytes.len() > SCRIPT_BYTES_MAX {
            break;
        }
        bytes.extend(read);
    }
    // The script is read to its end: what its commands read is nothing.
    shell.process.files.insert(0, Arc::default());
    let text = String::from_utf8_lossy(&bytes).into_owned();
    shell.evaluate(&text, "stdin").await
}
