//! What a descriptor stands for, and the pipes between programs.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use super::machine::Machine;
use super::signal;
use super::store::Refused;

/// As many bytes as a pipe holds.
const PIPE_BYTES_MAX: usize = 65_536;
/// As many bytes as one substitution takes in; a command that prints more finds nobody reading.
const CAPTURE_BYTES_MAX: usize = 4 << 20;

/// The open descriptors of a process.
pub(super) type Files = BTreeMap<u32, Arc<Open>>;

/// An open descriptor.
#[derive(Default)]
pub(super) enum Open {
    Terminal,
    #[default]
    Null,
    /// A file or a here-document, and how far it was read.
    Text(Mutex<(Arc<Vec<u8>>, usize)>),
    /// A file that is written.
    File(String),
    /// The end of a pipe that is read.
    Reader(PipeEnd),
    /// The end of a pipe that is written.
    Writer(PipeEnd),
    /// What a substitution takes in.
    Capture(Mutex<Vec<u8>>),
}

/// Why nothing is read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The descriptor is not open, or not for this.
    Closed,
    /// Nobody reads; the process has its signal for that.
    Broken,
    /// A signal came first.
    Disturbed,
    /// The files are full.
    Full,
}

impl Open {
    pub(super) fn text(content: Arc<Vec<u8>>) -> Self {
        Self::Text(Mutex::new((content, 0)))
    }

    /// The two ends of a new pipe: the one to read, the one to write.
    pub(super) fn pipe() -> (Self, Self) {
        let pipe = Arc::new(Mutex::new(Pipe::default()));
        let end = |writes| PipeEnd {
            pipe: Arc::clone(&pipe),
            writes,
        };
        (Self::Reader(end(false)), Self::Writer(end(true)))
    }

    /// What a capture holds.
    pub(super) fn taken(&self) -> Vec<u8> {
        match self {
            Self::Capture(bytes) => std::mem::take(&mut lock(bytes)),
            _ => Vec::new(),
        }
    }
}

#[derive(Default)]
struct Pipe {
    bytes: VecDeque<u8>,
    written: bool,
    unread: bool,
}

/// One end of a pipe; dropped, the other end notices.
pub(super) struct PipeEnd {
    pipe: Arc<Mutex<Pipe>>,
    writes: bool,
}

impl Drop for PipeEnd {
    fn drop(&mut self) {
        let mut pipe = lock(&self.pipe);
        if self.writes {
            pipe.written = true;
        } else {
            pipe.unread = true;
            pipe.bytes = VecDeque::new();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads up to so many bytes for a process; none at the end. With `disturbed`, a signal that a shell has to look at
/// ends the wait.
pub(super) async fn read(
    machine: &Machine,
    pid: u32,
    file: &Open,
    bytes_max: usize,
    disturbed: bool,
) -> Result<Vec<u8>, Fault> {
    machine
        .until(|kernel| {
            let entry = kernel.processes.get(pid);
            if disturbed && entry.is_some_and(super::process::Entry::is_disturbed) {
                return Poll::Ready(Err(Fault::Disturbed));
            }
            let read = match file {
                Open::Null => Some(Vec::new()),
                Open::Terminal if kernel.processes.is_in_front(pid) => kernel.tty.read(bytes_max),
                Open::Terminal => None,
                Open::Text(text) => Some(read_text(&mut lock(text), bytes_max)),
                Open::Reader(end) => lock(&end.pipe).read(bytes_max),
                Open::File(_) | Open::Writer(_) | Open::Capture(_) => {
                    return Poll::Ready(Err(Fault::Closed));
                }
            };
            read.map_or(Poll::Pending, |bytes| {
                kernel.changed = true;
                Poll::Ready(Ok(bytes))
            })
        })
        .await
}

fn read_text(text: &mut (Arc<Vec<u8>>, usize), bytes_max: usize) -> Vec<u8> {
    let rest = text.0.get(text.1..).unwrap_or_default();
    let read = rest.get(..bytes_max).unwrap_or(rest).to_vec();
    text.1 += read.len();
    read
}

/// Writes all of it for a process.
pub(super) async fn write(
    machine: &Machine,
    pid: u32,
    file: &Open,
    bytes: &[u8],
) -> Result<(), Fault> {
    match file {
        Open::Null => Ok(()),
        Open::Terminal => {
            machine.print(bytes).await;
            Ok(())
        }
        Open::File(path) => {
            let appended = machine.lock().store.append(path, bytes);
            appended.map_err(|_: Refused| Fault::Full)
        }
        Open::Capture(taken) => {
            let mut taken = lock(taken);
            if taken.len() + bytes.len() > CAPTURE_BYTES_MAX {
                machine.lock().processes.signal(pid, signal::PIPE);
                return Err(Fault::Broken);
            }
            taken.extend_from_slice(bytes);
            Ok(())
        }
        Open::Writer(end) => write_pipe(machine, pid, end, bytes).await,
        Open::Text(_) | Open::Reader(_) => Err(Fault::Closed),
    }
}

async fn write_pipe(machine: &Machine, pid: u32, end: &PipeEnd, bytes: &[u8]) -> Result<(), Fault> {
    let mut rest = bytes;
    while !rest.is_empty() {
        let written = machine
            .until(|kernel| {
                let mut pipe = lock(&end.pipe);
                if pipe.unread {
                    kernel.processes.signal(pid, signal::PIPE);
                    kernel.changed = true;
                    return Poll::Ready(None);
                }
                let room = PIPE_BYTES_MAX - pipe.bytes.len();
                if room == 0 {
                    return Poll::Pending;
                }
                let now = rest.get(..room).unwrap_or(rest);
                pipe.bytes.extend(now);
                kernel.changed = true;
                Poll::Ready(Some(now.len()))
            })
            .await;
        let Some(written) = written else {
            // The signal takes its aim, if the process has not said otherwise.
            machine.give_way().await;
            return Err(Fault::Broken);
        };
        rest = rest.get(written..).unwrap_or_default();
    }
    Ok(())
}

impl Pipe {
    fn read(&mut self, bytes_max: usize) -> Option<Vec<u8>> {
        if self.bytes.is_empty() {
            return self.written.then(Vec::new);
        }
        let count = bytes_max.min(self.bytes.len());
        Some(self.bytes.drain(..count).collect())
    }
}
