//! The real side: one tmux server for all cases, a window for each.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::raw_control::{RawControl, Reply};
use crate::raw_tty::{PROGRAM, RawTty};

/// A tmux server for the tests alone; it ends with this value.
#[derive(Debug)]
pub struct Real {
    folder: TempDir,
}

impl Real {
    /// Starts it.
    ///
    /// # Errors
    /// Where tmux does not start, or is of another release than the simulator is held to.
    pub fn start() -> io::Result<Self> {
        crate::release::must_be_simulated()?;
        let real = Self {
            folder: TempDir::new()?,
        };
        let options = [
            ["-s", "exit-empty", "off"],
            ["-g", "status", "off"],
            ["-g", "automatic-rename", "off"],
        ];
        let mut command = Command::new(crate::release::tmux());
        command
            .env_remove("TMUX")
            .env_remove("TMUX_PANE")
            .args(["-u", "-f", "/dev/null", "-S"])
            .arg(real.socket())
            .arg("start-server");
        for option in options {
            command.args([";", "set-option"]).args(option);
        }
        let output = command.output()?;
        if output.status.success() {
            Ok(real)
        } else {
            Err(io::Error::other(
                String::from_utf8_lossy(&output.stderr).into_owned(),
            ))
        }
    }

    /// Where it listens.
    #[must_use]
    pub fn socket(&self) -> PathBuf {
        self.folder.path().join("s")
    }
}

impl Drop for Real {
    fn drop(&mut self) {
        let _ = Command::new(crate::release::tmux())
            .args(["-S"])
            .arg(self.socket())
            .arg("kill-server")
            .output();
    }
}

/// A client of the server; each worker has its own.
#[derive(Debug)]
pub struct Client {
    control: RawControl,
}

impl Client {
    /// Attaches to a session of its own.
    ///
    /// # Errors
    /// Where the server is gone.
    pub fn attach(socket: &Path, session: &str) -> io::Result<Self> {
        Ok(Self {
            control: RawControl::start(socket, session)?,
        })
    }

    /// Runs commands; all must succeed.
    ///
    /// # Errors
    /// Where one failed, or the server is gone.
    pub fn ask(&mut self, commands: &[String]) -> io::Result<Vec<Reply>> {
        let replies = self.control.ask(commands)?;
        match replies.last() {
            Some(last) if last.failed => {
                let words: Vec<_> = last
                    .lines
                    .iter()
                    .map(|line| String::from_utf8_lossy(line))
                    .collect();
                Err(io::Error::other(format!("{commands:?}: {words:?}")))
            }
            _ => Ok(replies),
        }
    }

    /// A fresh pane in a window of its own.
    ///
    /// # Errors
    /// Where tmux makes none.
    pub fn pane(&mut self, (width, height): (u32, u32), limit: u32) -> io::Result<Pane> {
        let replies = self.ask(&[
            format!("set-option -g history-limit {limit}"),
            format!("new-window -d -P -F '#{{pane_id}} #{{pane_tty}} #{{pane_title}}' {PROGRAM}"),
        ])?;
        let line = replies.last().and_then(|reply| reply.lines.first());
        let line = String::from_utf8_lossy(line.map_or(&[], Vec::as_slice)).into_owned();
        let mut words = line.splitn(3, ' ');
        let mut word = || words.next().unwrap_or_default().to_owned();
        let (id, path, title) = (word(), word(), word());
        let pane = Pane {
            tty: RawTty::open(&path)?,
            id,
            title,
        };
        self.ask(&[pane.resized((width, height))])?;
        Ok(pane)
    }

    /// Ends a pane.
    ///
    /// # Errors
    /// Where the server is gone.
    pub fn end(&mut self, pane: Pane) -> io::Result<()> {
        let command = format!("kill-window -t {}", pane.id);
        drop(pane);
        self.ask(&[command]).map(drop)
    }
}

/// A pane of the server.
#[derive(Debug)]
pub struct Pane {
    /// Its id.
    pub id: String,
    /// Its terminal.
    pub tty: RawTty,
    /// Its title at first.
    pub title: String,
}

impl Pane {
    /// The command that gives it another size.
    #[must_use]
    pub fn resized(&self, (width, height): (u32, u32)) -> String {
        format!("resize-window -t {} -x {width} -y {height}", self.id)
    }

    /// Gives it a new program, and with it a new terminal.
    ///
    /// # Errors
    /// Where tmux fails.
    pub fn respawn(&mut self, client: &mut Client) -> io::Result<()> {
        let id = &self.id;
        let replies = client.ask(&[
            format!("respawn-pane -k -t {id} {PROGRAM}"),
            format!("list-panes -t {id} -F '#{{pane_tty}}'"),
        ])?;
        let path = replies.last().map(|reply| reply.lines.concat());
        let path = String::from_utf8_lossy(&path.unwrap_or_default()).into_owned();
        self.tty = RawTty::open(&path)?;
        Ok(())
    }
}
