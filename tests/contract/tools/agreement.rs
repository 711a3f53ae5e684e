//! Every row of the capability report agrees with what its tool reaches through the port.

use std::sync::Arc;

use app::tool::{Effect, Output, Row};
use domain::policy::ProcessReach;
use domain::{Change, SettingQuery, Toolset};
use rstest_reuse::apply;
use support::backend::Backend;
use support::recording::{Reached, Recording};
use support::samples::{arguments, stage};
use support::tools::CATALOG;

use crate::every_backend;

/// What a change does: whether it ends or forgets something, and whether it starts what is configured.
fn nature(change: &Change) -> (&'static [Effect], ProcessReach) {
    match change {
        Change::CreateSession { .. } | Change::CreateWindow { .. } | Change::SplitWindow { .. } => {
            (&[Effect::Change], ProcessReach::ConfiguredProcess)
        }
        // A program that still runs is ended first, where that is asked for.
        Change::RespawnPane { .. } => (
            &[Effect::Change, Effect::Delete],
            ProcessReach::ConfiguredProcess,
        ),
        Change::KillPane { .. }
        | Change::KillWindow { .. }
        | Change::KillSession { .. }
        | Change::ClearScrollback { .. } => (&[Effect::Delete], ProcessReach::None),
        Change::RenameSession { .. }
        | Change::RenameWindow { .. }
        | Change::SelectWindow { .. }
        | Change::SelectPane { .. }
        | Change::SelectLayout { .. }
        | Change::ResizeWindow { .. }
        | Change::ResizePane { .. }
        | Change::MoveWindow { .. }
        | Change::SwapPane { .. }
        | Change::SetPaneTitle { .. }
        | Change::SetMouse { .. }
        | Change::SetHistoryLimit { .. }
        | Change::SetSynchronizePanes { .. } => (&[Effect::Change], ProcessReach::None),
    }
}

fn check(row: &Row, reached: &[Reached]) {
    let name = row.name;
    let mut reach = ProcessReach::None;
    let mut effects: Vec<Effect> = Vec::new();
    for step in reached {
        match step {
            Reached::Changed(change) => {
                let (does, process) = nature(change);
                effects.extend(does);
                reach = reach.max(process);
            }
            Reached::Typed => {
                effects.push(Effect::Change);
                reach = reach.max(ProcessReach::PaneInput);
            }
            Reached::Commanded => {
                effects.push(Effect::Change);
                reach = reach.max(ProcessReach::PaneCommand);
            }
            Reached::Signalled => effects.push(Effect::Change),
            Reached::Asked(SettingQuery::Environment(_)) => {
                assert!(row.outputs.contains(&Output::ProcessEnvironment), "{name}");
            }
            Reached::Asked(SettingQuery::Hooks(_)) => {
                assert!(row.outputs.contains(&Output::ConfiguredCommand), "{name}");
            }
            Reached::Read if row.toolset == Toolset::Inspect => {
                assert!(row.outputs.contains(&Output::TerminalContent), "{name}");
            }
            Reached::Read | Reached::Observed | Reached::Waited | Reached::Asked(_) => {}
        }
    }
    assert_eq!(row.process_reach, reach, "{name}: {reached:?}");
    for effect in [Effect::Change, Effect::Delete] {
        // A wait for a channel spends the signal it waited for: a change that no port shows.
        let spends = effect == Effect::Change
            && reached.contains(&Reached::Waited)
            && reach == ProcessReach::None;
        assert!(
            spends || row.effects.contains(&effect) == effects.contains(&effect),
            "{name}: {reached:?}"
        );
    }
    let inspects = !row.effects.iter().any(|effect| *effect != Effect::Observe);
    assert_eq!(inspects, row.toolset == Toolset::Inspect, "{name}");
    let synchronizes = reached.iter().any(|step| {
        matches!(step, Reached::Changed(change) if matches!(**change, Change::SetSynchronizePanes { .. }))
    });
    assert_eq!(row.amplifies_future_input, synchronizes, "{name}");
}

#[apply(every_backend)]
async fn every_row_agrees_with_what_its_tool_reaches(#[case] on: Backend) {
    for tool in CATALOG.tools() {
        let bench = stage(on).await;
        let recording = Arc::new(Recording::of(Arc::clone(&bench.context.port)));
        let mut context = bench.stranger();
        context.port = recording.clone();
        let (answer, is_error) = bench
            .try_call_in(&context, tool.row.name, arguments(tool.row.name))
            .await;
        assert!(!is_error, "{}: {answer}", tool.row.name);
        check(&tool.row, &recording.reached());
        for (argument, _) in tool.row.input_literalization {
            assert!(
                tool.input_schema["properties"].get(argument).is_some(),
                "{}: {argument}",
                tool.row.name
            );
        }
    }
}
