//! The tools that find a pane: by what it shows (`search_panes`), and by where it stands (`find_pane_by_position`).

use std::time::Duration;

use domain::matcher::Patterns;
use domain::text::printable;
use domain::{Capture, CaptureRequest, LineRange};
use domain::{Corner, Pane, Scope, TmuxError, Toolset, Topology};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use crate::context::Context;
use crate::error::ToolError;
use crate::tool::{Output, Row, Tool};
use crate::tools::rows::PaneRow;
use crate::tools::scalars::{PaneArg, SessionArg, WindowArg};

/// The most panes that one search reads.
const PANES_MAX: usize = 200;

/// The most logical lines that one search reads.
const LINES_MAX: usize = 20_000;

/// The most bytes that one search reads.
const BYTES_MAX: usize = 1_000_000;

/// How long one search may take.
const TIME_MAX: Duration = Duration::from_secs(5);

/// Rows above those asked for that are read too: the first line may begin there.
const MARGIN: i64 = 64;

/// The most characters of a matching line that are shown, and how many of them stand before the match.
const SHOWN_CHARS: usize = 1_000;
const SHOWN_BEFORE: usize = 300;

/// The most bytes of one logical line that are looked at.
const LINE_BYTES: usize = 32_000;

/// After how many lines the other calls of this process get their turn.
const TURN: usize = 64;

/// The tools of this file, in the order of the catalogue.
#[must_use]
pub fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            Row {
                outputs: &[Output::TmuxMetadata, Output::TerminalContent],
                ..Row::new(
                    "search_panes",
                    Toolset::Inspect,
                    "Find lines on the screens of all panes, or of some; wrapped lines are joined. line: 0 = top of the screen, \
                     negative = history. Per pane the newest matches.",
                )
            },
            |context, arguments| Box::pin(search_panes(context, arguments)),
        ),
        Tool::new(
            Row::new(
                "find_pane_by_position",
                Toolset::Inspect,
                "The pane in a corner of a window; in a zoomed window by the layout behind the zoom.",
            ),
            |context, arguments| Box::pin(find_pane_by_position(context, arguments)),
        ),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SearchPanes {
    #[schemars(length(min = 1))]
    pattern: String,
    /// Default false: literal.
    regex: Option<bool>,
    ignore_case: Option<bool>,
    session: Option<SessionArg>,
    window_id: Option<WindowArg>,
    pane_id: Option<PaneArg>,
    /// History too; default 0.
    #[schemars(range(min = 0), extend("x-clamped" = true))]
    scrollback_lines: Option<u64>,
    /// Default 5.
    #[schemars(range(min = 1, max = 10_000), extend("x-clamped" = true))]
    max_matches_per_pane: Option<u64>,
    /// Matches in all.
    #[schemars(range(min = 1, max = 10_000), extend("x-clamped" = true))]
    max_lines: Option<u64>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Found {
    matches: Vec<Match>,
    panes_searched: usize,
    lines_searched: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_by: Option<Stop>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Match {
    pane_id: String,
    window_id: String,
    line: i64,
    text: String,
}

/// What ended a search, or cut it short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Stop {
    Panes,
    Lines,
    Bytes,
    Time,
    Matches,
}

async fn search_panes(context: &Context, arguments: SearchPanes) -> Result<Found, ToolError> {
    let patterns = patterns(&arguments)?;
    let topology = context.port.observe(Scope::Everything).await?;
    let panes = chosen(&topology, &arguments)?;
    let mut search = Search {
        patterns,
        rows: arguments.scrollback_lines.unwrap_or(0),
        per_pane: count(arguments.max_matches_per_pane, 5),
        in_all: context.limits.budget(arguments.max_lines).max_lines(),
        chars_max: context.limits.max_chars.min(SHOWN_CHARS),
        chars_left: context.limits.max_chars,
        deadline: Instant::now() + TIME_MAX,
        bytes: 0,
        fuller: Vec::new(),
        found: Found {
            matches: Vec::new(),
            panes_searched: 0,
            lines_searched: 0,
            stopped_by: None,
            note: None,
        },
    };
    for (place, pane) in panes.iter().enumerate() {
        if place == PANES_MAX {
            search.stop(Stop::Panes);
            break;
        }
        if !search.pane(context, pane).await? {
            break;
        }
    }
    let mut found = search.found;
    found.note = note(&found, panes.len(), &search.fuller);
    Ok(found)
}

fn count(given: Option<u64>, default: usize) -> usize {
    given.map_or(default, |given| {
        usize::try_from(given).unwrap_or(usize::MAX)
    })
}

fn patterns(arguments: &SearchPanes) -> Result<Patterns, ToolError> {
    let written = std::slice::from_ref(&arguments.pattern);
    let regex = arguments.regex.unwrap_or(false);
    let built = if arguments.ignore_case.unwrap_or(false) {
        Patterns::ignoring_case(written, regex)
    } else {
        Patterns::new(written, regex)
    };
    built.map_err(|error| {
        ToolError::invalid(
            "pattern",
            &format!("is no regular expression: {}", printable(&error.why)),
            "Mend it (no look-around, no back-references), or leave regex out to find the text as it is.",
        )
    })
}

/// The panes that all given targets name.
fn chosen<'t>(topology: &'t Topology, arguments: &SearchPanes) -> Result<Vec<&'t Pane>, ToolError> {
    let session = match &arguments.session {
        None => None,
        Some(SessionArg(session)) => Some(topology.session(session)?.id),
    };
    let window = match arguments.window_id {
        None => None,
        Some(WindowArg(window)) => Some(topology.window(window)?.id),
    };
    let pane = match arguments.pane_id {
        None => None,
        Some(PaneArg(pane)) => Some(topology.pane(pane)?.id),
    };
    let placed = |pane: &Pane| {
        session.is_none_or(|session| {
            let mut placements = topology.placements(pane.window);
            placements.any(|placement| placement.session == session)
        })
    };
    let wanted = |seen: &&Pane| {
        pane.is_none_or(|pane| seen.id == pane)
            && window.is_none_or(|window| seen.window == window)
            && placed(seen)
    };
    Ok(topology.panes.iter().filter(wanted).collect())
}

