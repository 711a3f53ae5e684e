//! What lines print.

use super::Desk;

#[test]
fn a_prompt_and_a_line() {
    let mut desk = Desk::shell();
    assert_eq!(desk.raw(), "\x1b[?2004h$ ");
    desk.send("echo hi");
    assert_eq!(desk.raw(), "echo hi");
    desk.send("\r");
    assert_eq!(desk.raw(), "\r\n\x1b[?2004l\rhi\r\n\x1b[?2004h$ ");
    assert_eq!(desk.line("foo"), "bash: foo: command not found\n");
    assert_eq!(desk.line("echo $?"), "127\n");
}
