//! The tmux server of one test inside the shared container, and what differs between there and here.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::sync::Arc;
use std::time::Duration;

use adapters::link::Link as _;
use adapters::link::control::ControlLink;
use adapters::{Options, Route, SubprocessTmux, Tmux};
use camino::Utf8PathBuf;
use domain::TmuxPort;
use tempfile::TempDir;

use crate::container::Container;
use crate::process::{self, children};
use crate::tmux::{Daemon, Server, within};

/// The executable in the container.
#[derive(Debug)]
pub(crate) struct Inside;

#[async_trait::async_trait]
impl app::context::FarTmux for Inside {
    async fn path(&self) -> Result<String, domain::TmuxError> {
        Ok("/usr/bin/tmux".to_owned())
    }
}

/// A tmux in the shared container.
#[derive(Debug)]
pub(crate) struct Contained {
    pub(crate) container: &'static Container,
    pub(crate) tmux: SubprocessTmux,
    /// The link under test, where its clients stay.
    control: Option<Arc<ControlLink>>,
}

impl Server {
    /// A socket in the shared container where nothing listens, reached through `docker exec -i`.
    pub(crate) fn contained(controlled: bool) -> Self {
        let container = Container::shared();
        let directory = TempDir::new_in(container.directory()).unwrap();
        std::fs::set_permissions(directory.path(), Permissions::from_mode(0o777)).unwrap();
        let socket = Utf8PathBuf::from_path_buf(directory.path().join("s")).unwrap();
        let words: Vec<String> = container.via().split(' ').map(str::to_owned).collect();
        let route = Route::via(&words, "tmux").unwrap();
        // A process inside takes a tenth of a second, and some cases start many at once.
        let options = Options {
            config: Some("/dev/null".into()),
            ..within(15_000)
        };
        let limits = options.limits;
        let tmux = Tmux::subprocess(route.clone(), socket.clone(), options);
        let (port, control): (Arc<dyn TmuxPort>, _) = if controlled {
            let (port, link) = crate::settled::control_through(route, socket.clone(), limits);
            (Arc::new(port), Some(link))
        } else {
            (Arc::new(tmux.clone()), None)
        };
        Self {
            tmux: port,
            socket,
            directory,
            daemon: Daemon::Contained(Contained {
                container,
                tmux,
                control,
            }),
        }
    }

    /// The container that it runs in, where it does.
    pub(crate) fn container(&self) -> Option<&'static Container> {
        match &self.daemon {
            Daemon::Contained(contained) => Some(contained.container),
            Daemon::Real(_) | Daemon::Simulated(_) => None,
        }
    }

    /// A socket of the same kind of server where nothing listens.
    pub(crate) fn another(&self) -> Self {
        match &self.daemon {
            Daemon::Real(_) => Self::none(),
            Daemon::Simulated(_) => Self::simulated(),
            Daemon::Contained(_) => Self::contained(false),
        }
    }

    /// The clients of the adapter under test, as the server lists them.
    pub(crate) fn own_clients(&self) -> Vec<u32> {
        match &self.daemon {
            Daemon::Real(_) => children(std::process::id()),
            Daemon::Simulated(_) => Vec::new(),
            Daemon::Contained(contained) => {
                let clients = contained
                    .control
                    .as_ref()
                    .and_then(|link| link.own_clients());
                clients.unwrap_or_default()
            }
        }
    }

    /// How long what takes so long on this machine may take there: through `docker exec` each process takes a tenth of a
    /// second, and two for each core are under way.
    pub fn patience(&self, local: Duration) -> Duration {
        match &self.daemon {
            Daemon::Real(_) | Daemon::Simulated(_) => local,
            Daemon::Contained(_) => local * 5,
        }
    }

    /// A command line that does this once a call made now has begun to wait: 0.3 s later on this machine.
    pub fn later(&self, command: &str) -> String {
        let pause = self.patience(Duration::from_millis(300));
        format!("sleep {}; {command}", pause.as_secs_f64())
    }

    /// Whether this process runs where the server runs.
    pub fn process_runs(&self, pid: u32) -> bool {
        match self.container() {
            Some(container) => {
                let path = format!("/proc/{pid}");
                container.run(&["test", "-d", &path]).status.success()
            }
            None => process::runs(pid),
        }
    }
}
