//! Where a client may attach: what is asked of tmux, and how the answer is read.
//!
//! The answers hold ids and flags alone, each line behind a random word, so that nothing a hook prints is taken for one.

use domain::{Nonce, PaneId, SessionId, TmuxError};

/// A random word.
pub(super) fn word() -> Result<String, TmuxError> {
    let mut bytes = [0_u8; 10];
    getrandom::fill(&mut bytes).map_err(|error| TmuxError::Link {
        source: Box::new(error),
    })?;
    Ok(Nonce::from_bytes(bytes).to_string())
}

/// A session, and whether a client may come and go without an effect on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) session: SessionId,
    pub(super) free: bool,
}

/// The options that let a session, or the server, end with its last client.
const ENDINGS: &str = "#{destroy-unattached} #{exit-unattached}";

/// The command that lists sessions.
pub(super) fn list_sessions(word: &str) -> String {
    format!("list-sessions -F '{word} #{{session_activity}} #{{session_id}} {ENDINGS}'")
}

/// The session to attach to, if there is one: of those that are free the one that was used last, which is where tmux
/// takes commands without a target to anyway.
pub(super) fn best_session(output: &[u8], word: &str) -> Option<SessionId> {
    let sessions = lines(output, word).into_iter().filter_map(|line| {
        let (activity, place) = line.split_once(' ')?;
        let place = read(place)?;
        Some((activity.parse::<u64>().ok()?, place))
    });
    sessions
        .filter(|(_, place)| place.free)
        .max_by_key(|(activity, _)| *activity)
        .map(|(_, place)| place.session)
}

/// The command that lists where panes are.
pub(super) fn list_panes(word: &str) -> String {
    format!("list-panes -a -F '{word} #{{pane_id}} #{{session_id}} {ENDINGS}'")
}

/// Where each pane is; one whose window is linked into several sessions is there as often.
pub(super) fn panes(output: &[u8], word: &str) -> Vec<(PaneId, Place)> {
    let lines = lines(output, word).into_iter();
    let panes = lines.filter_map(|line| {
        let (pane, place) = line.split_once(' ')?;
        Some((pane.parse().ok()?, read(place)?))
    });
    panes.collect()
}

/// The command that tells which life of the server answers.
pub(super) fn ask_identity(word: &str) -> String {
    format!("display-message -p '{word} #{{pid}} #{{start_time}} #{{client_pid}}'")
}

/// A server's life as it prints it, and the pid of the client that asked, where it has one.
pub(super) fn identity(output: &[u8], word: &str) -> Option<(String, Option<u32>)> {
    let line = lines(output, word).into_iter().next()?;
    let (identity, client) = line.rsplit_once(' ')?;
    Some((identity.to_owned(), client.parse().ok()))
}

fn read(text: &str) -> Option<Place> {
    let mut words = text.split(' ');
    let session = words.next()?.parse().ok()?;
    // A number up to 3.3, a word since. What is not known to be off counts as on.
    let free = words.all(|word| matches!(word, "0" | "off"));
    Some(Place { session, free })
}

/// What stands behind the word, in each line that begins with it.
fn lines(output: &[u8], word: &str) -> Vec<String> {
    let lines = output.split(|byte| *byte == b'\n');
    let ours = lines.filter_map(|line| {
        let line = std::str::from_utf8(line).ok()?;
        line.strip_prefix(word)?.strip_prefix(' ')
    });
    ours.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_free_sessions_the_one_used_last_is_taken() {
        let output = b"hook\nw 30 $0 1 0\nw 10 $1 0 0\nw 20 $2 off off\nw 25 $3 keep-last off\nw 26 $4 0 1\nw 99\n";
        let session = |text: &str| Some(text.parse().unwrap());
        assert_eq!(best_session(output, "w"), session("$2"));
        assert_eq!(best_session(b"w 30 $0 1 0\n", "w"), None);
        assert_eq!(best_session(output, "v"), None);
    }

    #[test]
    fn panes_are_where_their_sessions_are() {
        let place = |session: &str, free| Place {
            session: session.parse().unwrap(),
            free,
        };
        let output = b"w %0 $0 0 0\nw %0 $1 on 0\nx %1 $0 0 0\nw %1\n";
        let expected = [
            (PaneId::new(0), place("$0", true)),
            (PaneId::new(0), place("$1", false)),
        ];
        assert_eq!(panes(output, "w"), expected);
    }

    #[test]
    fn a_life_is_read_as_it_is_printed() {
        let read = identity(b"noise\nw 12 1796039424 77\n", "w");
        assert_eq!(read, Some(("12 1796039424".to_owned(), Some(77))));
        let read = identity(b"w 12 1796039424 \n", "w");
        assert_eq!(read, Some(("12 1796039424".to_owned(), None)));
    }
}
