//! tmux's words about what failed, and the errors they stand for. The only place that reads messages.
//!
//! The texts are those of tmux-facts 11. No guard rests on them: what must hold is compared by tmux itself.

use domain::{PaneId, TmuxError};

/// What tmux's words mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure<'a> {
    /// Nothing listens.
    NoServer,
    /// The server ended while it was asked.
    ServerGone,
    /// The socket cannot be used.
    BadSocket,
    /// What was named, as `%9` or `$1`, is not there.
    NoTarget(&'a str),
    /// A session of this name exists.
    Duplicate(&'a str),
    /// The pane is too small.
    NoSpace,
    /// There is no buffer of that name.
    NoBuffer,
    /// There is no option of that name.
    NoOption(&'a str),
    /// A window stands at that index.
    IndexInUse(u32),
    /// The pane's program still runs.
    StillActive,
    /// Anything else.
    Other,
}

impl<'a> Failure<'a> {
    /// Reads tmux's words.
    pub(crate) fn read(words: &'a str) -> Self {
        let line = words.lines().next().unwrap_or_default();
        let starts = |beginnings: &[&str]| beginnings.iter().any(|text| line.starts_with(text));
        if line.is_empty() || starts(&["server exited", "lost server"]) {
            // A server that ends properly says nothing at all.
            Self::ServerGone
        } else if starts(&["no server running on "])
            || (starts(&["error connecting to "]) && line.ends_with("(No such file or directory)"))
        {
            Self::NoServer
        } else if starts(&[
            "error connecting to ",
            "error creating ",
            "couldn't create directory ",
            "directory ",
            "access not allowed",
        ]) {
            Self::BadSocket
        } else if let Some(named) = missing(line) {
            Self::NoTarget(named)
        } else if let Some(index) = taken(line) {
            Self::IndexInUse(index)
        } else if let Some(name) = line.strip_prefix("invalid option: ") {
            Self::NoOption(name)
        } else if starts(&["respawn pane failed: "]) && line.ends_with(" still active") {
            Self::StillActive
        } else if let Some(name) = line.strip_prefix("duplicate session: ") {
            Self::Duplicate(name)
        } else if starts(&[
            "no space for new pane",
            "size or position no space for a new pane",
        ]) {
            Self::NoSpace
        } else if starts(&["unknown buffer: ", "no buffer "]) {
            Self::NoBuffer
        } else {
            Self::Other
        }
    }
}

/// What is not there. An option's target is named with its trailing colon.
fn missing(line: &str) -> Option<&str> {
    if line.starts_with("no current target") {
        return Some("");
    }
    let rest = ["can't find ", "no such "]
        .iter()
        .find_map(|start| line.strip_prefix(start))?;
    let named = ["pane: ", "window: ", "session: "]
        .iter()
        .find_map(|kind| rest.strip_prefix(kind))?;
    Some(named.trim_end_matches(':'))
}

/// The index that is taken; a window that is to be moved to where it stands counts.
fn taken(line: &str) -> Option<u32> {
    let line = line.strip_prefix("create window failed: ").unwrap_or(line);
    let between = line
        .strip_prefix("index ")
        .and_then(|line| line.strip_suffix(" in use"));
    let behind = || {
        ["index in use: ", "same index: "]
            .iter()
            .find_map(|start| line.strip_prefix(start))
    };
    between.or_else(behind)?.parse().ok()
}

/// The error that tmux's words stand for, where `pane` is what was asked about.
pub(crate) fn error(words: &str, socket: &str, pane: Option<PaneId>) -> TmuxError {
    let words = words.to_owned();
    match (Failure::read(&words), pane) {
        (Failure::NoServer, _) => TmuxError::NoServer {
            socket: socket.to_owned(),
        },
        (Failure::ServerGone, _) => TmuxError::ServerGone {
            words: if words.is_empty() {
                "it ended during the call".to_owned()
            } else {
                words
            },
        },
        (Failure::BadSocket, _) => TmuxError::BadSocket {
            socket: socket.to_owned(),
            words,
        },
        (Failure::NoTarget(named), pane) => match (named.parse(), named.parse(), pane) {
            (Ok(pane), _, _) => TmuxError::NoSuchPane { pane },
            (_, Ok(window), _) => TmuxError::NoSuchWindow { window },
            (_, _, Some(pane)) => TmuxError::NoSuchPane { pane },
            _ => TmuxError::Command { words },
        },
        (Failure::StillActive, Some(pane)) => TmuxError::StillActive { pane },
        (Failure::IndexInUse(index), _) => TmuxError::IndexInUse { index },
        (Failure::NoOption(name), _) => TmuxError::NoSuchSetting {
            name: name.to_owned(),
        },
        (Failure::NoSpace, Some(pane)) => TmuxError::NoSpace { pane },
        (Failure::Duplicate(name), _) => TmuxError::DuplicateSession {
            name: name.to_owned(),
        },
        (Failure::NoSpace | Failure::NoBuffer | Failure::StillActive | Failure::Other, _) => {
            TmuxError::Command { words }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Kind;
    use rstest::rstest;

    #[rstest]
    #[case("no server running on /s", Kind::NoServer)]
    #[case("error connecting to /s (No such file or directory)", Kind::NoServer)]
    #[case("error connecting to /s (Permission denied)", Kind::NoServer)]
    #[case("error creating /x/s (No such file or directory)", Kind::NoServer)]
    #[case("access not allowed", Kind::NoServer)]
    #[case("directory /tmp/tmux-0 has unsafe permissions", Kind::NoServer)]
    #[case("server exited unexpectedly", Kind::ServerGone)]
    #[case("", Kind::ServerGone)]
    #[case("can't find pane: %9", Kind::NoSuchTarget)]
    #[case("no current target", Kind::NoSuchTarget)]
    #[case("duplicate session: a", Kind::InvalidArgument)]
    #[case("no space for new pane", Kind::InvalidArgument)]
    #[case("size or position no space for a new pane", Kind::InvalidArgument)]
    #[case("can't find window: @9", Kind::NoSuchTarget)]
    #[case("no such session: $9:", Kind::NoSuchTarget)]
    #[case("invalid option: @x", Kind::NoSuchTarget)]
    #[case("create window failed: index 3 in use", Kind::InvalidArgument)]
    #[case("index in use: 1", Kind::InvalidArgument)]
    #[case("same index: 0", Kind::InvalidArgument)]
    #[case("respawn pane failed: pane one:0.0 still active", Kind::Busy)]
    #[case("unknown buffer: x", Kind::Tmux)]
    #[case("-:1: unknown command: x", Kind::Tmux)]
    fn words_are_read_as(#[case] words: &str, #[case] kind: Kind) {
        let error = error(words, "/s", Some(PaneId::new(9)));
        assert_eq!(error.kind(), kind, "{error:?}");
    }
}
