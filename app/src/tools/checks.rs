//! What names and directories a tool takes: those that mean nothing else to tmux.

use crate::error::ToolError;

/// Names of sessions that tmux stores as given and that mean nothing else to it.
pub(super) fn check_session_name(name: &str) -> Result<(), ToolError> {
    check_name("name", name)?;
    let first = name.chars().next().unwrap_or_default();
    if name.contains([':', '.']) || !(first.is_alphanumeric() || first == '_') {
        return Err(ToolError::invalid(
            "name",
            &format!(
                "is {:?}; a session name begins with a letter, a digit or _ and holds no colon and no period",
                domain::text::shortened(name, 40)
            ),
            "Pass a name as build-1.",
        ));
    }
    Ok(())
}

/// Names that are short and printable.
pub(super) fn check_name(argument: &str, name: &str) -> Result<(), ToolError> {
    const CHARS_MAX: usize = 64;
    if name.is_empty()
        || name.chars().any(char::is_control)
        || name.chars().nth(CHARS_MAX).is_some()
    {
        return Err(ToolError::invalid(
            argument,
            &format!("is empty, longer than {CHARS_MAX} characters, or has control characters"),
            "Pass a short printable name, as build-1.",
        ));
    }
    Ok(())
}

/// Where a shell may start.
pub(super) fn check_directory(directory: &str) -> Result<(), ToolError> {
    const BYTES_MAX: usize = 4095;
    if !directory.starts_with('/') || directory.contains('\0') || directory.len() > BYTES_MAX {
        return Err(ToolError::invalid(
            "start_directory",
            "must be an absolute path without NUL, of at most 4095 bytes",
            "Pass a path as /srv/app, or leave it out.",
        ));
    }
    Ok(())
}

/// What to say where tmux made another name of it.
pub(super) fn stored_otherwise(wanted: Option<&str>, stored: &str) -> Option<String> {
    (wanted? != stored).then(|| "tmux stored the name otherwise than given.".to_owned())
}
