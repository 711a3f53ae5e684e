//! A client of the server under test: JSON-RPC lines on its standard streams.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A served process.
#[derive(Debug)]
pub(crate) struct Mcp {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    next: u64,
    line: String,
}

impl Mcp {
    /// Starts the server on this socket; how long it took to answer `initialize`.
    pub(crate) fn start(socket: &str, backend: &str) -> (Self, Duration) {
        Self::start_with(&[], socket, backend)
    }

    /// The same with more options.
    pub(crate) fn start_with(more: &[&str], socket: &str, backend: &str) -> (Self, Duration) {
        let start = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_libtmux-mcp-under-test"))
            .args(["--socket", socket, "--backend", backend])
            .args(more)
            .args(["--toolsets", "inspect,manage,execute,teardown"])
            .env_remove("TMUX")
            .env_remove("TMUX_PANE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server under test");
        let stdin = child.stdin.take().expect("its input");
        let stdout = BufReader::new(child.stdout.take().expect("its output"));
        let mut mcp = Self {
            child,
            stdin,
            stdout,
            next: 0,
            line: String::new(),
        };
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "bench", "version": "0" } });
        let id = mcp.send("initialize", &hello);
        mcp.until(id);
        let took = start.elapsed();
        mcp.write(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        (mcp, took)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    fn write(&mut self, message: &Value) {
        self.stdin
            .write_all(format!("{message}\n").as_bytes())
            .expect("a request");
    }

    pub(crate) fn send(&mut self, method: &str, params: &Value) -> u64 {
        self.next += 1;
        let id = self.next;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// Sends a call and does not wait for its answer.
    pub(crate) fn begin(&mut self, tool: &str, arguments: &Value) -> u64 {
        self.send(
            "tools/call",
            &json!({ "name": tool, "arguments": arguments }),
        )
    }

    /// The next answer, whosever it is.
    pub(crate) fn answer(&mut self) -> (u64, Value) {
        loop {
            self.line.clear();
            let read = self.stdout.read_line(&mut self.line);
            assert!(read.is_ok_and(|count| count > 0), "the server ended");
            let message: Value = serde_json::from_str(&self.line).expect("a message");
            if let Some(id) = message["id"].as_u64() {
                let result = message["result"].clone();
                assert_ne!(result["isError"], true, "{result}");
                return (id, result);
            }
        }
    }

    /// The answer to this request; answers to others are dropped.
    pub(crate) fn until(&mut self, id: u64) -> Value {
        loop {
            let (found, result) = self.answer();
            if found == id {
                return result;
            }
        }
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let id = self.begin(tool, arguments);
        self.until(id)["structuredContent"].clone()
    }

    pub(crate) fn ping(&mut self) {
        let id = self.send("ping", &json!({}));
        self.until(id);
    }
}

impl Drop for Mcp {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The server under test on both ways to tmux.
pub(crate) struct Served {
    pub(crate) subprocess: Mcp,
    pub(crate) control: Mcp,
}

impl Served {
    pub(crate) fn start(socket: &str) -> Self {
        Self {
            subprocess: Mcp::start(socket, "subprocess").0,
            control: Mcp::start(socket, "control").0,
        }
    }

    pub(crate) fn each(&mut self) -> [(&'static str, &mut Mcp); 2] {
        [
            ("subprocess", &mut self.subprocess),
            ("control", &mut self.control),
        ]
    }
}
