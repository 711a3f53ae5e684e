//! In what releases of tmux differ, as far as the simulator shows it (tmux-facts 10).

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
}

impl Profile {
    /// How this release behaves.
    #[must_use]
    pub fn of(release: Release) -> Self {
        Self {
            release,
            keeps_tabs: release >= Release::V3_6a,
            shows_invalid: release >= Release::V3_6a,
            live_history_limit: release >= Release::V3_7c,
            session_names_keep_punctuation: release >= Release::V3_7c,
        }
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::of(Release::default())
    }
}
