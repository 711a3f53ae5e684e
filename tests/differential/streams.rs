//! Random streams: text, control sequences, sizes and clears, in bursts with a comparison behind each.

use super::pair::{Case, Step};
use super::random::Random;

/// How many operations a case has.
const OPERATIONS: usize = 200;

/// Wide characters, of two columns each.
const WIDE: [&str; 6] = ["世", "界", "あ", "한", "😀", "🦀"];
/// Characters that are combined with the one before.
const COMBINING: [&str; 6] = [
    "\u{301}",
    "\u{308}",
    "\u{20dd}",
    "\u{200d}",
    "\u{fe0f}",
    "\u{e0100}",
];
/// Characters of one column beyond ASCII.
const NARROW: [&str; 8] = ["é", "ß", "─", "│", "→", "ﷺ", "\u{ad}", "\u{e0b0}"];
/// Bytes that are no character, or a part of one.
const BROKEN: [&[u8]; 9] = [
    b"\xff",
    b"\x80",
    b"\xc3(",
    b"\xe4\xb8",
    b"\xf0\x9f\x98",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf5\x80\x80\x80",
    b"\xc2\x85",
];
/// Finals of control sequences with one count.
const COUNTED: &[u8] = b"ABCDEFG`dZ@PXLMSTbIae";
/// Sequences without parameters.
const ESCAPES: [&[u8]; 16] = [
    b"7", b"8", b"D", b"E", b"H", b"M", b"=", b">", b"#8", b"(0", b"(B", b")0", b")B", b"\\",
    b"(A", b"Z",
];
const MODES: [u32; 8] = [4, 20, 34, 2, 12, 0, 1, 7];
const PRIVATE: [u32; 12] = [1, 3, 5, 6, 6, 7, 7, 12, 25, 1000, 1004, 2004];
const ALTERNATE: [&[u32]; 3] = [&[1049], &[1049], &[47, 1047]];
const LIMITS: [u32; 8] = [0, 1, 2, 5, 9, 25, 100, 2000];

/// What a case does throughout.
#[derive(Debug, Clone, Copy)]
struct Kind {
    /// The modes by which it changes to the alternate screen.
    alternate: &'static [u32],
    /// Whether its width changes.
    widths: bool,
}

/// A case of so many operations.
pub fn case(random: &mut Random) -> Case {
    let mut size = some_size(random);
    let limit = *random.of(&LIMITS);
    let mut case = Case {
        size,
        limit,
        steps: Vec::new(),
    };
    let kind = Kind {
        alternate: random.of::<&[u32]>(&ALTERNATE),
        widths: random.once_in(2),
    };
    let mut left = OPERATIONS;
    while left > 0 {
        let burst = (random.between(1, 20) as usize).min(left);
        for _ in 0..burst {
            case.steps.push(match random.between(1, 100) {
                1 => Step::ClearHistory,
                2..=5 => {
                    size = other_size(random, size, kind);
                    Step::Resize(size.0, size.1)
                }
                6 if random.once_in(8) => Step::Respawn,
                _ => Step::Write(write(random, size, kind)),
            });
        }
        case.steps.push(Step::Check);
        left -= burst;
    }
    case
}

fn some_size(random: &mut Random) -> (u32, u32) {
    match random.between(1, 10) {
        1 => (random.between(2, 4), random.between(1, 3)),
        2 => (random.between(60, 140), random.between(20, 40)),
        _ => (random.between(5, 40), random.between(2, 12)),
    }
}

fn other_size(random: &mut Random, (width, height): (u32, u32), kind: Kind) -> (u32, u32) {
    let near = |random: &mut Random, size: u32| size + random.between(0, 2) - 1;
    let wider = match random.between(1, 3) {
        _ if !kind.widths => width,
        1 => some_size(random).0,
        2 => near(random, width).max(2),
        _ => width,
    };
    let higher = match random.between(1, 3) {
        1 => some_size(random).1,
        2 => near(random, height).max(1),
        _ => height,
    };
    (wider, higher)
}

