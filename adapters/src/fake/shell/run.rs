//! Lists, chains and compound commands.

use std::sync::Arc;

use super::pattern;
use super::process::Group;
use super::state::{Flow, Ran, Shell, Step, status_of};
use super::syntax::{Arm, Chain, Command, Item, Link, List, Pipeline, Shape, Source, Word};
use crate::fake::program::Ended;

/// As deep as commands nest: functions that call themselves, `eval` in `eval`.
const DEPTH_MAX: u32 = 60;

impl Shell {
    /// Runs a list as the last thing this process does.
    pub(super) async fn run_to_end(&mut self, list: &List) -> Ended {
        let ran = self.list(list).await;
        self.finish(ran).await
    }

    /// The end of the shell: what is to be done at the exit is done, and the status stands.
    pub(super) async fn finish(&mut self, ran: Ran) -> Ended {
        let mut ended = match ran {
            Ok(status) | Err(Flow::Exit(status) | Flow::Return(status) | Flow::Abort(status)) => {
                Ended::Status(status & 0xff)
            }
            Err(Flow::Break(_) | Flow::Continue(_)) => Ended::Status(self.status),
            Err(Flow::Die(signal)) => Ended::Signal(signal),
        };
        if let Some(action) = self.traps.remove(&0).filter(|action| !action.is_empty()) {
            self.status = status_of(ended);
            if let Err(Flow::Exit(status)) = self.evaluate(&action, "trap").await {
                ended = Ended::Status(status & 0xff);
            }
        }
        ended
    }

