//! One `tmux -C` process, attached to a session: requests go in, replies and events come out.
//!
//! Its standard output is always read, whatever becomes of what is read: tmux stalls the programs of a session whose
//! client does not read. It ends with this process, however that ends: its standard input ends then, and its terminal
//! hangs up.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::{SessionId, TmuxError};
use pty_process::Pty;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::time::{Instant, timeout, timeout_at};

use super::codec::{Codec, Event};
use super::places;
use super::replies::{Answer, Loss, Replies};
use super::start::{Purpose, Setup, Started, refused};
use crate::link::Group;
use crate::link::turns::{Turn, Turns};

/// How many requests are under way at once on one connection.
const REQUESTS_MAX: usize = 64;
/// How long the rest of what the server wrote is waited for once the client has ended.
const REST_TIME_MAX: Duration = Duration::from_millis(200);
/// How long a client may take to end by itself.
const END_TIME_MAX: Duration = Duration::from_secs(1);
const READ_BYTES_MAX: usize = 64 * 1024;
/// How long an answer is looked for before the thread sleeps: tmux mostly answers sooner than a sleeper wakes.
const SPIN_TIME_MAX: Duration = Duration::from_micros(250);

/// What a client tells besides replies.
#[derive(Debug)]
pub(super) enum Told {
    /// Something that happened in the server.
    Event(Event),
    /// It is the last thing told.
    Lost,
}

/// An attached client. Dropped, it ends.
#[derive(Debug)]
pub(super) struct Client {
    identity: String,
    replies: Arc<Mutex<Replies>>,
    places: Arc<Semaphore>,
    lines: mpsc::UnboundedSender<String>,
    kill: Arc<Notify>,
    /// Whether answers come so soon that it is worth looking for them.
    near: bool,
}

impl Client {
    /// Attaches to a session, in a turn of its own.
    ///
    /// # Errors
    /// [`TmuxError::Unresponsive`], and [`TmuxError::Command`] where it cannot attach.
    pub(super) async fn attach(
        setup: &Arc<Setup>,
        _turn: &Turn,
        session: SessionId,
        purpose: Purpose,
        told: impl FnMut(Told) + Send + 'static,
    ) -> Result<Self, TmuxError> {
        let word = places::word()?;
        let end = Instant::now() + setup.attach_time_max();
        let Started {
            child,
            terminal,
            stdin,
            stdout,
            pid: first,
        } = setup.start(session, purpose, end).await?;
        let replies = Replies::new(places::word()?, setup.reply_bytes_max);
        let replies = Arc::new(Mutex::new(replies));
        let kill = Arc::new(Notify::new());
        let (lines, written) = mpsc::unbounded_channel();
        let (greeting, greeted) = oneshot::channel();
        let reader = Reader {
            pids: vec![first],
            child,
            _terminal: terminal,
            stdout,
            codec: Codec::new(setup.reply_bytes_max),
            replies: Arc::clone(&replies),
            kill: Arc::clone(&kill),
            greeting: Some(greeting),
            properly: false,
            setup: Arc::clone(setup),
            told,
        };
        let (named, pid) = oneshot::channel();
        let (gone, left) = oneshot::channel();
        tokio::spawn(reader.run(pid, gone));
        let leave = Leave::new(setup, &kill, left);
        tokio::spawn(write(stdin, written, leave));
        let mut client = Self {
            identity: String::new(),
            replies,
            places: Arc::new(Semaphore::new(REQUESTS_MAX)),
            lines,
            kill,
            near: !setup.route.is_far(),
        };
        let late = |_| Err(setup.late());
        let introduced = timeout_at(end, client.introduce(&word, greeted)).await;
        let introduced = introduced.unwrap_or_else(late);
        let (identity, pid) = introduced.inspect_err(|_| client.kill())?;
        client.identity = identity;
        setup.own.enter(pid);
        // Its reader may have ended already.
        let _ = named.send(pid);
        Ok(client)
    }

    /// Waits until it is attached, and asks who answers. Before that, what is asked runs as somebody who is not
    /// attached (seen on 3.3a).
    async fn introduce(
        &self,
        word: &str,
        greeted: oneshot::Receiver<bool>,
    ) -> Result<(String, u32), TmuxError> {
        if !greeted.await.unwrap_or(false) {
            return Err(refused());
        }
        let place = self.place().await.ok_or_else(refused)?;
        let group = Group::reading(places::ask_identity(word));
        let asked = self.ask(&group, place).await;
        let Some(Answer::Reply(reply)) = asked else {
            return Err(refused());
        };
        match places::identity(&reply.output, word) {
            Some((identity, Some(pid))) => Ok((identity, pid)),
            _ => Err(refused()),
        }
    }

    /// Which life of the server it is attached to.
    pub(super) fn identity(&self) -> &str {
        &self.identity
    }

    /// Whether the connection is lost.
    pub(super) fn is_over(&self) -> bool {
        lock(&self.replies).are_over()
    }

