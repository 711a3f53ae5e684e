//! Fuzzes the codec of control mode: recorded conversations, cut, mixed and changed at random, from a seed.
//!
//! `cargo test -p tests --test fuzz_codec -- --inputs 1000000 --seed 7` runs more than the suite does by itself. What
//! must hold for any bytes: nothing panics, pieces give the same events as the whole, no more is held than one line,
//! and a block brings back what stands in it.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a finding is a panic"
)]

use std::time::Instant;

use adapters::link::control::codec::{Block, Codec, Event, LINE_BYTES_MAX};
use domain::PaneId;

/// Recorded from tmux 3.3a.
const CORPUS: [&[u8]; 7] = [
    include_bytes!("corpus/replies"),
    include_bytes!("corpus/hostile"),
    include_bytes!("corpus/hooks"),
    include_bytes!("corpus/output"),
    include_bytes!("corpus/extended"),
    include_bytes!("corpus/notices"),
    include_bytes!("corpus/exit"),
];

/// What means something to the codec.
const WORDS: [&[u8]; 16] = [
    b"%begin ",
    b"%end ",
    b"%error ",
    b"%output ",
    b"%extended-output ",
    b"%exit",
    b"%",
    b"\n",
    b" ",
    b" : ",
    b"\\",
    b"\\012",
    b"\\777",
    b"%0",
    b"18446744073709551616",
    b"\0",
];

/// How much of a block is held: less than some inputs bring.
const BODY_BYTES_MAX: usize = 1500;
const INPUTS: u64 = 20_000;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.iter().any(|argument| argument == "--list") {
        return;
    }
    let inputs = number(&arguments, "--inputs").unwrap_or(INPUTS);
    let seed = number(&arguments, "--seed").unwrap_or(1);
    let started = Instant::now();
    for count in 0..inputs {
        let mut random = Random(seed ^ count.wrapping_mul(0xd134_2543_de82_ef95));
        let input = input(&mut random);
        let found = std::panic::catch_unwind(move || check(&input, &mut random));
        assert!(found.is_ok(), "--seed {seed}, input {count}");
    }
    let seconds = started.elapsed().as_secs_f64();
    eprintln!("fuzz_codec: {inputs} inputs of seed {seed} in {seconds:.1} s");
}

fn number(arguments: &[String], name: &str) -> Option<u64> {
    let place = arguments.iter().position(|argument| argument == name)?;
    arguments.get(place + 1)?.parse().ok()
}

fn check(input: &[u8], random: &mut Random) {
    let whole = read(&mut Codec::new(BODY_BYTES_MAX), [input]);
    let mut pieces = Vec::new();
    let mut rest = input;
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at(random.below(40.min(rest.len())) + 1);
        pieces.push(piece);
        rest = behind;
    }
    assert_eq!(read(&mut Codec::new(BODY_BYTES_MAX), pieces), whole);
    // Its own numbers stand in no input.
    let body = [input, b"\n"].concat();
    let block = [
        b"%begin 5 123454321 1\n",
        &*body,
        b"%end 5 123454321 1\n%output %7 x\n",
    ]
    .concat();
    let events = read(&mut Codec::new(body.len()), [&*block]);
    let expected = [
        Event::Block(Block {
            number: 123_454_321,
            own: true,
            ok: true,
            body,
            cut: false,
        }),
        Event::Output {
            pane: PaneId::new(7),
            bytes: b"x".to_vec(),
        },
    ];
    assert_eq!(events, expected);
}

fn read<'a>(codec: &mut Codec, pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Event> {
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

/// Two recordings, or one twice, glued at random places and changed here and there.
fn input(random: &mut Random) -> Vec<u8> {
    let mut input = Vec::new();
    for _ in 0..2 {
        let recorded = CORPUS[random.below(CORPUS.len())];
        let from = random.below(recorded.len());
        let length = random.below(600.min(recorded.len() - from)) + 1;
        input.extend(&recorded[from..from + length]);
    }
    for _ in 0..random.below(8) {
        let place = random.below(input.len());
        match random.below(5) {
            0 => input[place] = u8::try_from(random.below(256)).unwrap(),
            1 => input[place] ^= 1 << random.below(8),
            2 => drop(input.splice(
                place..place,
                WORDS[random.below(WORDS.len())].iter().copied(),
            )),
            3 => drop(input.drain(place..(place + random.below(20)).min(input.len() - 1))),
            _ => {
                let end = (place + random.below(200)).min(input.len());
                let again = input[place..end].to_vec();
                input.splice(place..place, again);
            }
        }
    }
    input
}

/// A small generator of numbers that look random (splitmix64).
#[derive(Clone)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below this one, which is not zero.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end).unwrap()).unwrap()
    }
}
