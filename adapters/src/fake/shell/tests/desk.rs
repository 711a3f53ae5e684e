//! A pane's program with somebody who types, looks, and lets time pass.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::fake::program::{Act, Answer, Ended, Event, Program, Size, Start};
use crate::fake::script::Scene;
use crate::fake::shell::spawn;

type Tmux = Box<dyn FnMut(&[String]) -> Answer>;

pub(crate) struct Desk {
    pub(crate) program: Box<dyn Program>,
    pub(crate) now: Instant,
    pub(crate) printed: Vec<u8>,
    pub(crate) ended: Option<Ended>,
    pub(crate) calls: Vec<Vec<String>>,
    tmux: Tmux,
}

impl Desk {
    /// The program that these words start, in a scene.
    pub(crate) fn in_scene(words: &[&str], width: u32, scene: Scene) -> Self {
        let start = Start {
            command: words.iter().map(|word| (*word).to_owned()).collect(),
            directory: "/work".to_owned(),
            environment: vec![
                ("HOME".to_owned(), "/home/user".to_owned()),
                ("PS1".to_owned(), "$ ".to_owned()),
                ("TMUX_PANE".to_owned(), "%0".to_owned()),
            ],
            pid: 4000,
            size: Size { width, height: 24 },
        };
        let now = Instant::now();
        let mut desk = Self {
            program: spawn(start, &Arc::new(scene), now),
            now,
            printed: Vec::new(),
            ended: None,
            calls: Vec::new(),
            tmux: Box::new(|_| Answer::default()),
        };
        desk.settle();
        desk
    }

    pub(crate) fn of(words: &[&str]) -> Self {
        Self::in_scene(words, 200, Scene::default())
    }

    /// A shell at its prompt.
    pub(crate) fn shell() -> Self {
        Self::of(&[])
    }

    pub(crate) fn answering(mut self, tmux: impl FnMut(&[String]) -> Answer + 'static) -> Self {
        self.tmux = Box::new(tmux);
        self
    }

    /// Does all that there is to do at this moment.
    pub(crate) fn settle(&mut self) {
        for _ in 0..1_000_000 {
            let Some(act) = self.program.next(self.now) else {
                return;
            };
            assert_eq!(self.ended, None, "{act:?} after the end");
            match act {
                Act::Print(bytes) => self.printed.extend(bytes),
                Act::Tmux(words) => {
                    let answer = (self.tmux)(&words);
                    self.calls.push(words);
                    self.program.handle(Event::Answer(answer), self.now);
                }
                Act::End(ended) => self.ended = Some(ended),
            }
        }
        panic!("it never settles");
    }

    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.program.handle(Event::Input(bytes.as_ref()), self.now);
        self.settle();
    }

    pub(crate) fn signal(&mut self, signal: i32) {
        self.program.handle(Event::Signal(signal), self.now);
        self.settle();
    }

    /// Lets so much time pass, moment by moment.
    pub(crate) fn pass(&mut self, seconds: f64) {
        let end = self.now + Duration::from_secs_f64(seconds);
        while let Some(due) = self.program.due().filter(|due| *due <= end) {
            assert!(due > self.now, "it is due at a moment that is over");
            self.now = due;
            self.settle();
        }
        self.now = end;
        self.settle();
    }

    /// All that was printed since the last look, escape sequences left out.
    pub(crate) fn seen(&mut self) -> String {
        let raw = self.raw();
        let mut text = String::new();
        let mut rest = raw.chars();
        while let Some(c) = rest.next() {
            match c {
                '\x1b' => {
                    if rest.next() == Some('[') {
                        while rest.next().is_some_and(|c| !('\x40'..='\x7e').contains(&c)) {}
                    }
                }
                '\r' => {}
                c => text.push(c),
            }
        }
        text
    }

    /// All that was printed since the last look.
    pub(crate) fn raw(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.printed)).into_owned()
    }

    /// What a line prints, prompt to prompt.
    pub(crate) fn line(&mut self, line: &str) -> String {
        self.seen();
        self.send(format!("{line}\r"));
        self.pass(3.0);
        let seen = self.seen();
        let shown = line.replace('\r', "\n");
        let seen = seen
            .strip_prefix(&format!("{shown}\n"))
            .map(str::to_owned)
            .unwrap_or(seen);
        seen.strip_suffix("$ ").map(str::to_owned).unwrap_or(seen)
    }
}
