//! The other side of a command such as `ssh HOST`: how tmux is started there, and whose words come back.
//!
//! Each script there says a word of ours on both streams before tmux runs, so that nothing a connection prints (a banner,
//! what startup files say) is taken for tmux's, and a side that was not reached is told from a tmux that was not.

use std::process::ExitStatus;

use domain::TmuxError;
use memchr::memmem::find;

/// What is said on the other side before tmux runs.
pub(crate) const REACHED: &str = "libtmux-mcp reached the other side";

/// The words of a command, each as the far shell's own.
pub(super) const SH: &str = "sh";

/// Says that it was reached; then comes what is to run.
macro_rules! reached {
    ($rest:literal) => {
        concat!(
            "echo libtmux-mcp reached the other side; echo libtmux-mcp reached the other side >&2; ",
            $rest
        )
    };
}

/// Becomes the words behind it.
pub(super) const REQUEST: &str = reached!(r#"exec "$@""#);

/// Says where an executable is.
pub(super) const FIND: &str = reached!(r#"command -v "$1" || exit 1"#);

/// Runs the words behind it with the one line that comes in, and ends them with its own standard input: a client that
/// waits there would not notice that nobody waits for it any more.
pub(super) const WAIT: &str = reached!(
    r#"exec 3<&0; IFS= read -r group; printf "%s\n" "$group" | "$@" 3<&- & tmux=$!; (read -r more <&3; kill "$tmux") >/dev/null 2>&1 & exec 3<&-; wait "$tmux"; code=$?; kill "$!" 2>/dev/null; exit "$code""#
);

/// Says its process id, and becomes the words behind it once a line comes in: so the client is known before the server
/// lists it.
pub(super) const CLIENT: &str =
    r#"echo "libtmux-mcp reached the other side $$"; read -r line; exec "$@""#;

/// The process id in what [`CLIENT`] has said so far.
pub(crate) fn client(said: &[u8]) -> Option<u32> {
    let text = String::from_utf8_lossy(said);
    let (_, rest) = text.rsplit_once(REACHED)?;
    rest.split_once('\n')?.0.trim().parse().ok()
}

/// The text as one word of whatever shell reads it there: a backslash counts within the quotes of fish, and does not in
/// those of a POSIX shell, so it stands outside of them.
pub(super) fn word(text: &str) -> String {
    if text.contains('\\') {
        let parts: Vec<String> = text.split('\\').map(quoted).collect();
        return parts.join(r"\\");
    }
    domain::frame::sh_word(text)
}

fn quoted(part: &str) -> String {
    if part.is_empty() {
        String::new()
    } else {
        domain::frame::sh_word(part)
    }
}

/// What tmux itself printed, and said on its standard error.
///
/// # Errors
/// [`TmuxError::Unreached`] with the command's own words where the other side was not reached, or the connection to it
/// was lost, which leaves unknown what tmux did; [`TmuxError::NoTmux`] where there is no tmux.
pub(crate) fn reply(
    output: &[u8],
    words: &str,
    status: ExitStatus,
) -> Result<(Vec<u8>, String), TmuxError> {
    let hello = format!("{REACHED}\n");
    let place = find(output, hello.as_bytes());
    let said = words.rsplit_once(&*hello).map(|(_, said)| said.trim());
    let (Some(place), Some(said)) = (place, said) else {
        return Err(unreached(words.replace(REACHED, "").trim(), status));
    };
    match status.code() {
        // tmux ends with these alone.
        Some(0 | 1) => {
            let output = output.get(place + hello.len()..).unwrap_or_default();
            Ok((output.to_vec(), said.to_owned()))
        }
        // What a shell ends with where it finds no such program, or may not run it.
        Some(126 | 127) => Err(TmuxError::NoTmux {
            looked: said.to_owned(),
        }),
        _ => Err(lost(said, status, true)),
    }
}

fn unreached(words: &str, status: ExitStatus) -> TmuxError {
    if words.contains("executable file not found") {
        TmuxError::NoTmux {
            looked: words.to_owned(),
        }
    } else {
        lost(words, status, false)
    }
}

fn lost(words: &str, status: ExitStatus, effect_unknown: bool) -> TmuxError {
    let words = if words.is_empty() {
        format!("the connection ended without a word, with {status}")
    } else {
        words.to_owned()
    };
    TmuxError::Unreached {
        words,
        effect_unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Kind;
    use rstest::rstest;
    use std::os::unix::process::ExitStatusExt as _;

    fn came(output: &str, words: &str, code: i32) -> Result<(Vec<u8>, String), TmuxError> {
        let output = output.replace("HELLO", REACHED).into_bytes();
        let words = words.replace("HELLO", REACHED);
        reply(&output, &words, ExitStatus::from_raw(code << 8))
    }

    #[test]
    fn what_a_connection_prints_is_not_tmuxs() {
        let found = came(
            "motd\nHELLO\nrow\n",
            "banner\nHELLO\ncan't find pane: %9\n",
            1,
        )
        .unwrap();
        assert_eq!(found, (b"row\n".to_vec(), "can't find pane: %9".to_owned()));
        let found = came("motd\nHELLO\n", "banner\nHELLO\n", 0).unwrap();
        assert_eq!(found, (Vec::new(), String::new()));
    }

    #[rstest]
    #[case("ssh: connect to host b port 22: Connection refused", 255)]
    #[case("Error response from daemon: container 1 is paused", 1)]
    #[case("Error response from daemon: No such container: b", 1)]
    #[case("", 1)]
    fn where_the_other_side_is_not_reached_the_commands_own_words_say_why(
        #[case] words: &str,
        #[case] code: i32,
    ) {
        let error = came("", words, code).unwrap_err();
        assert_eq!(error.kind(), Kind::ServerGone);
        assert!(error.to_string().contains(words), "{error}");
    }

    #[rstest]
    #[case("client_loop: send disconnect: Broken pipe", 255)]
    #[case("", 137)]
    fn a_connection_that_is_lost_under_tmux_leaves_its_effect_unknown(
        #[case] words: &str,
        #[case] code: i32,
    ) {
        let error = came("HELLO\nrow\n", &format!("HELLO\n{words}"), code).unwrap_err();
        assert_eq!(error.kind(), Kind::ServerGone);
        let shown = if words.is_empty() { "137" } else { words };
        assert!(error.to_string().contains(shown), "{error}");
        assert!(error.to_string().contains("effect"), "{error}");
    }

    #[rstest]
    #[case("HELLO\n", "HELLO\nsh: 1: exec: tmux: not found", 127)]
    #[case("", "exec: \"sh\": executable file not found in $PATH: unknown", 126)]
    fn a_side_without_tmux_is_told(#[case] output: &str, #[case] words: &str, #[case] code: i32) {
        let error = came(output, words, code).unwrap_err();
        assert!(matches!(error, TmuxError::NoTmux { .. }), "{error}");
    }

    #[test]
    fn a_client_is_known_by_the_line_that_it_says_first() {
        let said = format!("motd\n{REACHED} 4711\n");
        assert_eq!(client(said.as_bytes()), Some(4711));
        assert_eq!(client(said.trim_end().as_bytes()), None);
        assert_eq!(client(b"motd\n"), None);
    }

    #[rstest]
    #[case("/tmp/s", "/tmp/s")]
    #[case("$0", "'$0'")]
    #[case("", "''")]
    #[case("it's", r"'it'\''s'")]
    #[case(r"a\b'\", r"a\\'b'\'''\\")]
    fn a_word_is_the_same_in_every_shell(#[case] text: &str, #[case] shown: &str) {
        assert_eq!(word(text), shown);
    }
}
