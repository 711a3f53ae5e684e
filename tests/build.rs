//! Looks at the machine that the tests are built on: what they need and do not find sets a `cfg`, by which they are
//! ignored with the reason. With `REQUIRE_TMUX=1`, as in `.ci/run`, what is missing fails the build instead.

use std::env;
use std::path::Path;
use std::process::Command;

const NEEDED: [(&str, &str); 7] = [
    ("tmux", "no_tmux"),
    ("bash", "no_bash"),
    ("zsh", "no_zsh"),
    ("dash", "no_dash"),
    ("fish", "no_fish"),
    ("less", "no_less"),
    ("python3", "no_python3"),
];

/// Whether this tmux is of the release that the simulator is held to.
fn is_simulated(tmux: &Path) -> bool {
    let said = Command::new(tmux).arg("-V").output();
    said.is_ok_and(|said| said.stdout.trim_ascii() == b"tmux 3.3a")
}

fn main() {
    println!("cargo::rustc-check-cfg=cfg(no_tmux_3_3a)");
    println!("cargo::rerun-if-env-changed=PATH");
    println!("cargo::rerun-if-env-changed=REQUIRE_TMUX");
    let required = env::var("REQUIRE_TMUX").is_ok_and(|value| value == "1");
    let path = env::var_os("PATH").unwrap_or_default();
    for (program, cfg) in NEEDED {
        println!("cargo::rustc-check-cfg=cfg({cfg})");
        let places: Vec<_> = env::split_paths(&path)
            .map(|folder| folder.join(program))
            .collect();
        // A look is repeated when one of these comes or goes.
        let found = places.iter().find(|place| place.is_file());
        let watched = found.map_or(Path::new("/usr/bin").join(program), Clone::clone);
        println!("cargo::rerun-if-changed={}", watched.display());
        if program == "tmux" && !found.is_some_and(|path| is_simulated(path)) {
            println!("cargo::rustc-cfg=no_tmux_3_3a");
        }
        if found.is_none() && program == "tmux" {
            // Looked at only here: another choice of release needs no other build.
            println!("cargo::rerun-if-env-changed=TMUX_UNDER_TEST");
            if env::var_os("TMUX_UNDER_TEST").is_some_and(|path| Path::new(&path).is_file()) {
                continue;
            }
        }
        if found.is_none() {
            assert!(
                !required,
                "REQUIRE_TMUX=1, but there is no {program} on PATH: install the package {program}"
            );
            println!("cargo::rustc-cfg={cfg}");
            println!(
                "cargo::warning={program} is not on PATH: its tests are ignored; install the package {program}"
            );
        }
    }
}
