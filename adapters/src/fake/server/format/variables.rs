//! Format variables.

use domain::Screen;

use super::super::clients::Client;
use super::super::life::Life;
use super::super::options::{Value, definition, escape, is_switch};
use super::super::pane::Pane;
use super::super::session::Session;
use super::super::settings::Owner;
use super::super::window::Window;
use super::Context;
use crate::fake::program::Ended;

impl Life {
    /// What a variable stands for: an option, a variable of the format, or one of the environment.
    pub(in super::super) fn variable(&self, name: &str, context: &Context) -> Option<String> {
        self.option_variable(name, context)
            .or_else(|| self.server_variable(name))
            .or_else(|| self.client_variable(name, context))
            .or_else(|| self.buffer_variable(name, context))
            .or_else(|| self.pane_variable(name, context))
            .or_else(|| self.window_variable(name, context))
            .or_else(|| self.session_variable(name, context))
            .or_else(|| self.environment_variable(name, context))
    }

    fn option_variable(&self, name: &str, context: &Context) -> Option<String> {
        let owners = [
            context.pane.map(Owner::Pane),
            context.window.map(Owner::Window),
            context.session.map(Owner::Session),
            Some(Owner::Server),
            Some(Owner::Windows),
            Some(Owner::Sessions),
        ];
        owners
            .into_iter()
            .flatten()
            .find_map(|owner| self.option(owner, name))
            .map(|(value, _)| shown(name, value))
    }

    fn environment_variable(&self, name: &str, context: &Context) -> Option<String> {
        let session = context.session.and_then(|id| self.sessions.get(&id));
        let own = session.map(|session| &session.environment);
        let held = own
            .filter(|own| own.names(name))
            .unwrap_or(&self.environment);
        held.get(name).map(str::to_owned)
    }

    fn server_variable(&self, name: &str) -> Option<String> {
        Some(match name {
            "pid" => self.identity.pid.to_string(),
            "start_time" => self.identity.start_time.to_string(),
            "version" => self.setup.profile.release.name().to_owned(),
            "socket_path" => self.setup.socket.clone(),
            "host" => self.setup.scene.host.clone(),
            "host_short" => self.setup.scene.host.split('.').next()?.to_owned(),
            "next_session_id" => format!("${}", self.next_session),
            "uid" => "0".to_owned(),
            "user" => "root".to_owned(),
            _ => return None,
        })
    }

    fn client_variable(&self, name: &str, context: &Context) -> Option<String> {
        let pid = context.client?;
        let client: &Client = self.clients.iter().find(|client| client.pid == pid)?;
        Some(match name {
            "client_pid" => pid.to_string(),
            "client_name" => format!("client-{pid}"),
            "client_control_mode" => flag(client.control),
            "client_session" => self.sessions.get(&client.session)?.name.clone(),
            "client_width" => client.size?.width.to_string(),
            "client_height" => client.size?.height.to_string(),
            "client_utf8" => flag(true),
            _ => return None,
        })
    }

    fn buffer_variable(&self, name: &str, context: &Context) -> Option<String> {
        let buffer = self.buffers.iter().nth(context.buffer?)?;
        Some(match name {
            "buffer_name" => buffer.name.clone(),
            "buffer_size" => buffer.data.len().to_string(),
            "buffer_created" => buffer.created.to_string(),
            "buffer_sample" => {
                let text = String::from_utf8_lossy(&buffer.data);
                escape::name(&text.chars().take(50).collect::<String>())
            }
            _ => return None,
        })
    }

    fn session_variable(&self, name: &str, context: &Context) -> Option<String> {
        let session: &Session = self.sessions.get(&context.session?)?;
        Some(match name {
            "session_id" => session.id.to_string(),
            "session_name" => session.name.clone(),
            "session_windows" => session.places.len().to_string(),
            "session_created" => session.created.to_string(),
            "session_activity" => session.activity.to_string(),
            "session_attached" => self.attached(session).to_string(),
            "session_group" => session.group.clone().unwrap_or_default(),
            "session_grouped" => flag(session.group.is_some()),
            "session_path" => session.directory.clone(),
            "session_many_attached" => flag(self.attached(session) > 1),
            "active_window_index" => session.current.to_string(),
            _ => return None,
        })
    }

