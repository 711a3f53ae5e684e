//! The parameters of a control sequence, read from its own bytes: vte does not tell one that is missing from a zero.

/// The most bytes of parameters; a sequence with more is ignored.
const BYTES_MAX: usize = 63;
/// The most parameters.
const COUNT_MAX: usize = 24;

/// One parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Parameter {
    /// Nothing between two semicolons.
    Missing,
    /// A number.
    Number(u32),
    /// Numbers with colons between.
    Compound(Vec<Option<u32>>),
}

/// All parameters of a sequence.
#[derive(Debug, Default)]
pub(super) struct Parameters {
    all: Vec<Parameter>,
}

impl Parameters {
    /// Reads them; `None` where the sequence is to be ignored.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        if bytes.len() > BYTES_MAX {
            return None;
        }
        let text = std::str::from_utf8(bytes).ok()?;
        if text.is_empty() {
            return Some(Self::default());
        }
        let all: Option<Vec<Parameter>> = text.split(';').map(parameter).collect();
        all.filter(|all| all.len() <= COUNT_MAX)
            .map(|all| Self { all })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn get(&self, place: usize) -> Option<&Parameter> {
        self.all.get(place)
    }

    /// A number where there is one.
    pub(super) fn number(&self, place: usize) -> Option<u32> {
        match self.all.get(place) {
            Some(Parameter::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// A number, at least `least`; `missing` where there is none. `None` for one with colons: it fits no sequence but
    /// SGR.
    pub(super) fn or(&self, place: usize, least: u32, missing: u32) -> Option<usize> {
        let number = match self.all.get(place) {
            Some(Parameter::Number(number)) => (*number).max(least),
            Some(Parameter::Compound(_)) => return None,
            Some(Parameter::Missing) | None => missing,
        };
        usize::try_from(number).ok()
    }

    /// A count: at least one, one where it is missing.
    pub(super) fn count(&self) -> Option<usize> {
        self.or(0, 1, 1)
    }
}

fn parameter(text: &str) -> Option<Parameter> {
    if text.is_empty() {
        return Some(Parameter::Missing);
    }
    if text.contains(':') {
        let number = |part: &str| part.parse::<u32>().ok();
        return Some(Parameter::Compound(text.split(':').map(number).collect()));
    }
    // Numbers that an `int` does not hold make tmux ignore the sequence.
    let number: i32 = text.parse().ok()?;
    u32::try_from(number).ok().map(Parameter::Number)
}
