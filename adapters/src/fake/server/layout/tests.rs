//! Trees as tmux 3.3a printed them.

use super::*;

fn window(width: u32, height: u32) -> Cell {
    Cell::whole(PaneId::new(0), Size { width, height })
}

const HALF_DOWN: Division = Division {
    axis: Axis::Down,
    size: None,
    before: false,
    whole: false,
};

#[test]
fn a_split_leaves_the_larger_half_to_the_old_pane() {
    let mut tree = window(80, 24);
    assert!(tree.divide(PaneId::new(0), PaneId::new(1), HALF_DOWN));
    assert_eq!(tree.print(), "e3d5,80x24,0,0[80x12,0,0,0,80x11,0,13,1]");
}
