//! The yardstick: a control-mode client by hand, one request at a time, nothing parsed that need not be.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A `tmux -C` client.
#[derive(Debug)]
pub(crate) struct Control {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    line: Vec<u8>,
}

impl Control {
    /// Attaches without a size of its own, with these flags.
    pub(crate) fn attach(socket: &str, flags: &str) -> Self {
        let mut child = Command::new(support::release::tmux())
            .args(["-u", "-S", socket, "-C", "attach-session", "-f", flags])
            .env_remove("TMUX")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a control client");
        let stdin = child.stdin.take().expect("its input");
        let stdout = BufReader::new(child.stdout.take().expect("its output"));
        let mut control = Self {
            child,
            stdin,
            stdout,
            line: Vec::new(),
        };
        // The reply to attach-session itself.
        control.reply();
        control
    }

    /// One line of so many commands; each has a reply.
    pub(crate) fn ask(&mut self, line: &str, commands: usize) {
        self.stdin
            .write_all(format!("{line}\n").as_bytes())
            .expect("a request");
        for _ in 0..commands {
            self.reply();
        }
    }

    fn reply(&mut self) {
        loop {
            self.next_line();
            if self.line.starts_with(b"%end ") {
                return;
            }
            assert!(!self.line.starts_with(b"%error "), "a refused request");
        }
    }

    /// Reads on until output holds this.
    pub(crate) fn until_output(&mut self, wanted: &[u8]) {
        loop {
            self.next_line();
            let output = self.line.starts_with(b"%output ");
            if output && self.line.windows(wanted.len()).any(|part| part == wanted) {
                return;
            }
        }
    }

    fn next_line(&mut self) {
        self.line.clear();
        let read = self.stdout.read_until(b'\n', &mut self.line);
        assert!(
            read.is_ok_and(|count| count > 0),
            "the control client ended"
        );
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
