//! The way to tmux: a client that stays, a process for each request, or a simulator instead of tmux.

use camino::Utf8PathBuf;

use super::{Flags, Given, Socket, Sources, StartError, socket};

/// How tmux is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Backend {
    /// Control mode on a daemon that this process starts, where nobody else is a client; else a process for each request.
    Auto,
    /// One control-mode client that stays.
    Control,
    /// One tmux process for each request.
    Subprocess,
    /// No tmux at all.
    Fake(Simulated),
}

/// What the simulator is given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Simulated {
    /// The file that says what programs do.
    pub scene: Option<Utf8PathBuf>,
    /// What ids, times and random words are made of.
    pub seed: u64,
}

/// The flags and variables that choose the way to tmux.
pub(super) fn read(
    flags: &Flags,
    from: &Sources<'_>,
    socket: &Socket,
) -> Result<Backend, StartError> {
    let given = from.given(("--backend", flags.backend.as_ref()), "LIBTMUX_BACKEND");
    let scene = from.given(("--scene", flags.scene.as_ref()), "LIBTMUX_SCENE");
    let seed = from.given(("--seed", flags.seed.as_ref()), "LIBTMUX_SEED");
    let given = given.unwrap_or_else(|| Given {
        name: "--backend",
        value: "auto".to_owned(),
    });
    let backend = match given.value.as_str() {
        "auto" => Backend::Auto,
        "control" => Backend::Control,
        "subprocess" => Backend::Subprocess,
        "fake" if *socket != Socket::Dedicated => {
            return Err(StartError(
                "the simulator has no socket: leave out --backend fake, or what names the socket"
                    .to_owned(),
            ));
        }
        "fake"
            if from
                .given(("--via", flags.via.as_ref()), "LIBTMUX_VIA")
                .is_some() =>
        {
            return Err(StartError(
                "the simulator runs here: leave out --backend fake, or --via".to_owned(),
            ));
        }
        "fake" => {
            let scene = scene.map(|given| socket::plain(&given)).transpose()?;
            return Ok(Backend::Fake(Simulated {
                scene: scene.map(Utf8PathBuf::from),
                seed: seed.map_or(Ok(0), |given| number(&given))?,
            }));
        }
        _ => return Err(given.refused("auto, control, subprocess or fake")),
    };
    match scene.or(seed) {
        Some(given) => Err(given.refused("it is for the simulator, with --backend fake")),
        None => Ok(backend),
    }
}

fn number(given: &Given) -> Result<u64, StartError> {
    let number = given.value.parse();
    number.map_err(|_| given.refused(format!("a number from 0 to {}", u64::MAX)))
}
