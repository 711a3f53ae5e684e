//! The terminal of a pane, opened beside the program that runs in it: what is written here the pane draws, byte by byte,
//! and what tmux answers is read here.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::thread;
use std::time::{Duration, Instant};

use rustix::termios::{LocalModes, tcgetattr};

/// What runs in such a pane. tmux sets the terminal up in the process that becomes the program, so that this one has to make
/// it raw; a read ends after four seconds without an answer.
pub const PROGRAM: &str = "'stty raw -echo min 0 time 40; exec sleep 1000000'";

/// What is asked behind everything else, and how the answer ends: when it is read, all before it was drawn. ST ends a
/// string that is still open.
pub const MARK: &[u8] = b"\x1b\\\x1b[>q";
const MARKED: &[u8] = b"\x1bP>|tmux 3.3a\x1b\\";

/// A pane's terminal in raw mode.
#[derive(Debug)]
pub struct RawTty {
    file: File,
}

impl RawTty {
    /// Opens it, once [`PROGRAM`] has made it raw.
    ///
    /// # Errors
    /// Where it is gone.
    pub fn open(path: &str) -> io::Result<Self> {
        let no_controlling = i32::try_from(rustix::fs::OFlags::NOCTTY.bits()).unwrap_or(0);
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(no_controlling)
            .open(path)?;
        let end = Instant::now() + Duration::from_secs(20);
        while tcgetattr(&file)?.local_modes.contains(LocalModes::ECHO) {
            if Instant::now() > end {
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "the pane's program does not start",
                ));
            }
            thread::sleep(Duration::from_millis(1));
        }
        Ok(Self { file })
    }

    /// Writes bytes and waits until tmux has drawn them. What it answered to them comes back.
    ///
    /// # Errors
    /// Where no answer comes.
    pub fn draw(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let bytes = [bytes, MARK].concat();
        self.file.write_all(&bytes)?;
        let mut answer = Vec::new();
        let mut part = [0; 4096];
        while !answer.ends_with(MARKED) {
            let count = self.file.read(&mut part)?;
            if count == 0 {
                return Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    format!("no answer but {:?}", String::from_utf8_lossy(&answer)),
                ));
            }
            answer.extend_from_slice(part.get(..count).unwrap_or_default());
        }
        Ok(answer)
    }
}
