//! The MCP server as a library: tools over [`domain::TmuxPort`], served on stdio or called from the command line.
//!
//! [`catalog`] is the list of tools, [`tool`] what one is and [`tools`] what they do; [`context`] is what each is handed. MCP itself lives in
//! [`mcp`], the command line in [`cli`], and only [`connect`] names a way to reach tmux.

pub mod annotations;
pub mod arguments;
pub mod caller;
pub mod capabilities;
pub mod catalog;
pub mod channels;
pub mod cli;
pub mod config;
pub mod connect;
pub mod context;
pub mod echo;
pub mod error;
pub mod heights;
pub mod mcp;
pub mod naming;
pub mod process;
pub mod published;
pub mod reference;
pub mod schema;
pub mod socket;
pub mod tool;
pub mod tools;

pub use cli::main;

#[cfg(test)]
mod testing;
