//! What comes while a search runs, and what ends it.

use super::Sequence;

pub(super) const SEQUENCES: &[Sequence] = &[
    (
        &["go infinite searchmoves a1c2", "go depth 1", "stop"],
        &[
            "info string error: 'go' during a search; expected stop first",
            "bestmove a1c2",
        ],
    ),
    (
        &["go infinite searchmoves a1c2", "go", "stop"],
        &[
            "info string error: 'go' during a search; expected stop first",
            "bestmove a1c2",
        ],
    ),
    (
        &["go infinite searchmoves a1c2", "go perft 3", "stop"],
        &[
            "info string error: 'go perft' during a search; expected stop first",
            "bestmove a1c2",
        ],
    ),
    (
        &["go infinite searchmoves a1c2", "go perft x", "stop"],
        &[
            "info string error: 'x' after 'perft'; expected a depth from 0 to 100",
            "bestmove a1c2",
        ],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "position startpos moves b1d2",
            "stop",
            "query fen",
        ],
        &[
            "info string error: 'position' during a search; expected stop first",
            "bestmove a1c2",
            "response aaaaa/5/5/5/AAAAA w - - 1",
        ],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "position fen garbage",
            "stop",
        ],
        &[
            "info string error: 'position' during a search; expected stop first",
            "bestmove a1c2",
        ],
    ),
    (
        &["go infinite searchmoves a1c2", "position", "stop"],
        &[
            "info string error: nothing after 'position'; expected startpos, or fen and a position",
            "bestmove a1c2",
        ],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "setoption name Threads value 2",
            "stop",
        ],
        &["bestmove a1c2"],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "setoption name Hash value 0",
            "stop",
        ],
        &[
            "info string error: value '0' of option Hash; expected a whole number from 1 to 65536",
            "bestmove a1c2",
        ],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "setoption name Nullmove value true",
            "stop",
        ],
        &[
            "info string error: no option 'Nullmove'; expected Hash, Threads, MultiPV, Ponder, Clear Hash, Move Overhead, UCI_Variant, UCI_ShowWDL, UCI_AnalyseMode, TablebasePath, DefaultTablebase",
            "bestmove a1c2",
        ],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "setoption name Clear Hash",
            "stop",
            "isready",
        ],
        &["bestmove a1c2", "readyok"],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "setoption name MultiPV value 0",
            "setoption name MultiPV value 65",
            "stop",
        ],
        &[
            "info string error: value '0' of option MultiPV; expected a whole number from 1 to 64",
            "info string error: value '65' of option MultiPV; expected a whole number from 1 to 64",
            "bestmove a1c2",
        ],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "setoption name UCI_Variant value jasir",
            "query fen",
            "stop",
            "query fen",
        ],
        &[
            "response aaaaa/5/5/5/AAAAA w - - 1",
            "info string variant jasir files 5 ranks 5 pocket 8 template fairy startpos aaaaa/5/5/5/AAAAA w - - 1",
            "bestmove a1c2",
            "response aaaaa/5/5/5/AAAAA w - - 1",
        ],
    ),
    (
        &["go infinite searchmoves a1c2", "setoption", "stop"],
        &[
            "info string error: nothing after 'setoption'; expected name, an option, and its value after the word value",
            "bestmove a1c2",
        ],
    ),
    (
        &["go infinite searchmoves a1c2", "ucinewgame", "stop"],
        &[
            "info string error: 'ucinewgame' during a search; expected stop first",
            "bestmove a1c2",
        ],
    ),
    (
        &["go infinite searchmoves a1c2", "uginewgame", "stop"],
        &[
            "info string error: 'ucinewgame' during a search; expected stop first",
            "bestmove a1c2",
        ],
    ),
    (
        &["go infinite searchmoves a1c2", "bench", "stop"],
        &[
            "info string error: 'bench' during a search; expected stop first",
            "bestmove a1c2",
        ],
    ),
    (
        &["go infinite searchmoves a1c2", "foo", "stop"],
        &["info string error: unknown command 'foo'", "bestmove a1c2"],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "isready",
            "isready",
            "isready",
            "stop",
            "isready",
        ],
        &["readyok", "readyok", "readyok", "bestmove a1c2", "readyok"],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "query p1turn",
            "query gameover",
            "query result",
            "query points",
            "stop",
        ],
        &[
            "response true",
            "response false",
            "response none",
            "response 5 5",
            "bestmove a1c2",
        ],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "query islegal a1c2",
            "query islegal c2a1",
            "query fen",
            "stop",
        ],
        &[
            "response true",
            "response false",
            "response aaaaa/5/5/5/AAAAA w - - 1",
            "bestmove a1c2",
        ],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "debug off",
            "",
            "  ",
            "\t",
            "stop",
        ],
        &["bestmove a1c2"],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "ponderhit",
            "isready",
            "stop",
        ],
        &["readyok", "bestmove a1c2"],
    ),
    (&["stop"], &[]),
    (&["stop", "stop", "stop", "isready"], &["readyok"]),
    (
        &["go infinite searchmoves a1c2", "stop", "stop", "isready"],
        &["bestmove a1c2", "readyok"],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "stop",
            "ponderhit",
            "isready",
        ],
        &["bestmove a1c2", "readyok"],
    ),
    (&["ponderhit", "isready"], &["readyok"]),
    (
        &["go ponder searchmoves a1c2", "isready", "stop"],
        &["readyok", "bestmove a1c2"],
    ),
    (
        &[
            "go ponder movetime 1 searchmoves a1c2",
            "isready",
            "ponderhit",
        ],
        &["readyok", "bestmove a1c2"],
    ),
    (
        &["go ponder depth 1 searchmoves a1c2", "ponderhit"],
        &["bestmove a1c2"],
    ),
    (
        &[
            "go ponder wtime 0 btime 0 searchmoves a1c2",
            "isready",
            "ponderhit",
        ],
        &["readyok", "bestmove a1c2"],
    ),
    (
        &[
            "go ponder infinite searchmoves a1c2",
            "ponderhit",
            "isready",
            "stop",
        ],
        &["readyok", "bestmove a1c2"],
    ),
    (
        &[
            "go ponder movetime 5 searchmoves a1c2",
            "stop",
            "ponderhit",
            "isready",
        ],
        &["bestmove a1c2", "readyok"],
    ),
    (
        &["go infinite searchmoves a1c2", "quit"],
        &["bestmove a1c2"],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "quit",
            "isready",
            "go depth 1",
        ],
        &["bestmove a1c2"],
    ),
    (
        &[
            "setoption name Threads value 8",
            "isready",
            "go infinite searchmoves a1c2",
            "quit",
        ],
        &["readyok", "bestmove a1c2"],
    ),
    (
        &[
            "setoption name Threads value 8",
            "isready",
            "go infinite searchmoves a1c2",
            "stop",
            "isready",
        ],
        &["readyok", "bestmove a1c2", "readyok"],
    ),
    (
        &[
            "setoption name Threads value 8",
            "go ponder searchmoves a1c2",
        ],
        &["bestmove a1c2"],
    ),
    (&["go infinite searchmoves a1c2"], &["bestmove a1c2"]),
    (
        &["go ponder wtime 1000 btime 1000 searchmoves a1c2"],
        &["bestmove a1c2"],
    ),
    (&["go perft 90", "stop"], &["info string perft stopped"]),
    (
        &["go perft 90", "go perft 1", "stop"],
        &[
            "info string error: 'go perft' during a search; expected stop first",
            "info string perft stopped",
        ],
    ),
    (&["go perft 90", "quit"], &["info string perft stopped"]),
    (&["bench 90", "stop"], &["info string bench stopped"]),
    (&["quit", "uci", "isready"], &[]),
    (
        &[
            "go infinite searchmoves a1c2",
            "stop",
            "position startpos moves b1d2",
            "go infinite searchmoves e5d3",
            "stop",
            "query fen",
        ],
        &[
            "bestmove a1c2",
            "bestmove e5d3",
            "response aaaaa/5/5/3A1/A1AAA b b1d2*1 - 1",
        ],
    ),
    (
        &[
            "position startpos moves b1d2",
            "position startpos",
            "query p1turn",
            "position startpos moves b1d2",
            "query p1turn",
        ],
        &["response true", "response false"],
    ),
    (
        &[
            "go infinite searchmoves a1c2",
            "stop",
            "go infinite searchmoves a1c2",
            "stop",
            "go infinite searchmoves a1c2",
            "stop",
        ],
        &["bestmove a1c2", "bestmove a1c2", "bestmove a1c2"],
    ),
];
