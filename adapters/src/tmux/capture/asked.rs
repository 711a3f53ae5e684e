//! What is asked of a pane: its position, and sections of rows, each behind a mark.

use domain::run::RUNS_OPTION;
use domain::{CaptureRequest, LineRange, PaneId, Screen};

use crate::tmux::gates::Decided;
use crate::tmux::quote::quoted;
use crate::tmux::rows::Token;
use crate::tmux::version;

/// The kind of the position's row.
pub(super) const POSITION: char = 'o';
/// The kind of the mark before a section.
pub(super) const SECTION: char = 'm';
/// What tmux reads as a row number; beyond it the text would be ignored.
const ROWS: std::ops::RangeInclusive<i64> = -2_147_483_647..=32_767;

/// The position, and for a server that is not known yet how it decides what is gated. `display-message` does not fail
/// where the pane is gone (tmux-facts 7.3), so it says which one it found.
pub(super) fn position(token: &Token, pane: PaneId, behind: bool, known: bool) -> String {
    let words = [
        "pane_id",
        "pid",
        "start_time",
        "pane_pid",
        "pane_dead",
        "history_size",
        "history_limit",
        "pane_width",
        "pane_height",
        "cursor_x",
        "cursor_y",
        "alternate_on",
    ];
    let mut format = token.format(POSITION, &words, &[RUNS_OPTION]);
    if behind {
        token.add(
            &mut format,
            &["alternate_saved_x", "alternate_saved_y"],
            &[],
        );
    }
    if !known {
        format.push_str(version::PADS);
        format.push(' ');
    }
    format!("display-message -p -t {pane} {}", quoted(&format))
}

/// The earlier request whose rows of the shown screen hold those of this one, to the same end.
pub(super) fn holder(requests: &[CaptureRequest], place: usize) -> Option<usize> {
    let (earlier, wanted) = (requests.get(..place)?, requests.get(place)?);
    earlier.iter().position(|request| {
        let (outer, inner) = (request.range, wanted.range);
        let begins = outer
            .start
            .is_none_or(|start| inner.start.is_some_and(|inner| start <= inner));
        begins && outer.end == inner.end && request.escapes == wanted.escapes
    })
}

/// Rows of one grid.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    range: LineRange,
    saved: bool,
    escapes: bool,
}

/// What a request reads: its rows; and for the main screen behind another the history with one row of what is shown,
/// which tells whether the last row of history goes on, and the saved screen.
pub(super) fn parts(request: &CaptureRequest, behind: bool) -> Vec<Part> {
    let part = |range, saved| Part {
        range,
        saved,
        escapes: request.escapes,
    };
    let mut parts = vec![part(request.range, false)];
    if behind && request.screen == Screen::Main {
        let history = LineRange {
            start: request.range.start.map(|start| start.min(0)),
            end: Some(0),
        };
        parts.push(part(history, false));
        parts.push(part(LineRange::SCREEN, true));
    }
    parts
}

impl Part {
    /// How many sections it prints.
    const fn sections(self) -> usize {
        if self.escapes { 3 } else { 2 }
    }

    /// The commands that print it, each section behind its mark.
    pub(super) fn ask(
        self,
        token: &Token,
        pane: PaneId,
        decided: Option<Decided>,
        commands: &mut Vec<String>,
    ) {
        let row = |row: Option<i64>| {
            row.map_or_else(
                || "-".to_owned(),
                |row| row.clamp(*ROWS.start(), *ROWS.end()).to_string(),
            )
        };
        // `-q`: the program may have given the alternate screen back since.
        let grid = if self.saved { " -a -q" } else { "" };
        let range = format!("-S {} -E {}", row(self.range.start), row(self.range.end));
        let capture = |form: &str| format!("capture-pane -p{grid} {form} {range} -t {pane}");
        let written = |form: &str| {
            let (old, new) = (capture(form), capture(&format!("{form} -T")));
            match decided.map(|decided| decided.pads) {
                Some(true) => new,
                Some(false) => old,
                None => format!(
                    "if-shell -F {} {} {}",
                    quoted(version::PADS),
                    quoted(&new),
                    quoted(&old)
                ),
            }
        };
        let forms = [written("-N"), capture("-J"), written("-e -N")];
        for form in forms.into_iter().take(self.sections()) {
            commands.push(token.mark(SECTION));
            commands.push(form);
        }
    }
}
