//! What this process typed lately, so that its echo is not taken for output.

/// The last few texts typed into each pane.
#[derive(Debug, Default)]
pub struct EchoMemory {}
