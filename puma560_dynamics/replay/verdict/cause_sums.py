"""Search for the causes of a residual: simple causes are fitted separately and ranked.

Then the effect of the best cause is removed, and the other causes are fitted to the remaining residual, which gives the
fraction that they explain in addition. If two causes act at the same time, the second one still explains a part; a
cause that only resembles the first one explains nothing.

A torque that a controller holds for a period is measured late by up to one period. So a lag of at most one period in
addition to the best cause is not a fault: it is reported as ``hold``, its effect is removed, and all causes are fitted
again.

The residual of a joint is relative to its maximum torque. A cause (`Cause`) is reported only if its fitted values are
possible and the recording can show it (`Evidence`). `ranking` compares causes by cross-validation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from ...arm import Arm
from ...arm.friction_terms import DRY, MOVING
from ...arm.joint_friction import JointFriction
from ...arrays import FloatArray, read_only
from ...models.payload.payload import Payload
from ..analysis.evaluation import Evaluated
from ..analysis.evidence import LEAST_MOTION, Evidence, sticking
from ..analysis.normal_equations import FEWEST, Blocks, freed_of, taken
from ..analysis.residual_samples import SPACING, ResidualSamples
from ..causes import cause_types
from ..causes.cause import LEAST, Cause, CauseSamples, ComparedModel, JointCause, Tried, and_joined
from ..causes.effort_calibration import EffortOffset
from ..causes.wrong_friction import WrongFriction
from ..causes.wrong_motor_inertia import WrongMotorInertia
from ..result import FoundCause
from .ranking import ranked


class CauseSums:
    """Sums over the columns of all causes.

    Attributes:
        directions: (10 m + n, k) directions of the regressor's parameters whose torques `Evaluated.extra` must contain.

    Args:
        arm: arm without payload.
        payload: payload of the model.
        friction: friction of the model, one entry per joint.
        fitted: whether friction was fitted to the effort of this recording.
        turns: (n,) each, quarter turns of the joints' zeros that are to be tried.
    """

    def __init__(
        self,
        arm: Arm,
        payload: Payload,
        friction: Sequence[JointFriction],
        fitted: bool = False,
        turns: Sequence[FloatArray] = (),
    ) -> None:
        self._arm, self._sticking, self._fitted = arm, sticking(arm, friction), fitted
        self._friction = friction
        model = ComparedModel(arm, payload, friction, fitted, turns)
        self._causes: list[Cause] = [kind(model) for kind in cause_types()]
        self._places: dict[type[Cause], range] = {}
        self._effects: list[slice] = []
        self._count, needed = 0, 0
        for cause in self._causes:
            self._places[type(cause)] = range(self._count, self._count + cause.width)
            self._count += cause.width
            self._effects.append(slice(needed, needed := needed + cause.directions.shape[1]))
        self._count += 1  # the residual is the last column
        self.directions = np.hstack([cause.directions for cause in self._causes])
        self._spacing = SPACING
        self._blocks, self._steady = Blocks(arm.n, self._count), Blocks(arm.n, self._count)

    def add(self, piece: Evaluated) -> None:
        """Add a piece, whose `extra` must contain the torques of `directions`."""
        if len(piece.motion.time) < 2:
            return
        samples = ResidualSamples.of(piece)
        columns = self._columns(samples)
        columns *= (1.0 / self._arm.maximum_torque)[:, None, None]
        columns *= samples.counts(self._sticking)[:, None, :]
        self._spacing = max(SPACING, float(np.median(np.diff(piece.motion.time))))
        self._blocks.add(columns)
        self._steady.add(columns * samples.between_reversals()[:, None, :])

    def _columns(self, samples: ResidualSamples) -> FloatArray:
        """Return the columns of all causes and the residual, (n, p, N) N·m."""
        residual = samples.residual.T
        columns = np.empty((self._arm.n, self._count, residual.shape[1]))
        for cause, effects in zip(self._causes, self._effects, strict=True):
            own = replace(samples, effects=samples.effects[:, effects])
            columns[:, self._places[type(cause)]] = cause.columns(own)
        columns[:, -1] = np.nan_to_num(residual)
        return columns

    def torques(self, piece: Evaluated, causes: Sequence[FoundCause]) -> dict[str, FloatArray]:
        """Return the torque of each cause at every sample of a piece, by the kind of the cause.

        Args:
            piece: piece of motion, of at least two samples.
            causes: causes that `result` has found.

        Returns:
            (N, n) N·m each: what the cause adds to the residual.
        """
        samples = ResidualSamples(piece, slice(None), piece.extra.transpose(1, 2, 0))
        columns = self._columns(samples)[:, :-1]
        known = [cause for cause in causes if cause.weights.size]
        return {one.kind: -np.einsum("jp,jpt->tj", one.weights[:, :-1], columns) for one in known}

    def evidence(self, noise: FloatArray | None = None) -> Evidence:
        """Return the evidence about causes in the samples added so far.

        Args:
            noise: (n,) standard deviation of the acceleration's noise, rad/s²; 0 by default.
        """
        dry = [self._places[WrongFriction][MOVING.index(name)] for name in DRY]
        (ones,), (motor,) = self._places[EffortOffset], self._places[WrongMotorInertia]
        steady, every = (blocks.grams().sum(axis=0) for blocks in (self._steady, self._blocks))
        # The smooth sign of a moving joint is ±1, so the sum of its squares is the number of samples.
        scale = self._arm.maximum_torque**2
        ways = [steady[:, column, column] * scale * self._spacing for column in dry]
        motion = ways[0] + ways[1]
        count = every[:, ones, ones]
        with np.errstate(invalid="ignore", divide="ignore"):
            rarer = np.where(motion > 0.0, np.minimum(*ways) / motion, 0.0)
            acceleration = np.sqrt(every[:, motor, motor] / count)
            share = np.nan_to_num((np.zeros(self._arm.n) if noise is None else noise) / acceleration, nan=0.0)
        return Evidence(motion, rarer, share)

    def not_shown(self, evidence: Evidence) -> Iterator[str]:
        """Yield one sentence for each kind of cause that the recording cannot show."""
        if not evidence.enough:
            yield (
                "the recording has too little motion to identify a cause: no joint moves for "
                f"{LEAST_MOTION:g} s, and the residual of a joint at rest may be dry friction, a payload or an offset; "
                "record a motion of all joints"
            )
            return
        by_joint = [cause for cause in self._causes if isinstance(cause, JointCause) and cause.needs_motion]
        moving = [evidence.moves(joint) for joint in range(self._arm.n)]
        still = [name for name, moves in zip(self._arm.joint_names, moving, strict=True) if not moves]
        if still:
            kinds = and_joined([cause.kind.replace("_", " ") for cause in by_joint])
            yield f"{and_joined(still)} hardly move{'s' * (len(still) == 1)}: {kinds} were not tested there"
        for cause in by_joint:
            hidden = [
                name
                for joint, name in enumerate(self._arm.joint_names)
                if moving[joint] and not cause.can_show(evidence, joint)
            ]
            if hidden:
                yield cause.not_shown.format(and_joined(hidden))

    def result(self, period: float, evidence: Evidence | None = None) -> tuple[FoundCause, ...]:
        """Return the causes that explain at least `LEAST`; empty if there are too few samples.

        The best cause is first, then the others by the fraction that they explain in addition, then a held torque.

        Args:
            period: time between joint states, s.
            evidence: evidence in the recording; by default `evidence()` for accelerations without noise.
        """
        evidence = self.evidence() if evidence is None else evidence
        grams, steady = self._blocks.every(), self._steady.every()
        # Both have the same blocks, because a fit to one is judged in the other.
        there = grams.any(axis=(1, 2, 3))
        sums = self._without_friction(CauseSamples(grams[there], steady[there], self._places, evidence, period))
        if len(sums.grams) < FEWEST or not sums.residual.any() or not evidence.enough:
            return ()
        found = self._ranked(self._faults(sums), sums)
        expected: list[FoundCause] = []
        for cause in (one for one in self._causes if not one.fault):
            contained = found and found[0].fitted.kind in [other.kind for other in cause.contained_in]
            rest = taken(sums.steady, found[0].weights) if found and not contained else sums.steady
            for one in cause.candidates(replace(sums, steady=rest)):
                expected += [self._found(each, sums) for each in self._ranked([one], sums)]
                sums = _less(sums, one.weights)
                found = self._ranked(self._faults(sums), sums)
        return (*self._in_addition_to_the_first(found, sums), *expected)

    def _without_friction(self, sums: CauseSamples) -> CauseSamples:
        """Return the sums without what friction and offset can explain, if friction was fitted to this effort.

        That friction was fitted to what a cause adds, too, and has absorbed a part of it. So each cause is fitted
        together with friction and offset.
        """
        if not self._fitted:
            return sums
        grams, steady = sums.grams.copy(), sums.steady.copy()
        for joint, friction in enumerate(self._friction):
            # A number that was fitted as 0 is at its bound, and absorbs nothing.
            numbers = zip(sums.at(WrongFriction), MOVING, strict=True)
            absorbed = [place for place, name in numbers if getattr(friction, name) > 0.0]
            absorbed += sums.at(EffortOffset)
            for each in (grams, steady):
                each[:, joint : joint + 1] = freed_of(each[:, joint : joint + 1], absorbed)
        return replace(sums, grams=grams, steady=steady)

    def _faults(self, sums: CauseSamples) -> Iterator[Tried]:
        for cause in self._causes:
            if cause.fault:
                yield from cause.candidates(sums)

    def _ranked(self, tried: Iterable[Tried], sums: CauseSamples) -> list[Tried]:
        (ones,) = self._places[EffortOffset]
        return ranked(tried, sums.residual, sums.grams[..., ones, ones])

    def _in_addition_to_the_first(self, found: Sequence[Tried], sums: CauseSamples) -> Iterator[FoundCause]:
        """Yield the first cause, then the others by the fraction that they explain in addition to the first."""
        if not found:
            return
        rest = _less(sums, found[0].weights)
        second = {one.fitted.kind: one for one in self._ranked(self._faults(rest), rest)}
        others = []
        for one in found[1:]:
            again = second.get(one.fitted.kind)
            share = 0.0
            if again is not None:
                share = float((rest.residual.sum() - again.left.sum()) / sums.residual.sum())
            others.append(self._found(one, sums, share, again))
        yield self._found(found[0], sums)
        yield from sorted(others, key=lambda other: -other.in_addition)

    def _found(
        self, one: Tried, sums: CauseSamples, in_addition: float = np.nan, then: Tried | None = None
    ) -> FoundCause:
        """Return the result for a cause; `then` is its fit to the residual that the first cause leaves, if any."""
        before = sums.residual.sum(axis=0)
        with np.errstate(invalid="ignore", divide="ignore"):
            explained = np.where(before > 0.0, np.clip(1.0 - one.left / before, 0.0, 1.0), 0.0)
        chosen = then if then is not None and in_addition >= LEAST else one
        fitted = chosen.fitted
        fault = next(cause.fault for cause in self._causes if cause.kind == fitted.kind)
        return FoundCause(
            fitted.kind, read_only(explained), one.share, fitted.message, fitted.values, in_addition,
            one.indistinguishable, fault, read_only(chosen.weights),
        )  # fmt: skip


def _less(sums: CauseSamples, weights: FloatArray) -> CauseSamples:
    """Return the sums with the residual replaced by the residual that remains after a cause."""
    return replace(sums, grams=taken(sums.grams, weights), steady=taken(sums.steady, weights))
