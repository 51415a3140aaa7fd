//! Limits that are negative, zero, huge, missing or no numbers, and moves to consider.

use super::Sequence;

pub(super) const SEQUENCES: &[Sequence] = &[
    (&["go depth 1 searchmoves a1c2"], &["bestmove a1c2"]),
    (&["go searchmoves a1c2 depth 1"], &["bestmove a1c2"]),
    (
        &["go wtime -1 btime -1 searchmoves a1c2"],
        &["bestmove a1c2"],
    ),
    (
        &["go wtime 0 btime 0 winc 0 binc 0 searchmoves a1c2"],
        &["bestmove a1c2"],
    ),
    (
        &["go wtime -9223372036854775809 searchmoves a1c2"],
        &["bestmove a1c2"],
    ),
    (
        &["go p1time -1 p2time -1 p1inc -5 p2inc -5 searchmoves a1c2"],
        &["bestmove a1c2"],
    ),
    (&["go movetime 0 searchmoves a1c2"], &["bestmove a1c2"]),
    (&["go movetime -100 searchmoves a1c2"], &["bestmove a1c2"]),
    (&["go depth 0 searchmoves a1c2"], &["bestmove a1c2"]),
    (&["go depth -3 searchmoves a1c2"], &["bestmove a1c2"]),
    (&["go nodes 0 searchmoves a1c2"], &["bestmove a1c2"]),
    (&["go nodes -1 searchmoves a1c2"], &["bestmove a1c2"]),
    (&["go mate 0 searchmoves a1c2"], &["bestmove a1c2"]),
    (&["go mate -1 searchmoves a1c2"], &["bestmove a1c2"]),
    (
        &["go wtime 50 btime 50 movestogo 0 searchmoves a1c2"],
        &["bestmove a1c2"],
    ),
    (
        &["go wtime 50 btime 50 movestogo -7 searchmoves a1c2"],
        &["bestmove a1c2"],
    ),
    (
        &["go nodes 9223372036854775808 depth 1 searchmoves a1c2"],
        &["bestmove a1c2"],
    ),
    (
        &["go nodes 18446744073709551616 depth 1 searchmoves a1c2"],
        &["bestmove a1c2"],
    ),
    (
        &["go depth 9223372036854775808 nodes 10 searchmoves a1c2"],
        &["bestmove a1c2"],
    ),
    (
        &["go wtime 9223372036854775808 btime 9223372036854775808 depth 1 searchmoves a1c2"],
        &["bestmove a1c2"],
    ),
    (
        &["go movetime 9223372036854775808 depth 1 searchmoves a1c2"],
        &["bestmove a1c2"],
    ),
    (
        &["go movestogo 9223372036854775808 wtime 20 searchmoves a1c2"],
        &["bestmove a1c2"],
    ),
    (
        &["go depth 1 depth 2 depth 1 searchmoves a1c2"],
        &["bestmove a1c2"],
    ),
    (&["go binc 5 searchmoves a1c2"], &["bestmove a1c2"]),
    (&["go movestogo 3 searchmoves a1c2"], &["bestmove a1c2"]),
    (
        &["go depth searchmoves a1c2"],
        &[
            "info string error: nothing after 'depth'; expected a whole number",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 depth"],
        &[
            "info string error: nothing after 'depth'; expected a whole number",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 nodes"],
        &[
            "info string error: nothing after 'nodes'; expected a whole number",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 movetime"],
        &[
            "info string error: nothing after 'movetime'; expected a whole number",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 wtime"],
        &[
            "info string error: nothing after 'wtime'; expected a whole number",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 mate"],
        &[
            "info string error: nothing after 'mate'; expected a whole number",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 movestogo"],
        &[
            "info string error: nothing after 'movestogo'; expected a whole number",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 depth nodes 5"],
        &[
            "info string error: nothing after 'depth'; expected a whole number",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 depth x"],
        &[
            "info string error: 'x' after 'depth'; expected a whole number",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 depth 1.5"],
        &[
            "info string error: '1.5' after 'depth'; expected a whole number",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 movetime 1e3"],
        &[
            "info string error: '1e3' after 'movetime'; expected a whole number",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 wtime 1000ms btime 1000ms"],
        &[
            "info string error: '1000ms' after 'wtime'; expected a whole number",
            "info string error: '1000ms' after 'btime'; expected a whole number",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 depth 0x10"],
        &[
            "info string error: '0x10' after 'depth'; expected a whole number",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 nodes 1,000"],
        &[
            "info string error: '1,000' after 'nodes'; expected a whole number",
            "bestmove a1c2",
        ],
    ),
    (&["go searchmoves a1c2 depth +1"], &["bestmove a1c2"]),
    (
        &["go searchmoves a1c2 simulations 5"],
        &[
            "info string error: 'simulations' in 'go'; expected a move or a limit such as depth, movetime or wtime",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 byoyomi 0 wtime 10 btime 10"],
        &[
            "info string error: 'byoyomi' in 'go'; expected a move or a limit such as depth, movetime or wtime",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 foo bar baz depth 1"],
        &[
            "info string error: 'foo' and 2 other words in 'go'; expected a move or a limit such as depth, movetime or wtime",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 Depth 1"],
        &[
            "info string error: 'Depth' in 'go'; expected a move or a limit such as depth, movetime or wtime",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1a5 depth 1"],
        &[
            "info string error: searchmoves: 'a1a5' is not legal here; expected one of a1c2 a1b3 b1d2 b1a3 c1a2 c1e2 c1d3 d1b2 d1c3 e1c2 e1d3",
            "info depth 0 score cp *",
            "bestmove 0000",
        ],
    ),
    (
        &["go searchmoves a1a5"],
        &[
            "info string error: searchmoves: 'a1a5' is not legal here; expected one of a1c2 a1b3 b1d2 b1a3 c1a2 c1e2 c1d3 d1b2 d1c3 e1c2 e1d3",
            "info depth 0 score cp *",
            "bestmove 0000",
        ],
    ),
    (
        &["go infinite searchmoves A@b1"],
        &[
            "info string error: searchmoves: 'A@b1' is not legal here; expected one of a1c2 a1b3 b1d2 b1a3 c1a2 c1e2 c1d3 d1b2 d1c3 e1c2 e1d3",
            "info depth 0 score cp *",
            "bestmove 0000",
        ],
    ),
    (
        &["go searchmoves a1a5 a1c2 depth 1"],
        &[
            "info string error: searchmoves: 'a1a5' is not legal here; expected one of a1c2 a1b3 b1d2 b1a3 c1a2 c1e2 c1d3 d1b2 d1c3 e1c2 e1d3",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 a1c2 a1c2 depth 1"],
        &["bestmove a1c2"],
    ),
    (&["go searchmoves A1C2 depth 1"], &["bestmove a1c2"]),
    (
        &["go simulations 5 searchmoves a1c2"],
        &[
            "info string error: 'simulations' in 'go'; expected a limit such as depth, movetime or wtime",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves 0000 a1c2"],
        &[
            "info string error: '0000' in 'go'; expected a move or a limit such as depth, movetime or wtime",
            "bestmove a1c2",
        ],
    ),
    (
        &["go infinite searchmoves 0000 zzz"],
        &[
            "info string error: '0000' and 1 other word in 'go'; expected a move or a limit such as depth, movetime or wtime",
            "info depth 0 score cp *",
            "bestmove 0000",
        ],
    ),
    (
        &["go searchmoves zzz a1a5 depth 1"],
        &[
            "info string error: 'zzz' in 'go'; expected a move or a limit such as depth, movetime or wtime",
            "info string error: searchmoves: 'a1a5' is not legal here; expected one of a1c2 a1b3 b1d2 b1a3 c1a2 c1e2 c1d3 d1b2 d1c3 e1c2 e1d3",
            "info depth 0 score cp *",
            "bestmove 0000",
        ],
    ),
    (
        &["go searchmoves zzz a1c2 depth 1"],
        &[
            "info string error: 'zzz' in 'go'; expected a move or a limit such as depth, movetime or wtime",
            "bestmove a1c2",
        ],
    ),
    (
        &["go searchmoves a1c2 searchmoves a1c2 depth 1"],
        &["bestmove a1c2"],
    ),
];
