//! Tools that read lines: `head`, `tail`, `wc`, `grep`, `tr`, `cut`, `sort`.

use std::collections::VecDeque;

use regex::Regex;

use super::lines::Lines;
use super::tool::{Tool, title};
use crate::fake::shell::state::{Process, Step};

/// As many lines as `tail` and `sort` keep.
const LINES_MAX: usize = 50_000;

/// The tool of this name.
pub(super) fn find(name: &str) -> Option<Tool> {
    let tool: Tool = match name {
        "head" => head,
        "tail" => tail,
        "wc" => wc,
        "grep" => grep,
        "tr" => tr,
        "cut" => cut,
        "sort" => sort,
        _ => return None,
    };
    Some(tool)
}

/// How many lines are asked for, by `-n 3`, `-n3` or `-3`, and the names of files.
fn asked(words: &[String]) -> (usize, Vec<String>) {
    let mut count = 10;
    let mut names = Vec::new();
    let mut rest = words.iter().skip(1);
    while let Some(word) = rest.next() {
        let number = match word.strip_prefix("-n") {
            Some("") => rest.next().cloned(),
            Some(number) => Some(number.to_owned()),
            None => word.strip_prefix('-').map(str::to_owned),
        };
        match number {
            Some(number) => count = number.parse().unwrap_or(count),
            None => names.push(word.clone()),
        }
    }
    (count, names)
}

fn head<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let (count, names) = asked(words);
        let (mut lines, status) = Lines::new(process, words, &names).await;
        for _ in 0..count {
            let Some(line) = lines.next().await else {
                break;
            };
            if !process.write(1, &line).await {
                return 1;
            }
        }
        status
    })
}

fn tail<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let (count, names) = asked(words);
        let (mut lines, status) = Lines::new(process, words, &names).await;
        let mut kept = VecDeque::new();
        while let Some(line) = lines.next().await {
            kept.push_back(line);
            if kept.len() > count.min(LINES_MAX) {
                kept.pop_front();
            }
        }
        for line in kept {
            if !process.write(1, &line).await {
                return 1;
            }
        }
        status
    })
}

fn wc<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let options: Vec<&String> = words
            .iter()
            .skip(1)
            .filter(|word| word.starts_with('-'))
            .collect();
        let names: Vec<String> = words
            .iter()
            .skip(1)
            .filter(|word| !word.starts_with('-'))
            .cloned()
            .collect();
        let (mut lines, status) = Lines::new(process, words, &names).await;
        let (mut breaks, mut counted, mut bytes) = (0_usize, 0, 0);
        while let Some(line) = lines.next().await {
            breaks += usize::from(line.last() == Some(&b'\n'));
            counted += String::from_utf8_lossy(&line).split_whitespace().count();
            bytes += line.len();
        }
        let wanted =
            |letter| options.is_empty() || options.iter().any(|word| word.contains(letter));
        let shown: Vec<String> = [('l', breaks), ('w', counted), ('c', bytes)]
            .into_iter()
            .filter(|(letter, _)| wanted(*letter))
            .map(|(_, count)| count.to_string())
            .collect();
        let text = match shown.as_slice() {
            [one] => one.clone(),
            all => all
                .iter()
                .map(|count| format!("{count:>7}"))
                .collect::<Vec<_>>()
                .join(" "),
        };
        let name = names
            .first()
            .map(|name| format!(" {name}"))
            .unwrap_or_default();
        process.print(&format!("{text}{name}\n")).await;
        status
    })
}

/// What `grep` is asked: the letters of its options, its pattern, its files.
fn grep_asked(words: &[String]) -> Option<(String, Regex, Vec<String>)> {
    let mut letters = String::new();
    let mut rest = Vec::new();
    for word in words.iter().skip(1) {
        match word.strip_prefix('-') {
            Some(given) if rest.is_empty() && !given.is_empty() => letters.push_str(given),
            _ => rest.push(word.clone()),
        }
    }
    let (pattern, names) = rest.split_first()?;
    let literal = letters.contains('F').then(|| regex::escape(pattern));
    let case = if letters.contains('i') { "(?i)" } else { "" };
    let pattern = Regex::new(&format!("{case}{}", literal.as_ref().unwrap_or(pattern))).ok()?;
    Some((letters, pattern, names.to_vec()))
}

fn grep<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let Some((letters, pattern, names)) = grep_asked(words) else {
            let text = "grep: needs a pattern that is a regular expression\n";
            process.complain(text).await;
            return 2;
        };
        let (mut lines, failed) = Lines::new(process, words, &names).await;
        let mut found = 0_usize;
        while let Some(line) = lines.next().await {
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end_matches('\n');
            if pattern.is_match(text) == letters.contains('v') {
                continue;
            }
            found += 1;
            if letters.contains('q') {
                return 0;
            }
            if !letters.contains('c') && !process.print(&format!("{text}\n")).await {
                return 1;
            }
        }
        if letters.contains('c') {
            process.print(&format!("{found}\n")).await;
        }
        if failed == 0 {
            i32::from(found == 0)
        } else {
            2
        }
    })
}

