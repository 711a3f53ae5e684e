//! The answer of a run: its output out of the terminal, the cursors to read on from, and what to say of the rest.

use domain::capture::{Capture, CaptureRequest, Excerpt, LineRange};
use domain::cursor::Cursor;
use domain::frame::Cut;
use domain::run::RunState;
use domain::{Budget, TmuxError};

use super::{End, Finish, Outcome, Place, Ran, Run, Took};
use crate::context::Context;
use crate::tools::look::shown;
use crate::tools::rows::seconds;

/// Rows above the screen that the first read reaches back: short output needs no second one.
const ABOVE: i64 = 64;

/// Rows read where all of them are more than is held at once.
const ROWS_MAX: i64 = 10_000;

/// How often the end marker is looked for while the terminal still draws.
const LOOKS_MAX: u32 = 50;

/// What was read of a run.
#[derive(Debug)]
pub(super) struct Read {
    capture: Capture,
    cut: Cut,
}

impl Read {
    /// The run's exit status, where it stood among the run words.
    pub(super) fn status(&self, run: &Run) -> Option<u8> {
        match self.capture.runs.state(run.frame.nonce()) {
            Some(RunState::Ended(status)) if self.capture.identity == run.identity => Some(status),
            _ => None,
        }
    }

    fn excerpt(&self) -> Option<&Excerpt> {
        self.capture.excerpts.first()
    }

    fn cursor(&self) -> Option<Cursor> {
        let excerpt = self.excerpt()?;
        Some(Cursor::behind(
            &self.capture,
            excerpt,
            self.capture.finished_end(excerpt).unwrap_or(excerpt.first),
        ))
    }

    /// The cursor in front of the output's first line.
    fn start_cursor(&self) -> Option<Cursor> {
        Some(Cursor::behind(
            &self.capture,
            self.excerpt()?,
            self.cut.first,
        ))
    }
}

/// The answer for a run that ended so.
pub(super) async fn answer(
    context: &Context,
    run: Run,
    finish: Finish,
    budget: Budget,
    took: &Took,
) -> Ran {
    let end = finish.end;
    let read = match end {
        _ if finish.read.is_some() => finish.read,
        // Started and no more, or nothing was run: there is no output to look for.
        End::ServerGone | End::Unread => None,
        End::TimedOut if took.timeout.is_zero() && run.typed.is_some() => None,
        _ => read(context, &run, end != End::TimedOut).await.ok(),
    };
    let cut = read
        .as_ref()
        .map(|read| read.cut.clone())
        .unwrap_or_default();
    let kept = budget.newest(cut.lines.iter().map(shown));
    let truncated = kept.dropped_lines > 0 || kept.dropped_chars > 0;
    let (outcome, exit_status) = outcome(end);
    Ran {
        outcome,
        exit_status,
        framed: cut.framed() || (end == End::TimedOut && (cut.started || read.is_none())),
        output_truncated: truncated,
        output_truncated_lines: kept.dropped_lines,
        dropped_chars: kept.dropped_chars,
        pane_id: run.pane.to_string(),
        elapsed_seconds: took.elapsed(),
        effective_timeout: seconds(took.timeout),
        timed_out: outcome == Outcome::TimedOut,
        cursor: read
            .as_ref()
            .and_then(Read::cursor)
            .map(|cursor| cursor.to_string()),
        start_cursor: read
            .as_ref()
            .filter(|_| truncated)
            .and_then(Read::start_cursor)
            .map(|cursor| cursor.to_string()),
        resume: (end == End::TimedOut).then(|| run.token().to_string()),
        note: note(end, &cut, &run),
        output: kept.lines,
    }
}

const fn outcome(end: End) -> (Outcome, Option<u8>) {
    match end {
        End::Completed(status) => (Outcome::Completed, Some(status)),
        End::TimedOut | End::Unread => (Outcome::TimedOut, None),
        End::PaneDied => (Outcome::PaneDied, None),
        End::ServerGone => (Outcome::ServerGone, None),
    }
}

fn note(end: End, cut: &Cut, run: &Run) -> Option<String> {
    match end {
        End::Unread => Some(
            "No shell answered, so the line was taken back and did not run: look at the pane with snapshot_pane.".to_owned(),
        ),
        End::TimedOut if !cut.started && !cut.lines.is_empty() => {
            Some("It still runs: call again with resume to wait on. The beginning of its output is out of reach.".to_owned())
        }
        End::TimedOut => Some("It still runs: call again with resume to wait on.".to_owned()),
        End::Completed(_) if !cut.framed() => {
            Some("Part of the output is out of reach (cleared, or the history was outrun); exit_status is exact.".to_owned())
        }
        _ => run.note.clone(),
    }
}

/// Reads until the end marker is drawn, where the run has ended, or until the terminal stands still.
pub(super) async fn read(context: &Context, run: &Run, ended: bool) -> Result<Read, TmuxError> {
    let mut last = read_once(context, run, ended).await?;
    let mut looks = 1;
    while ended && !last.cut.ended && looks < LOOKS_MAX {
        let next = read_once(context, run, ended).await?;
        let still = next.capture.position == last.capture.position
            && next.capture.excerpts == last.capture.excerpts;
        last = next;
        looks += 1;
        if still {
            break;
        }
    }
    Ok(last)
}

/// The screen and some rows above; what reaches further back is read in a second invocation.
async fn read_once(context: &Context, run: &Run, ended: bool) -> Result<Read, TmuxError> {
    let capture = read_from(context, run, Some(-ABOVE)).await?;
    let read = cut(capture, run, ended);
    let whole = read.excerpt().is_none_or(|excerpt| excerpt.first == 0);
    // The first start marker counts, so a later one must not be taken for it.
    let begins = |place: Place| place.fits(read.cut.first);
    if whole || (read.cut.started && run.typed.is_some_and(begins)) {
        return Ok(read);
    }
    let height = i64::try_from(read.capture.position.history_size).unwrap_or(i64::MAX);
    // Where nothing was trimmed or rewrapped since, the start marker is not above the row that was typed into.
    let typed_at = run.typed.and_then(|place| i64::try_from(place.row).ok());
    let near = typed_at
        .filter(|_| read.capture.untrimmed())
        .map(|row| (row - height - ABOVE).min(-ABOVE));
    if let Some(start) = near {
        let read = cut(read_from(context, run, Some(start)).await?, run, ended);
        if read.cut.started {
            return Ok(read);
        }
    }
    match read_from(context, run, None).await {
        Err(TmuxError::TooLarge { .. }) => {
            let capture = read_from(context, run, Some(-ROWS_MAX)).await?;
            Ok(cut(capture, run, ended))
        }
        capture => Ok(cut(capture?, run, ended)),
    }
}

async fn read_from(context: &Context, run: &Run, start: Option<i64>) -> Result<Capture, TmuxError> {
    let range = LineRange { start, end: None };
    context
        .port
        .capture(run.pane, &[CaptureRequest::shown(range)])
        .await
}

fn cut(capture: Capture, run: &Run, ended: bool) -> Read {
    let cut = |excerpt| {
        if ended {
            run.frame.cut(excerpt, &capture.position)
        } else {
            run.frame.cut_so_far(excerpt, &capture.position)
        }
    };
    let cut = capture.excerpts.first().map(cut).unwrap_or_default();
    Read { capture, cut }
}
