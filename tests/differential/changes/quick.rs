//! A link for tests: one bare control client carries all groups, many times faster than a process for each.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use adapters::link::hearing::Ear;
use adapters::link::{Group, Link, Reply};
use async_trait::async_trait;
use domain::{PaneId, TmuxError};
use tokio::sync::Notify;

use crate::raw_control::RawControl;

/// What tmux does when a client that is a process leaves: it looks at the sizes of all windows again (3.3a, server-client.c,
/// `server_client_lost`). Setting an option has the same effect, and this one nobody reads.
const LEAVING: &str = "set-option -s @left 1";

/// The link. Clones are the same client.
#[derive(Debug, Clone)]
pub struct Quick {
    control: Arc<Mutex<RawControl>>,
    pid: u32,
}

impl Quick {
    /// A client in a session of its own.
    ///
    /// # Errors
    /// Where tmux cannot be run, or ends at once.
    pub fn start(socket: &Path, session: &str) -> io::Result<Self> {
        let control = RawControl::start(socket, session)?;
        Ok(Self {
            pid: control.pid(),
            control: Arc::new(Mutex::new(control)),
        })
    }

    /// Runs a line of commands.
    ///
    /// # Errors
    /// Where the server ended.
    pub fn tell(&self, line: &str) -> io::Result<Reply> {
        let mut control = self.control.lock().unwrap();
        let (output, words) = control.tell(line, LEAVING)?;
        Ok(Reply { output, words })
    }
}

#[async_trait]
impl Link for Quick {
    async fn run(&self, group: &Group) -> Result<Reply, TmuxError> {
        self.tell(group.line()).map_err(|error| TmuxError::Link {
            source: Box::new(error),
        })
    }

    async fn wait(&self, _: &Group) -> Result<Reply, TmuxError> {
        Err(TmuxError::Link {
            source: Box::new(io::Error::other("this client is for what does not wait")),
        })
    }

    fn listen(&self, _: PaneId, _: &Arc<Notify>) -> Option<Ear> {
        None
    }

    fn own_clients(&self) -> Option<Vec<u32>> {
        Some(vec![self.pid])
    }
}
