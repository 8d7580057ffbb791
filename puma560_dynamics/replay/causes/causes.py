"""Why model and arm disagree: simple causes, each fitted to the residual alone, ranked by what each would explain.

Then the best is taken away and the others are fitted to what is left, which is what they explain in addition: of two
causes that act at once the second still has its share, a cause that only resembles the first has none.

A torque that a controller holds for a period is measured late by up to that. So a lag of at most one period next to
the best cause is no fault: everything is fitted once more without it, and it is reported as ``hold``.

Causes are sums of columns (`cause_columns`), every joint measured in its maximum torque. A load is fitted together
with friction, which is seldom known and must not pass for a load. The lag is that of the samples between two reversals
of a joint: while it sticks the effort runs ahead of the motion, which is friction and no matter of time. Causes with
numbers of one joint alone are taken only at joints where they explain something.

Only what a body or a joint can have is a cause (`Possible`), only where the recording tells it (`Evidence`), and only
if it leaves less in blocks that it was not fitted to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from ...arm import Arm
from ...arm.joint_friction import JointFriction
from ...arrays import FloatArray, read_only
from ...models.payload.payload import Payload
from ..analysis.evaluation import Evaluated
from ..analysis.result import Suspect
from .columns import SPACING, CauseColumns, tilt_axes
from .evidence import Evidence, sticking
from .normal_equations import FEWEST, Blocks, Fit, fit, squares, summed, taken, without
from .possible import Possible
from .sentences import Cause, Words

LEAST = 0.02
"""Share of the squared residual below which a cause is not worth naming."""

_PER_NUMBER = 0.002
"""Share that a cause must explain more for each number that it may choose, to come before a simpler one."""


_SURE = 2.0
"""Standard errors that a lag must be away from zero to be one, and may be longer than a period to be a hold."""

_PLAIN_LOAD = 4
"""Parameters of a load that moves slowly: mass and first moments."""


@dataclass(frozen=True, eq=False)
class _Tried:
    """A cause as it fits best.

    Attributes:
        cause: in words and numbers.
        weights: (n, p) sum of columns that it leaves of each joint's residual.
        left: (n,) squares of that.
        share: of all joints' squares that it explains.
    """

    cause: Cause
    weights: FloatArray
    left: FloatArray
    share: float = 0.0


class SuspectSums:
    """Adds up what every cause would do.

    Args:
        arm: without payload.
        payload: that the model carries.
        friction: that the model takes, one a joint.
        fitted: whether it was fitted to this effort.
    """

    def __init__(self, arm: Arm, payload: Payload, friction: Sequence[JointFriction], fitted: bool = False) -> None:
        self._arm = arm
        self._columns = CauseColumns(arm, payload, sticking(arm, friction), fitted)
        self._possible = Possible(arm, payload, friction)
        self._spacing = SPACING
        self._blocks = Blocks(arm.n, self._columns.count)
        self._steady = Blocks(arm.n, self._columns.count)
        self._words = Words(arm, payload, friction)

    def add(self, piece: Evaluated) -> None:
        """Take a piece, whose `extra` holds the regressor's ten columns of the last link."""
        if len(piece.motion.time) > 1:
            columns, between_reversals = self._columns.of(piece)
            self._spacing = max(SPACING, float(np.median(np.diff(piece.motion.time))))
            self._blocks.add(columns)
            self._steady.add(columns * between_reversals[:, None, :])

    def evidence(self, noise: FloatArray | None = None) -> Evidence:
        """How much the samples tell about causes.

        Args:
            noise: (n,) rad/s², standard deviation of the acceleration's noise; none by default.
        """
        at, scale = self._columns, self._arm.maximum_torque**2
        steady, every = (blocks.grams().sum(axis=0) for blocks in (self._steady, self._blocks))
        # The smooth signs of moving joints are 1: their squares count samples.
        ways = [steady[:, column, column] * scale * self._spacing for column in at.friction[:2]]
        motion = ways[0] + ways[1]
        count = every[:, at.offset, at.offset]
        with np.errstate(invalid="ignore", divide="ignore"):
            rarer = np.where(motion > 0.0, np.minimum(*ways) / motion, 0.0)
            acceleration = np.sqrt(every[:, at.motor, at.motor] / count)
            share = np.nan_to_num((np.zeros(self._arm.n) if noise is None else noise) / acceleration, nan=0.0)
        return Evidence(motion, rarer, share)

    def result(self, period: float, evidence: Evidence | None = None) -> tuple[Suspect, ...]:
        """Causes that explain at least `LEAST`, the best first, then by what they explain in addition, a hold last.

        None if there is too little to judge by.

        Args:
            period: s between joint states.
            evidence: what the recording can tell; by default as if accelerations had no noise.
        """
        self._evidence = self.evidence() if evidence is None else evidence
        grams, steady = self._blocks.every(), self._steady.every()
        # The same blocks of both: what is fitted to one is judged in the other.
        there = grams.any(axis=(1, 2, 3))
        grams, steady = grams[there], steady[there]
        before = _residual(grams)
        if len(grams) < FEWEST or not before.any() or not self._evidence.enough:
            return ()
        told: list[Suspect] = []
        found = _ranked(self._causes(grams, steady), before)
        late = self._late(taken(steady, found[0].weights) if found and found[0].cause.kind != "lag" else steady)
        lag = float(late.values[0])
        sure = _SURE * float(late.errors[0])
        if sure < lag <= period + sure:
            weights = self._weights({self._columns.rate: -lag})
            left = taken(grams, weights)
            hold = _Tried(self._words.hold(late, period), weights, _residual(left))
            told = [_suspect(one, before, np.nan) for one in _ranked([hold], before)]
            grams, steady, before = left, taken(steady, weights), _residual(left)
            found = _ranked(self._causes(grams, steady), before)
        return (*self._beside_the_first(found, grams, steady), *told)

    def _beside_the_first(self, found: Sequence[_Tried], grams: FloatArray, steady: FloatArray) -> Iterator[Suspect]:
        """What was found; behind the first the others by what they explain in addition to it."""
        if not found:
            return
        before, rest = _residual(grams), taken(grams, found[0].weights)
        after = _residual(rest)
        second = {one.cause.kind: one for one in _ranked(self._causes(rest, taken(steady, found[0].weights)), after)}
        others = []
        for one in found[1:]:
            beside = second.get(one.cause.kind)
            share = 0.0 if beside is None else float((after.sum() - beside.left.sum()) / before.sum())
            others.append(_suspect(one, before, share, None if beside is None else beside.cause))
        yield _suspect(found[0], before, np.nan)
        yield from sorted(others, key=lambda other: -other.beside)

    def _causes(self, grams: FloatArray, steady: FloatArray) -> Iterator[_Tried]:
        """Every cause, fitted alone; `steady` are the sums between reversals."""
        yield from self._load(grams)
        tilt = fit(grams, self._columns.tilt)
        if self._possible.tilt(tilt):
            weights = self._weights(dict(zip(self._columns.tilt, -tilt.values, strict=True)))
            yield _Tried(self._words.tilt(tilt, tilt_axes(self._arm)), weights, tilt.left)
        late = self._late(steady)
        if abs(late.values[0]) > _SURE * late.errors[0] and self._possible.lag(late):
            found = fit(grams, [self._columns.lag])
            yield _Tried(self._words.lag(late), self._weights({self._columns.lag: -found.values[0]}), found.left)
        yield from self._by_joint(grams, steady)
        yield from self._mixed_up(grams.sum(axis=0))

    def _late(self, steady: FloatArray) -> Fit:
        return fit(steady, [self._columns.rate])

    def _load(self, grams: FloatArray) -> Iterator[_Tried]:
        at = self._columns
        # A load that moves slowly shows its mass and moments alone; guesses at its inertia fail on unseen blocks.
        free = without(grams, at.friction)
        tried = (fit(free, at.payload[:count]) for count in (_PLAIN_LOAD, len(at.payload)))
        bodies = [one for one in tried if self._possible.load(one)]
        best = min(bodies, key=lambda load: float(load.left.sum()), default=None)
        if best is not None and best.left.sum() < _residual(free).sum():
            weights = self._weights(dict(zip(at.payload, -best.values, strict=False)))
            unseen = fit(free, at.payload[: len(best.values)], judged=grams)
            yield _Tried(self._words.payload(best), weights, unseen.left)

    def _by_joint(self, grams: FloatArray, steady: FloatArray) -> Iterator[_Tried]:
        """Causes with numbers of their own at every joint."""
        at, before = self._columns, _residual(grams)
        for name, columns in (
            ("friction", lambda joint: at.friction),
            ("offset", lambda joint: [at.offset]),
            ("motor_inertia", lambda joint: [at.motor]),
            ("effort_scale", lambda joint: [at.model[joint]]),
        ):
            fits: dict[int, Fit] = {}
            left, weights = before.copy(), self._weights({})
            for joint in np.flatnonzero(before).tolist():
                one = self._own(name, joint, grams[:, joint : joint + 1], steady[:, joint : joint + 1])
                if one is not None and before[joint] - one.left[0] > 0.5 * LEAST * before.sum():
                    fits[joint] = one
                    left[joint] = one.left[0]
                    weights[joint, list(columns(joint))] = -one.values
            if fits:
                yield _Tried(self._words.by_joint(name, fits, before - left), weights, left)

    def _own(self, name: str, joint: int, grams: FloatArray, steady: FloatArray) -> Fit | None:
        """Numbers of one joint, from its own sums; `None` if the recording does not tell them, or no joint has them."""
        at, possible, evidence = self._columns, self._possible, self._evidence
        if name == "friction":
            return fit(grams, at.friction, possible.friction[joint]) if evidence.moves(joint) else None
        if name == "motor_inertia":
            if not evidence.motor(joint):
                return None
            # With friction, as a load: a joint that turns round fast changes friction and acceleration together.
            lowest = np.array([possible.motor[joint], *possible.friction[joint]])
            found = fit(grams, [at.motor], lowest, beside=at.friction)
            return None if found.values[0] <= lowest[0] else found
        if name == "effort_scale":
            found = fit(grams, [at.model[joint]], possible.scale)
            return None if found.values[0] <= possible.scale[0] else found
        if not evidence.offset(joint):
            return None
        # What both directions have in common: dry friction turns round with the motion, an offset does not.
        forwards, backwards, viscous = at.friction
        dry = float(possible.friction[joint, :2].max())
        lowest = np.array([-np.inf, dry, possible.friction[joint, 2]])
        turned = summed(steady, forwards, backwards)
        return fit(turned, [at.offset], lowest, beside=[forwards, viscous], judged=grams)

    def _mixed_up(self, gram: FloatArray) -> Iterator[_Tried]:
        """Efforts of the wrong sign, or of another joint: the best of either."""
        before, model = gram[:, -1, -1], self._columns.model
        n = self._arm.n
        # An effort of the wrong sign leaves effort + model = residual + 2 model.
        turned = self._weights({})
        turned[range(n), model] = 2.0
        wrong = before - squares(gram, turned) > LEAST * before.sum()
        if wrong.any():
            weights = np.where(wrong[:, None], turned, self._weights({}))
            yield _Tried(self._words.negated(np.flatnonzero(wrong).tolist()), weights, squares(gram, weights))
        exchanged = []
        for one, other in combinations(range(n), 2):
            weights = self._weights({})
            for joint, theirs in ((one, other), (other, one)):
                weights[joint, [model[joint], model[theirs]]] = 1.0, -1.0
            exchanged.append(_Tried(self._words.swapped(one, other), weights, squares(gram, weights)))
        yield from sorted(exchanged, key=lambda one: float(one.left.sum()))[:1]

    def _weights(self, values: Mapping[int, float]) -> FloatArray:
        """(n, p): the residual and so much of other columns, at every joint."""
        weights = np.zeros((self._arm.n, self._columns.count))
        weights[:, list(values)] = list(values.values())
        weights[:, -1] = 1.0
        return weights


def _residual(grams: FloatArray) -> FloatArray:
    """(n,) squares of what is to be explained."""
    return np.asarray(grams[..., -1, -1].sum(axis=0))


def _ranked(tried: Iterable[_Tried], before: FloatArray) -> list[_Tried]:
    """Those that explain at least `LEAST`, the best first; of two alike the one with fewer numbers."""
    with_share = [replace(one, share=float(1.0 - one.left.sum() / before.sum())) for one in tried]
    return sorted(
        (one for one in with_share if one.share >= LEAST), key=lambda one: _PER_NUMBER * one.cause.numbers - one.share
    )


def _suspect(one: _Tried, before: FloatArray, beside: float, cause: Cause | None = None) -> Suspect:
    """What is reported of it; `cause` is what it is in addition to the first, if it is anything."""
    with np.errstate(invalid="ignore", divide="ignore"):
        explained = np.where(before > 0.0, np.clip(1.0 - one.left / before, 0.0, 1.0), 0.0)
    words = cause or one.cause
    return Suspect(words.kind, read_only(explained), one.share, words.message, words.values, beside)
