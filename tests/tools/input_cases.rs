//! `send_keys` and `paste_text`: bytes arrive exactly, keys are keys, and nothing of ours stays behind.

use std::fmt::Write as _;

use rstest::rstest;
use serde_json::json;
use support::samples::TEXTS;
use support::tmux::Server;
use support::tools::Bench;

/// A pane whose program writes all it reads from the terminal into the file `out`, as it is.
async fn recorder(setup: &str) -> Bench {
    let server = Server::none();
    let out = server.directory.path().join("out");
    let command = format!(
        "{setup}; : > '{0}'; printf 'REC''ORDING\\n'; exec cat > '{0}'",
        out.display()
    );
    server.start(&command, 80, 24);
    server.until_screen("RECORDING").await;
    Bench::over(server)
}

fn recorded(server: &Server) -> Vec<u8> {
    std::fs::read(server.directory.path().join("out")).unwrap_or_default()
}

async fn until_recorded(server: &Server, wanted: &[u8]) {
    server
        .becomes("the bytes arrive", |server| {
            recorded(server).len() >= wanted.len()
        })
        .await;
    let found = recorded(server);
    assert!(
        found == wanted,
        "{:?}\nis not\n{:?}",
        String::from_utf8_lossy(&found),
        String::from_utf8_lossy(wanted)
    );
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn f28_f29_every_text_arrives_byte_for_byte() {
    let bench = recorder("stty raw -echo").await;
    let mut wanted = Vec::new();
    for text in TEXTS {
        bench.keys(json!({ "text": text, "enter": true })).await;
        wanted.extend_from_slice(text.as_bytes());
        wanted.push(b'\r');
        bench.paste(text, true).await;
        wanted.extend_from_slice(text.as_bytes());
        wanted.push(b'\r');
    }
    until_recorded(&bench.server, &wanted).await;
    assert_eq!(bench.server.buffers(), "");
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn f29_text_goes_first_then_keys_then_enter() {
    let bench = recorder("stty raw -echo").await;
    let sent = bench.keys(json!({ "text": "x", "keys": ["C-a", "Tab", "Up", "BSpace", "Escape", ";", "C-Space"], "enter": true }),
    )
    .await;
    assert_eq!(sent["pane_ids"], json!(["%0"]), "{sent}");
    assert!(sent["cursor"].is_string(), "{sent}");
    until_recorded(&bench.server, b"x\x01\t\x1b[A\x7f\x1b;\0\r").await;
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn f30_two_hundred_kilobytes_of_lines_arrive_whole() {
    let bench = recorder("stty -echo").await;
    let line = format!("{}\n", "0123456789".repeat(6));
    let text = line.repeat(200_000 / line.len() + 1);
    let pasted = bench.paste(&text, false).await;
    assert!(pasted["note"].is_null(), "{pasted}");
    until_recorded(&bench.server, text.as_bytes()).await;
    let text = line.repeat(400);
    let before = recorded(&bench.server).len();
    bench.keys(json!({ "text": text })).await;
    let whole = before + text.len();
    bench
        .server
        .becomes("the keys arrive", |server| recorded(server).len() == whole)
        .await;
}

#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash("bash")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh("zsh")]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash("dash")]
#[cfg_attr(any(no_tmux, no_fish), ignore = "needs tmux and fish")]
#[case::fish("fish")]
#[tokio::test]
async fn f30_a_command_of_forty_kilobytes_runs(#[case] shell: &str) {
    let bench = Bench::shell(shell, 80, 2000).await;
    let command = format!("x='{}'; echo ${{#x}}; exit 3", "y".repeat(40 << 10));
    let answer = bench.run(&command).await;
    support::pane::ended(&answer, 3, &["40960"]);
    let command = "echo line\n".repeat(1000);
    let answer = bench.run(&command).await;
    assert_eq!(answer["output"].as_array().unwrap().len(), 1000, "{answer}");
    bench.is_usable().await;
}

#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[tokio::test]
async fn f31_an_embedded_end_of_the_bracket_escapes_nothing() {
    let bench = Bench::shell("bash", 80, 2000).await;
    let made = bench.server.directory.path().join("P");
    let text = format!("echo a\u{1b}[201~; touch '{}'\necho b", made.display());
    let pasted = bench.paste(&text, false).await;
    assert!(pasted["note"].is_string(), "{pasted}");
    bench.server.until_screen("echo b").await;
    bench.keys(json!({ "keys": ["C-c"] })).await;
    bench.is_usable().await;
    assert!(!made.exists());
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn f31_brackets_are_sent_where_the_program_asked_and_only_there() {
    let asked = "stty raw -echo; printf '\\033[?2004h'";
    let bench = recorder(asked).await;
    bench.paste("a\nb", true).await;
    let arguments = json!({ "pane_id": "%0", "text": "c\nd", "bracketed": false });
    bench.call("paste_text", arguments).await;
    until_recorded(&bench.server, b"\x1b[200~a\rb\x1b[201~\rc\rd").await;
    let bench = recorder("stty raw -echo").await;
    bench.paste("a\nb", false).await;
    until_recorded(&bench.server, b"a\rb").await;
}

#[rstest]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash")]
#[case::bash("bash")]
#[cfg_attr(any(no_tmux, no_zsh), ignore = "needs tmux and zsh")]
#[case::zsh("zsh")]
#[cfg_attr(any(no_tmux, no_dash), ignore = "needs tmux and dash")]
#[case::dash("dash")]
#[cfg_attr(any(no_tmux, no_fish), ignore = "needs tmux and fish")]
#[case::fish("fish")]
#[tokio::test]
async fn f33_the_text_runs_exactly_as_given(#[case] shell: &str, #[values(80, 12)] width: u32) {
    let bench = Bench::shell(shell, width, 2000).await;
    for text in TEXTS {
        let quoted = text.replace('\'', "'\\''");
        let command = format!("printf %s '{quoted}' | od -An -v -tx1 | tr -d ' \\n'; echo");
        let answer = bench.run(&command).await;
        let mut bytes = String::new();
        for byte in text.bytes() {
            write!(bytes, "{byte:02x}").unwrap();
        }
        support::pane::ended(&answer, 0, &[&bytes]);
    }
    support::pane::ended(&bench.run("echo \"hi!there\"").await, 0, &["hi!there"]);
    let answer = bench.run("printf 'a\tb\\n' | od -c").await;
    let first = answer["output"][0].as_str().unwrap().to_owned();
    let words: Vec<&str> = first.split_whitespace().collect();
    assert_eq!(words, ["0000000", "a", "\\t", "b", "\\n"], "{answer}");
}
