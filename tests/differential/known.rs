//! What differs between tmux 3.3a and the simulator and is not a mistake of the simulator.
//!
//! Each entry has its reason. An entry is something that the streams and the changes do not do, or a step that is left out on
//! both sides: what tmux does then is its own bug, or depends on the C library.

/// Something that the streams leave out.
#[derive(Debug)]
pub struct Known {
    /// What is left out.
    pub what: &'static str,
    /// Why.
    pub reason: &'static str,
}

/// All of them.
pub const KNOWN: [Known; 6] = [
    Known {
        what: "code points that Unicode does not assign",
        reason: "tmux drops what the C library knows no width of; the table of that is the library's, and grows with it",
    },
    Known {
        what: "modes 47 and 1049 in one pane",
        reason: "1049 saves a text cursor which 47 does not; back on a screen that was made lower in between, tmux puts the \
            cursor below the grid and reads memory that is not its own",
    },
    Known {
        what: "another width where the last row is marked as continued",
        reason: "such a mark is left there by text that wraps below the scroll region, by a region that scrolls down, and on a \
            screen of one row; tmux follows it beyond the end of its grid, and its server may crash",
    },
    Known {
        what: "the end of a window that has several places in a session, and is all that the session has",
        reason: "where a control client is attached tmux tells it of the current window of a session that has none any more, and \
            its server crashes",
    },
    Known {
        what: "a split of a whole window (-f) whose layout has three levels",
        reason: "tmux looks at less than all levels when it asks whether there is room; where the innermost panes have one row \
            or column each it makes one of none, and its server ends itself; the port has no such split",
    },
    Known {
        what: "a group that is founded with a session which is called as another group",
        reason: "the session joins that group with its own windows, and at the next change of the group loses them and its \
            current one: a session without a current window, over which tmux may crash",
    },
];
