//! Where rows continue: found by walking the same rows captured twice, as they are and joined.
//!
//! No format of tmux says it. Each joined line is exactly the concatenation of its rows (tmux-facts 3.2).

/// For each row whether the next one continues it.
///
/// The shortest run of rows that spells a joined line is taken. Between empty rows that is a guess without effect: an
/// empty row joined to a line adds nothing to it.
pub(crate) fn wraps(rows: &[&[u8]], joined: &[&[u8]]) -> Vec<bool> {
    let mut marks = Vec::with_capacity(rows.len());
    let mut lines = joined.iter();
    let mut rest: Option<&[u8]> = lines.next().copied();
    for row in rows {
        // Without a line that the row begins, nothing is claimed of it.
        let behind = rest.and_then(|line| line.strip_prefix(*row));
        let wrapped = behind.is_some_and(|behind| !behind.is_empty());
        rest = if wrapped {
            behind
        } else {
            lines.next().copied()
        };
        marks.push(wrapped);
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_empty_row_ends_a_line_of_its_own() {
        let rows: [&[u8]; 4] = [b"ab", b"c", b"", b"d"];
        let joined: [&[u8]; 3] = [b"abc", b"", b"d"];
        assert_eq!(wraps(&rows, &joined), [true, false, false, false]);
    }

    proptest! {
        #[test]
        fn the_marks_join_the_rows_to_the_lines(lines in prop::collection::vec(prop::collection::vec("[a-c]{1,3}", 1..4), 0..8)) {
            let rows: Vec<&[u8]> = lines.iter().flatten().map(String::as_bytes).collect();
            let joined: Vec<String> = lines.iter().map(|rows| rows.concat()).collect();
            let joined: Vec<&[u8]> = joined.iter().map(String::as_bytes).collect();
            let expected: Vec<bool> = lines.iter()
                .flat_map(|rows| (1..=rows.len()).map(|n| n < rows.len())).collect();
            prop_assert_eq!(wraps(&rows, &joined), expected);
        }
    }
}
