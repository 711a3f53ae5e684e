//! Where a reader of a pane resumes: an opaque token, and which lines of a later capture follow it.
//!
//! The server keeps nothing: the token holds all that is needed, so it survives a restart. It says where the reader stood
//! (an absolute row) and what stood just above (a hash of finished logical lines, the anchor). A later look decides from
//! both whether the lines behind that place are all that came since. Where it cannot be proven, it is not claimed.
//!
//! One thing no reader of tmux can see: a pane cleared and then printed full of the very same lines up to the cursor.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::hash::Hasher;
use core::str::FromStr;

use siphasher::sip::SipHasher24;

use crate::capture::{Capture, Excerpt, Line};
use crate::id::IdError;

/// How many finished logical lines an anchor has, where there are as many.
pub const ANCHOR_LINES: usize = 16;

/// How many candidates are looked at one by one; where there are more, the whole history is small enough to read.
const CANDIDATES_MAX: usize = 16;

/// Where a reader of a pane resumes. Prints as `ltxc1.<32 hex>.<row>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cursor {
    /// Server life, pane and process, 40 bits.
    binding: u64,
    /// The pane's columns when the anchor was taken.
    width: u16,
    /// How many lines the anchor has.
    count: u8,
    /// Their hash.
    hash: u64,
    /// The absolute row behind the last of them.
    row: u64,
}

/// What a capture says about a cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Follow {
    /// Everything from this absolute row on came after the cursor, and nothing else did.
    Proven {
        /// The first row behind the anchor.
        from: u64,
    },
    /// That nothing was lost cannot be proven.
    Unproven(Doubt),
    /// The capture does not reach far enough to tell.
    Further(Reach),
}

/// Why continuity cannot be proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// The cursor is of another server life, pane or process.
    Elsewhere,
    /// The cursor was taken where no line was finished yet, so that it has no anchor.
    NoAnchor,
    /// What stood above the cursor is no longer held, or was changed.
    Lost,
    /// What stood above the cursor stands in several places, and a trim may have moved it.
    Ambiguous,
}

/// What a capture must hold to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// The lines above each of these absolute rows.
    Above(Vec<u64>),
    /// All rows that the pane holds.
    Everything,
}

impl Cursor {
    /// The cursor behind the logical line that ends at `row`. Its anchor has as many lines as the excerpt holds whole
    /// above that row, at most [`ANCHOR_LINES`].
    #[must_use]
    pub fn behind(capture: &Capture, excerpt: &Excerpt, row: u64) -> Self {
        let lines = whole_lines(excerpt);
        let above: Vec<&Line> = lines.iter().take_while(|line| line.end <= row).collect();
        let anchor = above
            .get(above.len().saturating_sub(ANCHOR_LINES)..)
            .unwrap_or_default();
        Self {
            binding: binding(capture),
            width: width(capture),
            count: u8::try_from(anchor.len()).unwrap_or(u8::MAX),
            hash: hash(anchor),
            row,
        }
    }

    /// Whether more lines above the cursor would make its anchor stronger.
    #[must_use]
    pub fn wants_more(&self, excerpt: &Excerpt) -> bool {
        usize::from(self.count) < ANCHOR_LINES && excerpt.first > 0
    }

    /// The absolute row behind the anchor, at the time it was taken.
    #[must_use]
    pub const fn row(&self) -> u64 {
        self.row
    }

    /// Which rows of a capture follow this cursor.
    #[must_use]
    pub fn follow(&self, capture: &Capture) -> Follow {
        if self.binding != binding(capture) {
            return Follow::Unproven(Doubt::Elsewhere);
        }
        if self.count == 0 {
            return Follow::Unproven(Doubt::NoAnchor);
        }
        if self.width != width(capture) {
            return self.search(capture);
        }
        if capture.untrimmed() {
            return match self.stands_at(capture, self.row) {
                None => Follow::Further(Reach::Above(vec![self.row])),
                Some(Standing::Here) => Follow::Proven { from: self.row },
                Some(Standing::TooFewAbove(_) | Standing::Not) => self.search(capture),
            };
        }
        self.follow_through_trims(capture)
    }

