//! How the tmux executable is reached: today on this machine; a prefix such as `ssh host` would stand in the same words.
//!
//! No shell takes part. What is asked of the executable is in [`crate::tmux`], how it runs in [`crate::link`].

use std::ffi::{OsStr, OsString};
use std::io;
use std::process::Stdio;
use std::time::Duration;

use domain::TmuxError;
use tokio::process::Command;

/// The words that start tmux, before tmux's own arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    program: OsString,
    arguments: Vec<OsString>,
}

impl Route {
    /// The executable on this machine: a path, or a name that `PATH` is searched for.
    #[must_use]
    pub fn local(executable: impl Into<OsString>) -> Self {
        Self {
            program: executable.into(),
            arguments: Vec::new(),
        }
    }

    /// A program with arguments of its own, behind which tmux's follow.
    #[must_use]
    pub fn through(program: impl Into<OsString>, arguments: Vec<OsString>) -> Self {
        Self {
            program: program.into(),
            arguments,
        }
    }

    /// A process of its own group with piped standard streams, killed when its handle is dropped.
    ///
    /// The group keeps a C-c meant for this process from a server that the process starts.
    pub(crate) fn command(&self) -> Command {
        let mut command = self.ungrouped();
        command.process_group(0);
        command
    }

    /// The same in the group of this process, for who gives it a session of its own.
    ///
    /// `TMUX` and `TMUX_PANE` are not passed on: tmux would take its target from them (tmux-facts 7.6).
    pub(crate) fn ungrouped(&self) -> Command {
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

/// The release of the tmux executable, as `3.3a`, `next-3.8` or `openbsd-7.6`. No server is asked.
///
/// # Errors
/// [`TmuxError::NoTmux`] where it is missing, or where `-V` is not answered as tmux does;
/// [`TmuxError::Unresponsive`] past the deadline.
pub async fn client_version(route: &Route, deadline: Duration) -> Result<String, TmuxError> {
    let mut command = route.command();
    command.arg("-V").stdin(Stdio::null());
    let output = tokio::time::timeout(deadline, command.output())
        .await
        .map_err(|_| TmuxError::Unresponsive {
            after: deadline,
            effect_unknown: false,
        })?
        .map_err(|error| route.start_error(error))?;
    let said = String::from_utf8_lossy(&output.stdout);
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
