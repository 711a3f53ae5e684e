//! A tmux elsewhere, reached through `--via`: the whole contract against a pinned tmux in a container, on both links, and
//! the program on this machine beside it.
//!
//! The cases are those of `tests/contract`, but for `crowds`; the container is that of [`support::container`].
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests and their helpers fail by panicking"
)]

mod faults;
mod journey;
#[path = "../contract/port/mod.rs"]
mod port;
mod program;
mod readme;
mod ssh;
#[path = "../contract/tools/mod.rs"]
mod tools;

/// The links, a line each.
#[rstest_reuse::template]
#[rstest::rstest]
#[cfg_attr(
    no_docker,
    ignore = "needs a container engine with the image of docker/image"
)]
#[case::subprocess(support::backend::Backend::ContainerSubprocess)]
#[cfg_attr(
    no_docker,
    ignore = "needs a container engine with the image of docker/image"
)]
#[case::control(support::backend::Backend::ContainerControl)]
#[tokio::test]
async fn every_backend(#[case] on: support::backend::Backend) {}
