//! How a key is spelled: `snake_case` throughout this program, camelCase where a client writes it so.

/// The camelCase spelling of a `snake_case` key; a key of one word is the same in both.
#[must_use]
pub fn camel(key: &str) -> String {
    let mut spelled = String::with_capacity(key.len());
    let mut upper = false;
    for c in key.chars() {
        if c == '_' && !spelled.is_empty() {
            upper = true;
        } else if upper {
            spelled.extend(c.to_uppercase());
            upper = false;
        } else {
            spelled.push(c);
        }
    }
    spelled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_respelled_at_its_underscores() {
        assert_eq!(camel("pane_id"), "paneId");
        assert_eq!(camel("max_matches_per_pane"), "maxMatchesPerPane");
        assert_eq!(camel("session"), "session");
        assert_eq!(camel("_meta"), "_meta");
    }
}
