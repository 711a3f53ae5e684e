//! Commands that only print: `echo`, `printf`, `test`. Words in, bytes and a status out.

mod condition;
mod printf;

/// What such a command comes to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) output: Vec<u8>,
    pub(super) status: i32,
    pub(super) complaint: Option<String>,
}

/// Whether a path is a file, and whether it is a directory.
pub(super) type Look<'a> = &'a (dyn Fn(&str) -> (bool, bool) + Send + Sync);

/// Whether this is one of them.
pub(super) fn is_known(name: &str) -> bool {
    matches!(name, "echo" | "printf" | "test" | "[" | "true" | "false")
}

/// Runs one of them.
pub(super) fn say(words: &[String], files: Look<'_>) -> Said {
    let name = words.first().map(String::as_str).unwrap_or_default();
    let arguments = words.get(1..).unwrap_or_default();
    match name {
        "echo" => Said {
            output: echo(arguments),
            ..Said::default()
        },
        "printf" => printf::printf(arguments),
        "test" => condition::test(arguments, files),
        "[" => match arguments.split_last() {
            Some((last, inner)) if last == "]" => condition::test(inner, files),
            _ => Said {
                status: 2,
                complaint: Some("[: missing `]'".to_owned()),
                ..Said::default()
            },
        },
        "false" => Said {
            status: 1,
            ..Said::default()
        },
        _ => Said::default(),
    }
}

/// Writes a text with its backslashes resolved.
pub(super) fn unescape(text: &str, output: &mut Vec<u8>) {
    printf::escaped(text, false, output);
}

fn echo(arguments: &[String]) -> Vec<u8> {
    let is_option = |word: &&String| {
        word.strip_prefix('-').is_some_and(|letters| {
            !letters.is_empty() && letters.chars().all(|letter| "neE".contains(letter))
        })
    };
    let options: Vec<&String> = arguments.iter().take_while(is_option).collect();
    let mut breaks = true;
    let mut escapes = false;
    for letter in options.iter().flat_map(|word| word.chars()) {
        match letter {
            'n' => breaks = false,
            'e' => escapes = true,
            'E' => escapes = false,
            _ => {}
        }
    }
    let text = arguments.get(options.len()..).unwrap_or_default().join(" ");
    let mut output = Vec::new();
    if !escapes {
        output.extend(text.bytes());
    } else if printf::escaped(&text, true, &mut output) {
        return output;
    }
    if breaks {
        output.push(b'\n');
    }
    output
}

#[cfg(test)]
mod tests;
