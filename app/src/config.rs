//! What the operator chose: one table of flags and `LIBTMUX_` variables, a flag before its variable.
//!
//! What cannot be taken stops the start, before tmux is contacted, with the name, the value and what is allowed. The
//! environment is a function here, so that a test needs none.

mod backend;
mod flags;
mod socket;
#[cfg(test)]
mod tests;

use std::fmt;
use std::time::Duration;

use camino::Utf8PathBuf;
use domain::Toolset;
use domain::policy::{Choice, parse_names};
use tracing::level_filters::LevelFilter;

use crate::annotations::Annotations;
use crate::context::Limits;
use crate::naming::Naming;
pub use backend::{Backend, Simulated};
pub use flags::Flags;
pub use socket::Socket;

/// What stops the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StartError(pub String);

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StartError {}

/// The operator's choice, read and checked.
#[derive(Debug, Clone)]
pub struct Config {
    /// Which tmux server.
    pub socket: Socket,
    /// How it is reached.
    pub backend: Backend,
    /// The words of the command that runs tmux elsewhere; none for this machine.
    pub via: Vec<String>,
    /// The tmux executable, by path or name.
    pub tmux: String,
    /// The configuration of a server that is started on an operator's socket.
    pub tmux_config: Option<Utf8PathBuf>,
    /// Which tools.
    pub choice: Choice,
    /// How the keys of schemas and answers are spelled.
    pub naming: Naming,
    /// Where the hints of a tool come from.
    pub annotations: Annotations,
    /// The ceilings of every call.
    pub limits: Limits,
    /// How long one tmux request may take.
    pub command_timeout: Duration,
    /// Whether a framed command asks the shell to forget it.
    pub suppress_history: bool,
    /// Whether a pane that a person has on the screen may be typed into.
    pub allow_attended: bool,
    /// How much is logged to stderr.
    pub log: LevelFilter,
}

/// A value as it was given.
#[derive(Debug, Clone)]
struct Given {
    /// The flag or variable that gave it.
    name: &'static str,
    value: String,
}

impl Given {
    fn refused(&self, allowed: impl fmt::Display) -> StartError {
        StartError(format!(
            "{}: {:?} is not allowed; {allowed}",
            self.name, self.value
        ))
    }

    fn seconds(&self, least: f64, most: f64) -> Result<Duration, StartError> {
        let allowed = format!("seconds from {least} to {most}");
        let seconds: f64 = self.value.parse().map_err(|_| self.refused(&allowed))?;
        if !(least..=most).contains(&seconds) {
            return Err(self.refused(&allowed));
        }
        Duration::try_from_secs_f64(seconds).map_err(|_| self.refused(&allowed))
    }

    fn count(&self, least: usize, most: usize) -> Result<usize, StartError> {
        let count = self.value.parse().ok();
        count
            .filter(|count| (least..=most).contains(count))
            .ok_or_else(|| self.refused(format!("a number from {least} to {most}")))
    }

    fn flag(&self) -> Result<bool, StartError> {
        match self.value.as_str() {
            "1" | "true" => Ok(true),
            "0" | "false" => Ok(false),
            _ => Err(self.refused("1, 0, true or false")),
        }
    }

    fn names(&self, known: &[&str]) -> Result<Vec<String>, StartError> {
        parse_names(&self.value, known)
            .map_err(|words| StartError(format!("{}: {words}", self.name)))
    }
}

/// The flags and the variables together.
struct Sources<'a> {
    environment: &'a dyn Fn(&str) -> Option<String>,
}

