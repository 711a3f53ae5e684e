//! What stands in one place of a grid, and how it looks.

use std::borrow::Cow;

/// A colour as a program chose it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Colour {
    /// The terminal's own.
    #[default]
    Default,
    /// One of the sixteen that SGR names by itself: 0 to 7, and 90 to 97 for the bright ones.
    Named(u8),
    /// One of 256.
    Indexed(u8),
    /// Red, green, blue.
    Rgb(u8, u8, u8),
}

/// Attributes, a bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Attributes(u16);

impl Attributes {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const BRIGHT: Self = Self(1);
    pub(crate) const DIM: Self = Self(1 << 1);
    pub(crate) const ITALICS: Self = Self(1 << 2);
    pub(crate) const UNDERSCORE: Self = Self(1 << 3);
    pub(crate) const BLINK: Self = Self(1 << 4);
    pub(crate) const REVERSE: Self = Self(1 << 5);
    pub(crate) const HIDDEN: Self = Self(1 << 6);
    pub(crate) const STRIKETHROUGH: Self = Self(1 << 7);
    pub(crate) const DOUBLE_UNDERSCORE: Self = Self(1 << 8);
    pub(crate) const CURLY_UNDERSCORE: Self = Self(1 << 9);
    pub(crate) const DOTTED_UNDERSCORE: Self = Self(1 << 10);
    pub(crate) const DASHED_UNDERSCORE: Self = Self(1 << 11);
    pub(crate) const OVERLINE: Self = Self(1 << 12);
    /// Drawn with the line-drawing characters.
    pub(crate) const CHARSET: Self = Self(1 << 13);
    /// Those that do not fit into a cell that is not kept apart.
    const APART: Self = Self(0b1_1111_1000_0000);
    /// Every kind of underscore; there is one at a time.
    pub(crate) const UNDERSCORES: Self = Self(0b1111_0000_1000);

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// How a cell looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Style {
    pub(crate) foreground: Colour,
    pub(crate) background: Colour,
    pub(crate) underscore: Colour,
    pub(crate) attributes: Attributes,
}

/// A character with all that was combined with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cluster {
    pub(crate) text: String,
    pub(crate) width: u8,
}

/// What a cell holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Content {
    /// Nothing was written here, or it was erased.
    #[default]
    Blank,
    /// One character, and the columns it takes.
    Character(char, u8),
    /// A character with others combined with it.
    Cluster(Box<Cluster>),
    /// A tab that goes on for so many columns.
    Tab(u8),
    /// The right part of the cell to the left.
    Padding,
}

/// One place of a grid.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) content: Content,
    pub(crate) style: Style,
    /// Whether tmux keeps it apart, where all of a style is compared. Once it is kept so, it stays so until it is erased.
    pub(crate) apart: bool,
}

impl Cell {
    pub(crate) fn new(content: Content, style: Style) -> Self {
        let rgb = |colour| matches!(colour, Colour::Rgb(..));
        let plain = match &content {
            Content::Blank => true,
            Content::Character(character, _) => character.is_ascii(),
            _ => false,
        };
        let apart = !plain
            || style.attributes.has(Attributes::APART)
            || style.underscore != Colour::Default
            || rgb(style.foreground)
            || rgb(style.background);
        Self {
            content,
            style,
            apart,
        }
    }

    /// Erased, in the background that the program had chosen.
    pub(crate) fn erased(background: Colour) -> Self {
        let style = Style {
            background,
            ..Style::default()
        };
        Self::new(Content::Blank, style)
    }

    /// A blank that counts as written.
    pub(crate) fn space() -> Self {
        Self::new(Content::Character(' ', 1), Style::default())
    }

    /// The right part of a wide one.
    pub(crate) fn padding() -> Self {
        Self::new(Content::Padding, Style::default())
    }

    /// Columns.
    pub(crate) fn width(&self) -> usize {
        match &self.content {
            Content::Blank => 1,
            Content::Character(_, width) | Content::Tab(width) => usize::from(*width),
            Content::Cluster(cluster) => usize::from(cluster.width),
            Content::Padding => 0,
        }
    }

    /// Whether printing the other over it changes nothing that tmux looks at: not the colour of the underscore.
    pub(crate) fn looks_like(&self, other: &Self) -> bool {
        let indexed = |colour| matches!(colour, Colour::Indexed(_));
        let (own, their) = (&self.style, &other.style);
        !self.apart
            && self.content == other.content
            && own.attributes == their.attributes
            && (own.foreground, own.background) == (their.foreground, their.background)
            && !indexed(own.foreground)
            && !indexed(own.background)
    }

    pub(crate) fn is_padding(&self) -> bool {
        self.content == Content::Padding
    }

    /// Whether it is empty and looks like nothing: what lies behind the end of a line.
    pub(crate) fn is_plain_blank(&self) -> bool {
        self.content == Content::Blank && self.style == Style::default()
    }

    /// What a capture prints of it.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match &self.content {
            Content::Blank => Cow::Borrowed(" "),
            Content::Character(character, _) => Cow::Owned(character.to_string()),
            Content::Cluster(cluster) => Cow::Borrowed(&cluster.text),
            Content::Tab(_) => Cow::Borrowed("\t"),
            Content::Padding => Cow::Borrowed(""),
        }
    }
}
