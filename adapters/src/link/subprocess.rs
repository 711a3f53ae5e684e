//! One tmux(1) process for each group: the commands go in on its standard input, the answer comes out.
//!
//! `source-file -` reads them, so nothing of a request is in any argument list and tmux's 16 KB for one (tmux-facts 2.3)
//! is no limit. Seen on 3.3a: the line runs as one, its output reaches the client's standard output, complete even
//! where the last command ends the server.

use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use camino::Utf8PathBuf;
use domain::{PaneId, TmuxError};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, Command};
use tokio::runtime::Handle;
use tokio::sync::{Notify, Semaphore};

use super::hearing::Ear;
use super::turns::Turns;
use super::{Group, Link, Reply, Start, directory};
use crate::route::Route;

/// How many processes answer requests at once; waits are not among them.
const REQUESTS_MAX: usize = 16;
/// tmux's words beyond this are dropped: they are one line each.
const WORDS_BYTES_MAX: u64 = 64 * 1024;

/// What bounds a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How long it may take.
    pub command_timeout: Duration,
    /// How many bytes it may print.
    pub stdout_bytes_max: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            command_timeout: Duration::from_secs(5),
            stdout_bytes_max: 64 * 1024 * 1024,
        }
    }
}

/// Starts a process for each group.
#[derive(Debug)]
pub struct Subprocess {
    route: Route,
    socket: Utf8PathBuf,
    /// The operator's configuration where it is not tmux's default; read only by a server that is started.
    config: Option<Utf8PathBuf>,
    limits: Limits,
    own_directory: bool,
    requests: Semaphore,
    turns: Arc<Turns>,
}

impl Subprocess {
    /// Processes of `route` for the server on `socket`.
    #[must_use]
    pub fn new(
        route: Route,
        socket: Utf8PathBuf,
        config: Option<Utf8PathBuf>,
        limits: Limits,
    ) -> Self {
        let here = Some(&*socket).filter(|_| !route.is_far());
        Self {
            turns: Arc::new(Turns::new(here)),
            route,
            socket,
            config,
            limits,
            own_directory: false,
            requests: Semaphore::new(REQUESTS_MAX),
        }
    }

    /// Whose turn it is on the server.
    pub(super) fn turns(&self) -> Arc<Turns> {
        Arc::clone(&self.turns)
    }

    /// The same for a socket in a directory that tmux keeps: nothing is asked while that is open to others.
    #[must_use]
    pub fn in_own_directory(mut self, own: bool) -> Self {
        self.own_directory = own;
        self
    }

    fn command(&self, group: &Group) -> Command {
        let mut words = Vec::new();
        let mut variable = None;
        match group.start() {
            Start::Never => {}
            Start::Operator => {
                if let Some(config) = &self.config {
                    words.extend(["-f", config.as_str()]);
                }
                words.extend(["start-server", ";"]);
            }
            Start::Bare { name, value } => {
                variable = Some((*name, value.as_str()));
                words.extend(["-f", "/dev/null", "start-server", ";"]);
            }
        }
        words.extend(["source-file", "-"]);
        self.route.command(&self.socket, variable, &words)
    }

    /// A connection that is lost under a look is made again once: a look changes nothing.
    async fn answered(&self, group: &Group) -> Result<Reply, TmuxError> {
        let answer = self.exchange(group, self.command(group), false).await;
        match answer {
            Err(TmuxError::Unreached { words, .. }) if !group.effect() => {
                tracing::debug!(%words, "a look is made again");
                self.exchange(group, self.command(group), false).await
            }
            answer => answer,
        }
    }

