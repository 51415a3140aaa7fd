#!/usr/bin/env bash
# Whole games in XBoard, which knows nothing of Jarmo, through the adapter uci2wb.
#
# usage: xboard.sh PROGRAM [GAMES [SECONDS]]
#
# XBoard shows the circles as squares and draws neither the lines nor the marks; captured
# archers stand beside the board. It takes the answer `0000` in a finished game for a
# resignation after a loss and for a draw otherwise, so a game that the last mover loses
# is recorded as a draw. Only the rule set jarmo can be played.
#
# Plays GAMES (2) games of SECONDS (5) a side on a screen that nobody sees, and leaves
# with 77 and the reason if a program is missing. JARMO_XBOARD_OUT=FOLDER keeps the games,
# the log, and two pictures of the screen: at the start and in the middle of a game.
set -euo pipefail
PATH=$PATH:/usr/games

for needed in xboard uci2wb Xvfb import; do
    if ! command -v "$needed" >/dev/null; then
        echo "skipped: there is no '$needed' (apt-get install xboard uci2wb xvfb imagemagick)"
        exit 77
    fi
done

program=$(realpath "$1")
games=${2:-2}
seconds=${3:-5}

folder=$(mktemp -d)
screen=
cleanup() {
    [ -z "$screen" ] || kill "$screen" 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT

# The server chooses a free display and says which.
mkfifo "$folder/display"
Xvfb -displayfd 3 -screen 0 480x480x24 3>"$folder/display" 2>"$folder/screen.log" &
screen=$!
read -r display <"$folder/display"
export DISPLAY=:$display
# No settings of the user's are read or changed.
export HOME=$folder

# The adapter takes the program's path up to the first blank; this one has none.
ln -s "$program" "$folder/jarmo"
engine="uci2wb debug $folder/jarmo"

timeout $((games * seconds * 3 + 60)) xboard \
    -variant jarmo -testLegality false \
    -fcp "$engine" -scp "$engine" \
    -matchGames "$games" -tc "0:$(printf '%02d' "$seconds")" -inc 0 \
    -saveGameFile "$folder/games.pgn" \
    -debug -nameOfDebugFile "$folder/debug.log" \
    -popupExitMessage false -popupMoveErrors false -xexit \
    >"$folder/xboard.log" 2>&1 &
xboard=$!
sleep 1.5
import -window root "$folder/start.png" || true
sleep "$seconds"
import -window root "$folder/middle.png" || true
status=0
wait "$xboard" || status=$?

if [ -n "${JARMO_XBOARD_OUT:-}" ]; then
    mkdir -p "$JARMO_XBOARD_OUT"
    cp "$folder"/*.png "$folder"/*.log "$folder"/games.pgn "$JARMO_XBOARD_OUT"
fi
[ "$status" -eq 0 ] || { echo "xboard ended with $status"; tail -3 "$folder/xboard.log"; exit 1; }

count() { grep -cE "$1" "$2" || true; }
whole=$(count '^\[Result "(1-0|0-1|1/2-1/2)"\]' "$folder/games.pgn")
forfeits=$(count 'forfeit|Illegal|illegal|disconnect|exited' "$folder/games.pgn")
errors=$(count 'info string error' "$folder/debug.log")
re_entries=$(count '(first|second)\s*: move [A-Za-z]@' "$folder/debug.log")
echo "xboard: $whole of $games games, $forfeits forfeits, $errors errors, $re_entries re-entries"
echo "results: $(grep -oE '^\[Result "[^"]*"' "$folder/games.pgn" | cut -d'"' -f2 | sort | uniq -c | tr -s ' ' | tr '\n' ',')"
[ "$whole" -eq "$games" ] && [ "$forfeits" -eq 0 ] && [ "$errors" -eq 0 ]