    fn window_variable(&self, name: &str, context: &Context) -> Option<String> {
        let id = context.window?;
        let window: &Window = self.windows.get(&id)?;
        let session = context.session.and_then(|id| self.sessions.get(&id));
        let index = context.index;
        Some(match name {
            "window_id" => id.to_string(),
            "window_name" => window.name.clone(),
            "window_index" => index?.to_string(),
            "window_panes" => window.panes.len().to_string(),
            "window_width" => window.size.width.to_string(),
            "window_height" => window.size.height.to_string(),
            "window_active" => flag(session?.current == index?),
            "window_last_flag" => flag(session?.last.first() == index.as_ref()),
            "window_zoomed_flag" => flag(window.zoomed),
            "window_activity" => window.activity.to_string(),
            "window_active_clients" => self.viewers(id).to_string(),
            "window_active_sessions" => {
                let shown = self
                    .sessions
                    .values()
                    .filter(|held| held.window() == Some(id));
                shown.count().to_string()
            }
            "window_linked" => flag(self.sessions_with(id).len() > 1),
            "window_linked_sessions" => self.sessions_with(id).len().to_string(),
            "window_layout" => window.layout.print(),
            "window_visible_layout" => window.shown().print(),
            "window_flags" | "window_raw_flags" => {
                let mut flags = String::new();
                if session?.current == index? {
                    flags.push('*');
                } else if session?.last.first() == index.as_ref() {
                    flags.push('-');
                }
                if window.zoomed {
                    flags.push('Z');
                }
                flags
            }
            _ => return None,
        })
    }

    fn pane_variable(&self, name: &str, context: &Context) -> Option<String> {
        let pane: &Pane = self.panes.get(&context.pane?)?;
        self.pane_place(name, pane)
            .or_else(|| pane_program(name, pane))
            .or_else(|| pane_terminal(name, pane))
    }

    fn pane_place(&self, name: &str, pane: &Pane) -> Option<String> {
        let window = self.windows.get(&pane.window)?;
        let area = pane.area();
        let whole = window.size;
        Some(match name {
            "pane_id" => pane.id.to_string(),
            "pane_index" => self.pane_index(window, pane.id)?.to_string(),
            "pane_active" => flag(window.active == pane.id),
            "pane_last" => flag(window.last == Some(pane.id)),
            "pane_width" => area.width.to_string(),
            "pane_height" => area.height.to_string(),
            "pane_left" => area.left.to_string(),
            "pane_top" => area.top.to_string(),
            "pane_right" => (area.left + area.width - 1).to_string(),
            "pane_bottom" => (area.top + area.height - 1).to_string(),
            "pane_at_left" => flag(area.left == 0),
            "pane_at_top" => flag(area.top == 0),
            "pane_at_right" => flag(area.left + area.width == whole.width),
            "pane_at_bottom" => flag(area.top + area.height == whole.height),
            "pane_synchronized" => flag(self.is_on(Owner::Pane(pane.id), "synchronize-panes")),
            _ => return None,
        })
    }
}

fn pane_program(name: &str, pane: &Pane) -> Option<String> {
    Some(match name {
        "pane_pid" => pane.pid.to_string(),
        "pane_dead" => flag(pane.dead()),
        "pane_dead_status" => match pane.ended {
            Some(Ended::Status(status)) => status.to_string(),
            _ => String::new(),
        },
        "pane_dead_signal" => match pane.ended {
            Some(Ended::Signal(signal)) => signal.to_string(),
            _ => String::new(),
        },
        "pane_dead_time" if pane.dead() => pane.dead_time.to_string(),
        "pane_current_command" => pane.foreground(),
        "pane_current_path" => pane.directory(),
        "pane_start_command" => escape::arguments(&pane.command),
        "pane_start_path" => pane.start_path.clone(),
        "pane_input_off" => flag(pane.input_off),
        "pane_in_mode" => pane.modes.len().to_string(),
        "pane_mode" => pane
            .mode()
            .map_or_else(String::new, |mode| mode.name.to_owned()),
        "scroll_position" => pane.mode()?.scrolled.to_string(),
        "pane_tty" => format!("/dev/pts/{}", pane.id.number()),
        _ => return None,
    })
}

fn pane_terminal(name: &str, pane: &Pane) -> Option<String> {
    let position = pane.terminal.position(Screen::Shown);
    Some(match name {
        "pane_title" => pane.terminal.title().to_owned(),
        "cursor_x" => position.text_cursor.x.to_string(),
        "cursor_y" => position.text_cursor.y.to_string(),
        "cursor_flag" => flag(pane.terminal.cursor_visible()),
        "keypad_cursor_flag" => flag(pane.terminal.application_cursor()),
        "alternate_on" => flag(position.alternate_screen),
        "history_size" => position.history_size.to_string(),
        "history_limit" => position.history_limit.to_string(),
        _ => return None,
    })
}

/// An option's value in a format: a switch is 1 or 0, and an array nothing.
fn shown(name: &str, value: Value) -> String {
    let switch = definition(name).is_some_and(is_switch);
    match value {
        Value::Array(_) => String::new(),
        Value::One(text) if switch => flag(text == "on"),
        Value::One(text) => text,
    }
}

fn flag(set: bool) -> String {
    u8::from(set).to_string()
}
