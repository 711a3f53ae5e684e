//! (next)
fn main() {}
