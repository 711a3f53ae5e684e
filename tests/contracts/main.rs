//! The contracts of existing clients, kept as they were handed to us in the `.json` files beside this one: what we answer
//! fits their output schemas, and nothing that their input schemas accept is refused for its shape.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests and their helpers fail by panicking"
)]

mod answers;
mod inputs;
mod samples;

use serde_json::Value;

const BATCH_INPUT: &str = include_str!("call_read_tools_batch.input.schema.json");
const BATCH_OUTPUT: &str = include_str!("call_read_tools_batch.output.schema.json");
const COMMAND_INPUT: &str = include_str!("run_command.input.schema.json");
const COMMAND_OUTPUT: &str = include_str!("run_command.output.schema.json");

fn schema(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[track_caller]
fn assert_fits(schema: &Value, value: &Value) {
    let fits = jsonschema::validate(schema, value);
    assert!(fits.is_ok(), "{fits:?}: {value}");
}
