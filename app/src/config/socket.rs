//! Which socket: a path, a name as tmux -L takes it, or the dedicated one.

use super::{Flags, Given, Sources, StartError};

use camino::{Utf8Path, Utf8PathBuf};

/// The name of the dedicated socket.
const DEDICATED: &str = "libtmux-mcp";

/// The longest path that the address of a socket holds, its NUL not counted.
const PATH_BYTES_MAX: usize = 107;

/// Which tmux server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Socket {
    /// Our own, started where nothing listens.
    Dedicated,
    /// The operator's, by name.
    Name(String),
    /// The operator's, by path.
    Path(Utf8PathBuf),
}

impl Socket {
    /// The path, as tmux finds it for a name: `${TMUX_TMPDIR:-/tmp}/tmux-<uid>/<name>` (tmux.c, `make_label`).
    ///
    /// # Errors
    /// A path that is longer than the address of a socket.
    pub fn path(
        &self,
        environment: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Utf8PathBuf, StartError> {
        let name = match self {
            Self::Path(path) => return fitting(path.clone()),
            Self::Dedicated => DEDICATED,
            Self::Name(name) => name,
        };
        let wanted = environment("TMUX_TMPDIR").filter(|directory| !directory.is_empty());
        let base = wanted
            .into_iter()
            .chain(["/tmp".to_owned()])
            .find_map(|directory| Utf8Path::new(&directory).canonicalize_utf8().ok())
            .unwrap_or_else(|| Utf8PathBuf::from("/tmp"));
        let uid = rustix::process::getuid().as_raw();
        fitting(base.join(format!("tmux-{uid}")).join(name))
    }

    /// Its name, where it is given by one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Dedicated => Some(DEDICATED),
            Self::Name(name) => Some(name),
            Self::Path(_) => None,
        }
    }

    /// Whether tmux keeps the directory of this socket itself.
    #[must_use]
    pub fn in_own_directory(&self) -> bool {
        !matches!(self, Self::Path(_))
    }
}

fn fitting(path: Utf8PathBuf) -> Result<Utf8PathBuf, StartError> {
    let length = path.as_str().len();
    if length > PATH_BYTES_MAX {
        let words = format!("the socket path {path:?} has {length} bytes; {PATH_BYTES_MAX} fit");
        return Err(StartError(words));
    }
    Ok(path)
}

/// The flags and variables that name a socket.
pub(super) fn read(flags: &Flags, from: &Sources<'_>) -> Result<Socket, StartError> {
    let path = from.given(("--socket", flags.socket.as_ref()), "LIBTMUX_SOCKET_PATH");
    let name = from.given(
        ("--socket-name", flags.socket_name.as_ref()),
        "LIBTMUX_SOCKET",
    );
    match (path, name) {
        (Some(path), Some(name)) => Err(StartError(format!(
            "{} and {} are both given; name the socket by one of them",
            path.name, name.name
        ))),
        (Some(given), None) => {
            let path = Utf8PathBuf::from(plain(&given)?);
            if path.is_absolute() {
                Ok(Socket::Path(path))
            } else {
                Err(given.refused("an absolute path, or a name with --socket-name"))
            }
        }
        (None, Some(given)) => {
            let name = plain(&given)?;
            if name.contains('/') || name == "." || name == ".." {
                return Err(given.refused("a name without slashes, or a path with --socket"));
            }
            Ok(Socket::Name(name))
        }
        (None, None) => Ok(Socket::Dedicated),
    }
}

/// The value, where it is not empty and holds no control character: those would break a typed line.
pub(super) fn plain(given: &Given) -> Result<String, StartError> {
    if given.value.is_empty() || given.value.chars().any(char::is_control) {
        return Err(given.refused("text without control characters, and not empty"));
    }
    Ok(given.value.clone())
}
