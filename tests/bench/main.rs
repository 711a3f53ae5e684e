//! The figures that the server is to reach, measured beside raw tmux in one run, and printed as a table of ratios.
//!
//! `cargo bench -p tests` (or `-- --rounds N`). Nothing here is asserted: a figure that is missed is marked so.
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
mod waits;
mod world;

use mcp::Served;
use measure::Line;
use world::World;

fn main() {
    let rounds = rounds();
    let world = World::new();
    let mut served = Served::start(&world.socket);
    let mut lines: Vec<Line> = Vec::new();
    lines.extend(reads::few_panes(&world, &mut served, rounds));
    lines.extend(runs::figures(&world, &mut served, rounds / 4));
    lines.extend(waits::figures(&world, &mut served, rounds / 2));
    lines.extend(resources::figures(&world, &mut served));
    world.grow(40);
    lines.extend(reads::more_panes(&world, &mut served, rounds, 40));
    world.grow(1000);
    lines.extend(reads::more_panes(&world, &mut served, rounds / 8, 1000));
    if !measure::table(&lines) {
        println!("\nSome figures are missed on this machine, in this run.");
    }
}

fn rounds() -> usize {
    let mut words = std::env::args().skip_while(|word| word != "--rounds");
    let given = words.nth(1).map(|word| word.parse().expect("--rounds N"));
    given.unwrap_or(400)
}
