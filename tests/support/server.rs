//! The server under test: the very program that ships, built with the tests so that they know where it is.

use std::process::ExitCode;

fn main() -> ExitCode {
    app::main()
}
