//! A machine reached by ssh: a real sshd on the loopback interface, with keys, configuration and port of its own.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::nest::Nest;
use crate::process;

/// How the host is called in the client's configuration.
pub const HOST: &str = "far";

/// What the server says before anybody is let in; ssh prints it on its standard error.
pub const BANNER: &str = "Authorised use only. can't find pane: banner";

/// An sshd, and a client's configuration for it. Both end with this.
#[derive(Debug)]
pub struct Sshd {
    directory: TempDir,
    port: u16,
    daemon: Option<Child>,
}

impl Sshd {
    /// One that hands commands to this shell, as for a user whose login shell it is; before them it runs `startup`, as
    /// that shell's startup files. What is started through it belongs to the nest; tmux has the nest's folder `far` for
    /// the sockets that are named.
    pub fn start(nest: &Nest, shell: &str, startup: &str) -> Self {
        let directory = tempfile::Builder::new().prefix("sshd").tempdir().unwrap();
        let mut host = Self {
            directory,
            port: free_port(),
            daemon: None,
        };
        host.write_keys();
        host.write("banner", &format!("{BANNER}\n"));
        std::fs::create_dir(nest.path("far")).unwrap();
        // At home are nobody's startup files.
        let (home, sockets) = (nest.text("home"), nest.text("far"));
        let variables = format!("{} HOME={home} TMUX_TMPDIR={sockets}", nest.mark());
        host.write(
            "sshd_config",
            &host.server_config(&variables, shell, startup),
        );
        host.write("config", &host.client_config());
        // Where root's sshd keeps its unprivileged part; the package makes it at boot.
        if !Path::new("/run/sshd").exists() {
            drop(std::fs::create_dir("/run/sshd"));
        }
        host.listen();
        host
    }

    /// What `--via` is.
    pub fn via(&self) -> String {
        format!("ssh -F {} {HOST}", self.path("config"))
    }

    /// A path in its own directory.
    pub fn path(&self, name: &str) -> String {
        let path: PathBuf = self.directory.path().join(name);
        path.to_str().unwrap().to_owned()
    }

    /// Starts the daemon, and waits until it listens.
    pub fn listen(&mut self) {
        let program = if Path::new("/usr/sbin/sshd").is_file() {
            "/usr/sbin/sshd"
        } else {
            "sshd"
        };
        let log = std::fs::File::create(self.directory.path().join("log")).unwrap();
        let daemon = Command::new(program)
            .args(["-D", "-e", "-f", &self.path("sshd_config")])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn();
        self.daemon = Some(daemon.unwrap());
        process::until("sshd listens", || {
            TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_ok()
        });
    }

    /// Ends every connection, as a network that fails for a moment; how many there were.
    pub fn cut(&self) -> usize {
        let sessions = self.sessions();
        end(&sessions);
        sessions.len()
    }

    /// Ends every connection, and takes no more.
    pub fn vanish(&mut self) {
        let sessions = self.sessions();
        if let Some(mut daemon) = self.daemon.take() {
            drop(daemon.kill());
            drop(daemon.wait());
        }
        end(&sessions);
    }

    /// How many connections stand.
    pub fn connections(&self) -> usize {
        self.sessions().len()
    }

    /// The daemon's process for each connection.
    fn sessions(&self) -> Vec<u32> {
        let daemon = self.daemon.iter();
        daemon
            .flat_map(|daemon| process::children(daemon.id()))
            .collect()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.directory.path().join(name), text).unwrap();
    }

    fn write_keys(&self) {
        for name in ["host_key", "key"] {
            let made = Command::new("ssh-keygen")
                .args(["-q", "-t", "ed25519", "-N", "", "-f", &self.path(name)])
                .status();
            assert!(made.unwrap().success());
        }
        let host_key = std::fs::read_to_string(self.path("host_key.pub")).unwrap();
        let known = format!("[127.0.0.1]:{} {host_key}", self.port);
        self.write("known_hosts", &known);
        std::fs::copy(self.path("key.pub"), self.path("authorized_keys")).unwrap();
    }

    fn server_config(&self, variables: &str, shell: &str, startup: &str) -> String {
        // The real login shell expands the variable and nothing in it, so this shell reads the very command.
        format!(
            "Port {}\nListenAddress 127.0.0.1\nHostKey {}\nAuthorizedKeysFile {}\nBanner {}\nPidFile none\n\
             StrictModes no\nUsePAM no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n\
             PermitRootLogin yes\nMaxStartups 200\nLogLevel ERROR\nSetEnv {variables}\n\
             ForceCommand {startup} exec {shell} -c \"$SSH_ORIGINAL_COMMAND\"\n",
            self.port,
            self.path("host_key"),
            self.path("authorized_keys"),
            self.path("banner"),
        )
    }

    fn client_config(&self) -> String {
        let user = Command::new("id").arg("-un").output().unwrap();
        format!(
            "Host {HOST}\n  HostName 127.0.0.1\n  Port {}\n  User {}\n  IdentityFile {}\n  IdentitiesOnly yes\n  \
             IdentityAgent none\n  UserKnownHostsFile {}\n  GlobalKnownHostsFile /dev/null\n  \
             StrictHostKeyChecking yes\n  BatchMode yes\n  UpdateHostKeys no\n",
            self.port,
            String::from_utf8_lossy(&user.stdout).trim(),
            self.path("key"),
            self.path("known_hosts"),
        )
    }
}

impl Drop for Sshd {
    fn drop(&mut self) {
        self.vanish();
    }
}

/// Ends the processes of connections, and the unprivileged halves of them, but nothing that runs in them.
fn end(sessions: &[u32]) {
    for session in sessions {
        let halves = process::children(*session);
        process::signal("KILL", *session);
        for half in halves {
            if process::command_line(half).starts_with("sshd") {
                process::signal("KILL", half);
            }
        }
    }
}

/// A port that is free now.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}
