//! Choices that a seed repeats.

/// A source of choices.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The choices of this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits (splitmix64).
    pub const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from `least` to `most`, both included.
    pub fn between(&mut self, least: u32, most: u32) -> u32 {
        let span = u64::from(most - least) + 1;
        least + u32::try_from(self.bits() % span).unwrap_or(0)
    }

    /// True once in so many times.
    pub fn once_in(&mut self, times: u32) -> bool {
        self.between(1, times) == 1
    }

    /// One of these.
    pub fn of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        let last = u32::try_from(choices.len() - 1).unwrap_or(0);
        &choices[self.between(0, last) as usize]
    }
}
