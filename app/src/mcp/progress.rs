//! Progress of a call, for clients that asked for it: their own deadline starts anew with each sign of life.

use std::convert::Infallible;
use std::time::Duration;

use rmcp::model::ProgressNotificationParam;
use rmcp::service::{RequestContext, RoleServer};
use tokio::time::{Instant, sleep, timeout};

/// How far signs of life are apart; clients are known to give up after 20 s without one.
pub const EVERY: Duration = Duration::from_secs(8);

/// How long a notification may take: a client that stops reading must not hold up the call.
const BOUND: Duration = Duration::from_millis(200);

/// Reports until it is dropped; without a progress token it only waits to be dropped.
pub async fn report(request: &RequestContext<RoleServer>) -> Infallible {
    let Some(token) = request.meta.get_progress_token() else {
        return std::future::pending().await;
    };
    let started = Instant::now();
    loop {
        sleep(EVERY).await;
        // Seconds since the start only grow.
        let seconds = started.elapsed().as_secs_f64();
        let sign = ProgressNotificationParam::new(token.clone(), seconds)
            .with_message(format!("still waiting after {seconds:.0} s"));
        // Lost signs are not repeated: the next one says more.
        drop(timeout(BOUND, request.peer.notify_progress(sign)).await);
    }
}
