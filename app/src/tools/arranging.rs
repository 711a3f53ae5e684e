//! The tools that arrange what is there: names, selections, sizes and places. A use case's function is in the file of
//! its kind below; settings are in [`super::switching`].

mod names;
mod places;
mod selections;
mod sizes;

use domain::{Change, Changed, TmuxError, Toolset, Topology};

use crate::context::Context;
use crate::error::ToolError;
use crate::tool::{Effect, Literalization, Row, Tool};

/// The tools of these files, in the order of the catalogue.
#[must_use]
pub fn tools() -> Vec<Tool> {
    let mut tools = renaming();
    tools.extend(selecting());
    tools.extend(sizing());
    tools.extend(placing());
    tools
}

pub(super) const fn row(name: &'static str, description: &'static str) -> Row {
    Row {
        effects: &[Effect::Change],
        ..Row::new(name, Toolset::Manage, description)
    }
}

fn renaming() -> Vec<Tool> {
    let row = |name, description| Row {
        input_literalization: &[("name", Literalization::DoubleHashOnce)],
        ..row(name, description)
    };
    vec![
        Tool::new(
            row("rename_session", "Rename a session; its id stays."),
            |context, arguments| Box::pin(names::rename_session(context, arguments)),
        ),
        Tool::new(
            row(
                "rename_window",
                "Name a window; its programs change that no more.",
            ),
            |context, arguments| Box::pin(names::rename_window(context, arguments)),
        ),
    ]
}

fn selecting() -> Vec<Tool> {
    vec![
        Tool::new(
            row(
                "select_window",
                "Show a window to the people attached to its session. Tools take ids and never need it.",
            ),
            |context, arguments| Box::pin(selections::select_window(context, arguments)),
        ),
        Tool::new(
            row(
                "select_pane",
                "Make a pane its window's active one, for people. Tools take ids and never need it.",
            ),
            |context, arguments| Box::pin(selections::select_pane(context, arguments)),
        ),
        Tool::new(
            row(
                "select_layout",
                "Arrange a window's panes: even-horizontal, even-vertical, main-horizontal, main-vertical, tiled, or a \
                 layout string of get_window_info, to restore it.",
            ),
            |context, arguments| Box::pin(selections::select_layout(context, arguments)),
        ),
    ]
}

fn sizing() -> Vec<Tool> {
    vec![
        Tool::new(
            row(
                "resize_window",
                "Fix a window's size; it follows no client from then on. Refused while a person sees it.",
            ),
            |context, arguments| Box::pin(sizes::resize_window(context, arguments)),
        ),
        Tool::new(
            row(
                "resize_pane",
                "Size a pane at its neighbours' cost, or zoom it: the whole window for it alone.",
            ),
            |context, arguments| Box::pin(sizes::resize_pane(context, arguments)),
        ),
    ]
}

fn placing() -> Vec<Tool> {
    vec![
        Tool::new(
            row(
                "move_window",
                "Move a window to a session, or within its own; without index to the lowest free one.",
            ),
            |context, arguments| Box::pin(places::move_window(context, arguments)),
        ),
        Tool::new(
            row(
                "swap_pane",
                "Exchange the places of two panes, also of different windows.",
            ),
            |context, arguments| Box::pin(places::swap_pane(context, arguments)),
        ),
        Tool::new(
            Row {
                input_literalization: &[("title", Literalization::DoubleHashOnce)],
                ..row(
                    "set_pane_title",
                    "Title a pane; its program may title it anew.",
                )
            },
            |context, arguments| Box::pin(names::set_pane_title(context, arguments)),
        ),
    ]
}

/// Brings it about; everything as it is then.
///
/// # Errors
/// Those of [`domain::TmuxPort::change`].
pub(super) async fn arranged(context: &Context, change: &Change) -> Result<Topology, ToolError> {
    match context.port.change(change).await? {
        Changed::Arranged(topology) => Ok(topology),
        Changed::Session { .. }
        | Changed::Pane { .. }
        | Changed::Window { .. }
        | Changed::Value(_)
        | Changed::Ended { .. } => Err(TmuxError::Garbled {
            detail: "something else than an arrangement",
        }
        .into()),
    }
}
