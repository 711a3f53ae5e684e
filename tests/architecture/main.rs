//! The invariants of ARCHITECTURE.md, kept by reading the manifests and the sources.
#![expect(
    clippy::unwrap_used,
    reason = "tests and their helpers fail by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates that do no IO: all that the domain may stand on.
const DOMAIN_DEPENDENCIES: [&str; 4] = ["async-trait", "regex", "siphasher", "thiserror"];

/// The most lines of a file, tests included.
const LINES_MAX: usize = 400;

/// The numbers of the faults that users of such servers have met; the name of a test that shows one begins with it.
const FIELD_CASES: [u32; 40] = [
    2, 4, 6, 9, 10, 11, 14, 15, 17, 18, 21, 24, 26, 27, 28, 29, 30, 31, 33, 34, 36, 37, 39, 40, 41,
    42, 43, 44, 45, 47, 49, 50, 51, 52, 53, 55, 56, 58, 59, 60,
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// The crates that a manifest names in one of its tables.
fn named(manifest: &str, table: &str) -> BTreeSet<String> {
    let text = read(manifest);
    let lines = text
        .lines()
        .skip_while(|line| *line != format!("[{table}]"))
        .skip(1);
    let entries = lines
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.starts_with('#'));
    entries
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Every Rust file below these folders.
fn sources(folders: &[&str]) -> Vec<PathBuf> {
    fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, into);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                into.push(path);
            }
        }
    }
    let mut files = Vec::new();
    for folder in folders {
        collect(&root().join(folder), &mut files);
    }
    files.sort();
    files
}

fn below_root(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().display().to_string()
}

#[test]
fn the_domain_stands_on_nothing_that_does_io() {
    let allowed: BTreeSet<String> = DOMAIN_DEPENDENCIES
        .iter()
        .map(|&name| name.to_owned())
        .collect();
    assert_eq!(named("domain/Cargo.toml", "dependencies"), allowed);
    assert!(read("domain/src/lib.rs").contains("#![no_std]"));
    for file in sources(&["domain/src"]) {
        let text = fs::read_to_string(&file).unwrap();
        // Tests may use std; the domain itself does not name it.
        let own = text.split("#[cfg(test)]").next().unwrap();
        let is_test = file.ends_with("tests.rs");
        assert!(is_test || !own.contains("std::"), "{}", below_root(&file));
    }
}

#[test]
fn dependencies_point_one_way() {
    let ours = ["domain", "adapters", "app", "tests"];
    let of = |manifest| -> BTreeSet<String> {
        let all = named(manifest, "dependencies");
        ours.iter()
            .map(|&name| name.to_owned())
            .filter(|name| all.contains(name))
            .collect()
    };
    let set = |names: &[&str]| -> BTreeSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    };
    assert_eq!(of("domain/Cargo.toml"), set(&[]));
    assert_eq!(of("adapters/Cargo.toml"), set(&["domain"]));
    assert_eq!(of("app/Cargo.toml"), set(&["adapters", "domain"]));
    assert_eq!(of("tests/Cargo.toml"), set(&["adapters", "app", "domain"]));
}

#[test]
fn only_connect_names_an_adapter_and_only_app_knows_mcp() {
    for file in sources(&["app/src"]) {
        let text = fs::read_to_string(&file).unwrap();
        if text.contains("adapters::") {
            assert!(below_root(&file).starts_with("app/src/connect"), "{file:?}");
        }
    }
    for manifest in ["domain/Cargo.toml", "adapters/Cargo.toml"] {
        assert!(
            !named(manifest, "dependencies").contains("rmcp"),
            "{manifest}"
        );
    }
    for file in sources(&["app/src/tools"]) {
        let text = fs::read_to_string(&file).unwrap();
        assert!(
            !text.contains("rmcp") && !text.contains("crate::mcp"),
            "{}",
            below_root(&file)
        );
    }
}

#[test]
fn a_file_says_at_its_head_what_lives_there_and_fits_one_idea() {
    for file in sources(&["domain", "adapters", "app", "tests"]) {
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("//!"), "{} has no head", below_root(&file));
        let lines = text.lines().count();
        assert!(
            lines <= LINES_MAX,
            "{} has {lines} lines",
            below_root(&file)
        );
    }
}

/// The modules of a crate's top level that each of them names.
fn uses(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let base = root().join(folder);
    for file in sources(&[folder]) {
        if file.ends_with("tests.rs")
            || file.ends_with("testing.rs")
            || file.ends_with("lib.rs")
            || file.ends_with("main.rs")
        {
            continue;
        }
        let place = file
            .strip_prefix(&base)
            .unwrap()
            .components()
            .next()
            .unwrap();
        let module = place
            .as_os_str()
            .to_str()
            .unwrap()
            .trim_end_matches(".rs")
            .to_owned();
        let text = fs::read_to_string(&file).unwrap();
        let own = text.split("#[cfg(test)]\nmod").next().unwrap();
        let code = own
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect::<Vec<_>>()
            .join("\n");
        let named = uses.entry(module.clone()).or_default();
        for piece in code.split("crate::").skip(1) {
            let end = piece
                .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(piece.len());
            let first = &piece[..end];
            if !first.is_empty()
                && first != module
                && first.chars().all(|c| c.is_lowercase() || c == '_')
            {
                named.insert(first.to_owned());
            }
        }
    }
    uses
}

