//! The bound, and what a waiter that outlives its call is worth; what tmux itself does is in `tests/tools/channels.rs`.

use super::*;
use crate::testing::{Still, topology};

fn still() -> Arc<dyn TmuxPort> {
    Arc::new(Still::new(topology(&[1])))
}

const LIFE: ServerIdentity = ServerIdentity {
    pid: 1,
    start_time: 1,
};

fn channel(number: usize) -> Channel {
    format!("c{number}").parse().unwrap()
}

#[tokio::test]
async fn as_many_are_kept_as_the_bound_says_and_none_is_dropped_for_another() {
    let (port, waits) = (still(), ChannelWaits::default());
    for number in 0..ChannelWaits::KEPT {
        waits.join(&port, LIFE, &channel(number)).unwrap();
    }
    let error = waits.join(&port, LIFE, &channel(64)).unwrap_err();
    assert_eq!(
        (error.kind, error.retryable),
        (Kind::Busy, true),
        "{error:?}"
    );
    assert!(error.message.contains("c0, "), "{error:?}");
    waits.join(&port, LIFE, &channel(7)).unwrap();
}

#[tokio::test]
async fn waiters_of_an_ended_server_make_room() {
    let (port, waits) = (still(), ChannelWaits::default());
    for number in 0..ChannelWaits::KEPT {
        waits.join(&port, LIFE, &channel(number)).unwrap();
    }
    let next = ServerIdentity { pid: 2, ..LIFE };
    waits.join(&port, next, &channel(64)).unwrap();
    assert_eq!(waits.lock().waiters.len(), 1);
}

#[tokio::test]
async fn two_waits_share_one_waiter() {
    let (port, waits) = (still(), ChannelWaits::default());
    let one = waits.join(&port, LIFE, &channel(1)).unwrap();
    let two = waits.join(&port, LIFE, &channel(1)).unwrap();
    assert_eq!(one.number, two.number);
    assert_eq!(waits.collect(&one), None);
}
