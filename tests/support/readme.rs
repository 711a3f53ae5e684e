//! The examples of the README, and a shell in which its program is the one under test.

use std::process::Output;

use crate::nest::Nest;

/// The code blocks of this language below the heading that begins so.
pub fn blocks(heading: &str, language: &str) -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let text = std::fs::read_to_string(path).unwrap();
    let section = text
        .split("\n## ")
        .find(|section| section.starts_with(heading));
    let section = section
        .unwrap_or_else(|| panic!("no section {heading:?}"))
        .to_owned();
    let fence = format!("```{language}\n");
    section
        .split(&fence)
        .skip(1)
        .map(|block| block.split("```").next().unwrap().to_owned())
        .collect()
}

/// Runs a line of a shell in which `libtmux-mcp` is this program; programs in the nest's `bin` come before others.
pub fn sh(nest: &Nest, program: &str, line: &str) -> Output {
    let folder = nest.path("bin");
    std::fs::create_dir_all(&folder).unwrap();
    let place = folder.join("libtmux-mcp");
    if !place.exists() {
        std::os::unix::fs::symlink(program, &place).unwrap();
        if let Some(tmux) = crate::release::chosen() {
            std::os::unix::fs::symlink(tmux, folder.join("tmux")).unwrap();
        }
    }
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    nest.command("sh")
        .env("PATH", path)
        .args(["-c", line])
        .output()
        .unwrap()
}
