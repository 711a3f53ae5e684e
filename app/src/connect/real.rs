//! A real tmux: its socket, its executable, and the two ways to it.

use std::sync::Arc;

use adapters::{ControlTmux, Options, Route, SubprocessTmux};
use camino::{Utf8Path, Utf8PathBuf};
use domain::{ServerIdentity, TmuxError, TmuxPort};

use super::environment;
use crate::config::{Backend, Config, Socket, StartError};
use crate::context::{Entropy, SystemEntropy};

/// A server on a socket, whether or not it runs.
#[derive(Debug)]
pub(super) struct Real {
    pub(super) socket: Utf8PathBuf,
    pub(super) executable: Option<Utf8PathBuf>,
    processes: SubprocessTmux,
    /// Attaches nothing before it is asked.
    control: ControlTmux,
}

impl Real {
    /// Finds the socket and the executable; nothing is asked of tmux.
    pub(super) fn new(config: &Config) -> Result<Self, StartError> {
        let socket = config.socket.path(&environment)?;
        let search = environment("PATH").unwrap_or_default();
        let executable = executable(&config.tmux, &search);
        if executable
            .as_ref()
            .is_some_and(|path| path.as_str().contains(char::is_control))
        {
            return Err(StartError(
                "the path of tmux holds a control character".to_owned(),
            ));
        }
        let program = executable
            .as_ref()
            .map_or(config.tmux.as_str(), |path| path.as_str());
        let mut options = Options {
            config: config.tmux_config.clone(),
            minimal: config.socket == Socket::Dedicated,
            own_directory: config.socket.in_own_directory(),
            ..Options::default()
        };
        options.limits.command_timeout = config.command_timeout;
        let route = Route::local(program);
        Ok(Self {
            processes: SubprocessTmux::subprocess(route.clone(), socket.clone(), options.clone()),
            control: ControlTmux::control(route, socket.clone(), options),
            socket,
            executable,
        })
    }

    /// Whether the executable was found.
    pub(super) fn has_tmux(&self) -> bool {
        self.executable.as_ref().is_some_and(|path| path.is_file())
    }

    /// Meets tmux once; the dedicated server is started where nothing listens. The daemon, where this call started it.
    pub(super) async fn meet(&self, socket: &Socket) -> Result<Option<ServerIdentity>, TmuxError> {
        if *socket != Socket::Dedicated {
            self.processes.identity().await?;
            return Ok(None);
        }
        let mut marker = [0; 10];
        SystemEntropy.fill(&mut marker);
        let marker = domain::Nonce::from_bytes(marker);
        let launch = self.processes.launch_minimal(marker.as_str()).await?;
        Ok(launch.owned.then_some(launch.identity))
    }

    /// The way that is taken, and its name. A control client shows up on a server that somebody may look at, so unasked
    /// there is one only on a daemon that this process started.
    pub(super) fn port(&self, backend: &Backend, owned: bool) -> (Arc<dyn TmuxPort>, &'static str) {
        if *backend == Backend::Control || (owned && *backend == Backend::Auto) {
            (Arc::new(self.control.clone()), "control")
        } else {
            (Arc::new(self.processes.clone()), "subprocess")
        }
    }

    /// Ends the server of this life, where it holds no session.
    pub(super) async fn end_if_empty(&self, identity: ServerIdentity) -> Result<bool, TmuxError> {
        self.processes.end_if_empty(identity).await
    }
}

/// The executable of this name, by its whole path; `None` where it is not found.
fn executable(name: &str, search: &str) -> Option<Utf8PathBuf> {
    if name.contains('/') {
        let path = std::path::absolute(name).ok()?;
        return Utf8PathBuf::from_path_buf(path).ok();
    }
    let candidates = search
        .split(':')
        .filter(|directory| directory.starts_with('/'))
        .map(|directory| Utf8Path::new(directory).join(name));
    let runs = |path: &Utf8PathBuf| {
        path.is_file()
            && rustix::fs::access(path.as_std_path(), rustix::fs::Access::EXEC_OK).is_ok()
    };
    candidates.into_iter().find(runs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_executable_is_found_on_the_path_or_taken_as_written() {
        assert_eq!(
            executable("sh", "relative:/nonexistent:/bin").unwrap(),
            "/bin/sh"
        );
        assert_eq!(executable("no-such-program", "/bin:/usr/bin"), None);
        assert_eq!(executable("/opt/tmux", "").unwrap(), "/opt/tmux");
    }
}
