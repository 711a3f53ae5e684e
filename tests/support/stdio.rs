//! A client of raw JSON-RPC lines on the program's standard streams: ids, notifications, deadlines, the process itself.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::process::{self, PATIENCE};

/// A program that is served, and its streams. Dropped, it is killed.
#[derive(Debug)]
pub struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    received: Receiver<Value>,
    /// What came while something else was waited for.
    early: Vec<Value>,
    log: Arc<Mutex<String>>,
    next: u64,
}

/// Starts a client; nothing is said yet.
pub fn start(mut command: Command) -> Client {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let stdin = child.stdin.take();
    let (sender, received) = channel();
    let stdout = child.stdout.take().unwrap();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).split(b'\n') {
            let Ok(line) = line else { return };
            // Whatever else stands on stdout is a fault: it ends the reading, and whoever waits finds nothing.
            let Ok(message) = serde_json::from_slice(&line) else {
                let shown = String::from_utf8_lossy(&line).into_owned();
                drop(sender.send(json!({ "not a message": shown })));
                return;
            };
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    let log = Arc::new(Mutex::new(String::new()));
    let mut stderr = child.stderr.take().unwrap();
    let written = Arc::clone(&log);
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = stderr.read(&mut bytes) {
            let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
            written.lock().unwrap().push_str(&text);
        }
    });
    Client {
        child,
        stdin,
        received,
        early: Vec::new(),
        log,
        next: 1,
    }
}

/// Starts a client and gets it past its handshake.
pub fn open(command: Command) -> Client {
    let mut client = start(command);
    client.initialize();
    client
}

impl Client {
    /// The handshake; what the server says of itself.
    pub fn initialize(&mut self) -> Value {
        let id = self.request(
            "initialize",
            json!({
                "protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": { "name": "end-to-end", "version": "1" },
            }),
        );
        let answer = self.answer(id);
        self.notify("notifications/initialized", json!({}));
        answer["result"].clone()
    }

    /// The process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// What it wrote to its standard error so far.
    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Writes a line as it is.
    pub fn raw(&mut self, line: &[u8]) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(line).unwrap();
        stdin.write_all(b"\n").unwrap();
        stdin.flush().unwrap();
    }

    /// Writes bytes without the end of a line.
    pub fn raw_without_end(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.raw(message.to_string().as_bytes());
    }

    /// Sends a request; its id.
    pub fn request(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.raw(message.to_string().as_bytes());
        id
    }

    /// Asks for a tool; the request's id.
    pub fn ask(&mut self, tool: &str, arguments: Value) -> u64 {
        self.request(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        )
    }

    /// Calls a request off.
    pub fn cancel(&mut self, id: u64) {
        self.notify("notifications/cancelled", json!({ "requestId": id }));
    }

    /// The next message, whatever it is.
    pub fn next_message(&mut self, within: Duration) -> Option<Value> {
        if self.early.is_empty() {
            self.received.recv_timeout(within).ok()
        } else {
            Some(self.early.remove(0))
        }
    }

    /// The answer to this request.
    pub fn answer(&mut self, id: u64) -> Value {
        self.answer_within(id, PATIENCE)
    }

    /// The same, with a deadline.
    pub fn answer_within(&mut self, id: u64, within: Duration) -> Value {
        self.answer_or_none(id, within).unwrap_or_else(|| {
            panic!(
                "no answer to {id} within {within:?}; log: {}; other messages: {:?}",
                self.log(),
                self.early
            )
        })
    }

    /// The answer to this request, if one comes.
    pub fn answer_or_none(&mut self, id: u64, within: Duration) -> Option<Value> {
        let end = Instant::now() + within;
        let wanted = |message: &Value| message["id"] == id && message.get("method").is_none();
        if let Some(place) = self.early.iter().position(wanted) {
            return Some(self.early.remove(place));
        }
        loop {
            match self
                .received
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(message) if wanted(&message) => return Some(message),
                Ok(message) => self.early.push(message),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// What a tool answered, whole.
    pub fn result(&mut self, tool: &str, arguments: Value) -> Value {
        let shown = arguments.to_string();
        let id = self.ask(tool, arguments);
        let answer = self.answer_within(id, Duration::from_mins(1));
        assert!(answer.get("error").is_none(), "{tool} {shown}: {answer}");
        answer["result"].clone()
    }

    /// Calls a tool that must answer: its record.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let shown = arguments.to_string();
        let result = self.result(tool, arguments);
        assert_ne!(result["isError"], true, "{tool} {shown}: {result}");
        result["structuredContent"].clone()
    }

    /// Calls a tool that must refuse: its error record.
    pub fn refused(&mut self, tool: &str, arguments: Value) -> Value {
        let shown = arguments.to_string();
        let result = self.result(tool, arguments);
        assert_eq!(result["isError"], true, "{tool} {shown}: {result}");
        let record = result["structuredContent"].clone();
        let text = result["content"][0]["text"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), record);
        for key in ["kind", "message", "recovery"] {
            assert!(record[key].is_string(), "{key}: {record}");
        }
        assert!(record["retryable"].is_boolean(), "{record}");
        record
    }

    /// The names of the tools that are listed.
    pub fn names(&mut self) -> Vec<String> {
        let tools = self.tools();
        let name = |tool: &Value| tool["name"].as_str().unwrap().to_owned();
        tools.iter().map(name).collect()
    }

    /// The tools that are listed.
    pub fn tools(&mut self) -> Vec<Value> {
        let id = self.request("tools/list", json!({}));
        let answer = self.answer(id);
        answer["result"]["tools"].as_array().unwrap().clone()
    }

    /// A ping, answered.
    pub fn ping(&mut self) {
        let id = self.request("ping", json!({}));
        let answer = self.answer(id);
        assert_eq!(answer["result"], json!({}), "{answer}");
    }

    /// Closes the program's standard input.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// Waits for the end of the process.
    pub fn ended(&mut self, within: Duration) -> ExitStatus {
        let end = Instant::now() + within;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(
                Instant::now() < end,
                "still runs after {within:?}; log: {}",
                self.log()
            );
            process::pause();
        }
    }

    /// Closes its standard input and waits for its orderly end.
    pub fn leave(&mut self) {
        self.close();
        let status = self.ended(PATIENCE);
        assert!(status.success(), "{status}; log: {}", self.log());
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
