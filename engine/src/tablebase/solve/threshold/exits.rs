//! What the ends of the game and the lower layers decide, once and for all, when a layer begins.

use crate::ruleset::Reentry;
use crate::side::Side;
use crate::square::Square;

use super::layer::{ClassPlanes, ThresholdSolver, chunk_rows};
use super::parallel::for_each_chunk;
use super::program::{Exit, list_turns};
use super::row::{Context, Scratch, Source, Victim};
use super::store::{Stage, StoreError};
use crate::tablebase::{Army, Class, Layer, Material};

impl ThresholdSolver<'_> {
    /// Fills the planes of one side to move with what the ends of the game and the lower layers decide.
    pub(super) fn find_exits(
        &self,
        planes: &mut ClassPlanes,
        mover: Side,
    ) -> Result<(), StoreError> {
        let class = planes.class;
        let exits = self.exits(class, mover, |layer| layer < self.layer);
        let sources = self.lower_sources(&exits, mover)?;
        let context = Context::new(self.goal, mover, class, self.tables, &sources);
        let ClassPlanes {
            proved,
            allowed,
            once,
            ..
        } = planes;
        let proved = &mut proved[mover as usize];
        let stride = proved.stride();
        let restricted = self.goal.restricted() == Some(mover);
        // The three planes are cut into the same chunks of rows.
        let rows = chunk_rows(stride);
        let mut chunks: Vec<_> = proved
            .words_mut()
            .chunks_mut(rows * stride)
            .map(|chunk| (chunk, None, None))
            .collect();
        if mover != self.goal.prover {
            let allowed = allowed.words_mut().chunks_mut(rows * stride);
            for (slot, chunk) in chunks.iter_mut().zip(allowed) {
                slot.1 = Some(chunk);
            }
        }
        if restricted {
            let once = once.words_mut().chunks_mut(rows * stride);
            for (slot, chunk) in chunks.iter_mut().zip(once) {
                slot.2 = Some(chunk);
            }
        }
        for_each_chunk(
            &mut chunks,
            1,
            || Scratch::new(stride),
            |scratch, number, chunk| {
                let (proved, allowed, once) = &mut chunk[0];
                for (index, proved) in proved.chunks_exact_mut(stride).enumerate() {
                    let range = index * stride..(index + 1) * stride;
                    scratch.exits_of_row(&context, number * rows + index, &exits, proved);
                    if let Some(allowed) = allowed {
                        let allowed = &mut allowed[range.clone()];
                        let words = allowed.iter_mut().zip(&*proved);
                        let undecided = scratch.live.iter().zip(&scratch.served);
                        for ((allowed, &ended), (&live, &served)) in words.zip(undecided) {
                            *allowed = ended | (live & !served);
                        }
                    } else {
                        let undecided = scratch.live.iter().zip(&scratch.served);
                        for (proved, (&live, &served)) in proved.iter_mut().zip(undecided) {
                            *proved |= live & served;
                        }
                    }
                    if let Some(once) = once {
                        once[range].copy_from_slice(&scratch.once);
                    }
                }
            },
        );
        Ok(())
    }

    /// Where turns of `class` lead in the layers that are `wanted`.
    pub(super) fn exits(
        &self,
        class: Class,
        mover: Side,
        wanted: impl Fn(Layer) -> bool,
    ) -> Vec<Exit> {
        let (own, other) = (class.material(mover), class.material(!mover));
        let (archers, marks) = (own.archers(), own.marks());
        let afters = [
            Material::new(archers, marks),
            Material::new(archers, marks + 1),
            marks
                .checked_sub(1)
                .and_then(|left| Material::new(archers + 1, left)),
            Material::new(archers + 1, marks),
        ];
        let with_capture = self.goal.rules.rules().reentry == Reentry::WithMove;
        let mut exits = Vec::new();
        for victim in Victim::ALL {
            let Some(left) = victim.leaves(other) else {
                continue;
            };
            for after in afters.into_iter().flatten() {
                let class = match mover {
                    Side::White => Class::new(after, left),
                    Side::Black => Class::new(left, after),
                };
                let reenters = after.archers() > archers;
                let possible = victim == Victim::Nobody || !reenters || with_capture;
                if let Some(class) = class
                    && possible
                    && wanted(class.layer())
                {
                    exits.push(Exit {
                        class,
                        after,
                        victim,
                    });
                }
            }
        }
        exits
    }

    /// What is known of exits to lower layers, with the other side to move.
    fn lower_sources(&self, exits: &[Exit], mover: Side) -> Result<Vec<Source>, StoreError> {
        let source = |exit: &Exit| {
            let class = exit.class;
            let plane = self
                .store
                .load(self.goal, class, !mover, Stage::Finished)?
                .ok_or(StoreError::Missing { class })?;
            Ok(Source {
                victim: exit.victim,
                plane: plane.transposed(None),
                rows: None,
            })
        };
        exits.iter().map(source).collect()
    }
}

