//! Paste buffers: named texts, the newest first.

/// One buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Buffer {
    /// Its name.
    pub(super) name: String,
    /// What it holds; never empty.
    pub(super) data: Vec<u8>,
    /// When it was made, in seconds since 1970.
    pub(super) created: u64,
    automatic: bool,
}

/// All buffers of a server.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// The newest last.
    held: Vec<Buffer>,
    next: u32,
}

impl Buffers {
    /// Keeps a text under a name, or under the next automatic one; an empty text is not kept. Of the automatic ones only
    /// the newest `limit` stay.
    pub(super) fn set(&mut self, name: Option<&str>, data: Vec<u8>, created: u64, limit: usize) {
        if data.is_empty() {
            return;
        }
        let automatic = name.is_none();
        let name = name.map_or_else(|| self.automatic_name(), str::to_owned);
        if automatic {
            self.limit(limit.saturating_sub(1));
        }
        self.held.retain(|buffer| buffer.name != name);
        self.held.push(Buffer {
            name,
            data,
            created,
            automatic,
        });
    }

    fn automatic_name(&mut self) -> String {
        loop {
            let name = format!("buffer{}", self.next);
            self.next += 1;
            if self.get(&name).is_none() {
                return name;
            }
        }
    }

    fn limit(&mut self, limit: usize) {
        let automatic = self.held.iter().filter(|buffer| buffer.automatic).count();
        let mut surplus = automatic.saturating_sub(limit);
        self.held.retain(|buffer| {
            let goes = surplus > 0 && buffer.automatic;
            surplus -= usize::from(goes);
            !goes
        });
    }

    /// The buffer of this name.
    pub(super) fn get(&self, name: &str) -> Option<&Buffer> {
        self.held.iter().find(|buffer| buffer.name == name)
    }

    /// The newest buffer.
    pub(super) fn newest(&self) -> Option<&Buffer> {
        self.held.last()
    }

    /// All of them, the newest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Buffer> {
        self.held.iter().rev()
    }

    /// Takes a buffer away; whether there was one.
    pub(super) fn delete(&mut self, name: &str) -> bool {
        let before = self.held.len();
        self.held.retain(|buffer| buffer.name != name);
        self.held.len() < before
    }

    /// Gives a buffer another name; one that had it is gone.
    pub(super) fn rename(&mut self, from: &str, to: &str) {
        self.held.retain(|buffer| buffer.name != to || from == to);
        for buffer in self.held.iter_mut().filter(|buffer| buffer.name == from) {
            to.clone_into(&mut buffer.name);
            buffer.automatic = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(buffers: &Buffers) -> Vec<&str> {
        buffers.iter().map(|buffer| &*buffer.name).collect()
    }

    #[test]
    fn the_newest_comes_first_and_only_automatic_ones_are_pushed_out() {
        let mut buffers = Buffers::default();
        buffers.set(None, b"a".to_vec(), 0, 2);
        buffers.set(Some("x"), b"b".to_vec(), 0, 2);
        buffers.set(None, b"c".to_vec(), 0, 2);
        buffers.set(None, b"d".to_vec(), 0, 2);
        assert_eq!(names(&buffers), ["buffer2", "buffer1", "x"]);
    }

    #[test]
    fn an_empty_text_is_not_kept_and_leaves_what_was() {
        let mut buffers = Buffers::default();
        buffers.set(Some("x"), b"b".to_vec(), 0, 50);
        buffers.set(Some("x"), Vec::new(), 0, 50);
        assert_eq!(
            buffers.get("x").map(|buffer| &*buffer.data),
            Some(&b"b"[..])
        );
        assert!(buffers.delete("x") && !buffers.delete("x"));
    }
}
