//! The simulated server: what tmux keeps, and the port over it.
//!
//! - `world` is the socket, `life` one life of the server on it; `run` lets its programs act.
//! - `session`, `window`, `pane`, `clients`, `layout`, `options`, `settings`, `buffers`, `channels` are what it keeps.
//! - `spawn`, `starting`, `arrange`, `placing`, `setters`, `ending`, `input` are what can be done; `change`, `expect`, `observe`, `query`, `port` and `watch`
//!   are the port; `command` is tmux's own command line, for programs in panes and for tests.
//!
//! What it does not do is said in the documentation of scenes (`app/docs/scenes.md`): hooks, for one, are kept and shown,
//! and none runs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::{ServerIdentity, SessionId, TmuxError};

use self::world::World;
use crate::fake::profile::Profile;
use crate::fake::program::{Answer, Size};
use crate::fake::script::Scene;

mod arrange;
mod buffers;
mod change;
mod channels;
mod clients;
mod command;
mod ending;
mod expect;
mod format;
mod input;
mod keys;
mod layout;
mod life;
mod observe;
mod options;
mod pane;
mod placing;
mod port;
mod query;
mod run;
mod scene;
mod session;
mod setters;
mod settings;
mod spawn;
mod starting;
#[cfg(test)]
mod tests;
mod time;
mod watch;
mod window;
mod world;

/// What a simulator is made of.
#[derive(Debug, Clone)]
pub struct Setup {
    /// Decides processes and times; the same calls on the same seed give the same answers.
    pub seed: u64,
    /// The machine: what programs do, and the sessions that there are at the beginning.
    pub scene: Arc<Scene>,
    /// Which release of tmux it is like.
    pub profile: Profile,
    /// tmux commands, `;` between them, with which a server is started at the beginning; without any, and without
    /// sessions in the scene, none runs until one is asked for.
    pub configuration: Vec<String>,
    /// The socket, as text.
    pub socket: String,
    /// Where programs start that nobody named a directory for.
    pub directory: String,
    /// The environment that a server is started in.
    pub environment: Vec<(String, String)>,
}

impl Default for Setup {
    fn default() -> Self {
        let variable = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        Self {
            seed: 0,
            scene: Arc::default(),
            profile: Profile::default(),
            configuration: Vec::new(),
            socket: "/tmp/tmux-0/default".to_owned(),
            directory: "/root".to_owned(),
            environment: vec![
                variable("HOME", "/root"),
                variable("LANG", "C.UTF-8"),
                variable("PATH", "/usr/local/bin:/usr/bin:/bin"),
                variable("USER", "root"),
            ],
        }
    }
}

/// A tmux server in memory. Clones are the same server.
#[derive(Debug, Clone)]
pub struct Simulator {
    world: Arc<Mutex<World>>,
}

impl Simulator {
    /// A socket where nothing listens, or a server with the sessions of its scene.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let mut world = World::new(setup);
        world.set_the_scene();
        Self {
            world: Arc::new(Mutex::new(world)),
        }
    }

    /// Runs tmux with these arguments, as a process would.
    #[must_use]
    pub fn tmux(&self, arguments: &[&str]) -> Answer {
        let words: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
        let mut world = self.lock();
        let answer = command::process(&mut world, &words);
        world.finish();
        answer
    }

    /// Attaches a person's terminal of this size to a session; the client's process, or `None` where there is no such
    /// session.
    #[must_use]
    pub fn attach(&self, session: SessionId, size: Size) -> Option<u32> {
        self.join(session, Some(size))
    }

    /// Attaches a control client to a session; the client's process, or `None` where there is no such session.
    #[must_use]
    pub fn attach_control(&self, session: SessionId) -> Option<u32> {
        self.join(session, None)
    }

    fn join(&self, session: SessionId, size: Option<Size>) -> Option<u32> {
        let mut world = self.lock();
        let pid = world.life.as_mut()?.attach(session, size);
        world.finish();
        pid
    }

    /// Takes a client off; whether it was there.
    #[must_use]
    pub fn detach(&self, client: u32) -> bool {
        let mut world = self.lock();
        let left = world.life.as_mut().is_some_and(|life| life.detach(client));
        world.finish();
        left
    }

    /// The world as it is now.
    fn lock(&self) -> MutexGuard<'_, World> {
        // A panic elsewhere is that call's own; what it left is looked at by the next as it is.
        let mut world = self.world.lock().unwrap_or_else(PoisonError::into_inner);
        world.advance();
        world
    }

    /// Looks whenever something may have happened, until there is an answer.
    async fn until<T>(&self, mut look: impl FnMut(&World) -> Option<T> + Send) -> T {
        loop {
            let (mut news, due) = {
                let world = self.lock();
                if let Some(found) = look(&world) {
                    return found;
                }
                let due = world.life.as_ref().and_then(life::Life::due);
                (world.subscribe(), due)
            };
            let sleep = async {
                match due {
                    Some(due) => tokio::time::sleep_until(due).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = sleep => {}
                // The sender lives as long as this simulator does.
                _ = news.changed() => {}
            }
        }
    }
}

impl World {
    /// What tells that the server of this life is gone.
    fn gone(&self, identity: ServerIdentity) -> TmuxError {
        match &self.life {
            Some(life) if life.identity != identity => crate::tmux::replaced(life.identity),
            _ => TmuxError::ServerGone {
                words: "nothing listens on its socket any more".to_owned(),
            },
        }
    }
}
