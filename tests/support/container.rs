//! The container that the tests of a program share: a pinned tmux, reached as an operator would, with `docker exec -i`.
//!
//! It ends with this process, however that ends. What a test itself does in there goes through shells that stay, since
//! each `docker exec` takes a tenth of a second; what is under test does not.

use std::fs::Permissions;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

use testcontainers::core::Mount;
use testcontainers::runners::AsyncRunner as _;
use testcontainers::{GenericImage, ImageExt as _};

/// The image, where `TMUX_IMAGE` names no other; `docker/image` makes it.
const IMAGE: &str = "libtmux-mcp-tmux:bookworm";

/// Says that it stands, waits for the end of its input, and ends the container `$1`; then removes the directory `$2`.
const KEEPER: &str = r#"docker exec -i "$1" sh -c 'echo; read -r line; kill 1'; if [ -n "$2" ]; then rm -rf "$2"; fi"#;

/// The container of this process.
static SHARED: LazyLock<Container> = LazyLock::new(|| Container::begin(true));

/// A container whose process is idle, with one directory that both sides have by the same name.
#[derive(Debug)]
pub struct Container {
    name: String,
    shared: PathBuf,
    shells: Mutex<Vec<Shell>>,
    /// Its standard input ends with this process, and the container with that.
    keeper: Child,
}

impl Container {
    /// The one that the tests of this process share.
    pub fn shared() -> &'static Self {
        &SHARED
    }

    /// Starts one of its own, for who is rough to it; it is removed when this is dropped.
    pub fn start() -> Self {
        Self::begin(false)
    }

    /// One that nobody drops is removed by the engine once it has ended.
    fn begin(auto_remove: bool) -> Self {
        // Not below the directory of this process's own temporary files, which only their owner may enter.
        let shared = tempfile::Builder::new().prefix("box").tempdir_in("/tmp");
        let shared = shared.unwrap().keep();
        std::fs::set_permissions(&shared, Permissions::from_mode(0o777)).unwrap();
        let name = format!("libtmux-mcp-{}", shared.file_name().unwrap().display());
        let (of, at) = (name.clone(), shared.to_str().unwrap().to_owned());
        let place = at.clone();
        // A runtime of its own: that of a test ends with the test, and its clock may stand still.
        let started = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            runtime.unwrap().block_on(start(&of, &place, auto_remove));
        });
        started.join().expect("a container");
        let mut keeper = Command::new("sh");
        let folder = if auto_remove { at.as_str() } else { "" };
        let mut keeper = keeper
            .args(["-c", KEEPER, "sh", &name, folder])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(keeper.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        Self {
            name,
            shared,
            shells: Mutex::default(),
            keeper,
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What `--via` is, for a tmux in it.
    pub fn via(&self) -> String {
        format!("docker exec -i {}", self.name)
    }

    /// The directory that is the same on both sides, open to everybody.
    pub fn directory(&self) -> &Path {
        &self.shared
    }

    /// Runs this inside.
    pub fn run(&self, words: &[&str]) -> Output {
        let idle = self.lock().pop();
        let mut shell = idle.unwrap_or_else(|| Shell::start(&self.name, &self.shared));
        let output = shell.run(words);
        self.lock().push(shell);
        output
    }

    /// What a command that succeeds prints inside, without the last newline.
    pub fn says(&self, words: &[&str]) -> String {
        let output = self.run(words);
        assert!(output.status.success(), "{words:?}: {output:?}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.strip_suffix('\n').unwrap_or(&text).to_owned()
    }

    /// The command lines of the processes inside, but for what the container and these helpers are made of.
    pub fn processes(&self) -> Vec<String> {
        let listed = self.says(&["ps", "-e", "-o", "args="]);
        let ours = [
            "tini ",
            "sleep infinity",
            "ps -e",
            "sh -c echo;",
            "bash -s",
            "runc ",
        ];
        let lines = listed.lines();
        let others = lines.filter(|line| !ours.iter().any(|own| line.starts_with(own)));
        others.map(str::to_owned).collect()
    }

    /// Ends the shells that stay: they do not survive what is done to the container next.
    pub fn forget_shells(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Shell>> {
        self.shells.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Container {
    fn drop(&mut self) {
        drop(self.keeper.kill());
        drop(self.keeper.wait());
        // The engine would wait for ever for the end of a paused one.
        drop(docker(&["unpause", &self.name]));
        // Waits for its end, where it has not ended already.
        drop(docker(&["rm", "--force", &self.name]));
        drop(std::fs::remove_dir_all(&self.shared));
    }
}

/// `docker` with these words, to its end.
pub fn docker(words: &[&str]) -> Output {
    Command::new("docker").args(words).output().unwrap()
}

/// Whether an engine answers that has the image.
pub fn is_there() -> bool {
    let looked = Command::new("docker")
        .args(["image", "inspect", &image()])
        .output();
    looked.is_ok_and(|output| output.status.success())
}

/// The image that is started.
fn image() -> String {
    std::env::var("TMUX_IMAGE").unwrap_or_else(|_| IMAGE.to_owned())
}

async fn start(name: &str, shared: &str, auto_remove: bool) {
    let image = image();
    let (image, tag) = image.rsplit_once(':').expect("NAME:TAG");
    let container = GenericImage::new(image, tag)
        .with_container_name(name)
        .with_mount(Mount::bind_mount(shared, shared))
        .with_host_config_modifier(move |host| host.auto_remove = Some(auto_remove))
        .start()
        .await
        .expect("a container engine with the image");
    // It would be removed when this is dropped, at the end of this runtime.
    std::mem::forget(container);
}

fn exec(name: &str, words: &[&str]) -> Command {
    let mut command = Command::new("docker");
    command.args(["exec", "-i", name]).args(words);
    command
}

/// A shell inside that runs one command after the other.
#[derive(Debug)]
struct Shell {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    /// Where a command's two streams go: files that both sides see.
    streams: [PathBuf; 2],
}

impl Shell {
    fn start(name: &str, shared: &Path) -> Self {
        let mut child = exec(name, &["bash", "-s"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let folder = shared.join(format!("shell.{}", child.id()));
        std::fs::create_dir(&folder).unwrap();
        std::fs::set_permissions(&folder, Permissions::from_mode(0o777)).unwrap();
        Self {
            stdin: child.stdin.take().unwrap(),
            stdout: BufReader::new(child.stdout.take().unwrap()),
            child,
            streams: [folder.join("out"), folder.join("err")],
        }
    }

    fn run(&mut self, words: &[&str]) -> Output {
        let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        let [out, err] = self.streams.each_ref().map(|path| path.display());
        let line = format!("{} </dev/null >{out} 2>{err}; echo $?\n", quoted.join(" "));
        self.stdin.write_all(line.as_bytes()).unwrap();
        let mut status = String::new();
        self.stdout.read_line(&mut status).unwrap();
        let code: i32 = status
            .trim()
            .parse()
            .unwrap_or_else(|_| panic!("{words:?}: the shell has ended"));
        let [stdout, stderr] = self
            .streams
            .each_ref()
            .map(|path| std::fs::read(path).unwrap());
        Output {
            // As wait(2) has it: the exit status is the second byte.
            status: ExitStatus::from_raw(code << 8),
            stdout,
            stderr,
        }
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
