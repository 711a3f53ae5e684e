//! In what releases of tmux differ, as far as the simulator shows it (tmux-facts 10).

use super::spelling;

/// A release of tmux.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Release {
    /// 3.2a.
    V3_2a,
    /// 3.3a: the one that the differential tests hold the simulator to.
    #[default]
    V3_3a,
    /// 3.4.
    V3_4,
    /// 3.5a.
    V3_5a,
    /// 3.6a.
    V3_6a,
    /// 3.7c.
    V3_7c,
}

impl Release {
    /// All that are known, the oldest first.
    pub const ALL: [Self; 6] = [
        Self::V3_2a,
        Self::V3_3a,
        Self::V3_4,
        Self::V3_5a,
        Self::V3_6a,
        Self::V3_7c,
    ];

    /// Its name, as `tmux -V` prints it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::V3_2a => "3.2a",
            Self::V3_3a => "3.3a",
            Self::V3_4 => "3.4",
            Self::V3_5a => "3.5a",
            Self::V3_6a => "3.6a",
            Self::V3_7c => "3.7c",
        }
    }
}

/// How one release behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Profile {
    /// Which it is.
    pub release: Release,
    /// A capture prints a tab where one was written, not spaces.
    pub keeps_tabs: bool,
    /// Bytes that are no UTF-8 are shown as U+FFFD, not dropped.
    pub shows_invalid: bool,
    /// `history-limit` takes effect on panes that are there already.
    pub live_history_limit: bool,
    /// A session's name may hold `:` and `.`; before, they become `_`.
    pub session_names_keep_punctuation: bool,
    /// Names may hold no control characters, and all are stored alike. Before, a window is made with a name as it is, and
    /// in every other name they are spelled out.
    pub names_refuse_control: bool,
    /// Lines that commands print spell control characters out, but for tabs and newlines; what is captured is no such line.
    pub lines_are_spelled: bool,
    /// A `$` before what could be a variable's name gets a backslash in a name that is given later.
    pub names_spell_dollars: bool,
    /// Titles are stored as names are, and one that a program sets holds `_(` for `#(`.
    pub titles_are_spelled: bool,
    /// `capture-pane -N` prints the blanks that the row has room for, `-T` leaves them out.
    pub pads_captures: bool,
    /// `paste-buffer` spells control characters, unless `-S` is given.
    pub spells_pastes: bool,
    /// `#{P:…}` goes over panes by their ids; before, in their order in the window.
    pub loops_by_id: bool,
    /// What is said of a pane that is too small to be split.
    pub no_space: &'static str,
    /// What `escape-time` is by default, in milliseconds.
    pub escape_time: &'static str,
}

impl Profile {
    /// How this release behaves.
    #[must_use]
    pub fn of(release: Release) -> Self {
        let newest = release >= Release::V3_7c;
        let faster = release >= Release::V3_5a;
        Self {
            release,
            keeps_tabs: release >= Release::V3_6a,
            shows_invalid: release >= Release::V3_6a,
            live_history_limit: newest,
            session_names_keep_punctuation: newest,
            names_refuse_control: newest,
            names_spell_dollars: !faster,
            lines_are_spelled: matches!(release, Release::V3_4 | Release::V3_5a),
            titles_are_spelled: newest,
            pads_captures: release >= Release::V3_4,
            spells_pastes: newest,
            loops_by_id: newest,
            no_space: if newest {
                "size or position no space for a new pane"
            } else {
                "no space for new pane"
            },
            escape_time: if faster { "10" } else { "500" },
        }
    }

    /// A title without control characters, as it is stored; `by_program` where a program in the pane sets it.
    #[must_use]
    pub(crate) fn title(self, text: &str, by_program: bool) -> String {
        if !self.titles_are_spelled {
            return text.to_owned();
        }
        let stored = text.replace('\\', "\\\\");
        if by_program {
            stored.replace("#(", "_(")
        } else {
            stored
        }
    }

    /// A text as a command's line shows it.
    #[must_use]
    pub(crate) fn line(self, text: &str) -> String {
        if self.lines_are_spelled {
            spelled(text)
        } else {
            text.to_owned()
        }
    }

    /// Whether a command has a flag in this release, where it came after the oldest.
    #[must_use]
    pub(crate) fn has_flag(self, command: &str, flag: char) -> bool {
        match (command, flag) {
            ("capture-pane", 'T') => self.pads_captures,
            ("paste-buffer", 'S') => self.spells_pastes,
            _ => true,
        }
    }
}

/// Control characters but for tabs and newlines spelled out, backslashes as they are (vis(3), seen in 3.5a).
fn spelled(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' | '\n' => shown.push(c),
            c => spelling::push(&mut shown, c),
        }
    }
    shown
}

impl Default for Profile {
    fn default() -> Self {
        Self::of(Release::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_spelled_in_3_4_and_3_5() {
        for release in Release::ALL {
            let shown = match release {
                Release::V3_4 | Release::V3_5a => "\\033\t\n\\r\\\\177é",
                _ => "\u{1b}\t\n\r\\\u{7f}é",
            };
            let profile = Profile::of(release);
            assert_eq!(profile.line("\u{1b}\t\n\r\\\u{7f}é"), shown, "{release:?}");
        }
    }

    #[test]
    fn titles_are_spelled_from_3_7_on() {
        let [old, new] = [Release::V3_6a, Release::V3_7c].map(Profile::of);
        for by_program in [false, true] {
            assert_eq!(old.title("#(x) \\", by_program), "#(x) \\");
        }
        assert_eq!(new.title("#(x) \\", true), "_(x) \\\\");
        assert_eq!(new.title("#(x) \\", false), "#(x) \\\\");
    }
}
