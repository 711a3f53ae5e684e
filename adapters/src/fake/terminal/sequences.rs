//! What control sequences with parameters mean, and what vte reports of all sequences.

use super::interpreter::Interpreter;
use super::parameters::Parameters;

/// The finals of the control sequences without marks that tmux knows.
const KNOWN: &str = "@ABCDEFGHJKLMPSTXZ`bcdfghlmnrstu";

impl Interpreter {
    fn repeat(&mut self, count: usize) {
        let Some(byte) = self.last else {
            return;
        };
        let room = self.screen.width().saturating_sub(self.screen.x);
        for _ in 0..count.min(room) {
            self.screen.print_plain(byte, self.pen.plain());
        }
    }

    /// Moves, and what else needs one count alone. `None` where the sequence is none of these or is ignored.
    fn moved(&mut self, byte: char, count: Option<usize>) -> Option<()> {
        let screen = &mut self.screen;
        let place = count.map(|count| count - 1);
        match byte {
            'A' => screen.up(count?),
            'B' => screen.down(count?),
            'C' => screen.right(count?),
            'D' => screen.left(count?),
            'E' => {
                screen.carriage_return();
                screen.down(count?);
            }
            'F' => {
                screen.carriage_return();
                screen.up(count?);
            }
            'G' | '`' => screen.move_to(Some(place?), None),
            'd' => screen.move_to(None, Some(place?)),
            'Z' => screen.back_tab(count?),
            _ => return None,
        }
        Some(())
    }

    /// Erasing, inserting, deleting and scrolling.
    fn edited(&mut self, byte: char, count: Option<usize>) -> Option<()> {
        let background = self.pen.style.background;
        let screen = &mut self.screen;
        match byte {
            '@' => screen.insert_characters(count?, background),
            'P' => screen.delete_characters(count?, background),
            'X' => screen.erase_characters(count?, background),
            'L' => screen.insert_lines(count?, background),
            'M' => screen.delete_lines(count?, background),
            'S' => screen.scroll_up(count?, background),
            'T' => screen.scroll_down(count?, background),
            _ => return None,
        }
        Some(())
    }

    fn control_sequence(&mut self, parameters: &Parameters, byte: char) -> Option<()> {
        let count = parameters.count();
        if self.moved(byte, count).is_some() || self.edited(byte, count).is_some() {
            return Some(());
        }
        match byte {
            'H' | 'f' => {
                let (y, x) = (parameters.or(0, 1, 1)?, parameters.or(1, 1, 1)?);
                self.screen.move_to(Some(x - 1), Some(y - 1));
            }
            'J' => self.erase_in_display(parameters)?,
            'K' => self.erase_in_line(parameters)?,
            'b' => self.repeat(count?),
            'c' if parameters.or(0, 0, 0)? == 0 => self.reply("\u{1b}[?1;2c"),
            'g' => match parameters.or(0, 0, 0)? {
                0 => self.screen.set_tab(false),
                3 => self.screen.clear_tabs(),
                _ => {}
            },
            'h' => self.set_modes(parameters, true),
            'l' => self.set_modes(parameters, false),
            'm' => self.pen.select(parameters),
            'n' => self.report(parameters)?,
            'r' => {
                let height = u32::try_from(self.screen.height()).ok()?;
                let (top, bottom) = (parameters.or(0, 1, 1)?, parameters.or(1, 1, height)?);
                self.screen.set_region(top - 1, bottom - 1);
            }
            's' => self.save(),
            't' => self.window(parameters)?,
            'u' => self.restore(),
            _ => {}
        }
        Some(())
    }

    fn erase_in_display(&mut self, parameters: &Parameters) -> Option<()> {
        let background = self.pen.style.background;
        match parameters.or(0, 0, 0)? {
            0 => self.screen.clear_end_of_screen(background),
            1 => self.screen.clear_start_of_screen(background),
            2 => self.screen.clear_screen(background),
            3 if parameters.or(1, 0, 0) == Some(0) => self.screen.grid.clear_history(),
            _ => {}
        }
        Some(())
    }

