//! From the operator's choice to a context: which socket, whose server, which way to it.
//!
//! The one file that names a concrete way to tmux. Start-up meets tmux once, within a deadline; where that fails the
//! process serves all the same, with the tools of a server that an operator chose, and every call says what is wrong.

use std::sync::Arc;
use std::time::Duration;

use adapters::{Options, Route, SubprocessTmux};
use camino::{Utf8Path, Utf8PathBuf};
use domain::{Provenance, ServerIdentity, TmuxError, TmuxPort, ToolPolicy};

use crate::caller::reader;
use crate::config::{Config, Socket, StartError};
use crate::context::{Context, Entropy, Facts, SystemEntropy};

/// The name of the way that is taken.
const BACKEND: &str = "subprocess";

/// How much longer than one request start-up may take.
const LAUNCH_SLACK: Duration = Duration::from_secs(1);

/// How long the daemon's ending may take at shutdown.
const ENDING: Duration = Duration::from_millis(500);

/// The environment of this process; what is not UTF-8 counts as absent.
#[must_use]
pub fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Keeps what this process inherited open from a tmux server that it starts; to be called before anything is opened.
pub fn seal() {
    adapters::seal_inherited_descriptors();
}

/// A way to the chosen server. Nothing has been asked of tmux yet.
#[derive(Debug)]
pub struct Way {
    config: Config,
    socket: Utf8PathBuf,
    executable: Option<Utf8PathBuf>,
    tmux: SubprocessTmux,
}

/// What start-up came to.
#[derive(Debug)]
pub struct Connected {
    /// What every tool is handed.
    pub context: Arc<Context>,
    /// The daemon that this process started.
    pub daemon: Option<ServerIdentity>,
    /// Why tmux was not met.
    pub failure: Option<TmuxError>,
}

impl Way {
    /// Finds the socket and the executable.
    ///
    /// # Errors
    /// A socket path that is too long, a path of tmux that would break a typed line.
    pub fn new(config: Config) -> Result<Self, StartError> {
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
        let tmux = SubprocessTmux::subprocess(Route::local(program), socket.clone(), options);
        Ok(Self {
            config,
            socket,
            executable,
            tmux,
        })
    }

    /// Whether the tmux executable was found.
    #[must_use]
    pub fn has_tmux(&self) -> bool {
        self.executable.as_ref().is_some_and(|path| path.is_file())
    }

    /// Meets tmux once; the dedicated server is started where nothing listens.
    pub async fn connect(&self) -> Connected {
        let deadline = self.config.command_timeout + LAUNCH_SLACK;
        let met = tokio::time::timeout(deadline, self.meet()).await;
        let met = met.unwrap_or(Err(TmuxError::Unresponsive {
            after: deadline,
            effect_unknown: false,
        }));
        let (daemon, failure) = match met {
            Ok(daemon) => (daemon, None),
            Err(error) => (None, Some(error)),
        };
        Connected {
            context: Arc::new(self.context(daemon)),
            daemon,
            failure,
        }
    }

    /// The daemon, where this call started it.
    async fn meet(&self) -> Result<Option<ServerIdentity>, TmuxError> {
        if self.config.socket != Socket::Dedicated {
            self.tmux.identity().await?;
            return Ok(None);
        }
        let mut marker = [0; 10];
        SystemEntropy.fill(&mut marker);
        let marker = domain::Nonce::from_bytes(marker);
        let launch = self.tmux.launch_minimal(marker.as_str()).await?;
        Ok(launch.owned.then_some(launch.identity))
    }

    fn context(&self, daemon: Option<ServerIdentity>) -> Context {
        let provenance = if daemon.is_some() {
            Provenance::Minimal
        } else {
            Provenance::Operator
        };
        let mut evidence = reader::evidence(&environment, &self.socket);
        evidence.started = daemon.map(|identity| identity.pid);
        Context {
            limits: self.config.limits,
            suppress_history: self.config.suppress_history,
            allow_attended: self.config.allow_attended,
            evidence,
            policy: ToolPolicy::new(&self.config.choice, provenance),
            facts: Facts {
                backend: BACKEND,
                provenance,
                socket: self.socket.to_string(),
                tmux: self.executable.as_ref().map(Utf8PathBuf::to_string),
            },
            ..Context::new(Arc::new(self.tmux.clone()))
        }
    }

    /// Ends the daemon that this process started, where it holds no session.
    pub async fn close(&self, daemon: Option<ServerIdentity>) {
        if let Some(identity) = daemon {
            // A daemon that does not answer now is left alone.
            drop(tokio::time::timeout(ENDING, self.tmux.end_if_empty(identity)).await);
        }
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
