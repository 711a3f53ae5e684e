//! The port: each **must** of `domain::port`, and what its methods answer.

mod arranging;
mod capturing;
mod changing;
mod language;
mod naming;
mod observing;
mod placing;
mod settings;
mod typing;
mod watching;
