//! From the targets of a call to one pane: `pane_id`, `window_id` (its active pane), `session` (the active pane of its
//! current window). Several given must name the same pane.

use domain::{Kind, Pane, Topology};

use crate::error::ToolError;
use crate::tools::scalars::{PaneArg, SessionArg, WindowArg};

/// The targets that a call gave.
#[derive(Debug, Clone, Copy, Default)]
pub struct Target<'a> {
    /// A pane.
    pub pane: Option<PaneArg>,
    /// A window.
    pub window: Option<WindowArg>,
    /// A session.
    pub session: Option<&'a SessionArg>,
}

impl Target<'_> {
    /// The one pane that is meant; `None` where no target was given. The observation must be of everything.
    ///
    /// # Errors
    /// `no_such_target` for what is not there, `ambiguous_target` where the targets name different panes.
    pub fn resolve<'t>(&self, topology: &'t Topology) -> Result<Option<&'t Pane>, ToolError> {
        let mut named: Vec<(String, &Pane)> = Vec::new();
        if let Some(PaneArg(pane)) = self.pane {
            named.push((format!("pane_id {pane}"), topology.pane(pane)?));
        }
        if let Some(WindowArg(window)) = self.window {
            let pane = topology.active_pane(window)?;
            named.push((format!("the active pane of {window} is {}", pane.id), pane));
        }
        if let Some(SessionArg(session)) = self.session {
            let session = topology.session(session)?;
            let pane = topology.current_pane(session)?;
            named.push((
                format!("the current pane of session {} is {}", session.id, pane.id),
                pane,
            ));
        }
        let first = named.first().map(|(_, pane)| *pane);
        if named
            .iter()
            .all(|(_, pane)| Some(pane.id) == first.map(|pane| pane.id))
        {
            return Ok(first);
        }
        let words: Vec<String> = named.into_iter().map(|(words, _)| words).collect();
        Err(ToolError::new(
            Kind::AmbiguousTarget,
            format!("the targets name different panes: {}", words.join(", ")),
            "Pass pane_id alone; list_panes shows the panes.",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::topology;

    fn resolved(
        pane: Option<&str>,
        window: Option<&str>,
        session: Option<&str>,
    ) -> Result<String, String> {
        let session = session.map(|session| SessionArg(session.to_owned()));
        let target = Target {
            pane: pane.map(|pane| PaneArg(pane.parse().unwrap())),
            window: window.map(|window| WindowArg(window.parse().unwrap())),
            session: session.as_ref(),
        };
        match target.resolve(&topology(&[2, 2])) {
            Ok(pane) => Ok(pane.map(|pane| pane.id.to_string()).unwrap_or_default()),
            Err(error) => Err(format!("{}: {}", error.kind.as_str(), error.message)),
        }
    }

    #[test]
    fn a_window_means_its_active_pane_and_a_session_that_of_its_current_window() {
        assert_eq!(resolved(None, None, None).unwrap(), "");
        assert_eq!(resolved(Some("%3"), None, None).unwrap(), "%3");
        assert_eq!(resolved(None, Some("@1"), None).unwrap(), "%2");
        assert_eq!(resolved(None, None, Some("work")).unwrap(), "%0");
        assert_eq!(resolved(Some("%0"), Some("@0"), Some("$0")).unwrap(), "%0");
    }

    #[test]
    fn targets_that_name_different_panes_are_ambiguous() {
        let error = resolved(Some("%1"), Some("@0"), None).unwrap_err();
        assert!(
            error.starts_with("ambiguous_target") && error.contains("%1") && error.contains("%0"),
            "{error}"
        );
        assert!(resolved(None, Some("@1"), Some("work")).is_err());
        assert!(
            resolved(Some("%9"), None, None)
                .unwrap_err()
                .starts_with("no_such_target")
        );
        assert!(
            resolved(None, None, Some("wor"))
                .unwrap_err()
                .starts_with("no_such_target")
        );
    }
}
