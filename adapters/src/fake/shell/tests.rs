//! The shell as the server drives it: bytes in, acts out, time by hand.

mod desk;
mod frame;
mod language;

pub(super) use desk::Desk;
