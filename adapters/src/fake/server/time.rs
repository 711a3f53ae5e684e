//! Times as tmux writes them, in UTC.

const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Seconds since 1970 as `Thu Jan  1 00:00:00 1970`.
pub(super) fn spoken(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let weekday = usize::try_from(days % 7).ok().and_then(|day| DAYS.get(day));
    let (year, month, day) = date(days);
    let month = usize::try_from(month)
        .ok()
        .and_then(|month| MONTHS.get(month));
    format!(
        "{} {} {day:2} {:02}:{:02}:{:02} {year}",
        weekday.unwrap_or(&""),
        month.unwrap_or(&""),
        rest / 3600,
        rest / 60 % 60,
        rest % 60,
    )
}

/// Year, month from 0 and day from 1 of a day since 1970.
fn date(mut days: u64) -> (u64, u64, u64) {
    let mut year = 1970;
    let leap = |year: u64| {
        (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400)
    };
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (month, length) in (0..).zip(lengths) {
        if days < length {
            return (year, month, days + 1);
        }
        days -= length;
    }
    (year, 11, 31)
}

#[cfg(test)]
mod tests {
    use super::spoken;

    #[test]
    fn a_time_is_written_as_ctime_does() {
        for (seconds, text) in [
            (0, "Thu Jan  1 00:00:00 1970"),
            (951_782_399, "Mon Feb 28 23:59:59 2000"),
            (951_782_400, "Tue Feb 29 00:00:00 2000"),
            (1_796_039_424, "Mon Nov 30 11:50:24 2026"),
        ] {
            assert_eq!(spoken(seconds), text);
        }
    }
}