    /// `held` keeps the process's standard input open until it ends.
    async fn exchange(
        &self,
        group: &Group,
        mut command: Command,
        held: bool,
    ) -> Result<Reply, TmuxError> {
        if self.own_directory && !self.route.is_far() {
            directory::check(&self.socket)?;
        }
        let mut child = command
            .spawn()
            .map_err(|error| self.route.start_error(error))?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let running = Running(Some(child));
        // The braces make a line that was cut off, as by our own death half-way, a syntax error: without them tmux
        // would run the half, for it takes an unclosed quote (tmux-facts 1.3).
        let line = format!("if-shell -F 1 {{ {} }}\n", group.line());
        let limit = self.limits.stdout_bytes_max;
        let (output, words, _held) = tokio::try_join!(
            async {
                // Nothing waits for a child that has more to say: it ends with this future.
                let output = read(stdout, limit as u64 + 1).await?;
                if output.len() > limit {
                    return Err(TmuxError::TooLarge { limit });
                }
                Ok(output)
            },
            read(stderr, WORDS_BYTES_MAX),
            write(stdin, line.as_bytes(), held),
        )?;
        let status = running.ended().await?;
        let words = String::from_utf8_lossy(&words);
        let (output, words) = if self.route.is_far() {
            let came = self.route.far_reply(&output, &words, status);
            came.map_err(|error| match error {
                TmuxError::Unreached { words, .. } if !group.effect() => TmuxError::Unreached {
                    words,
                    effect_unknown: false,
                },
                error => error,
            })?
        } else {
            (output, words.trim().to_owned())
        };
        Ok(Reply { output, words })
    }
}

#[async_trait]
impl Link for Subprocess {
    async fn run(&self, group: &Group) -> Result<Reply, TmuxError> {
        let after = self.limits.command_timeout;
        let unresponsive = |effect_unknown| TmuxError::Unresponsive {
            after,
            effect_unknown,
        };
        let deadline = tokio::time::Instant::now() + after;
        let _permit = tokio::time::timeout_at(deadline, self.requests.acquire())
            .await
            .map_err(|_| unresponsive(false))?;
        let _turn = tokio::time::timeout_at(deadline, self.turns.take_if(group.in_turn()))
            .await
            .map_err(|_| unresponsive(false))?;
        // Dropped at the deadline, the child is killed and then reaped by the runtime.
        tokio::time::timeout_at(deadline, self.answered(group))
            .await
            .map_err(|_| unresponsive(group.effect()))?
    }

    async fn wait(&self, group: &Group) -> Result<Reply, TmuxError> {
        let words = ["source-file", "-"];
        let command = self.route.waiting(&self.socket, &words);
        self.exchange(group, command, self.route.is_far()).await
    }

    fn listen(&self, _pane: PaneId, _stirred: &Arc<Notify>) -> Option<Ear> {
        None
    }

    fn own_clients(&self) -> Option<Vec<u32>> {
        None
    }
}

/// Marks every descriptor past the standard streams close-on-exec, those that this process inherited among them.
///
/// To be called once, early: a tmux server that this process starts outlives it, and would hold on to a lock file that
/// whoever started this process had left open.
pub fn seal_inherited_descriptors() {
    close_fds::set_fds_cloexec_threadsafe(3, &[]);
}

/// A tmux process. Dropped while it runs it is killed, and waited for: left to tokio's own queue it would stay defunct
/// until the runtime wakes for something else.
#[derive(Debug)]
struct Running(Option<Child>);

impl Running {
    async fn ended(mut self) -> Result<ExitStatus, TmuxError> {
        let status = match &mut self.0 {
            Some(child) => child.wait().await.map_err(link_failed)?,
            None => ExitStatus::default(),
        };
        self.0 = None;
        Ok(status)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let (Some(mut child), Ok(runtime)) = (self.0.take(), Handle::try_current()) else {
            return;
        };
        // Fails where it has ended by itself.
        drop(child.start_kill());
        runtime.spawn(async move { child.wait().await });
    }
}

async fn read(stream: Option<impl AsyncRead + Unpin>, limit: u64) -> Result<Vec<u8>, TmuxError> {
    let mut bytes = Vec::new();
    if let Some(stream) = stream {
        stream
            .take(limit)
            .read_to_end(&mut bytes)
            .await
            .map_err(link_failed)?;
    }
    Ok(bytes)
}

/// Writes all, and closes unless it is to be held. A tmux that ends before it has read everything says why on its
/// standard error.
async fn write(
    mut stream: Option<ChildStdin>,
    bytes: &[u8],
    held: bool,
) -> Result<Option<ChildStdin>, TmuxError> {
    if let Some(stream) = &mut stream
        && let Err(error) = stream.write_all(bytes).await
    {
        tracing::debug!(%error, "tmux did not read its whole request");
    }
    Ok(stream.filter(|_| held))
}

fn link_failed(error: std::io::Error) -> TmuxError {
    TmuxError::Link {
        source: Box::new(error),
    }
}
