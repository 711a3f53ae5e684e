//! A pane of a real tmux and a simulated terminal, which are told the same and must be read the same.

use std::fmt;
use std::io;

use adapters::fake::program::Size;
use adapters::fake::terminal::Terminal;
use domain::capture::Screen;
use domain::{CaptureRequest, LineRange};

use super::real::{Client, Pane};
use crate::raw_control::Reply;
use crate::raw_tty::MARK;

/// Something that is done to both.
#[derive(Clone, PartialEq, Eq)]
pub enum Step {
    /// The program writes. Consecutive writes arrive at once.
    Write(Vec<u8>),
    /// The pane has another size.
    Resize(u32, u32),
    /// The history is cleared.
    ClearHistory,
    /// The pane gets a new program.
    Respawn,
    /// All that can be read is compared.
    Check,
}

impl fmt::Debug for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write(bytes) => write!(formatter, "Write(b\"{}\")", bytes.escape_ascii()),
            Self::Resize(width, height) => write!(formatter, "Resize({width}, {height})"),
            Self::ClearHistory => formatter.write_str("ClearHistory"),
            Self::Respawn => formatter.write_str("Respawn"),
            Self::Check => formatter.write_str("Check"),
        }
    }
}

/// What is done in one pane.
#[derive(Debug, Clone)]
pub struct Case {
    /// The size at first.
    pub size: (u32, u32),
    /// The most rows of history.
    pub limit: u32,
    /// What is done.
    pub steps: Vec<Step>,
}

/// Where the two were told apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Which step was the last that was done.
    pub step: usize,
    /// What differs.
    pub what: &'static str,
    /// How tmux has it.
    pub real: String,
    /// How the simulator has it.
    pub simulated: String,
}

/// The two.
#[derive(Debug)]
struct Pair<'a> {
    client: &'a mut Client,
    pane: Pane,
    terminal: Terminal,
    pending: Vec<u8>,
}

/// Runs a case in a fresh pane; the first difference ends it.
///
/// # Errors
/// Where tmux fails.
pub fn run(client: &mut Client, case: &Case) -> io::Result<Option<Difference>> {
    let pane = client.pane(case.size, case.limit)?;
    let (width, height) = case.size;
    let terminal = Terminal::new(Size { width, height }, u64::from(case.limit), &pane.title);
    let mut pair = Pair {
        client,
        pane,
        terminal,
        pending: Vec::new(),
    };
    let found = pair.run(case);
    let Pair { client, pane, .. } = pair;
    client.end(pane)?;
    found
}