/// The characters that a set of `tr` names: ranges and the common backslashes resolved.
fn set(word: &str) -> Vec<char> {
    let mut bytes = Vec::new();
    crate::fake::shell::text::unescape(word, &mut bytes);
    let text: Vec<char> = String::from_utf8_lossy(&bytes).chars().collect();
    let mut all = Vec::new();
    let mut place = 0;
    while let Some(&first) = text.get(place) {
        match (text.get(place + 1), text.get(place + 2)) {
            (Some('-'), Some(&last)) if first <= last => {
                all.extend((first..=last).take(1000));
                place += 3;
            }
            _ => {
                all.push(first);
                place += 1;
            }
        }
    }
    all
}

fn tr<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let letters: String = words
            .iter()
            .skip(1)
            .filter_map(|word| word.strip_prefix('-'))
            .collect();
        let sets: Vec<Vec<char>> = words
            .iter()
            .skip(1)
            .filter(|word| !word.starts_with('-'))
            .map(|word| set(word))
            .collect();
        let Some(from) = sets.first() else {
            process.complain("tr: missing operand\n").await;
            return 1;
        };
        let (mut lines, _) = Lines::new(process, words, &[]).await;
        let squeezed = sets.last().filter(|_| letters.contains('s'));
        let mut last = None;
        while let Some(line) = lines.next().await {
            let mut text = String::new();
            for c in String::from_utf8_lossy(&line).chars() {
                let place = from.iter().position(|own| *own == c);
                let c = match (place, sets.get(1)) {
                    (Some(_), _) if letters.contains('d') => continue,
                    (Some(place), Some(to)) => *to.get(place).or(to.last()).unwrap_or(&c),
                    _ => c,
                };
                if last == Some(c) && squeezed.is_some_and(|set| set.contains(&c)) {
                    continue;
                }
                last = Some(c);
                text.push(c);
            }
            if !process.print(&text).await {
                return 1;
            }
        }
        0
    })
}

fn cut<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let mut delimiter = "\t".to_owned();
        let mut fields = String::new();
        let mut names = Vec::new();
        let mut rest = words.iter().skip(1);
        while let Some(word) = rest.next() {
            let (option, value) = word.split_at(word.len().min(2));
            let value = |rest: &mut dyn Iterator<Item = &String>| {
                if value.is_empty() {
                    rest.next().cloned().unwrap_or_default()
                } else {
                    value.to_owned()
                }
            };
            match option {
                "-d" => delimiter = value(&mut rest),
                "-f" => fields = value(&mut rest),
                _ => names.push(word.clone()),
            }
        }
        let wanted: Vec<usize> = fields
            .split(',')
            .filter_map(|field| field.parse().ok())
            .collect();
        if wanted.is_empty() || delimiter.is_empty() {
            process
                .complain("cut: needs -f with numbers of fields\n")
                .await;
            return 1;
        }
        let (mut lines, status) = Lines::new(process, words, &names).await;
        while let Some(line) = lines.next().await {
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end_matches('\n');
            let parts: Vec<&str> = text.split(delimiter.as_str()).collect();
            let shown = if parts.len() == 1 {
                text.to_owned()
            } else {
                let kept = wanted
                    .iter()
                    .filter_map(|field| parts.get(field.checked_sub(1)?).copied());
                kept.collect::<Vec<_>>().join(&delimiter)
            };
            if !process.print(&format!("{shown}\n")).await {
                return 1;
            }
        }
        status
    })
}

fn sort<'a>(process: &'a Process, words: &'a [String]) -> Step<'a, i32> {
    Box::pin(async move {
        let names: Vec<String> = words
            .iter()
            .skip(1)
            .filter(|word| !word.starts_with('-'))
            .cloned()
            .collect();
        let letters: String = words
            .iter()
            .skip(1)
            .filter_map(|word| word.strip_prefix('-'))
            .collect();
        let (mut lines, status) = Lines::new(process, words, &names).await;
        let mut all = Vec::new();
        while let Some(mut line) = lines.next().await {
            if line.last() != Some(&b'\n') {
                line.push(b'\n');
            }
            if all.len() >= LINES_MAX {
                let tool = words.first().map_or("", |word| title(word));
                let text = format!("{tool}: more than {LINES_MAX} lines\n");
                process.complain(&text).await;
                return 2;
            }
            all.push(line);
        }
        all.sort();
        if letters.contains('u') {
            all.dedup();
        }
        if letters.contains('r') {
            all.reverse();
        }
        for line in all {
            if !process.write(1, &line).await {
                return 1;
            }
        }
        status
    })
}
