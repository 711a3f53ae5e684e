//! Tools over files: `cat`, `ls`, `rm`, `touch`, `tee`.

use std::sync::Arc;

use super::tool::{Tool, title};
use crate::fake::shell::state::{Process, Step};
use crate::fake::shell::store::{Refused, absolute};

/// The tool of this name.
pub(super) fn find(name: &str) -> Option<Tool> {
    let tool: Tool = match name {
        "cat" => cat,
        "ls" => ls,
        "rm" => rm,
        "touch" => touch,
        "tee" => tee,
        _ => return None,
    };
    Some(tool)
}

/// A file's content.
pub(super) fn read_file(process: &Process, name: &str) -> Result<Arc<Vec<u8>>, Refused> {
    let path = absolute(&process.directory, name);
    process.machine.lock().store.read(&path)
}

async fn refused(process: &Process, words: &[String], name: &str, why: Refused) -> i32 {
    let tool = words.first().map_or("", |word| title(word));
    let text = format!("{tool}: {name}: {}\n", why.words());
    process.complain(&text).await;
    1
}

/// Copies standard input to standard output; `false` where nobody takes it.
async fn copy(process: &Process, also: Option<&str>, visibly: bool) -> bool {
    loop {
        let read = process.read(4096).await.unwrap_or_default();
        if read.is_empty() {
            return true;
        }
        process.machine.step().await;
        if let Some(path) = also {
            let appended = process.machine.lock().store.append(path, &read);
            if appended.is_err() {
                return false;
            }
        }
        let shown = if visibly { visible(&read) } else { read };
        if !process.write(1, &shown).await {
            return false;
        }
    }
}

/// Bytes as `cat -v` shows them: control characters as `^X`, bytes beyond ASCII as `M-x`.
fn visible(bytes: &[u8]) -> Vec<u8> {
    let mut shown = Vec::with_capacity(bytes.len());
    for byte in bytes {
        let mut low = *byte;
        if low >= 0x80 {
            shown.extend(b"M-");
            low &= 0x7f;
        }
        match low {
            b'\n' | b'\t' if *byte < 0x80 => shown.push(low),
            0..0x20 => shown.extend([b'^', low + 0x40]),
            0x7f => shown.extend(b"^?"),
            _ => shown.push(low),
        }
    }
    shown
}

fn cat<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let mut status = 0;
        let mut names: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        let visibly = names.contains(&"-v");
        names.retain(|name| *name == "-" || !name.starts_with('-'));
        if names.is_empty() {
            names.push("-");
        }
        for name in names {
            if name == "-" {
                if !copy(process, None, visibly).await {
                    return 1;
                }
                continue;
            }
            match read_file(process, name) {
                Ok(bytes) => {
                    let shown = if visibly {
                        visible(&bytes)
                    } else {
                        bytes.to_vec()
                    };
                    if !process.write(1, &shown).await {
                        return 1;
                    }
                }
                Err(why) => status = refused(process, words, name, why).await,
            }
        }
        status
    })
}

fn ls<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let mut status = 0;
        let mut names: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        names.retain(|name| !name.starts_with('-'));
        if names.is_empty() {
            names.push(".");
        }
        for name in names {
            let path = absolute(&process.directory, name);
            let (listed, is_file, is_directory) = {
                let kernel = process.machine.lock();
                let here = path == process.directory;
                (
                    kernel.store.names(&path),
                    kernel.store.is_file(&path),
                    here || kernel.store.is_directory(&path),
                )
            };
            if is_file {
                process.print(&format!("{name}\n")).await;
            } else if is_directory {
                let list: Vec<String> = listed.iter().map(|name| format!("{name}\n")).collect();
                process.print(&list.concat()).await;
            } else {
                let text = format!("ls: cannot access '{name}': No such file or directory\n");
                process.complain(&text).await;
                status = 2;
            }
        }
        status
    })
}

fn rm<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let forced = words
            .iter()
            .skip(1)
            .any(|word| word.starts_with('-') && word.contains('f'));
        let mut status = 0;
        for name in words.iter().skip(1).filter(|word| !word.starts_with('-')) {
            let path = absolute(&process.directory, name);
            let removed = process.machine.lock().store.remove(&path);
            if let Err(why) = removed.map_err(|why| (!forced).then_some(why))
                && let Some(why) = why
            {
                status = refused(process, words, name, why).await;
            }
        }
        status
    })
}

fn touch<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let mut status = 0;
        for name in words.iter().skip(1) {
            let path = absolute(&process.directory, name);
            let made = process.machine.lock().store.create(&path, false);
            if let Err(why) = made {
                status = refused(process, words, name, why).await;
            }
        }
        status
    })
}

fn tee<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let append = words.get(1).is_some_and(|word| word == "-a");
        let name = words.get(if append { 2 } else { 1 });
        let path = name.map(|name| absolute(&process.directory, name));
        if let (Some(path), Some(name)) = (&path, name) {
            let made = process.machine.lock().store.create(path, !append);
            if let Err(why) = made {
                return refused(process, words, name, why).await;
            }
        }
        i32::from(!copy(process, path.as_deref(), false).await)
    })
}
