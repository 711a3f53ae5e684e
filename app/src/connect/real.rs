//! A real tmux: its socket, its executable, and the two ways to it.

use std::sync::Arc;
use std::time::Duration;

use adapters::link::refused::Refused;
use adapters::tmux::version;
use adapters::{ControlTmux, Options, Route, SubprocessTmux, Tmux, route};
use async_trait::async_trait;
use camino::{Utf8Path, Utf8PathBuf};
use domain::{ServerIdentity, TmuxError, TmuxPort};
use tokio::sync::OnceCell;

use super::environment;
use crate::config::{Backend, Config, Socket, StartError};
use crate::context::{Entropy, FarTmux, SystemEntropy};

/// A server on a socket, whether or not it runs.
#[derive(Debug)]
pub(super) struct Real {
    pub(super) socket: Utf8PathBuf,
    executable: Option<Utf8PathBuf>,
    route: Route,
    /// How long one request may take.
    deadline: Duration,
    processes: SubprocessTmux,
    /// Attaches nothing before it is asked.
    control: ControlTmux,
}

impl Real {
    /// Finds the socket and the executable; nothing is asked of tmux.
    pub(super) fn new(config: &Config) -> Result<Self, StartError> {
        let socket = config.socket.path(&environment)?;
        let (mut route, executable) = match Route::via(&config.via, &config.tmux) {
            Some(route) => (route, None),
            None => here(&config.tmux)?,
        };
        if let Some(name) = config.socket.name().filter(|_| route.is_far()) {
            route = route.with_socket_name(name.to_owned());
        }
        let mut options = Options {
            config: config.tmux_config.clone(),
            minimal: config.socket == Socket::Dedicated,
            own_directory: config.socket.in_own_directory(),
            ..Options::default()
        };
        options.limits.command_timeout = config.command_timeout;
        Ok(Self {
            processes: SubprocessTmux::subprocess(route.clone(), socket.clone(), options.clone()),
            control: ControlTmux::control(route.clone(), socket.clone(), options),
            route,
            deadline: config.command_timeout,
            socket,
            executable,
        })
    }

    /// Whether the executable was found; elsewhere it is looked for once it is needed.
    pub(super) fn has_tmux(&self) -> bool {
        self.is_far() || self.executable.as_ref().is_some_and(|path| path.is_file())
    }

    /// Whether tmux runs on another machine or in a container.
    pub(super) const fn is_far(&self) -> bool {
        self.route.is_far()
    }

    /// The executable of this machine by its whole path.
    pub(super) fn executable(&self) -> Option<String> {
        self.executable.as_ref().map(ToString::to_string)
    }

    /// What finds the one elsewhere.
    pub(super) fn far_tmux(&self) -> Option<Arc<dyn FarTmux>> {
        let far = Elsewhere {
            route: self.route.clone(),
            deadline: self.deadline,
            found: OnceCell::new(),
        };
        self.is_far().then(|| Arc::new(far) as Arc<dyn FarTmux>)
    }

    /// Whether the executable is of a release that is supported; one that does not tell is taken as it is.
    ///
    /// Asked before anything else: an older one might start a server that it cannot then configure.
    pub(super) async fn supported(&self, deadline: Duration) -> Result<(), TmuxError> {
        match route::client_version(&self.route, deadline).await {
            Ok(version) if !version::is_supported(&version) => {
                Err(TmuxError::OldExecutable { version })
            }
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// A port that leads nowhere, where the failure is that tmux is not supported.
    pub(super) fn refused(&self, failure: Option<&TmuxError>) -> Option<Arc<dyn TmuxPort>> {
        let link = match failure? {
            TmuxError::OldExecutable { version } => Refused::executable(version.clone()),
            TmuxError::OldServer { version } => Refused::server(version.clone()),
            _ => return None,
        };
        Some(Arc::new(Tmux::over(link, self.socket.clone())))
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

/// The executable on the other side, asked for once.
#[derive(Debug)]
struct Elsewhere {
    route: Route,
    deadline: Duration,
    found: OnceCell<String>,
}

#[async_trait]
impl FarTmux for Elsewhere {
    async fn path(&self) -> Result<String, TmuxError> {
        let find = || route::far_executable(&self.route, self.deadline);
        self.found.get_or_try_init(find).await.cloned()
    }
}

/// The executable of this machine, and the way to it.
fn here(name: &str) -> Result<(Route, Option<Utf8PathBuf>), StartError> {
    let search = environment("PATH").unwrap_or_default();
    let executable = executable(name, &search);
    let path = executable.as_ref().map_or(name, |path| path.as_str());
    if path.contains(char::is_control) {
        return Err(StartError(
            "the path of tmux holds a control character".to_owned(),
        ));
    }
    Ok((Route::local(path), executable))
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
