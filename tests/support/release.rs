//! The tmux under test, and its release: what tmux shows differs between releases, and a test that states it says from
//! which one on.
//!
//! `TMUX_UNDER_TEST=/path/to/tmux` names it, in the environment of the running tests; else it is the `tmux` on `PATH`.
//! `SIMULATED_RELEASE=3.7c` says which release the simulator is like.

use std::io;
use std::process::Command;
use std::sync::LazyLock;

pub use adapters::fake::profile::Release as Simulated;
pub use adapters::tmux::version::Release;

/// The variable that names the tmux under test.
const VARIABLE: &str = "TMUX_UNDER_TEST";
/// The variable that names the release that the simulator is like, where a test does not say so itself.
const SIMULATED_VARIABLE: &str = "SIMULATED_RELEASE";

static CHOSEN: LazyLock<Option<String>> = LazyLock::new(|| {
    let path = std::env::var(VARIABLE)
        .ok()
        .filter(|path| !path.is_empty())?;
    assert!(
        path.starts_with('/') && std::path::Path::new(&path).is_file(),
        "{VARIABLE}={path}: not the whole path of an executable"
    );
    Some(path)
});

static RELEASE: LazyLock<Release> = LazyLock::new(|| {
    let output = Command::new(tmux()).arg("-V").output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let release = said.trim().strip_prefix("tmux ").and_then(Release::parse);
    release.unwrap_or_else(|| panic!("{} -V says {said:?}", tmux()))
});

/// The executable that was chosen, by its whole path; `None` where it is the one on `PATH`.
pub fn chosen() -> Option<&'static str> {
    CHOSEN.as_deref()
}

/// The tmux that tests run: a path, or the name that `PATH` is searched for.
pub fn tmux() -> &'static str {
    chosen().unwrap_or("tmux")
}

/// The release of that executable. Of a server, simulated ones among them, see [`crate::tmux::Server::release`].
pub fn release() -> Release {
    *RELEASE
}

static SIMULATED: LazyLock<Simulated> = LazyLock::new(|| {
    let Some(name) = std::env::var(SIMULATED_VARIABLE)
        .ok()
        .filter(|name| !name.is_empty())
    else {
        return Simulated::default();
    };
    let mut known = Simulated::ALL.into_iter();
    let found = known.find(|release| release.name() == name);
    found
        .unwrap_or_else(|| panic!("{SIMULATED_VARIABLE}={name}: the simulator has no such release"))
});

/// The release that the simulator is like.
pub fn simulated() -> Simulated {
    *SIMULATED
}

/// Refuses a tmux that the simulator is not held to: what it shows of other releases is less than the differential test
/// compares.
///
/// # Errors
/// Where the tmux under test is of another release.
pub fn must_be_simulated() -> io::Result<()> {
    let held = Simulated::default().name();
    if Release::parse(held) == Some(release()) {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "the simulator is held to tmux {held} and to no other; {} is tmux {}",
        tmux(),
        release()
    )))
}

/// The release 3.N.
pub const fn three(minor: u32) -> Release {
    Release {
        major: 3,
        minor,
        letter: None,
    }
}
