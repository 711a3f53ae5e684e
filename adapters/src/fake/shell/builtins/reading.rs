//! `read`: a line of standard input into variables.

use crate::fake::shell::files::{self, Fault};
use crate::fake::shell::state::{Flow, Ran, Shell, Step};

/// As long as a line that is read may be.
const LINE_BYTES_MAX: usize = 1 << 20;

/// `read`
pub(super) fn read(shell: &mut Shell, words: Vec<String>) -> Step<'_, Ran> {
    Box::pin(async move {
        let mut raw = false;
        let mut names = Vec::new();
        let mut words = words.into_iter().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "-r" => raw = true,
                "-p" => {
                    let prompt = words.next().unwrap_or_default();
                    shell.process.complain(&prompt).await;
                }
                "--" => {}
                _ if word.starts_with('-') => {
                    return shell
                        .fail(&format!("read: {word}: invalid option"), 2)
                        .await;
                }
                _ => names.push(word),
            }
        }
        if names.is_empty() {
            names.push("REPLY".to_owned());
        }
        let Some((line, whole)) = line(shell, raw).await? else {
            return shell.fail("read: 0: Bad file descriptor", 1).await;
        };
        let separators = shell.get("IFS").unwrap_or(" \t\n").to_owned();
        for (name, value) in names
            .iter()
            .zip(shared_out(&line, &separators, names.len()))
        {
            if let Err(words) = shell.set(name, &value) {
                return shell.fail(&words, 1).await;
            }
        }
        Ok(i32::from(!whole))
    })
}

/// The next line, and whether it had an end; `None` where there is nothing to read from.
async fn line(shell: &mut Shell, raw: bool) -> Result<Option<(String, bool)>, Flow> {
    let mut bytes = Vec::new();
    let mut escaped = false;
    let machine = shell.process.machine.clone();
    let Some(file) = shell.process.files.get(&0).cloned() else {
        return Ok(None);
    };
    loop {
        let read = files::read(&machine, shell.process.pid, &file, 1, true).await;
        let byte = match read {
            Ok(read) => read.first().copied(),
            Err(Fault::Disturbed) => {
                shell.answer_signals().await?;
                continue;
            }
            Err(_) => return Ok(None),
        };
        let whole = byte == Some(b'\n') && !escaped;
        let Some(byte) = byte.filter(|_| !whole && bytes.len() < LINE_BYTES_MAX) else {
            return Ok(Some((String::from_utf8_lossy(&bytes).into_owned(), whole)));
        };
        if byte == b'\\' && !raw && !escaped {
            escaped = true;
            continue;
        }
        if !(escaped && byte == b'\n') {
            bytes.push(byte);
        }
        escaped = false;
    }
}

/// The line's fields: the last name gets all that is left.
fn shared_out(line: &str, separators: &str, names: usize) -> Vec<String> {
    let is_blank = |c: char| separators.contains(c) && c.is_ascii_whitespace();
    let separates = |c: char| separators.contains(c);
    let mut rest = line.trim_matches(is_blank);
    let mut fields = Vec::new();
    while fields.len() + 1 < names {
        let (field, others) = rest.split_once(separates).unwrap_or((rest, ""));
        fields.push(field.to_owned());
        rest = others.trim_start_matches(is_blank);
    }
    fields.push(rest.to_owned());
    fields
}