    /// A place among the requests under way.
    pub(super) async fn place(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.places).acquire_owned().await.ok()
    }

    /// Runs a group; `None` where it was not sent because the connection is lost.
    pub(super) async fn ask(&self, group: &Group, place: OwnedSemaphorePermit) -> Option<Answer> {
        let mut answer = {
            // Sent under the lock: requests are answered in the order in which they are written.
            let mut replies = lock(&self.replies);
            let (lines, answer) = replies.add(group, place)?;
            // Fails where the client has stopped to read; then the loss of the connection is the answer.
            drop(self.lines.send(lines));
            answer
        };
        let lost = || {
            Answer::Lost(Loss {
                output: Vec::new(),
                not_run: false,
            })
        };
        if self.near
            && let Some(answer) = soon(&mut answer).await
        {
            return Some(answer);
        }
        Some(answer.await.unwrap_or_else(|_| lost()))
    }

    /// Ends it without waiting for the server, which may have stopped; nothing is asked of it any more.
    pub(super) fn kill(&self) {
        lock(&self.replies).lost(false);
        self.kill.notify_one();
    }
}

/// The answer, if it comes before it pays to sleep. Everything else of this process goes on meanwhile, and whoever waits
/// for this processor.
async fn soon(answer: &mut oneshot::Receiver<Answer>) -> Option<Answer> {
    let begun = std::time::Instant::now();
    while begun.elapsed() < SPIN_TIME_MAX {
        tokio::task::yield_now().await;
        if let Ok(answer) = answer.try_recv() {
            return Some(answer);
        }
        std::thread::yield_now();
    }
    None
}

/// A panic elsewhere leaves the requests as they were.
fn lock(replies: &Mutex<Replies>) -> MutexGuard<'_, Replies> {
    replies.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes requests, all that are due in one go. The end of the requests is the end of the client.
async fn write(mut stdin: ChildStdin, mut written: mpsc::UnboundedReceiver<String>, leave: Leave) {
    let mut lines = Vec::new();
    while written.recv_many(&mut lines, REQUESTS_MAX).await > 0 {
        if let Err(error) = stdin.write_all(lines.concat().as_bytes()).await {
            tracing::debug!(%error, "a control client stopped reading");
            return;
        }
        lines.clear();
    }
    let turn = leave.turns.take().await;
    drop(stdin);
    // A server that has stopped does not let its clients go.
    let left = timeout(END_TIME_MAX, leave.left).await;
    drop(turn);
    if left.is_err() {
        leave.kill.notify_one();
    }
}

/// What it takes to leave.
struct Leave {
    turns: Arc<Turns>,
    kill: Arc<Notify>,
    /// Ends when the client has.
    left: oneshot::Receiver<()>,
}

impl Leave {
    fn new(setup: &Setup, kill: &Arc<Notify>, left: oneshot::Receiver<()>) -> Self {
        Self {
            turns: Arc::clone(&setup.turns),
            kill: Arc::clone(kill),
            left,
        }
    }
}

/// What reads a client's output, to its end.
struct Reader<F> {
    child: Child,
    /// Held open for as long as the client is to live.
    _terminal: Pty,
    stdout: ChildStdout,
    codec: Codec,
    replies: Arc<Mutex<Replies>>,
    kill: Arc<Notify>,
    /// Told whether the attach went well.
    greeting: Option<oneshot::Sender<bool>>,
    /// Whether the client said that it ends, and gave no reason.
    properly: bool,
    setup: Arc<Setup>,
    /// The client's process, where tmux runs.
    pids: Vec<u32>,
    told: F,
}

impl<F: FnMut(Told)> Reader<F> {
    async fn run(mut self, pid: oneshot::Receiver<u32>, gone: oneshot::Sender<()>) {
        let whole = self.read().await;
        lock(&self.replies).lost(whole && self.properly);
        self.greeting = None;
        (self.told)(Told::Lost);
        let turn = self.setup.turns.take_if(!whole).await;
        // Fails where it has ended by itself.
        drop(self.child.start_kill());
        drop(self.child.wait().await);
        drop((turn, gone));
        self.pids.extend(pid.await);
        for pid in self.pids {
            self.setup.own.leave(pid);
        }
    }

    /// Reads until the client ends; whether the end of its output was reached.
    async fn read(&mut self) -> bool {
        let mut buffer = vec![0; READ_BYTES_MAX];
        loop {
            let read = tokio::select! {
                read = self.stdout.read(&mut buffer) => read,
                () = self.kill.notified() => return false,
                _ = self.child.wait() => break,
            };
            if !self.take(&buffer, read) {
                return true;
            }
        }
        // The server writes to this pipe itself, and may not be done.
        let rest = async {
            loop {
                let read = self.stdout.read(&mut buffer).await;
                if !self.take(&buffer, read) {
                    return;
                }
            }
        };
        timeout(REST_TIME_MAX, rest).await.is_ok()
    }

    /// Takes in what was read; whether there can be more.
    fn take(&mut self, buffer: &[u8], read: std::io::Result<usize>) -> bool {
        let bytes = buffer.get(..read.unwrap_or(0)).unwrap_or_default();
        self.codec.feed(bytes);
        while let Some(event) = self.codec.poll() {
            self.event(event);
        }
        !bytes.is_empty()
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Block(block) => match self.greeting.take() {
                // A connection's first block answers the attach. Nobody may be waiting for it any more.
                Some(greeting) if !block.own => drop(greeting.send(block.ok)),
                greeting => {
                    self.greeting = greeting;
                    lock(&self.replies).block(block);
                }
            },
            Event::Exit { reason } => self.properly = reason.is_empty(),
            event => (self.told)(Told::Event(event)),
        }
    }
}
