//! The program: all of it is in the library, so that tests can drive it in memory.

use std::process::ExitCode;

fn main() -> ExitCode {
    app::main()
}