type Found = Option<(&'static str, String, String)>;

impl Pair<'_> {
    fn run(&mut self, case: &Case) -> io::Result<Option<Difference>> {
        for (place, step) in case.steps.iter().enumerate() {
            if let Some((what, real, simulated)) = self.step(step)? {
                return Ok(Some(Difference {
                    step: place,
                    what,
                    real,
                    simulated,
                }));
            }
        }
        Ok(None)
    }

    fn step(&mut self, step: &Step) -> io::Result<Found> {
        if let Step::Write(bytes) = step {
            self.pending.extend_from_slice(bytes);
            return Ok(None);
        }
        if let Some(found) = self.draw()? {
            return Ok(Some(found));
        }
        match step {
            // See `known`.
            Step::Resize(..) if self.terminal.last_row_continues() => {}
            Step::Resize(width, height) => {
                let (width, height) = (*width, *height);
                self.client.ask(&[self.pane.resized((width, height))])?;
                self.terminal.resize(Size { width, height });
            }
            Step::ClearHistory => {
                let command = format!("clear-history -t {}", self.pane.id);
                self.client.ask(&[command])?;
                self.terminal.clear_history();
            }
            Step::Respawn => {
                self.pane.respawn(self.client)?;
                self.terminal.respawn();
            }
            Step::Write(_) | Step::Check => return self.check(),
        }
        Ok(None)
    }

    /// Both take in what was written.
    fn draw(&mut self) -> io::Result<Found> {
        if self.pending.is_empty() {
            return Ok(None);
        }
        let bytes = std::mem::take(&mut self.pending);
        let real = match self.pane.tty.draw(&bytes) {
            Err(error) if error.kind() == io::ErrorKind::TimedOut => error.to_string().into_bytes(),
            real => real?,
        };
        self.terminal.feed(&[&bytes, MARK].concat());
        let simulated = self.terminal.take_replies();
        let shown = |bytes: &[u8]| bytes.escape_ascii().to_string();
        Ok(differ("replies", shown(&real), shown(&simulated)))
    }

    fn check(&mut self) -> io::Result<Found> {
        let alternate = self.terminal.position(Screen::Shown).alternate_screen;
        let id = &self.pane.id;
        let mut commands = vec![format!("list-panes -t {id} -F '{STATE}'")];
        let mut captures = |grid: &str| {
            for form in ["-N", "-J", "-e -N"] {
                commands.push(format!("capture-pane -p {form} {grid} -t {id}"));
            }
        };
        captures("-S - -E -");
        if alternate {
            captures("-S - -E 0");
            captures("-a -q -S 0 -E -");
        }
        let replies = self.client.ask(&commands)?;
        let mut replies = replies.into_iter();
        let state = replies.next().unwrap_or_default();
        let found = self.compare_state(&state.lines.concat());
        if found.is_some() {
            return Ok(found);
        }
        let mut rows = || read(replies.by_ref().take(3).collect());
        let shown = rows();
        let main = alternate.then(|| {
            let mut history = rows();
            for rows in &mut history {
                rows.pop();
            }
            let saved = rows();
            let height = self.terminal.position(Screen::Shown).height as usize;
            let mut both = history.into_iter().zip(saved);
            [(); 2].map(|()| {
                both.next().map_or_else(Vec::new, |(history, saved)| {
                    let blanks = std::iter::repeat_n((Vec::new(), false), height);
                    let saved: Vec<_> = saved.into_iter().chain(blanks).take(height).collect();
                    [history, saved].concat()
                })
            })
        });
        let found = self.compare_rows(["rows", "rows with colours"], Screen::Shown, &shown);
        Ok(found.or_else(|| {
            let names = ["rows of the main screen", "its rows with colours"];
            main.and_then(|main| self.compare_rows(names, Screen::Main, &main))
        }))
    }

    fn compare_state(&self, real: &[u8]) -> Found {
        let shown = self.terminal.position(Screen::Shown);
        let saved = self.terminal.position(Screen::Main).text_cursor;
        let flag = u8::from;
        let real = String::from_utf8_lossy(real).into_owned();
        let (place, rest) = real.split_once('|').unwrap_or_default();
        let (main, title) = rest.split_once('|').unwrap_or_default();
        let simulated = format!(
            "history {}/{} size {}x{} cursor {},{} alternate {} visible {} application {}",
            shown.history_size,
            shown.history_limit,
            shown.width,
            shown.height,
            shown.text_cursor.x,
            shown.text_cursor.y,
            flag(shown.alternate_screen),
            flag(self.terminal.cursor_visible()),
            flag(self.terminal.application_cursor()),
        );
        let behind = if shown.alternate_screen {
            let mut saved_real = main.split(',').map(|word| word.parse().unwrap_or(u32::MAX));
            let x = saved_real.next().unwrap_or(0).min(shown.width);
            let y = saved_real.next().unwrap_or(0).min(shown.height - 1);
            differ(
                "saved cursor",
                format!("{x},{y}"),
                format!("{},{}", saved.x, saved.y),
            )
        } else {
            None
        };
        differ("state", place.to_owned(), simulated)
            .or(behind)
            .or_else(|| differ("title", title.to_owned(), self.terminal.title().to_owned()))
    }

    fn compare_rows(&self, names: [&'static str; 2], screen: Screen, real: &[Rows; 2]) -> Found {
        for ((name, escapes), real) in names.into_iter().zip([false, true]).zip(real) {
            let request = CaptureRequest {
                range: LineRange::ALL,
                screen,
                escapes,
            };
            let excerpt = self.terminal.excerpt(&request);
            let simulated = excerpt
                .rows
                .iter()
                .map(|row| (row.text.as_bytes(), row.wrapped));
            let text = |rows: Vec<(&[u8], bool)>| -> String {
                let line = |(text, wrapped): (&[u8], bool)| {
                    let mark = if wrapped { '\\' } else { '|' };
                    let text = String::from_utf8_lossy(text).replace('\u{1b}', "^[");
                    format!("\n    {text}{mark}")
                };
                rows.into_iter().map(line).collect()
            };
            let real = text(
                real.iter()
                    .map(|(text, wrapped)| (&**text, *wrapped))
                    .collect(),
            );
            let found = differ(name, real, text(simulated.collect()));
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

const STATE: &str = "history #{history_size}/#{history_limit} size #{pane_width}x#{pane_height} \
    cursor #{cursor_x},#{cursor_y} alternate #{alternate_on} visible #{cursor_flag} \
    application #{keypad_cursor_flag}|#{alternate_saved_x},#{alternate_saved_y}|#{pane_title}";

/// Rows with their wrap marks.
type Rows = Vec<(Vec<u8>, bool)>;

fn differ(what: &'static str, real: String, simulated: String) -> Found {
    (real != simulated).then_some((what, real, simulated))
}

/// Rows out of their three captures, as the port's adapter reads them: plain, and with colours.
fn read(replies: Vec<Reply>) -> [Rows; 2] {
    let mut replies = replies.into_iter().map(|reply| reply.lines);
    let mut next = || replies.next().unwrap_or_default();
    let (plain, joined, coloured) = (next(), next(), next());
    let marks = wraps(&plain, &joined);
    let with = |texts: Vec<Vec<u8>>| texts.into_iter().zip(marks.clone()).collect();
    [with(plain), with(coloured)]
}

/// For each row whether the next one continues it: the joined lines are walked along the rows.
fn wraps(rows: &[Vec<u8>], joined: &[Vec<u8>]) -> Vec<bool> {
    let mut lines = joined.iter();
    let mut rest = lines.next().map(Vec::as_slice);
    let mut mark = |row: &Vec<u8>| {
        let behind = rest.and_then(|line| line.strip_prefix(row.as_slice()));
        let wrapped = behind.is_some_and(|behind| !behind.is_empty());
        rest = if wrapped {
            behind
        } else {
            lines.next().map(Vec::as_slice)
        };
        wrapped
    };
    rows.iter().map(&mut mark).collect()
}
