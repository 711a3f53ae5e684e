//! Input by lines, for the tools that read so.

use super::files;
use super::tool::title;
use crate::fake::shell::files::Fault;
use crate::fake::shell::state::Process;

/// All lines of standard input or of files, one by one, their ends included.
pub(super) struct Lines<'a> {
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
    pub(super) async fn new(
        process: &'a Process,
        words: &[String],
        names: &[String],
    ) -> (Self, i32) {
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
    pub(super) async fn next(&mut self) -> Option<Vec<u8>> {
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