    fn erase_in_line(&mut self, parameters: &Parameters) -> Option<()> {
        let background = self.pen.style.background;
        match parameters.or(0, 0, 0)? {
            0 => self.screen.clear_end_of_line(background),
            1 => self.screen.clear_start_of_line(background),
            2 => self.screen.clear_line(background),
            _ => {}
        }
        Some(())
    }

    fn set_modes(&mut self, parameters: &Parameters, on: bool) {
        for place in 0..parameters.len() {
            if parameters.number(place) == Some(4) {
                self.screen.modes.insert = on;
            }
        }
    }

    fn set_private_modes(&mut self, parameters: &Parameters, on: bool) {
        let background = self.pen.style.background;
        for place in 0..parameters.len() {
            match parameters.number(place) {
                Some(1) => self.screen.modes.application_cursor = on,
                Some(3) => {
                    self.screen.move_to(Some(0), Some(0));
                    self.screen.clear_screen(background);
                }
                Some(6) => {
                    self.screen.set_origin(on);
                    self.screen.move_to(Some(0), Some(0));
                }
                Some(7) => self.screen.modes.wrap = on,
                Some(25) => self.screen.modes.cursor = on,
                Some(mode @ (47 | 1047 | 1049)) if on => {
                    self.screen.alternate_on(self.pen.style, mode == 1049);
                }
                Some(mode @ (47 | 1047 | 1049)) => {
                    if let Some(style) = self.screen.alternate_off(mode == 1049) {
                        self.pen.style = style;
                    }
                }
                Some(2004) => self.screen.modes.bracketed_paste = on,
                _ => {}
            }
        }
    }

    fn report(&mut self, parameters: &Parameters) -> Option<()> {
        match parameters.or(0, 0, 0)? {
            5 => self.reply("\u{1b}[0n"),
            6 => {
                let (y, x) = (self.screen.y + 1, self.screen.x + 1);
                self.reply(&format!("\u{1b}[{y};{x}R"));
            }
            _ => {}
        }
        Some(())
    }

    /// Window operations: sizes that are asked for, and the stack of titles.
    fn window(&mut self, parameters: &Parameters) -> Option<()> {
        let mut place = 0;
        while let Some(number) = parameters.number(place) {
            match number {
                3 | 4 | 8 => {
                    parameters.number(place + 1)?;
                    parameters.number(place + 2)?;
                    place += 2;
                }
                9 | 10 => {
                    parameters.number(place + 1)?;
                    place += 1;
                }
                18 => {
                    let (height, width) = (self.screen.height(), self.screen.width());
                    // Columns before rows, unlike other terminals (seen on 3.3a).
                    self.reply(&format!("\u{1b}[8;{width};{height}t"));
                }
                22 | 23 => {
                    place += 1;
                    match (number, parameters.number(place)?) {
                        (22, 0 | 2) => self.screen.push_title(),
                        (_, 0 | 2) => self.screen.pop_title(),
                        _ => {}
                    }
                }
                _ => {}
            }
            place += 1;
        }
        Some(())
    }
}

impl vte::Perform for Interpreter {
    fn execute(&mut self, byte: u8) {
        self.control(byte);
    }

    fn esc_dispatch(&mut self, intermediates: &[u8], ignore: bool, byte: u8) {
        if !ignore {
            self.escape(intermediates, byte);
        }
    }

    fn csi_dispatch(&mut self, _: &vte::Params, marks: &[u8], ignore: bool, action: char) {
        let parameters = Parameters::parse(&self.parameters).filter(|_| !ignore);
        if let Some(parameters) = parameters {
            match (marks, action) {
                ([], _) if KNOWN.contains(action) => {
                    // Where a parameter is wrong it does nothing.
                    let _ = self.control_sequence(&parameters, action);
                }
                ([b'?'], 'h' | 'l') => self.set_private_modes(&parameters, action == 'h'),
                ([b'>'], 'c') if parameters.or(0, 0, 0) == Some(0) => {
                    self.reply("\u{1b}[>84;0;0c");
                }
                ([b'>'], 'q') => {
                    let name = self.profile.release.name();
                    self.reply(&format!("\u{1b}P>|tmux {name}\u{1b}\\"));
                }
                ([b'>'], 'c' | 'm' | 'n') | ([b' '], 'q') => {}
                _ => return,
            }
            self.screen.end_run();
            self.last = None;
        }
    }
}
