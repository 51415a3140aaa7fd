//! How soon `stop` and `isready` are answered while a search runs.
//!
//! Clients allow some 25 ms over the time of a move, so the answers have to come well
//! within that, also when more threads search than there are cores. A session on two
//! pipes in this process is measured, as a client would see it.

use std::env;
use std::io::{BufRead as _, BufReader, PipeWriter, Write as _, pipe};
use std::thread;
use std::time::{Duration, Instant};

use jarmo_protocol::session;

/// Searches for each number of threads.
const SEARCHES: usize = 200;
/// Those of a run that only checks that answers come.
const SEARCHES_IN_TEST: usize = 3;
/// `isready` sent in each search.
const QUESTIONS: usize = 5;
/// Between two lines, so that the search is well under way.
const PAUSE: Duration = Duration::from_millis(3);

fn main() {
    let is_test = env::args().any(|argument| argument == "--test");
    let searches = if is_test { SEARCHES_IN_TEST } else { SEARCHES };
    println!("answers during a search, in milliseconds");
    println!("threads  line      count   median  99th percentile  longest");
    for threads in [1, 2, 4, 8] {
        let [stop, ready] = measure(threads, searches);
        assert_eq!((stop.len(), ready.len()), (searches, searches * QUESTIONS));
        report(threads, "stop", stop);
        report(threads, "isready", ready);
    }
}

/// The times from each `stop` to its `bestmove` and from each `isready` to its `readyok`.
fn measure(threads: usize, searches: usize) -> [Vec<Duration>; 2] {
    let (input, to_session) = pipe().expect("there are pipes");
    let (from_session, output) = pipe().expect("there are pipes");
    let session = thread::spawn(move || session::run(BufReader::new(input), output));
    let mut lines = BufReader::new(from_session).lines();
    let mut ask = |line: &str, answer: &str| {
        let asked = Instant::now();
        send(&to_session, line);
        let found = lines.find(|line| line.as_ref().is_ok_and(|line| line.starts_with(answer)));
        assert!(found.is_some(), "an answer to {line}");
        asked.elapsed()
    };
    send(
        &to_session,
        &format!("setoption name Threads value {threads}"),
    );
    ask("isready", "readyok");
    let (mut stop, mut ready) = (Vec::new(), Vec::new());
    for _ in 0..searches {
        send(&to_session, "go infinite");
        for _ in 0..QUESTIONS {
            thread::sleep(PAUSE);
            ready.push(ask("isready", "readyok"));
        }
        thread::sleep(PAUSE);
        stop.push(ask("stop", "bestmove "));
    }
    send(&to_session, "quit");
    let result = session.join().expect("the session does not panic");
    result.expect("its pipe is open");
    [stop, ready]
}

fn send(mut pipe: &PipeWriter, line: &str) {
    pipe.write_all(format!("{line}\n").as_bytes())
        .expect("the session reads");
}

fn report(threads: usize, line: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| {
        let index = (times.len() as f64 * share).ceil() as usize;
        times[index.clamp(1, times.len()) - 1].as_secs_f64() * 1e3
    };
    println!(
        "{threads:>7}  {line:<8} {:>6} {:>8.3} {:>16.3} {:>8.3}",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
