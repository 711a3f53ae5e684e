//! Commands of a scene, played.

use super::Desk;
use crate::fake::script::Scene;

fn desk(name: &str) -> Desk {
    let text = match name {
        "build" => include_str!("../../../../../app/scenes/build.toml"),
        _ => include_str!("../../../../../app/scenes/prompts.toml"),
    };
    let mut desk = Desk::in_scene(&[], 80, Scene::parse(text, name).unwrap());
    desk.seen();
    desk
}

#[test]
fn steps_come_in_time_and_end_as_they_say() {
    let mut desk = desk("build");
    desk.send("make\r");
    assert_eq!(desk.seen(), "make\ncc -c main.c\n");
    assert_eq!(desk.program.command(), "make");
    desk.pass(3.9);
    assert_eq!(desk.seen(), "");
    desk.pass(0.1);
    assert_eq!(desk.seen(), "cc -c cart.c\n");
    desk.pass(6.5);
    assert_eq!(desk.seen(), "cc -o shop main.o cart.o\n$ ");
    assert!(
        !desk
            .line("make test 2>/dev/null; echo $?")
            .contains("expected 12")
    );
    let failed = desk.line("make test >/dev/null; echo $?");
    assert_eq!(
        failed,
        "cart.c:2: total(3, 4) is 7, expected 12\nmake: *** [Makefile:4: test] Error 1\n2\n"
    );
    assert_eq!(
        desk.line("grep price /srv/shop/cart.c | head -1; echo $PROJECT"),
        "int total(int price, int count) {\n/srv/shop\n"
    );
    assert_eq!(desk.line("hostname"), "forge\n");
}

#[test]
fn a_server_logs_until_it_is_interrupted() {
    let mut desk = desk("build");
    desk.send("shop serve\r");
    desk.pass(65.0);
    let seen = desk.seen();
    assert_eq!(
        seen.matches("error: no payment provider").count(),
        10,
        "{seen}"
    );
    desk.send("\x03");
    assert_eq!(desk.seen(), "^C\n$ ");
}

#[test]
fn questions_wait_for_an_answer() {
    let mut desk = desk("prompts");
    desk.send("install jq\r");
    desk.pass(60.0);
    assert!(desk.seen().ends_with("Do you want to continue? [Y/n] "));
    desk.send("y\r");
    assert_eq!(desk.seen(), "y\nLicence accepted by (your name): ");
    desk.send("me\r");
    desk.pass(3.0);
    assert_eq!(desk.seen(), "me\nUnpacking...\nDone.\n$ ");
}

#[test]
fn a_script_answers_by_what_was_typed() {
    let mut desk = desk("prompts");
    desk.send("debugger shop\r");
    assert!(
        desk.seen()
            .ends_with("Reading symbols from shop...\n(dbg) ")
    );
    assert_eq!(desk.program.command(), "debugger");
    desk.send("next\r");
    assert_eq!(desk.seen(), "next\n2    total = price + count;\n(dbg) ");
    desk.send("print abcd\r");
    assert_eq!(desk.seen(), "print abcd\n$1 = 4\n(dbg) ");
    desk.send("what\rquit\r");
    assert_eq!(
        desk.seen(),
        "what\nquit\nUndefined command: \"what\".\n(dbg) $ "
    );
}

#[test]
fn a_screen_is_left_with_a_key_and_a_crash_has_a_status() {
    let mut desk = desk("prompts");
    desk.raw();
    desk.send("monitor\r");
    assert!(desk.raw().contains("\x1b[?1049h"));
    desk.send("q");
    assert_eq!(desk.raw(), "\x1b[?1049l\x1b[?2004h$ ");
    let crashed = desk.line("importer; echo $?");
    assert_eq!(
        crashed,
        "importing 1 of 3\nimporting 2 of 3\nSegmentation fault\n139\n"
    );
}