/// A search under way.
#[derive(Debug)]
struct Search {
    patterns: Patterns,
    /// Rows of the history that are asked for.
    rows: u64,
    per_pane: usize,
    in_all: usize,
    /// Characters of one match.
    chars_max: usize,
    chars_left: usize,
    deadline: Instant,
    bytes: usize,
    /// Panes in which more lines match than are told.
    fuller: Vec<String>,
    found: Found,
}

/// What a look at one line came to.
#[derive(Debug)]
enum Looked {
    Nothing,
    /// It matches, from this byte on.
    Match(usize),
    /// A limit was reached before it was looked at.
    Over(Stop),
}

impl Search {
    /// The first reason counts.
    fn stop(&mut self, by: Stop) {
        self.found.stopped_by.get_or_insert(by);
    }

    /// Searches a pane; `false` where the search is over.
    async fn pane(&mut self, context: &Context, pane: &Pane) -> Result<bool, ToolError> {
        if Instant::now() >= self.deadline {
            self.stop(Stop::Time);
            return Ok(false);
        }
        let rows = self.rows.min(LINES_MAX as u64);
        let first = i64::try_from(rows).unwrap_or(0).saturating_neg();
        let Some(capture) = self.read(context, pane, first).await? else {
            return Ok(true);
        };
        self.found.panes_searched += 1;
        if self.rows > rows && capture.position.history_size > rows {
            self.stop(Stop::Lines);
        }
        let top = i64::try_from(capture.position.history_size).unwrap_or(i64::MAX);
        let scale = |row: u64| i64::try_from(row).unwrap_or(i64::MAX).saturating_sub(top);
        let excerpt = capture.excerpts.into_iter().next().unwrap_or_default();
        let lines = excerpt.lines();
        let lines: Vec<(i64, &str)> = lines
            .iter()
            .rev()
            // The blank rows below the last line are none.
            .skip_while(|line| line.text().is_empty())
            .take_while(|line| scale(line.end) > first)
            .map(|line| (scale(line.first), line.text()))
            .collect();
        Ok(self.lines(pane, &lines).await)
    }

