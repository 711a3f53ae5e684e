//! How many columns a character takes.
//!
//! tmux asks the C library. Its answers were compared for every character (tmux 3.3a, glibc's C.UTF-8, Unicode 14); they
//! are those of `unicode-width` but for what stands below. What Unicode 14 does not assign is left out: the library knows
//! no width of it, and tmux drops it.

/// Characters of which the C library thinks otherwise: first, last, columns.
const EXCEPTIONS: [(u32, u32, u8); 65] = [
    (0xad, 0xad, 1),
    (0x605, 0x605, 1),
    (0x70f, 0x70f, 1),
    (0x890, 0x891, 1),
    (0x8e2, 0x8e2, 1),
    (0x9be, 0x9be, 1),
    (0x9d7, 0x9d7, 1),
    (0xb3e, 0xb3e, 1),
    (0xb57, 0xb57, 1),
    (0xbbe, 0xbbe, 1),
    (0xbd7, 0xbd7, 1),
    (0xcc0, 0xcc0, 1),
    (0xcc2, 0xcc2, 1),
    (0xcc7, 0xcc8, 1),
    (0xcca, 0xccb, 1),
    (0xcd5, 0xcd6, 1),
    (0xd3e, 0xd3e, 1),
    (0xd4e, 0xd4e, 1),
    (0xd57, 0xd57, 1),
    (0xdcf, 0xdcf, 1),
    (0xddf, 0xddf, 1),
    (0x1715, 0x1715, 1),
    (0x1734, 0x1734, 1),
    (0x17a4, 0x17a4, 1),
    (0x17d8, 0x17d8, 1),
    (0x1b35, 0x1b35, 1),
    (0x1b3b, 0x1b3b, 1),
    (0x1b3d, 0x1b3d, 1),
    (0x1b43, 0x1b44, 1),
    (0x1baa, 0x1baa, 1),
    (0x1bf2, 0x1bf3, 1),
    (0x2630, 0x2637, 1),
    (0x268a, 0x268f, 1),
    (0x2d7f, 0x2d7f, 0),
    (0x302e, 0x302f, 2),
    (0x3164, 0x3164, 2),
    (0x3248, 0x324f, 2),
    (0xa8fa, 0xa8fa, 1),
    (0xa953, 0xa953, 1),
    (0xa9c0, 0xa9c0, 1),
    (0xffa0, 0xffa0, 1),
    (0xfff9, 0xfffb, 0),
    (0x111c0, 0x111c0, 1),
    (0x111c2, 0x111c3, 1),
    (0x11235, 0x11235, 1),
    (0x1133e, 0x1133e, 1),
    (0x1134d, 0x1134d, 1),
    (0x11357, 0x11357, 1),
    (0x114b0, 0x114b0, 1),
    (0x114bd, 0x114bd, 1),
    (0x115af, 0x115af, 1),
    (0x116b6, 0x116b6, 1),
    (0x1171e, 0x1171e, 0),
    (0x11930, 0x11930, 1),
    (0x1193d, 0x1193d, 1),
    (0x1193f, 0x1193f, 1),
    (0x11941, 0x11941, 1),
    (0x11a84, 0x11a89, 1),
    (0x11d46, 0x11d46, 1),
    (0x13430, 0x13438, 0),
    (0x16ff0, 0x16ff1, 2),
    (0x1d165, 0x1d166, 1),
    (0x1d16d, 0x1d172, 1),
    (0x1d300, 0x1d356, 1),
    (0x1d360, 0x1d376, 1),
];

/// Characters without a width, which tmux drops: first and last.
const DROPPED: [(u32, u32); 2] = [(0x80, 0x9f), (0x2028, 0x2029)];

/// Columns of a character: none for one that is combined with what stands before it. `None` for one that is dropped.
pub(crate) fn width(character: char) -> Option<u8> {
    let code = u32::from(character);
    if DROPPED
        .iter()
        .any(|(first, last)| (*first..=*last).contains(&code))
    {
        return None;
    }
    let place = EXCEPTIONS.partition_point(|(_, last, _)| *last < code);
    if let Some((first, _, columns)) = EXCEPTIONS.get(place)
        && *first <= code
    {
        return Some(*columns);
    }
    let columns = unicode_width::UnicodeWidthChar::width(character).unwrap_or(1);
    u8::try_from(columns).ok()
}
