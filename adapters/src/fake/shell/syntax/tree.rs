//! The tree of a shell's commands. Branches are shared, so that a command in the background can hold its own.

use std::sync::{Arc, OnceLock};

/// Commands, one after the other.
pub(in super::super) type List = Vec<Item>;

/// A command of a list.
#[derive(Debug, PartialEq)]
pub(in super::super) struct Item {
    pub(in super::super) chain: Arc<Chain>,
    /// It runs in the background; its text, for the list of jobs.
    pub(in super::super) background: Option<String>,
}

/// Pipelines, linked by `&&` and `||`.
#[derive(Debug, PartialEq)]
pub(in super::super) struct Chain {
    pub(in super::super) first: Pipeline,
    pub(in super::super) rest: Vec<(Link, Pipeline)>,
}

/// How a pipeline depends on the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Link {
    And,
    Or,
}

/// Commands, each reading what the one before prints.
#[derive(Debug, PartialEq)]
pub(in super::super) struct Pipeline {
    pub(in super::super) negated: bool,
    pub(in super::super) stages: Vec<Arc<Command>>,
}

/// A command with its redirections.
#[derive(Debug, PartialEq)]
pub(in super::super) struct Command {
    pub(in super::super) shape: Shape,
    pub(in super::super) redirects: Vec<Redirect>,
    pub(in super::super) line: u32,
}

/// What kind of command it is.
#[derive(Debug, PartialEq)]
pub(in super::super) enum Shape {
    Simple(Simple),
    Subshell(Arc<List>),
    Group(Arc<List>),
    If {
        branches: Vec<(Arc<List>, Arc<List>)>,
        otherwise: Option<Arc<List>>,
    },
    Loop {
        until: bool,
        test: Arc<List>,
        body: Arc<List>,
    },
    For {
        name: String,
        words: Option<Vec<Word>>,
        body: Arc<List>,
    },
    Case {
        word: Word,
        arms: Vec<Arm>,
    },
    Function {
        name: String,
        body: Arc<Command>,
    },
}

/// Assignments and words.
#[derive(Debug, Default, PartialEq)]
pub(in super::super) struct Simple {
    pub(in super::super) assignments: Vec<(String, Word)>,
    pub(in super::super) words: Vec<Word>,
}

/// A branch of a `case`.
#[derive(Debug, PartialEq)]
pub(in super::super) struct Arm {
    pub(in super::super) patterns: Vec<Word>,
    pub(in super::super) body: Arc<List>,
}

/// A redirection.
#[derive(Debug, PartialEq)]
pub(in super::super) struct Redirect {
    pub(in super::super) descriptor: u32,
    pub(in super::super) target: Target,
}

/// Where a redirection leads.
#[derive(Debug, PartialEq)]
pub(in super::super) enum Target {
    Read(Word),
    Write { word: Word, append: bool },
    Duplicate(Word),
    Document(Document),
}

/// A here-document, whose text is read at the end of the line.
#[derive(Debug, Clone)]
pub(in super::super) struct Document(pub(in super::super) Arc<OnceLock<Word>>);

impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}

/// A word before its expansion.
pub(in super::super) type Word = Vec<Part>;

/// A piece of a word.
#[derive(Debug, PartialEq)]
pub(in super::super) enum Part {
    /// As it is, a pattern where it looks like one.
    Plain(String),
    /// As it is.
    Quoted(String),
    /// In double quotes.
    Double(Word),
    Param(Param),
    /// `$(…)`.
    Output(Arc<List>),
    /// Backquotes, read when they are run.
    Backquoted(String),
    /// `$((…))`.
    Number(Word),
    /// `~` at a word's beginning.
    Home,
}

/// `$name`, or `${name…}`.
#[derive(Debug, PartialEq)]
pub(in super::super) struct Param {
    pub(in super::super) name: String,
    pub(in super::super) operator: Operator,
    pub(in super::super) word: Word,
}

/// What is done to a parameter's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Operator {
    None,
    /// `${#x}`
    Length,
    /// `${x-…}`, with the colon: empty is as good as unset.
    Default {
        colon: bool,
    },
    /// `${x=…}`
    Assign {
        colon: bool,
    },
    /// `${x?…}`
    Error {
        colon: bool,
    },
    /// `${x+…}`
    Alternative {
        colon: bool,
    },
    /// `${x#…}` and `${x##…}`
    Front {
        longest: bool,
    },
    /// `${x%…}` and `${x%%…}`
    Back {
        longest: bool,
    },
}
