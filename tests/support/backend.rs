//! What can stand behind the port: each case of the contract runs on every one of these.

use crate::release::Simulated;
use crate::tmux::Server;
use crate::tools::{Bench, SHELLS};

/// What answers the port's calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// The simulator.
    Fake,
    /// The simulator, like this release.
    Like(Simulated),
    /// A tmux of this machine, a process for each request.
    Subprocess,
    /// The same through control clients that stay.
    Control,
    /// A tmux in a container, a `docker exec -i` for each request.
    ContainerSubprocess,
    /// The same through control clients that stay.
    ContainerControl,
}

impl Backend {
    /// The simulator, with the clock of this test stopped: it goes on by itself where everybody waits for it.
    pub fn fake() -> Self {
        tokio::time::pause();
        Self::Fake
    }

    /// The same, like this release.
    pub fn like(release: Simulated) -> Self {
        tokio::time::pause();
        Self::Like(release)
    }

    /// As many waits at once as are more than the requests that a link has under way at once.
    pub const fn crowd(self) -> usize {
        match self {
            Self::Fake | Self::Like(_) | Self::Subprocess | Self::Control => 40,
            Self::ContainerSubprocess | Self::ContainerControl => 20,
        }
    }

    /// A socket where nothing listens.
    pub fn none(self) -> Server {
        match self {
            Self::Fake => Server::simulated(),
            Self::Like(release) => Server::simulated_as(release),
            Self::Subprocess => Server::none(),
            Self::Control => Server::controlled(),
            Self::ContainerSubprocess => Server::contained(false),
            Self::ContainerControl => Server::contained(true),
        }
    }

    /// A server with one session, `$0`, whose pane shows nothing: `cat`, without echo.
    pub async fn quiet(self) -> Server {
        self.none().quieted().await
    }

    /// A server with one session whose pane runs this in a plain `sh`.
    pub fn running(self, command: &str, width: u32, height: u32) -> Server {
        let server = self.none();
        server.start(command, width, height);
        server
    }

    /// A server with sessions of these names, each with a quiet pane.
    pub fn sessions(self, names: &[&str]) -> Server {
        let server = self.none();
        for name in names {
            server.says(&["new-session", "-d", "-s", name, "exec sleep 1000"]);
        }
        server
    }

    /// The tools over [`Backend::quiet`].
    pub async fn bench(self) -> Bench {
        Bench::over(self.quiet().await)
    }

    /// The tools over a server whose first pane runs bash, ready at its prompt, 80 columns wide.
    pub async fn bash(self) -> Bench {
        self.shell(80, 2000).await
    }

    /// The same in so many columns, with this history limit.
    pub async fn shell(self, width: u32, history_limit: u32) -> Bench {
        let (_, command) = SHELLS[0];
        Bench::over(self.none())
            .with_shell(command, width, history_limit)
            .await
    }
}
