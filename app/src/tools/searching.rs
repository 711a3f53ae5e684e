//! The tools that find a pane: by what it shows (`search_panes`), and by where it stands (`find_pane_by_position`). How
//! the lines of a pane are searched, and what ends that, is in `search`.

mod search;

use domain::matcher::Patterns;
use domain::text::printable;
use domain::{Corner, Pane, Scope, Toolset, Topology};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::ToolError;
use crate::tool::{Output, Row, Tool};
use crate::tools::rows::PaneRow;
use crate::tools::scalars::{PaneArg, SessionArg, WindowArg};
use search::Search;

/// The most panes that one search reads.
const PANES_MAX: usize = 200;

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

#[derive(Debug, Default, Serialize, JsonSchema)]
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
    let mut search = Search::new(context, patterns, &arguments);
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
        row: PaneRow::new(pane, &topology, context.caller(&topology)),
        note: zoomed
            .then(|| "The window is zoomed; this is its layout behind the zoom.".to_owned()),
    })
}
