//! Values from the ends of the game backwards.

use std::collections::VecDeque;

use jarmo_engine::{ARCHERS, Side};

use super::graph::{Edges, Graph};

/// The points of five archers on the goal row, against none.
pub(super) const MAX_MARGIN: i32 = 2 * ARCHERS as i32;

/// How a game ends under best play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    /// White's points less Black's.
    pub(super) margin: i32,
    /// Turns until the end; 0 where the margin is 0.
    pub(super) plies: u32,
}

/// The outcome of every position, if play ended in unexplored ones with `unexplored_margin` from White's side.
pub(super) fn outcomes(
    graph: &Graph,
    predecessors: &Edges,
    unexplored_margin: i32,
) -> Vec<Outcome> {
    let margin_here = |node: u32| {
        let position = &graph.positions[node as usize];
        if position.is_over() {
            position.points(Side::White) - position.points(Side::Black)
        } else {
            unexplored_margin
        }
    };
    let ends: Vec<(u32, i32)> = graph
        .successors
        .nodes()
        .filter(|&node| graph.successors.of(node).is_empty())
        .map(|node| (node, margin_here(node)))
        .collect();
    let mut retrograde = Retrograde {
        graph,
        predecessors,
        outcomes: vec![Outcome::default(); graph.positions.len()],
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
    fn settle_wins(&mut self, winner: Side, ends: &[(u32, i32)]) {
        let successors = &self.graph.successors;
        // The loser's moves that are not known to lose.
        let mut open_moves: Vec<usize> = successors
            .nodes()
            .map(|node| successors.of(node).len())
            .collect();
        for points in (1..=MAX_MARGIN).rev() {
            let margin = match winner {
                Side::White => points,
                Side::Black => -points,
            };
            let mut queue = VecDeque::new();
            for &(node, _) in ends.iter().filter(|end| end.1 == margin) {
                self.outcomes[node as usize] = Outcome { margin, plies: 0 };
                queue.push_back(node);
            }
            while let Some(node) = queue.pop_front() {
                let plies = self.outcomes[node as usize].plies + 1;
                for &before in self.predecessors.of(node) {
                    let index = before as usize;
                    if self.outcomes[index].margin != 0 {
                        continue;
                    }
                    open_moves[index] -= 1;
                    let is_winners_choice = self.graph.positions[index].side_to_move() == winner;
                    if is_winners_choice || open_moves[index] == 0 {
                        self.outcomes[index] = Outcome { margin, plies };
                        queue.push_back(before);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use jarmo_engine::{Position, RuleSet};

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
        let beside_it = [(white, vec![1, 2]), (black, vec![4]), (black, vec![0, 4])];
        let (positions, successors): (Vec<_>, Vec<_>) = circle.into_iter().chain(beside_it).unzip();
        let graph = Graph::of(positions, &successors);
        let won = |margin, plies| Outcome { margin, plies };
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
