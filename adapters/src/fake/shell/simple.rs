//! Simple commands: assignments, redirections, and what the first word names: a function, a builtin, or a program.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::builtins;
use super::files::Open;
use super::process::{Group, Nature};
use super::programs;
use super::state::{Flow, Process, Ran, Shell, Variable, status_of};
use super::store::absolute;
use super::syntax::{Command, Redirect, Simple, Target, Word};
use crate::fake::program::Ended;

/// As many descriptors as a process has.
const DESCRIPTORS_MAX: u32 = 256;

impl Shell {
    /// Runs a simple command.
    pub(super) async fn simple(&mut self, simple: &Simple, redirects: &[Redirect]) -> Ran {
        let words = self.fields(&simple.words).await?;
        let before = self.process.files.clone();
        if !self.redirect(redirects).await? {
            self.process.files = before;
            return Ok(1);
        }
        let ran = if words.is_empty() {
            self.assign_all(&simple.assignments).await
        } else {
            self.named(&simple.assignments, words, &before).await
        };
        if !self.keeps_files(ran) {
            self.process.files = before;
        }
        ran
    }

    /// `exec` without a command keeps its redirections.
    fn keeps_files(&mut self, ran: Ran) -> bool {
        std::mem::take(&mut self.keep_files) && ran.is_ok()
    }

    async fn assign_all(&mut self, assignments: &[(String, Word)]) -> Ran {
        // The status is that of the last substitution, or 0.
        self.substituted = None;
        for (name, word) in assignments {
            let value = self.text(word).await?;
            self.trace(&[format!("{name}={value}")]).await;
            if let Err(words) = self.set(name, &value) {
                self.fail(&words, 1).await?;
                return Err(if self.interactive {
                    Flow::Abort(1)
                } else {
                    Flow::Exit(1)
                });
            }
        }
        Ok(self.substituted.unwrap_or(0))
    }

    /// A command that has a name, with the assignments that last as long as it.
    async fn named(
        &mut self,
        assignments: &[(String, Word)],
        words: Vec<String>,
        before: &super::files::Files,
    ) -> Ran {
        let mut set = Vec::new();
        for (name, word) in assignments {
            let value = self.text(word).await?;
            set.push((name.clone(), value));
        }
        // Traces go where the shell's own errors go, whatever the command's redirections say.
        let own = std::mem::replace(&mut self.process.files, before.clone());
        self.trace(&words).await;
        self.process.files = own;
        let kept: Vec<(String, Option<Variable>)> = set
            .iter()
            .map(|(name, _)| (name.clone(), self.variables.get(name).cloned()))
            .collect();
        for (name, value) in &set {
            if let Err(words) = self.set(name, value) {
                return self.fail(&words, 1).await;
            }
            if let Some(variable) = self.variables.get_mut(name) {
                variable.exported = true;
            }
        }
        let ran = self.call(words).await;
        for (name, variable) in kept {
            match variable {
                Some(variable) => self.variables.insert(name, variable),
                None => self.variables.remove(&name),
            };
        }
        ran
    }

    async fn trace(&mut self, words: &[String]) {
        if self.settings.trace {
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            let text = format!("+ {}\n", words.join(" "));
            self.process.complain(&text).await;
        }
    }

    async fn call(&mut self, words: Vec<String>) -> Ran {
        let name = words.first().cloned().unwrap_or_default();
        if let Some(body) = self.functions.get(&name).cloned() {
            return self.function(&body, words).await;
        }
        if let Some(builtin) = builtins::find(&name) {
            return builtin(self, words).await;
        }
        self.program(words).await
    }

    async fn function(&mut self, body: &Arc<Command>, mut words: Vec<String>) -> Ran {
        words.remove(0);
        let before = std::mem::replace(&mut self.arguments, words);
        self.locals.push(BTreeMap::new());
        self.functions_deep += 1;
        let ran = self.command(body).await;
        self.functions_deep -= 1;
        for (name, variable) in self.locals.pop().unwrap_or_default() {
            match variable {
                Some(variable) => self.variables.insert(name, variable),
                None => self.variables.remove(&name),
            };
        }
        self.arguments = before;
        match ran {
            Err(Flow::Return(status)) => Ok(status),
            other => other,
        }
    }

