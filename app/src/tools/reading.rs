//! The tools that read a pane's text: `capture_pane`, `capture_since` and `snapshot_pane`.

use domain::capture::{Capture, CaptureRequest, Excerpt, LineRange, Position};
use domain::cursor::Cursor;
use domain::text::{printable, printable_with_colours};
use domain::{Budget, Kept, PaneId, Toolset, WatchEvent};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, timeout_at};

use crate::context::Context;
use crate::error::ToolError;
use crate::tool::{Output, Row, Tool};
use crate::tools::look::{Look, Since, doubt_note, look, patiently, shown};
use crate::tools::rows::{PaneRow, TextCursor, is_false, is_zero_u64};
use crate::tools::scalars::{CursorArg, PaneArg};

/// The tools of this file, in the order of the catalogue.
#[must_use]
pub fn tools() -> Vec<Tool> {
    let row = |name, description| Row {
        outputs: &[Output::TmuxMetadata, Output::TerminalContent],
        ..Row::new(name, Toolset::Inspect, description)
    };
    vec![
        Tool::new(
            row(
                "capture_pane",
                "Text of a pane: the visible screen, or lines start to end (0 = top of the screen, negative = history). \
                 Keeps the newest lines within the budget. To read only what is new, use capture_since with the cursor.",
            ),
            |context, arguments| Box::pin(capture_pane(context, arguments)),
        ),
        Tool::new(
            row(
                "capture_since",
                "Finished lines printed since a cursor from an earlier answer, and the cursor to go on with. continuous: \
                 false = lines may be missing. Without cursor: the newest lines. keep: oldest pages forward while more is \
                 true. To wait for particular text use wait_for_text. A pane cleared and refilled with the very same lines \
                 looks unchanged.",
            ),
            |context, arguments| Box::pin(capture_since(context, arguments)),
        ),
        Tool::new(
            row(
                "snapshot_pane",
                "A pane's row, visible text, text cursor and mode, all of one moment: for full-screen programs and prompts.",
            ),
            |context, arguments| Box::pin(snapshot_pane(context, arguments)),
        ),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct CapturePane {
    pane_id: PaneArg,
    start: Option<i64>,
    end: Option<i64>,
    #[schemars(range(min = 1, max = 10_000), extend("x-clamped" = true))]
    max_lines: Option<u64>,
    /// Default true.
    join_wrapped: Option<bool>,
    /// From the oldest line held.
    history: Option<bool>,
    /// Keep SGR colours.
    escapes: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Captured {
    lines: Vec<String>,
    #[serde(skip_serializing_if = "is_zero_u64")]
    dropped_lines: u64,
    #[serde(skip_serializing_if = "is_zero_u64")]
    dropped_chars: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
}

async fn capture_pane(context: &Context, arguments: CapturePane) -> Result<Captured, ToolError> {
    let history = arguments.history.unwrap_or(false);
    if history && arguments.start.is_some() {
        return Err(ToolError::invalid(
            "history",
            "and \"start\" both say where to begin",
            "Pass one of them.",
        ));
    }
    let range = LineRange {
        start: if history {
            None
        } else {
            Some(arguments.start.unwrap_or(0))
        },
        end: arguments.end,
    };
    let request = CaptureRequest {
        escapes: arguments.escapes.unwrap_or(false),
        ..CaptureRequest::shown(range)
    };
    let PaneArg(pane) = arguments.pane_id;
    let (look, excerpt) = read_range(context, pane, request).await?;
    let lines = range_lines(
        &excerpt,
        &look.capture.position,
        arguments.join_wrapped.unwrap_or(true),
        request.escapes,
    );
    let kept = context.limits.budget(arguments.max_lines).newest(lines);
    Ok(Captured {
        cursor: look.cursor(None).map(|cursor| cursor.to_string()),
        dropped_lines: kept.dropped_lines,
        dropped_chars: kept.dropped_chars,
        lines: kept.lines,
    })
}

/// Where the pane stands, and these rows of it. What is near the screen is among the rows that a look reads anyway.
async fn read_range(
    context: &Context,
    pane: PaneId,
    request: CaptureRequest,
) -> Result<(Look, Excerpt), ToolError> {
    let near = request.range.start.is_some_and(|start| start >= 0) && !request.escapes;
    if near {
        let look = look(context, pane, Since::Now, None, &[]).await?;
        let position = &look.capture.position;
        let (first, end) = request.range.rows_at(position);
        let part = look
            .capture
            .excerpts
            .first()
            .and_then(|tail| tail.part(first, end));
        // Behind a full-screen program the look reads the main screen.
        if let Some(part) = part.filter(|_| !position.alternate_screen) {
            return Ok((look, part));
        }
    }
    let look = look(context, pane, Since::Now, None, &[request]).await?;
    let excerpt = look.capture.excerpts.last().cloned().unwrap_or_default();
    Ok((look, excerpt))
}

/// The lines of an excerpt, safe to show; the blank rows at the end of the screen are none.
fn range_lines(excerpt: &Excerpt, position: &Position, joined: bool, escapes: bool) -> Vec<String> {
    let texts: Vec<String> = if joined {
        excerpt
            .lines()
            .into_iter()
            .map(|line| line.written)
            .collect()
    } else {
        excerpt.rows.iter().map(|row| row.text.clone()).collect()
    };
    let mut lines: Vec<String> = texts.iter().map(|text| safe(text, escapes)).collect();
    let whole = position.history_size + u64::from(position.height);
    if excerpt.end() >= whole {
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
    }
    lines
}

fn safe(text: &str, escapes: bool) -> String {
    let safe = if escapes {
        printable_with_colours(text)
    } else {
        printable(text)
    };
    safe.trim_end_matches([' ', '\t']).to_owned()
}

/// Which lines a read keeps where they do not all fit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Keep {
    /// The last ones; the rest is counted.
    #[default]
    Newest,
    /// The first ones; the cursor stands behind them.
    Oldest,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct CaptureSince {
    pane_id: PaneArg,
    cursor: Option<CursorArg>,
    #[schemars(range(min = 1, max = 10_000), extend("x-clamped" = true))]
    max_lines: Option<u64>,
    /// Wait so long for news.
    #[schemars(range(min = 0), extend("x-clamped" = true))]
    wait_ms: Option<u64>,
    keep: Option<Keep>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SinceAnswer {
    lines: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    continuous: bool,
    #[serde(skip_serializing_if = "is_zero_u64")]
    dropped_lines: u64,
    #[serde(skip_serializing_if = "is_zero_u64")]
    dropped_chars: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    unfinished: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    more: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

async fn capture_since(
    context: &Context,
    arguments: CaptureSince,
) -> Result<SinceAnswer, ToolError> {
    let PaneArg(pane) = arguments.pane_id;
    let cursor = arguments.cursor.map(|CursorArg(cursor)| cursor);
    let budget = context.limits.budget(arguments.max_lines);
    let keep = arguments.keep.unwrap_or_default();
    let deadline = Instant::now() + context.limits.wait_ms(arguments.wait_ms);
    let look = look_for_news(
        context,
        pane,
        cursor.as_ref(),
        at_most(keep, budget),
        deadline,
    )
    .await?;
    Ok(answer(&look, cursor.as_ref(), keep, budget))
}

fn at_most(keep: Keep, budget: Budget) -> Option<usize> {
    (keep == Keep::Oldest).then(|| budget.max_lines())
}

/// Looks, and, until the deadline, looks again whenever the pane changed, until there is something to tell.
async fn look_for_news(
    context: &Context,
    pane: PaneId,
    cursor: Option<&Cursor>,
    at_most: Option<usize>,
    deadline: Instant,
) -> Result<Look, ToolError> {
    let since = cursor.map_or(Since::Beginning, Since::Cursor);
    let first = look(context, pane, since, at_most, &[]).await?;
    if told(&first) || deadline <= Instant::now() {
        return Ok(first);
    }
    let mut watch = context.port.watch(pane).await?;
    loop {
        // Looked at after the watch began, so that nothing falls between.
        let again = || look(context, pane, since, at_most, &[]);
        let seen = patiently(deadline, again).await?;
        if told(&seen) {
            return Ok(seen);
        }
        match timeout_at(deadline, watch.next()).await {
            // What came at the last moment counts.
            Err(_) => return look(context, pane, since, at_most, &[]).await,
            Ok(event) => {
                if event? == WatchEvent::Gone {
                    return Err(domain::TmuxError::NoSuchPane { pane }.into());
                }
            }
        }
    }
}

fn told(look: &Look) -> bool {
    look.doubt.is_some() || look.capture.dead || !look.lines().is_empty()
}

fn answer(look: &Look, before: Option<&Cursor>, keep: Keep, budget: Budget) -> SinceAnswer {
    let lines = look.lines();
    let texts = lines.iter().map(shown);
    let kept = match keep {
        Keep::Newest => budget.newest(texts),
        Keep::Oldest => budget.oldest(texts),
    };
    let more = keep == Keep::Oldest && (kept.lines.len() < lines.len() || look.cut_short());
    let last_kept = kept
        .lines
        .len()
        .checked_sub(1)
        .and_then(|place| lines.get(place));
    let cursor = match last_kept {
        Some(line) if more => look.cursor_behind(line),
        _ => look.cursor(before),
    };
    SinceAnswer {
        cursor: cursor.map(|cursor| cursor.to_string()),
        continuous: look.doubt.is_none(),
        unfinished: if more {
            None
        } else {
            look.unfinished()
                .map(|line| cut_unfinished(&shown(&line), budget))
        },
        more,
        note: note(look, &kept),
        dropped_lines: kept.dropped_lines,
        dropped_chars: kept.dropped_chars,
        lines: kept.lines,
    }
}

/// The row being drawn keeps the budget of its own: it comes again once it is finished.
fn cut_unfinished(text: &str, budget: Budget) -> String {
    budget
        .newest([text.to_owned()])
        .lines
        .pop()
        .unwrap_or_default()
}

fn note(look: &Look, kept: &Kept) -> Option<String> {
    if look.capture.position.alternate_screen {
        return Some("A full-screen program has the screen; these lines are the main screen's. Use snapshot_pane to see it.".to_owned());
    }
    if let Some(doubt) = look.doubt {
        return Some(doubt_note(doubt).to_owned());
    }
    if look.capture.dead {
        return Some("The pane is dead: nothing will follow.".to_owned());
    }
    (kept.dropped_lines > 0)
        .then(|| "Older lines were dropped; keep: oldest pages through them.".to_owned())
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SnapshotPane {
    pane_id: PaneArg,
    #[schemars(range(min = 1, max = 10_000), extend("x-clamped" = true))]
    max_lines: Option<u64>,
    /// History too.
    history: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Snapshot {
    #[serde(flatten)]
    row: PaneRow,
    lines: Vec<String>,
    #[serde(skip_serializing_if = "is_zero_u64")]
    dropped_lines: u64,
    #[serde(skip_serializing_if = "is_zero_u64")]
    dropped_chars: u64,
    text_cursor: TextCursor,
    #[serde(skip_serializing_if = "Option::is_none")]
    scroll_position: Option<u32>,
}

async fn snapshot_pane(context: &Context, arguments: SnapshotPane) -> Result<Snapshot, ToolError> {
    let PaneArg(id) = arguments.pane_id;
    let range = if arguments.history.unwrap_or(false) {
        LineRange::ALL
    } else {
        LineRange::SCREEN
    };
    let (topology, capture) = context
        .port
        .view(id, &[CaptureRequest::shown(range)])
        .await?;
    let pane = topology.pane(id)?;
    let kept = context
        .limits
        .budget(arguments.max_lines)
        .newest(screen(&capture));
    Ok(Snapshot {
        row: PaneRow::new(pane, &topology, context.caller(&topology)),
        lines: kept.lines,
        dropped_lines: kept.dropped_lines,
        dropped_chars: kept.dropped_chars,
        text_cursor: TextCursor {
            x: pane.text_cursor.x,
            y: pane.text_cursor.y,
            visible: pane.text_cursor_visible,
        },
        scroll_position: pane.scroll_position,
    })
}

fn screen(capture: &Capture) -> Vec<String> {
    let excerpt = capture.excerpts.first().cloned().unwrap_or_default();
    range_lines(&excerpt, &capture.position, true, false)
}
