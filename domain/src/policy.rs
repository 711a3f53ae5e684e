//! Which tools exist at all: the four toolsets, what each tool reaches, and the choice of this process.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A set of tools that is switched as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Toolset {
    /// Looks, and changes nothing.
    Inspect,
    /// Arranges what exists.
    Manage,
    /// Types, and starts programs.
    Execute,
    /// Ends things.
    Teardown,
}

impl Toolset {
    /// All sets, in the order of the catalogue.
    pub const ALL: [Self; 4] = [Self::Inspect, Self::Manage, Self::Execute, Self::Teardown];

    /// The set's name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Inspect => "inspect",
            Self::Manage => "manage",
            Self::Execute => "execute",
            Self::Teardown => "teardown",
        }
    }
}

/// How a tool reaches processes, the weakest first; none reaches a command of the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProcessReach {
    /// Not at all.
    None,
    /// Starts what the operator's configuration names.
    ConfiguredProcess,
    /// Types into a pane.
    PaneInput,
    /// Runs a command in a pane.
    PaneCommand,
}

/// Who made the server that this process works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provenance {
    /// This very process created it with the minimal configuration.
    Minimal,
    /// It existed before, or the operator chose it.
    Operator,
}

impl Provenance {
    /// The word that an answer carries.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Minimal => "minimal",
            Self::Operator => "operator",
        }
    }

    /// The toolsets that are on where nothing was chosen: without teardown on any server that is not ours alone.
    #[must_use]
    pub fn default_toolsets(self) -> &'static [Toolset] {
        match self {
            Self::Minimal => &Toolset::ALL,
            Self::Operator => &[Toolset::Inspect, Toolset::Manage, Toolset::Execute],
        }
    }
}

/// The choice of an operator, as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choice {
    /// The toolsets; `None` leaves them to the provenance, empty selects nothing.
    pub toolsets: Option<Vec<Toolset>>,
    /// Tools added by name.
    pub tools: Vec<String>,
    /// Tools removed by name; wins over both.
    pub exclude: Vec<String>,
}

/// Which tools this process has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolPolicy {
    toolsets: Vec<Toolset>,
    tools: Vec<String>,
    exclude: Vec<String>,
}

impl ToolPolicy {
    /// The operator's choice, with the defaults of this provenance where nothing was chosen.
    #[must_use]
    pub fn new(choice: &Choice, provenance: Provenance) -> Self {
        let toolsets = choice
            .toolsets
            .clone()
            .unwrap_or_else(|| provenance.default_toolsets().to_vec());
        Self {
            toolsets,
            tools: choice.tools.clone(),
            exclude: choice.exclude.clone(),
        }
    }

    /// The toolsets that are on.
    #[must_use]
    pub fn toolsets(&self) -> &[Toolset] {
        &self.toolsets
    }

    /// The tools that were added by name.
    #[must_use]
    pub fn included(&self) -> &[String] {
        &self.tools
    }

    /// The tools that were taken away by name.
    #[must_use]
    pub fn excluded(&self) -> &[String] {
        &self.exclude
    }

    /// Whether this tool exists for a client.
    #[must_use]
    pub fn allows(&self, tool: &str, toolset: Toolset) -> bool {
        let named = |names: &[String]| names.iter().any(|name| name == tool);
        !named(&self.exclude) && (self.toolsets.contains(&toolset) || named(&self.tools))
    }

    /// What an operator writes so that this hidden tool exists; `None` where it does already.
    #[must_use]
    pub fn how_to_show(&self, tool: &str, toolset: Toolset) -> Option<String> {
        if self.allows(tool, toolset) {
            return None;
        }
        if self.exclude.iter().any(|name| name == tool) {
            return Some(format!(
                "take {tool} out of LIBTMUX_EXCLUDE_TOOLS (--exclude-tools)"
            ));
        }
        Some(format!(
            "set LIBTMUX_TOOLS={tool} (--tools {tool}), or add {} to LIBTMUX_TOOLSETS (--toolsets)",
            toolset.as_str()
        ))
    }
}

