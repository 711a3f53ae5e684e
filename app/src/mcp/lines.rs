//! JSON-RPC lines on a pair of byte streams, robust against whatever a client may write.
//!
//! What cannot be read is answered, with its id where that can be told, and the next line is read; rmcp's own transport
//! drops such lines, so that their caller waits for ever. A client that cannot be written to ends the session.

use std::collections::HashSet;
use std::fmt;
use std::future::Future;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{ClientRequest, ErrorData, GetMeta, JsonRpcMessage, ProtocolVersion, RequestId};
use rmcp::service::{RoleServer, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio_util::sync::CancellationToken;

use super::GRACE;

/// The longest line that is read, in bytes.
pub const LINE_BYTES_MAX: usize = 4 << 20;

type Sent = TxJsonRpcMessage<RoleServer>;
type Received = RxJsonRpcMessage<RoleServer>;

/// The answer to what could not be read, and to whom, where that can be told.
#[derive(Debug)]
struct Misread {
    id: Option<RequestId>,
    error: ErrorData,
}

impl Misread {
    fn invalid(id: Option<RequestId>, words: impl Into<String>) -> Self {
        let error = ErrorData::invalid_request(words.into(), None);
        Self { id, error }
    }
}

/// The transport.
pub struct Lines<R, W> {
    read: BufReader<R>,
    line: Vec<u8>,
    skipping: bool,
    opened: bool,
    write: Arc<tokio::sync::Mutex<W>>,
    /// Ids of calls in flight. That of a cancelled call stays: its late answer must not reach a call that reuses it.
    used: Arc<Mutex<HashSet<RequestId>>>,
    gone: CancellationToken,
}

impl<R, W> fmt::Debug for Lines<R, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines")
            .field("opened", &self.opened)
            .finish_non_exhaustive()
    }
}

impl<R: AsyncRead + Unpin, W> Lines<R, W> {
    /// Lines on these streams; `gone` is cancelled once the client can no longer be served.
    pub fn new(read: R, write: W, gone: CancellationToken) -> Self {
        Self {
            read: BufReader::new(read),
            line: Vec::new(),
            skipping: false,
            opened: false,
            write: Arc::new(tokio::sync::Mutex::new(write)),
            used: Arc::default(),
            gone,
        }
    }

    /// Reads a line into `self.line`. `None` at the end of input, `Some(false)` for a line that is too long.
    ///
    /// The service loop drops and polls `receive` again all the time, so all state is in `self` and nothing awaits
    /// between copying bytes and consuming them.
    async fn next_line(&mut self) -> Option<bool> {
        loop {
            let chunk = self.read.fill_buf().await.ok()?;
            if chunk.is_empty() {
                return (!self.line.is_empty() && !self.skipping).then_some(true);
            }
            let (part, ended) = match chunk.iter().position(|byte| *byte == b'\n') {
                Some(end) => (chunk.get(..=end).unwrap_or(chunk), true),
                None => (chunk, false),
            };
            if !self.skipping {
                self.line.extend_from_slice(part);
            }
            let taken = part.len();
            self.read.consume(taken);
            if self.line.len() > LINE_BYTES_MAX {
                self.line = Vec::new();
                self.skipping = true;
            }
            if ended {
                return Some(!std::mem::take(&mut self.skipping));
            }
        }
    }

    /// What the line means: a message, nothing that needs an answer, or the error that answers it.
    fn judge(&mut self) -> Result<Option<Received>, Box<Misread>> {
        let line = std::mem::take(&mut self.line);
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&line);
        let line = line.trim_ascii();
        if line.is_empty() {
            return Ok(None);
        }
        let value: Value = serde_json::from_slice(line).map_err(|error| {
            Box::new(Misread {
                id: None,
                error: ErrorData::parse_error(place(&error), None),
            })
        })?;
        let id = value
            .get("id")
            .and_then(|id| serde_json::from_value(id.clone()).ok());
        let notification = value.get("method").is_some() && value.get("id").is_none();
        // rmcp ends the session on a notification that comes before the handshake.
        if notification && !self.opened {
            return Ok(None);
        }
        let Ok(message) = serde_json::from_value::<Received>(value) else {
            return if notification {
                Ok(None)
            } else {
                Err(Misread::invalid(id, "not a JSON-RPC 2.0 message").into())
            };
        };
        if let JsonRpcMessage::Request(request) = &message {
            self.opened |= opens(&request.request);
            let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
            if !used.insert(request.id.clone()) {
                let words = "this id is in use: its call is in flight, or was cancelled";
                return Err(Misread::invalid(None, words).into());
            }
        }
        Ok(Some(message))
    }
}

/// Where a line stops being JSON. serde's own words are not passed on: they may quote the line.
fn place(error: &serde_json::Error) -> String {
    format!("not JSON from column {} on", error.column())
}

/// Whether this request leaves rmcp in a state in which a notification is no longer fatal.
fn opens(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
        ClientRequest::InitializeRequest(_) => true,
        other => other
            .get_meta()
            .missing_required_keys(&ProtocolVersion::V_2026_07_28)
            .is_empty(),
    }
}

async fn put<W: AsyncWrite + Unpin>(
    write: Arc<tokio::sync::Mutex<W>>,
    message: Sent,
    gone: CancellationToken,
) -> io::Result<()> {
    let mut bytes = serde_json::to_vec(&message)?;
    bytes.push(b'\n');
    let mut write = write.lock().await;
    let sent = async {
        write.write_all(&bytes).await?;
        write.flush().await
    }
    .await;
    if sent.is_err() {
        gone.cancel();
    }
    sent
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send + 'static,
{
    type Error = io::Error;

    fn send(&mut self, message: Sent) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let id = match &message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        if let Some(id) = id {
            self.used
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .remove(id);
        }
        put(Arc::clone(&self.write), message, self.gone.clone())
    }

    async fn receive(&mut self) -> Option<Received> {
        let gone = self.gone.clone();
        loop {
            let line = tokio::select! {
                line = self.next_line() => line,
                () = gone.cancelled() => return None,
            };
            let Some(fits) = line else {
                // Quick calls may finish (`printf … | libtmux-mcp`); then the rest is called off.
                tokio::spawn(async move {
                    tokio::time::sleep(GRACE).await;
                    gone.cancel();
                });
                return None;
            };
            let judged = if fits {
                self.judge()
            } else {
                let words = format!("the line is longer than {LINE_BYTES_MAX} bytes");
                Err(Misread::invalid(None, words).into())
            };
            match judged {
                Ok(None) => {}
                Ok(message) => return message,
                Err(misread) => {
                    let Misread { id, error } = *misread;
                    let answer = put(
                        Arc::clone(&self.write),
                        Sent::error(error, id),
                        gone.clone(),
                    );
                    drop(tokio::spawn(answer));
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        Ok(())
    }
}
