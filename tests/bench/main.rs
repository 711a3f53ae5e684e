//! The figures that the server is to reach, measured beside raw tmux in one run, and printed as a table of ratios.
//!
//! `cargo bench -p tests`; behind `--`, `--rounds N`, and `--only reads|runs|waits|resources|via|many` for a part. Nothing here is asserted: a figure that is missed is marked so.
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a bench is a program for its authors: it fails by panicking, counts little and prints its table"
)]

mod control;
mod mcp;
mod measure;
mod reads;
mod resources;
mod runs;
mod via;
mod waits;
mod world;

use mcp::Served;
use measure::Line;
use world::World;

fn main() {
    let rounds = given("--rounds").map_or(400, |word| word.parse().expect("--rounds N"));
    let only = given("--only");
    let wanted = |part: &str| only.as_deref().is_none_or(|only| only == part);
    let world = World::new();
    let mut served = Served::start(&world.socket);
    let mut all_met = true;
    let mut part = |lines: Vec<Line>| all_met &= measure::table(&lines);
    measure::head();
    if wanted("reads") {
        part(reads::few_panes(&world, &mut served, rounds));
    }
    if wanted("runs") {
        part(runs::figures(&world, &mut served, rounds / 4));
    }
    if wanted("waits") {
        part(waits::figures(&world, &mut served, rounds / 2));
    }
    if wanted("resources") {
        part(resources::figures(&world, &mut served));
    }
    if wanted("via") {
        part(via::figures(&mut served.control, rounds));
    }
    for panes in [40, 1000] {
        if wanted("many") {
            world.grow(panes);
            part(reads::more_panes(&world, &mut served, rounds, panes));
        }
    }
    if !all_met {
        println!("\nSome figures are missed on this machine, in this run.");
    }
}

/// What stands behind a flag.
fn given(flag: &str) -> Option<String> {
    std::env::args().skip_while(|word| word != flag).nth(1)
}
