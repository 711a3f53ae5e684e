//! What goes through tmux's command language comes out as it was, and what comes out of formats cannot break rows.

use domain::Scope;
use domain::guard::Reach;
use domain::port::{Paste, Stroke, Typed};
use proptest::test_runner::{Config, TestRunner};

use support::release::{release, three};
use support::tmux::Server;

/// Any text goes through the guarded branch, through a buffer and a paste, into the pane's program.
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test(flavor = "multi_thread")]
async fn any_text_typed_or_pasted_reaches_the_program_as_it_is() {
    let server = Server::none();
    let file = server.directory.path().join("got");
    let command = format!("stty raw -echo; exec cat > '{}'", file.display());
    server.start(&command, 80, 24);
    server
        .until(
            &[
                "display-message",
                "-p",
                "-t",
                "%0",
                "#{pane_current_command}",
            ],
            |name| name == "cat",
        )
        .await;
    let mut wanted = Vec::new();
    let mut texts = texts();
    texts.push("'\"\\;#{pid} #(touch x) ~$HOME {a} } %if ; -x\t\u{1b}[31m é😀\r\n ".to_owned());
    texts.push("-n".to_owned());
    for text in texts {
        let expected = server.expected(Reach::Keys).await;
        let strokes = vec![Stroke::Text(text.clone())];
        let typed = Typed {
            expected: expected.clone(),
            strokes,
            handover: None,
        };
        server.tmux.type_keys(&typed).await.unwrap();
        wanted.extend(text.bytes());
        let paste = Paste {
            expected,
            buffer: "ours".into(),
            text: text.clone(),
            bracketed: false,
            enter: false,
        };
        server.tmux.paste(&paste).await.unwrap();
        wanted.extend(text.replace('\n', "\r").bytes());
    }
    let end = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while std::fs::read(&file).unwrap() != wanted {
        assert!(
            std::time::Instant::now() < end,
            "{:?}",
            String::from_utf8_lossy(&std::fs::read(&file).unwrap())
        );
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

/// Random texts without NUL, from a seed that a failure prints.
fn texts() -> Vec<String> {
    use proptest::strategy::{Strategy, ValueTree};
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    let special = "['\"\\\\;#{}~$%a\u{1}-\u{1f}\u{7f} \n]{1,12}";
    let any = proptest::strategy::Union::new([special, "[^\0]{1,12}"]);
    (0..40)
        .map(|_| any.new_tree(&mut runner).unwrap().current())
        .collect()
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn a_megabyte_is_pasted_whole() {
    let server = Server::none();
    let file = server.directory.path().join("got");
    let command = format!("stty raw -echo; exec cat > '{}'", file.display());
    server.start(&command, 80, 24);
    server
        .until(
            &[
                "display-message",
                "-p",
                "-t",
                "%0",
                "#{pane_current_command}",
            ],
            |name| name == "cat",
        )
        .await;
    let text = "it's \"a\" ü line\n".repeat(64 * 1024);
    assert!(text.len() > 1024 * 1024);
    let expected = server.expected(Reach::Paste).await;
    let paste = Paste {
        expected,
        buffer: "ours".into(),
        text: text.clone(),
        bracketed: true,
        enter: true,
    };
    server.tmux.paste(&paste).await.unwrap();
    let end = std::time::Instant::now() + std::time::Duration::from_secs(20);
    let wanted = text.replace('\n', "\r") + "\r";
    while std::fs::read(&file).unwrap() != wanted.as_bytes() {
        assert!(std::time::Instant::now() < end);
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(server.buffers(), "");
    let expected = server.expected(Reach::Keys).await;
    let strokes = vec![Stroke::Text("x".repeat(200_000))];
    server
        .tmux
        .type_keys(&Typed {
            expected,
            strokes,
            handover: None,
        })
        .await
        .unwrap();
    let size = wanted.len() + 200_000;
    while std::fs::metadata(&file).unwrap().len() != size as u64 {
        assert!(std::time::Instant::now() < end);
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[tokio::test]
async fn what_is_no_utf_8_is_replaced_and_breaks_nothing() {
    let server = Server::quiet().await;
    let odd = server.directory.path().display().to_string();
    let script = format!("d=$(printf '{odd}/a\\377\\nb'); mkdir \"$d\"; cd \"$d\"; exec cat");
    server.raw(&["new-window", "-d", "sh", "-c", &script]);
    server
        .until(
            &[
                "display-message",
                "-p",
                "-t",
                "%1",
                "#{pane_current_command}",
            ],
            |name| name == "cat",
        )
        .await;
    let seen = server.tmux.observe(Scope::Everything).await.unwrap();
    // 3.4 and 3.5 spell such a byte out in what they print (seen in 3.5a).
    let byte = if release() >= three(4) && release() < three(6) {
        "\\377"
    } else {
        "\u{fffd}"
    };
    assert_eq!(seen.panes[1].path, format!("{odd}/a{byte}\nb"));
}