    /// The rows of a pane; `None` where it has gone meanwhile.
    async fn read(
        &mut self,
        context: &Context,
        pane: &Pane,
        first: i64,
    ) -> Result<Option<Capture>, ToolError> {
        let range = LineRange::from(first.saturating_sub(MARGIN));
        let read = |range| async move {
            let request = CaptureRequest::shown(range);
            context.port.capture(pane.id, &[request]).await
        };
        let read = match read(range).await {
            Err(TmuxError::TooLarge { .. }) => {
                self.stop(Stop::Bytes);
                read(LineRange::SCREEN).await
            }
            read => read,
        };
        match read {
            Ok(capture) => Ok(Some(capture)),
            Err(TmuxError::NoSuchPane { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Searches the lines of a pane, the newest first; `false` where the search is over.
    async fn lines(&mut self, pane: &Pane, lines: &[(i64, &str)]) -> bool {
        let before = self.found.matches.len();
        let mut goes_on = true;
        for (place, (line, text)) in lines.iter().enumerate() {
            if place % TURN == TURN - 1 {
                tokio::task::yield_now().await;
            }
            let at = match self.look(text) {
                Looked::Nothing => continue,
                Looked::Match(at) => at,
                Looked::Over(stop) => {
                    self.stop(stop);
                    goes_on = false;
                    break;
                }
            };
            let count = self.found.matches.len();
            if count - before == self.per_pane {
                self.fuller.push(pane.id.to_string());
                self.stop(Stop::Matches);
                break;
            }
            let text = around(text, at, self.chars_max);
            let chars = text.chars().count();
            if count == self.in_all || chars > self.chars_left {
                self.stop(Stop::Matches);
                goes_on = false;
                break;
            }
            self.chars_left -= chars;
            self.found.matches.push(Match {
                pane_id: pane.id.to_string(),
                window_id: pane.window.to_string(),
                line: *line,
                text,
            });
        }
        if let Some(own) = self.found.matches.get_mut(before..) {
            own.reverse();
        }
        goes_on
    }

    fn look(&mut self, text: &str) -> Looked {
        if self.found.lines_searched == LINES_MAX {
            return Looked::Over(Stop::Lines);
        }
        if self.bytes + text.len() > BYTES_MAX {
            return Looked::Over(Stop::Bytes);
        }
        if Instant::now() >= self.deadline {
            return Looked::Over(Stop::Time);
        }
        self.found.lines_searched += 1;
        self.bytes += text.len();
        // One line alone must not hold up the process.
        let searched = text.get(..text.floor_char_boundary(LINE_BYTES));
        if text.len() > LINE_BYTES {
            self.stop(Stop::Bytes);
        }
        searched
            .and_then(|text| self.patterns.find(text))
            .map_or(Looked::Nothing, Looked::Match)
    }
}

/// The line, or so much of it around the match.
fn around(text: &str, at: usize, most: usize) -> String {
    let before = text.get(..at).unwrap_or_default().chars().count();
    let skipped = if text.chars().count() <= most {
        0
    } else {
        before.saturating_sub(SHOWN_BEFORE.min(most / 2))
    };
    let part: String = text.chars().skip(skipped).take(most).collect();
    printable(&part)
}

fn note(found: &Found, panes: usize, fuller: &[String]) -> Option<String> {
    if panes == 0 {
        return Some("No pane is there to search; call list_panes.".to_owned());
    }
    if !fuller.is_empty() {
        let named: Vec<&str> = fuller.iter().take(8).map(String::as_str).collect();
        let more = fuller.len().saturating_sub(named.len());
        let more = if more == 0 {
            String::new()
        } else {
            format!(" and {more} more")
        };
        let named = named.join(", ");
        return Some(format!(
            "More lines match in {named}{more}; raise max_matches_per_pane."
        ));
    }
    let searched = found.panes_searched;
    (found.matches.is_empty() && found.stopped_by.is_none()).then(|| {
        format!("Nothing matched in the {searched} panes searched; scrollback_lines reaches into their history.")
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum CornerArg {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

impl From<CornerArg> for Corner {
    fn from(corner: CornerArg) -> Self {
        match corner {
            CornerArg::TopLeft => Self::TopLeft,
            CornerArg::TopRight => Self::TopRight,
            CornerArg::BottomLeft => Self::BottomLeft,
            CornerArg::BottomRight => Self::BottomRight,
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct FindPane {
    window_id: WindowArg,
    corner: CornerArg,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Standing {
    #[serde(flatten)]
    row: PaneRow,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

async fn find_pane_by_position(
    context: &Context,
    arguments: FindPane,
) -> Result<Standing, ToolError> {
    let topology = context.port.observe(Scope::Everything).await?;
    let WindowArg(window) = arguments.window_id;
    let pane = topology.pane_in_corner(window, arguments.corner.into())?;
    let zoomed = topology.window(window)?.zoomed;
    Ok(Standing {
        row: PaneRow::new(pane, &topology, context),
        note: zoomed
            .then(|| "The window is zoomed; this is its layout behind the zoom.".to_owned()),
    })
}
