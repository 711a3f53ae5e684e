//! The shell as the server drives it: bytes in, acts out, time by hand.

mod desk;
mod frame;
mod language;
mod playing;
mod properties;
mod signals;
mod starting;
mod tools;
mod typing;

use desk::Desk;
