//! The simulator as a whole.