    /// Runs a text, command by command.
    pub(super) fn evaluate<'a>(&'a mut self, text: &'a str, what: &'a str) -> Step<'a, Ran> {
        Box::pin(async move {
            let mut source = Source::new(text);
            let mut status = 0;
            loop {
                source.aliases.clone_from(&self.aliases);
                match source.next() {
                    Ok(Some(list)) => status = self.list(&list).await?,
                    Ok(None) => return Ok(status),
                    Err(trouble) => {
                        let label = &self.name;
                        let line = source.line();
                        let words = trouble.words();
                        let text = format!("{label}: {what}: line {line}: {words}\n");
                        self.process.complain(&text).await;
                        self.status = 2;
                        return Ok(2);
                    }
                }
            }
        })
    }

    /// Runs commands one after the other.
    pub(super) fn list<'a>(&'a mut self, list: &'a [Item]) -> Step<'a, Ran> {
        Box::pin(async move {
            let mut status = 0;
            for item in list {
                status = if let Some(text) = &item.background {
                    self.background(item, text).await?
                } else {
                    self.chain(&item.chain).await?
                };
                self.status = status;
            }
            Ok(status)
        })
    }

    pub(super) fn chain<'a>(&'a mut self, chain: &'a Chain) -> Step<'a, Ran> {
        Box::pin(async move {
            let mut status = self.link(&chain.first, !chain.rest.is_empty()).await?;
            for (place, (link, pipeline)) in chain.rest.iter().enumerate() {
                if (*link == Link::And) == (status == 0) {
                    let tested = place + 1 < chain.rest.len();
                    status = self.link(pipeline, tested).await?;
                }
            }
            Ok(status)
        })
    }

    /// A pipeline of a chain; `tested` where another one depends on how it ends.
    async fn link(&mut self, pipeline: &Pipeline, tested: bool) -> Ran {
        let tested = tested || pipeline.negated;
        self.tests += u32::from(tested);
        let ran = self.pipeline(pipeline).await;
        self.tests -= u32::from(tested);
        let status = ran?;
        let status = if pipeline.negated {
            i32::from(status == 0)
        } else {
            status
        };
        self.status = status;
        if status != 0 && !tested && self.tests == 0 && self.settings.exit_on_failure {
            return Err(Flow::Exit(status));
        }
        Ok(status)
    }

    async fn pipeline(&mut self, pipeline: &Pipeline) -> Ran {
        match pipeline.stages.as_slice() {
            [one] => self.command(one).await,
            stages => self.stages(stages).await,
        }
    }

    /// Does what signals that came ask for.
    pub(super) async fn answer_signals(&mut self) -> Result<(), Flow> {
        while let Some(signal) = self
            .process
            .entry(super::process::Entry::take_pending)
            .flatten()
        {
            let Some(action) = self.traps.get(&signal).cloned() else {
                continue;
            };
            let status = self.status;
            self.evaluate(&action, "trap").await?;
            self.status = status;
        }
        if self.interactive
            && self.process.entry(super::process::Entry::take_interrupt) == Some(true)
        {
            self.process.complain("\n").await;
            return Err(Flow::Abort(130));
        }
        Ok(())
    }

    /// Runs one command.
    pub(super) fn command<'a>(&'a mut self, command: &'a Command) -> Step<'a, Ran> {
        Box::pin(async move {
            self.process.machine.step().await;
            self.answer_signals().await?;
            if self.depth >= DEPTH_MAX {
                let what = format!("maximum nesting level exceeded ({DEPTH_MAX})");
                self.fail(&what, 1).await?;
                return Err(if self.interactive {
                    Flow::Abort(1)
                } else {
                    Flow::Exit(1)
                });
            }
            self.depth += 1;
            self.line = command.line;
            let ran = self.shaped(command).await;
            self.depth -= 1;
            ran
        })
    }

    async fn shaped(&mut self, command: &Command) -> Ran {
        if let Shape::Simple(simple) = &command.shape {
            let ran = self.simple(simple, &command.redirects).await;
            return ran;
        }
        let before = if command.redirects.is_empty() {
            None
        } else {
            let before = self.process.files.clone();
            if !self.redirect(&command.redirects).await? {
                self.process.files = before;
                return Ok(1);
            }
            Some(before)
        };
        let ran = self.compound(&command.shape).await;
        if let Some(before) = before {
            self.process.files = before;
        }
        ran
    }

    async fn compound(&mut self, shape: &Shape) -> Ran {
        match shape {
            Shape::Simple(_) => Ok(0),
            Shape::Group(list) => self.list(list).await,
            Shape::Subshell(list) => self.subshell(list).await,
            Shape::If {
                branches,
                otherwise,
            } => {
                for (test, body) in branches {
                    if self.test(test).await? == 0 {
                        return self.list(body).await;
                    }
                }
                match otherwise {
                    Some(body) => self.list(body).await,
                    None => Ok(0),
                }
            }
            Shape::Loop { until, test, body } => self.repeat(*until, test, body).await,
            Shape::For { name, words, body } => self.each(name, words.as_deref(), body).await,
            Shape::Case { word, arms } => self.case(word, arms).await,
            Shape::Function { name, body } => {
                if !self.define(name, body) {
                    return self.fail("too many functions", 1).await;
                }
                Ok(0)
            }
        }
    }

    async fn subshell(&mut self, list: &Arc<List>) -> Ran {
        let group = if self.interactive {
            Group::Own
        } else {
            Group::Parent
        };
        let Some(mut child) = self.fork(group) else {
            return self
                .fail("fork: Resource temporarily unavailable", 254)
                .await;
        };
        let pid = child.process.pid;
        let list = Arc::clone(list);
        let body = Box::pin(async move { child.run_to_end(&list).await });
        self.attend(pid, body).await.map(status_of)
    }

    /// Runs a list whose failure ends nothing.
    async fn test(&mut self, list: &List) -> Ran {
        self.tests += 1;
        let ran = self.list(list).await;
        self.tests -= 1;
        ran
    }

    async fn repeat(&mut self, until: bool, test: &List, body: &List) -> Ran {
        let mut status = 0;
        self.loops += 1;
        let ran = loop {
            let tested = match self.test(test).await {
                Ok(tested) => tested,
                Err(flow) => match Self::around(flow) {
                    Ok(true) => continue,
                    Ok(false) => break Ok(status),
                    Err(flow) => break Err(flow),
                },
            };
            if (tested == 0) == until {
                break Ok(status);
            }
            match self.list(body).await.map_err(Self::around) {
                Ok(done) => status = done,
                Err(Ok(true)) => {}
                Err(Ok(false)) => break Ok(0),
                Err(Err(flow)) => break Err(flow),
            }
        };
        self.loops -= 1;
        ran
    }

    /// What a flow out of its body means to a loop: whether there is another round, or the flow goes further.
    const fn around(flow: Flow) -> Result<bool, Flow> {
        match flow {
            Flow::Break(1) => Ok(false),
            Flow::Continue(1) => Ok(true),
            Flow::Break(levels) => Err(Flow::Break(levels - 1)),
            Flow::Continue(levels) => Err(Flow::Continue(levels - 1)),
            other => Err(other),
        }
    }

    async fn each(&mut self, name: &str, words: Option<&[Word]>, body: &List) -> Ran {
        let values = match words {
            Some(words) => self.fields(words).await?,
            None => self.arguments.clone(),
        };
        let mut status = 0;
        self.loops += 1;
        let mut ran = Ok(());
        for value in values {
            self.process.machine.step().await;
            if let Err(words) = self.set(name, &value) {
                status = self.fail(&words, 1).await?;
                break;
            }
            match self.list(body).await.map_err(Self::around) {
                Ok(done) => status = done,
                Err(Ok(true)) => {}
                Err(Ok(false)) => break,
                Err(Err(flow)) => {
                    ran = Err(flow);
                    break;
                }
            }
        }
        self.loops -= 1;
        ran.map(|()| status)
    }

    async fn case(&mut self, word: &Word, arms: &[Arm]) -> Ran {
        let text: Vec<char> = self.text(word).await?.chars().collect();
        for arm in arms {
            for pattern in &arm.patterns {
                let pattern = self.glyphs(pattern).await?;
                if pattern::matches(&pattern, &text) {
                    return self.list(&arm.body).await;
                }
            }
        }
        Ok(0)
    }
}
