//! The port: every call takes the lock, brings the world up to now, and does its thing.

use async_trait::async_trait;
use domain::port::{Paste, Typed};
use domain::{
    Capture, CaptureRequest, Change, Changed, Channel, Nonce, PaneId, PaneWatch, Scope,
    ServerIdentity, SettingQuery, Settings, TmuxError, TmuxPort, Topology,
};

use super::Simulator;
use super::channels::Wake;
use super::watch::Watch;

#[async_trait]
impl TmuxPort for Simulator {
    async fn identity(&self) -> Result<ServerIdentity, TmuxError> {
        Ok(self.lock().life()?.identity)
    }

    async fn observe(&self, scope: Scope) -> Result<Topology, TmuxError> {
        let mut world = self.lock();
        let seen = world.life()?.observe(scope);
        let pane = match scope {
            Scope::Pane(pane) => Some(pane),
            Scope::Sessions | Scope::Everything | Scope::Panes => None,
        };
        seen.map_err(|words| world.said(&words, pane))
    }

    async fn capture(
        &self,
        pane: PaneId,
        requests: &[CaptureRequest],
    ) -> Result<Capture, TmuxError> {
        let mut world = self.lock();
        let read = world.life()?.capture(pane, requests);
        read.map_err(|words| world.said(&words, Some(pane)))
    }

    async fn view(
        &self,
        pane: PaneId,
        requests: &[CaptureRequest],
    ) -> Result<(Topology, Capture), TmuxError> {
        let mut world = self.lock();
        let life = world.life()?;
        let seen = life.observe(Scope::Pane(pane));
        let read = seen.and_then(|seen| Ok((seen, life.capture(pane, requests)?)));
        read.map_err(|words| world.said(&words, Some(pane)))
    }

    async fn settings(&self, query: &SettingQuery) -> Result<Settings, TmuxError> {
        self.lock().settings(query)
    }

    async fn type_keys(&self, typed: &Typed) -> Result<(), TmuxError> {
        self.lock().type_keys(typed)
    }

    async fn paste(&self, paste: &Paste) -> Result<(), TmuxError> {
        self.lock().paste(paste)
    }

    async fn withdraw(&self, pane: PaneId, nonce: &Nonce, buffer: &str) -> Result<bool, TmuxError> {
        self.lock().withdraw(pane, nonce, buffer)
    }

    async fn change(&self, change: &Change) -> Result<Changed, TmuxError> {
        self.lock().change(change)
    }

    async fn signal(&self, channel: &Channel) -> Result<(), TmuxError> {
        let mut world = self.lock();
        world.life()?.channels.signal(channel.as_str());
        world.finish();
        Ok(())
    }

    async fn await_signal(&self, channel: &Channel) -> Result<(), TmuxError> {
        let (identity, waiter) = {
            let mut world = self.lock();
            let life = world.life()?;
            let begun = (life.identity, life.channels.wait(channel.as_str()));
            world.finish();
            begun
        };
        self.until(|world| match waiter.woken() {
            None => None,
            Some(Wake::Signalled) => Some(Ok(())),
            Some(Wake::ServerEnded) => Some(Err(world.gone(identity))),
        })
        .await
    }

    async fn watch(&self, pane: PaneId) -> Result<Box<dyn PaneWatch>, TmuxError> {
        Ok(Box::new(Watch::open(self, pane)?))
    }
}
