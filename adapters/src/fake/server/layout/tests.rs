//! Trees as tmux 3.3a printed them.

use super::*;

const PANES: [PaneId; 5] = [
    PaneId::new(0),
    PaneId::new(1),
    PaneId::new(2),
    PaneId::new(3),
    PaneId::new(4),
];

fn window(width: u32, height: u32) -> Cell {
    Cell::whole(PANES[0], Size { width, height })
}

const fn halves(axis: Axis) -> Division {
    Division {
        axis,
        size: None,
        before: false,
        whole: false,
    }
}

/// Five panes: halves, halves of one of these, a narrow one before another, and one beside them all.
fn nested() -> Cell {
    let mut tree = window(80, 24);
    assert!(tree.divide(PANES[0], PANES[1], halves(Axis::Down)));
    assert_eq!(tree.print(), "c195,80x24,0,0[80x12,0,0,0,80x11,0,13,1]");
    assert!(tree.divide(PANES[0], PANES[2], halves(Axis::Across)));
    let narrow = Division {
        size: Some(10),
        before: true,
        ..halves(Axis::Across)
    };
    assert!(tree.divide(PANES[1], PANES[3], narrow));
    assert_eq!(
        tree.print(),
        "cff7,80x24,0,0[80x12,0,0{40x12,0,0,0,39x12,41,0,2},80x11,0,13{10x11,0,13,3,69x11,11,13,1}]"
    );
    let beside = Division {
        size: Some(5),
        whole: true,
        ..halves(Axis::Across)
    };
    assert!(tree.divide(PANES[0], PANES[4], beside));
    tree
}

#[test]
fn panes_are_divided_and_resized_as_tmux_does() {
    let mut tree = nested();
    assert_eq!(
        tree.print(),
        "f249,80x24,0,0{74x24,0,0[74x12,0,0{37x12,0,0,0,36x12,38,0,2},\
         74x11,0,13{9x11,0,13,3,64x11,10,13,1}],5x24,75,0,4}"
    );
    tree.resize_pane(PANES[0], Axis::Across, 10);
    tree.resize_pane(PANES[1], Axis::Down, 3);
    assert_eq!(
        tree.print(),
        "27fa,80x24,0,0{74x24,0,0[74x20,0,0{10x20,0,0,0,63x20,11,0,2},\
         74x3,0,21{9x3,0,21,3,64x3,10,21,1}],5x24,75,0,4}"
    );
    for (width, height, printed) in [
        (
            30,
            8,
            "ae4d,30x8,0,0{28x8,0,0[28x6,0,0{1x6,0,0,0,26x6,2,0,2},28x1,0,7{1x1,0,7,3,26x1,2,7,1}],1x8,29,0,4}",
        ),
        (
            3,
            3,
            "5043,5x3,0,0{3x3,0,0[3x1,0,0{1x1,0,0,0,1x1,2,0,2},3x1,0,2{1x1,0,2,3,1x1,2,2,1}],1x3,4,0,4}",
        ),
        (
            120,
            40,
            "cce7,120x40,0,0{61x40,0,0[61x20,0,0{59x20,0,0,0,1x20,60,0,2},61x19,0,21{59x19,0,21,3,1x19,60,21,1}],\
             58x40,62,0,4}",
        ),
    ] {
        tree.resize(Size { width, height });
        assert_eq!(tree.print(), printed);
    }
}

#[test]
fn the_named_layouts_are_those_of_tmux() {
    let panes = [PANES[0], PANES[2], PANES[3], PANES[1], PANES[4]];
    let mains = |axis| match axis {
        Axis::Across => Mains { main: 80, other: 0 },
        Axis::Down => Mains { main: 24, other: 0 },
    };
    let size = Size {
        width: 120,
        height: 40,
    };
    for (name, printed) in [
        (
            "even-horizontal",
            "ff53,120x40,0,0{23x40,0,0,0,23x40,24,0,2,23x40,48,0,3,23x40,72,0,1,24x40,96,0,4}",
        ),
        (
            "even-vertical",
            "a849,120x40,0,0[120x7,0,0,0,120x7,0,8,2,120x7,0,16,3,120x7,0,24,1,120x8,0,32,4]",
        ),
        (
            "main-horizontal",
            "1731,120x40,0,0[120x24,0,0,0,\
             120x15,0,25{29x15,0,25,2,29x15,30,25,3,29x15,60,25,1,30x15,90,25,4}]",
        ),
        (
            "main-vertical",
            "386c,120x40,0,0{80x40,0,0,0,39x40,81,0[39x9,81,0,2,39x9,81,10,3,39x9,81,20,1,39x10,81,30,4]}",
        ),
        (
            "tiled",
            "4981,120x40,0,0[120x12,0,0{59x12,0,0,0,60x12,60,0,2},120x12,0,13{59x12,0,13,3,60x12,60,13,1},\
             120x14,0,26,4]",
        ),
    ] {
        let tree = arrange(name, &panes, size, mains).unwrap();
        assert_eq!(tree.print(), printed);
        // What tmux prints it reads back.
        assert_eq!(parse(printed, &panes), Ok(tree));
    }
    let mut tree = arrange("tiled", &panes, size, mains).unwrap();
    assert!(tree.remove(PANES[1]));
    assert_eq!(
        tree.print(),
        "b5f3,120x40,0,0[120x12,0,0{59x12,0,0,0,60x12,60,0,2},120x12,0,13,3,120x14,0,26,4]"
    );
}

#[test]
fn a_layout_with_too_few_cells_or_a_wrong_sum_is_refused() {
    let one = "b25d,80x24,0,0,0";
    let words = parse(one, &PANES[..2]).unwrap_err();
    assert!(words.starts_with("have 2 panes but need 1"), "{words}");
    assert!(parse("b25e,80x24,0,0,0", &PANES[..1]).is_err());
    // Cells that no pane is left for go, the last first.
    let two = window(80, 24);
    let tree = parse("c195,80x24,0,0[80x12,0,0,0,80x11,0,13,1]", &PANES[..1]).unwrap();
    assert_eq!(tree, two);
}

#[test]
fn a_pane_without_space_is_not_divided() {
    let mut tree = window(2, 3);
    assert!(!tree.divide(PANES[0], PANES[1], halves(Axis::Across)));
    assert!(tree.divide(PANES[0], PANES[1], halves(Axis::Down)));
    assert!(!tree.divide(PANES[0], PANES[2], halves(Axis::Down)));
    assert_eq!(tree.areas().len(), 2);
}
