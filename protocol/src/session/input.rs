//! The thread that reads: lines in, commands out.
//!
//! It runs ahead of the session, so that `stop` is heard while a search runs. It
//! ends with the input or at `quit`, whichever comes first, and can then be joined.

use std::io::{self, BufRead};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::command::{self, Command, CommandError};

/// A line that was not blank.
pub(super) type Input = Result<Command, CommandError>;

/// Lines that may wait for the session before the reader waits too.
const CAPACITY: usize = 256;

/// Reads `input` on a thread of its own; the channel closes where it ends.
pub(super) fn spawn(input: impl BufRead + Send + 'static) -> (Receiver<Input>, JoinHandle<()>) {
    let (sender, receiver) = bounded(CAPACITY);
    let reader = thread::spawn(move || read(input, &sender));
    (receiver, reader)
}

/// An input that fails is one that has ended.
fn read(mut input: impl BufRead, sender: &Sender<Input>) {
    let mut line = Vec::new();
    while let Ok(more) = read_line(&mut input, &mut line) {
        if let Some(command) = command::parse(&line).transpose() {
            let is_last = matches!(command, Ok(Command::Quit));
            if sender.send(command).is_err() || is_last {
                return;
            }
        }
        if !more {
            return;
        }
        line.clear();
    }
}

/// Appends a line to `line`, without its end; false if the input ended with it.
///
/// LF and CR alike end a line, which makes CR LF a line and a blank one.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(false);
        }
        let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        line.extend_from_slice(&buffer[..end.unwrap_or(buffer.len())]);
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(input: &'static [u8]) -> Vec<Input> {
        let (receiver, reader) = spawn(input);
        let commands = receiver.iter().collect();
        reader.join().unwrap();
        commands
    }

    #[test]
    fn every_kind_of_line_end_ends_a_line() {
        let three = [Ok(Command::Stop), Ok(Command::IsReady), Ok(Command::Eval)];
        for input in [
            &b"stop\nisready\neval\n"[..],
            b"stop\risready\reval\r",
            b"stop\r\nisready\r\neval\r\n",
            b"\n\n stop \n\r\n\tisready\t\n\neval",
        ] {
            assert_eq!(commands(input), three);
        }
        assert_eq!(commands(b""), []);
        assert_eq!(commands(b" \n\r \t"), []);
    }

    #[test]
    fn nothing_is_read_after_quit() {
        let quit = [Ok(Command::Stop), Ok(Command::Quit)];
        assert_eq!(commands(b"stop\nquit\nstop\n"), quit);
    }

    #[test]
    fn a_line_that_is_no_text_does_not_hide_the_next() {
        let both = [Err(CommandError::NotUtf8(6)), Ok(Command::Stop)];
        assert_eq!(commands(b"stop \xff\nstop"), both);
    }
}
