//! A shell that a person types into: prompt, line, command, prompt.

use std::task::Poll;

use super::editor::{Editor, Typed, remember};
use super::process::Entry;
use super::state::{Flow, Shell};
use super::syntax::Source;
use super::tty::Mode;
use super::{signal, state};
use crate::fake::program::Ended;

/// As many bytes as one command has, over all its lines.
const TEXT_BYTES_MAX: usize = 1 << 20;

/// What a prompt brought.
enum Asked {
    Line(String),
    EndOfFile,
    Interrupt,
}

enum Woken {
    Byte(u8),
    EndOfFile,
    Signal,
    Resized(u32),
}

impl Shell {
    /// Talks with a person until one of both has enough.
    pub(super) async fn converse(&mut self) -> Ended {
        self.interactive = true;
        self.from_terminal = true;
        let nature = self.nature();
        self.process.entry(|entry| {
            let name = entry.name.clone();
            entry.become_program(&name, nature);
        });
        loop {
            self.report_jobs().await;
            let prompt = self.prompt("PS1").await;
            let line = match self.ask(&prompt).await {
                Asked::Line(line) => line,
                Asked::Interrupt => {
                    self.status = 130;
                    continue;
                }
                Asked::EndOfFile => {
                    self.process.complain("exit\n").await;
                    let status = self.status;
                    return self.finish(Err(Flow::Exit(status))).await;
                }
            };
            let files = self.process.files.clone();
            match self.obey(line).await {
                Ok(()) | Err(Flow::Break(_) | Flow::Continue(_)) => {}
                Err(Flow::Abort(status)) => {
                    self.status = status;
                    self.process.files = files;
                }
                Err(flow @ (Flow::Exit(_) | Flow::Die(_) | Flow::Return(_))) => {
                    return self.finish(Err(flow)).await;
                }
            }
        }
    }

    /// Runs what was typed; asks for more where a command is not complete.
    async fn obey(&mut self, line: String) -> Result<(), Flow> {
        let mut text = format!("{line}\n");
        loop {
            let mut source = Source::typed(&text);
            let mut done = 0;
            let trouble = loop {
                source.aliases.clone_from(&self.aliases);
                match source.next() {
                    Ok(Some(list)) => {
                        done = source.read_chars();
                        self.list(&list).await?;
                    }
                    Ok(None) => return Ok(()),
                    Err(trouble) => break trouble,
                }
            };
            if !trouble.wants_more() || text.len() > TEXT_BYTES_MAX {
                let what = format!("{}: {}\n", self.name, trouble.words());
                self.process.complain(&what).await;
                self.status = 2;
                return Ok(());
            }
            let rest = source.behind(done);
            let prompt = self.prompt("PS2").await;
            match self.ask(&prompt).await {
                Asked::Line(line) => text = format!("{rest}{line}\n"),
                Asked::Interrupt => return Err(Flow::Abort(130)),
                Asked::EndOfFile => {
                    let what = format!("{}: {}\n", self.name, trouble.words());
                    self.process.complain(&what).await;
                    self.status = 2;
                    return Ok(());
                }
            }
        }
    }

    /// Shows a prompt and has a line typed.
    async fn ask(&mut self, prompt: &str) -> Asked {
        let machine = self.process.machine.clone();
        let (before, width) = {
            let mut kernel = machine.lock();
            let before = kernel.tty.mode();
            kernel.tty.set_mode(Mode {
                signals: before.signals,
                breaks_out: before.breaks_out,
                ..Mode::EDITED
            });
            (before, kernel.size.width)
        };
        let mut editor = Editor::new(width, prompt, before.echo);
        machine.show(format!("\x1b[?2004h{prompt}").as_bytes());
        let asked = loop {
            match self.wake(editor.width()).await {
                Woken::Byte(0x0c) => editor.clear_screen(prompt),
                Woken::Byte(byte) => match editor.take(byte, &self.history) {
                    Typed::More => {}
                    Typed::Line(line) => {
                        machine.show(&editor.take_drawn());
                        machine.show(b"\x1b[?2004l\r");
                        break Asked::Line(line);
                    }
                    Typed::EndOfFile => {
                        machine.show(b"\x1b[?2004l\r\r\n");
                        break Asked::EndOfFile;
                    }
                },
                Woken::EndOfFile => break Asked::EndOfFile,
                Woken::Resized(width) => editor.resize(width, prompt),
                Woken::Signal if self.is_interrupted(&mut editor).await => {
                    machine.show(&editor.take_drawn());
                    break Asked::Interrupt;
                }
                Woken::Signal => {}
            }
            machine.show(&editor.take_drawn());
        };
        machine.lock().tty.set_mode(before);
        if let Asked::Line(line) = &asked {
            remember(&mut self.history, line);
        }
        asked
    }

