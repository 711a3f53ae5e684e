//! The directory that tmux keeps sockets in: made for its owner alone, and refused where others can get in.
//!
//! tmux does this for `-L` (tmux.c, `make_label`); we name sockets by their path, for which it does not.

use std::fs::{DirBuilder, symlink_metadata};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};

use camino::Utf8Path;
use domain::TmuxError;

/// What others may not do there (`S_IRWXO`).
const OTHERS: u32 = 0o007;

/// Makes it where it is missing, and looks whether it is ours and closed to others.
///
/// # Errors
/// [`TmuxError::BadSocket`] where it is not. Where it cannot be made, tmux says so when it is asked.
pub(crate) fn check(socket: &Utf8Path) -> Result<(), TmuxError> {
    let Some(directory) = socket.parent() else {
        return Ok(());
    };
    if symlink_metadata(directory).is_err() {
        drop(DirBuilder::new().mode(0o700).create(directory));
    }
    let Ok(found) = symlink_metadata(directory) else {
        return Ok(());
    };
    let own = found.uid() == rustix::process::getuid().as_raw();
    if found.is_dir() && own && found.mode() & OTHERS == 0 {
        return Ok(());
    }
    Err(TmuxError::BadSocket {
        socket: socket.to_string(),
        words: format!(
            "the directory {directory} has unsafe permissions: it must be a directory of your own, closed to others (chmod 700)"
        ),
    })
}
