//! The language of the shell: text to a tree, command by command, as a shell reads it.
//!
//! Left out, because neither the product nor a scene needs it: arrays, `[[ ]]`, `(( ))`, `select`, process substitution,
//! history expansion and globbing of file names.

mod command;
mod compound;
mod source;
mod tree;
mod word;

pub(super) use source::Source;
pub(super) use tree::{
    Arm, Chain, Command, Item, Link, List, Operator, Param, Part, Pipeline, Redirect, Shape,
    Simple, Target, Word,
};

#[cfg(test)]
mod tests;
