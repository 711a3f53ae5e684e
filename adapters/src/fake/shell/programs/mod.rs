//! What runs in a process of its own: the scene's commands, `tmux`, shells, and a handful of common tools.

mod files;
mod filters;
mod scene;
mod shells;
mod terminal;
mod tools;

use super::files::Fault;
use super::state::{Process, Step};
use super::text;
use crate::fake::program::Ended;

/// A program under way.
pub(super) type Body = Step<'static, Ended>;

/// A common tool: its status is its end.
type Tool = for<'a> fn(&'a Process, &'a [String]) -> Step<'a, i32>;

/// The name that a process has, whatever path it was started by.
pub(super) fn title(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}

/// Whether there is such a program.
pub(super) fn is_known(process: &Process, name: &str) -> bool {
    find(process, &[name.to_owned()]).is_some()
}

/// The program that these words start; `None` where there is none.
///
/// The scene is asked first, so that it can have a `cat` of its own. Where a program stands is no matter: `/bin/cat` and
/// `cat` are one, and `tmux` is tmux at any path.
pub(super) fn find(process: &Process, words: &[String]) -> Option<Body> {
    let scene = process.machine.lock().scene.clone();
    let process = process.clone();
    let words = words.to_vec();
    if let Some(found) = scene.find(&words) {
        return Some(Box::pin(async move {
            scene::play(process, &found, words).await
        }));
    }
    let name = title(words.first()?).to_owned();
    if name == "tmux" {
        return Some(Box::pin(async move { tmux(&process, &words).await }));
    }
    if matches!(name.as_str(), "sh" | "bash" | "dash") {
        return Some(Box::pin(async move { shells::run(process, words).await }));
    }
    let tool = find_tool(&name)?;
    Some(Box::pin(async move {
        process.machine.step().await;
        Ended::Status(tool(&process, &words).await)
    }))
}

fn find_tool(name: &str) -> Option<Tool> {
    tools::find(name)
        .or_else(|| files::find(name))
        .or_else(|| filters::find(name))
        .or_else(|| terminal::find(name))
        .or_else(|| text::is_known(name).then_some(printed as Tool))
}

fn printed<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let mut words = words.to_vec();
        if let Some(first) = words.first_mut() {
            *first = title(first).to_owned();
        }
        let said = text::say(&words, &|path| {
            let path = super::store::absolute(&process.directory, path);
            let kernel = process.machine.lock();
            (
                kernel.store.is_file(&path),
                kernel.store.is_directory(&path),
            )
        });
        if let Some(complaint) = &said.complaint {
            process.complain(&format!("{complaint}\n")).await;
        }
        process.write(1, &said.output).await;
        said.status
    })
}

/// Calls tmux: the server that the pane is in answers.
async fn tmux(process: &Process, words: &[String]) -> Ended {
    let answer = process
        .machine
        .tmux(words.get(1..).unwrap_or_default())
        .await;
    process.write(1, &answer.output).await;
    process.write(2, &answer.words).await;
    Ended::Status(answer.status & 0xff)
}

/// All lines of standard input or of files, one by one, their ends included.
struct Lines<'a> {
    process: &'a Process,
    sources: Vec<Vec<u8>>,
    from_input: bool,
    bytes: Vec<u8>,
    over: bool,
}

/// As long as a line is kept together.
const LINE_BYTES_MAX: usize = 1 << 20;

impl<'a> Lines<'a> {
    /// Of these files, or of standard input where none is named; complains of files that are not there.
    async fn new(process: &'a Process, words: &[String], names: &[String]) -> (Self, i32) {
        let mut status = 0;
        let mut sources = Vec::new();
        for name in names {
            match files::read_file(process, name) {
                Ok(bytes) => sources.push(bytes.to_vec()),
                Err(refused) => {
                    let tool = words.first().map_or("", |word| title(word));
                    let text = format!("{tool}: {name}: {}\n", refused.words());
                    process.complain(&text).await;
                    status = 1;
                }
            }
        }
        sources.reverse();
        let lines = Self {
            process,
            sources,
            from_input: names.is_empty(),
            bytes: Vec::new(),
            over: false,
        };
        (lines, status)
    }

    /// The next line, with its end where it has one.
    async fn next(&mut self) -> Option<Vec<u8>> {
        self.process.machine.step().await;
        loop {
            let end = self.bytes.iter().position(|byte| *byte == b'\n');
            if let Some(end) = end {
                let rest = self.bytes.split_off(end + 1);
                return Some(std::mem::replace(&mut self.bytes, rest));
            }
            if self.over || self.bytes.len() > LINE_BYTES_MAX {
                let last = std::mem::take(&mut self.bytes);
                return (!last.is_empty()).then_some(last);
            }
            let read = self.more().await.unwrap_or_default();
            self.over = read.is_empty();
            self.bytes.extend(read);
        }
    }

    async fn more(&mut self) -> Result<Vec<u8>, Fault> {
        if self.from_input {
            return self.process.read(4096).await;
        }
        Ok(self.sources.pop().unwrap_or_default())
    }
}