    /// Whether a signal ends the line; a trap is done, and the line goes on.
    async fn is_interrupted(&mut self, editor: &mut Editor) -> bool {
        if self.process.entry(Entry::take_interrupt) == Some(true) {
            editor.interrupt();
            return true;
        }
        self.answer_signals().await.is_err()
    }

    async fn wake(&self, width: u32) -> Woken {
        let pid = self.process.pid;
        self.process
            .machine
            .until(|kernel| {
                let entry = kernel.processes.get(pid);
                let woken = if entry.is_some_and(Entry::is_disturbed) {
                    Some(Woken::Signal)
                } else if kernel.size.width.max(2) != width {
                    Some(Woken::Resized(kernel.size.width))
                } else if kernel.processes.is_in_front(pid) {
                    let read = kernel.tty.read(1);
                    read.map(|bytes| {
                        bytes
                            .first()
                            .map_or(Woken::EndOfFile, |byte| Woken::Byte(*byte))
                    })
                } else {
                    None
                };
                kernel.changed |= woken.is_some();
                woken.map_or(Poll::Pending, Poll::Ready)
            })
            .await
    }

    /// Tells of background commands that ended.
    async fn report_jobs(&mut self) {
        let jobs = std::mem::take(&mut self.jobs);
        let last = jobs.last().map(|job| job.number);
        for job in jobs {
            let ended = {
                let kernel = self.process.machine.lock();
                if kernel.processes.get(job.pid).is_some() {
                    None
                } else {
                    Some(kernel.processes.end(job.pid))
                }
            };
            let Some(ended) = ended else {
                self.jobs.push(job);
                continue;
            };
            let what = match ended {
                Some(Ended::Status(0)) | None => "Done".to_owned(),
                Some(Ended::Status(status)) => format!("Exit {status}"),
                Some(Ended::Signal(number)) => {
                    signal::words(number).unwrap_or("Interrupt").to_owned()
                }
            };
            let mark = if Some(job.number) == last { '+' } else { '-' };
            let text = format!("[{}]{mark}  {what:<24}{}\n", job.number, job.text);
            self.process.complain(&text).await;
        }
    }

    /// A prompt with its escapes and parameters resolved.
    async fn prompt(&mut self, name: &str) -> String {
        let otherwise = if name == "PS1" { "\\s-\\v\\$ " } else { "> " };
        let given = self.get(name).unwrap_or(otherwise).to_owned();
        let text = self.escapes(&given);
        if !text.contains(['$', '`']) {
            return text;
        }
        let status = self.status;
        let Ok(word) = Source::quoted(&text) else {
            return text;
        };
        let text = self.text(&word).await.unwrap_or_default();
        self.status = status;
        text
    }

    fn escapes(&self, given: &str) -> String {
        let mut text = String::new();
        let mut rest = given.chars();
        while let Some(c) = rest.next() {
            if c != '\\' {
                text.push(c);
                continue;
            }
            match rest.next() {
                Some('s') => text.push_str(&self.name),
                Some('v' | 'V') => text.push_str(state::VERSION),
                Some('$') => text.push('$'),
                Some('u') => text.push_str(self.get("USER").unwrap_or("user")),
                Some('h' | 'H') => text.push_str(&self.process.machine.lock().scene.host),
                Some('w') => text.push_str(&self.short_directory()),
                Some('W') => {
                    let directory = self.short_directory();
                    let last = directory.rsplit('/').next().filter(|last| !last.is_empty());
                    text.push_str(last.unwrap_or("/"));
                }
                Some('n') => text.push_str("\r\n"),
                Some('r') => text.push('\r'),
                Some('a') => text.push('\x07'),
                Some('e') => text.push('\x1b'),
                Some('\\') => text.push('\\'),
                Some('[' | ']') | None => {}
                Some(other) => text.extend(['\\', other]),
            }
        }
        text
    }

    fn short_directory(&self) -> String {
        let directory = &self.process.directory;
        match self.get("HOME").filter(|home| home.len() > 1) {
            Some(home) => match directory.strip_prefix(home) {
                Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("~{rest}"),
                _ => directory.clone(),
            },
            None => directory.clone(),
        }
    }
}
