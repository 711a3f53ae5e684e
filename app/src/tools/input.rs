//! The tools that type: `send_keys`, its batch and `paste_text`, and what all input shares: the guard and its second
//! preflight.

mod batch;

use domain::capture::{Capture, CaptureRequest, LineRange};
use domain::cursor::Cursor;
use domain::echo::text_of_keys;
use domain::guard::Reach;
use domain::policy::ProcessReach;
use domain::port::{Expected, Paste, Stroke, Typed};
use domain::{PaneId, TmuxError, Toolset, Topology};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::error::ToolError;
use crate::tool::{Effect, Row, Tool};
use crate::tools::keys::checked;
use crate::tools::scalars::PaneArg;

/// How often input is tried anew where the pane changed between the look and the act.
pub const TRIES: u32 = 3;

/// The longest text of one call, in bytes.
const TEXT_BYTES_MAX: usize = 1 << 20;

/// The most bytes of a line that a terminal in line mode takes (Linux, `N_TTY_BUF_SIZE`).
const LINE_MODE_BYTES: usize = 4095;

/// Rows above the screen that a cursor taken before input reaches back.
const CURSOR_ROWS: i64 = -64;

/// The tools of this file, in the order of the catalogue.
#[must_use]
pub fn tools() -> Vec<Tool> {
    let row = |name, description| Row {
        process_reach: ProcessReach::PaneInput,
        effects: &[Effect::Change],
        ..Row::new(name, Toolset::Execute, description)
    };
    vec![
        Tool::new(
            row(
                "send_keys",
                "Type into a pane: text as it is, then keys by tmux name (C-c, Up, F5, BSpace, Escape), then Enter. Answers \
                 the cursor from before, for wait_for_text or capture_since. For a shell command whose result matters use \
                 run_shell_command.",
            ),
            |context, arguments| Box::pin(send_keys(context, arguments)),
        ),
        Tool::new(
            row(
                "send_keys_batch",
                "Several send_keys in order, to one pane or many, with no wait between them; all are checked before the \
                 first is sent.",
            ),
            |context, arguments| Box::pin(batch::send_keys_batch(context, arguments)),
        ),
        Tool::new(
            row(
                "paste_text",
                "Paste text of any size into a pane as one paste (bracketed where its program asks for that). Answers the \
                 cursor from before.",
            ),
            |context, arguments| Box::pin(paste_text(context, arguments)),
        ),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SendKeys {
    pane_id: PaneArg,
    text: Option<String>,
    #[schemars(length(min = 1, max = 256))]
    keys: Option<Vec<String>>,
    enter: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Sent {
    pane_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

async fn send_keys(context: &Context, arguments: SendKeys) -> Result<Sent, ToolError> {
    Keys::checked(arguments)?.send(context).await
}

/// Keys that are fit to be sent.
#[derive(Debug)]
struct Keys {
    pane: PaneId,
    strokes: Vec<Stroke>,
    /// What a pane may show of them.
    echo: String,
    note: Option<String>,
}

impl Keys {
    fn checked(arguments: SendKeys) -> Result<Self, ToolError> {
        let text = arguments.text.unwrap_or_default();
        let keys = arguments.keys.unwrap_or_default();
        let enter = arguments.enter.unwrap_or(false);
        check_text("text", &text)?;
        keys.iter().try_for_each(|key| checked(key).map(drop))?;
        if text.is_empty() && keys.is_empty() && !enter {
            return Err(ToolError::invalid(
                "text",
                "is missing or empty, and so are \"keys\" and \"enter\": nothing would be sent",
                "Pass text, as \"ls\", or keys, as [\"C-c\"], or enter: true.",
            ));
        }
        let PaneArg(pane) = arguments.pane_id;
        let echo = format!("{text}{}", text_of_keys(&keys));
        let note = line_mode_note(&text);
        let mut strokes = Vec::new();
        if !text.is_empty() {
            strokes.push(Stroke::Text(text));
        }
        strokes.extend(keys.into_iter().map(Stroke::Key));
        if enter {
            strokes.push(Stroke::Key("Enter".to_owned()));
        }
        Ok(Self {
            pane,
            strokes,
            echo,
            note,
        })
    }

    async fn send(self, context: &Context) -> Result<Sent, ToolError> {
        let pane = self.pane;
        let mut sent = Err(TmuxError::Stale { pane });
        for _ in 0..TRIES {
            let before = Before::look(context, pane, Reach::Keys).await?;
            context.echo.remember(&before.capture, &self.echo);
            let typed = Typed {
                expected: before.expected.clone(),
                strokes: self.strokes.clone(),
                handover: None,
            };
            sent = context.port.type_keys(&typed).await.map(|()| before);
            if !matches!(sent, Err(TmuxError::Stale { .. })) {
                break;
            }
        }
        let before = sent?;
        Ok(Sent {
            pane_ids: before.cohort(pane)?,
            cursor: before.cursor().map(|cursor| cursor.to_string()),
            note: self.note,
        })
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct PasteText {
    pane_id: PaneArg,
    #[schemars(length(min = 1))]
    text: String,
    enter: Option<bool>,
    /// Default true.
    bracketed: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Pasted {
    pane_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

async fn paste_text(context: &Context, arguments: PasteText) -> Result<Pasted, ToolError> {
    check_text("text", &arguments.text)?;
    let bracketed = arguments.bracketed.unwrap_or(true);
    let text = if bracketed {
        without_bracket_ends(&arguments.text)
    } else {
        arguments.text.clone()
    };
    if text.is_empty() {
        return Err(ToolError::invalid(
            "text",
            "holds nothing but bracketed-paste marks",
            "Pass the text to paste.",
        ));
    }
    let PaneArg(pane) = arguments.pane_id;
    let nonce = context.nonce();
    let buffer = format!("libtmux-mcp-{nonce}");
    let enter = arguments.enter.unwrap_or(false);
    let mut sent = Err(TmuxError::Stale { pane });
    for _ in 0..TRIES {
        let before = Before::look(context, pane, Reach::Paste).await?;
        context.echo.remember(&before.capture, &text);
        let expected = before.expected.clone();
        let paste = Paste {
            expected,
            buffer: buffer.clone(),
            text: text.clone(),
            bracketed,
            enter,
        };
        sent = context.port.paste(&paste).await.map(|()| before);
        if !matches!(sent, Err(TmuxError::Stale { .. })) {
            break;
        }
    }
    let removed = text.len() < arguments.text.len();
    let marks = removed.then(|| "Bracketed-paste marks inside the text were left out.".to_owned());
    Ok(Pasted {
        pane_id: pane.to_string(),
        cursor: sent?.cursor().map(|cursor| cursor.to_string()),
        note: marks.or_else(|| line_mode_note(&text)),
    })
}

/// A pane as it was just before input, and what the input rests on.
#[derive(Debug)]
pub struct Before {
    /// The pane's window.
    pub topology: Topology,
    /// Its text, the screen and some rows above.
    pub capture: Capture,
    /// What must still hold.
    pub expected: Expected,
}

impl Before {
    /// The first preflight: looks, and asks the guard.
    ///
    /// # Errors
    /// `refused` with the guard's words, and those of [`domain::TmuxPort::view`].
    pub async fn look(context: &Context, pane: PaneId, reach: Reach) -> Result<Self, ToolError> {
        let request = CaptureRequest::main(LineRange::from(CURSOR_ROWS));
        let (topology, capture) = context.port.view(pane, &[request]).await?;
        let expected = context.guard(&topology).admit(&topology, pane, reach)?;
        Ok(Self {
            topology,
            capture,
            expected,
        })
    }

    /// The cursor behind the newest finished line.
    #[must_use]
    pub fn cursor(&self) -> Option<Cursor> {
        let excerpt = self.capture.excerpts.first()?;
        // A logical line longer than all these rows: behind whatever stands above them.
        let finished = self.capture.finished_end(excerpt).unwrap_or(excerpt.first);
        Some(Cursor::behind(&self.capture, excerpt, finished))
    }

    fn cohort(&self, pane: PaneId) -> Result<Vec<String>, ToolError> {
        let target = self.topology.pane(pane)?;
        Ok(self
            .topology
            .cohort(target)
            .iter()
            .map(|member| member.id.to_string())
            .collect())
    }
}

fn check_text(argument: &str, text: &str) -> Result<(), ToolError> {
    if text.contains('\0') {
        return Err(ToolError::invalid(
            argument,
            "holds a NUL, which no terminal takes as text",
            "Leave it out; the key C-Space sends one.",
        ));
    }
    if text.len() > TEXT_BYTES_MAX {
        return Err(ToolError::new(
            domain::Kind::TooLarge,
            format!(
                "argument {argument:?} has {} bytes; the most is {TEXT_BYTES_MAX}",
                text.len()
            ),
            "Send it in parts, or write a file with run_shell_command.",
        ));
    }
    Ok(())
}

/// The text without the sequences that begin and end a bracketed paste, so that nothing in it can end the bracket.
fn without_bracket_ends(text: &str) -> String {
    const MARKS: [&str; 4] = ["\u{1b}[200~", "\u{1b}[201~", "\u{9b}200~", "\u{9b}201~"];
    let mut text = text.to_owned();
    // Taking one out may join another.
    while let Some(mark) = MARKS.iter().find(|mark| text.contains(**mark)) {
        text = text.replace(mark, "");
    }
    text
}

fn line_mode_note(text: &str) -> Option<String> {
    let long = text
        .split(['\n', '\r'])
        .any(|line| line.len() > LINE_MODE_BYTES);
    long.then(|| {
        format!("A line is longer than {LINE_MODE_BYTES} bytes: a program that reads the terminal in line mode loses the rest of it.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_mark_survives_that_could_end_a_bracketed_paste() {
        assert_eq!(without_bracket_ends("a\u{1b}[201~; touch x"), "a; touch x");
        assert_eq!(without_bracket_ends("a\u{1b}[2\u{1b}[201~01~b"), "ab");
        assert_eq!(without_bracket_ends("\u{9b}201~"), "");
        assert_eq!(without_bracket_ends("\u{1b}[31mred"), "\u{1b}[31mred");
    }

    #[test]
    fn a_line_too_long_for_line_mode_is_told() {
        assert!(line_mode_note(&"x".repeat(4096)).is_some());
        assert!(line_mode_note(&format!("{}\n{}", "x".repeat(4000), "y".repeat(4000))).is_none());
    }
}
