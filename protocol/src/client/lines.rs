//! What an engine writes, read in bounded memory however much that is.

use std::io::{self, BufRead};
use std::time::Instant;

use crossbeam_channel::Sender;

use super::message::Message;
use crate::command::Dialect;

/// What exceeds this many bytes of a line is dropped: no answer is as long.
const LONGEST_LINE: usize = 16 << 10;

/// Messages that wait to be looked at before the engine has to.
pub(super) const PENDING_MESSAGES: usize = 256;

/// A message and when it arrived.
#[derive(Debug)]
pub(super) struct Received {
    pub(super) message: Message,
    pub(super) at: Instant,
}

/// Passes messages on until the engine or the receiver closes its end. Other talk is skipped.
pub(super) fn pass_on(mut output: impl BufRead, dialect: Dialect, messages: &Sender<Received>) {
    let mut line = Vec::new();
    while let Ok(true) = read_line(&mut output, &mut line) {
        let at = Instant::now();
        if let Some(message) = Message::parse(&String::from_utf8_lossy(&line), dialect)
            && messages.send(Received { message, at }).is_err()
        {
            return;
        }
    }
}

/// Reads a line without its end into `line`; false at the end of the output.
fn read_line(output: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut is_at_end = true;
    loop {
        let available = match output.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            return Ok(!is_at_end);
        }
        is_at_end = false;
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        let room = LONGEST_LINE - line.len();
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        output.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut text: &[u8]) -> Vec<Vec<u8>> {
        let mut output = io::BufReader::with_capacity(7, &mut text);
        let (mut lines, mut line) = (Vec::new(), Vec::new());
        while read_line(&mut output, &mut line).unwrap() {
            lines.push(line.clone());
        }
        lines
    }

    #[test]
    fn lines_end_at_a_newline_or_with_the_output() {
        assert_eq!(lines(b""), [b""; 0]);
        assert_eq!(lines(b"readyok"), [b"readyok"]);
        assert_eq!(lines(b"\n\nuciok\r\n"), [&b""[..], b"", b"uciok\r"]);
    }

    #[test]
    fn an_endless_line_is_cut() {
        let mut text = vec![b'x'; 10 * LONGEST_LINE];
        text.extend_from_slice(b"\nreadyok\n");
        let lines = lines(&text);
        assert_eq!(lines[0].len(), LONGEST_LINE);
        assert_eq!(lines[1..], [b"readyok"]);
    }

    #[test]
    fn messages_are_passed_on_and_noise_is_not() {
        let (sender, receiver) = crossbeam_channel::unbounded();
        let output = &b"hello\n\xff\xfe\nreadyok\ninfo string x\nbestmove \xff\n"[..];
        pass_on(output, Dialect::Uci, &sender);
        drop(sender);
        let messages: Vec<Message> = receiver.iter().map(|received| received.message).collect();
        assert_eq!(
            messages,
            [Message::Ready, Message::BestMove("\u{fffd}".to_owned())]
        );
    }
}
