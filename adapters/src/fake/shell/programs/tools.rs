//! Tools that wait, count or tell: `sleep`, `seq`, `yes`, `env`, `date` and the like.

use std::fmt::Write;
use std::time::Duration;

use super::tool::{Tool, title};
use super::{Body, find as find_program};
use crate::fake::program::Ended;
use crate::fake::shell::state::{Process, Step};

/// The tool of this name.
pub(super) fn find(name: &str) -> Option<Tool> {
    let tool: Tool = match name {
        "sleep" => sleep,
        "seq" => seq,
        "yes" => yes,
        "env" | "printenv" => env,
        "date" => date,
        "hostname" => hostname,
        "whoami" => |process, _| say(process, "user".to_owned()),
        "uname" => |process, _| say(process, "Linux".to_owned()),
        "kill" => kill,
        _ => return None,
    };
    Some(tool)
}

fn say(process: &Process, text: String) -> Step<'_, i32> {
    Box::pin(async move { i32::from(!process.print(&format!("{text}\n")).await) })
}

/// How long a word like `0.5`, `2s` or `1m` is.
fn duration(word: &str) -> Option<Duration> {
    if word == "infinity" || word == "inf" {
        return Some(Duration::MAX);
    }
    let (digits, unit) = match word.chars().last()? {
        's' => (word.get(..word.len() - 1)?, 1.0),
        'm' => (word.get(..word.len() - 1)?, 60.0),
        'h' => (word.get(..word.len() - 1)?, 3600.0),
        'd' => (word.get(..word.len() - 1)?, 86_400.0),
        _ => (word, 1.0),
    };
    let number: f64 = digits.parse().ok()?;
    Duration::try_from_secs_f64(number * unit).ok()
}

fn sleep<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        if words.len() < 2 {
            process.complain("sleep: missing operand\n").await;
            return 1;
        }
        let mut total = Duration::ZERO;
        for word in words.iter().skip(1) {
            let Some(time) = duration(word) else {
                let text = format!("sleep: invalid time interval '{word}'\n");
                process.complain(&text).await;
                return 1;
            };
            total = total.saturating_add(time);
        }
        process.machine.sleep(total).await;
        0
    })
}

fn seq<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let numbers: Option<Vec<i64>> =
            words.iter().skip(1).map(|word| word.parse().ok()).collect();
        let (first, step, last) = match numbers.as_deref() {
            Some([last]) => (1, 1, *last),
            Some([first, last]) => (*first, 1, *last),
            Some([first, step, last]) if *step != 0 => (*first, *step, *last),
            _ => {
                process
                    .complain("seq: needs one to three whole numbers, and a step that is not 0\n")
                    .await;
                return 1;
            }
        };
        let mut number = first;
        let mut text = String::new();
        loop {
            let over = if step > 0 {
                number > last
            } else {
                number < last
            };
            if !over {
                // Writing to a text cannot fail.
                let _ = writeln!(text, "{number}");
            }
            if over || text.len() > 2000 {
                process.machine.step().await;
                if !process.print(&text).await {
                    return 1;
                }
                text.clear();
            }
            match number.checked_add(step).filter(|_| !over) {
                Some(next) => number = next,
                None => return 0,
            }
        }
    })
}

fn yes<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let text = if words.len() > 1 {
            words.get(1..).unwrap_or_default().join(" ")
        } else {
            "y".to_owned()
        };
        let line = format!("{text}\n");
        let lines = line.repeat((1024 / line.len()).max(1));
        while process.print(&lines).await {
            process.machine.step().await;
        }
        1
    })
}

fn env<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let mut process = process.clone();
        let mut rest = words.get(1..).unwrap_or_default();
        let tells = title(words.first().map_or("", |word| word)) == "printenv";
        if tells && !rest.is_empty() {
            let value = rest.first().and_then(|name| process.environment.get(name));
            return match value {
                Some(value) => {
                    process.print(&format!("{value}\n")).await;
                    0
                }
                None => 1,
            };
        }
        while let Some((first, others)) = rest.split_first() {
            match first.split_once('=') {
                Some((name, value)) => {
                    process
                        .environment
                        .insert(name.to_owned(), value.to_owned());
                }
                None if first == "-i" => process.environment.clear(),
                None => break,
            }
            rest = others;
        }
        if rest.is_empty() {
            let list: Vec<String> = process
                .environment
                .iter()
                .map(|(name, value)| format!("{name}={value}\n"))
                .collect();
            process.print(&list.concat()).await;
            return 0;
        }
        let Some(body) = find_program(&process, rest) else {
            let name = rest.first().cloned().unwrap_or_default();
            let text = format!("env: '{name}': No such file or directory\n");
            process.complain(&text).await;
            return 127;
        };
        process.entry(|entry| {
            let name = rest.first().map_or("", |word| title(word));
            name.clone_into(&mut entry.name);
        });
        become_body(&process, body).await
    })
}

/// Goes on as another program; dies as it does.
async fn become_body(process: &Process, body: Body) -> i32 {
    match body.await {
        Ended::Status(status) => status,
        Ended::Signal(signal) => {
            process.machine.lock().processes.signal(process.pid, signal);
            process.machine.give_way().await;
            128 + signal
        }
    }
}

/// The time stands still, so that what is printed is the same each time.
fn date<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    let text = match words.get(1).map(String::as_str) {
        Some("+%s") => "1767225600",
        Some("+%F") => "2026-01-01",
        Some("+%T" | "+%H:%M:%S") => "00:00:00",
        Some("-Iseconds") => "2026-01-01T00:00:00+00:00",
        _ => "Thu Jan  1 00:00:00 UTC 2026",
    };
    say(process, text.to_owned())
}

fn hostname<'a>(process: &'a Process, _: &'a [String]) -> Step<'a, i32> {
    let host = process.machine.lock().scene.host.clone();
    say(process, host)
}

fn kill<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let mut sent = crate::fake::shell::signal::TERMINATE;
        let mut status = 0;
        for word in words.iter().skip(1) {
            if let Some(signal) = word
                .strip_prefix('-')
                .and_then(crate::fake::shell::signal::parse)
            {
                sent = signal;
                continue;
            }
            let pid = word.parse::<u32>().ok();
            let known = pid.is_some_and(|pid| process.machine.lock().processes.signal(pid, sent));
            if !known {
                process
                    .complain(&format!("kill: ({word}): No such process\n"))
                    .await;
                status = 1;
            }
        }
        process.machine.give_way().await;
        status
    })
}
