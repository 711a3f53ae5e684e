//! Typing and pasting: what the caller observed is compared by tmux in the very invocation that sends.
//!
//! This is the second preflight (tmux-facts 5.1). Text in a mode would run the mode's bindings, and a dead pane ends
//! the server on 3.3a, so nothing is sent outside the branch.

use std::fmt::Write as _;

use domain::port::{Expected, Member, Paste, Stroke, Typed};
use domain::run::RUNS_OPTION;
use domain::{Nonce, PaneId, ServerIdentity, TmuxError};

use super::failure::Failure;
use super::observe::only;
use super::quote::{compared, quoted};
use super::rows::{END, Output, Token};
use super::{Tmux, choice, replaced, sequence, version};
use crate::link::{Group, Link};

/// The kind of the row that tells why nothing was sent.
pub(super) const STALE: char = 'x';

impl<L: Link> Tmux<L> {
    /// The port's `type_keys`.
    pub(super) async fn send_keys(&self, typed: &Typed) -> Result<(), TmuxError> {
        let pane = typed.expected.pane;
        let buffer = typed.handover.as_ref().map(|handover| &*handover.buffer);
        let held = typed
            .handover
            .as_ref()
            .map(|handover| (&*handover.buffer, &*handover.script));
        let mut steps = Vec::new();
        if let Some(handover) = &typed.handover {
            let runs = quoted(&handover.runs);
            steps.push(format!("set-option -p -t {pane} {RUNS_OPTION} {runs}"));
        }
        steps.extend(typed.strokes.iter().map(|stroke| keys(pane, stroke)));
        let steps = Steps {
            older: steps,
            newer: None,
        };
        let sent = self.send(&typed.expected, held, steps).await;
        self.tidied(sent, buffer).await
    }

    /// The port's `paste`.
    pub(super) async fn paste_text(&self, paste: &Paste) -> Result<(), TmuxError> {
        let pane = paste.expected.pane;
        let bracketed = if paste.bracketed { "-p " } else { "" };
        let name = quoted(&paste.buffer);
        let steps = |raw: &str| {
            let mut steps = vec![format!(
                "paste-buffer -d {raw}{bracketed}-b {name} -t {pane}"
            )];
            if paste.enter {
                steps.push(format!("send-keys -t {pane} Enter"));
            }
            steps
        };
        let newer = Some((version::SPELLS, steps("-S ")));
        let held = Some((&*paste.buffer, &*paste.text));
        let sent = self
            .send(
                &paste.expected,
                held,
                Steps {
                    older: steps(""),
                    newer,
                },
            )
            .await;
        self.tidied(sent, Some(&paste.buffer)).await
    }

    /// The port's `withdraw`. The run's word is cut out by tmux itself, so the word of a run that ends meanwhile
    /// is not overwritten.
    pub(super) async fn take_back(
        &self,
        pane: PaneId,
        nonce: &Nonce,
        buffer: &str,
    ) -> Result<bool, TmuxError> {
        let token = Token::random()?;
        // A nonce is hexadecimal digits, so it means nothing else in a regular expression or in a format.
        let cut = quoted(&format!("#{{s/(^| ){nonce}@[0-9]+//:{RUNS_OPTION}}}"));
        let name = quoted(buffer);
        let line = sequence([
            format!("list-panes -t {pane} -f {} -F x", only(pane)),
            format!("delete-buffer -b {name}"),
            format!("set-option -p -F -t {pane} {RUNS_OPTION} {cut}"),
            token.mark(END),
        ]);
        let (output, words) = self.hear(&token, Group::changing(line)).await?;
        if output.has(END) {
            return Ok(true);
        }
        match Failure::read(&words) {
            Failure::NoBuffer => Ok(false),
            Failure::NoTarget(_) => {
                self.drop_buffer(buffer).await;
                Err(TmuxError::NoSuchPane { pane })
            }
            _ => Err(self.said(&words, Some(pane))),
        }
    }

    /// Runs the steps if all that is expected still holds, with a buffer made for them beforehand.
    async fn send(
        &self,
        expected: &Expected,
        buffer: Option<(&str, &str)>,
        steps: Steps,
    ) -> Result<(), TmuxError> {
        let token = Token::random()?;
        let pane = expected.pane;
        let mut refusal = vec![stale(&token, pane), token.mark(END)];
        let mut commands = Vec::new();
        if let Some((name, text)) = buffer {
            let name = quoted(name);
            commands.push(format!("set-buffer -b {name} {}", quoted_data(text)));
            refusal.insert(0, format!("delete-buffer -b {name}"));
        }
        let condition = condition(expected, &self.own_clients());
        commands.push(choice(
            Some(&pane),
            &condition,
            &steps.line(&token),
            &sequence(refusal),
        ));
        let group = Group::changing(sequence(commands));
        let output = self.ask(&token, group, Some(pane)).await?;
        if output.has(STALE) {
            return Err(reason(&output, expected)?);
        }
        Ok(())
    }

    /// Sees to it that a failure leaves no buffer behind.
    async fn tidied(
        &self,
        sent: Result<(), TmuxError>,
        buffer: Option<&str>,
    ) -> Result<(), TmuxError> {
        if let (Err(TmuxError::Command { .. } | TmuxError::NoSuchPane { .. }), Some(buffer)) =
            (&sent, buffer)
        {
            self.drop_buffer(buffer).await;
        }
        sent
    }

