//! Which pane is the caller's, by what is known of it.

use domain::PaneId;
use domain::guard::Caller;

use super::reader::{ancestry, parent_in};
use super::{Ancestry, CallerEvidence, Claim};
use crate::testing::topology;

/// The server of the test topology has process 700; pane %0 runs 30000, %1 runs 30001.
const SERVER: u32 = 700;

#[expect(clippy::unnecessary_wraps, reason = "it is only wanted wrapped")]
const fn claim(pid: u32, same_socket: Option<bool>) -> Option<Claim> {
    Some(Claim { pid, same_socket })
}

fn whole(pids: &[u32]) -> Ancestry {
    Ancestry::Whole(pids.to_vec())
}

fn broken(pids: &[u32]) -> Ancestry {
    Ancestry::Broken(pids.to_vec())
}

/// What the evidence comes to; a server that this process started is never the caller's.
fn judged(claim: Option<Claim>, pane: Option<u32>, ancestry: Ancestry) -> Caller {
    let evidence = CallerEvidence {
        claim,
        pane: pane.map(PaneId::new),
        ancestry,
        started: None,
    };
    let topology = topology(&[2]);
    let started = CallerEvidence {
        started: Some(SERVER),
        ..evidence.clone()
    };
    assert_eq!(started.judge(&topology), Caller::Elsewhere);
    evidence.judge(&topology)
}

const OURS: Option<Claim> = claim(SERVER, Some(true));

fn strangers() -> Ancestry {
    whole(&[50, 1])
}

#[test]
fn an_ancestor_that_is_a_panes_process_proves_it() {
    let second = Caller::Pane(PaneId::new(1));
    assert_eq!(judged(None, None, whole(&[50, 30_001, SERVER, 1])), second);
    assert_eq!(judged(None, None, broken(&[30_001])), second);
    // The variables are inherited, and stale.
    assert_eq!(judged(OURS, Some(0), whole(&[30_001, 1])), second);
}

#[test]
fn the_variables_are_believed_where_socket_and_daemon_agree() {
    let first = PaneId::new(0);
    assert_eq!(judged(OURS, Some(0), strangers()), Caller::Pane(first));
    assert_eq!(judged(OURS, None, strangers()), Caller::Unknown);
    let unproven = Caller::Unproven(first);
    assert_eq!(
        judged(claim(SERVER, Some(false)), Some(0), strangers()),
        unproven
    );
    assert_eq!(judged(claim(SERVER, None), Some(0), strangers()), unproven);
    // Another server that has a pane of the same id, and an earlier life of ours.
    assert_eq!(
        judged(claim(9, Some(false)), Some(0), strangers()),
        Caller::Elsewhere
    );
    assert_eq!(
        judged(claim(9, Some(true)), Some(0), strangers()),
        Caller::Elsewhere
    );
}

#[test]
fn without_the_variable_the_whole_ancestry_decides() {
    assert_eq!(judged(None, None, strangers()), Caller::Elsewhere);
    assert_eq!(judged(None, Some(0), strangers()), Caller::Elsewhere);
    assert_eq!(
        judged(None, Some(0), broken(&[])),
        Caller::Unproven(PaneId::new(0))
    );
    assert_eq!(judged(None, None, broken(&[50])), Caller::Unknown);
}

#[test]
fn the_chain_ends_at_the_first_process_and_breaks_where_it_cannot_be_read() {
    let parents = |pid: u32| match pid {
        90 => Some(80),
        80 => Some(1),
        70 => Some(0),
        _ => None,
    };
    assert_eq!(ancestry(90, &parents), whole(&[80, 1]));
    assert_eq!(ancestry(70, &parents), whole(&[]));
    assert_eq!(ancestry(60, &parents), broken(&[]));
    let circle = |pid: u32| Some(if pid == 90 { 80 } else { 90 });
    assert!(matches!(ancestry(90, &circle), Ancestry::Broken(_)));
}

#[test]
fn the_parent_is_read_behind_a_name_that_may_hold_anything() {
    assert_eq!(parent_in("12 (a) b) S 7 1 1 0 -1"), Some(7));
    assert_eq!(parent_in("12 (bash) R 1 12"), Some(1));
    assert_eq!(parent_in("nonsense"), None);
}

#[test]
fn the_variable_is_read_as_tmux_writes_it() {
    let file = tempfile_path();
    let variables = |name: &str| match name {
        "TMUX" => Some(format!("{file},{SERVER},0")),
        "TMUX_PANE" => Some("%1".to_owned()),
        _ => None,
    };
    let evidence = super::reader::evidence(&variables, camino::Utf8Path::new(&file));
    assert_eq!(evidence.claim, claim(SERVER, Some(true)));
    assert_eq!(evidence.pane, Some(PaneId::new(1)));
    let evidence = super::reader::evidence(&variables, camino::Utf8Path::new("/"));
    assert_eq!(evidence.claim, claim(SERVER, Some(false)));
    let evidence = super::reader::evidence(&variables, camino::Utf8Path::new("/nonexistent"));
    assert_eq!(evidence.claim, claim(SERVER, None));
}

/// Any file that exists.
fn tempfile_path() -> String {
    std::env::current_exe()
        .unwrap()
        .to_str()
        .unwrap()
        .to_owned()
}
