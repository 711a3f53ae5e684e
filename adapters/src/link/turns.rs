//! Turns: control clients come and go while nothing else of ours begins or ends sessions.
//!
//! tmux up to 3.3a tells every control client at once of a session that begins or ends and of a client that leaves. One
//! that is just attaching counts among them before it can be told anything, and the server crashes (seen on 3.3a, once in
//! ten such moments; not on 3.5a and 3.7c). What people and programs do at that moment is in nobody's hand.

use std::sync::Arc;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use rustix::fd::OwnedFd;
use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::{Instant, sleep, timeout_at};

/// How long anybody waits for a turn. A server that does not let clients come or go for that long does nothing else either.
const WAIT_TIME_MAX: Duration = Duration::from_secs(1);
/// How soon it is looked again whether another process has ended its turn.
const LOOK_INTERVAL: Duration = Duration::from_millis(1);

/// Whose turn it is: within this process and, on one machine, among all of ours.
#[derive(Debug)]
pub(crate) struct Turns {
    here: Arc<Mutex<()>>,
    /// The socket's directory, which is locked among processes: no file is left for that.
    directory: Option<Utf8PathBuf>,
}

/// A turn, for as long as it lives.
#[derive(Debug)]
pub(crate) struct Turn {
    _here: Option<OwnedMutexGuard<()>>,
    /// Unlocked when it is closed.
    _everywhere: Option<OwnedFd>,
}

impl Turns {
    /// Turns on the server of this socket, where that is on this machine.
    pub(crate) fn new(socket: Option<&Utf8Path>) -> Self {
        Self {
            here: Arc::default(),
            directory: socket.and_then(Utf8Path::parent).map(Utf8Path::to_owned),
        }
    }

    /// Takes a turn. After a second it is nobody's, and it is gone on.
    pub(crate) async fn take(&self) -> Turn {
        let end = Instant::now() + WAIT_TIME_MAX;
        let here = timeout_at(end, Arc::clone(&self.here).lock_owned()).await;
        Turn {
            _here: here.ok(),
            _everywhere: self.lock(end).await,
        }
    }

    /// Takes one where it is needed.
    pub(crate) async fn take_if(&self, needed: bool) -> Option<Turn> {
        if needed {
            Some(self.take().await)
        } else {
            None
        }
    }

    async fn lock(&self, end: Instant) -> Option<OwnedFd> {
        let directory = self.directory.as_ref()?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        // Where there is no such directory there is no server.
        let directory = open(directory.as_std_path(), flags, Mode::empty()).ok()?;
        loop {
            match flock(&directory, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => return Some(directory),
                Err(rustix::io::Errno::WOULDBLOCK) if Instant::now() < end => {
                    sleep(LOOK_INTERVAL).await;
                }
                Err(_) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_turn_is_taken_at_a_time_here_and_in_another_process() {
        let directory = std::env::temp_dir().join(format!("turns-{}", std::process::id()));
        std::fs::create_dir(&directory).unwrap();
        let socket = Utf8PathBuf::from_path_buf(directory.join("s")).unwrap();
        let (ours, theirs) = (Turns::new(Some(&socket)), Turns::new(Some(&socket)));
        let soon = Duration::from_millis(50);
        for other in [&ours, &theirs] {
            let turn = ours.take().await;
            assert!(tokio::time::timeout(soon, other.take()).await.is_err());
            drop(turn);
            drop(tokio::time::timeout(soon, other.take()).await.unwrap());
        }
        std::fs::remove_dir(&directory).unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_ever() {
        let turns = Turns::new(None);
        let _held = turns.take().await;
        let begin = Instant::now();
        drop(turns.take().await);
        assert_eq!(begin.elapsed(), WAIT_TIME_MAX);
    }
}
