//! The tools over the port.

mod agreement;
mod arranging;
mod batch;
mod batches;
mod busy_panes;
mod channels;
mod clearing;
mod creating;
mod guards;
mod input;
mod listing;
mod naming;
mod output;
mod paging;
mod placing;
mod respawning;
mod resuming;
mod run_ends;
mod searching;
mod session_names;
mod sessions;
mod settings;
mod sizing;
mod states;
mod switching;
mod waiting;
