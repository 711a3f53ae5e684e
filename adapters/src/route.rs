//! How the tmux executable is reached: on this machine, or behind a command such as `ssh HOST` or `docker exec -i NAME`.
//!
//! No shell of this machine takes part. What is asked of the executable is in [`crate::tmux`], how it runs in
//! [`crate::link`], what happens on the other side of such a command in `far`.

use std::ffi::{OsStr, OsString};
use std::io;
use std::process::{ExitStatus, Output, Stdio};
use std::time::Duration;

use camino::Utf8Path;
use domain::TmuxError;
use tokio::process::Command;

pub(crate) mod far;

/// The words that start tmux, before tmux's own arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    program: OsString,
    arguments: Vec<OsString>,
    /// Where the executable is on another machine, or in a container.
    far: Option<Far>,
    /// The name of the socket, where tmux itself finds its path.
    socket_name: Option<String>,
}

/// The other side of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Far {
    /// The executable as it is called there.
    tmux: String,
    /// Whether the command joins its arguments for a shell there, as ssh does.
    is_joined: bool,
}

/// Commands that join their arguments and have a shell on the other side read them.
const JOINING: [&str; 3] = ["ssh", "autossh", "slogin"];

impl Route {
    /// The executable on this machine: a path, or a name that `PATH` is searched for.
    #[must_use]
    pub fn local(executable: impl Into<OsString>) -> Self {
        Self::through(executable, Vec::new())
    }

    /// A program of this machine with arguments of its own, behind which tmux's follow.
    #[must_use]
    pub fn through(program: impl Into<OsString>, arguments: Vec<OsString>) -> Self {
        Self {
            program: program.into(),
            arguments,
            far: None,
            socket_name: None,
        }
    }

    /// The executable of this name on another machine or in a container, behind a command that runs it there with its
    /// standard streams: the words of `ssh HOST`, `docker exec -i NAME`, `kubectl exec -i POD --`. `None` without a word.
    ///
    /// Where one of the words is ssh, what follows is quoted for the shell on the other side.
    #[must_use]
    pub fn via(words: &[String], tmux: &str) -> Option<Self> {
        let (program, arguments) = words.split_first()?;
        let name = |word: &String| word.rsplit('/').next().unwrap_or_default().to_owned();
        let is_joined = words
            .iter()
            .any(|word| JOINING.contains(&name(word).as_str()));
        Some(Self {
            far: Some(Far {
                tmux: tmux.to_owned(),
                is_joined,
            }),
            ..Self::through(program, arguments.iter().map(OsString::from).collect())
        })
    }

    /// The same for a server that is named as tmux's `-L` takes it: tmux there finds the path.
    #[must_use]
    pub fn with_socket_name(mut self, name: String) -> Self {
        self.socket_name = Some(name);
        self
    }

    /// What came back through the command that leads there: what tmux itself printed, and said on its standard error.
    ///
    /// # Errors
    /// As [`far::reply`], with the command named before its words.
    pub(crate) fn far_reply(
        &self,
        output: &[u8],
        words: &str,
        status: ExitStatus,
    ) -> Result<(Vec<u8>, String), TmuxError> {
        far::reply(output, words, status).map_err(|error| match error {
            TmuxError::Unreached {
                words,
                effect_unknown,
            } => TmuxError::Unreached {
                words: format!("{}: {words}", self.named()),
                effect_unknown,
            },
            error => error,
        })
    }

    fn named(&self) -> String {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    }

    /// Whether tmux runs on another machine or in a container.
    #[must_use]
    pub const fn is_far(&self) -> bool {
        self.far.is_some()
    }

    /// tmux with these arguments, for the server on this socket: a process of its own group with piped standard streams,
    /// killed when its handle is dropped. The variable is for a server that it starts.
    ///
    /// The group keeps a C-c meant for this process from a server that the process starts. What it prints elsewhere is
    /// read by [`Route::far_reply`].
    pub(crate) fn command(
        &self,
        socket: &Utf8Path,
        variable: Option<(&str, &str)>,
        words: &[&str],
    ) -> Command {
        let mut command = self.tmux(far::REQUEST, socket, variable, words);
        command.process_group(0);
        command
    }

    /// The same for a request that waits. Elsewhere it ends with its standard input, which takes one line.
    pub(crate) fn waiting(&self, socket: &Utf8Path, words: &[&str]) -> Command {
        let mut command = self.tmux(far::WAIT, socket, None, words);
        command.process_group(0);
        command
    }

    /// A client that stays, in the group of this process, for who gives it a session of its own. Elsewhere it says its
    /// process id first, which [`far::client`] reads, and starts once a line comes in.
    pub(crate) fn client(&self, socket: &Utf8Path, words: &[&str]) -> Command {
        self.tmux(far::CLIENT, socket, None, words)
    }

