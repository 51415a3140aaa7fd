//! Positions: moves that are wrong, games that are over, players without a move; then blanks and line ends.

use super::Sequence;

pub(super) const SEQUENCES: &[Sequence] = &[
    (
        &[
            "position startpos moves a1c2 a5c4 a1a5 c5b3 c1d3",
            "query fen",
        ],
        &[
            "info string error: move 3: 'a1a5' is not legal here; expected one of b1d2 b1a3 c1a2 c1e2 c1d3 d1b2 d1c3 e1d3 c2a1 c2b2 c2d2 c2e3",
            "response aaaaa/5/5/5/AAAAA w - - 1",
        ],
    ),
    (
        &["position startpos moves a1c2 a5c4 xyz c5b3", "query fen"],
        &[
            "info string error: move 3: 'xyz' is no move; expected a form such as a1c2, A@b1 or c4a5A@b1",
            "response aaaaa/5/5/5/AAAAA w - - 1",
        ],
    ),
    (
        &[
            "position startpos moves a1c2 a5c4",
            "position startpos moves b1d2 a1c2 a1c2",
            "query fen",
        ],
        &[
            "info string error: move 2: 'a1c2' is not legal here; expected one of a5b3 a5c4 b5a3 b5d4 c5b3 c5a4 c5e4 d5e3 d5b4 e5d3 e5c4",
            "response 1aaaa/2a2/5/2A2/1AAAA w a1c2*1 a5c4*1 2",
        ],
    ),
    (
        &["position startpos moves", "query fen"],
        &["response aaaaa/5/5/5/AAAAA w - - 1"],
    ),
    (
        &["position startpos moves A1C2 A5c4", "query fen"],
        &["response 1aaaa/2a2/5/2A2/1AAAA w a1c2*1 a5c4*1 2"],
    ),
    (
        &["position startpos moves a1c2 a5c4 c2a1 c4a5 a1c2 a5c4 c2a1 c4a5 a1c2"],
        &[
            "info string error: move 9: 'a1c2' is not legal here; expected one of a1b3 b1d2 b1a3 c1a2 c1e2 c1d3 d1b2 d1c3 e1c2 e1d3",
        ],
    ),
    (
        &[
            "setoption name UCI_Variant value traditional",
            "position startpos moves a1c2 a5c4 c2a1 c4a5 a1c2 a5c4 c2a1",
        ],
        &[
            "info string variant traditional files 5 ranks 5 pocket 8 template fairy startpos aaaaa/5/5/5/AAAAA w - - 1",
            "info string error: move 7: 'c2a1' is not legal here; expected one of b1d2 b1a3 c1a2 c1e2 c1d3 d1b2 d1c3 e1d3 c2b2 c2d2 c2e3",
        ],
    ),
    (
        &[
            "setoption name UCI_Variant value jasir",
            "position startpos moves a1c2 a5c4 c2a1",
        ],
        &[
            "info string variant jasir files 5 ranks 5 pocket 8 template fairy startpos aaaaa/5/5/5/AAAAA w - - 1",
            "info string error: move 3: 'c2a1' is not legal here; expected one of b1d2 b1a3 c1a2 c1e2 c1d3 d1b2 d1c3 e1d3 c2b2 c2d2 c2e3",
        ],
    ),
    (
        &[
            "position fen aaaaa/5/5/5/AAAAA[AAaa] w KQkq - 0 9",
            "query fen",
        ],
        &["response aaaaa/5/5/5/AAAAA w - - 9"],
    ),
    (
        &["position fen aaaaa/5/5/5/AAAAA b", "query fen"],
        &["response aaaaa/5/5/5/AAAAA b - - 1"],
    ),
    (
        &[
            "position fen  aaaaa/5/5/5/AAAAA \t w  moves  a1c2",
            "query fen",
        ],
        &["response aaaaa/5/5/2A2/1AAAA b a1c2*1 - 1"],
    ),
    (
        &["position fen 2A1A/5/1+A3/5/aA+aA1 w", "go depth 3"],
        &["info depth 0 score cp 300", "bestmove 0000"],
    ),
    (
        &["position fen 2A1A/5/1+A3/5/aA+aA1 b", "go infinite"],
        &["info depth 0 score mate 0", "bestmove 0000"],
    ),
    (
        &[
            "position fen 2A1A/5/1+A3/5/aA+aA1 b",
            "go ponder wtime 100 btime 100",
            "ponderhit",
            "stop",
            "isready",
        ],
        &["info depth 0 score mate 0", "bestmove 0000", "readyok"],
    ),
    (
        &["position fen 2A1A/5/1+A3/5/aA+aA1 w", "go searchmoves a1c2"],
        &[
            "info string error: searchmoves: 'a1c2' is not legal here; expected none, the game is over",
            "info depth 0 score cp 300",
            "bestmove 0000",
        ],
    ),
    (
        &["position fen 2A1A/5/1+A3/5/aA+aA1 w", "go perft 3"],
        &["Nodes searched: 0"],
    ),
    (
        &[
            "position fen 2A1A/5/1+A3/5/aA+aA1 w",
            "query gameover",
            "query result",
            "query points",
            "query moves",
            "query islegal b3a1",
        ],
        &[
            "response true",
            "response p1win",
            "response 7 4",
            "response none",
            "response false",
        ],
    ),
    (
        &[
            "position fen A4/5/5/5/a4 b",
            "query result",
            "go movetime 0",
        ],
        &["response draw", "info depth 0 score cp 0", "bestmove 0000"],
    ),
    (
        &[
            "position fen 5/5/5/3+a1/5 w",
            "query result",
            "query points",
            "go",
        ],
        &[
            "response p2win",
            "response 0 1",
            "info depth 0 score mate 0",
            "bestmove 0000",
        ],
    ),
    (
        &[
            "position fen 2A1A/5/1+A3/5/aA+aA1 w moves b3a1",
            "query fen",
        ],
        &[
            "info string error: move 1: 'b3a1' is not legal here; expected none, the game is over",
            "response aaaaa/5/5/5/AAAAA w - - 1",
        ],
    ),
    (
        &[
            "position startpos moves a1b3 b5d4 d1b2 e5d3 b3a1 d4b5 b2d1 d3e5 a1b3 b5d4 d1b2 e5d3 b3a1 d4b5 b2d1 d3e5 a1b3 b5d4",
            "query gameover",
            "query result",
            "query points",
            "query islegal c1d3",
            "go searchmoves c1d3 depth 2",
        ],
        &[
            "response true",
            "response draw",
            "response 0 0",
            "response true",
            "bestmove c1d3",
        ],
    ),
    (
        &[
            "position fen 1A3/5/A2a1/5/5 w b1a3*4 - 20",
            "query gameover",
            "query result",
            "query points",
            "query moves",
            "query islegal a3b1",
            "go depth 5",
        ],
        &[
            "response true",
            "response p1win",
            "response 3 1",
            "response none",
            "response false",
            "info depth 0 score cp 200",
            "bestmove 0000",
        ],
    ),
    (
        &[
            "position fen 5/5/a2A1/5/1a3 b - b5a3*4 20",
            "query result",
            "query points",
            "go infinite",
        ],
        &[
            "response p2win",
            "response 1 3",
            "info depth 0 score cp 200",
            "bestmove 0000",
        ],
    ),
    (
        &[
            "position fen 1A3/5/A2a1/5/5 w b1a3*4 - 20",
            "go ponder",
            "ponderhit",
            "stop",
            "isready",
        ],
        &["info depth 0 score cp 200", "bestmove 0000", "readyok"],
    ),
    (
        &[
            "position fen 1A3/5/A2a1/5/5 w b1a3*4 - 20 moves a3b1",
            "query fen",
        ],
        &[
            "info string error: move 1: 'a3b1' is not legal here; expected none, the game is over",
            "response aaaaa/5/5/5/AAAAA w - - 1",
        ],
    ),
    (
        &["position fen 1A3/5/A2a1/5/5 w b1a3*4 - 20", "go perft 2"],
        &["Nodes searched: 0"],
    ),
    (
        &[
            "setoption name UCI_Variant value traditional",
            "position fen 1A3/5/A2a1/5/5 w b1a3*3",
            "query result",
            "go movetime 100",
        ],
        &[
            "info string variant traditional files 5 ranks 5 pocket 8 template fairy startpos aaaaa/5/5/5/AAAAA w - - 1",
            "response p1win",
            "info depth 0 score cp 200",
            "bestmove 0000",
        ],
    ),
    (
        &["isready\r\nisready\r\n\r\nquery p1turn\r\nquit\r"],
        &["readyok", "readyok", "response true"],
    ),
    (&["isready\r\r\risready"], &["readyok", "readyok"]),
    (
        &["\t isready \t", " \t ", "", "query\tp1turn"],
        &["readyok", "response true"],
    ),
    (
        &["position   startpos\tmoves  \t a1c2", "query    fen"],
        &["response aaaaa/5/5/2A2/1AAAA b a1c2*1 - 1"],
    ),
    (&["\n\n\n\nisready\n\n\n"], &["readyok"]),
    (
        &["isready\0", "isready"],
        &[
            "info string error: unknown command 'isready\\u{0}'",
            "readyok",
        ],
    ),
    (
        &["foo isready", "bar baz query p1turn"],
        &["readyok", "response true"],
    ),
    (&["info string isready"], &["readyok"]),
    (
        &["isready uci ugi quit", "query p1turn"],
        &["readyok", "response true"],
    ),
    (&["go perft 0"], &["Nodes searched: 1"]),
    (
        &["ucinewgame", "ucinewgame", "uginewgame", "isready"],
        &["readyok"],
    ),
    (
        &["debug on", "debug off", "debug", "isready"],
        &[
            "info string error: nothing after 'debug'; expected on or off",
            "readyok",
        ],
    ),
    (
        &[
            "setoption name Threads value 4",
            "setoption name Threads value 1",
            "isready",
        ],
        &["readyok"],
    ),
    (
        &[
            "setoption name UCI_Variant value traditional",
            "ucinewgame",
            "query fen",
            "setoption name UCI_Variant value jarmo",
        ],
        &[
            "info string variant traditional files 5 ranks 5 pocket 8 template fairy startpos aaaaa/5/5/5/AAAAA w - - 1",
            "response aaaaa/5/5/5/AAAAA w - - 1",
            "info string variant jarmo files 5 ranks 5 pocket 8 template fairy startpos aaaaa/5/5/5/AAAAA w - - 1",
        ],
    ),
    (
        &[
            "setoption name hash value 1",
            "isready",
            "setoption name HASH value 2",
            "isready",
        ],
        &["readyok", "readyok"],
    ),
];
