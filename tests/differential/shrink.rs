//! The smallest sequence that still fails: what can be left out is left out, in large parts first.

/// Leaves out parts of `all` while `fails` says that the rest still does.
pub fn shrink<T: Clone>(all: Vec<T>, mut fails: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut kept = all;
    let mut part = kept.len().div_ceil(2);
    while part > 0 {
        let mut place = 0;
        let mut smaller = false;
        while place < kept.len() {
            let end = (place + part).min(kept.len());
            let rest: Vec<T> = [&kept[..place], &kept[end..]].concat();
            if fails(&rest) {
                kept = rest;
                smaller = true;
            } else {
                place = end;
            }
        }
        if part > 1 || !smaller {
            part /= 2;
        }
    }
    kept
}
