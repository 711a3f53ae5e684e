//! `test`: strings, numbers, files; `!`, `-a`, `-o` and parentheses.

use super::{Look, Said};

/// As deep as parentheses and `!` may nest.
const DEPTH_MAX: u32 = 50;

/// `test`
pub(super) fn test(words: &[String], files: Look<'_>) -> Said {
    let mut reader = Reader {
        words,
        place: 0,
        depth: 0,
        files,
    };
    if words.is_empty() {
        return Said {
            status: 1,
            ..Said::default()
        };
    }
    let outcome = reader.either().and_then(|holds| {
        if reader.place < words.len() {
            Err("test: too many arguments".to_owned())
        } else {
            Ok(holds)
        }
    });
    match outcome {
        Ok(holds) => Said {
            status: i32::from(!holds),
            ..Said::default()
        },
        Err(words) => Said {
            status: 2,
            complaint: Some(words),
            ..Said::default()
        },
    }
}

struct Reader<'a> {
    words: &'a [String],
    place: usize,
    depth: u32,
    files: Look<'a>,
}

impl<'a> Reader<'a> {
    fn peek(&self, ahead: usize) -> Option<&'a str> {
        self.words.get(self.place + ahead).map(String::as_str)
    }

    fn left(&self) -> usize {
        self.words.len().saturating_sub(self.place)
    }

    fn either(&mut self) -> Result<bool, String> {
        let mut holds = self.both()?;
        while self.peek(0) == Some("-o") {
            self.place += 1;
            holds |= self.both()?;
        }
        Ok(holds)
    }

    fn both(&mut self) -> Result<bool, String> {
        let mut holds = self.term()?;
        while self.peek(0) == Some("-a") {
            self.place += 1;
            holds &= self.term()?;
        }
        Ok(holds)
    }

    fn term(&mut self) -> Result<bool, String> {
        if self.depth >= DEPTH_MAX {
            return Err("test: expression nests too deep".to_owned());
        }
        let first = self.peek(0).ok_or("test: argument expected")?;
        let operator = self.peek(1).filter(|_| self.left() >= 3);
        if let Some(operator) = operator.filter(|word| is_binary(word)) {
            let right = self.peek(2).unwrap_or_default();
            self.place += 3;
            return binary(first, operator, right);
        }
        if first == "!" && self.left() > 1 {
            self.place += 1;
            self.depth += 1;
            let holds = self.term()?;
            self.depth -= 1;
            return Ok(!holds);
        }
        if first == "(" && self.left() > 2 {
            self.place += 1;
            self.depth += 1;
            let holds = self.either()?;
            self.depth -= 1;
            if self.peek(0) != Some(")") {
                return Err("test: `)' expected".to_owned());
            }
            self.place += 1;
            return Ok(holds);
        }
        if first.len() == 2 && first.starts_with('-') && self.left() > 1 {
            let word = self.peek(1).unwrap_or_default();
            self.place += 2;
            return self.unary(first, word);
        }
        self.place += 1;
        Ok(!first.is_empty())
    }

    fn unary(&self, operator: &str, word: &str) -> Result<bool, String> {
        let (is_file, is_directory) = (self.files)(word);
        Ok(match operator {
            "-n" => !word.is_empty(),
            "-z" => word.is_empty(),
            "-e" | "-r" | "-w" => is_file || is_directory,
            "-f" | "-s" => is_file,
            "-d" | "-x" => is_directory,
            "-t" => matches!(word, "0" | "1" | "2"),
            "-L" | "-h" | "-p" | "-S" => false,
            _ => return Err(format!("test: {operator}: unary operator expected")),
        })
    }
}

fn is_binary(word: &str) -> bool {
    matches!(
        word,
        "=" | "==" | "!=" | "<" | ">" | "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge"
    )
}

fn binary(left: &str, operator: &str, right: &str) -> Result<bool, String> {
    let number = |word: &str| {
        word.trim()
            .parse::<i64>()
            .map_err(|_| format!("test: {word}: integer expression expected"))
    };
    Ok(match operator {
        "=" | "==" => left == right,
        "!=" => left != right,
        "<" => left < right,
        ">" => left > right,
        "-eq" => number(left)? == number(right)?,
        "-ne" => number(left)? != number(right)?,
        "-lt" => number(left)? < number(right)?,
        "-le" => number(left)? <= number(right)?,
        "-gt" => number(left)? > number(right)?,
        _ => number(left)? >= number(right)?,
    })
}
