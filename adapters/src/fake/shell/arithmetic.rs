//! `$((…))`: whole numbers, variables, the operators of C.

/// Where the expression reads and writes its variables.
pub(super) trait Variables {
    /// The value of a variable, empty where it has none.
    fn value(&self, name: &str) -> String;
    /// Gives it a value.
    fn assign(&mut self, name: &str, value: i64);
}

/// As deep as parentheses may nest.
const DEPTH_MAX: u32 = 50;

/// What the expression comes to, or what is wrong with it, in a shell's words.
pub(super) fn evaluate(text: &str, variables: &mut dyn Variables) -> Result<i64, String> {
    let mut reader = Reader {
        text: text.chars().collect(),
        place: 0,
        depth: 0,
        variables,
    };
    reader.blanks();
    if reader.peek().is_none() {
        return Ok(0);
    }
    let value = reader.assignment(true)?;
    if reader.peek().is_some() {
        return Err(format!(
            "{text}: syntax error in expression (error token is \"{}\")",
            reader.rest()
        ));
    }
    Ok(value)
}

/// Operators by how tightly they bind, the loosest first.
const LEVELS: [&[&str]; 9] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
];
const ASSIGNING: [&str; 11] = [
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=",
];

struct Reader<'a> {
    text: Vec<char>,
    place: usize,
    depth: u32,
    variables: &'a mut dyn Variables,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.place).copied()
    }

    fn rest(&self) -> String {
        self.text
            .get(self.place..)
            .unwrap_or_default()
            .iter()
            .collect()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.place += 1;
        }
    }

    fn starts(&self, token: &str) -> bool {
        token
            .chars()
            .enumerate()
            .all(|(ahead, c)| self.text.get(self.place + ahead) == Some(&c))
    }

    fn accept(&mut self, token: &str) -> bool {
        let here = self.starts(token);
        if here {
            self.place += token.len();
            self.blanks();
        }
        here
    }

    fn name(&mut self) -> Option<String> {
        let begin = self.place;
        if !self
            .peek()
            .is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        {
            return None;
        }
        while self
            .peek()
            .is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
        {
            self.place += 1;
        }
        let name = self.text.get(begin..self.place)?.iter().collect();
        self.blanks();
        Some(name)
    }

    /// An assignment or a choice; `live` where it counts, and is not the branch that is not taken.
    fn assignment(&mut self, live: bool) -> Result<i64, String> {
        if self.depth >= DEPTH_MAX {
            return Err("expression recursion level exceeded".to_owned());
        }
        self.depth += 1;
        let begin = self.place;
        if let Some(name) = self.name() {
            let assigning = ASSIGNING
                .iter()
                .find(|token| self.starts(token) && !(**token == "=" && self.starts("==")));
            if let Some(token) = assigning {
                self.accept(token);
                let right = self.assignment(live)?;
                let value = match token.strip_suffix('=') {
                    Some(operator) if !operator.is_empty() => {
                        apply(operator, self.number_of(&name), right, live)?
                    }
                    _ => right,
                };
                if live {
                    self.variables.assign(&name, value);
                }
                self.depth -= 1;
                return Ok(value);
            }
            self.place = begin;
        }
        let value = self.choice(live)?;
        self.depth -= 1;
        Ok(value)
    }

    fn choice(&mut self, live: bool) -> Result<i64, String> {
        let test = self.level(0, live)?;
        if !self.accept("?") {
            return Ok(test);
        }
        let yes = self.assignment(live && test != 0)?;
        if !self.accept(":") {
            return Err("`:' expected for conditional expression".to_owned());
        }
        let no = self.assignment(live && test == 0)?;
        Ok(if test == 0 { no } else { yes })
    }

    fn level(&mut self, level: usize, live: bool) -> Result<i64, String> {
        let Some(operators) = LEVELS.get(level) else {
            return self.product(live);
        };
        let mut left = self.level(level + 1, live)?;
        loop {
            let operator = operators.iter().find(|operator| self.operates(operator));
            let Some(operator) = operator else {
                return Ok(left);
            };
            self.accept(operator);
            let counts = match *operator {
                "||" => live && left == 0,
                "&&" => live && left != 0,
                _ => live,
            };
            let right = self.level(level + 1, counts)?;
            left = apply(operator, left, right, live)?;
        }
    }

    /// Whether this operator stands here, and not a longer one that begins with it.
    fn operates(&self, operator: &str) -> bool {
        let next = self.text.get(self.place + operator.len());
        self.starts(operator)
            && match operator {
                "|" | "&" => next.is_none_or(|c| !operator.contains(*c) && *c != '='),
                "<" | ">" => next.is_none_or(|c| !operator.contains(*c)),
                "^" | "+" | "-" | "*" | "/" | "%" | "<<" | ">>" => next != Some(&'='),
                _ => true,
            }
    }

    fn product(&mut self, live: bool) -> Result<i64, String> {
        let mut left = self.power(live)?;
        loop {
            let operator = ["*", "/", "%"]
                .into_iter()
                .find(|operator| self.operates(operator));
            let Some(operator) = operator else {
                return Ok(left);
            };
            self.accept(operator);
            let right = self.power(live)?;
            left = apply(operator, left, right, live)?;
        }
    }

    fn power(&mut self, live: bool) -> Result<i64, String> {
        let base = self.unary(live)?;
        if !self.accept("**") {
            return Ok(base);
        }
        let exponent = self.unary(live)?;
        let exponent = u32::try_from(exponent).map_err(|_| "exponent less than 0".to_owned())?;
        Ok(base.wrapping_pow(exponent))
    }

    fn unary(&mut self, live: bool) -> Result<i64, String> {
        for (sign, step) in [("++", 1), ("--", -1)] {
            if self.accept(sign) {
                let name = self.name().ok_or("syntax error: operand expected")?;
                let value = self.number_of(&name).wrapping_add(step);
                if live {
                    self.variables.assign(&name, value);
                }
                return Ok(value);
            }
        }
        let signs = ["-", "+", "!", "~"];
        let Some(sign) = signs.into_iter().find(|sign| self.accept(sign)) else {
            return self.operand(live);
        };
        if self.depth >= DEPTH_MAX {
            return Err("expression recursion level exceeded".to_owned());
        }
        self.depth += 1;
        let value = self.unary(live)?;
        self.depth -= 1;
        Ok(match sign {
            "-" => value.wrapping_neg(),
            "!" => i64::from(value == 0),
            "~" => !value,
            _ => value,
        })
    }

    fn operand(&mut self, live: bool) -> Result<i64, String> {
        if self.accept("(") {
            let value = self.assignment(live)?;
            return if self.accept(")") {
                Ok(value)
            } else {
                Err("missing `)'".to_owned())
            };
        }
        if let Some(name) = self.name() {
            let value = self.number_of(&name);
            for (sign, step) in [("++", 1), ("--", -1)] {
                if self.accept(sign) && live {
                    self.variables.assign(&name, value.wrapping_add(step));
                }
            }
            return Ok(value);
        }
        let begin = self.place;
        while self.peek().is_some_and(|c| c.is_ascii_alphanumeric()) {
            self.place += 1;
        }
        let digits: String = self
            .text
            .get(begin..self.place)
            .unwrap_or_default()
            .iter()
            .collect();
        self.blanks();
        number(&digits).ok_or_else(|| {
            format!(
                "syntax error: operand expected (error token is \"{digits}{}\")",
                self.rest()
            )
        })
    }

    fn number_of(&self, name: &str) -> i64 {
        number(self.variables.value(name).trim()).unwrap_or(0)
    }
}

