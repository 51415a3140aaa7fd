//! Lines that a client should not send, or that look odd, with their exact answers.
//!
//! They come after `ugi` and `position startpos moves a1c2`, and leave that position.

pub(crate) const ODD_LINES: &[(&str, &str)] = &[
    ("foo", "info string error: unknown command 'foo'"),
    ("foo bar baz", "info string error: unknown command 'foo'"),
    ("UCI", "info string error: unknown command 'UCI'"),
    ("Quit", "info string error: unknown command 'Quit'"),
    ("\0", "info string error: unknown command '\\u{0}'"),
    ("\u{1b}[A", "info string error: unknown command '\\u{1b}[A'"),
    (
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "info string error: unknown command 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'",
    ),
    ("äöü", "info string error: unknown command 'äöü'"),
    ("info depth 3", "info string error: unknown command 'info'"),
    (
        "bestmove a1c2",
        "info string error: unknown command 'bestmove'",
    ),
    (
        "position",
        "info string error: nothing after 'position'; expected startpos, or fen and a position",
    ),
    (
        "position a1",
        "info string error: 'a1' after 'position'; expected startpos, or fen and a position",
    ),
    (
        "position startposition",
        "info string error: 'startposition' after 'position'; expected startpos, or fen and a position",
    ),
    (
        "position startpos a1c2",
        "info string error: 'a1c2' after 'startpos'; expected moves",
    ),
    (
        "position startpos move a1c2",
        "info string error: 'move' after 'startpos'; expected moves",
    ),
    (
        "position startpos moves a1a5",
        "info string error: move 1: 'a1a5' is not legal here; expected one of a1c2 a1b3 b1d2 b1a3 c1a2 c1e2 c1d3 d1b2 d1c3 e1c2 e1d3",
    ),
    (
        "position startpos moves a1c2 c1c2",
        "info string error: move 2: 'c1c2' is not legal here; expected one of a5b3 a5c4 b5a3 b5d4 c5b3 c5a4 c5e4 d5e3 d5b4 e5d3 e5c4",
    ),
    (
        "position startpos moves a1c2 0000",
        "info string error: move 2: '0000' is no move; expected a form such as a1c2, A@b1 or c4a5A@b1",
    ),
    (
        "position startpos moves a1c2 a5c4 moves",
        "info string error: move 3: 'moves' is no move; expected a form such as a1c2, A@b1 or c4a5A@b1",
    ),
    (
        "position startpos moves a1a1",
        "info string error: move 1: 'a1a1' is no move; expected two different circles",
    ),
    (
        "position startpos moves A@b1",
        "info string error: move 1: 'A@b1' is not legal here; expected one of a1c2 a1b3 b1d2 b1a3 c1a2 c1e2 c1d3 d1b2 d1c3 e1c2 e1d3",
    ),
    (
        "position startpos moves a1c2A@a1",
        "info string error: move 1: 'a1c2A@a1' is not legal here; expected one of a1c2 a1b3 b1d2 b1a3 c1a2 c1e2 c1d3 d1b2 d1c3 e1c2 e1d3",
    ),
    (
        "position startpos moves a1c2,a5c4",
        "info string error: move 1: 'a1c2,a5c4' is no move; expected a form such as a1c2, A@b1 or c4a5A@b1",
    ),
    (
        "position fen",
        "info string error: nothing after 'fen'; expected a position",
    ),
    (
        "position fen moves a1c2",
        "info string error: 'moves' after 'fen'; expected a position",
    ),
    (
        "position fen startpos",
        "info string error: placement 'startpos': 1 ranks, expected 5",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA",
        "info string error: side to move '': expected w or b",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA x",
        "info string error: side to move 'x': expected w or b",
    ),
    (
        "position fen aaaaa/5/5/AAAAA w",
        "info string error: placement 'aaaaa/5/5/AAAAA': 4 ranks, expected 5",
    ),
    (
        "position fen aaaaa/5/5/5/5/AAAAA w",
        "info string error: placement 'aaaaa/5/5/5/5/AAAAA': 6 ranks, expected 5",
    ),
    (
        "position fen aaaaa/6/5/5/AAAAA w",
        "info string error: placement 'aaaaa/6/5/5/AAAAA': '6' in rank 4, expected A, a, + or 1 to 5",
    ),
    (
        "position fen aaaaa/41/4/5/AAAAA w",
        "info string error: placement 'aaaaa/41/4/5/AAAAA': 4 files in rank 3, expected 5",
    ),
    (
        "position fen aaaab/5/5/5/AAAAA w",
        "info string error: placement 'aaaab/5/5/5/AAAAA': 'b' in rank 5, expected A, a, + or 1 to 5",
    ),
    (
        "position fen aaaaa/5/5/+5/AAAAA w",
        "info string error: placement 'aaaaa/5/5/+5/AAAAA': '+' without an archer in rank 2, expected A or a after it",
    ),
    (
        "position fen aaaaa/a4/5/5/AAAAA w",
        "info string error: placement 'aaaaa/a4/5/5/AAAAA': 6 archers of Black, expected at most 5",
    ),
    (
        "position fen 5/5/5/5/5 w",
        "info string error: placement '5/5/5/5/5': no archers, expected at least one",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA w a1b1*1",
        "info string error: white run 'a1b1*1': no line joins a1 and b1, expected two neighbours",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA w a1c2*5",
        "info string error: white run 'a1c2*5': length '5', expected 1 to 4",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA w a1c2*0",
        "info string error: white run 'a1c2*0': length '0', expected 1 to 4",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA w - a1c2",
        "info string error: black run 'a1c2': expected - or a move and a length such as a1c2*1",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA w - - 0",
        "info string error: move number '0': expected a whole number from 1 to 4294967295",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA w - - -1",
        "info string error: move number '-1': expected a whole number from 1 to 4294967295",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA w - - 4294967296",
        "info string error: move number '4294967296': expected a whole number from 1 to 4294967295",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA w - - 1 1 1",
        "info string error: end of the position '1': expected at most six fields",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA w moves a1c2 a1c2",
        "info string error: move 2: 'a1c2' is not legal here; expected one of a5b3 a5c4 b5a3 b5d4 c5b3 c5a4 c5e4 d5e3 d5b4 e5d3 e5c4",
    ),
    (
        "position fen A4/5/5/5/5 b moves a1c2",
        "info string error: move 1: 'a1c2' is not legal here; expected none, the game is over",
    ),
    (
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "info string error: placement 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK…': 7 ranks, expected 5",
    ),
    (
        "setoption",
        "info string error: nothing after 'setoption'; expected name, an option, and its value after the word value",
    ),
    (
        "setoption Hash value 3",
        "info string error: 'Hash' after 'setoption'; expected name, an option, and its value after the word value",
    ),
    (
        "setoption name",
        "info string error: nothing after 'name'; expected an option",
    ),
    (
        "setoption name value 3",
        "info string error: 'value' after 'name'; expected an option",
    ),
    (
        "setoption name Foo value 3",
        "info string error: no option 'Foo'; expected Hash, Threads, MultiPV, Ponder, Clear Hash, Move Overhead, UCI_Variant, UCI_ShowWDL, UCI_AnalyseMode, TablebasePath, DefaultTablebase",
    ),
    (
        "setoption name Hash",
        "info string error: option Hash without a value; expected a whole number from 1 to 65536",
    ),
    (
        "setoption name Hash value",
        "info string error: option Hash without a value; expected a whole number from 1 to 65536",
    ),
    (
        "setoption name Hash value abc",
        "info string error: value 'abc' of option Hash; expected a whole number from 1 to 65536",
    ),
    (
        "setoption name Hash value 0",
        "info string error: value '0' of option Hash; expected a whole number from 1 to 65536",
    ),
    (
        "setoption name Hash value -1",
        "info string error: value '-1' of option Hash; expected a whole number from 1 to 65536",
    ),
    (
        "setoption name Hash value 65537",
        "info string error: value '65537' of option Hash; expected a whole number from 1 to 65536",
    ),
    (
        "setoption name Hash value 99999999999999999999",
        "info string error: value '99999999999999999999' of option Hash; expected a whole number from 1 to 65536",
    ),
    (
        "setoption name Hash value 1.5",
        "info string error: value '1.5' of option Hash; expected a whole number from 1 to 65536",
    ),
    (
        "setoption name Hash value 16 MB",
        "info string error: value '16 MB' of option Hash; expected a whole number from 1 to 65536",
    ),
    (
        "setoption name HashSize value 16",
        "info string error: no option 'HashSize'; expected Hash, Threads, MultiPV, Ponder, Clear Hash, Move Overhead, UCI_Variant, UCI_ShowWDL, UCI_AnalyseMode, TablebasePath, DefaultTablebase",
    ),
    (
        "setoption name Threads value 0",
        "info string error: value '0' of option Threads; expected a whole number from 1 to 256",
    ),
    (
        "setoption name Threads value 257",
        "info string error: value '257' of option Threads; expected a whole number from 1 to 256",
    ),
    (
        "setoption name MultiPV value 65",
        "info string error: value '65' of option MultiPV; expected a whole number from 1 to 64",
    ),
    (
        "setoption name MULTIPV value x",
        "info string error: value 'x' of option MultiPV; expected a whole number from 1 to 64",
    ),
    (
        "setoption name Move Overhead value 5001",
        "info string error: value '5001' of option Move Overhead; expected a whole number from 0 to 5000",
    ),
    (
        "setoption name MoveOverhead value 5",
        "info string error: no option 'MoveOverhead'; expected Hash, Threads, MultiPV, Ponder, Clear Hash, Move Overhead, UCI_Variant, UCI_ShowWDL, UCI_AnalyseMode, TablebasePath, DefaultTablebase",
    ),
    (
        "setoption name Ponder value yes",
        "info string error: value 'yes' of option Ponder; expected true or false",
    ),
    (
        "setoption name Ponder",
        "info string error: option Ponder without a value; expected true or false",
    ),
    (
        "setoption name UCI_ShowWDL value 1",
        "info string error: value '1' of option UCI_ShowWDL; expected true or false",
    ),
    (
        "setoption name UCI_Variant value chess",
        "info string error: value 'chess' of option UCI_Variant; expected jarmo, traditional or jasir",
    ),
    (
        "setoption name UCI_Variant",
        "info string error: option UCI_Variant without a value; expected jarmo, traditional or jasir",
    ),
    ("setoption name Clear Hash", ""),
    ("setoption name clear  HASH value now", ""),
    ("setoption name TablebasePath value <empty>", ""),
    ("setoption name TablebasePath", ""),
    (
        "setoption name TablebasePath value /no where/at all",
        "info string error: tablebase /no where/at all: No such file or directory (os error 2)",
    ),
    ("setoption name UCI_AnalyseMode value true", ""),
    (
        "debug",
        "info string error: nothing after 'debug'; expected on or off",
    ),
    (
        "debug maybe",
        "info string error: 'maybe' after 'debug'; expected on or off",
    ),
    ("debug off", ""),
    (
        "query",
        "info string error: nothing after 'query'; expected p1turn, gameover, result, moves, fen, points or islegal",
    ),
    (
        "query foo",
        "info string error: 'foo' after 'query'; expected p1turn, gameover, result, moves, fen, points or islegal",
    ),
    (
        "query P1TURN",
        "info string error: 'P1TURN' after 'query'; expected p1turn, gameover, result, moves, fen, points or islegal",
    ),
    ("query p1turn", "response false"),
    ("query p1turn now", "response false"),
    ("query gameover", "response false"),
    ("query result", "response none"),
    ("query points", "response 5 5"),
    (
        "query islegal",
        "info string error: nothing after 'islegal'; expected a move",
    ),
    ("query islegal a1c2", "response false"),
    ("query islegal a5c4", "response true"),
    ("query islegal A5C4", "response true"),
    ("query islegal foo", "response false"),
    ("query islegal 0000", "response false"),
    (
        "query moves",
        "response a5b3 a5c4 b5a3 b5d4 c5b3 c5a4 c5e4 d5e3 d5b4 e5d3 e5c4",
    ),
    ("stop", ""),
    ("ponderhit", ""),
    ("stop now", ""),
    (
        "go perft",
        "info string error: nothing after 'perft'; expected a depth from 0 to 100",
    ),
    (
        "go perft x",
        "info string error: 'x' after 'perft'; expected a depth from 0 to 100",
    ),
    (
        "go perft -1",
        "info string error: '-1' after 'perft'; expected a depth from 0 to 100",
    ),
    (
        "go perft 101",
        "info string error: '101' after 'perft'; expected a depth from 0 to 100",
    ),
    (
        "bench x",
        "info string error: 'x' after 'bench'; expected a depth from 1 to 100",
    ),
    (
        "bench 0",
        "info string error: '0' after 'bench'; expected a depth from 1 to 100",
    ),
    (
        "bench 101",
        "info string error: '101' after 'bench'; expected a depth from 1 to 100",
    ),
    (
        "bench -5",
        "info string error: '-5' after 'bench'; expected a depth from 1 to 100",
    ),
    ("d@", "info string error: unknown command 'd@'"),
    ("  \t ", ""),
    (
        "go\tperft",
        "info string error: nothing after 'perft'; expected a depth from 0 to 100",
    ),
    (
        "setoption name Foo\u{7}Bar value 1",
        "info string error: no option 'Foo\\u{7}Bar'; expected Hash, Threads, MultiPV, Ponder, Clear Hash, Move Overhead, UCI_Variant, UCI_ShowWDL, UCI_AnalyseMode, TablebasePath, DefaultTablebase",
    ),
    ("isready2", "info string error: unknown command 'isready2'"),
    (
        "ucinewgame2 uciok",
        "info string error: unknown command 'ucinewgame2'",
    ),
    ("query islegal \u{0}", "response false"),
    (
        "position startpos moves \u{0}",
        "info string error: move 1: '\\u{0}' is no move; expected a form such as a1c2, A@b1 or c4a5A@b1",
    ),
    (
        "position fen a/b/c/d/e w",
        "info string error: placement 'a/b/c/d/e': 1 files in rank 5, expected 5",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA[ w",
        "info string error: placement 'aaaaa/5/5/5/AAAAA[': expected ']' at the end of the hand",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA[]x w",
        "info string error: placement 'aaaaa/5/5/5/AAAAA[]x': expected ']' at the end of the hand",
    ),
    (
        "position fen aaaaa/5/5/5/AAAAA w - - 1 x",
        "info string error: move number 'x': expected a whole number from 1 to 4294967295",
    ),
];
