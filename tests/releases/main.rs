//! Where releases of tmux differ: what is asked in another way, what is understood though it reads otherwise, and what
//! simply is so. Each case runs on the simulator of every release that it knows, and on the tmux under test.
//!
//! The gates are in `adapters/src/tmux/version.rs`, what the simulator shows of a release in
//! `adapters/src/fake/profile.rs`.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests and their helpers fail by panicking"
)]

mod gates;
mod names;
mod shown;

/// The releases, a line each; the tmux under test on both links.
#[rstest_reuse::template]
#[rstest::rstest]
#[case::like_3_2a(support::backend::Backend::like(support::release::Simulated::V3_2a))]
#[case::like_3_3a(support::backend::Backend::like(support::release::Simulated::V3_3a))]
#[case::like_3_4(support::backend::Backend::like(support::release::Simulated::V3_4))]
#[case::like_3_5a(support::backend::Backend::like(support::release::Simulated::V3_5a))]
#[case::like_3_6a(support::backend::Backend::like(support::release::Simulated::V3_6a))]
#[case::like_3_7c(support::backend::Backend::like(support::release::Simulated::V3_7c))]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[case::subprocess(support::backend::Backend::Subprocess)]
#[cfg_attr(no_tmux, ignore = "no tmux on PATH")]
#[case::control(support::backend::Backend::Control)]
#[tokio::test]
async fn every_release(#[case] on: support::backend::Backend) {}