fn number(digits: &str) -> Option<i64> {
    if let Some(hex) = digits.strip_prefix("0x") {
        return i64::from_str_radix(hex, 16).ok();
    }
    if digits.len() > 1 && digits.starts_with('0') {
        return i64::from_str_radix(digits, 8).ok();
    }
    digits.parse().ok()
}

fn apply(operator: &str, left: i64, right: i64, live: bool) -> Result<i64, String> {
    let by_zero = matches!(operator, "/" | "%") && right == 0;
    if by_zero {
        return if live {
            Err("division by 0 (error token is \"0\")".to_owned())
        } else {
            Ok(0)
        };
    }
    let shift = u32::try_from(right & 63).unwrap_or(0);
    Ok(match operator {
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" => left.wrapping_div(right),
        "%" => left.wrapping_rem(right),
        "<<" => left.wrapping_shl(shift),
        ">>" => left.wrapping_shr(shift),
        "&" => left & right,
        "|" => left | right,
        "^" => left ^ right,
        "&&" => i64::from(left != 0 && right != 0),
        "||" => i64::from(left != 0 || right != 0),
        "==" => i64::from(left == right),
        "!=" => i64::from(left != right),
        "<" => i64::from(left < right),
        ">" => i64::from(left > right),
        "<=" => i64::from(left <= right),
        _ => i64::from(left >= right),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    impl Variables for BTreeMap<String, String> {
        fn value(&self, name: &str) -> String {
            self.get(name).cloned().unwrap_or_default()
        }
        fn assign(&mut self, name: &str, value: i64) {
            self.insert(name.to_owned(), value.to_string());
        }
    }

    #[test]
    fn expressions_come_to_what_c_says() {
        let mut variables = BTreeMap::from([("x".to_owned(), "5".to_owned())]);
        for (text, value) in [
            ("1 + 2 * 3", 7),
            ("(1+2)*3", 9),
            ("7/2", 3),
            ("-7 % 3", -1),
            ("2**10", 1024),
            ("x+1", 6),
            ("x == 5 && 3 > 2", 1),
            ("1 << 4 | 1", 17),
            ("x > 3 ? 10 : 20", 10),
            ("0 && 1/0", 0),
            ("", 0),
            ("0x1f", 31),
            ("010", 8),
            ("!x", 0),
            ("~0", -1),
            ("nothing", 0),
            ("y = 3, 0", -99),
            ("z = x += 2", 7),
            ("z", 7),
            ("x++", 7),
            ("--x", 7),
            ("6 & 3", 2),
            ("6 ^ 3", 5),
            ("1 <= 1", 1),
        ] {
            match evaluate(text, &mut variables) {
                Ok(result) => assert_eq!(result, value, "{text}"),
                Err(_) => assert_eq!(value, -99, "{text}"),
            }
        }
        for bad in ["1/0", "1 +", "(1", "1 2", "3x", "2 ** -1", "1 ? 2"] {
            assert!(evaluate(bad, &mut variables).is_err(), "{bad}");
        }
        assert!(evaluate(&"(".repeat(10_000), &mut variables).is_err());
        assert!(evaluate(&"-".repeat(10_001), &mut variables).is_err());
    }
}
