//! Argument types that several tools share: ids checked by their pattern, and a session by id or name.

use std::borrow::Cow;

use domain::{Cursor, PaneId, SessionId, WindowId};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

macro_rules! id_argument {
    ($(#[$doc:meta])* $name:ident, $id:ty, $pattern:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name(pub $id);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                // The rules checked it already; serde's words never reach a caller.
                text.parse().map(Self).map_err(serde::de::Error::custom)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "pattern": $pattern })
            }
        }
    };
}

id_argument!(
    /// A `pane_id` argument.
    PaneArg, PaneId, r"^%\d+$"
);
id_argument!(
    /// A `window_id` argument.
    WindowArg, WindowId, r"^@\d+$"
);
id_argument!(
    /// A `session_id` argument.
    SessionIdArg, SessionId, r"^\$\d+$"
);

id_argument!(
    /// A `cursor` argument, as an earlier answer gave it.
    CursorArg, Cursor, crate::schema::CURSOR_PATTERN
);

/// A `session` argument: an id, or an exact name ([`domain::Topology::session`] tells which).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct SessionArg(pub String);

impl JsonSchema for SessionArg {
    fn schema_name() -> Cow<'static, str> {
        "SessionArg".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "Session id ($1) or exact name." })
    }
}
