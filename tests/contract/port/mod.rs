//! The port: each **must** of `domain::port`, and what its methods answer.
//!
//! | where it must | the case |
//! |---|---|
//! | `next`: the server dies | `the_death_of_the_server_wakes_everybody` |
//! | `identity`: nothing listens | `a_socket_where_nothing_listens_is_no_server` |
//! | `observe`: a pane that is not there | `a_pane_that_is_not_there_is_no_such_pane` |
//! | `capture`: a pane that was killed | `a_pane_that_was_killed_is_no_such_pane_and_no_empty_answer` |
//! | `settings`: an unknown option | `a_name_that_is_not_whole_or_is_of_another_scope_is_no_setting` |
//! | `type_keys`: what was seen holds no more | `nothing_is_typed_once_something_changed` |
//! | `paste`: what was seen holds no more | `nothing_is_typed_once_something_changed` |
//! | `withdraw`: a pane that was killed | `a_pane_that_was_killed_is_no_such_pane_and_no_empty_answer` |
//! | `change`: another life of the server | `in_another_life_of_the_server_nothing_is_done` |
//! | `await_signal`: the server ends first | `the_death_of_the_server_wakes_everybody` |
//! | `watch`: a pane that is not there | `a_pane_that_is_not_there_is_no_such_pane` |

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
