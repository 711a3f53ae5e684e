//! `resize_window` and `resize_pane`.

use rstest_reuse::apply;
use serde_json::{Value, json};
use support::backend::Backend;
use support::person::Person;
use support::tools::said;

use crate::every_backend;

fn window(width: u32, height: u32) -> Value {
    json!({ "window_id": "@0", "width": width, "height": height })
}

#[apply(every_backend)]
async fn a_window_gets_its_size_and_the_answer_says_that_it_stays(#[case] on: Backend) {
    let bench = on.bench().await;
    let answer = bench.call("resize_window", window(123, 45)).await;
    assert_eq!(
        (&answer["width"], &answer["height"]),
        (&json!(123), &json!(45))
    );
    let note = answer["note"].as_str().unwrap();
    assert!(note.contains("@0 window-size"), "{note}");
    assert_eq!(bench.is("@0", "#{window_width}x#{window_height}"), "123x45");
    let answer = bench.call("resize_window", window(1, 1)).await;
    assert_eq!(answer["width"], 1, "{answer}");
}

#[apply(every_backend)]
async fn a_size_of_nothing_or_beyond_what_tmux_takes_is_refused(#[case] on: Backend) {
    let bench = on.bench().await;
    for (width, height) in [(0, 24), (80, 0), (10_001, 24), (80, 4_000_000_000)] {
        let error = bench.refused("resize_window", window(width, height)).await;
        assert_eq!(said(&error).0, "invalid_argument", "{error}");
    }
    for arguments in [
        json!({ "pane_id": "%0", "width": 0 }),
        json!({ "pane_id": "%0", "height": 10_001 }),
        json!({ "pane_id": "%0" }),
        json!({ "pane_id": "%0", "width": 10, "zoom": true }),
        json!({ "pane_id": "%0", "height": 10, "zoom": false }),
    ] {
        let error = bench.refused("resize_pane", arguments).await;
        assert_eq!(said(&error).0, "invalid_argument", "{error}");
    }
    assert_eq!(bench.is("@0", "#{window_width}x#{window_height}"), "80x24");
}

#[apply(every_backend)]
async fn a_window_that_a_person_sees_keeps_its_size_unless_the_operator_allows_it(
    #[case] on: Backend,
) {
    let mut bench = on.bench().await;
    let (_, hidden) = bench.window();
    let person = Person::attach(&bench.server, "$0", 100, 30).await;
    let error = bench.refused("resize_window", window(40, 10)).await;
    assert_eq!(said(&error).0, "refused", "{error}");
    assert!(
        error["recovery"]
            .as_str()
            .unwrap()
            .contains("LIBTMUX_ALLOW_ATTENDED"),
        "{error}"
    );
    let other = json!({ "window_id": hidden, "width": 40, "height": 10 });
    assert_eq!(bench.call("resize_window", other).await["width"], 40);
    bench.context.allow_attended = true;
    assert_eq!(
        bench.call("resize_window", window(40, 10)).await["height"],
        10
    );
    drop(person);
}

#[apply(every_backend)]
async fn a_pane_takes_cells_from_its_neighbour(#[case] on: Backend) {
    let bench = on.bench().await;
    bench
        .server
        .says(&["split-window", "-d", "-h", "-t", "%0", "cat"]);
    let answer = bench
        .call("resize_pane", json!({ "pane_id": "%0", "width": 20 }))
        .await;
    assert_eq!(answer, json!({ "width": 20, "height": 24 }));
    assert_eq!(bench.is("%1", "#{pane_width}"), "59");
    let answer = bench
        .call("resize_pane", json!({ "pane_id": "%0", "width": 5000 }))
        .await;
    assert!(answer["width"].as_u64().unwrap() < 80, "{answer}");
    assert!(
        answer["note"].as_str().unwrap().contains("does not fit"),
        "{answer}"
    );
}

#[apply(every_backend)]
async fn a_zoom_is_a_state_and_not_a_toggle(#[case] on: Backend) {
    let bench = on.bench().await;
    bench
        .server
        .says(&["split-window", "-d", "-h", "-t", "%0", "cat"]);
    for (pane, zoom, width) in [
        ("%1", true, 80),
        ("%1", true, 80),
        ("%0", true, 80),
        ("%0", false, 40),
        ("%0", false, 40),
    ] {
        let answer = bench
            .call("resize_pane", json!({ "pane_id": pane, "zoom": zoom }))
            .await;
        assert_eq!(answer["width"], width, "{pane} {zoom}: {answer}");
        let zoomed = if zoom { "1" } else { "0" };
        assert_eq!(bench.is(pane, "#{window_zoomed_flag}"), zoomed);
    }
}

#[apply(every_backend)]
async fn a_pane_that_is_alone_says_why_it_keeps_its_size(#[case] on: Backend) {
    let bench = on.bench().await;
    let answer = bench
        .call("resize_pane", json!({ "pane_id": "%0", "width": 20 }))
        .await;
    assert_eq!(answer["width"], 80);
    assert!(
        answer["note"].as_str().unwrap().contains("resize_window"),
        "{answer}"
    );
}
