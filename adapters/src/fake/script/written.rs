//! A scene's file as it is written: the keys and the kinds of their values, with their places in the text.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

/// A scene, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    pub(super) host: Option<Spanned<String>>,
    pub(super) prompt: Option<String>,
    #[serde(default)]
    pub(super) environment: BTreeMap<Spanned<String>, String>,
    #[serde(default)]
    pub(super) file: Vec<Spanned<WrittenFile>>,
    #[serde(default)]
    pub(super) command: Vec<Spanned<WrittenCommand>>,
    #[serde(default)]
    pub(super) session: Vec<Spanned<WrittenSession>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenFile {
    pub(super) path: Spanned<String>,
    pub(super) text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenCommand {
    pub(super) r#match: Option<Spanned<String>>,
    pub(super) pattern: Option<Spanned<String>>,
    pub(super) run: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) step: Vec<Spanned<WrittenStep>>,
    #[serde(default)]
    pub(super) repeats: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenStep {
    pub(super) after: Option<Spanned<f64>>,
    #[serde(default)]
    pub(super) print: String,
    #[serde(default)]
    pub(super) complain: String,
    pub(super) reads: Option<Spanned<String>>,
    pub(super) exit: Option<Spanned<i32>>,
    pub(super) signal: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenSession {
    pub(super) name: Spanned<String>,
    #[serde(default)]
    pub(super) window: Vec<Spanned<WrittenWindow>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenWindow {
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) pane: Vec<Spanned<WrittenPane>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenPane {
    #[serde(default)]
    pub(super) command: Vec<String>,
    pub(super) types: Option<Spanned<String>>,
    pub(super) directory: Option<Spanned<String>>,
}
