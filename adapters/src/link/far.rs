//! What came back through a command that runs tmux elsewhere: tmux's own words are told from the command's.

use domain::TmuxError;

use super::Reply;

/// How the words of a tmux client begin that did not reach its server.
const UNREACHED: [&str; 9] = [
    "no server running on ",
    "error connecting to ",
    "error creating ",
    "couldn't create directory ",
    "directory ",
    "access not allowed",
    "server exited",
    "lost server",
    "protocol version mismatch",
];

/// The reply without what came before tmux's own. `reached` is what tmux says first.
///
/// A connection may print on both streams before tmux runs: a banner, what startup files say.
///
/// # Errors
/// [`TmuxError::ServerGone`] with the command's own words where tmux was not reached, [`TmuxError::NoTmux`] where there is
/// none on the other side.
pub(super) fn reply(reply: Reply, reached: &str) -> Result<Reply, TmuxError> {
    let hello = format!("{reached}\n");
    let place = find(&reply.output, hello.as_bytes());
    let last = reply.words.lines().last().unwrap_or_default().trim();
    if let Some(place) = place {
        let output = reply.output.get(place + hello.len()..);
        return Ok(Reply {
            output: output.unwrap_or_default().to_vec(),
            words: last.to_owned(),
        });
    }
    if UNREACHED
        .iter()
        .any(|beginning| last.starts_with(beginning))
    {
        return Ok(Reply {
            output: Vec::new(),
            words: last.to_owned(),
        });
    }
    if last.contains("not found") || last.contains("no such file or directory") {
        return Err(TmuxError::NoTmux {
            looked: reply.words,
        });
    }
    Err(TmuxError::ServerGone {
        words: if reply.words.is_empty() {
            "the connection ended without a word".to_owned()
        } else {
            reply.words
        },
    })
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Kind;
    use rstest::rstest;

    fn came(output: &str, words: &str) -> Result<Reply, TmuxError> {
        let output = output.as_bytes().to_vec();
        let words = words.to_owned();
        reply(Reply { output, words }, "hello")
    }

    #[test]
    fn what_a_connection_prints_is_not_tmuxs() {
        let found = came("motd\nhello\nrow\n", "banner\ncan't find pane: %9").unwrap();
        assert_eq!(found.output, b"row\n");
        assert_eq!(found.words, "can't find pane: %9");
        let found = came("motd\n", "banner\nno server running on /s").unwrap();
        assert_eq!(
            (&*found.output, &*found.words),
            (&b""[..], "no server running on /s")
        );
    }

    #[rstest]
    #[case("ssh: connect to host b port 22: Connection refused", Kind::ServerGone)]
    #[case("Error response from daemon: container 1 is paused", Kind::ServerGone)]
    #[case("Error response from daemon: No such container: b", Kind::ServerGone)]
    #[case("", Kind::ServerGone)]
    fn where_tmux_is_not_reached_the_commands_own_words_say_why(
        #[case] words: &str,
        #[case] kind: Kind,
    ) {
        assert_eq!(came("", words).unwrap_err().kind(), kind);
    }

    #[rstest]
    #[case("sh: 1: tmux: not found")]
    #[case("exec: \"tmux\": executable file not found in $PATH: unknown")]
    fn a_side_without_tmux_is_told(#[case] words: &str) {
        assert!(matches!(came("", words), Err(TmuxError::NoTmux { .. })));
    }
}
