//! The tmux server of one test: its own socket in a temporary directory, killed when the test ends, however it ends.

use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, ExitStatus, Output};
use std::sync::Arc;
use std::time::Duration;

use adapters::fake::profile::Profile;
use adapters::fake::{Setup, Simulator};
use adapters::{Limits, Options, Route, SubprocessTmux, Tmux};
use camino::Utf8PathBuf;
use domain::guard::{Caller, InputGuard, Reach};
use domain::port::Expected;
use domain::{CaptureRequest, LineRange, PaneId, Scope, TmuxPort};
use tempfile::TempDir;
use tokio::time::Instant;

use crate::contained::Contained;
use crate::release::{self, Release, Simulated};

/// The first pane of a fresh server.
pub const FIRST: PaneId = PaneId::new(0);

/// A tmux server of one test.
#[derive(Debug)]
pub struct Server {
    /// The port over it.
    pub tmux: Arc<dyn TmuxPort>,
    /// Its socket.
    pub socket: Utf8PathBuf,
    /// The directory that holds the socket.
    pub directory: TempDir,
    pub(crate) daemon: Daemon,
}

/// What answers on the socket.
#[derive(Debug)]
pub(crate) enum Daemon {
    /// A tmux of this machine.
    Real(SubprocessTmux),
    /// One in memory.
    Simulated(Simulator),
    /// One in the shared container.
    Contained(Contained),
}

impl Server {
    /// A socket where nothing listens.
    pub fn none() -> Self {
        Self::with(Options::default())
    }

    /// The same with these options; no operator's configuration unless they name one.
    pub fn with(options: Options) -> Self {
        let (directory, socket) = place();
        let options = Options {
            config: options.config.or_else(|| Some("/dev/null".into())),
            ..options
        };
        let tmux = Tmux::subprocess(Route::local(release::tmux()), socket.clone(), options);
        Self {
            tmux: Arc::new(tmux.clone()),
            socket,
            directory,
            daemon: Daemon::Real(tmux),
        }
    }

    /// A socket where nothing listens, reached through control clients once something does.
    pub(crate) fn controlled() -> Self {
        let mut server = Self::none();
        server.tmux = Arc::new(crate::settled::control(server.socket.clone()));
        server
    }

    /// A socket of a simulator where nothing listens.
    pub(crate) fn simulated() -> Self {
        Self::simulated_as(release::simulated())
    }

    /// The same of a simulator that is like this release.
    pub fn simulated_as(release: Simulated) -> Self {
        let (directory, socket) = place();
        let simulator = Simulator::new(Setup {
            socket: socket.to_string(),
            profile: Profile::of(release),
            ..Setup::default()
        });
        Self {
            tmux: Arc::new(simulator.clone()),
            socket,
            directory,
            daemon: Daemon::Simulated(simulator),
        }
    }

    /// The simulator, where it is one.
    pub(crate) fn simulator(&self) -> Option<&Simulator> {
        match &self.daemon {
            Daemon::Simulated(simulator) => Some(simulator),
            Daemon::Real(_) | Daemon::Contained(_) => None,
        }
    }

    /// The adapter that starts a tmux process for each request.
    pub fn subprocess(&self) -> &SubprocessTmux {
        match &self.daemon {
            Daemon::Real(tmux) | Daemon::Contained(Contained { tmux, .. }) => tmux,
            Daemon::Simulated(_) => panic!("a simulator has no processes"),
        }
    }

    /// A server with one session whose pane shows nothing: `cat`, without echo.
    pub async fn quiet() -> Self {
        Self::none().quieted().await
    }

    /// Starts that session.
    pub(crate) async fn quieted(self) -> Self {
        self.start("stty -echo -icanon; exec cat", 80, 24);
        // What a guard rests on must have settled before a test looks.
        self.until_command("cat").await;
        self
    }

    /// A server with one session whose pane runs this in a plain `sh`.
    pub fn running(command: &str, width: u32, height: u32) -> Self {
        let server = Self::none();
        server.start(command, width, height);
        server
    }

    /// Starts a session whose pane runs this in a plain `sh`.
    pub fn start(&self, command: &str, width: u32, height: u32) {
        let (width, height) = (width.to_string(), height.to_string());
        let args = [
            "new-session",
            "-d",
            "-x",
            &width,
            "-y",
            &height,
            "sh",
            "-c",
            command,
        ];
        assert!(self.raw(&args).status.success());
    }

    /// The same for a pane of the default command that holds so many rows above its screen.
    pub fn start_with_history(&self, command: &str, width: u32, height: u32, limit: u32) {
        let (width, height, limit) = (width.to_string(), height.to_string(), limit.to_string());
        let args = [
            "start-server",
            ";",
            "set-option",
            "-g",
            "history-limit",
            &limit,
            ";",
            "set-option",
            "-g",
            "default-command",
            command,
            ";",
            "new-session",
            "-d",
            "-x",
            &width,
            "-y",
            &height,
        ];
        let started = self.raw(&args);
        assert!(started.status.success(), "{started:?}");
    }

