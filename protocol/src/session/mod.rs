//! A session: the loop between a client and the engine.
//!
//! Three threads share the work. One reads lines, one searches, and this one obeys
//! commands and writes every line that leaves, so lines never mix and `stop`,
//! `isready` and questions are answered while a search runs.

mod activity;
mod answers;
mod input;
mod options;
mod pace;
mod worker;

use std::error::Error;
use std::io::{self, BufRead, BufReader, Write};
use std::mem;
use std::process::ExitCode;
use std::sync::Arc;

use crossbeam_channel::{Receiver, RecvError, never, select_biased};
use jarmo_engine::eval::evaluate;
use jarmo_engine::search::{Bound, Line, Outcome, SearchControl};
use jarmo_engine::tablebase::Tablebase;
use jarmo_engine::{Game, IllegalMove, Move, ParsePositionError, Position, RuleSet, Score};

use crate::command::{Command, Dialect, Go, SetOption, SetPosition};
use crate::info::{self, Style};
use crate::tablebases::Sources;
use crate::{bench, words};
use activity::{Activity, Search};
use input::Input;
use options::{Effect, Options};
use pace::Pace;
use worker::{ALIVE, Event, Job, Table, Worker};

/// Talks to a client over the standard streams until it quits.
#[must_use]
pub fn run_stdio() -> ExitCode {
    match run(BufReader::new(io::stdin()), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("jarmo: standard output: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Talks to a client until `quit` or the end of `input`.
///
/// Each line, however long, reaches `output` in one `write_all` followed by a flush.
///
/// # Errors
/// The error of the first write that fails, which ends the session. The reading thread may
/// then still wait for a line; in all other cases every thread has ended.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
    let (lines, reader) = input::spawn(input);
    let mut session = Session::new(output);
    let result = session.serve(&lines);
    session.activity.interrupt();
    session.worker.join();
    if result.is_ok() {
        reader.join().expect("reading never panics");
    }
    result
}

/// Why a well-formed command can't be obeyed now.
#[derive(Debug, thiserror::Error)]
enum SessionError {
    #[error("'{0}' during a search; expected stop first")]
    Busy(&'static str),
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    #[error("move {number}: {error}")]
    Move { number: usize, error: IllegalMove },
    #[error("searchmoves: {0}")]
    SearchMove(IllegalMove),
}

struct Session<W> {
    output: W,
    worker: Worker,
    activity: Activity,
    /// Chosen by the first `uci` or `ugi`.
    dialect: Option<Dialect>,
    debug: bool,
    options: Options,
    /// Options set during a search, for when it ends.
    late_options: Vec<SetOption>,
    /// Shared with the worker, and replaced rather than changed.
    game: Arc<Game>,
    /// A table size that the worker has not been given, in MiB.
    new_hash: Option<usize>,
    /// Whether the client has ever waited for memory; if not, the first `go` takes it.
    is_prepared: bool,
    /// Shared with the worker, and replaced rather than changed.
    tablebase: Arc<Tablebase>,
}

impl<W: Write> Session<W> {
    fn new(output: W) -> Self {
        let options = Options::default();
        Self {
            output,
            worker: Worker::spawn(),
            activity: Activity::Idle,
            dialect: None,
            debug: false,
            new_hash: Some(options.hash),
            options,
            late_options: Vec::new(),
            game: Arc::new(Game::new(Position::start(RuleSet::default()))),
            is_prepared: false,
            tablebase: Arc::new(Tablebase::embedded()),
        }
    }

    /// Serves until `quit` or the end of the input. The worker's news come first, so that a
    /// search that has ended is known to have ended when the next command is obeyed.
    fn serve(&mut self, lines: &Receiver<Input>) -> io::Result<()> {
        loop {
            let lines_due = match &self.activity {
                Activity::Search(search) => search.pace.due(),
                Activity::Idle | Activity::Count(_) => &never(),
            };
            select_biased! {
                recv(self.worker.events) -> event => self.hear(event.expect(ALIVE))?,
                recv(lines_due) -> _ => self.write_held_lines()?,
                recv(lines) -> line => match line {
                    Ok(Ok(Command::Quit)) | Err(RecvError) => return self.stop(),
                    Ok(Ok(command)) => self.obey(command)?,
                    Ok(Err(error)) => self.complain(&error)?,
                },
            }
        }
    }

    /// Writes whole lines at once; the last one's end is added.
    fn write(&mut self, mut lines: String) -> io::Result<()> {
        lines.push('\n');
        self.output.write_all(lines.as_bytes())?;
        self.output.flush()
    }

    fn complain(&mut self, error: &dyn Error) -> io::Result<()> {
        self.write(info::error(error))
    }

    fn style(&self) -> Style {
        Style {
            dialect: self.dialect.unwrap_or_default(),
            show_wdl: self.options.show_wdl,
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        if let Some(name) = needs_idle_engine(&command)
            && !self.activity.is_idle()
        {
            return self.complain(&SessionError::Busy(name));
        }
        match command {
            Command::Identify(dialect) => self.identify(dialect),
            Command::IsReady => {
                if self.activity.is_idle() {
                    self.take_memory()?;
                }
                self.write("readyok".to_owned())
            }
            Command::Debug(debug) => {
                self.debug = debug;
                Ok(())
            }
            Command::SetOption(option) if self.activity.is_idle() => self.set_option(&option),
            Command::SetOption(option) => {
                self.late_options.push(option);
                Ok(())
            }
            Command::NewGame => {
                self.game = Arc::new(Game::new(Position::start(self.rules())));
                self.prepare(Table::Clear)?;
                self.take_memory()
            }
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => self.go(&go),
            Command::Perft(depth) => {
                let position = *self.game.position();
                let control = self.begin_count();
                self.worker.begin(Job::Perft {
                    position,
                    depth,
                    control,
                });
                Ok(())
            }
            Command::Bench(depth) => {
                let control = self.begin_count();
                let depth = depth.unwrap_or(bench::DEPTH);
                self.worker.begin(Job::Bench { depth, control });
                Ok(())
            }
            Command::Stop | Command::Quit => self.stop(),
            Command::PonderHit => {
                if let Activity::Search(search) = &self.activity {
                    search.control.ponder_hit();
                }
                self.answer_if_due()
            }
            Command::Query(query) => self.write(answers::query(&self.game, &query)),
            Command::Display => self.write(answers::display(&self.game)),
            Command::Eval => self.write(answers::evaluation(self.game.position())),
        }
    }

    fn rules(&self) -> RuleSet {
        self.game.position().rules()
    }

    fn identify(&mut self, dialect: Dialect) -> io::Result<()> {
        self.dialect.get_or_insert(dialect);
        let last = match dialect {
            Dialect::Uci => "uciok",
            Dialect::Ugi => "ugiok",
        };
        self.write(format!(
            "id name Jarmo {}\nid author {}\n{}{last}",
            env!("CARGO_PKG_VERSION"),
            env!("CARGO_PKG_AUTHORS"),
            Options::describe(),
        ))
    }

    fn set_option(&mut self, option: &SetOption) -> io::Result<()> {
        match self.options.set(&option.name, option.value.as_deref()) {
            Err(error) => self.complain(&error),
            Ok(Effect::None) => Ok(()),
            Ok(Effect::ResizeTable) => {
                self.new_hash = Some(self.options.hash);
                Ok(())
            }
            Ok(Effect::ClearTable) => self.prepare(Table::Clear),
            Ok(Effect::ChangeRules(rules)) => {
                let start = Position::start(rules);
                self.game = Arc::new(Game::new(start));
                self.write(format!(
                    "info string variant {rules} files 5 ranks 5 pocket 8 template fairy startpos {start}"
                ))
            }
            Ok(Effect::OpenTablebases(sources)) => self.open_tablebases(sources),
        }
    }

    /// Replaces the tablebases; a folder that can't be read changes nothing.
    fn open_tablebases(&mut self, sources: Sources) -> io::Result<()> {
        match sources.open() {
            Ok(tablebase) => {
                self.options.tablebases = sources;
                self.tablebase = Arc::new(tablebase);
                self.complain_of_tablebases()
            }
            Err(error) => self.complain(&error),
        }
    }

    /// Tells of tables that can't be used, each once.
    fn complain_of_tablebases(&mut self) -> io::Result<()> {
        let faults = self.tablebase.take_faults();
        faults.iter().try_for_each(|fault| self.complain(fault))
    }

    /// Gives the worker the table that `Hash` asks for, unless it has been given.
    fn take_memory(&mut self) -> io::Result<()> {
        self.is_prepared = true;
        match self.new_hash.take() {
            Some(mebibytes) => self.prepare(Table::Resize(mebibytes)),
            None => Ok(()),
        }
    }

    /// Has the table changed and waits for it.
    fn prepare(&mut self, table: Table) -> io::Result<()> {
        self.worker.begin(Job::Prepare(table));
        let event = self.worker.next_event();
        self.hear(event)
    }

    fn set_position(&mut self, position: &SetPosition) -> io::Result<()> {
        match play(position, self.rules()) {
            Ok(game) => {
                self.game = Arc::new(game);
                Ok(())
            }
            Err(error) => self.complain(&error),
        }
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        for warning in &go.warnings {
            self.complain(warning)?;
        }
        let position = *self.game.position();
        let mut search_moves = None;
        if let Some(moves) = &go.search_moves {
            search_moves = Some(self.legal(&position, moves)?);
        }
        if position.is_over() || search_moves.as_ref().is_some_and(Vec::is_empty) {
            return self.answer_without_move(&position);
        }
        if !self.is_prepared {
            self.take_memory()?;
        }
        let side = position.side_to_move();
        let mut limits = go.limits(side, self.options.move_overhead);
        limits.search_moves = search_moves;
        if self.debug {
            self.write(format!("info string debug: {position}, {limits:?}"))?;
        }
        let control = Arc::new(if go.ponder {
            SearchControl::pondering()
        } else {
            SearchControl::new()
        });
        self.activity = Activity::Search(Search {
            control: Arc::clone(&control),
            side,
            waits_for_stop: go.waits_for_stop(),
            pace: Pace::default(),
            known: self.tablebase.probe(&position),
            told: None,
            outcome: None,
        });
        self.worker.begin(Job::Search {
            game: Arc::clone(&self.game),
            options: self.options.search,
            tablebase: Arc::clone(&self.tablebase),
            limits,
            control,
        });
        Ok(())
    }

    /// The moves that may be searched; of the others the first is complained of.
    fn legal(&mut self, position: &Position, moves: &[Move]) -> io::Result<Vec<Move>> {
        let (legal, illegal): (Vec<Move>, Vec<Move>) =
            moves.iter().partition(|&&mv| position.is_legal(mv));
        if let Some(error) = illegal.first().and_then(|&mv| position.try_play(mv).err()) {
            self.complain(&SessionError::SearchMove(error))?;
        }
        Ok(legal)
    }

    fn answer_without_move(&mut self, position: &Position) -> io::Result<()> {
        let score = if position.is_over() {
            Score::ended(position.margin(), 0)
        } else {
            evaluate(position)
        };
        let line = info::nothing_to_search(score, self.style().dialect);
        self.write(line)?;
        self.write("bestmove 0000".to_owned())
    }

    fn begin_count(&mut self) -> Arc<SearchControl> {
        let control = Arc::new(SearchControl::new());
        self.activity = Activity::Count(Arc::clone(&control));
        control
    }

    /// Ends what the worker does and waits until its last line has been written.
    fn stop(&mut self) -> io::Result<()> {
        self.activity.interrupt();
        self.answer_if_due()?;
        while !self.activity.is_idle() {
            let event = self.worker.next_event();
            self.hear(event)?;
        }
        Ok(())
    }

    fn hear(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Prepared(Ok(())) => Ok(()),
            Event::Prepared(Err(error)) => self.complain(&error),
            Event::Line(line) => {
                let line = self.pace().and_then(|pace| pace.pass(line));
                line.map_or(Ok(()), |line| self.write_line(&line))
            }
            Event::CurrentMove {
                depth,
                mv,
                number,
                elapsed,
            } => {
                if self.pace().is_some_and(|pace| pace.admits(elapsed)) {
                    self.write(info::current_move(depth, mv, number))?;
                }
                Ok(())
            }
            Event::Progress(line) => self.write(line),
            Event::Counted(last) => {
                self.activity = Activity::Idle;
                self.set_late_options()?;
                self.write(last)
            }
            Event::Found(outcome) => {
                self.write_held_lines()?;
                if let Activity::Search(search) = &mut self.activity {
                    search.outcome = Some(outcome);
                }
                self.answer_if_due()
            }
        }
    }

    /// The pace of the search that runs.
    const fn pace(&mut self) -> Option<&mut Pace> {
        match &mut self.activity {
            Activity::Search(search) => Some(&mut search.pace),
            Activity::Idle | Activity::Count(_) => None,
        }
    }

    /// Writes the lines that had to wait because others had just been written.
    fn write_held_lines(&mut self) -> io::Result<()> {
        let lines = self.pace().map(Pace::take_held).unwrap_or_default();
        lines.iter().try_for_each(|line| self.write_line(line))
    }

    /// Writes a line of the search, and the result that it proves or a table knows if that is news.
    fn write_line(&mut self, line: &Line) -> io::Result<()> {
        self.write(info::line(line, self.style()))?;
        let Activity::Search(search) = &mut self.activity else {
            return Ok(());
        };
        if line.rank != 1 || line.bound != Bound::Exact {
            return Ok(());
        }
        let result = words::proven(line, search.side).or_else(|| {
            let value = search.known?;
            Some(words::known(value, search.side))
        });
        if search.told == result {
            return Ok(());
        }
        search.told.clone_from(&result);
        match result {
            Some(result) => self.write(format!("info string {result}")),
            None => Ok(()),
        }
    }

    /// Writes the `bestmove` of a search that has ended, unless it has to wait.
    fn answer_if_due(&mut self) -> io::Result<()> {
        let Activity::Search(search) = &mut self.activity else {
            return Ok(());
        };
        if search.is_held() {
            return Ok(());
        }
        let Some(outcome) = search.outcome.take() else {
            return Ok(());
        };
        self.write_line(outcome.best())?;
        self.complain_of_tablebases()?;
        self.activity = Activity::Idle;
        let answer = self.best_move(&outcome);
        self.set_late_options()?;
        self.write(answer)
    }

    fn best_move(&self, outcome: &Outcome) -> String {
        let Some(best) = outcome.best_move() else {
            return "bestmove 0000".to_owned();
        };
        match outcome.ponder_move() {
            Some(answer) if self.options.ponder && self.style().dialect == Dialect::Uci => {
                format!("bestmove {best} ponder {answer}")
            }
            _ => format!("bestmove {best}"),
        }
    }

    fn set_late_options(&mut self) -> io::Result<()> {
        for option in mem::take(&mut self.late_options) {
            self.set_option(&option)?;
        }
        Ok(())
    }
}

/// The name of a command that may not come during a search.
const fn needs_idle_engine(command: &Command) -> Option<&'static str> {
    match command {
        Command::NewGame => Some("ucinewgame"),
        Command::Position(_) => Some("position"),
        Command::Go(_) => Some("go"),
        Command::Perft(_) => Some("go perft"),
        Command::Bench(_) => Some("bench"),
        _ => None,
    }
}

/// Plays the moves of a `position` line from its first position.
fn play(position: &SetPosition, rules: RuleSet) -> Result<Game, SessionError> {
    let start = match &position.position {
        Some(text) => Position::parse(text, rules)?,
        None => Position::start(rules),
    };
    let mut game = Game::new(start);
    for (number, &mv) in (1..).zip(&position.moves) {
        game.play(mv)
            .map_err(|error| SessionError::Move { number, error })?;
    }
    Ok(game)
}
