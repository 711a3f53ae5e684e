//! Signals by number and name, as Linux has them.

/// The terminal is gone.
pub(super) const HANG_UP: i32 = 1;
/// C-c.
pub(super) const INTERRUPT: i32 = 2;
/// C-\.
pub(super) const QUIT: i32 = 3;
/// Nobody can refuse it.
pub(super) const KILL: i32 = 9;
/// Nobody reads what is written.
pub(super) const PIPE: i32 = 13;
/// What `kill` sends where nothing else is said.
pub(super) const TERMINATE: i32 = 15;

/// Number, name without `SIG`, and what a shell says when its command dies of it.
const TABLE: [(i32, &str, &str); 22] = [
    (1, "HUP", "Hangup"),
    (2, "INT", "Interrupt"),
    (3, "QUIT", "Quit"),
    (4, "ILL", "Illegal instruction"),
    (5, "TRAP", "Trace/breakpoint trap"),
    (6, "ABRT", "Aborted"),
    (7, "BUS", "Bus error"),
    (8, "FPE", "Floating point exception"),
    (9, "KILL", "Killed"),
    (10, "USR1", "User defined signal 1"),
    (11, "SEGV", "Segmentation fault"),
    (12, "USR2", "User defined signal 2"),
    (13, "PIPE", "Broken pipe"),
    (14, "ALRM", "Alarm clock"),
    (15, "TERM", "Terminated"),
    (17, "CHLD", "Child exited"),
    (18, "CONT", "Continued"),
    (19, "STOP", "Stopped (signal)"),
    (20, "TSTP", "Stopped"),
    (21, "TTIN", "Stopped (tty input)"),
    (22, "TTOU", "Stopped (tty output)"),
    (28, "WINCH", "Window changed"),
];

/// The signal that a word names: `15`, `TERM` or `SIGTERM`.
pub(super) fn parse(word: &str) -> Option<i32> {
    if let Ok(number) = word.parse::<i32>() {
        return (0..=64).contains(&number).then_some(number);
    }
    let upper = word.to_ascii_uppercase();
    let name = upper.strip_prefix("SIG").unwrap_or(&upper);
    TABLE
        .iter()
        .find(|(_, known, _)| *known == name)
        .map(|(number, ..)| *number)
}

/// The name of a signal, without `SIG`.
pub(super) fn name(number: i32) -> String {
    TABLE
        .iter()
        .find(|(known, ..)| *known == number)
        .map_or_else(|| number.to_string(), |(_, name, _)| (*name).to_owned())
}

/// What a shell says of a command that died of this signal; C-c and a broken pipe are passed over.
pub(super) fn words(number: i32) -> Option<&'static str> {
    if matches!(number, INTERRUPT | PIPE) {
        return None;
    }
    TABLE
        .iter()
        .find(|(known, ..)| *known == number)
        .map(|(.., words)| *words)
}

/// Whether a program that does nothing about this signal is left alone. Programs are never stopped here.
pub(super) const fn is_harmless(number: i32) -> bool {
    matches!(number, 0 | 17..=23 | 28)
}
