//! Input that rests on an observation: what was seen must still be so, or nothing is sent.

use domain::port::{Expected, ExpectedShell, Member, Paste, Stroke, Typed};
use domain::run::RUNS_OPTION;
use domain::{Nonce, PaneId, TmuxError};

use super::input::{How, Keys};
use super::life::{Life, Said};
use super::settings::Owner;
use super::world::World;

impl World {
    /// The server, where all that is expected holds.
    ///
    /// # Errors
    /// [`TmuxError::ServerGone`], [`TmuxError::NoSuchPane`] or [`TmuxError::Stale`] where it does not.
    pub(super) fn expect(&mut self, expected: &Expected) -> Result<&mut Life, TmuxError> {
        let life = self.same(expected.identity)?;
        let pane = expected.pane;
        if !life.panes.contains_key(&pane) {
            return Err(TmuxError::NoSuchPane { pane });
        }
        if holds(life, expected) {
            Ok(life)
        } else {
            Err(TmuxError::Stale { pane })
        }
    }

    /// The port's `type_keys`.
    pub(super) fn type_keys(&mut self, typed: &Typed) -> Result<(), TmuxError> {
        let pane = typed.expected.pane;
        let life = self.expect(&typed.expected)?;
        let done = type_all(life, pane, typed);
        let done = done.map_err(|words| self.said(&words, Some(pane)));
        self.finish();
        done
    }

    /// The port's `paste`.
    pub(super) fn paste(&mut self, paste: &Paste) -> Result<(), TmuxError> {
        let pane = paste.expected.pane;
        let life = self.expect(&paste.expected)?;
        let done = paste_all(life, pane, paste);
        let done = done.map_err(|words| self.said(&words, Some(pane)));
        self.finish();
        done
    }

    /// The port's `withdraw`.
    pub(super) fn withdraw(
        &mut self,
        pane: PaneId,
        nonce: &Nonce,
        buffer: &str,
    ) -> Result<bool, TmuxError> {
        let life = self.life()?;
        let here = life.panes.contains_key(&pane);
        let taken_back = life.buffers.delete(buffer);
        if !here {
            return Err(TmuxError::NoSuchPane { pane });
        }
        if taken_back {
            let owner = Owner::Pane(pane);
            let runs = without_typed(&life.option_text(owner, RUNS_OPTION), nonce);
            life.tick();
            if let Some(options) = life.options_mut(owner) {
                options.set_one(RUNS_OPTION, &runs);
            }
            self.finish();
        }
        Ok(taken_back)
    }
}

/// Run words without the first mention of a run that was typed, and the blank before it.
fn without_typed(runs: &str, nonce: &Nonce) -> String {
    let word = format!("{nonce}@");
    let found = runs
        .match_indices(&word)
        .map(|(at, _)| at)
        .find(|at| *at == 0 || runs.as_bytes().get(at - 1) == Some(&b' '));
    let Some(at) = found else {
        return runs.to_owned();
    };
    let behind = runs.get(at + word.len()..).unwrap_or_default();
    let behind = behind.trim_start_matches(|c: char| c.is_ascii_digit());
    let before = runs.get(..at).unwrap_or_default();
    format!("{}{behind}", before.strip_suffix(' ').unwrap_or(before))
}

fn holds(life: &Life, expected: &Expected) -> bool {
    let Ok(window) = life.window_of(expected.pane) else {
        return false;
    };
    let members: Option<Vec<Member>> = window.panes.iter().map(|id| member(life, *id)).collect();
    life.viewers(window.id) == expected.viewers
        && window.zoomed == expected.zoomed
        && members.as_ref() == Some(&expected.members)
        && expected
            .shell
            .as_ref()
            .is_none_or(|shell| shell_holds(life, expected.pane, shell))
}

fn member(life: &Life, id: PaneId) -> Option<Member> {
    let pane = life.panes.get(&id)?;
    Some(Member {
        pane: id,
        pid: pane.pid,
        dead: pane.dead(),
        in_mode: !pane.modes.is_empty(),
        input_off: pane.input_off,
        synchronized: life.is_on(Owner::Pane(id), "synchronize-panes"),
    })
}

fn shell_holds(life: &Life, id: PaneId, shell: &ExpectedShell) -> bool {
    life.panes.get(&id).is_some_and(|pane| {
        pane.foreground() == shell.command
            && life.option_text(Owner::Pane(id), RUNS_OPTION) == shell.runs
    })
}

fn type_all(life: &mut Life, pane: PaneId, typed: &Typed) -> Said<()> {
    life.tick();
    let clock = life.counters.clock;
    if let Some(handover) = &typed.handover {
        let script = handover.script.clone().into_bytes();
        life.buffers
            .set(Some(&handover.buffer), script, clock, usize::MAX);
        life.pane_mut(pane)?
            .options
            .set_one(RUNS_OPTION, &handover.runs);
    }
    for stroke in &typed.strokes {
        match stroke {
            Stroke::Text(text) => life.type_into(pane, Keys::Text(text))?,
            Stroke::Key(key) => life.type_into(pane, Keys::Named(key))?,
        }
    }
    Ok(())
}

fn paste_all(life: &mut Life, pane: PaneId, paste: &Paste) -> Said<()> {
    life.tick();
    let how = How {
        bracketed: paste.bracketed,
        separator: "\r",
    };
    // The buffer that carries it is gone behind it, whatever it held before.
    life.buffers.delete(&paste.buffer);
    life.paste_into(pane, paste.text.as_bytes(), &how)?;
    if paste.enter {
        life.type_into(pane, Keys::Named("Enter"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_s_word_is_cut_out_with_its_blank() {
        let nonce = Nonce::from_bytes([1; 10]);
        let other = Nonce::from_bytes([2; 10]);
        for (runs, left) in [
            (format!("{nonce}@7"), String::new()),
            (format!("{other}:0 {nonce}@7"), format!("{other}:0")),
            (format!("{nonce}@7 {other}:0"), format!(" {other}:0")),
            (format!("{nonce}:0"), format!("{nonce}:0")),
        ] {
            assert_eq!(without_typed(&runs, &nonce), left);
        }
    }
}
