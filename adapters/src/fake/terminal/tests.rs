//! What tmux 3.3a was seen to do (tmux-facts 12), on the simulator.