    fn tmux(
        &self,
        script: &str,
        socket: &Utf8Path,
        variable: Option<(&str, &str)>,
        words: &[&str],
    ) -> Command {
        let mut all = vec!["-u"];
        match &self.socket_name {
            Some(name) => all.extend(["-L", name]),
            None => all.extend(["-S", socket.as_str()]),
        }
        all.extend(words);
        let Some(far) = &self.far else {
            let mut command = self.prefix();
            command.args(all);
            command.envs(variable);
            return command;
        };
        let assigned = variable.map(|(name, value)| format!("{name}={value}"));
        let mut there = Vec::new();
        if let Some(assigned) = &assigned {
            there.extend(["env", assigned]);
        }
        there.push(&far.tmux);
        there.extend(all);
        self.there(script, &there)
    }

    /// This script on the other side, with these words as its arguments.
    fn there(&self, script: &str, words: &[&str]) -> Command {
        let mut command = self.prefix();
        let is_joined = self.far.as_ref().is_some_and(|far| far.is_joined);
        for word in [far::SH, "-c", script, far::SH].iter().chain(words) {
            if is_joined {
                command.arg(far::word(word));
            } else {
                command.arg(word);
            }
        }
        command
    }

    /// `TMUX` and `TMUX_PANE` are not passed on: tmux would take its target from them (tmux-facts 7.6).
    fn prefix(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .env_remove("TMUX")
            .env_remove("TMUX_PANE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        command
    }

    /// What a failure to start the executable means.
    pub(crate) fn start_error(&self, error: io::Error) -> TmuxError {
        let named = self.program.to_string_lossy();
        match error.kind() {
            io::ErrorKind::NotFound if is_path(&self.program) => TmuxError::NoTmux {
                looked: format!("there is no {named}"),
            },
            io::ErrorKind::NotFound => {
                let path = std::env::var_os("PATH").unwrap_or_default();
                TmuxError::NoTmux {
                    looked: format!("there is no {named} in {}", path.to_string_lossy()),
                }
            }
            io::ErrorKind::PermissionDenied => TmuxError::NoTmux {
                looked: format!("{named} may not be executed: {error}"),
            },
            // A script without an interpreter line, a binary of another machine.
            _ if error.raw_os_error() == Some(NO_EXECUTABLE_FORMAT) => TmuxError::NoTmux {
                looked: format!("{named} is no program of this machine: {error}"),
            },
            _ => TmuxError::Link {
                source: Box::new(error),
            },
        }
    }
}

/// `ENOEXEC`, the same number on every Unix that tmux runs on.
const NO_EXECUTABLE_FORMAT: i32 = 8;

fn is_path(program: &OsStr) -> bool {
    program.as_encoded_bytes().contains(&b'/')
}

/// Where the executable is on the other side, by its whole path: a framed command names it so.
///
/// # Errors
/// [`TmuxError::NoTmux`] where it is not found there; [`TmuxError::Unreached`] with the command's own words where the
/// other side is not reached; [`TmuxError::Unresponsive`] past the deadline.
pub async fn far_executable(route: &Route, deadline: Duration) -> Result<String, TmuxError> {
    let name = route.far.as_ref().map_or("tmux", |far| far.tmux.as_str());
    let mut command = route.there(far::FIND, &[name]);
    command.stdin(Stdio::null());
    let output = output(route, command, deadline).await?;
    let words = String::from_utf8_lossy(&output.stderr);
    let (said, _) = route.far_reply(&output.stdout, &words, output.status)?;
    let said = String::from_utf8_lossy(&said);
    let path = said.trim_end();
    if path.starts_with('/') {
        return Ok(path.to_owned());
    }
    Err(TmuxError::NoTmux {
        looked: format!("{name} is not found on the other side"),
    })
}

async fn output(
    route: &Route,
    mut command: Command,
    deadline: Duration,
) -> Result<Output, TmuxError> {
    let output = tokio::time::timeout(deadline, command.output()).await;
    let late = TmuxError::Unresponsive {
        after: deadline,
        effect_unknown: false,
    };
    output
        .map_err(|_| late)?
        .map_err(|error| route.start_error(error))
}

/// The release of the tmux executable, as `3.3a`, `next-3.8` or `openbsd-7.6`. No server is asked.
///
/// # Errors
/// [`TmuxError::NoTmux`] where it is missing, or where `-V` is not answered as tmux does;
/// [`TmuxError::Unresponsive`] past the deadline.
pub async fn client_version(route: &Route, deadline: Duration) -> Result<String, TmuxError> {
    let mut command = if let Some(far) = &route.far {
        route.there(far::REQUEST, &[&far.tmux, "-V"])
    } else {
        let mut command = route.prefix();
        command.arg("-V");
        command
    };
    command.stdin(Stdio::null());
    let output = output(route, command, deadline).await?;
    let said = if route.is_far() {
        let words = String::from_utf8_lossy(&output.stderr);
        route.far_reply(&output.stdout, &words, output.status)?.0
    } else {
        output.stdout
    };
    let said = String::from_utf8_lossy(&said);
    match said.trim().strip_prefix("tmux ") {
        Some(release) if !release.is_empty() => Ok(release.to_owned()),
        _ => Err(TmuxError::NoTmux {
            looked: format!(
                "{} is no tmux: to -V it says {:?}",
                route.program.to_string_lossy(),
                said.chars().take(80).collect::<String>()
            ),
        }),
    }
}
