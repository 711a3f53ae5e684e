//! Whatever is typed: no panic, bounded output, and C-c still brings a prompt back.

use proptest::prelude::*;

use super::Desk;
use crate::fake::script::Scene;

/// Brings the prompt back, and runs a command there.
fn is_responsive(desk: &mut Desk) {
    if desk.ended.is_some() {
        return;
    }
    for _ in 0..3 {
        // What an escape or a paste began is ended first.
        desk.send("\x1b[201~\x03");
        desk.pass(0.2);
    }
    if desk.ended.is_some() {
        return;
    }
    desk.seen();
    desk.send("\x05\x15");
    desk.send("\\stty sane; \\echo on\"\"ce\r");
    desk.pass(1.0);
    let seen = desk.seen();
    assert!(desk.ended.is_some() || seen.contains("once"), "{seen:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn any_bytes_can_be_typed(feeds in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..60), 0..8), width in 1_u32..100) {
        let mut desk = Desk::in_scene(&[], width, Scene::default());
        for feed in feeds {
            desk.send(feed);
            desk.pass(0.05);
        }
        is_responsive(&mut desk);
    }

    #[test]
    fn any_heap_of_commands_can_be_typed(pieces in prop::collection::vec(prop::sample::select(vec![
        "if ", "then ", "fi", "while ", "do ", "done", "case ", "in ", "esac", ";;", "; ", " & ", "&& ", "| ", "|| ", "(", ")", "{ ", "}",
        "'", "\"", "`", "$", "$(", "${", "$((", "))", "\\", "\r", "<<X\r", "X\r", ">f", ">&2 ", "<f ", "a", "x=1 ", "#", " ", "for i ",
        "f() ", "! ", "[ ", "] ", "*", "é", "echo ", "printf %s ", "read x ", "sleep 1 ", "cat ", "yes ", "seq 9 ", "head -1 ", "trap : INT ",
        "trap '' INT ", "eval ", "exec ", "sh -c ", "set -e ", "set -u ", "f ", "$x ", "$@", "wait ", "kill $! ", "cd / ", "test ", "stty -echo ",
        "stty raw ", "\x03", "\x04", "\x1b[A", "\x7f", "\x15", "\x1b[D", "\t", "bash ", "local ", "return ", "break ", "shift ",
    ]), 0..40)) {
        let mut desk = Desk::shell();
        desk.send(pieces.concat());
        desk.pass(0.3);
        // An ignored interrupt is the shell's own doing.
        if !pieces.contains(&"trap '' INT ") && !pieces.contains(&"trap : INT ") && !pieces.contains(&"stty raw ") {
            is_responsive(&mut desk);
        }
    }
}
