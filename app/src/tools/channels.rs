//! `wait_for_channel` and `signal_channel`. What stays behind a wait that ended early is [`crate::channels`].

use std::borrow::Cow;
use std::time::Duration;

use domain::Channel;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};
use tokio::time::{Instant, timeout_at};

use crate::channels::End;
use crate::context::Context;
use crate::error::ToolError;
use crate::tool::Tool;
use crate::tools::arranging::row;
use crate::tools::rows::seconds;

/// How long a signal that came before may take to be told: the least that a wait takes, whatever its timeout.
const LOOK: Duration = Duration::from_millis(250);
/// The same where the process that waits begins elsewhere, behind a connection.
const FAR_LOOK: Duration = Duration::from_secs(2);

/// The tools of this file, in the order of the catalogue.
#[must_use]
pub fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            row(
                "wait_for_channel",
                "Wait until tmux wait-for -S CHANNEL runs, in a script of any pane, or signal_channel. A signal that came \
                 before the wait, or after one that timed out, counts.",
            ),
            |context, arguments| Box::pin(wait_for_channel(context, arguments)),
        ),
        Tool::new(
            row(
                "signal_channel",
                "Wake whoever waits for a channel, tmux wait-for in scripts too; where nobody does, the next wait. Two signals \
                 before that wait cancel each other (tmux).",
            ),
            |context, arguments| Box::pin(signal_channel(context, arguments)),
        ),
    ]
}

/// A `channel` argument.
#[derive(Debug)]
struct ChannelArg(Channel);

impl<'de> Deserialize<'de> for ChannelArg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for ChannelArg {
    fn schema_name() -> Cow<'static, str> {
        "ChannelArg".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[A-Za-z0-9_.-]{1,128}$" })
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
struct WaitForChannel {
    channel: ChannelArg,
    /// Seconds, default 30.
    #[schemars(range(min = 0), extend("x-clamped" = true))]
    timeout: Option<f64>,
}

/// How a wait ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Signalled,
    TimedOut,
    ServerGone,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Waited {
    outcome: Outcome,
    effective_timeout: f64,
    elapsed_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

async fn wait_for_channel(
    context: &Context,
    arguments: WaitForChannel,
) -> Result<Waited, ToolError> {
    let timeout = context.limits.wait(arguments.timeout);
    let started = Instant::now();
    let identity = context.port.identity().await?;
    let ChannelArg(channel) = arguments.channel;
    let mut share = context.channels.join(&context.port, identity, &channel)?;
    let far = context.far_tmux.is_some();
    let look = if far { FAR_LOOK } else { LOOK };
    let deadline = (started + timeout).max(Instant::now() + look);
    // Whichever came first: a signal that came in the very last moment must not be left for the next wait.
    drop(timeout_at(deadline, share.ended()).await);
    let outcome = match context.channels.collect(&share) {
        None => Outcome::TimedOut,
        Some(End::Signalled) => Outcome::Signalled,
        Some(End::ServerGone) => Outcome::ServerGone,
        Some(End::Failed(error)) => return Err(error),
    };
    Ok(Waited {
        outcome,
        effective_timeout: seconds(timeout),
        elapsed_seconds: seconds(started.elapsed()),
        note: (outcome == Outcome::TimedOut)
            .then_some("A signal from now on is kept for the next wait_for_channel on it."),
    })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SignalChannel {
    channel: ChannelArg,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Signalled {
    channel: String,
}

async fn signal_channel(
    context: &Context,
    arguments: SignalChannel,
) -> Result<Signalled, ToolError> {
    let ChannelArg(channel) = arguments.channel;
    context.port.signal(&channel).await?;
    Ok(Signalled {
        channel: channel.to_string(),
    })
}