    /// Runs a program in a process of its own.
    pub(super) async fn program(&mut self, words: Vec<String>) -> Ran {
        if std::mem::take(&mut self.is_last) && self.traps.is_empty() {
            return self.become_program(words).await;
        }
        let name = words.first().cloned().unwrap_or_default();
        let group = if self.interactive {
            Group::Own
        } else {
            Group::Parent
        };
        let machine = self.process.machine.clone();
        let child = machine.lock().processes.fork(self.process.pid, group);
        let Some(pid) = child else {
            return self
                .fail("fork: Resource temporarily unavailable", 254)
                .await;
        };
        let process = self.child(pid);
        let Some(body) = programs::find(&process, &words) else {
            machine.lock().processes.remove(pid, Ended::Status(127));
            return self.unknown(&name).await;
        };
        process.entry(|entry| entry.become_program(programs::title(&name), Nature::Plain));
        let ended = self.attend(pid, body).await?;
        Ok(status_of(ended))
    }

    fn child(&self, pid: u32) -> Process {
        Process {
            pid,
            environment: self.exported(),
            ..self.process.clone()
        }
    }

    async fn unknown(&mut self, name: &str) -> Ran {
        if name.contains('/') {
            return self
                .fail(&format!("{name}: No such file or directory"), 127)
                .await;
        }
        self.fail(&format!("{name}: command not found"), 127).await
    }

    /// Becomes a program: what is left of the shell is its process.
    pub(super) async fn become_program(&mut self, words: Vec<String>) -> Ran {
        let name = words.first().cloned().unwrap_or_default();
        let process = self.child(self.process.pid);
        let Some(body) = programs::find(&process, &words) else {
            self.unknown(&name).await?;
            return if self.interactive {
                Ok(127)
            } else {
                Err(Flow::Exit(127))
            };
        };
        self.traps.clear();
        process.entry(|entry| entry.become_program(programs::title(&name), Nature::Plain));
        match body.await {
            Ended::Status(status) => Err(Flow::Exit(status)),
            Ended::Signal(signal) => Err(Flow::Die(signal)),
        }
    }

    /// Does redirections in order; `false`, and a complaint, where one fails.
    pub(super) async fn redirect(&mut self, redirects: &[Redirect]) -> Result<bool, Flow> {
        for redirect in redirects {
            let opened = match &redirect.target {
                Target::Read(word) => {
                    let name = self.text(word).await?;
                    self.open_to_read(&name).map(Some)
                }
                Target::Write { word, append } => {
                    let name = self.text(word).await?;
                    self.open_to_write(&name, !append).map(Some)
                }
                Target::Duplicate(word) => {
                    let name = self.text(word).await?;
                    self.duplicate(&name)
                }
                Target::Document(document) => {
                    let empty = Word::new();
                    let word = document.0.get().unwrap_or(&empty);
                    let text = self.text(word).await?;
                    Ok(Some(Arc::new(Open::text(Arc::new(text.into_bytes())))))
                }
            };
            match opened {
                Ok(_) if redirect.descriptor >= DESCRIPTORS_MAX => {
                    let words = format!("{}: Bad file descriptor", redirect.descriptor);
                    self.fail(&words, 1).await?;
                    return Ok(false);
                }
                Ok(Some(file)) => {
                    self.process.files.insert(redirect.descriptor, file);
                }
                Ok(None) => {
                    self.process.files.remove(&redirect.descriptor);
                }
                Err(words) => {
                    self.fail(&words, 1).await?;
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn open_to_read(&self, name: &str) -> Result<Arc<Open>, String> {
        let path = absolute(&self.process.directory, name);
        let file = match path.as_str() {
            "/dev/null" => Open::Null,
            "/dev/tty" => Open::Terminal,
            _ => {
                let read = self.process.machine.lock().store.read(&path);
                Open::text(read.map_err(|refused| format!("{name}: {}", refused.words()))?)
            }
        };
        Ok(Arc::new(file))
    }

    fn open_to_write(&self, name: &str, empty: bool) -> Result<Arc<Open>, String> {
        let path = absolute(&self.process.directory, name);
        let file = match path.as_str() {
            "/dev/null" => Open::Null,
            "/dev/tty" => Open::Terminal,
            "/dev/stdout" => return self.duplicate("1").map(Option::unwrap_or_default),
            "/dev/stderr" => return self.duplicate("2").map(Option::unwrap_or_default),
            _ => {
                let made = self.process.machine.lock().store.create(&path, empty);
                made.map_err(|refused| format!("{name}: {}", refused.words()))?;
                Open::File(path)
            }
        };
        Ok(Arc::new(file))
    }

    /// The descriptor that a word names; `None` for `-`, which closes.
    fn duplicate(&self, word: &str) -> Result<Option<Arc<Open>>, String> {
        if word == "-" {
            return Ok(None);
        }
        let number = word.parse::<u32>().ok();
        let file = number.and_then(|number| self.process.files.get(&number));
        file.cloned()
            .map(Some)
            .ok_or_else(|| format!("{word}: Bad file descriptor"))
    }
}

/// A word as it could be typed again.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
