//! Looks at the machine that the tests are built on: what they need and do not find sets a `cfg`, by which they are
//! ignored with the reason. With `REQUIRE_TMUX=1`, `REQUIRE_DOCKER=1` and `REQUIRE_SSHD=1`, as in `.ci/run`, what is
//! missing fails the build instead.

use std::env;
use std::path::{Path, PathBuf};
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

/// Where the engine listens, unless `DOCKER_HOST` says otherwise.
const ENGINE: &str = "/var/run/docker.sock";
/// The image, unless `TMUX_IMAGE` names another.
const IMAGE: &str = "libtmux-mcp-tmux:bookworm";

fn main() {
    println!("cargo::rustc-check-cfg=cfg(no_tmux_3_3a)");
    println!("cargo::rerun-if-env-changed=PATH");
    let required = required("REQUIRE_TMUX");
    for (program, cfg) in NEEDED {
        // A look is repeated when it comes or goes.
        let found = found(program);
        let watched = found.clone().unwrap_or(Path::new("/usr/bin").join(program));
        println!("cargo::rerun-if-changed={}", watched.display());
        if program == "tmux" && !found.as_deref().is_some_and(is_simulated) {
            println!("cargo::rustc-cfg=no_tmux_3_3a");
        }
        if found.is_none() && program == "tmux" {
            // Looked at only here: another choice of release needs no other build.
            println!("cargo::rerun-if-env-changed=TMUX_UNDER_TEST");
            if env::var_os("TMUX_UNDER_TEST").is_some_and(|path| Path::new(&path).is_file()) {
                println!("cargo::rustc-check-cfg=cfg({cfg})");
                continue;
            }
        }
        let advice = format!("there is no {program} on PATH: install the package {program}");
        report(
            cfg,
            found.is_some(),
            required.then_some("REQUIRE_TMUX"),
            &advice,
        );
    }
    engine();
    sshd();
}

/// A container engine that answers and has the image. One that is started later is seen where its socket is new, or
/// where it is required.
fn engine() {
    for name in ["DOCKER_HOST", "TMUX_IMAGE"] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    let required = required("REQUIRE_DOCKER");
    if Path::new(ENGINE).exists() {
        println!("cargo::rerun-if-changed={ENGINE}");
    }
    let image = env::var("TMUX_IMAGE").unwrap_or_else(|_| IMAGE.to_owned());
    let looked = Command::new("docker")
        .args(["image", "inspect", &image])
        .output();
    let found = looked.is_ok_and(|output| output.status.success());
    let advice = format!(
        "no container engine has the image {image}: see docker/README.md, then say REQUIRE_DOCKER=1"
    );
    report(
        "no_docker",
        found,
        required.then_some("REQUIRE_DOCKER"),
        &advice,
    );
}

/// A server of ssh, which is often not on the PATH, and its client.
fn sshd() {
    let required = required("REQUIRE_SSHD");
    let found = found("ssh").is_some()
        && (found("sshd").is_some() || Path::new("/usr/sbin/sshd").is_file());
    let advice =
        "there is no sshd, or no ssh: install the packages openssh-server and openssh-client";
    report("no_sshd", found, required.then_some("REQUIRE_SSHD"), advice);
}

fn required(name: &str) -> bool {
    println!("cargo::rerun-if-env-changed={name}");
    env::var(name).is_ok_and(|value| value == "1")
}

fn found(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|place| place.is_file())
}

/// Sets the `cfg` of what is missing, and says what would help.
fn report(cfg: &str, found: bool, required: Option<&str>, advice: &str) {
    println!("cargo::rustc-check-cfg=cfg({cfg})");
    if found {
        return;
    }
    assert!(
        required.is_none(),
        "{}=1, but {advice}",
        required.unwrap_or_default()
    );
    println!("cargo::rustc-cfg={cfg}");
    println!("cargo::warning={advice}; its tests are ignored");
}