    async fn drop_buffer(&self, buffer: &str) {
        let line = format!("delete-buffer -b {}", quoted(buffer));
        if let Err(error) = self.link.run(&Group::changing(line)).await {
            tracing::debug!(%error, "a private buffer may be left");
        }
    }
}

/// What is sent.
#[derive(Debug)]
struct Steps {
    older: Vec<String>,
    /// What is sent instead from a release on, with the gate of [`version`].
    newer: Option<(&'static str, Vec<String>)>,
}

impl Steps {
    /// As one line. Each way has its own end mark: an error ends it alone.
    fn line(mut self, token: &Token) -> String {
        self.older.push(token.mark(END));
        let older = sequence(self.older);
        let Some((gate, mut newer)) = self.newer else {
            return older;
        };
        newer.push(token.mark(END));
        let [gate, newer, older] = [gate, &sequence(newer), &older].map(quoted);
        format!("if-shell -F {gate} {newer} {older}")
    }
}

/// A buffer's content: behind `--`, or a leading dash would be a flag.
fn quoted_data(text: &str) -> String {
    format!("-- {}", quoted(text))
}

fn keys(pane: PaneId, stroke: &Stroke) -> String {
    match stroke {
        Stroke::Text(text) => format!("send-keys -t {pane} -l -- {}", quoted(text)),
        Stroke::Key(key) => format!("send-keys -t {pane} -- {}", quoted(key)),
    }
}

/// The row that says why: the server's life, and the pane's id where it is still there.
pub(super) fn stale(token: &Token, pane: PaneId) -> String {
    let format = token.format(STALE, &["pid", "start_time", "pane_id"], &[]);
    format!("display-message -p -t {pane} {}", quoted(&format))
}

pub(super) fn reason(output: &Output, expected: &Expected) -> Result<TmuxError, TmuxError> {
    let mut row = output.row(STALE)?;
    let identity = ServerIdentity {
        pid: row.value()?,
        start_time: row.value()?,
    };
    let pane = expected.pane;
    if identity != expected.identity {
        return Ok(replaced(identity));
    }
    Ok(match row.optional::<PaneId>()? {
        Some(found) if found == pane => TmuxError::Stale { pane },
        _ => TmuxError::NoSuchPane { pane },
    })
}

/// A format that is true while all holds: one composed text against what it was.
///
/// `pane_in_mode` counts the modes. `#{P:…}` goes over the window's panes in the order in which they are listed; from
/// 3.7 on, by their ids (seen in 3.7c): either will do, for both name the same panes.
pub(super) fn condition(expected: &Expected, own: &[u32]) -> String {
    let listed: Vec<&Member> = expected.members.iter().collect();
    let mut by_id = listed.clone();
    by_id.sort_by_key(|member| member.pane);
    let as_listed = holds(expected, own, &listed);
    if by_id == listed {
        return as_listed;
    }
    format!("#{{||:{as_listed},{}}}", holds(expected, own, &by_id))
}

fn holds(expected: &Expected, own: &[u32], members: &[&Member]) -> String {
    let (shown, viewers) = viewers_format(expected.viewers, own);
    let mut seen = format!(
        "#{{pid}} #{{start_time}} #{{pane_id}} {shown} #{{window_zoomed_flag}} \
         #{{P:#{{pane_id}} #{{pane_pid}} #{{pane_dead}}#{{?pane_in_mode,1,0}}#{{pane_input_off}}#{{pane_synchronized}} }}",
    );
    let mut wanted = format!(
        "{} {} {} {viewers} {} ",
        expected.identity.pid,
        expected.identity.start_time,
        expected.pane,
        u8::from(expected.zoomed),
    );
    for member in members {
        wanted.push_str(&flags(member));
    }
    if let Some(shell) = &expected.shell {
        // Writing to a String cannot fail.
        let _ = write!(seen, "#{{pane_current_command}} #{{{RUNS_OPTION}}}");
        let _ = write!(wanted, "{} {}", shell.command, shell.runs);
    }
    format!("#{{==:{seen},{}}}", compared(&wanted))
}

/// A format that tells how many clients show the window, those of this process left out, and what it prints for so many.
///
/// tmux counts all of them. It also lists their names, `client-` and the process for a control client, so ours are cut
/// out of the list; what is left becomes an `x` a name.
pub(super) fn viewers_format(viewers: usize, own: &[u32]) -> (String, String) {
    if own.is_empty() {
        return ("#{window_active_clients}".to_owned(), viewers.to_string());
    }
    let pids: Vec<String> = own.iter().map(ToString::to_string).collect();
    let names = format!("client-({})(,|$)", pids.join("|"));
    (
        format!("#{{s/,//:#{{s/[^,]+/x/:#{{s/{names}//:window_active_clients_list}}}}}}"),
        "x".repeat(viewers),
    )
}

fn flags(member: &Member) -> String {
    let flag = u8::from;
    format!(
        "{} {} {}{}{}{} ",
        member.pane,
        member.pid,
        flag(member.dead),
        flag(member.in_mode),
        flag(member.input_off),
        flag(member.synchronized),
    )
}