    /// Where trims may have happened the anchor may stand where it stood, or any multiple of the trim before that, or
    /// be gone altogether. Lines that repeat would look like it at other such places, behind it too, so exactly one of
    /// all places that are a multiple of the trim apart must hold it.
    fn follow_through_trims(&self, capture: &Capture) -> Follow {
        let trim = capture.position.trim();
        let held = capture.position.history_size + u64::from(capture.position.height);
        let mut places =
            (self.row % trim..=held).step_by(usize::try_from(trim).unwrap_or(usize::MAX));
        let places: Vec<u64> = places.by_ref().filter(|place| *place > 0).collect();
        if places.len() > CANDIDATES_MAX && everything(capture).is_none() {
            return Follow::Further(Reach::Everything);
        }
        let verdicts: Vec<(u64, Option<Standing>)> = places
            .iter()
            .map(|place| (*place, self.stands_at(capture, *place)))
            .collect();
        let unread: Vec<u64> = verdicts
            .iter()
            .filter(|(_, verdict)| verdict.is_none())
            .map(|(place, _)| *place)
            .collect();
        if !unread.is_empty() {
            return Follow::Further(Reach::Above(unread));
        }
        let mut standing = verdicts
            .iter()
            .filter(|(_, verdict)| *verdict == Some(Standing::Here))
            .map(|(place, _)| *place);
        let found = match (standing.next(), standing.next()) {
            (Some(place), None) => place,
            (Some(_), Some(_)) => return Follow::Unproven(Doubt::Ambiguous),
            (None, _) => return self.search(capture),
        };
        let verdicts: Vec<Standing> = verdicts
            .into_iter()
            .filter_map(|(_, verdict)| verdict)
            .collect();
        self.accept(capture, found, &verdicts)
    }

    /// The verdict on the only place where the anchor stands: not proven where it could have moved to another one and
    /// been cut there by a trim or a clear, nor where it is one line over and over, which says nothing by its content.
    fn accept(&self, capture: &Capture, found: u64, elsewhere: &[Standing]) -> Follow {
        let Some(anchor) = self.anchor_at(capture, found) else {
            return Follow::Unproven(Doubt::Ambiguous);
        };
        let telling = anchor.iter().any(|line| {
            anchor
                .first()
                .is_some_and(|first| first.text() != line.text())
        });
        let cut_off = elsewhere.iter().any(|standing| match standing {
            Standing::TooFewAbove(remains) => could_remain(&anchor, remains),
            Standing::Here | Standing::Not => false,
        });
        // While the width stays, a line moves up alone: by what a trim or a clear took from above it.
        let moved_down = self.width == width(capture) && found > self.row;
        if !telling || cut_off || moved_down {
            return Follow::Unproven(Doubt::Ambiguous);
        }
        Follow::Proven { from: found }
    }

    /// The lines of the anchor that stands at `found`.
    fn anchor_at(&self, capture: &Capture, found: u64) -> Option<Vec<Line>> {
        capture.excerpts.iter().find_map(|excerpt| {
            let lines = whole_lines(excerpt);
            let behind = lines.partition_point(|line| line.end <= found);
            let anchor = lines.get(behind.checked_sub(usize::from(self.count))?..behind)?;
            anchor
                .last()
                .is_some_and(|line| line.end == found)
                .then(|| anchor.to_vec())
        })
    }

    /// Looks for the one place in all that is held.
    fn search(&self, capture: &Capture) -> Follow {
        let Some(whole) = everything(capture) else {
            return Follow::Further(Reach::Everything);
        };
        let lines = whole.lines();
        let standings: Vec<(u64, Standing)> = lines
            .iter()
            .map(|line| (line.end, self.ends_at(&lines, line.end)))
            .collect();
        let mut standing = standings
            .iter()
            .filter(|(_, standing)| *standing == Standing::Here)
            .map(|(row, _)| *row);
        match (standing.next(), standing.next()) {
            (Some(found), None) => {
                let standings: Vec<Standing> = standings
                    .into_iter()
                    .map(|(_, standing)| standing)
                    .collect();
                self.accept(capture, found, &standings)
            }
            (Some(_), Some(_)) => Follow::Unproven(Doubt::Ambiguous),
            (None, _) => Follow::Unproven(Doubt::Lost),
        }
    }

    /// Whether the anchor stands above `row`; `None` where no excerpt holds enough lines above it.
    fn stands_at(&self, capture: &Capture, row: u64) -> Option<Standing> {
        let held = capture.position.history_size + u64::from(capture.position.height);
        if row > held {
            return Some(Standing::Not);
        }
        let around = capture
            .excerpts
            .iter()
            .filter(|excerpt| excerpt.first < row && row <= excerpt.end());
        around
            .map(|excerpt| (excerpt.first, self.ends_at(&whole_lines(excerpt), row)))
            .find_map(|(first, verdict)| {
                match verdict {
                    // Certain only where there is nothing more above.
                    Standing::TooFewAbove(_) if first > 0 => None,
                    verdict => Some(verdict),
                }
            })
    }

