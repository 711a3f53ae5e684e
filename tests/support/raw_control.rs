//! A bare control-mode client: lines of commands go in, the blocks of their replies come out. Only tests use it: it
//! drives a tmux many times faster than a process for each command.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// How long tmux has for an answer.
const PATIENCE: Timespec = Timespec {
    tv_sec: 20,
    tv_nsec: 0,
};

/// What one command answered.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    /// The lines of its block.
    pub lines: Vec<Vec<u8>>,
    /// Whether it failed. What stood behind it on its line was not run.
    pub failed: bool,
}

/// A control-mode client.
#[derive(Debug)]
pub struct RawControl {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// How many lines were told.
    told: u64,
}

impl RawControl {
    /// Attaches to a session of its own, which it makes. The panes' output is not sent to it, and it sets no size.
    ///
    /// # Errors
    /// Where tmux cannot be run, or ends at once.
    pub fn start(socket: &Path, session: &str) -> io::Result<Self> {
        let mut child = Command::new(crate::release::tmux())
            .env_remove("TMUX")
            .env_remove("TMUX_PANE")
            .args(["-u", "-f", "/dev/null", "-C", "-S"])
            .arg(socket)
            .args(["new-session", "-E", "-f", "no-output,ignore-size"])
            .args(["-s", session, "-x", "80", "-y", "24", "sleep 1000000"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        let mut control = Self {
            child,
            input,
            output: BufReader::new(output),
            told: 0,
        };
        // Commands that arrive before the session is there would not find it (seen on 3.3a).
        while !control.line()?.starts_with(b"%session-changed ") {}
        Ok(control)
    }

    /// Runs commands as one line. There is a reply for each, up to the first that failed.
    ///
    /// # Errors
    /// Where the server ended.
    pub fn ask(&mut self, commands: &[String]) -> io::Result<Vec<Reply>> {
        let mut line = commands.join(" ; ");
        line.push('\n');
        self.input.write_all(line.as_bytes())?;
        let mut replies = Vec::with_capacity(commands.len());
        while replies.len() < commands.len() {
            let reply = self.block()?;
            let failed = reply.failed;
            replies.push(reply);
            if failed {
                break;
            }
        }
        Ok(replies)
    }

    /// Runs a line of commands, which may fail and may have any number of replies: what was printed, and the words of
    /// what failed. `after` is run behind it in any case, and must not fail.
    ///
    /// # Errors
    /// Where the server ended.
    pub fn tell(&mut self, line: &str, after: &str) -> io::Result<(Vec<u8>, String)> {
        self.told += 1;
        let mark = format!("told {}", self.told);
        let lines = format!("{line}\n{after} ; display-message -p '{mark}'\n");
        self.input.write_all(lines.as_bytes())?;
        let (mut output, mut words) = (Vec::new(), Vec::new());
        loop {
            let reply = self.block()?;
            if reply.lines == [mark.as_bytes()] {
                return Ok((output, words.join("\n")));
            }
            for line in reply.lines {
                if reply.failed {
                    let line = String::from_utf8_lossy(&line).into_owned();
                    words.push(line.trim_start_matches("parse error: ").to_owned());
                } else {
                    output.extend_from_slice(&line);
                    output.push(b'\n');
                }
            }
        }
    }

    /// The client's process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        while !line.ends_with(b"\n") {
            if self.output.buffer().is_empty() {
                let mut wanted = [PollFd::new(self.output.get_ref(), PollFlags::IN)];
                if poll(&mut wanted, Some(&PATIENCE))? == 0 {
                    return Err(io::Error::new(io::ErrorKind::TimedOut, "tmux is silent"));
                }
            }
            let part = self.output.fill_buf()?;
            let end = part.iter().position(|byte| *byte == b'\n');
            let count = end.map_or(part.len(), |end| end + 1);
            line.extend_from_slice(part.get(..count).unwrap_or_default());
            self.output.consume(count);
            if count == 0 {
                return Err(io::Error::new(
                    io::ErrorKind::UnexpectedEof,
                    format!("tmux ended: {:?}", String::from_utf8_lossy(&line)),
                ));
            }
        }
        line.pop();
        Ok(line)
    }

    /// The next block that answers this client's own input; all else is skipped.
    fn block(&mut self) -> io::Result<Reply> {
        loop {
            let line = self.line()?;
            if line.starts_with(b"%exit") {
                let words = String::from_utf8_lossy(&line).into_owned();
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, words));
            }
            let Some(mark) = line.strip_prefix(b"%begin ") else {
                continue;
            };
            let end = [b"%end ", mark].concat();
            let error = [b"%error ", mark].concat();
            let own = mark.ends_with(b" 1");
            let mut reply = Reply::default();
            loop {
                let line = self.line()?;
                reply.failed = line == error;
                if reply.failed || line == end {
                    break;
                }
                reply.lines.push(line);
            }
            if own {
                return Ok(reply);
            }
        }
    }
}

impl Drop for RawControl {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
