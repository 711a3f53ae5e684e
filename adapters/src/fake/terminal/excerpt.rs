//! The rows and the position that a reader of a real tmux gets, out of a screen: what `capture-pane` prints of them, and
//! where the rows continue as the port's adapter finds it out.

use domain::capture::{Excerpt, Position, Row};
use domain::{CaptureRequest, LineRange, Screen as Shown, Spot};

use super::super::grid::Grid;
use super::super::grid::cell::Style;
use super::super::grid::text::{coloured, plain};
use super::screen::Screen;
use crate::tmux::wrap::wraps;

/// Where the screen stands.
pub(super) fn position(screen: &Screen, which: Shown) -> Position {
    let (width, height) = (narrow(screen.width()), narrow(screen.height()));
    let mut text_cursor = Spot {
        x: narrow(screen.x),
        y: narrow(screen.y),
    };
    if which == Shown::Main && screen.behind().is_some() {
        let (x, y) = screen.saved_cursor().unwrap_or((usize::MAX, usize::MAX));
        text_cursor = Spot {
            x: narrow(x).min(width),
            y: narrow(y).min(height - 1),
        };
    }
    Position {
        history_size: screen.grid.history() as u64,
        history_limit: screen.grid.limit() as u64,
        width,
        height,
        text_cursor,
        alternate_screen: screen.behind().is_some(),
    }
}

/// The rows that the request names.
pub(super) fn excerpt(screen: &Screen, request: &CaptureRequest) -> Excerpt {
    let position = position(screen, Shown::Shown);
    let (first, end) = request.range.rows_at(&position);
    let rows = match screen.behind() {
        Some(behind) if request.screen == Shown::Main => {
            let range = LineRange {
                start: request.range.start.map(|start| start.min(0)),
                end: Some(0),
            };
            let (top, below) = range.rows_at(&position);
            // The first shown row is read with the history, whose last row may seem to go on there.
            let mut rows = read(&screen.grid, (top, below), screen.width(), request.escapes);
            rows.pop();
            let height = behind.height() as u64;
            rows.extend(read(behind, (0, height), screen.width(), request.escapes));
            let wanted = usize::try_from(end - top).unwrap_or(usize::MAX);
            let history = usize::try_from(below - 1 - top).unwrap_or(usize::MAX);
            rows.truncate(history + screen.height());
            let blank = Row {
                text: String::new(),
                wrapped: false,
            };
            rows.resize(wanted, blank);
            let skipped = usize::try_from(first.saturating_sub(top)).unwrap_or(usize::MAX);
            rows.into_iter().skip(skipped).collect()
        }
        _ => read(&screen.grid, (first, end), screen.width(), request.escapes),
    };
    Excerpt { first, rows }
}

/// Rows of a grid by their absolute numbers.
fn read(grid: &Grid, (first, end): (u64, u64), columns: usize, escapes: bool) -> Vec<Row> {
    let numbers = (first..end).filter_map(|row| usize::try_from(row).ok());
    let lines: Vec<_> = numbers.filter_map(|row| grid.row(row)).collect();
    let texts: Vec<String> = lines.iter().map(|line| plain(line, columns)).collect();
    let mut joined: Vec<Vec<u8>> = Vec::new();
    let mut open = false;
    for (line, text) in lines.iter().zip(&texts) {
        match joined.last_mut() {
            Some(last) if open => last.extend_from_slice(text.as_bytes()),
            _ => joined.push(text.clone().into_bytes()),
        }
        open = line.wrapped;
    }
    let rows: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
    let joined: Vec<&[u8]> = joined.iter().map(Vec::as_slice).collect();
    let marks = wraps(&rows, &joined);
    let texts = if escapes {
        let mut last = Style::default();
        lines
            .iter()
            .map(|line| coloured(line, columns, &mut last))
            .collect()
    } else {
        texts
    };
    let row = |(text, wrapped)| Row { text, wrapped };
    texts.into_iter().zip(marks).map(row).collect()
}

fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