    /// Whether the last of these lines up to `row` are the anchor's.
    fn ends_at(&self, lines: &[Line], row: u64) -> Standing {
        let behind = lines.partition_point(|line| line.end <= row);
        let above = lines.get(..behind).unwrap_or_default();
        if above.last().is_some_and(|line| line.end != row) {
            return Standing::Not;
        }
        let Some(from) = above.len().checked_sub(usize::from(self.count)) else {
            return Standing::TooFewAbove(
                above.iter().map(|line| line.text().to_string()).collect(),
            );
        };
        let anchor = above.get(from..).unwrap_or_default();
        if hash_of(anchor.iter()) == self.hash {
            Standing::Here
        } else {
            Standing::Not
        }
    }
}

/// Whether an anchor stands at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Standing {
    /// It does.
    Here,
    /// It does not.
    Not,
    /// There are fewer lines above than it has: these.
    TooFewAbove(Vec<String>),
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "ltxc1.{:010x}{:04x}{:02x}{:016x}.{}",
            self.binding, self.width, self.count, self.hash, self.row
        )
    }
}

impl FromStr for Cursor {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        parse(text).ok_or_else(|| IdError {
            value: text.chars().take(80).collect(),
            wanted: "cursor",
            rule: "pass a cursor exactly as an answer gave it, ltxc1.<32 hex digits>.<row>",
        })
    }
}

fn parse(text: &str) -> Option<Cursor> {
    let (fields, row) = text.strip_prefix("ltxc1.")?.split_once('.')?;
    let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if fields.len() != 32
        || !fields.bytes().all(hex)
        || !row.bytes().all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    let field = |from: usize, to: usize| u64::from_str_radix(fields.get(from..to)?, 16).ok();
    let count = u8::try_from(field(14, 16)?)
        .ok()
        .filter(|count| usize::from(*count) <= ANCHOR_LINES)?;
    Some(Cursor {
        binding: field(0, 10)?,
        width: u16::try_from(field(10, 14)?).ok()?,
        count,
        hash: field(16, 32)?,
        row: row.parse().ok()?,
    })
}

/// The logical lines that an excerpt holds whole: the first may be the end of one that began above it.
fn whole_lines(excerpt: &Excerpt) -> Vec<Line> {
    let mut lines = excerpt.lines();
    if excerpt.first > 0 && !lines.is_empty() {
        lines.remove(0);
    }
    lines
}

/// Whether `remains`, the only lines above some place, could be what a trim or a clear left of the anchor.
fn could_remain(anchor: &[Line], remains: &[String]) -> bool {
    let tail = anchor
        .get(anchor.len().saturating_sub(remains.len())..)
        .unwrap_or_default();
    let mut pairs = tail
        .iter()
        .map(Line::text)
        .zip(remains.iter().map(String::as_str));
    // The first remaining line may itself be cut.
    pairs.next().is_none_or(|(whole, cut)| whole.ends_with(cut)) && pairs.all(|(a, b)| a == b)
}

/// The excerpt that holds all rows of the pane.
fn everything(capture: &Capture) -> Option<&Excerpt> {
    let total = capture.position.history_size + u64::from(capture.position.height);
    capture
        .excerpts
        .iter()
        .find(|excerpt| excerpt.first == 0 && excerpt.end() >= total)
}

fn width(capture: &Capture) -> u16 {
    u16::try_from(capture.position.width).unwrap_or(u16::MAX)
}

/// Server life, pane and process as 40 bits.
fn binding(capture: &Capture) -> u64 {
    let mut hasher = SipHasher24::new();
    hasher.write(&capture.identity.pid.to_le_bytes());
    hasher.write(&capture.identity.start_time.to_le_bytes());
    hasher.write(&capture.pane.number().to_le_bytes());
    hasher.write(&capture.pid.to_le_bytes());
    hasher.finish() & 0xff_ffff_ffff
}

fn hash(lines: &[&Line]) -> u64 {
    hash_of(lines.iter().copied())
}

/// SipHash-2-4 under the zero key: an algorithm that never changes, because tokens outlive this process.
fn hash_of<'a>(lines: impl Iterator<Item = &'a Line>) -> u64 {
    let mut hasher = SipHasher24::new();
    for line in lines {
        hasher.write(line.text().as_bytes());
        // No text holds this byte, so two lists of lines never hash the same input.
        hasher.write(&[0xff]);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests;
