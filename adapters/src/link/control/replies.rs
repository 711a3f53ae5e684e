//! Which request a block answers, without IO.
//!
//! Requests are answered in order. A group that may hold anything is written as two lines: the group, and a command that
//! prints a word that nobody else knows. All blocks of ours up to that word belong to the group, however many there are:
//! an `if-shell` answers in two blocks, and an error ends a line without a block for the rest of it (seen on 3.3a). A
//! group that tells its own end is one line, which saves tmux a command. What hooks and bindings print comes in blocks
//! that are not ours.

use std::collections::VecDeque;

use tokio::sync::{OwnedSemaphorePermit, oneshot};

use super::codec::Block;
use crate::link::{Group, Reply};

/// What became of a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// tmux answered.
    Reply(Reply),
    /// There was more than is held.
    TooLarge,
    /// The connection was lost.
    Lost(Loss),
}

/// What is known of a request whose connection was lost.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Loss {
    /// What came of it.
    pub(super) output: Vec<u8>,
    /// Whether it cannot have run: no block came, and the server said its last word properly.
    pub(super) not_run: bool,
}

/// The requests that are under way on one connection.
#[derive(Debug)]
pub(super) struct Replies {
    word: String,
    limit: usize,
    count: u64,
    /// `None` once the connection is lost.
    waiting: Option<VecDeque<Request>>,
}

/// What the end of a request looks like.
#[derive(Debug)]
enum End {
    /// A block that is this word.
    Mark(String),
    /// The block that begins so, or the first error.
    Own(String),
}

#[derive(Debug)]
struct Request {
    end: End,
    reply: Reply,
    blocks: usize,
    cut: bool,
    answer: oneshot::Sender<Answer>,
    /// Its place among the requests under way; given back with the answer, though nobody may wait for it any more.
    _place: OwnedSemaphorePermit,
}

impl Replies {
    /// None yet; `word` is random, `limit` what a reply may hold.
    pub(super) const fn new(word: String, limit: usize) -> Self {
        Self {
            word,
            limit,
            count: 0,
            waiting: Some(VecDeque::new()),
        }
    }

    /// The lines to write for a group, and where its answer will come; `None` once the connection is lost.
    pub(super) fn add(
        &mut self,
        group: &Group,
        place: OwnedSemaphorePermit,
    ) -> Option<(String, oneshot::Receiver<Answer>)> {
        let waiting = self.waiting.as_mut()?;
        self.count += 1;
        let line = group.line();
        let (lines, end) = if let Some(start) = group.end() {
            (format!("{line}\n"), End::Own(start.to_owned()))
        } else {
            let mark = format!("{}.{}", self.word, self.count);
            let lines = format!("{line}\ndisplay-message -p {mark}\n");
            (lines, End::Mark(mark))
        };
        let (answer, receiver) = oneshot::channel();
        waiting.push_back(Request {
            end,
            reply: Reply::default(),
            blocks: 0,
            cut: false,
            answer,
            _place: place,
        });
        Some((lines, receiver))
    }

    /// Takes in a block.
    pub(super) fn block(&mut self, block: Block) {
        if !block.own {
            return;
        }
        let Some(waiting) = &mut self.waiting else {
            return;
        };
        let Some(first) = waiting.front_mut() else {
            return;
        };
        let ends = first.ends_with(&block);
        if !ends || matches!(first.end, End::Own(_)) {
            first.take(block, self.limit);
        }
        if ends && let Some(done) = waiting.pop_front() {
            done.finish();
        }
    }

    /// The connection is lost; whether the server said its last word.
    pub(super) fn lost(&mut self, properly: bool) {
        for request in self.waiting.take().into_iter().flatten() {
            let loss = Loss {
                not_run: properly && request.blocks == 0,
                output: request.reply.output,
            };
            // Nobody may be waiting any more.
            drop(request.answer.send(Answer::Lost(loss)));
        }
    }

    /// Whether the connection is lost.
    pub(super) const fn are_over(&self) -> bool {
        self.waiting.is_none()
    }
}

impl Request {
    fn ends_with(&self, block: &Block) -> bool {
        match &self.end {
            End::Mark(mark) => block.ok && block.body.strip_suffix(b"\n") == Some(mark.as_bytes()),
            End::Own(start) => !block.ok || block.body.starts_with(start.as_bytes()),
        }
    }

    fn take(&mut self, block: Block, limit: usize) {
        self.blocks += 1;
        let reply = &mut self.reply;
        if !block.ok {
            // A line that could not be parsed is told apart here alone; the words behind are the same on every link.
            let words = String::from_utf8_lossy(&block.body);
            let words = words.trim_end();
            let words = words.strip_prefix("parse error: ").unwrap_or(words);
            if !reply.words.is_empty() {
                reply.words.push('\n');
            }
            reply.words.push_str(words);
            return;
        }
        self.cut |= block.cut || reply.output.len() + block.body.len() > limit;
        if self.cut {
            reply.output = Vec::new();
        } else if reply.output.is_empty() {
            reply.output = block.body;
        } else {
            reply.output.extend_from_slice(&block.body);
        }
    }

