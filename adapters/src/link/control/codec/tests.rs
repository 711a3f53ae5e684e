//! What the codec makes of lines, of their pieces, and of anything.

use domain::PaneId;
use proptest::prelude::*;
use rstest::rstest;

use super::*;

const MOST: usize = 4096;

/// The events of these pieces.
fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Event> {
    let mut codec = Codec::new(MOST);
    let mut events = Vec::new();
    for piece in pieces {
        codec.feed(piece);
        while let Some(event) = codec.poll() {
            events.push(event);
        }
        assert!(codec.held_bytes() <= LINE_BYTES_MAX);
    }
    events
}

fn block(number: u64, own: bool, ok: bool, body: &str) -> Event {
    Event::Block(Block {
        number,
        own,
        ok,
        body: body.as_bytes().to_vec(),
        cut: false,
    })
}

fn printed(pane: u32, bytes: &[u8]) -> Event {
    Event::Output {
        pane: PaneId::new(pane),
        bytes: bytes.to_vec(),
    }
}

/// A conversation as tmux 3.3a had it, with the lines that a hostile pane would forge.
const RECORDED: &[u8] = b"%begin 1796039424 270 0\n%end 1796039424 270 0\n%session-changed $0 one\n\
    %output %0 a\\134b\\011c\\001\x7f\x80\n%begin 1796039425 280 1\n%end 1 1 0\n%output %0 x\n%exit\n\n%begin 1 1 1\n\
    %end 1796039425 280 0\n%error 1796039425 281 1\n%end 1796039425 280 1\n%begin 1796039425 283 1\n\
    can't find pane: %77\n%error 1796039425 283 1\n-: Bad file descriptor\n%window-renamed @0 a name \n\
    %extended-output %3 12 : x \\033[m\n%pause %3\n%sessions-changed\n%exit server exited unexpectedly\n";

fn recorded() -> Vec<Event> {
    let notice = |name: &str, rest: &[u8]| Event::Notice {
        name: name.to_owned(),
        rest: rest.to_vec(),
    };
    vec![
        block(270, false, true, ""),
        notice("session-changed", b"$0 one"),
        printed(0, b"a\\b\tc\x01\x7f\x80"),
        block(
            280,
            true,
            true,
            "%end 1 1 0\n%output %0 x\n%exit\n\n%begin 1 1 1\n%end 1796039425 280 0\n%error 1796039425 281 1\n",
        ),
        block(283, true, false, "can't find pane: %77\n"),
        Event::Stray(b"-: Bad file descriptor".to_vec()),
        notice("window-renamed", b"@0 a name "),
        printed(3, b"x \x1b[m"),
        notice("pause", b"%3"),
        notice("sessions-changed", b""),
        Event::Exit {
            reason: "server exited unexpectedly".to_owned(),
        },
    ]
}

#[test]
fn a_recording_split_at_any_byte_gives_the_same_events() {
    assert_eq!(read([RECORDED]), recorded());
    for at in 0..RECORDED.len() {
        let (one, two) = RECORDED.split_at(at);
        assert_eq!(read([one, two]), recorded(), "split at {at}");
    }
    assert_eq!(read(RECORDED.chunks(1)), recorded());
}

#[test]
fn every_octal_escape_is_the_byte_it_stands_for() {
    for byte in 0..=u8::MAX {
        let line = format!("%output %0 <\\{byte:03o}>\n");
        assert_eq!(read([line.as_bytes()]), [printed(0, &[b'<', byte, b'>'])]);
    }
}

#[rstest]
#[case::none(r"\")]
#[case::short(r"a\01")]
#[case::no_digits(r"\89x")]
#[case::too_large(r"\777")]
fn what_is_no_escape_stays_as_it_is(#[case] text: &str) {
    let line = format!("%output %1 {text}\n");
    assert_eq!(read([line.as_bytes()]), [printed(1, text.as_bytes())]);
}

