//! Watches: one tells that a pane may have changed since it was last asked.

use async_trait::async_trait;
use domain::{PaneId, PaneWatch, ServerIdentity, TmuxError, WatchEvent};

use super::Simulator;
use super::world::World;

/// One pane's watch.
#[derive(Debug)]
pub(super) struct Watch {
    simulator: Simulator,
    pane: PaneId,
    identity: ServerIdentity,
    seen: u64,
}

impl Watch {
    /// Opens a watch: what changes from now on counts.
    ///
    /// # Errors
    /// [`TmuxError::NoSuchPane`]; [`TmuxError::NoServer`].
    pub(super) fn open(simulator: &Simulator, pane: PaneId) -> Result<Self, TmuxError> {
        let mut world = simulator.lock();
        let life = world.life()?;
        let held = life
            .panes
            .get(&pane)
            .ok_or(TmuxError::NoSuchPane { pane })?;
        Ok(Self {
            simulator: simulator.clone(),
            pane,
            identity: life.identity,
            seen: held.version,
        })
    }

    fn look(&self, world: &World) -> Option<Result<(WatchEvent, u64), TmuxError>> {
        let life = world
            .life
            .as_ref()
            .filter(|life| life.identity == self.identity);
        let Some(life) = life else {
            return Some(Err(world.gone(self.identity)));
        };
        match life.panes.get(&self.pane) {
            None => Some(Ok((WatchEvent::Gone, self.seen))),
            Some(pane) if pane.version != self.seen => {
                Some(Ok((WatchEvent::Changed, pane.version)))
            }
            Some(_) => None,
        }
    }
}

#[async_trait]
impl PaneWatch for Watch {
    async fn next(&mut self) -> Result<WatchEvent, TmuxError> {
        let simulator = self.simulator.clone();
        let (event, seen) = simulator.until(|world| self.look(world)).await?;
        self.seen = seen;
        Ok(event)
    }
}
