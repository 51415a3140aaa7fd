//! Values from the ends of the game backwards.

use jarmo_engine::{ARCHERS, Position, Side};

use super::graph::{Edges, Graph};

/// The points of five archers on the goal row, against none.
pub(super) const MAX_MARGIN: i32 = 2 * ARCHERS as i32;

/// How a game ends under best play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// White's points less Black's.
    pub margin: i32,
    /// Turns until the end; 0 where the margin is 0.
    pub plies: u32,
}

impl Outcome {
    /// The outcome of a position in which the game is over.
    pub(super) fn at_end(position: &Position) -> Option<Self> {
        position.is_over().then(|| Self {
            margin: position.points(Side::White) - position.points(Side::Black),
            plies: 0,
        })
    }
}

/// The outcome of every position, if play ended in unexplored ones with `unexplored_margin` from White's side.
pub(super) fn outcomes(
    graph: &Graph,
    predecessors: &Edges,
    unexplored_margin: i32,
) -> Vec<Outcome> {
    let unexplored = Outcome {
        margin: unexplored_margin,
        plies: 0,
    };
    let unexplored = graph.unexplored.iter().map(|&node| (node, unexplored));
    let ends: Vec<(u32, Outcome)> = graph.ends.iter().copied().chain(unexplored).collect();
    let mut retrograde = Retrograde {
        graph,
        predecessors,
        outcomes: vec![Outcome::default(); graph.len()],
    };
    for winner in Side::BOTH {
        retrograde.settle_wins(winner, &ends);
    }
    retrograde.outcomes
}

struct Retrograde<'a> {
    graph: &'a Graph,
    predecessors: &'a Edges,
    /// What is known so far; a draw where nothing is.
    outcomes: Vec<Outcome>,
}

impl Retrograde<'_> {
    /// Finds what `winner` can force, the largest margin first.
    ///
    /// A win is also a win by less, so each margin goes on where the larger one came to rest. In that way the loser's
    /// moves into a larger margin do not count as ways to prolong the game.
    fn settle_wins(&mut self, winner: Side, ends: &[(u32, Outcome)]) {
        let successors = &self.graph.successors;
        // The loser's moves that are not known to lose.
        let mut open_moves: Vec<u16> = successors
            .nodes()
            .map(|node| successors.of(node).len() as u16)
            .collect();
        for points in (1..=MAX_MARGIN).rev() {
            let margin = match winner {
                Side::White => points,
                Side::Black => -points,
            };
            // The positions newly known to be won, by their turns until the end.
            let mut won: Vec<Vec<u32>> = Vec::new();
            for &(node, outcome) in ends.iter().filter(|end| end.1.margin == margin) {
                self.outcomes[node as usize] = outcome;
                push(&mut won, outcome.plies, node);
            }
            let mut plies = 0;
            while plies < won.len() {
                let nodes = std::mem::take(&mut won[plies]);
                plies += 1;
                for &before in nodes.iter().flat_map(|&node| self.predecessors.of(node)) {
                    let index = before as usize;
                    if self.outcomes[index].margin != 0 {
                        continue;
                    }
                    open_moves[index] -= 1;
                    let is_winners_choice = self.graph.position(index).side_to_move() == winner;
                    if is_winners_choice || open_moves[index] == 0 {
                        let plies = plies as u32;
                        self.outcomes[index] = Outcome { margin, plies };
                        push(&mut won, plies, before);
                    }
                }
            }
        }
    }
}

fn push(lists: &mut Vec<Vec<u32>>, number: u32, node: u32) {
    let number = number as usize;
    if lists.len() <= number {
        lists.resize_with(number + 1, Vec::new);
    }
    lists[number].push(node);
}

#[cfg(test)]
mod tests {
    use jarmo_engine::RuleSet;

    use super::*;

    /// No position of the game is known in which a side has nothing better than to play on for ever, so this graph is
    /// made up.
    #[test]
    fn nobody_has_to_leave_a_circle_in_order_to_lose() {
        let position = |text| Position::parse(text, RuleSet::Jarmo).unwrap();
        let [white, black] = ["5/2A2/5/2a2/5 w", "5/2A2/5/2a2/5 b"].map(position);
        let [white_won, black_won] = ["A4/5/5/2a2/5 b", "5/2A2/5/5/a4 w"].map(position);
        let circle = [
            (white, vec![1, 3]),
            (black, vec![0, 2]),
            (white_won, vec![]),
            (black_won, vec![]),
        ];
        let [beside, after, before] =
            ["5/1A3/5/1a3/5 w", "5/1A3/5/1a3/5 b", "5/3A1/5/1a3/5 b"].map(position);
        let beside_it = [(beside, vec![1, 2]), (after, vec![4]), (before, vec![0, 4])];
        let (positions, successors): (Vec<_>, Vec<_>) = circle.into_iter().chain(beside_it).unzip();
        let won = |margin, plies| Outcome { margin, plies };
        let ends = vec![(2, won(1, 0)), (3, won(-1, 0))];
        let graph = Graph::of(positions, &successors, ends);
        let expected = [
            Outcome::default(),
            Outcome::default(),
            won(1, 0),
            won(-1, 0),
            won(1, 1),
            won(1, 2),
            Outcome::default(),
        ];
        let predecessors = graph.successors.reversed();
        assert_eq!(outcomes(&graph, &predecessors, 0), expected);
    }
}