impl Sources<'_> {
    /// The flag where it is given, else the variable; an empty variable is an absent one.
    fn given(
        &self,
        flag: (&'static str, Option<&String>),
        variable: &'static str,
    ) -> Option<Given> {
        self.even_empty(flag, variable)
            .filter(|given| !given.value.is_empty() || given.name == flag.0)
    }

    /// The same where an empty variable says something.
    fn even_empty(
        &self,
        (name, flag): (&'static str, Option<&String>),
        variable: &'static str,
    ) -> Option<Given> {
        if let Some(value) = flag {
            let value = value.clone();
            return Some(Given { name, value });
        }
        let value = (self.environment)(variable)?;
        Some(Given {
            name: variable,
            value,
        })
    }
}

impl Config {
    /// Reads flags and variables; `tools` are the names that a tool list may hold.
    ///
    /// # Errors
    /// The first value that cannot be taken.
    pub fn read(
        flags: &Flags,
        environment: &dyn Fn(&str) -> Option<String>,
        tools: &[&str],
    ) -> Result<Self, StartError> {
        let from = Sources { environment };
        retired(flags, &from)?;
        let socket = socket::read(flags, &from)?;
        let tmux_config = tmux_config(flags, &from, &socket)?;
        let tmux = from.given(("--tmux", flags.tmux.as_ref()), "LIBTMUX_TMUX_BIN");
        let tmux = tmux.map_or_else(|| Ok("tmux".to_owned()), |given| socket::plain(&given))?;
        let number = from.given(
            ("--command-timeout", flags.command_timeout.as_ref()),
            "LIBTMUX_COMMAND_TIMEOUT",
        );
        let command_timeout =
            number.map_or(Ok(Duration::from_secs(5)), |given| given.seconds(0.1, 60.0))?;
        let history = from.given(
            ("--suppress-history", flags.suppress_history.as_ref()),
            "LIBTMUX_SUPPRESS_HISTORY",
        );
        let attended = from.given(
            ("--allow-attended", flags.allow_attended.as_ref()),
            "LIBTMUX_ALLOW_ATTENDED",
        );
        Ok(Self {
            via: via(flags, &from)?,
            backend: backend::read(flags, &from, &socket)?,
            socket,
            tmux,
            tmux_config,
            choice: choice(flags, &from, tools)?,
            naming: naming(flags, &from)?,
            annotations: annotations(flags, &from)?,
            limits: limits(flags, &from)?,
            command_timeout,
            suppress_history: history.map_or(Ok(true), |given| given.flag())?,
            allow_attended: attended.map_or(Ok(false), |given| given.flag())?,
            log: log(flags, &from)?,
        })
    }
}

/// The variable and the flag of earlier servers stop the start: what they meant must be chosen again.
fn retired(flags: &Flags, from: &Sources<'_>) -> Result<(), StartError> {
    let flag = ("--safety", flags.safety.as_ref());
    let Some(given) = from.even_empty(flag, "LIBTMUX_SAFETY") else {
        return Ok(());
    };
    let sets = match given.value.as_str() {
        "readonly" => "inspect",
        "mutating" => "inspect,manage,execute",
        "destructive" => "inspect,manage,execute,teardown",
        _ => {
            "inspect (was readonly), inspect,manage,execute (was mutating), or all four with teardown (was destructive)"
        }
    };
    Err(StartError(format!(
        "{} is gone: tools are chosen by toolset; instead of {:?} write LIBTMUX_TOOLSETS={sets} (--toolsets)",
        given.name, given.value
    )))
}

fn choice(flags: &Flags, from: &Sources<'_>, tools: &[&str]) -> Result<Choice, StartError> {
    let sets = from.even_empty(("--toolsets", flags.toolsets.as_ref()), "LIBTMUX_TOOLSETS");
    let known: Vec<&str> = Toolset::ALL.iter().map(|set| set.as_str()).collect();
    let toolsets = match sets {
        None => None,
        Some(given) => {
            let names = given.names(&known)?;
            let chosen = |set: &Toolset| names.iter().any(|name| name == set.as_str());
            Some(Toolset::ALL.into_iter().filter(chosen).collect())
        }
    };
    let listed = |flag, variable| -> Result<Vec<String>, StartError> {
        let given = from.even_empty(flag, variable);
        given.map_or_else(|| Ok(Vec::new()), |given| given.names(tools))
    };
    Ok(Choice {
        toolsets,
        tools: listed(("--tools", flags.tools.as_ref()), "LIBTMUX_TOOLS")?,
        exclude: listed(
            ("--exclude-tools", flags.exclude_tools.as_ref()),
            "LIBTMUX_EXCLUDE_TOOLS",
        )?,
    })
}

fn limits(flags: &Flags, from: &Sources<'_>) -> Result<Limits, StartError> {
    let mut limits = Limits::default();
    if let Some(given) = from.given(("--wait-max", flags.wait_max.as_ref()), "LIBTMUX_WAIT_MAX") {
        limits.wait_max = given.seconds(0.0, Limits::WAIT_MAX.as_secs_f64())?;
    }
    if let Some(given) = from.given(
        ("--max-lines", flags.max_lines.as_ref()),
        "LIBTMUX_MAX_LINES",
    ) {
        limits.max_lines = given.count(1, domain::Budget::MAX_LINES)?;
    }
    if let Some(given) = from.given(
        ("--max-chars", flags.max_chars.as_ref()),
        "LIBTMUX_MAX_CHARS",
    ) {
        limits.max_chars = given.count(80, 1_000_000)?;
    }
    Ok(limits)
}

fn tmux_config(
    flags: &Flags,
    from: &Sources<'_>,
    socket: &Socket,
) -> Result<Option<Utf8PathBuf>, StartError> {
    let flag = ("--tmux-config", flags.tmux_config.as_ref());
    let Some(given) = from.given(flag, "LIBTMUX_TMUX_CONFIG") else {
        return Ok(None);
    };
    if matches!(socket, Socket::Dedicated) {
        return Err(given.refused(
            "the dedicated server has a configuration of its own; name a server with --socket or --socket-name",
        ));
    }
    let path = Utf8PathBuf::from(socket::plain(&given)?);
    if !path.is_absolute() {
        return Err(given.refused("an absolute path"));
    }
    Ok(Some(path))
}

/// Words as a shell would read them, but no shell does: quotes and backslashes, and nothing else.
fn via(flags: &Flags, from: &Sources<'_>) -> Result<Vec<String>, StartError> {
    let Some(given) = from.given(("--via", flags.via.as_ref()), "LIBTMUX_VIA") else {
        return Ok(Vec::new());
    };
    let allowed = "a command that runs tmux elsewhere, as \"ssh HOST\" or \"docker exec -i NAME\"";
    let text = socket::plain(&given)?;
    let words = shell_words::split(&text)
        .map_err(|error| given.refused(format!("{error}; write {allowed}")))?;
    if words.is_empty() {
        return Err(given.refused(allowed));
    }
    Ok(words)
}

fn naming(flags: &Flags, from: &Sources<'_>) -> Result<Naming, StartError> {
    let given = from.given(("--naming", flags.naming.as_ref()), "LIBTMUX_NAMING");
    given.map_or(Ok(Naming::Snake), |given| match given.value.as_str() {
        "snake" => Ok(Naming::Snake),
        "camel" => Ok(Naming::Camel),
        _ => Err(given.refused("snake or camel")),
    })
}

fn annotations(flags: &Flags, from: &Sources<'_>) -> Result<Annotations, StartError> {
    let flag = ("--annotations", flags.annotations.as_ref());
    let given = from.given(flag, "LIBTMUX_ANNOTATIONS");
    given.map_or(Ok(Annotations::default()), |given| {
        match given.value.as_str() {
            "conservative" => Ok(Annotations::Conservative),
            "effects" => Ok(Annotations::Effects),
            _ => Err(given.refused("conservative or effects")),
        }
    })
}

fn log(flags: &Flags, from: &Sources<'_>) -> Result<LevelFilter, StartError> {
    let given = from.given(("--log", flags.log.as_ref()), "LIBTMUX_LOG");
    given.map_or(Ok(LevelFilter::WARN), |given| {
        given
            .value
            .parse()
            .map_err(|_| given.refused("off, error, warn, info, debug or trace"))
    })
}