fn write(random: &mut Random, size: (u32, u32), kind: Kind) -> Vec<u8> {
    let mut bytes = Vec::new();
    match random.between(1, 100) {
        1..=26 => words(random, size, &mut bytes),
        27..=36 => lines(random, size, &mut bytes),
        37..=44 => mixed(random, &mut bytes),
        45..=52 => controls(random, &mut bytes),
        53..=64 => counted(random, size, &mut bytes),
        65..=71 => placed(random, size, &mut bytes),
        72..=78 => erased(random, &mut bytes),
        79..=85 => styled(random, &mut bytes),
        86..=89 => escape(random, &mut bytes),
        90..=93 => modes(random, &mut bytes),
        94..=95 => alternate(random, kind, &mut bytes),
        96 => title(random, &mut bytes),
        97 => asked(random, &mut bytes),
        98 => odd(random, &mut bytes),
        99 => bytes.extend_from_slice(random.of::<&[u8]>(&BROKEN)),
        _ => region(random, size, &mut bytes),
    }
    bytes
}

/// Into the alternate screen or out of it. Where widths change, no row that may be marked as continued is taken along:
/// see `known`.
fn alternate(random: &mut Random, kind: Kind, bytes: &mut Vec<u8>) {
    let last = *random.of(b"hl");
    if kind.widths {
        bytes.extend_from_slice(if last == b'l' {
            b"\x1b[2J"
        } else {
            b"\x1b[?6l\x1b[999H#\x1b[2K"
        });
    }
    sequence(&format!("?{}", random.of(kind.alternate)), last, bytes);
}

fn sequence(parameters: &str, last: u8, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(b"\x1b[");
    bytes.extend_from_slice(parameters.as_bytes());
    bytes.push(last);
}

/// Text of about a row, now and then exactly one.
fn words(random: &mut Random, (width, _): (u32, u32), bytes: &mut Vec<u8>) {
    let length = match random.between(1, 6) {
        1 => width,
        2 => 2 * width,
        3 => random.between(1, 3 * width),
        _ => random.between(1, 8),
    };
    for _ in 0..length {
        bytes.push(match random.between(1, 8) {
            1 => b' ',
            2 => u8::try_from(random.between(0x21, 0x7e)).unwrap_or(b'?'),
            _ => u8::try_from(random.between(0x61, 0x7a)).unwrap_or(b'?'),
        });
    }
}

fn lines(random: &mut Random, (width, height): (u32, u32), bytes: &mut Vec<u8>) {
    for number in 0..random.between(1, height + 4) {
        bytes.extend_from_slice(format!("line {number}").as_bytes());
        if random.once_in(5) {
            words(random, (width, height), bytes);
        }
        bytes.extend_from_slice(b"\r\n");
    }
}

/// Characters of every width.
fn mixed(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..random.between(1, 12) {
        let text = match random.between(1, 6) {
            1 | 2 => *random.of(&WIDE),
            3 => *random.of(&COMBINING),
            4 => *random.of(&NARROW),
            5 => *random.of(&["a", " ", "b\u{301}", "👨\u{200d}👩", "🇩🇪", "👍🏽"]),
            _ => *random.of(&["x", "yz"]),
        };
        bytes.extend_from_slice(text.as_bytes());
    }
}

fn controls(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..random.between(1, 4) {
        let control = *random.of(b"\r\n\n\n\t\t\t\x08\x08\x0b\x0c\x0e\x0f\x00\x07\x7f\x05\x18");
        bytes.extend(std::iter::repeat_n(control, random.between(1, 3) as usize));
    }
}

/// A number as programs give it: mostly small, now and then missing, zero or too large.
fn number(random: &mut Random, most: u32) -> String {
    match random.between(1, 12) {
        1 => String::new(),
        2 => "0".to_owned(),
        3 => random
            .of(&[
                "99",
                "999",
                "32768",
                "65536",
                "2147483647",
                "2147483648",
                "007",
            ])
            .to_string(),
        _ => random.between(1, most).to_string(),
    }
}

fn counted(random: &mut Random, (width, height): (u32, u32), bytes: &mut Vec<u8>) {
    let most = if random.once_in(2) { width } else { height };
    let last = *random.of(COUNTED);
    sequence(&number(random, most), last, bytes);
}

fn placed(random: &mut Random, (width, height): (u32, u32), bytes: &mut Vec<u8>) {
    let (y, x) = (number(random, height), number(random, width));
    sequence(&format!("{y};{x}"), *random.of(b"HHHf"), bytes);
}

fn region(random: &mut Random, (_, height): (u32, u32), bytes: &mut Vec<u8>) {
    let (top, bottom) = (number(random, height), number(random, height));
    sequence(&format!("{top};{bottom}"), b'r', bytes);
}

