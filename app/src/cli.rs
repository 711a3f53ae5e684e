//! The command line: serve on stdio, or call one tool, or show the tools.

mod call;
mod demo;
mod serve;
mod signals;
mod tools;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::catalog::Catalog;
use crate::config::{Config, Flags, StartError};
use crate::connect::{self, Way, environment};

/// What was wrong with the way it was called, or with the configuration.
const USAGE: u8 = 2;

/// A tmux server for AI agents, over MCP. Without a command it serves on stdin and stdout.
#[derive(Debug, Parser)]
#[command(name = "libtmux-mcp", version)]
struct Line {
    #[command(flatten)]
    flags: Flags,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Call one tool and print its answer; 1 where the tool reports an error
    Call {
        /// The tool
        tool: String,
        /// Its arguments, a JSON object
        arguments: Option<String>,
    },
    /// Play a short agent's session on a private tmux server
    Demo,
    /// List the tools
    Tools {
        /// Print what tools/list answers
        #[arg(long)]
        json: bool,
    },
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    // Before anything is opened: a tmux server that is started here must not inherit what was left open.
    connect::seal();
    let line = match Line::try_parse() {
        Ok(line) => line,
        Err(error) => {
            // --help and --version come this way too, on stdout.
            drop(error.print());
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(USAGE));
        }
    };
    match run(line) {
        Ok(code) => code,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::from(USAGE)
        }
    }
}

fn run(line: Line) -> Result<ExitCode, StartError> {
    let mut catalog = Catalog::new();
    let mut config = Config::read(&line.flags, &environment, &catalog.names())?;
    catalog.settle(&mut config.choice);
    start_log(config.log);
    match line.command {
        None => {
            let way = Way::new(config)?;
            in_runtime(serve::serve(Arc::new(way), Arc::new(catalog)))
        }
        Some(Command::Call { tool, arguments }) => {
            let arguments = call::read(arguments.as_deref())?;
            let way = Way::new(config)?;
            in_runtime(call::call(&way, &catalog, &tool, arguments))
        }
        Some(Command::Demo) => {
            let mut outcome = Ok(ExitCode::FAILURE);
            in_runtime(async {
                outcome = demo::demo(config, &catalog).await;
                ExitCode::SUCCESS
            })?;
            outcome
        }
        Some(Command::Tools { json }) => Ok(tools::print_all(&config, &catalog, json)),
    }
}

/// One thread: a reply is quick and memory small. What still runs at the end is dropped, not waited for.
fn in_runtime(work: impl Future<Output = ExitCode>) -> Result<ExitCode, StartError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| StartError(format!("no runtime: {error}")))?;
    let code = runtime.block_on(work);
    runtime.shutdown_background();
    Ok(code)
}

/// Logs go to stderr and never hold what is typed or read. rmcp writes whole messages below warn, and every refused
/// request at warn, so of others only errors are logged, at any level.
fn start_log(level: LevelFilter) {
    let ours = ["app", "adapters", "domain"].map(|target| (target, level));
    let others = level.min(LevelFilter::ERROR);
    let filter = Targets::new().with_default(others).with_targets(ours);
    let layer = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(false)
        .with_filter(filter);
    // Fails only where a log was started before.
    drop(tracing_subscriber::registry().with(layer).try_init());
    // The message of a panic may hold what was read.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        tracing::error!(place, "a fault of this server");
    }));
}

/// One line on stderr; nobody reading it is no reason to stop.
fn complain(words: &str) {
    // In one write: several of us may share a log.
    drop(io::stderr().write_all(format!("libtmux-mcp: {words}\n").as_bytes()));
}

/// Text on stdout.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