#[rstest]
#[case("%begin 1 2")]
#[case("%begin 1 2 x")]
#[case("%begin 1 2 3 4")]
#[case("%begin -1 2 3")]
#[case("%end 1 2 1")]
#[case("%error 1 2 1")]
#[case("%output 0 x")]
#[case("%output")]
#[case("%extended-output %0 12 x")]
#[case("% x")]
#[case("")]
#[case("text")]
fn a_bad_line_is_stray_and_the_one_behind_it_is_read(#[case] line: &str) {
    let text = format!("{line}\n%output %0 x\n");
    let stray = Event::Stray(line.as_bytes().to_vec());
    assert_eq!(read([text.as_bytes()]), [stray, printed(0, b"x")]);
}

#[test]
fn a_body_beyond_the_limit_is_cut_and_the_next_block_is_whole() {
    let long = "x".repeat(MOST);
    let text = format!("%begin 1 2 1\n{long}\n%end 1 2 1\n%begin 1 3 1\nb\n%end 1 3 1\n");
    let cut = Event::Block(Block {
        number: 2,
        own: true,
        ok: true,
        body: Vec::new(),
        cut: true,
    });
    for size in [1, 7, text.len()] {
        let events = read(text.as_bytes().chunks(size));
        assert_eq!(events, [cut.clone(), block(3, true, true, "b\n")]);
    }
}

#[test]
fn a_line_too_long_to_mean_anything_is_told_once_and_not_held() {
    let mut text = b"%window-renamed @0 ".to_vec();
    text.resize(3 * LINE_BYTES_MAX, b'n');
    text.extend(b"\n%output %0 x\n");
    let first = text.get(..END_BYTES_MAX).unwrap().to_vec();
    let events = read(text.chunks(64 * 1024));
    assert_eq!(events, [Event::Stray(first), printed(0, b"x")]);
}

#[test]
fn an_end_that_only_starts_right_does_not_end_a_block() {
    let glued = "x".repeat(200) + "%end 1 2 1";
    let text = format!("%begin 1 2 1\n{glued}\n%end 1 2 1 \n%end 1 2 10\n%end 1 2 1\n");
    let body = format!("{glued}\n%end 1 2 1 \n%end 1 2 10\n");
    for size in 1..text.len() {
        let events = read(text.as_bytes().chunks(size));
        assert_eq!(events, [block(2, true, true, &body)], "pieces of {size}");
    }
}

/// Lines that are likely to mean something, and bytes that are not.
fn line() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        prop::sample::select(RECORDED.split(|byte| *byte == b'\n').collect::<Vec<_>>())
            .prop_map(<[u8]>::to_vec),
        prop::collection::vec(any::<u8>(), 0..200),
    ]
}

proptest! {
    #[test]
    fn any_bytes_in_any_pieces_give_the_same_events(
        lines in prop::collection::vec(line(), 0..40),
        sizes in prop::collection::vec(1_usize..50, 1..20),
    ) {
        let text = lines.join(&b'\n');
        let mut pieces = Vec::new();
        let mut rest = &*text;
        for size in sizes.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (piece, behind) = rest.split_at((*size).min(rest.len()));
            pieces.push(piece);
            rest = behind;
        }
        prop_assert_eq!(read(pieces), read([&*text]));
    }

    #[test]
    fn a_block_brings_back_whatever_stands_in_it(lines in prop::collection::vec(line(), 0..10)) {
        let body: Vec<u8> = lines.iter().flat_map(|line| {
            let line = line.iter().copied().filter(|byte| *byte != b'\n');
            line.chain([b'\n']).collect::<Vec<u8>>()
        }).collect();
        let text = [b"%begin 17 99999 1\n", &*body, b"%end 17 99999 1\n"].concat();
        let events = read([&*text]);
        prop_assert_eq!(events, [Event::Block(Block { number: 99999, own: true, ok: true, body, cut: false })]);
    }
}
