//! Which pane a command runs in.

use domain::{Kind, Pane, PaneId, Scope, Topology};

use super::RunShellCommand;
use crate::context::Context;
use crate::error::ToolError;
use crate::tools::creating::{make_session, plain_session};
use crate::tools::scalars::{PaneArg, SessionArg};
use crate::tools::targets::Target;

/// How many candidates an error names.
const NAMED_MAX: usize = 8;

/// The pane that the call names; without a target the only pane, or that of a new session where there is none.
pub(super) async fn resolve(
    context: &Context,
    arguments: &RunShellCommand,
) -> Result<PaneId, ToolError> {
    let sessions = [
        arguments.session.clone(),
        arguments.session_id.map(|id| SessionArg(id.0.to_string())),
        arguments.session_name.clone().map(SessionArg),
    ];
    let sessions: Vec<SessionArg> = sessions.into_iter().flatten().collect();
    if let (Some(PaneArg(pane)), None, true) =
        (arguments.pane_id, arguments.window_id, sessions.is_empty())
    {
        return Ok(pane);
    }
    let topology = context.port.observe(Scope::Everything).await?;
    let targets = std::iter::once(Target {
        pane: arguments.pane_id,
        window: arguments.window_id,
        session: None,
    })
    .chain(sessions.iter().map(|session| Target {
        session: Some(session),
        ..Target::default()
    }));
    let mut named: Vec<PaneId> = Vec::new();
    for target in targets {
        named.extend(target.resolve(&topology)?.map(|pane| pane.id));
    }
    named.dedup();
    match named.as_slice() {
        [] => without_target(context, &topology).await,
        [pane] => Ok(*pane),
        several => Err(ToolError::new(
            Kind::AmbiguousTarget,
            format!("the targets name different panes: {}", list(several.iter())),
            "Pass pane_id alone; list_panes shows the panes.",
        )),
    }
}

async fn without_target(context: &Context, topology: &Topology) -> Result<PaneId, ToolError> {
    match topology.panes.as_slice() {
        [] => make_session(context, &plain_session(topology.server.identity))
            .await
            .map(|(_, pane)| pane),
        [pane] => Ok(pane.id),
        several => Err(ToolError::new(
            Kind::AmbiguousTarget,
            format!(
                "the server has {} panes: {}",
                several.len(),
                candidates(several)
            ),
            "Pass pane_id.",
        )),
    }
}

fn candidates(panes: &[Pane]) -> String {
    let shown: Vec<String> = panes
        .iter()
        .take(NAMED_MAX)
        .map(|pane| {
            format!(
                "{} ({})",
                pane.id,
                domain::text::shortened(&domain::text::printable(&pane.command), 20)
            )
        })
        .collect();
    let more = panes.len().saturating_sub(NAMED_MAX);
    if more == 0 {
        shown.join(", ")
    } else {
        format!("{} and {more} more", shown.join(", "))
    }
}

fn list<'a>(panes: impl Iterator<Item = &'a PaneId>) -> String {
    panes
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}
