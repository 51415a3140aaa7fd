#!/usr/bin/env python3
"""Drives jarmo with the `chess` package of PyPI: play, analyse, ponder.

usage: python_chess.py PROGRAM

`chess.engine` needs of a board only what `Board` below has, and nothing of the
rules: what the engine answers is taken on trust, and `check_game` has the whole
game checked afterwards. Leaves with 77 and the reason if it can't run.
"""

import logging
import subprocess
import sys

try:
    import chess
    import chess.engine
except ImportError:
    print("skipped: there is no Python package 'chess' (pip install chess)")
    sys.exit(77)

START = "aaaaa/5/5/5/AAAAA w - - 1"

# After these moves Black may bring an archer back.
CAPTURES = "b1d2 a5c4 a1b3 b5d4 b3a1 d4b5 a1b3 c5e4 d1c3 e5d3 d2b1 d3c1 b3b2 c4b2 c3e4"


class Move(str):
    """A move as text; the null move is false, as in `chess`."""

    def uci(self):
        return str(self)

    def __bool__(self):
        return self != "0000"


class Board:
    uci_variant = "jarmo"
    chess960 = False

    def __init__(self, fen=START):
        self.first = fen
        self.move_stack = []

    @property
    def turn(self):
        white_began = self.first.split()[1] == "w"
        return white_began == (len(self.move_stack) % 2 == 0)

    def fen(self, **_):
        return self.first

    def root(self):
        return Board(self.first)

    def copy(self, *, stack=True):
        board = Board(self.first)
        board.move_stack = self.move_stack[:]
        return board

    def parse_uci(self, text):
        return Move(text)

    def push_uci(self, text):
        self.push(Move(text))
        return self.move_stack[-1]

    def push(self, move):
        self.move_stack.append(move)

    def pop(self):
        return self.move_stack.pop()

    def __eq__(self, other):
        return (self.first, self.move_stack) == (other.first, other.move_stack)


class Complaints(logging.Handler):
    """What the package found wrong with the engine."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def ask(program, *lines):
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run([program], input=text, capture_output=True, text=True, timeout=60)
    return done.stdout.splitlines()


def check_game(program, board):
    """The rules, asked once: every move was legal and the game is over."""
    moves = " ".join(board.move_stack)
    answers = ask(program, f"position startpos moves {moves}", "query gameover")
    assert answers == ["response true"], answers


def play(engine, program, name, limit):
    board = Board()
    for _ in range(400):
        moves = " ".join(board.move_stack)
        if ask(program, f"position startpos moves {moves}", "query gameover") == ["response true"]:
            break
        board.push(engine.play(board, limit, game=name).move)
    check_game(program, board)
    re_entries = sum("@" in move for move in board.move_stack)
    print(f"played {name}: {len(board.move_stack)} moves, {re_entries} re-entries")
    null = engine.play(board, limit, game=name).move
    assert not null, f"{null} in a finished game"


def analyse(engine):
    board = Board()
    board.push_uci("b1d2")
    lines = engine.analyse(board, chess.engine.Limit(depth=7), multipv=3)
    assert [line["multipv"] for line in lines] == [1, 2, 3], lines
    assert all(line["depth"] >= 6 and line["pv"] and line["nodes"] > 0 for line in lines), lines
    scores = [line["score"].relative for line in lines]
    assert scores == sorted(scores, reverse=True), scores
    assert len({line["pv"][0] for line in lines}) == 3, lines
    only = [Move("a5c4")]
    line = engine.analyse(board, chess.engine.Limit(nodes=5000), root_moves=only)
    assert line["pv"][0] == "a5c4", line
    capture = Board()
    for move in CAPTURES.split():
        capture.push_uci(move)
    re_entry = engine.play(capture, chess.engine.Limit(depth=3), root_moves=[Move("A@a5")]).move
    assert re_entry == "a@a5", "the package writes moves in lower case"
    capture.push(re_entry)
    assert engine.play(capture, chess.engine.Limit(depth=3)).move
    won = Board("A4/4a/5/5/4A w - - 1")
    line = engine.analyse(won, chess.engine.Limit(depth=12))
    assert line["score"].white() == chess.engine.Mate(2), line
    engine.configure({"UCI_ShowWDL": True, "Hash": 8, "Threads": 2})
    line = engine.analyse(board, chess.engine.Limit(time=0.1))
    assert sum(line["wdl"].relative) == 1000, line
    with engine.analysis(board) as analysis:
        deepest = 0
        for info in analysis:
            deepest = max(deepest, info.get("depth", 0))
            if deepest >= 8:
                break
    assert deepest >= 8
    print(f"analysed: best of three {lines[0]['pv'][0]} {scores[0]}, endless to depth {deepest}")


def ponder(engine):
    limit = chess.engine.Limit(white_clock=5, black_clock=5, white_inc=0.05, black_inc=0.05)
    board = Board()
    hits = misses = 0
    for number in range(8):
        result = engine.play(board, limit, game="ponder", ponder=True)
        board.push(result.move)
        assert result.ponder, "a move to ponder on"
        if number % 2 == 0:
            board.push(result.ponder)
            hits += 1
        else:
            legal = ask(PROGRAM, f"position startpos moves {' '.join(board.move_stack)}", "query moves")
            others = [move for move in legal[0].split()[1:] if move != result.ponder]
            board.push(Move(others[0]))
            misses += 1
    engine.play(board, limit, game="ponder")
    print(f"pondered: {hits} hits, {misses} misses")


PROGRAM = sys.argv[1]
complaints = Complaints()
logging.getLogger("chess.engine").addHandler(complaints)
with chess.engine.SimpleEngine.popen_uci(PROGRAM, timeout=60) as engine:
    print(f"python-chess {chess.__version__} drives {engine.id['name']}")
    play(engine, PROGRAM, "by nodes", chess.engine.Limit(nodes=3000))
    play(engine, PROGRAM, "by time", chess.engine.Limit(time=0.01))
    play(engine, PROGRAM, "by clock", chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01))
    analyse(engine)
    ponder(engine)
    engine.ping()
assert not complaints.lines, complaints.lines
