//! Tools about the terminal: `clear`, `reset`, `stty`, `tty`, `tput`.

use super::tool::Tool;
use crate::fake::shell::state::{Process, Step};
use crate::fake::shell::tty::Mode;

/// The tool of this name.
pub(super) fn find(name: &str) -> Option<Tool> {
    let tool: Tool = match name {
        "clear" => clear,
        "reset" => reset,
        "stty" => stty,
        "tty" => tty,
        "tput" => tput,
        _ => return None,
    };
    Some(tool)
}

/// As under `tmux-256color`: the screen, and what is above it.
const CLEAR: &str = "\x1b[H\x1b[J\x1b[3J";

fn clear<'a>(process: &'a Process, _: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move { i32::from(!process.print(CLEAR).await) })
}

fn reset<'a>(process: &'a Process, _: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        process.machine.lock().tty.set_mode(Mode::SANE);
        i32::from(
            !process
                .print("\x1bc\x1b[?1049l\x1b[!p\x1b[?3;4l\x1b[4l\x1b>")
                .await,
        )
    })
}

fn stty<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let (mut mode, size) = {
            let kernel = process.machine.lock();
            (kernel.tty.mode(), kernel.size)
        };
        if words.len() < 2 || words.get(1).is_some_and(|word| word == "-a") {
            let sign = |on: bool| if on { "" } else { "-" };
            let text = format!(
                "speed 38400 baud; rows {}; columns {};\n{}icanon {}echo {}isig {}icrnl {}opost\n",
                size.height,
                size.width,
                sign(mode.canonical),
                sign(mode.echo),
                sign(mode.signals),
                sign(mode.breaks_in),
                sign(mode.breaks_out)
            );
            process.print(&text).await;
            return 0;
        }
        for word in words.iter().skip(1) {
            if word == "size" {
                let text = format!("{} {}\n", size.height, size.width);
                process.print(&text).await;
                continue;
            }
            let Some(changed) = with_setting(mode, word) else {
                let text = format!("stty: invalid argument '{word}'\n");
                process.complain(&text).await;
                return 1;
            };
            mode = changed;
        }
        process.machine.lock().tty.set_mode(mode);
        0
    })
}

/// The mode with a setting turned on, or off where a dash stands before it; `None` where there is none of that name.
fn with_setting(mode: Mode, word: &str) -> Option<Mode> {
    let (on, name) = match word.strip_prefix('-') {
        Some(name) => (false, name),
        None => (true, word),
    };
    let whole = |is_raw: bool| Mode {
        echo: mode.echo,
        ..if is_raw { Mode::RAW } else { Mode::SANE }
    };
    let mut changed = mode;
    match name {
        "sane" if on => changed = Mode::SANE,
        "raw" => changed = whole(on),
        "cooked" => changed = whole(!on),
        "cbreak" => changed.canonical = !on,
        "icanon" => changed.canonical = on,
        "echo" => changed.echo = on,
        "isig" => changed.signals = on,
        "icrnl" => changed.breaks_in = on,
        "opost" | "onlcr" => changed.breaks_out = on,
        // Settings of the line, of pauses and of the shape of echo: nothing here depends on them.
        "ixon" | "ixoff" | "iexten" | "echoe" | "echok" | "echoctl" | "imaxbel" | "iutf8"
        | "brkint" | "min" | "time" | "0" | "1" => {}
        _ => return None,
    }
    Some(changed)
}

fn tty<'a>(process: &'a Process, _: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        // One terminal a pane, and a pane has a number of its own.
        let pane = process.environment.get("TMUX_PANE");
        let number = pane.and_then(|pane| pane.strip_prefix('%')).unwrap_or("0");
        process.print(&format!("/dev/pts/{number}\n")).await;
        0
    })
}

fn tput<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let size = process.machine.lock().size;
        let argument = |place: usize| {
            words
                .get(place)
                .and_then(|word| word.parse::<u32>().ok())
                .unwrap_or(0)
        };
        let text = match words.get(1).map(String::as_str) {
            Some("clear") => CLEAR.to_owned(),
            Some("cols") => format!("{}\n", size.width),
            Some("lines") => format!("{}\n", size.height),
            Some("smcup") => "\x1b[?1049h".to_owned(),
            Some("rmcup") => "\x1b[?1049l".to_owned(),
            Some("civis") => "\x1b[?25l".to_owned(),
            Some("cnorm") => "\x1b[34h\x1b[?25h".to_owned(),
            Some("bold") => "\x1b[1m".to_owned(),
            Some("rev") => "\x1b[7m".to_owned(),
            Some("sgr0") => "\x1b[m\x0f".to_owned(),
            Some("el") => "\x1b[K".to_owned(),
            Some("ed") => "\x1b[J".to_owned(),
            Some("setaf") => format!("\x1b[3{}m", argument(2).min(7)),
            Some("cup") => format!("\x1b[{};{}H", argument(2) + 1, argument(3) + 1),
            Some(other) => {
                process
                    .complain(&format!("tput: unknown terminfo capability '{other}'\n"))
                    .await;
                return 4;
            }
            None => {
                process
                    .complain("usage: tput [-T type] capname [parameter...]\n")
                    .await;
                return 2;
            }
        };
        process.print(&text).await;
        0
    })
}
