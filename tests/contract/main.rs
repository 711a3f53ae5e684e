//! What must hold of every backend: the port's musts and what the tools do, each case once.
//!
//! A case is an `async fn` that is given the backend; `#[apply(every_backend)]` makes a test of it for each one. What
//! rests on a real shell, on processes, files or sockets of this machine is in `tests/adapter` and `tests/tools`.
//! What no backend does on demand, a failure between two calls, is scripted on a mock in `failures`.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests and their helpers fail by panicking"
)]

mod crowds;
mod failures;
mod port;
mod tools;

/// The backends, a line each: what a case needs of the machine stands before it.
#[rstest_reuse::template]
#[rstest::rstest]
#[case::fake(support::backend::Backend::fake())]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash on PATH")]
#[case::subprocess(support::backend::Backend::Subprocess)]
#[cfg_attr(any(no_tmux, no_bash), ignore = "needs tmux and bash on PATH")]
#[case::control(support::backend::Backend::Control)]
#[tokio::test]
async fn every_backend(#[case] on: support::backend::Backend) {}
