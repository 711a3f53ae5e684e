//! A port that writes down what is asked of it and passes it on.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use domain::port::{Paste, Typed};
use domain::{
    Capture, CaptureRequest, Change, Changed, Channel, Nonce, PaneId, PaneWatch, Scope,
    ServerIdentity, SettingQuery, Settings, TmuxError, TmuxPort, Topology,
};

/// What a tool reached through the port.
#[derive(Debug, Clone, PartialEq)]
pub enum Reached {
    /// It looked at what there is.
    Observed,
    /// It read text.
    Read,
    /// It asked for settings.
    Asked(SettingQuery),
    /// It typed keys, or pasted.
    Typed,
    /// It typed a framed command.
    Commanded,
    /// It changed something.
    Changed(Box<Change>),
    /// It signalled a channel.
    Signalled,
    /// It waited for a channel.
    Waited,
}

/// Writes down what is asked of a port.
#[derive(Debug)]
pub struct Recording {
    port: Arc<dyn TmuxPort>,
    reached: Mutex<Vec<Reached>>,
}

impl Recording {
    /// A recording of this port.
    pub fn of(port: Arc<dyn TmuxPort>) -> Self {
        Self {
            port,
            reached: Mutex::default(),
        }
    }

    /// What was reached so far.
    pub fn reached(&self) -> Vec<Reached> {
        self.reached.lock().unwrap().clone()
    }

    fn note(&self, reached: Reached) {
        self.reached.lock().unwrap().push(reached);
    }
}

#[async_trait]
impl TmuxPort for Recording {
    async fn identity(&self) -> Result<ServerIdentity, TmuxError> {
        self.note(Reached::Observed);
        self.port.identity().await
    }

    async fn observe(&self, scope: Scope) -> Result<Topology, TmuxError> {
        self.note(Reached::Observed);
        self.port.observe(scope).await
    }

    async fn capture(
        &self,
        pane: PaneId,
        requests: &[CaptureRequest],
    ) -> Result<Capture, TmuxError> {
        self.note(Reached::Read);
        self.port.capture(pane, requests).await
    }

    async fn view(
        &self,
        pane: PaneId,
        requests: &[CaptureRequest],
    ) -> Result<(Topology, Capture), TmuxError> {
        self.note(Reached::Read);
        self.port.view(pane, requests).await
    }

    async fn settings(&self, query: &SettingQuery) -> Result<Settings, TmuxError> {
        self.note(Reached::Asked(query.clone()));
        self.port.settings(query).await
    }

    async fn type_keys(&self, typed: &Typed) -> Result<(), TmuxError> {
        self.note(if typed.handover.is_some() {
            Reached::Commanded
        } else {
            Reached::Typed
        });
        self.port.type_keys(typed).await
    }

    async fn paste(&self, paste: &Paste) -> Result<(), TmuxError> {
        self.note(Reached::Typed);
        self.port.paste(paste).await
    }

    async fn withdraw(&self, pane: PaneId, nonce: &Nonce, buffer: &str) -> Result<bool, TmuxError> {
        self.note(Reached::Observed);
        self.port.withdraw(pane, nonce, buffer).await
    }

    async fn change(&self, change: &Change) -> Result<Changed, TmuxError> {
        self.note(Reached::Changed(Box::new(change.clone())));
        self.port.change(change).await
    }

    async fn signal(&self, channel: &Channel) -> Result<(), TmuxError> {
        self.note(Reached::Signalled);
        self.port.signal(channel).await
    }

    async fn await_signal(&self, channel: &Channel) -> Result<(), TmuxError> {
        self.note(Reached::Waited);
        self.port.await_signal(channel).await
    }

    async fn watch(&self, pane: PaneId) -> Result<Box<dyn PaneWatch>, TmuxError> {
        self.note(Reached::Observed);
        self.port.watch(pane).await
    }
}