fn erased(random: &mut Random, bytes: &mut Vec<u8>) {
    let parameters = random.of(&["", "0", "1", "2", "3", "0", "1", "4", "3;1", "?2", "2;0"]);
    sequence(parameters, *random.of(b"JJKKKg"), bytes);
}

/// Colours and attributes.
fn styled(random: &mut Random, bytes: &mut Vec<u8>) {
    let mut all = Vec::new();
    for _ in 0..random.between(0, 3) {
        let target = *random.of(&[38, 48, 58]);
        all.push(match random.between(1, 12) {
            1 => format!("{target};5;{}", number(random, 255)),
            2 => {
                let mut part = || number(random, 255);
                format!("{target};2;{};{};{}", part(), part(), part())
            }
            3 => format!("{target}:5:{}", random.between(0, 260)),
            4 => format!("{target}:2:{}:{}:{}", random.between(0, 255), 7, 300),
            5 => format!("{target}:2::{}:{}:{}", random.between(0, 255), 7, 30),
            6 => format!("4:{}", random.between(0, 6)),
            7 => String::new(),
            8 => format!("{}", random.of(&[39, 49, 59, 0, 0, 22, 24, 55])),
            _ => random.between(0, 110).to_string(),
        });
    }
    sequence(&all.join(";"), b'm', bytes);
}

fn escape(random: &mut Random, bytes: &mut Vec<u8>) {
    bytes.push(0x1b);
    bytes.extend_from_slice(if random.once_in(30) {
        b"c"
    } else {
        random.of::<&[u8]>(&ESCAPES)
    });
}

fn modes(random: &mut Random, bytes: &mut Vec<u8>) {
    // Both ways as often: what is switched off comes back.
    let last = *random.of(b"hl");
    if random.once_in(3) {
        sequence(&random.of(&MODES).to_string(), last, bytes);
    } else {
        sequence(&format!("?{}", random.of(&PRIVATE)), last, bytes);
    }
}

fn title(random: &mut Random, bytes: &mut Vec<u8>) {
    let text = *random.of(&[
        "",
        "one",
        "two words",
        "世界",
        "semi;colon",
        "\u{7f}",
        "\t!",
        "#x",
    ]);
    let begin = *random.of(&[
        "\x1b]0;", "\x1b]2;", "\x1b]1;", "\x1b]2", "\x1b_", "\x1bk", "\x1b^", "\x1bX",
    ]);
    let end = *random.of(&["\x07", "\x1b\\", "\x18", "\x1b[m"]);
    let end = if begin.contains(']') { end } else { "\x1b\\" };
    bytes.extend_from_slice([begin, text, end].concat().as_bytes());
}

/// What the terminal answers, and operations on the window.
fn asked(random: &mut Random, bytes: &mut Vec<u8>) {
    let (parameters, last) = *random.of(&[
        ("5", b'n'),
        ("6", b'n'),
        ("6", b'n'),
        ("", b'c'),
        ("0", b'c'),
        (">", b'c'),
        ("18", b't'),
        ("22;0", b't'),
        ("22;2;0", b't'),
        ("23;0", b't'),
        ("23", b't'),
        ("22;1", b't'),
        ("8;5;5;18", b't'),
        ("", b's'),
        ("", b'u'),
    ]);
    sequence(parameters, last, bytes);
}

/// Sequences that are unknown, cut short or ended early.
fn odd(random: &mut Random, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(random.of::<&[u8]>(&[
        &b"\x1b[!p"[..],
        b"\x1b[?1;2:3h",
        b"\x1b[1:2H",
        b"\x1b[5",
        b"\x1b[5\x18A",
        b"\x1b[3\x1b[2C",
        b"\x1b[2\rC",
        b"\x1b[2\x7fC",
        b"\x1b[?6nA",
        b"\x1b[4 q",
        b"\x1b[1$r",
        b"\x1b[<1m",
        b"\x1b[1?h",
        b"\x1b(",
        b"\x1b\x1b7",
        b"\x1b%G",
        b"\x1bPq text\x1b[Hx\x1b\\",
        b"\x1bP1;2|text\x07\x1b\\",
        b"\x1b]8;;http://a.b\x1b\\link\x1b]8;;\x1b\\",
        b"\x1b]52;x\x07",
        b"\x1b[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25m",
        b"\x1b[?7;25l",
    ]));
}
