//! The files of a pane: those of the scene, and what its commands wrote. Each pane has its own.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::fake::script::Scene;

/// As much as all files hold together, above what the scene brings.
const BYTES_MAX: usize = 4 << 20;
/// As many files as can be written.
const FILES_MAX: usize = 1000;

/// Files by absolute path.
pub(super) struct Store {
    files: BTreeMap<String, Arc<Vec<u8>>>,
    room: usize,
}

/// Why a file cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    /// There is none.
    Missing,
    /// It is a directory.
    Directory,
    /// Nothing more fits.
    Full,
}

impl Refused {
    /// As the system words it.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Missing => "No such file or directory",
            Self::Directory => "Is a directory",
            Self::Full => "No space left on device",
        }
    }
}

impl Store {
    pub(super) fn new(scene: &Scene) -> Self {
        let files = scene.files.iter().map(|file| {
            let path = absolute("/", &file.path);
            (path, Arc::new(file.text.clone().into_bytes()))
        });
        Self {
            files: files.collect(),
            room: BYTES_MAX,
        }
    }

    pub(super) fn read(&self, path: &str) -> Result<Arc<Vec<u8>>, Refused> {
        match self.files.get(path) {
            Some(content) => Ok(Arc::clone(content)),
            None if self.is_directory(path) => Err(Refused::Directory),
            None => Err(Refused::Missing),
        }
    }

    /// Makes the file if it is missing, empty if asked.
    pub(super) fn create(&mut self, path: &str, empty: bool) -> Result<(), Refused> {
        if !self.files.contains_key(path) && self.is_directory(path) {
            return Err(Refused::Directory);
        }
        if self.files.len() >= FILES_MAX {
            return Err(Refused::Full);
        }
        let content = self.files.entry(path.to_owned()).or_default();
        if empty {
            self.room = (self.room + content.len()).min(BYTES_MAX);
            *content = Arc::default();
        }
        Ok(())
    }

    pub(super) fn append(&mut self, path: &str, bytes: &[u8]) -> Result<(), Refused> {
        self.room = self.room.checked_sub(bytes.len()).ok_or(Refused::Full)?;
        let content = self.files.entry(path.to_owned()).or_default();
        Arc::make_mut(content).extend_from_slice(bytes);
        Ok(())
    }

    pub(super) fn remove(&mut self, path: &str) -> Result<(), Refused> {
        let content = self.files.remove(path).ok_or(Refused::Missing)?;
        self.room = (self.room + content.len()).min(BYTES_MAX);
        Ok(())
    }

    pub(super) fn is_file(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Whether this is a directory: any that a file stands in, and any that commonly exists.
    pub(super) fn is_directory(&self, path: &str) -> bool {
        let common = [
            "/", "/bin", "/dev", "/etc", "/home", "/root", "/tmp", "/usr", "/usr/bin", "/var",
        ];
        let inside = format!("{}/", path.trim_end_matches('/'));
        common.contains(&path)
            || self
                .files
                .range(inside.clone()..)
                .next()
                .is_some_and(|(name, _)| name.starts_with(&inside))
    }

    /// What stands in a directory, by name.
    pub(super) fn names(&self, directory: &str) -> Vec<String> {
        let inside = format!("{}/", directory.trim_end_matches('/'));
        let mut names: Vec<String> = self
            .files
            .range(inside.clone()..)
            .map_while(|(path, _)| path.strip_prefix(&inside))
            .filter_map(|rest| rest.split('/').next())
            .map(str::to_owned)
            .collect();
        names.dedup();
        names
    }
}

/// The absolute path that a word names, `.` and `..` resolved.
pub(super) fn absolute(directory: &str, word: &str) -> String {
    let base = if word.starts_with('/') { "" } else { directory };
    let mut parts: Vec<&str> = Vec::new();
    for part in base.split('/').chain(word.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}
