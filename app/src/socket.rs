//! `socket_name`, which clients of earlier servers pass to every tool: this process serves one socket, so naming it says
//! nothing, and naming another one is refused. No schema lists it.

use domain::text::{printable, shortened};
use serde_json::{Map, Value};

use crate::error::ToolError;

/// The argument, in both spellings.
const NAMES: [&str; 2] = ["socket_name", "socketName"];

/// Takes the socket's name out of the arguments of a call; `own` is the path of the socket that is served.
///
/// # Errors
/// `invalid_argument` where another server is named.
pub fn take(arguments: &mut Map<String, Value>, own: &str) -> Result<(), ToolError> {
    for key in NAMES {
        let Some(given) = arguments.shift_remove(key) else {
            continue;
        };
        let own_name = own.rsplit('/').next().unwrap_or_default();
        let ours = match &given {
            Value::Null => true,
            Value::String(name) => name == own || (name == own_name && !name.is_empty()),
            _ => false,
        };
        if !ours {
            let shown = match &given {
                Value::String(name) => format!("{:?}", shortened(&printable(name), 60)),
                _ => "no name of a socket".to_owned(),
            };
            return Err(ToolError::invalid(
                "socket_name",
                &format!("is {shown}, and this process serves one tmux server alone: {own_name:?}"),
                "Leave socket_name out; another server needs a process of its own (the operator starts it with --socket-name).",
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn taken(given: Value) -> Result<usize, String> {
        let mut arguments = Map::from_iter([
            ("socket_name".to_owned(), given),
            ("pane_id".to_owned(), json!("%1")),
        ]);
        match take(&mut arguments, "/tmp/tmux-0/work") {
            Ok(()) => Ok(arguments.len()),
            Err(error) => Err(error.message),
        }
    }

    #[test]
    fn our_own_socket_may_be_named_and_no_other() {
        for own in [json!(null), json!("work"), json!("/tmp/tmux-0/work")] {
            assert_eq!(taken(own), Ok(1));
        }
        for other in [json!("default"), json!(""), json!(7)] {
            let words = taken(other).unwrap_err();
            assert!(words.contains("\"work\""), "{words}");
        }
    }
}