#[test]
fn no_modules_name_each_other_in_a_circle() {
    for folder in ["domain/src", "adapters/src", "app/src"] {
        let uses = uses(folder);
        for start in uses.keys() {
            let mut seen = BTreeSet::new();
            let mut next: Vec<&String> = uses[start].iter().collect();
            while let Some(module) = next.pop() {
                assert_ne!(
                    module, start,
                    "{folder}: {start} is in a circle, by way of {seen:?}"
                );
                if seen.insert(module.clone()) {
                    next.extend(uses.get(module).into_iter().flatten());
                }
            }
        }
    }
}

#[test]
fn every_path_that_the_map_names_exists() {
    let map = read("ARCHITECTURE.md");
    let quoted = map.split('`').skip(1).step_by(2);
    let extensions = [".rs", ".md", ".toml", "/"];
    let paths: Vec<&str> = quoted
        .filter(|word| word.contains('/') && extensions.iter().any(|end| word.ends_with(end)))
        .collect();
    assert!(paths.len() > 10, "{paths:?}");
    for path in paths {
        assert!(root().join(path).exists(), "{path}");
    }
    assert!(map.lines().count() < 250);
}

/// The names of all test functions.
fn test_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in sources(&["domain", "adapters", "app", "tests"]) {
        let text = fs::read_to_string(&file).unwrap();
        let ends = |c: char| !(c.is_alphanumeric() || c == '_');
        let found = text.split("fn ").skip(1);
        names.extend(found.filter_map(|rest| rest.split(ends).next().map(str::to_owned)));
    }
    names
}

#[test]
fn every_must_of_the_port_has_its_case() {
    let musts = read("domain/src/port.rs").matches("**Must**").count();
    let table = read("tests/contract/port/mod.rs");
    let rows = table.lines().filter(|line| line.starts_with("//! | `"));
    let cases: Vec<&str> = rows.filter_map(|row| row.split('`').nth(3)).collect();
    assert_eq!(cases.len(), musts, "{cases:?}");
    let names = test_names();
    for case in cases {
        assert!(names.contains(case), "{case}");
    }
}

#[test]
fn every_case_from_the_field_has_its_test() {
    let names = test_names();
    for number in FIELD_CASES {
        let mark = format!("f{number:02}_");
        let tested = names
            .iter()
            .any(|name| name.starts_with(&mark) || name.contains(&format!("_{mark}")));
        assert!(tested, "no test is named {mark}…");
    }
}

#[test]
fn a_test_that_needs_tmux_is_ignored_where_there_is_none() {
    for file in sources(&["tests/adapter", "tests/tools", "tests/end_to_end"]) {
        let text = fs::read_to_string(&file).unwrap();
        let tests = text.matches("#[tokio::test").count();
        let ignored = text.matches("no_tmux").count();
        assert!(
            ignored >= tests,
            "{} has {tests} tests and {ignored} such marks",
            below_root(&file)
        );
    }
}

#[test]
fn a_test_that_needs_an_engine_or_sshd_is_ignored_where_there_is_none() {
    for file in sources(&["tests/containers"]) {
        let text = fs::read_to_string(&file).unwrap();
        let tests = text.matches("#[test]").count() + text.matches("#[rstest").count();
        let marks = [
            "ignore = \"needs a container engine",
            "ignore = \"needs sshd",
        ];
        let ignored: usize = marks.iter().map(|mark| text.matches(mark).count()).sum();
        assert!(
            ignored >= tests,
            "{} has {tests} tests and {ignored} such marks",
            below_root(&file)
        );
    }
    // The cases themselves are those of the contract.
    let suite = read("tests/containers/main.rs");
    for module in ["port", "tools"] {
        let path = format!("#[path = \"../contract/{module}/mod.rs\"]");
        assert!(suite.contains(&path), "{path}");
    }
}

#[test]
fn a_case_of_the_contract_runs_on_every_backend() {
    for file in sources(&["tests/contract"]) {
        let text = fs::read_to_string(&file).unwrap();
        // Scripts of a mock need no backend.
        if below_root(&file).starts_with("tests/contract/failures/") {
            continue;
        }
        let template = below_root(&file) == "tests/contract/main.rs";
        let tests = text.matches("::test").count() + text.matches("#[test]").count();
        assert_eq!(tests, usize::from(template), "{}", below_root(&file));
        assert_eq!(
            text.matches("#[case] on: ").count(),
            text.matches("\n#[apply(every_backend)]").count() + tests,
            "{}",
            below_root(&file)
        );
    }
    // Only the simulator asks nothing of the machine.
    let template = read("tests/contract/main.rs");
    let lines: Vec<&str> = template.lines().collect();
    for (before, line) in lines.iter().zip(&lines[1..]) {
        if line.starts_with("#[case::") && !line.starts_with("#[case::fake(") {
            assert!(before.contains("ignore = "), "{line}");
        }
    }
}