    /// A raw tmux command line, as a process of its own would run it.
    pub fn raw(&self, args: &[&str]) -> Output {
        match &self.daemon {
            Daemon::Real(_) => self.raw_with(release::tmux(), args),
            Daemon::Contained(contained) => {
                let socket = self.socket.as_str();
                let mut words = vec!["tmux", "-u", "-f", "/dev/null", "-S", socket];
                words.extend(args);
                contained.container.run(&words)
            }
            Daemon::Simulated(simulator) => {
                let answer = simulator.tmux(args);
                Output {
                    // As wait(2) has it: the exit status is the second byte.
                    status: ExitStatus::from_raw(answer.status << 8),
                    stdout: answer.output,
                    stderr: answer.words,
                }
            }
        }
    }

    /// A raw tmux command that succeeds.
    pub fn does(&self, args: &[&str]) {
        let done = self.raw(args);
        assert!(done.status.success(), "{args:?}: {done:?}");
    }

    fn raw_with(&self, program: &str, args: &[&str]) -> Output {
        Command::new(program)
            .env_remove("TMUX")
            .env_remove("TMUX_PANE")
            .args(["-u", "-f", "/dev/null", "-S", self.socket.as_str()])
            .args(args)
            .output()
            .unwrap()
    }

    /// What a raw tmux prints, without the last newline.
    pub fn says(&self, args: &[&str]) -> String {
        let output = self.raw(args);
        assert!(output.status.success(), "{args:?}: {output:?}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.strip_suffix('\n').unwrap_or(&text).to_owned()
    }

    /// The release that answers.
    pub fn release(&self) -> Release {
        match &self.daemon {
            Daemon::Real(_) => release::release(),
            Daemon::Simulated(_) | Daemon::Contained(_) => {
                let version = self.says(&["-V"]);
                Release::parse(version.trim_start_matches("tmux ")).unwrap()
            }
        }
    }

    /// The daemon's process.
    pub fn pid(&self) -> u32 {
        self.says(&["display-message", "-p", "#{pid}"])
            .parse()
            .unwrap()
    }

    /// Waits until a raw tmux prints this.
    pub async fn until(&self, args: &[&str], wanted: impl Fn(&str) -> bool) {
        let end = Instant::now() + Duration::from_secs(10);
        loop {
            let text = String::from_utf8_lossy(&self.raw(args).stdout).into_owned();
            if wanted(text.trim_end_matches('\n')) {
                return;
            }
            assert!(Instant::now() < end, "{args:?} still says {text:?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits until the first pane shows this.
    pub async fn until_screen(&self, wanted: &str) {
        self.until(&["capture-pane", "-p", "-J", "-t", "%0"], |text| {
            text.contains(wanted)
        })
        .await;
    }

    /// What the guard lets through for the first pane.
    pub async fn expected(&self, reach: Reach) -> Expected {
        let seen = self.tmux.observe(Scope::Pane(FIRST)).await.unwrap();
        let guard = InputGuard {
            caller: Caller::Elsewhere,
            allow_attended: true,
        };
        guard.admit(&seen, FIRST, reach).unwrap()
    }

    /// All rows that the first pane holds.
    pub async fn text(&self) -> String {
        let request = CaptureRequest::shown(LineRange::ALL);
        let capture = self.tmux.capture(FIRST, &[request]).await.unwrap();
        let lines = capture.excerpts[0].lines();
        let texts: Vec<&str> = lines.iter().map(|line| &*line.written).collect();
        texts.join("\n").trim_end().to_owned()
    }

    /// The names of the paste buffers.
    pub fn buffers(&self) -> String {
        self.says(&["list-buffers", "-F", "#{buffer_name}"])
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.simulator().is_some() {
            return;
        }
        // A stopped server cannot end.
        let pid = String::from_utf8_lossy(&self.raw_pid()).trim().to_owned();
        if !pid.is_empty() {
            let _ = Command::new("kill").args(["-CONT", &pid]).output();
        }
        let _ = self.raw(&["kill-server"]);
    }
}

impl Server {
    /// The daemon's pid as the test noted it; a stopped daemon cannot be asked.
    fn raw_pid(&self) -> Vec<u8> {
        std::fs::read(self.directory.path().join("pid")).unwrap_or_default()
    }

    /// Stops the daemon; it goes on when the test ends.
    pub fn stop(&self) {
        let pid = self.pid().to_string();
        std::fs::write(self.directory.path().join("pid"), &pid).unwrap();
        assert!(
            Command::new("kill")
                .args(["-STOP", &pid])
                .status()
                .unwrap()
                .success()
        );
    }
}

/// A directory of its own, and the socket in it.
fn place() -> (TempDir, Utf8PathBuf) {
    let directory = TempDir::new().unwrap();
    let socket = Utf8PathBuf::from_path_buf(directory.path().join("s")).unwrap();
    (directory, socket)
}

/// Limits with this deadline.
pub fn within(milliseconds: u64) -> Options {
    Options {
        limits: Limits {
            command_timeout: Duration::from_millis(milliseconds),
            ..Limits::default()
        },
        ..Options::default()
    }
}
