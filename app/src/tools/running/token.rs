//! The `resume` token: `ltxr1.<pane>.<run>.<server life>`. It holds all that is needed, so any process can go on with it.

use std::fmt;
use std::str::FromStr;

use domain::{Nonce, PaneId, ServerIdentity};

use crate::error::ToolError;

/// A run by the pane that remembers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Resume {
    pub(super) identity: ServerIdentity,
    pub(super) pane: PaneId,
    pub(super) nonce: Nonce,
}

impl fmt::Display for Resume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "ltxr1.{}.{}.{}",
            self.pane.number(),
            self.nonce,
            self.identity
        )
    }
}

impl FromStr for Resume {
    type Err = ToolError;

    fn from_str(text: &str) -> Result<Self, ToolError> {
        let read = || {
            let mut parts = text.strip_prefix("ltxr1.")?.split('.');
            let resume = Self {
                pane: format!("%{}", parts.next()?).parse().ok()?,
                nonce: parts.next()?.parse().ok()?,
                identity: parts.next()?.parse().ok()?,
            };
            parts.next().is_none().then_some(resume)
        };
        read().ok_or_else(|| {
            ToolError::invalid(
                "resume",
                "is no token of a timed-out run",
                "Pass resume exactly as the answer gave it, ltxr1.…, or run the command anew.",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_parses_as_it_prints_and_nothing_else_does() {
        let resume = Resume {
            identity: ServerIdentity {
                pid: 7,
                start_time: 9,
            },
            pane: PaneId::new(3),
            nonce: Nonce::from_bytes([1; 10]),
        };
        let token = resume.to_string();
        assert_eq!(token.parse::<Resume>().unwrap(), resume);
        for bad in [
            "",
            "ltxr1",
            "ltxr1.3",
            &format!("{token}.1"),
            &token.replace("ltxr1", "ltxr2"),
            "ltxr1.%3.x.1-1",
        ] {
            assert!(bad.parse::<Resume>().is_err(), "{bad}");
        }
    }
}