impl Scratch {
    /// Fills `proved` with the ends of the game that meet the goal, `live` with the positions in which play
    /// goes on, `served` and `once` with what turns out of the layer do for the mover.
    fn exits_of_row(
        &mut self,
        context: &Context<'_>,
        row: usize,
        exits: &[Exit],
        proved: &mut [u64],
    ) {
        let army = context.army(row);
        let own = army.points(context.mover);
        self.served.fill(0);
        self.once.fill(0);
        context.armies.apart_from(army, proved);
        if army.is_home(context.mover) {
            self.live.fill(0);
        } else {
            self.make_playable_live(context, army);
            for (ended, &live) in proved.iter_mut().zip(&self.live) {
                *ended &= !live;
            }
        }
        context.armies.retain_points(proved, |other| {
            context.goal.is_met(context.mover, own, other)
        });
        if !army.is_home(context.mover) {
            self.follow_exits(context, army, exits);
        }
    }

    /// Adds what turns out of the layer to `exits` do, captures of the last archer and the ends for want of a turn.
    pub(super) fn follow_exits(&mut self, context: &Context<'_>, army: Army, exits: &[Exit]) {
        let mut turns = std::mem::take(&mut self.turns);
        turns.clear();
        list_turns(context.goal, context.mover, army, exits, &mut turns);
        self.follow_turns(context, &turns);
        self.turns = turns;
        self.follow_endings(context, army);
    }

    fn follow_endings(&mut self, context: &Context<'_>, army: Army) {
        let Context { goal, mover, .. } = *context;
        let proves = context.proves();
        let mut all = Vec::new();
        army.for_each_turn(goal.rules, mover, |turn| all.push(turn));
        let steps = || {
            all.chunk_by(|a, b| a.step == b.step)
                .filter_map(|turns| Some((turns[0].step?, turns)))
        };
        if context.other.archers() == 1 {
            for (step, turns) in steps() {
                let serves = turns.iter().any(|turn| {
                    turn.captures && goal.is_met(mover, turn.after.points(mover), 0) == proves
                });
                if serves {
                    self.add_last_capture(context, step);
                }
            }
        }
        let may_be_stuck = goal.restricted().is_some_and(|side| side != mover);
        let steps = steps().count();
        if steps == 0 || (steps == 1 && may_be_stuck) {
            let own = army.points(mover);
            self.group.copy_from_slice(&self.live);
            for turn in all.iter().filter(|turn| turn.step.is_none()) {
                let at = turn.reentry.expect("a turn without a step is a re-entry");
                retain(&mut self.group, context.armies.occupying(at));
            }
            context.armies.retain_points(&mut self.group, |other| {
                goal.is_met(mover, own, other) == proves
            });
            for (served, &group) in self.served.iter_mut().zip(&self.group) {
                *served |= group;
            }
        }
    }

    fn add_last_capture(&mut self, context: &Context<'_>, step: (Square, Square)) {
        self.group.copy_from_slice(&self.live);
        retain(&mut self.group, context.armies.occupying(step.1));
        if context.goal.suffices(context.mover, step) {
            for (served, &group) in self.served.iter_mut().zip(&self.group) {
                *served |= group;
            }
        } else {
            self.add_group();
        }
    }
}

fn retain(row: &mut [u64], kept: &[u64]) {
    for (word, &kept) in row.iter_mut().zip(kept) {
        *word &= kept;
    }
}
