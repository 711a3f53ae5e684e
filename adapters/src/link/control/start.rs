//! How a control client is started, here or elsewhere, and known before the server lists it.

use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use camino::Utf8PathBuf;
use domain::{SessionId, TmuxError};
use pty_process::Pty;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::time::{Instant, timeout_at};

use super::own::Own;
use crate::link::turns::Turns;
use crate::route::{Route, far};

/// How long a client may take to attach. One whose server is of another generation never answers (tmux-facts 10).
const ATTACH_TIME_MAX: Duration = Duration::from_secs(2);
/// The same where a connection to another machine is made first.
const FAR_ATTACH_TIME_MAX: Duration = Duration::from_secs(10);
/// What a connection may print before its client says that it is there.
const SAID_BYTES_MAX: usize = 64 * 1024;

/// How clients are started.
#[derive(Debug)]
pub(super) struct Setup {
    pub(super) route: Route,
    pub(super) socket: Utf8PathBuf,
    /// How much one reply may hold.
    pub(super) reply_bytes_max: usize,
    pub(super) own: Own,
    pub(super) turns: Arc<Turns>,
}

/// What a client is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Requests; it is not told what panes print.
    Commands,
    /// To be told what panes print.
    Stream,
}

/// A client's process, which may not be attached yet.
pub(super) struct Started {
    pub(super) child: Child,
    /// Hangs up with this process.
    pub(super) terminal: Pty,
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    /// Where tmux runs.
    pub(super) pid: u32,
}

impl Setup {
    /// Starts a client that attaches to this session, until then at most; before the server can list it, it is one of ours.
    ///
    /// # Errors
    /// [`TmuxError::Unresponsive`], [`TmuxError::Command`] where it ends at once, [`TmuxError::NoTmux`],
    /// [`TmuxError::Link`].
    pub(super) async fn start(
        &self,
        session: SessionId,
        purpose: Purpose,
        end: Instant,
    ) -> Result<Started, TmuxError> {
        let (mut child, terminal) = self.spawn(session, purpose)?;
        let (Some(mut stdin), Some(mut stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(refused());
        };
        let pid = if self.route.is_far() {
            let announced = announced(&mut stdin, &mut stdout, &self.own);
            timeout_at(end, announced)
                .await
                .map_err(|_| self.late())??
        } else {
            let pid = child.id().ok_or_else(refused)?;
            self.own.enter(pid);
            pid
        };
        Ok(Started {
            child,
            terminal,
            stdin,
            stdout,
            pid,
        })
    }

    /// That it took too long to attach.
    pub(super) fn late(&self) -> TmuxError {
        TmuxError::Unresponsive {
            after: self.attach_time_max(),
            effect_unknown: false,
        }
    }

    /// A client with a terminal of its own, which it has no other use for than to end when that hangs up: one whose
    /// output nobody reads any more does not end with its standard input (control.c, `control_all_done`, seen on 3.3a).
    fn spawn(&self, session: SessionId, purpose: Purpose) -> Result<(Child, Pty), TmuxError> {
        let flags = match purpose {
            Purpose::Commands => "ignore-size,no-output",
            Purpose::Stream => "ignore-size",
        };
        // `-N`: a server that has ended meanwhile is not started again. `-E`: the session keeps its environment.
        let session = session.to_string();
        let words = [
            "-N",
            "-C",
            "attach-session",
            "-E",
            "-f",
            flags,
            "-t",
            &session,
        ];
        let command = self.route.client(&self.socket, &words);
        let (terminal, its_side) = pty_process::open().map_err(|error| self.failed(error))?;
        let child = pty_process::Command::from(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn(its_side)
            .map_err(|error| self.failed(error))?;
        Ok((child, terminal))
    }

    /// How long a client may take to attach.
    pub(super) fn attach_time_max(&self) -> Duration {
        if self.route.is_far() {
            FAR_ATTACH_TIME_MAX
        } else {
            ATTACH_TIME_MAX
        }
    }

    fn failed(&self, error: pty_process::Error) -> TmuxError {
        match error {
            pty_process::Error::Io(error) => self.route.start_error(error),
            error => TmuxError::Link {
                source: Box::new(error),
            },
        }
    }
}

/// Reads which process the client will be on the other side, enters it, and lets it start.
async fn announced(
    stdin: &mut ChildStdin,
    stdout: &mut ChildStdout,
    own: &Own,
) -> Result<u32, TmuxError> {
    let mut said = Vec::new();
    loop {
        let read = stdout.read_buf(&mut said).await.unwrap_or(0);
        if let Some(pid) = far::client(&said) {
            own.enter(pid);
            // Fails where it has ended; then that is seen next.
            let _ = stdin.write_all(b"\n").await;
            return Ok(pid);
        }
        if read == 0 || said.len() > SAID_BYTES_MAX {
            return Err(refused());
        }
    }
}

/// That it did not attach.
pub(super) fn refused() -> TmuxError {
    TmuxError::Command {
        words: "no control client can attach".to_owned(),
    }
}
