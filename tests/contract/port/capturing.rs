//! Rows, joins and positions of a real pane.

use domain::{CaptureRequest, LineRange, Spot};
use rstest_reuse::apply;
use support::backend::Backend;
use support::tmux::FIRST;

use crate::every_backend;

fn lines(excerpt: &domain::capture::Excerpt) -> Vec<String> {
    let mut lines: Vec<String> = excerpt
        .lines()
        .iter()
        .map(|line| line.text().to_owned())
        .collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

#[apply(every_backend)]
async fn wrapped_rows_join_with_wide_characters_at_the_edge(#[case] on: Backend) {
    let server = on.running(
        "stty -echo; printf '123456789日本\\n\\nabcdefghij\\nlast  '; exec cat",
        10,
        12,
    );
    server.until_screen("last").await;
    let capture = server
        .tmux
        .capture(FIRST, &[CaptureRequest::shown(LineRange::SCREEN)])
        .await
        .unwrap();
    let excerpt = &capture.excerpts[0];
    assert_eq!(lines(excerpt), ["123456789日本", "", "abcdefghij", "last"]);
    assert_eq!(
        (excerpt.rows[0].text.as_str(), excerpt.rows[0].wrapped),
        ("123456789", true)
    );
    assert_eq!(excerpt.rows[4].text, "last  ");
    assert_eq!(capture.position.text_cursor, Spot { x: 6, y: 4 });
}

#[apply(every_backend)]
async fn ranges_are_absolute_and_clamped(#[case] on: Backend) {
    let server = on.running("stty -echo; seq 1 100; exec cat", 20, 10);
    server
        .until(
            &["display-message", "-p", "-t", "%0", "#{history_size}"],
            |text| text == "91",
        )
        .await;
    let range = |start, end| CaptureRequest::shown(LineRange { start, end });
    let requests = [
        range(Some(-3), Some(-2)),
        range(Some(-9_999_999_999), Some(i64::MIN)),
        range(Some(2), Some(-1)),
        range(None, None),
    ];
    let capture = server.tmux.capture(FIRST, &requests).await.unwrap();
    let texts: Vec<Vec<String>> = capture.excerpts.iter().map(lines).collect();
    assert_eq!(
        (capture.excerpts[0].first, &*texts[0]),
        (88, &["89".to_owned(), "90".into()][..])
    );
    assert_eq!(
        (capture.excerpts[1].first, &*texts[1]),
        (0, &["1".to_owned()][..])
    );
    assert_eq!((capture.excerpts[2].first, texts[2].len()), (90, 4));
    assert_eq!((texts[3].len(), capture.excerpts[3].rows.len()), (100, 101));
}

#[apply(every_backend)]
async fn the_main_screen_is_read_behind_the_alternate_one(#[case] on: Backend) {
    let screen = "seq 1 30; printf '%s' aaaaaaaaaaaaaaaaaaaabbbb";
    let server = on.running(
        &format!("stty -echo -icanon; {screen}; read x; printf '\\033[?1049hALT'; exec cat"),
        20,
        6,
    );
    server.until_screen("bbbb").await;
    let main = CaptureRequest::main(LineRange::ALL);
    let shown = CaptureRequest::shown(LineRange::SCREEN);
    let coloured = CaptureRequest {
        escapes: true,
        ..main
    };
    let before = server.tmux.capture(FIRST, &[main, coloured]).await.unwrap();
    server.raw(&["send-keys", "-t", "%0", "Enter"]);
    server.until_screen("ALT").await;
    let behind = server.tmux.capture(FIRST, &[main, coloured]).await.unwrap();
    assert!(behind.position.alternate_screen && !before.position.alternate_screen);
    assert_eq!(behind.excerpts, before.excerpts);
    let (seen, viewed) = server.tmux.view(FIRST, &[main, coloured]).await.unwrap();
    assert_eq!(viewed, behind);
    assert!(seen.panes[0].alternate_screen && seen.windows.len() == 1);
    assert_eq!(behind.position.text_cursor, before.position.text_cursor);
    assert_eq!(
        lines(&behind.excerpts[0]).last().unwrap(),
        "aaaaaaaaaaaaaaaaaaaabbbb"
    );
    let tail = CaptureRequest::main(LineRange {
        start: Some(-2),
        end: Some(1),
    });
    let both = server.tmux.capture(FIRST, &[shown, tail]).await.unwrap();
    assert_eq!(lines(&both.excerpts[0]).last().unwrap().trim(), "ALT");
    assert_eq!(
        both.excerpts[1].rows[..],
        before.excerpts[0].rows[usize::try_from(both.excerpts[1].first).unwrap()..][..4]
    );
}

#[apply(every_backend)]
async fn the_history_row_above_the_saved_screen_reads_as_tmux_marks_it(#[case] on: Backend) {
    // Entering the alternate screen takes the wrap mark off the last row of history (3.3a, grid_clear_lines), and it
    // does not come back: the line is torn for every reader. Its rows are there all the same.
    let screen = "printf 'aaaaaaaaaabbbb\\n2\\n3\\n4'; printf '\\033[?1049h\\033[HALT'";
    let server = on.running(&format!("stty -echo; {screen}; exec cat"), 10, 4);
    server.until_screen("ALT").await;
    let capture = server
        .tmux
        .capture(FIRST, &[CaptureRequest::main(LineRange::ALL)])
        .await
        .unwrap();
    assert_eq!(capture.position.history_size, 1);
    let texts: Vec<&str> = capture.excerpts[0]
        .rows
        .iter()
        .map(|row| &*row.text)
        .collect();
    assert_eq!(texts, ["aaaaaaaaaa", "bbbb", "2", "3", "4"]);
}

#[apply(every_backend)]
async fn colours_stay_where_they_are_asked_for(#[case] on: Backend) {
    let server = on.running(
        "stty -echo; printf '\\033[31mred\\033[0m plain'; exec cat",
        20,
        4,
    );
    server.until_screen("plain").await;
    let shown = CaptureRequest::shown(LineRange::SCREEN);
    let coloured = CaptureRequest {
        escapes: true,
        ..shown
    };
    let capture = server
        .tmux
        .capture(FIRST, &[shown, coloured])
        .await
        .unwrap();
    assert_eq!(capture.excerpts[0].rows[0].text, "red plain");
    assert!(
        capture.excerpts[1].rows[0]
            .text
            .starts_with("\u{1b}[31mred")
    );
}