    fn finish(self) {
        let answer = if self.cut {
            Answer::TooLarge
        } else {
            Answer::Reply(self.reply)
        };
        // Nobody may be waiting any more.
        drop(self.answer.send(answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tokio::sync::Semaphore;

    fn block(own: bool, ok: bool, body: &str) -> Block {
        Block {
            number: 1,
            own,
            ok,
            body: body.as_bytes().to_vec(),
            cut: false,
        }
    }

    fn asked(replies: &mut Replies, group: &str) -> (String, oneshot::Receiver<Answer>) {
        let place = Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap();
        replies
            .add(&Group::reading(group.to_owned()), place)
            .unwrap()
    }

    fn replied(output: &str, words: &str) -> Answer {
        Answer::Reply(Reply {
            output: output.as_bytes().to_vec(),
            words: words.to_owned(),
        })
    }

    #[test]
    fn the_blocks_up_to_the_mark_are_the_answer_and_hooks_are_not_in_it() {
        let mut replies = Replies::new("w".to_owned(), 100);
        let (lines, mut one) = asked(&mut replies, "a ; b");
        assert_eq!(lines, "a ; b\ndisplay-message -p w.1\n");
        let (_, mut two) = asked(&mut replies, "c");
        for (own, ok, body) in [
            (true, true, "a\n"),
            (false, true, "HOOKED\n"),
            (false, false, "hook failed\n"),
            // The next one's mark, and our own by way of a failure, are ordinary words.
            (true, true, "w.2\n"),
            (true, false, "w.1\n"),
            (true, true, "w.1\nmore\n"),
            (true, true, "w.1\n"),
            (true, false, "parse error: unknown command: c\n"),
            (true, true, "w.2\n"),
            (true, true, "nobody asked\n"),
        ] {
            replies.block(block(own, ok, body));
        }
        assert_eq!(
            one.try_recv().unwrap(),
            replied("a\nw.2\nw.1\nmore\n", "w.1")
        );
        assert_eq!(two.try_recv().unwrap(), replied("", "unknown command: c"));
    }

    #[test]
    fn a_group_that_tells_its_end_is_over_with_it_or_with_the_first_error() {
        let mut replies = Replies::new("w".to_owned(), 100);
        let mut own = |line: &str| {
            let place = Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap();
            let group = Group::reading(line.to_owned()).ending_with("~t>.".to_owned());
            replies.add(&group, place).unwrap()
        };
        let (lines, mut one) = own("a ; b");
        assert_eq!(lines, "a ; b\n");
        let (_, mut two) = own("c");
        let (_, mut three) = asked(&mut replies, "d");
        for (own, ok, body) in [
            (true, true, "a ~t>.\n"),
            (false, false, "hook failed\n"),
            (false, true, "~t>.\n"),
            (true, true, "~t>. 1\n"),
            (true, false, "can't find pane: %1\n"),
            (true, true, "d\n"),
            (true, true, "w.3\n"),
        ] {
            replies.block(block(own, ok, body));
        }
        assert_eq!(one.try_recv().unwrap(), replied("a ~t>.\n~t>. 1\n", ""));
        assert_eq!(two.try_recv().unwrap(), replied("", "can't find pane: %1"));
        assert_eq!(three.try_recv().unwrap(), replied("d\n", ""));
    }

    #[test]
    fn more_than_the_limit_is_too_large_and_the_next_is_answered() {
        let mut replies = Replies::new("w".to_owned(), 10);
        let (_, mut one) = asked(&mut replies, "a");
        let (_, mut two) = asked(&mut replies, "b");
        for body in ["123456\n", "123456\n", "w.1\n", "1\n", "w.2\n"] {
            replies.block(block(true, true, body));
        }
        assert_eq!(one.try_recv().unwrap(), Answer::TooLarge);
        assert_eq!(two.try_recv().unwrap(), replied("1\n", ""));
    }

    #[test]
    fn a_loss_tells_what_cannot_have_run() {
        for properly in [true, false] {
            let mut replies = Replies::new("w".to_owned(), 10);
            let (_, mut one) = asked(&mut replies, "a");
            let (_, mut two) = asked(&mut replies, "b");
            replies.block(block(true, true, "1\n"));
            replies.lost(properly);
            let lost = |output: &[u8], not_run| {
                Answer::Lost(Loss {
                    output: output.to_vec(),
                    not_run,
                })
            };
            assert_eq!(one.try_recv().unwrap(), lost(b"1\n", false));
            assert_eq!(two.try_recv().unwrap(), lost(b"", properly));
            assert!(replies.are_over());
        }
    }
}