/// Reads a list as written in a variable: names between commas, blanks around them ignored, empty selects nothing.
///
/// # Errors
/// A sentence that names the element, the rule and the nearest known name.
pub fn parse_names(written: &str, known: &[&str]) -> Result<Vec<String>, String> {
    if written.trim().is_empty() {
        return Ok(Vec::new());
    }
    let mut names: Vec<String> = Vec::new();
    for element in written.split(',').map(str::trim) {
        if element.is_empty() {
            return Err(format!(
                "{written:?} has an empty element; write names with one comma between them"
            ));
        }
        if !known.contains(&element) {
            return Err(format!(
                "{element:?} is not known{}",
                suggestion(element, known)
            ));
        }
        if !names.iter().any(|name| name == element) {
            names.push(element.to_owned());
        }
    }
    Ok(names)
}

/// The known name that `written` is most likely to mean.
#[must_use]
pub fn nearest<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let limit = (written.chars().count() / 3).max(2);
    let scored = known.iter().map(|name| (distance(written, name), *name));
    scored
        .filter(|(far, _)| *far <= limit)
        .min_by_key(|(far, _)| *far)
        .map(|(_, name)| name)
}

/// `; did you mean "x"?`, or the whole list where nothing is near and it is short.
#[must_use]
pub fn suggestion(written: &str, known: &[&str]) -> String {
    match nearest(written, known) {
        Some(name) => format!("; did you mean {name:?}?"),
        None if known.len() <= 12 => format!("; known: {}", known.join(", ")),
        None => String::new(),
    }
}

/// Levenshtein distance in characters.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, left) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut previous = i + 1;
        let mut next = alloc::vec![previous];
        for (right, above) in b.chars().zip(row.iter().skip(1)) {
            previous = (diagonal + usize::from(left != right))
                .min(above + 1)
                .min(previous + 1);
            diagonal = *above;
            next.push(previous);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn teardown_is_off_on_a_server_that_is_not_ours_alone() {
        let policy = ToolPolicy::new(&Choice::default(), Provenance::Operator);
        assert!(policy.allows("send_keys", Toolset::Execute));
        assert!(!policy.allows("kill_pane", Toolset::Teardown));
        assert!(
            policy
                .how_to_show("kill_pane", Toolset::Teardown)
                .unwrap()
                .contains("LIBTMUX_TOOLS=kill_pane")
        );
        assert!(
            ToolPolicy::new(&Choice::default(), Provenance::Minimal)
                .allows("kill_pane", Toolset::Teardown)
        );
    }

    #[test]
    fn an_exclusion_wins_over_an_inclusion_and_empty_selects_nothing() {
        let kill = || alloc::vec!["kill_pane".to_string()];
        let choice = Choice {
            toolsets: Some(Vec::new()),
            tools: kill(),
            exclude: Vec::new(),
        };
        let policy = ToolPolicy::new(&choice, Provenance::Minimal);
        assert!(
            policy.allows("kill_pane", Toolset::Teardown)
                && !policy.allows("list_panes", Toolset::Inspect)
        );
        let choice = Choice {
            exclude: kill(),
            ..choice
        };
        let policy = ToolPolicy::new(&choice, Provenance::Minimal);
        assert!(!policy.allows("kill_pane", Toolset::Teardown));
        assert!(
            policy
                .how_to_show("kill_pane", Toolset::Teardown)
                .unwrap()
                .contains("EXCLUDE")
        );
    }

    #[test]
    fn a_list_names_its_bad_element_and_the_nearest_name() {
        let known = ["inspect", "manage", "execute", "teardown"];
        assert_eq!(
            parse_names(" inspect , manage,inspect", &known).unwrap(),
            ["inspect", "manage"]
        );
        assert!(parse_names("", &known).unwrap().is_empty());
        assert!(
            parse_names("inspekt", &known)
                .unwrap_err()
                .contains("did you mean \"inspect\"?")
        );
        assert!(
            parse_names("inspect,,manage", &known)
                .unwrap_err()
                .contains("empty element")
        );
    }

    #[test]
    fn the_distance_counts_single_edits() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(
            nearest("list_pane", &["list_panes", "list_windows"]),
            Some("list_panes")
        );
        assert_eq!(nearest("frobnicate", &["list_panes"]), None);
    }
}
