//! What the next character will look like: SGR and the character sets.

use super::super::grid::cell::{Attributes, Colour, Style};
use super::parameters::{Parameter, Parameters};

/// The look of the next character.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Pen {
    pub(super) style: Style,
    /// Whether G0 and G1 are the line-drawing characters.
    pub(super) drawing: [bool; 2],
    /// Whether G1 is in use.
    pub(super) shifted: bool,
}

impl Pen {
    /// The style of the next character of ASCII.
    pub(super) fn plain(&self) -> Style {
        let [g0, g1] = self.drawing;
        let drawing = if self.shifted { g1 } else { g0 };
        let mut style = self.style;
        if drawing {
            style.attributes = style.attributes.with(Attributes::CHARSET);
        }
        style
    }

    fn add(&mut self, attributes: Attributes) {
        self.style.attributes = self.style.attributes.with(attributes);
    }

    fn remove(&mut self, attributes: Attributes) {
        self.style.attributes = self.style.attributes.without(attributes);
    }

    fn underscore(&mut self, kind: Attributes) {
        self.remove(Attributes::UNDERSCORES);
        self.add(kind);
    }

    /// Select graphic rendition.
    pub(super) fn select(&mut self, parameters: &Parameters) {
        if parameters.is_empty() {
            self.style = Style::default();
        }
        let mut place = 0;
        while place < parameters.len() {
            match parameters.get(place) {
                Some(Parameter::Compound(numbers)) => self.select_compound(numbers),
                Some(Parameter::Number(target @ (38 | 48 | 58))) => {
                    place += 1;
                    place += self.select_colour(*target, place, parameters);
                }
                Some(Parameter::Number(number)) => self.select_one(*number),
                _ => self.select_one(0),
            }
            place += 1;
        }
    }

    /// A colour given by the parameters from `place` on. Says how many were used behind the first.
    fn select_colour(&mut self, target: u32, place: usize, parameters: &Parameters) -> usize {
        let number = |behind| parameters.number(place + behind);
        match number(0) {
            Some(2) => {
                let part = |behind| number(behind).and_then(|part| u8::try_from(part).ok());
                // Where a part is wrong none is used: they are read as if nothing stood before them.
                let (Some(red), Some(green), Some(blue)) = (part(1), part(2), part(3)) else {
                    return 0;
                };
                self.colour(target, Colour::Rgb(red, green, blue));
                3
            }
            Some(5) => {
                self.indexed(target, number(1));
                1
            }
            _ => 0,
        }
    }

    /// One of 256 colours; a wrong number gives the terminal's own, but for underscores (seen on 3.3a).
    fn indexed(&mut self, target: u32, index: Option<u32>) {
        match index.and_then(|index| u8::try_from(index).ok()) {
            Some(index) => self.colour(target, Colour::Indexed(index)),
            None if target == 58 => {}
            None => self.colour(target, Colour::Default),
        }
    }

    fn colour(&mut self, target: u32, colour: Colour) {
        match target {
            38 => self.style.foreground = colour,
            48 => self.style.background = colour,
            _ => self.style.underscore = colour,
        }
    }

    fn select_compound(&mut self, numbers: &[Option<u32>]) {
        match numbers {
            [Some(4), Some(kind)] => match kind {
                0 => self.remove(Attributes::UNDERSCORES),
                1 => self.underscore(Attributes::UNDERSCORE),
                2 => self.underscore(Attributes::DOUBLE_UNDERSCORE),
                3 => self.underscore(Attributes::CURLY_UNDERSCORE),
                4 => self.underscore(Attributes::DOTTED_UNDERSCORE),
                5 => self.underscore(Attributes::DASHED_UNDERSCORE),
                _ => {}
            },
            [Some(target @ (38 | 48 | 58)), Some(2), colour @ ..] => {
                // A colour space may stand before the three parts.
                let parts = match colour {
                    [red, green, blue] | [_, red, green, blue, ..] => [red, green, blue],
                    _ => return,
                };
                let parts = parts.map(|part| part.and_then(|part| u8::try_from(part).ok()));
                if let [Some(red), Some(green), Some(blue)] = parts {
                    self.colour(*target, Colour::Rgb(red, green, blue));
                }
            }
            [Some(target @ (38 | 48 | 58)), Some(5), index, ..] => self.indexed(*target, *index),
            _ => {}
        }
    }

    fn select_one(&mut self, number: u32) {
        let named =
            |number: u32, base: u32| Colour::Named(u8::try_from(number - base).unwrap_or(0));
        match number {
            0 => self.style = Style::default(),
            1 => self.add(Attributes::BRIGHT),
            2 => self.add(Attributes::DIM),
            3 => self.add(Attributes::ITALICS),
            4 => self.underscore(Attributes::UNDERSCORE),
            5 | 6 => self.add(Attributes::BLINK),
            7 => self.add(Attributes::REVERSE),
            8 => self.add(Attributes::HIDDEN),
            9 => self.add(Attributes::STRIKETHROUGH),
            21 => self.underscore(Attributes::DOUBLE_UNDERSCORE),
            22 => self.remove(Attributes::BRIGHT.with(Attributes::DIM)),
            23 => self.remove(Attributes::ITALICS),
            24 => self.remove(Attributes::UNDERSCORES),
            25 => self.remove(Attributes::BLINK),
            27 => self.remove(Attributes::REVERSE),
            28 => self.remove(Attributes::HIDDEN),
            29 => self.remove(Attributes::STRIKETHROUGH),
            30..=37 => self.style.foreground = named(number, 30),
            39 => self.style.foreground = Colour::Default,
            40..=47 => self.style.background = named(number, 40),
            49 => self.style.background = Colour::Default,
            53 => self.add(Attributes::OVERLINE),
            55 => self.remove(Attributes::OVERLINE),
            59 => self.style.underscore = Colour::Default,
            90..=97 => self.style.foreground = named(number, 0),
            100..=107 => self.style.background = named(number, 10),
            _ => {}
        }
    }
}
