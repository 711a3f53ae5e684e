//! What runs in a process of its own: the scene's commands, `tmux`, shells, and a handful of common tools.

mod files;
mod filters;
mod lines;
mod scene;
mod shells;
mod terminal;
mod tool;
mod tools;

use super::state::{Process, Step};
use super::text;
use crate::fake::program::Ended;
use tool::Tool;
pub(super) use tool::title;

/// A program under way.
pub(super) type Body = Step<'static, Ended>;

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
